//! Clients that borrow, return, add, register, pay and rate, and record the responses in the journal.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;
use tokio::task::JoinSet;

use crate::http::{Answer, Call, Client, Reply};
use crate::journal::{Effect, Journal, State};
use crate::scene::{Person, Scene, addition, registration};
use crate::{Outcome, Trial, verdict};

/// How long a writer waits after a call without a response.
const PAUSE: Duration = Duration::from_millis(20);

/// Data that all writers of a trial share.
struct Common {
    wanted_books: Vec<String>,
    debts: Vec<String>,
    journal: Arc<Journal>,
}

/// One client. It outlives the servers that it calls.
struct Writer {
    number: usize,
    chance: StdRng,
    me: Person,
    staff: Person,
    own_book: String,
    common: Arc<Common>,
    /// Counts its effects, for unique names.
    made: usize,
    /// Its open borrowings.
    held: Vec<String>,
    /// An unanswered call with an idempotency key, and its number in the journal: it is repeated until it is answered.
    unanswered: Option<(usize, Effect, Call)>,
    /// Whether there may be a borrowing that the writer does not know.
    in_doubt: bool,
}

/// The clients of a trial, between servers.
pub struct Writers {
    all: Vec<Writer>,
    pub journal: Arc<Journal>,
}

/// The clients while they run.
pub struct Working {
    tasks: JoinSet<Writer>,
    stop: Arc<AtomicBool>,
    journal: Arc<Journal>,
}

impl Writers {
    pub fn new(trial: &Trial, scene: &Scene, journal: Journal) -> Self {
        let journal = Arc::new(journal);
        let common = Arc::new(Common {
            wanted_books: scene.wanted_books.clone(),
            debts: scene.debts.clone(),
            journal: Arc::clone(&journal),
        });
        let people = scene.people.iter().zip(&scene.own_books).enumerate();
        let all = people.map(|(number, (me, own_book))| Writer {
            number,
            chance: StdRng::seed_from_u64(trial.seed ^ ((number as u64 + 1) << 32)),
            me: me.clone(),
            staff: scene.staff[number % scene.staff.len()].clone(),
            own_book: own_book.clone(),
            common: Arc::clone(&common),
            made: 0,
            held: Vec::new(),
            unanswered: None,
            in_doubt: false,
        });
        Writers {
            all: all.collect(),
            journal,
        }
    }

    /// Starts them on a server.
    pub fn start(self, address: SocketAddr) -> Working {
        let stop = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        for writer in self.all {
            tasks.spawn(writer.work(Client::new(address), Arc::clone(&stop)));
        }
        Working {
            tasks,
            stop,
            journal: self.journal,
        }
    }

    /// Repeats each unanswered call with a key until it is answered, on a server without faults.
    pub async fn settle(mut self, address: SocketAddr) -> Outcome<Self> {
        for writer in &mut self.all {
            let mut client = Client::new(address);
            let mut tries = 0;
            while writer.unanswered.is_some() {
                tries += 1;
                if tries > 100 {
                    return Err("a call with a key gets no answer".into());
                }
                writer.again(&mut client).await;
            }
        }
        Ok(self)
    }
}

impl Working {
    /// The number of acknowledged effects so far.
    pub fn acknowledged(&self) -> usize {
        self.journal.acknowledgements().len()
    }

    /// Stops the writers, and waits until each has finished its call.
    pub async fn stop(self) -> Outcome<Writers> {
        self.stop.store(true, Ordering::SeqCst);
        self.joined().await
    }

    /// Waits for writers that were stopped.
    async fn joined(mut self) -> Outcome<Writers> {
        let mut all = Vec::new();
        while let Some(writer) = self.tasks.join_next().await {
            all.push(writer?);
        }
        all.sort_unstable_by_key(|writer| writer.number);
        Ok(Writers {
            all,
            journal: self.journal,
        })
    }
}

impl Writer {
    async fn work(mut self, mut client: Client, stop: Arc<AtomicBool>) -> Self {
        while !stop.load(Ordering::SeqCst) {
            if self.unanswered.is_some() {
                self.again(&mut client).await;
            } else if self.in_doubt {
                self.look(&mut client).await;
            } else {
                self.step(&mut client).await;
            }
        }
        self
    }

    async fn step(&mut self, client: &mut Client) {
        if let Some(borrowing) = self.held.pop() {
            let path = format!("/api/admin/borrowings/{borrowing}/return");
            let call = Call::new("PUT", path, Some(&self.staff.token));
            return self.ask(client, Effect::Return { borrowing }, call).await;
        }
        match self.chance.random_range(0..100) {
            0..60 => self.borrow(client).await,
            60..70 => {
                let title = self.name("book");
                let copies = self.chance.random_range(1..4);
                let call = addition(&self.staff, &title, copies);
                self.ask(client, Effect::AddBook { title, copies }, call).await;
            }
            70..80 => {
                let book = self.own_book.clone();
                let path = format!("/api/books/{book}/copies");
                let call = Call::new("POST", path, Some(&self.staff.token)).with(json!({ "count": 1 }));
                self.ask(client, Effect::AddCopy { book }, call).await;
            }
            80..83 => {
                let email = format!("{}@library.example", self.name("reader"));
                let call = registration(&email);
                self.ask(client, Effect::Register { email }, call).await;
            }
            83..90 => {
                let debt = self.chance.random_range(0..self.common.debts.len().max(1));
                let Some(borrowing) = self.common.debts.get(debt).cloned() else {
                    return;
                };
                let note = self.name("payment");
                let path = format!("/api/admin/borrowings/{borrowing}/payments");
                let call = Call::new("POST", path, Some(&self.staff.token))
                    .with(json!({ "amount": 0.01, "note": note }));
                self.ask(client, Effect::Pay { borrowing, note }, call).await;
            }
            90..95 => {
                let stars = self.chance.random_range(1..6);
                let path = format!("/api/books/{}/rating", self.own_book);
                let call = Call::new("PUT", path, Some(&self.me.token)).with(json!({ "stars": stars }));
                let effect = Effect::Rate {
                    user: self.me.id.clone(),
                    book: self.own_book.clone(),
                    stars,
                };
                self.ask(client, effect, call).await;
            }
            _ => self.read(client).await,
        }
    }

    async fn borrow(&mut self, client: &mut Client) {
        let wanted = self
            .chance
            .random_range(0..2 * self.common.wanted_books.len().max(1));
        let book = self
            .common
            .wanted_books
            .get(wanted)
            .unwrap_or(&self.own_book)
            .clone();
        let call = Call::new("POST", format!("/api/borrowings/{book}"), Some(&self.me.token));
        let effect = Effect::Borrow {
            user: self.me.id.clone(),
            book,
        };
        self.ask(client, effect, call).await;
    }

    fn name(&mut self, what: &str) -> String {
        self.made += 1;
        format!("{}{what}-{}-{}", verdict::MARK, self.number, self.made)
    }

    /// Sends a call for an effect, half of the time with a key.
    async fn ask(&mut self, client: &mut Client, effect: Effect, mut call: Call) {
        if self.chance.random() {
            call.key = Some(self.name("key"));
        }
        let number = self.common.journal.began(effect.clone());
        self.send(client, number, effect, call).await;
    }

    /// Sends the unanswered call again.
    async fn again(&mut self, client: &mut Client) {
        if let Some((number, effect, call)) = self.unanswered.take() {
            self.send(client, number, effect, call).await;
        }
    }

    async fn send(&mut self, client: &mut Client, number: usize, effect: Effect, call: Call) {
        let reply = client.call(&call).await;
        let state = match &reply {
            Reply::Answered(answer) if answer.status < 300 => State::Done(made(&effect, answer)),
            // A refused call has no effect, and neither has one that found no room on the disk.
            Reply::Answered(Answer { status: 507, .. }) => State::Refused,
            Reply::Answered(answer) if (400..500).contains(&answer.status) => State::Refused,
            _ => State::Unknown,
        };
        self.judge(&call, &reply);
        self.common.journal.ended(number, state.clone());
        match (&effect, &state) {
            (Effect::Borrow { .. }, State::Done(Some(id))) => self.held.push(id.clone()),
            // It may have a copy that it does not know of.
            (Effect::Borrow { .. }, _) => self.in_doubt = true,
            (Effect::Return { borrowing }, State::Unknown) if call.key.is_none() => {
                self.held.push(borrowing.clone());
            }
            _ => {}
        }
        if state == State::Unknown {
            // An account is created without a session, and a key belongs to a session.
            if call.key.is_some() && call.token.is_some() {
                self.unanswered = Some((number, effect, call));
            }
            tokio::time::sleep(PAUSE).await;
        } else if matches!(&reply, Reply::Answered(Answer { status: 507, .. })) {
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Reads the open borrowings, to return them.
    async fn look(&mut self, client: &mut Client) {
        let call = Call::new("GET", "/api/borrowings/my-borrowings", Some(&self.me.token));
        let reply = client.call(&call).await;
        self.judge(&call, &reply);
        if let Reply::Answered(Answer {
            status: 200, body, ..
        }) = reply
        {
            let borrowings = body["data"].as_array().into_iter().flatten();
            let ids = borrowings.filter_map(|borrowing| borrowing["_id"].as_str());
            self.held = ids.map(str::to_owned).collect();
            self.in_doubt = false;
        } else {
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn read(&mut self, client: &mut Client) {
        let paths = [
            "/api/books?limit=5&search=trial".to_owned(),
            format!("/api/books/{}", self.own_book),
            "/api/auth/me".to_owned(),
            "/api/books/popular".to_owned(),
        ];
        let path = paths[self.chance.random_range(0..paths.len())].clone();
        let call = Call::new("GET", path, Some(&self.me.token));
        let reply = client.call(&call).await;
        self.judge(&call, &reply);
        if !matches!(reply, Reply::Answered(_)) {
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Allowed are a success, a refusal by the rules, and a 503 with a Retry-After header.
    fn judge(&self, call: &Call, reply: &Reply) {
        let is_read = call.method == "GET";
        let is_right = match reply {
            Reply::Answered(answer) => match answer.status {
                200..300 => true,
                409 | 422 | 507 => !is_read,
                503 => answer.retry_after,
                _ => false,
            },
            Reply::Lost => true,
            Reply::Late => false,
        };
        if !is_right {
            let Call { method, path, .. } = call;
            self.common
                .journal
                .violated(format!("{method} {path}: {reply:?}"));
        }
    }
}

/// The id of the new entity.
fn made(effect: &Effect, answer: &Answer) -> Option<String> {
    match effect {
        Effect::AddBook { .. } | Effect::Borrow { .. } => {
            answer.body["data"]["_id"].as_str().map(str::to_owned)
        }
        _ => None,
    }
}
