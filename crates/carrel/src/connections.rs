//! Limits the number of connections, of all clients together and of one network address, and chooses which one is closed
//! when a new one needs its place.
//!
//! A connection in the middle of a request cannot be closed for another one, so closing idle ones is not enough: one
//! address that never ends its requests could take every place. Its share is therefore limited, and what exceeds the share
//! is refused.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
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

/// How many connections one network address may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PerAddress {
    /// A quarter of all connections; any number from this machine, where a proxy may run.
    Quarter,
    /// Any number: a proxy connects on behalf of all clients.
    Unlimited,
    /// This many, from this machine as well.
    AtMost(usize),
}

impl PerAddress {
    fn allows(self, network: IpAddr, open: usize, room: usize) -> bool {
        match self {
            PerAddress::Unlimited => true,
            PerAddress::Quarter => network.is_loopback() || open < room.div_ceil(4),
            PerAddress::AtMost(most) => open < most,
        }
    }
}

/// What counts as one network address: an IPv4 address, or the 64 bits of an IPv6 address that a provider gives to one
/// customer.
fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(network))
        }
        other => other,
    }
}

/// All connections.
pub struct Connections {
    began: Instant,
    most: usize,
    per_address: PerAddress,
    room: Arc<Semaphore>,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_number: HashMap<u64, Entry>,
    /// The number of connections of each network.
    of_network: HashMap<IpAddr, usize>,
}

struct Entry {
    network: IpAddr,
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
    pub fn new(per_address: PerAddress) -> Self {
        Self::with_room(room(), per_address)
    }

    fn with_room(room: usize, per_address: PerAddress) -> Self {
        Connections {
            began: Instant::now(),
            most: room,
            per_address,
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

    /// Counts a connection that has been accepted. `None` when its network address has as many as it may.
    pub fn count(&self, peer: IpAddr, place: OwnedSemaphorePermit) -> Option<Connection> {
        let network = network(peer);
        let mut open = lock(&self.open);
        let of_network = open.of_network.entry(network).or_default();
        if !self.per_address.allows(network, *of_network, self.most) {
            return None;
        }
        *of_network += 1;
        let close = Arc::new(Notify::new());
        let waiting = Arc::new(Waiting {
            began: self.began,
            since_ms: AtomicU64::new(0),
        });
        waiting.begin();
        let number = open.next;
        open.next += 1;
        let entry = Entry {
            network,
            waiting: Arc::clone(&waiting),
            close: Arc::clone(&close),
        };
        open.by_number.insert(number, entry);
        Some(Connection {
            number,
            open: Arc::clone(&self.open),
            waiting,
            close,
            _place: place,
        })
    }
}

impl Open {
    fn spare_one(&mut self) {
        let waiting = self.by_number.iter().filter_map(|(number, entry)| {
            let since = entry.waiting.since_ms.load(Ordering::Relaxed);
            if since == BUSY {
                return None;
            }
            let held = self.of_network.get(&entry.network).copied().unwrap_or_default();
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
        let mut open = lock(&self.open);
        let Some(Entry { network, .. }) = open.by_number.remove(&self.number) else {
            return;
        };
        if let Some(of_network) = open.of_network.get_mut(&network) {
            *of_network -= 1;
            if *of_network == 0 {
                open.of_network.remove(&network);
            }
        }
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

    use super::{Connections, PerAddress, network};

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
        let connections = Connections::with_room(4, PerAddress::AtMost(3));
        let mut held = Vec::new();
        for last in [1, 2, 2, 2] {
            let place = connections.place().await;
            held.push(connections.count(peer(last), place).unwrap());
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
        held.push(connections.count(peer(3), place).unwrap());
        assert_eq!(held.len(), 4);
    }

    #[tokio::test]
    async fn an_address_has_a_share_of_the_connections() {
        for (per_address, source, share) in [
            (PerAddress::Quarter, peer(1), 2),
            (PerAddress::Quarter, IpAddr::from([127, 0, 0, 1]), 8),
            (PerAddress::Unlimited, peer(1), 8),
            (PerAddress::AtMost(3), IpAddr::from([127, 0, 0, 1]), 3),
        ] {
            let connections = Connections::with_room(8, per_address);
            let mut held = Vec::new();
            while held.len() < 8 {
                let place = connections.place().await;
                match connections.count(source, place) {
                    Some(connection) => held.push(connection),
                    None => break,
                }
            }
            assert_eq!(held.len(), share, "{per_address:?} {source}");
            if share == 8 {
                continue;
            }
            let place = connections.place().await;
            assert!(connections.count(peer(2), place).is_some(), "others have theirs");
            held.pop();
            let place = connections.place().await;
            assert!(connections.count(source, place).is_some(), "one has ended");
        }
    }

    #[test]
    fn one_customer_is_one_address() {
        for (one, other, is_same) in [
            ("2001:db8::1", "2001:db8::2", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
        ] {
            let (one, other) = (network(one.parse().unwrap()), network(other.parse().unwrap()));
            assert_eq!(one == other, is_same, "{one} {other}");
        }
    }
}
