//! Borrowings and returns: the writes of a library.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::Outcome;
use crate::client::{Client, request};
use crate::server::Server;

/// The number of desks that share a background load.
const BACKGROUND_DESKS: usize = 8;
/// Copies of a desk's book. Every fourth desk has a book with a single copy, so that its writes change availability.
const COPIES: usize = 3;

/// Students with a separate book, which they borrow and return in turn. One student may write 3,000 times in ten minutes.
pub struct Desk {
    address: SocketAddr,
    client: Client,
    /// The borrowing of each student.
    borrow: Vec<Vec<u8>>,
    /// How often the book was borrowed.
    borrowed: usize,
    admin: String,
    /// The borrowing to return next.
    open: Option<String>,
}

impl Desk {
    /// Registers the students of desk `number` of a series, and adds their book.
    pub async fn open(
        server: &Server,
        admin: &str,
        series: &str,
        number: usize,
        students: usize,
    ) -> Outcome<Self> {
        let copies = if number.is_multiple_of(4) { 1 } else { COPIES };
        let book = json!({ "title": format!("Bench {series} {number}"), "author": "Bench", "category": "Bench",
            "copies": copies });
        let book = server.post("/api/books", Some(admin), Some(&book)).await?;
        let book = book["data"]["_id"].as_str().ok_or("a book has an id")?;
        let mut borrow = Vec::with_capacity(students);
        for student in 0..students {
            let email = format!("bench-{series}-{number}-{student}@library.example");
            let session = server.register(&email).await?;
            let token = session["token"].as_str().ok_or("a session has a token")?;
            borrow.push(request(
                "POST",
                &format!("/api/borrowings/{book}"),
                Some(token),
                None,
            ));
        }
        Ok(Desk {
            address: server.address,
            client: Client::connect(server.address).await?,
            borrow,
            borrowed: 0,
            admin: admin.to_owned(),
            open: None,
        })
    }

    /// Borrows the book, or returns it when it is borrowed. Returns whether it was borrowed.
    pub async fn change(&mut self) -> Outcome<bool> {
        if let Some(id) = self.open.take() {
            let path = format!("/api/admin/borrowings/{id}/return");
            let give_back = request("PUT", &path, Some(&self.admin), None);
            self.client.send(&give_back).await?.json()?;
            return Ok(false);
        }
        let borrow = &self.borrow[self.borrowed % self.borrow.len()];
        self.borrowed += 1;
        let borrowing: Value = self.client.send(borrow).await?.json()?;
        let id = borrowing["data"]["_id"].as_str().ok_or("a borrowing has an id")?;
        self.open = Some(id.to_owned());
        Ok(true)
    }
}

/// Borrowings and returns at a steady rate beside another load.
pub struct Background {
    tasks: JoinSet<Outcome<(Desk, Vec<u64>)>>,
    stop: Arc<AtomicBool>,
    began: Instant,
}

impl Background {
    /// Opens the desks that a background load needs.
    pub async fn desks(server: &Server, admin: &str) -> Outcome<Vec<Desk>> {
        let mut desks = Vec::with_capacity(BACKGROUND_DESKS);
        for number in 0..BACKGROUND_DESKS {
            desks.push(Desk::open(server, admin, "background", number, 1).await?);
        }
        Ok(desks)
    }

    /// Starts `rate` writes per second in total.
    pub fn start(desks: Vec<Desk>, rate: u32) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let began = Instant::now();
        let count = u32::try_from(desks.len()).unwrap_or(u32::MAX).max(1);
        let mut tasks = JoinSet::new();
        for (desk, number) in desks.into_iter().zip(0..) {
            let stop = Arc::clone(&stop);
            tasks.spawn(async move {
                let mut desk = desk;
                // The server closes a connection that was idle for 30 seconds.
                desk.client = Client::connect(desk.address).await?;
                let mut micros = Vec::new();
                let every = Duration::from_secs(1) * count / rate;
                // The desks take turns, so that their writes are spread over the second.
                let first = tokio::time::Instant::now() + every * number / count;
                let mut ticks = tokio::time::interval_at(first, every);
                while !stop.load(Ordering::Relaxed) {
                    // A slow server does not delay the next write: its wait counts.
                    let due = ticks.tick().await;
                    desk.change().await?;
                    micros.push(u64::try_from(due.elapsed().as_micros())?);
                }
                Ok((desk, micros))
            });
        }
        Background { tasks, stop, began }
    }

    /// Stops; returns the desks, and what they did.
    pub async fn stop(mut self) -> Outcome<(Vec<Desk>, Writes)> {
        let elapsed = self.began.elapsed();
        self.stop.store(true, Ordering::Relaxed);
        let (mut desks, mut all) = (Vec::new(), Vec::new());
        while let Some(done) = self.tasks.join_next().await {
            let (desk, micros) = done??;
            desks.push(desk);
            all.extend(micros);
        }
        Ok((desks, Writes { micros: all, elapsed }))
    }
}

/// The writes of a background load.
pub struct Writes {
    /// The latency of each, from the moment when it was due, in microseconds.
    pub micros: Vec<u64>,
    pub elapsed: Duration,
}

impl Writes {
    /// The writes per second that were reached.
    pub fn per_second(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a benchmark does few writes")]
        let count = self.micros.len() as f64;
        count / self.elapsed.as_secs_f64()
    }
}

/// The latency of each call of a mixed load, in microseconds.
#[derive(Debug, Default)]
pub struct Mixed {
    pub borrowings: Vec<u64>,
    pub returns: Vec<u64>,
}

/// Makes each desk borrow and return repeatedly, so that both calls are mixed, as in a real library.
pub async fn circulate(desks: Vec<Desk>, time: Duration) -> Outcome<(Mixed, Duration)> {
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for mut desk in desks {
        tasks.spawn(async move {
            let mut mixed = Mixed::default();
            // A desk stops after a return, so that it counts pairs.
            while began.elapsed() < time || desk.open.is_some() {
                let sent = Instant::now();
                let is_borrowed = desk.change().await?;
                let took = u64::try_from(sent.elapsed().as_micros())?;
                if is_borrowed {
                    mixed.borrowings.push(took);
                } else {
                    mixed.returns.push(took);
                }
            }
            Outcome::Ok(mixed)
        });
    }
    let mut all = Mixed::default();
    while let Some(mixed) = tasks.join_next().await {
        let mixed = mixed??;
        all.borrowings.extend(mixed.borrowings);
        all.returns.extend(mixed.returns);
    }
    Ok((all, began.elapsed()))
}

/// Makes a new student borrow and return one book this many times, and returns the token and the id.
pub async fn reader_with_history(server: &Server, admin: &str, loans: usize) -> Outcome<(String, String)> {
    let email = format!("reader-of-{loans}@library.example");
    let session = server.register(&email).await?;
    let text = |value: &Value| -> Outcome<String> {
        Ok(value.as_str().ok_or("the server answers with text")?.to_owned())
    };
    let token = text(&session["token"])?;
    let user = text(&session["user"]["_id"]).or_else(|_| text(&session["user"]["id"]))?;
    let book = json!({ "title": format!("Read {loans} times"), "author": "Bench", "category": "Bench", "copies": 1 });
    let book = server.post("/api/books", Some(admin), Some(&book)).await?;
    let mut desk = Desk {
        address: server.address,
        client: Client::connect(server.address).await?,
        borrow: vec![request(
            "POST",
            &format!("/api/borrowings/{}", text(&book["data"]["_id"])?),
            Some(&token),
            None,
        )],
        borrowed: 0,
        admin: admin.to_owned(),
        open: None,
    };
    for _ in 0..loans {
        desk.change().await?;
        desk.change().await?;
    }
    Ok((token, user))
}
