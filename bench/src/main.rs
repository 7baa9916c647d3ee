//! Figures of the real binary beside a bare handler of the same HTTP stack that returns the same bytes, in one run.
//!
//! `make bench` runs it on the release binary. It starts a demo library in a temporary folder, drives it over loopback
//! with a bounded load, prints one table, and stops by itself. It is a benchmark, not a test: it judges nothing.

mod bare;
mod client;
mod load;
mod race;
mod server;

use std::time::Duration;

use clap::Parser;
use serde_json::{Value, json};

use client::{Client, request};
use load::{Figures, run};
use server::Server;

/// Measures the release binary beside a bare handler.
#[derive(Debug, Parser)]
struct Options {
    /// The binary to measure.
    #[arg(long, default_value = "target/release/carrel")]
    binary: String,
    /// Seconds for each figure.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// A PostgreSQL database to measure on instead of the embedded one; it must be empty.
    #[arg(long)]
    database_url: Option<String>,
    /// Instead of measuring, let 64 people race for the last copy this many times.
    #[arg(long, value_name = "ROUNDS")]
    race: Option<usize>,
}

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

const READ_CLIENTS: [usize; 3] = [1, 16, 64];
const WRITE_CLIENTS: [usize; 3] = [1, 16, 64];

#[tokio::main]
async fn main() -> Outcome<()> {
    let options = Options::parse();
    if let Some(rounds) = options.race {
        return race::run(&options.binary, options.database_url.as_deref(), rounds).await;
    }
    let time = Duration::from_secs(options.seconds);
    let server = Server::start(&options.binary, options.database_url.as_deref()).await?;
    say(&format!(
        "engine: {}",
        if options.database_url.is_some() {
            "PostgreSQL"
        } else {
            "SQLite"
        }
    ));
    say(&format!("binary: {:.1} MB", server.binary_megabytes));
    say(&format!(
        "first start, with the demo filled: {} ms",
        server.first_start.as_millis()
    ));
    say(&format!(
        "start with existing data: {} ms",
        server.second_start.as_millis()
    ));
    say(&format!(
        "resident after start: {:.1} MB",
        server.resident_megabytes()?
    ));

    let student = server.sign_in("student@library.example", "Student123!").await?;
    let admin = server.sign_in("admin@library.example", "Admin123!").await?;
    let books = server.get("/api/books?limit=1&sort=popular", &student).await?;
    let book = books["data"][0]["_id"]
        .as_str()
        .ok_or("the demo has books")?
        .to_owned();

    say("");
    say("| what | clients | requests/s | p50 ms | p99 ms | bare requests/s | ratio |");
    say("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let reads = [
        ("list of 20 books", "/api/books".to_owned()),
        ("one book", format!("/api/books/{book}")),
        ("search, two words", "/api/books?search=art%20of".to_owned()),
        ("search as typed", "/api/books?search=dosto".to_owned()),
    ];
    for (what, path) in reads {
        let bytes = request("GET", &path, Some(&student), None);
        let answer = Client::connect(server.address).await?.send(&bytes).await?;
        if answer.status != 200 {
            return Err(format!("{what}: {}", answer.status).into());
        }
        let bare = bare::serve(answer.body).await?;
        for clients in READ_CLIENTS {
            let ours = run(server.address, clients, time, |_| vec![bytes.clone()]).await?;
            let limit = run(bare, clients, time, |_| vec![bytes.clone()]).await?;
            row(what, clients, &ours, Some(&limit));
        }
    }
    for clients in WRITE_CLIENTS {
        let (borrowing, returning) = circulation(&server, &admin, clients, time).await?;
        row("borrow, durable", clients, &borrowing, None);
        row("return, durable", clients, &returning, None);
    }
    say("");
    say(&format!(
        "resident after the load: {:.1} MB",
        server.resident_megabytes()?
    ));
    server.stop().await
}

/// Each client is a student with a book of their own, borrowed and returned over and over.
async fn circulation(
    server: &Server,
    admin: &str,
    clients: usize,
    time: Duration,
) -> Outcome<(Figures, Figures)> {
    let mut pairs = Vec::with_capacity(clients);
    for number in 0..clients {
        let email = format!("bench{clients}x{number}@library.example");
        let form = json!({ "name": format!("Bench {number}"), "email": email, "password": "Bench123",
            "confirmPassword": "Bench123", "agreeTerms": true });
        let session = server.post("/api/auth/register", None, Some(&form)).await?;
        let book = json!({ "title": format!("Bench {number}"), "author": "Bench", "category": "Bench", "copies": 1 });
        let book = server.post("/api/books", Some(admin), Some(&book)).await?;
        let text = |value: &Value| {
            value
                .as_str()
                .map(str::to_owned)
                .ok_or("the server answers with text")
        };
        pairs.push((text(&session["token"])?, text(&book["data"]["_id"])?));
    }
    load::circulation(server.address, pairs, admin, time).await
}

fn row(what: &str, clients: usize, ours: &Figures, limit: Option<&Figures>) {
    let (bare, ratio) = limit.map_or_else(
        || (String::new(), String::new()),
        |limit| {
            (
                format!("{:.0}", limit.per_second),
                format!("{:.2}", ours.per_second / limit.per_second),
            )
        },
    );
    say(&format!(
        "| {what} | {clients} | {:.0} | {:.2} | {:.2} | {bare} | {ratio} |",
        ours.per_second, ours.p50_ms, ours.p99_ms
    ));
}

fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
