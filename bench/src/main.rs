//! Figures of the real binary beside its limits, in one run: a bare handler of the same HTTP stack that returns the same
//! bytes, and bare SQLite commits on the same disk.
//!
//! `make bench` runs it on the release binary. It generates a library in a temporary folder, drives it over loopback
//! with a bounded load, prints its tables, and stops by itself. It is a benchmark, not a test: it judges nothing.

mod bare;
mod client;
mod commits;
mod load;
mod questions;
mod race;
mod server;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use serde_json::{Value, json};

use bare::Bare;
use client::request;
use load::{Figures, run};
use server::{Holdings, Server};

/// Measures the release binary beside its limits.
#[derive(Debug, Parser)]
struct Options {
    /// The binary to measure.
    #[arg(long, default_value = "target/release/carrel")]
    binary: String,
    /// Seconds for each figure.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Books of the generated library, with three copies each on average.
    #[arg(long, default_value_t = 100_000)]
    books: u64,
    /// People of the generated library.
    #[arg(long, default_value_t = 10_000)]
    users: u64,
    /// Borrowings of the generated library.
    #[arg(long, default_value_t = 300_000)]
    loans: u64,
    /// A PostgreSQL database to measure on instead of the embedded one; it must be empty.
    #[arg(long)]
    database_url: Option<String>,
    /// Only figures whose name holds this text.
    #[arg(long, default_value = "")]
    only: String,
    /// Instead of measuring, let 64 people race for the last copy this many times.
    #[arg(long, value_name = "ROUNDS")]
    race: Option<usize>,
    /// Instead of measuring all, measure borrowings alone and beside backups that follow one another.
    #[arg(long)]
    backup: bool,
    /// Instead of measuring, be the bare handler that returns the bytes of a file.
    #[arg(long, value_name = "FILE", hide = true)]
    bare: Option<PathBuf>,
}

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The password of the accounts that are made for a figure.
const PASSWORD: &str = "Bench123";
const CLIENTS: [usize; 3] = [1, 16, 64];
/// A sign-in costs tens of milliseconds of one core, on purpose.
const SIGN_IN_CLIENTS: [usize; 2] = [1, 16];

#[tokio::main]
async fn main() -> Outcome<()> {
    let options = Options::parse();
    if let Some(body) = &options.bare {
        return bare::serve(body).await;
    }
    if let Some(rounds) = options.race {
        return race::run(&options.binary, options.database_url.as_deref(), rounds).await;
    }
    let holdings = Holdings::Generated {
        books: options.books,
        users: options.users,
        loans: options.loans,
    };
    let server = Server::start(&options.binary, options.database_url.as_deref(), holdings).await?;
    describe(&server, &options)?;
    if options.backup {
        beside_backups(&server, &options, Duration::from_secs(options.seconds)).await?;
        return server.stop().await;
    }
    let student = server.sign_in(&server.student).await?;
    let time = Duration::from_secs(options.seconds);
    reads(&server, &student, time, &options.only).await?;
    if "sign in".contains(&options.only) {
        sign_ins(&server, time).await?;
    }
    if "borrow and return".contains(&options.only) {
        writes(&server, time).await?;
    }
    let (resident, own) = server.resident_megabytes()?;
    say("");
    say(&format!(
        "- resident after the load: {resident:.0} MB, of it {own:.0} MB its own"
    ));
    server.stop().await
}

fn describe(server: &Server, options: &Options) -> Outcome<()> {
    let engine = if options.database_url.is_some() {
        "PostgreSQL"
    } else {
        "SQLite"
    };
    let (resident, own) = server.resident_megabytes()?;
    say(&format!("- engine: {engine}"));
    say(&format!("- {}", server.filled));
    say(&format!("- binary: {:.1} MB", server.binary_megabytes));
    say(&format!(
        "- start with existing data: {} ms to the first answer",
        server.second_start.as_millis()
    ));
    say(&format!(
        "- resident after start: {resident:.0} MB, of it {own:.0} MB its own"
    ));
    Ok(())
}

async fn reads(server: &Server, token: &str, time: Duration, only: &str) -> Outcome<()> {
    head("bare handler/s");
    for questions in questions::all(server, token).await? {
        if !questions.what.contains(only) {
            continue;
        }
        let bare = Bare::start(&questions.typical_answer(server, token).await?).await?;
        for clients in CLIENTS {
            let asked = |number: usize| questions.of_client(number, clients, token);
            let ours = run(server.address, clients, time, asked).await?;
            let limit = run(bare.address, clients, time, asked).await?;
            row(questions.what, clients, &ours, Some(limit.per_second));
        }
    }
    Ok(())
}

async fn sign_ins(server: &Server, time: Duration) -> Outcome<()> {
    for clients in SIGN_IN_CLIENTS {
        // Each an account of their own: so many attempts at one are throttled.
        let mut logins = Vec::with_capacity(clients);
        for number in 0..clients {
            let email = format!("sign-in{clients}x{number}@library.example");
            register(server, number, &email).await?;
            let form = json!({ "email": email, "password": PASSWORD });
            logins.push(request("POST", "/api/auth/login", None, Some(&form)));
        }
        let figures = run(server.address, clients, time, |number| {
            vec![logins[number].clone()]
        })
        .await?;
        row("sign in", clients, &figures, None);
    }
    Ok(())
}

async fn writes(server: &Server, time: Duration) -> Outcome<()> {
    let admin = server.sign_in(&server.admin).await?;
    head("bare commits/s");
    for clients in CLIENTS {
        let (borrowing, returning) = circulation(server, &admin, "alone", clients, time).await?;
        let folder = server.folder().to_owned();
        let bare = tokio::task::spawn_blocking(move || commits::one_by_one(&folder, time)).await??;
        row("borrow, durable", clients, &borrowing, Some(bare));
        row("return, durable", clients, &returning, Some(bare));
        let both = borrowing.per_second + returning.per_second;
        say(&format!(
            "| both together | {clients} | {both:.0} | | | {bare:.0} | {:.2} |",
            both / bare
        ));
    }
    Ok(())
}

/// Borrowings alone, and beside backups of the whole library that follow one another: how much longer the slowest take.
async fn beside_backups(server: &Server, options: &Options, time: Duration) -> Outcome<()> {
    let admin = server.sign_in(&server.admin).await?;
    say("");
    say("| borrowings | clients | requests/s | p50 ms | p99 ms | backups | p99 ratio |");
    say("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for clients in [16, 64] {
        let (alone, _) = circulation(server, &admin, "alone", clients, time).await?;
        let stop = std::sync::atomic::AtomicBool::new(false);
        let backups = async {
            let mut made = 0;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                server
                    .back_up(&options.binary, options.database_url.as_deref())
                    .await?;
                made += 1;
            }
            Ok::<i32, Box<dyn std::error::Error + Send + Sync>>(made)
        };
        let beside = async {
            let figures = circulation(server, &admin, "beside", clients, time).await;
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            figures
        };
        let (made, beside) = tokio::join!(backups, beside);
        let (made, (beside, _)) = (made?, beside?);
        let told = |what: &str, figures: &Figures, made: String, ratio: String| {
            say(&format!(
                "| {what} | {clients} | {:.0} | {:.2} | {:.2} | {made} | {ratio} |",
                figures.per_second, figures.p50_ms, figures.p99_ms
            ));
        };
        told("alone", &alone, String::new(), String::new());
        let ratio = format!("{:.2}", beside.p99_ms / alone.p99_ms);
        told("beside backups", &beside, made.to_string(), ratio);
    }
    Ok(())
}

fn head(limit: &str) {
    say("");
    say(&format!(
        "| what | clients | requests/s | p50 ms | p99 ms | {limit} | ratio |"
    ));
    say("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
}

/// Each client is a student with a book of their own, borrowed and returned over and over.
async fn circulation(
    server: &Server,
    admin: &str,
    series: &str,
    clients: usize,
    time: Duration,
) -> Outcome<(Figures, Figures)> {
    let mut pairs = Vec::with_capacity(clients);
    for number in 0..clients {
        let email = format!("bench-{series}{clients}x{number}@library.example");
        let session = register(server, number, &email).await?;
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

/// Makes a student's account; the answer holds its token.
async fn register(server: &Server, number: usize, email: &str) -> Outcome<Value> {
    let form = json!({ "name": format!("Bench {number}"), "email": email, "password": PASSWORD,
        "confirmPassword": PASSWORD, "agreeTerms": true });
    server.post("/api/auth/register", None, Some(&form)).await
}

fn row(what: &str, clients: usize, ours: &Figures, limit_per_second: Option<f64>) {
    let (limit, ratio) = limit_per_second.map_or_else(Default::default, |limit| {
        (format!("{limit:.0}"), format!("{:.2}", ours.per_second / limit))
    });
    say(&format!(
        "| {what} | {clients} | {:.0} | {:.2} | {:.2} | {limit} | {ratio} |",
        ours.per_second, ours.p50_ms, ours.p99_ms
    ));
}

fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
