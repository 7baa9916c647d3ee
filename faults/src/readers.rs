//! Clients that only read. Every response must be a success, or one that the trial allows.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::Outcome;
use crate::http::{Answer, Call, Client, Reply};
use crate::journal::Journal;
use crate::scene::Scene;

/// The number of readers.
pub const READERS: usize = 8;

/// The number of responses, by kind.
#[derive(Default)]
struct Count {
    answered: AtomicUsize,
    unavailable: AtomicUsize,
    stop: AtomicBool,
}

/// Running readers.
pub struct Readers {
    count: Arc<Count>,
    tasks: JoinSet<()>,
}

/// Whether a trial allows this response instead of a success.
pub type Allowed = fn(&Answer) -> bool;

impl Readers {
    /// Starts the readers. Any other response is recorded in the journal as a violation.
    pub fn start(address: SocketAddr, scene: &Scene, journal: &Arc<Journal>, allowed: Allowed) -> Self {
        let count = Arc::new(Count::default());
        let mut tasks = JoinSet::new();
        for number in 0..READERS {
            let token = scene.people[number % scene.people.len()].token.clone();
            let count = Arc::clone(&count);
            tasks.spawn(read(address, number, token, count, Arc::clone(journal), allowed));
        }
        Readers { count, tasks }
    }

    /// The number of successful reads so far.
    pub fn answered(&self) -> usize {
        self.count.answered.load(Ordering::SeqCst)
    }

    /// Stops the readers; returns the number of successful reads and of allowed refusals.
    pub async fn stop(mut self) -> Outcome<(usize, usize)> {
        self.count.stop.store(true, Ordering::SeqCst);
        while let Some(task) = self.tasks.join_next().await {
            task?;
        }
        Ok((self.answered(), self.count.unavailable.load(Ordering::SeqCst)))
    }
}

async fn read(
    address: SocketAddr,
    number: usize,
    token: String,
    count: Arc<Count>,
    journal: Arc<Journal>,
    allowed: Allowed,
) {
    let paths = [
        "/api/books?limit=5",
        "/api/books?search=history&limit=5",
        "/api/borrowings/my-borrowings",
        "/api/auth/me",
        "/api/books/categories",
        "/api/library",
        "/api/books/recommendations",
    ];
    let mut client = Client::new(address);
    for turn in number.. {
        if count.stop.load(Ordering::SeqCst) {
            return;
        }
        let path = paths[turn % paths.len()];
        match client.call(&Call::new("GET", path, Some(&token))).await {
            Reply::Answered(Answer {
                status: 200, body, ..
            }) if body["success"] == true => {
                count.answered.fetch_add(1, Ordering::SeqCst);
            }
            Reply::Answered(answer) if allowed(&answer) => {
                count.unavailable.fetch_add(1, Ordering::SeqCst);
            }
            reply => journal.violated(format!("GET {path}: {reply:?}")),
        }
        // A pause between two pages leaves capacity for the writers.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}
