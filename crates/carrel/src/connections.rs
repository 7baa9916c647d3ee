//! Limits the number of connections, and chooses which one is closed when a new one needs its place.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// The maximum number of connections.
const MOST: u64 = 4096;

/// The maximum number of connections that this process can hold: each takes a file descriptor, and the database and the
/// search index need some, too. Raises the limit of open files first.
fn room() -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "the limit of open files could not be raised");
        }
    }
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from((files / 2).min(MOST))
        .unwrap_or(usize::MAX)
        .max(1)
}

/// All connections.
pub struct Connections {
    began: Instant,
    room: Arc<Semaphore>,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_number: HashMap<u64, Entry>,
}

struct Entry {
    peer: IpAddr,
    waiting: Arc<Waiting>,
    close: Arc<Notify>,
}

/// Since when a connection waits for its client, to send a request or to read a response: in milliseconds after
/// `began`. [`BUSY`] during a request. Updated without a lock, because each request does so twice.
struct Waiting {
    began: Instant,
    since_ms: AtomicU64,
}

const BUSY: u64 = u64::MAX;

impl Waiting {
    fn begin(&self) {
        let ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(BUSY - 1);
        self.since_ms.store(ms, Ordering::Relaxed);
    }
}

/// One connection, counted until it is dropped.
pub struct Connection {
    number: u64,
    open: Arc<Mutex<Open>>,
    waiting: Arc<Waiting>,
    close: Arc<Notify>,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    pub fn new() -> Self {
        Self::with_room(room())
    }

    fn with_room(room: usize) -> Self {
        Connections {
            began: Instant::now(),
            room: Arc::new(Semaphore::new(room)),
            open: Arc::default(),
        }
    }

    /// A place for one more connection. When there is none, it closes a connection that waits for its client: of the
    /// caller with the most connections, the one that has waited longest. So a caller that holds connections without
    /// using them only displaces its own.
    pub async fn place(&self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(place) = Arc::clone(&self.room).try_acquire_owned() {
                return place;
            }
            lock(&self.open).spare_one();
            // All may be busy, but not for long.
            let patience = Duration::from_millis(20);
            let place = Arc::clone(&self.room).acquire_owned();
            if let Ok(Ok(place)) = tokio::time::timeout(patience, place).await {
                return place;
            }
        }
    }

    /// Counts a connection that has been accepted.
    pub fn count(&self, peer: IpAddr, place: OwnedSemaphorePermit) -> Connection {
        let close = Arc::new(Notify::new());
        let waiting = Arc::new(Waiting {
            began: self.began,
            since_ms: AtomicU64::new(0),
        });
        waiting.begin();
        let mut open = lock(&self.open);
        let number = open.next;
        open.next += 1;
        let entry = Entry {
            peer,
            waiting: Arc::clone(&waiting),
            close: Arc::clone(&close),
        };
        open.by_number.insert(number, entry);
        Connection {
            number,
            open: Arc::clone(&self.open),
            waiting,
            close,
            _place: place,
        }
    }
}

impl Open {
    fn spare_one(&mut self) {
        let mut of_peer: HashMap<IpAddr, usize> = HashMap::new();
        for entry in self.by_number.values() {
            *of_peer.entry(entry.peer).or_default() += 1;
        }
        let waiting = self.by_number.iter().filter_map(|(number, entry)| {
            let since = entry.waiting.since_ms.load(Ordering::Relaxed);
            if since == BUSY {
                return None;
            }
            let held = of_peer.get(&entry.peer).copied().unwrap_or_default();
            Some((entry, (std::cmp::Reverse(held), since, *number)))
        });
        if let Some((entry, _)) = waiting.min_by_key(|(_, order)| *order) {
            entry.close.notify_one();
        }
    }
}

impl Connection {
    /// Resolves when this connection must make room for another. A request that has arrived meanwhile is answered
    /// first.
    pub fn closed(&self) -> impl Future<Output = ()> + use<> {
        let (close, waiting) = (Arc::clone(&self.close), Arc::clone(&self.waiting));
        async move {
            loop {
                close.notified().await;
                if waiting.since_ms.load(Ordering::Relaxed) != BUSY {
                    return;
                }
            }
        }
    }

    /// Marks the connection as busy while the returned value lives.
    pub fn busy(&self) -> Busy {
        self.waiting.since_ms.store(BUSY, Ordering::Relaxed);
        Busy(Arc::clone(&self.waiting))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        lock(&self.open).by_number.remove(&self.number);
    }
}

/// A request in progress.
pub struct Busy(Arc<Waiting>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.begin();
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use super::Connections;

    fn peer(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// Whether a connection must make room.
    async fn is_closed(connection: &super::Connection) -> bool {
        tokio::time::timeout(Duration::from_millis(1), connection.closed())
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn the_caller_with_most_connections_loses_its_longest_idle_one() {
        let connections = Connections::with_room(4);
        let mut held = Vec::new();
        for last in [1, 2, 2, 2] {
            let place = connections.place().await;
            held.push(connections.count(peer(last), place));
        }
        // Of the caller's three connections the first has waited longest, but it is busy now.
        let busy = held[1].busy();
        let mut place = std::pin::pin!(connections.place());
        tokio::select! {
            biased;
            _ = &mut place => panic!("there is no room"),
            () = std::future::ready(()) => {}
        }
        assert!(!is_closed(&held[0]).await, "its owner has no other");
        assert!(!is_closed(&held[1]).await, "busy");
        assert!(!is_closed(&held[3]).await, "waits for a shorter time");
        assert!(is_closed(&held[2]).await);
        drop(busy);
        held.remove(2);
        let place = place.await;
        held.push(connections.count(peer(3), place));
        assert_eq!(held.len(), 4);
    }
}
