//! Clients that only read, and take no answer but those that a trial allows.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::Outcome;
use crate::http::{Answer, Call, Client, Reply};
use crate::journal::Journal;
use crate::scene::Scene;

/// How many there are.
pub const READERS: usize = 8;

/// What they were told, by kind.
#[derive(Default)]
struct Told {
    answered: AtomicUsize,
    sent_away: AtomicUsize,
    stop: AtomicBool,
}

/// Readers at work.
pub struct Readers {
    told: Arc<Told>,
    tasks: JoinSet<()>,
}

/// Whether a reader may be told this instead of what it asked for.
pub type Allowed = fn(&Answer) -> bool;

impl Readers {
    /// Sets them to work. Whatever is neither an answer nor allowed is noted in the journal as a violation.
    pub fn start(address: SocketAddr, scene: &Scene, journal: &Arc<Journal>, allowed: Allowed) -> Self {
        let told = Arc::new(Told::default());
        let mut tasks = JoinSet::new();
        for number in 0..READERS {
            let token = scene.people[number % scene.people.len()].token.clone();
            let told = Arc::clone(&told);
            tasks.spawn(read(address, number, token, told, Arc::clone(journal), allowed));
        }
        Readers { told, tasks }
    }

    /// How many reads were answered so far.
    pub fn answered(&self) -> usize {
        self.told.answered.load(Ordering::SeqCst)
    }

    /// Ends their work; returns how many reads were answered and how many were sent away.
    pub async fn stop(mut self) -> Outcome<(usize, usize)> {
        self.told.stop.store(true, Ordering::SeqCst);
        while let Some(task) = self.tasks.join_next().await {
            task?;
        }
        Ok((self.answered(), self.told.sent_away.load(Ordering::SeqCst)))
    }
}

async fn read(
    address: SocketAddr,
    number: usize,
    token: String,
    told: Arc<Told>,
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
        if told.stop.load(Ordering::SeqCst) {
            return;
        }
        let path = paths[turn % paths.len()];
        match client.call(&Call::new("GET", path, Some(&token))).await {
            Reply::Answered(Answer {
                status: 200, body, ..
            }) if body["success"] == true => {
                told.answered.fetch_add(1, Ordering::SeqCst);
            }
            Reply::Answered(answer) if allowed(&answer) => {
                told.sent_away.fetch_add(1, Ordering::SeqCst);
            }
            reply => journal.violated(format!("GET {path}: {reply:?}")),
        }
        // A reader who looks a little before the next page leaves room for the writers.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}
