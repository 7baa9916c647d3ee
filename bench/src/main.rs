//! Figures of the real binary beside its limits, in one run: a bare handler on the same HTTP stack that returns the
//! same bytes, and bare SQLite commits on the same disk.
//!
//! `make bench` runs it on the release binary. It generates a library in a temporary folder, sends a bounded load over
//! loopback, prints its tables, and stops by itself. It is a benchmark, not a test: it has no pass or fail.
//!
//! Each read row exists twice: with repeated questions, which the server may answer from its cache, and with distinct
//! ones, which it cannot. The table shows the share of cached responses, by the server's own count.

mod bare;
mod circulation;
mod client;
mod closed;
mod commits;
mod cpu;
mod database;
mod desk;
mod disk;
mod figures;
mod imports;
mod marc_file;
mod metrics;
mod open;
mod pool;
mod questions;
mod race;
mod reads;
mod relevance;
mod report;
mod server;
mod streams;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use report::say;
use server::{Holdings, Place, Server};

/// Measure the release binary beside its limits.
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
    /// The folder in which the library is created, on a disk; the system's temporary folder if absent.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Records of the imported MARC file, with two copies each.
    #[arg(long, default_value_t = 100_000)]
    records: u64,
    /// Only these groups of figures (repeatable); all but `backups` if absent.
    #[arg(long, value_enum)]
    group: Vec<Group>,
    /// Only read rows whose name contains this text.
    #[arg(long, default_value = "")]
    only: String,
    /// Clients of the read rows in closed loop, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "16")]
    clients: Vec<usize>,
    /// A small library and one second per figure: shows that everything runs; the figures mean little.
    #[arg(long)]
    quick: bool,
    /// Instead of measuring, make 64 people race for the last copy this many times.
    #[arg(long, value_name = "ROUNDS")]
    race: Option<usize>,
    /// Instead of measuring requests, open this many streams of live changes, and measure what they cost.
    #[arg(long, value_name = "STREAMS")]
    streams: Option<usize>,
    /// Instead of measuring, ask the questions of these files, and print the ranks of the wanted books.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    relevance: Vec<PathBuf>,
    /// Instead of measuring, run the bare handler that returns the bytes of a file.
    #[arg(long, value_name = "FILE", hide = true)]
    bare: Option<PathBuf>,
}

/// A group of figures that are measured together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Group {
    /// Reading an idle library.
    Reads,
    /// Reading beside 20 and 100 writes per second.
    Beside,
    /// Borrowing and returning.
    Circulation,
    /// Signing in.
    SignIn,
    /// Rebuilding the search index.
    Rebuild,
    /// Importing a MARC file, alone and beside borrowings.
    Imports,
    /// Borrowing beside backups.
    Backups,
}

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The password of the accounts that are created for a figure.
const PASSWORD: &str = "Stopwatch7";

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut options = Options::parse();
    if let Some(body) = &options.bare {
        return bare::serve(body).await;
    }
    if options.quick {
        options.seconds = 1;
        (options.books, options.users, options.loans) = (5_000, 1_000, 10_000);
        options.records = 2_000;
    }
    let place = Place {
        binary: options.binary.clone(),
        folder: options.folder.clone().unwrap_or_else(std::env::temp_dir),
        database_url: options.database_url.clone(),
    };
    if let Some(rounds) = options.race {
        return race::run(place, rounds).await;
    }
    if let Some(count) = options.streams {
        return streams::run(place, count).await;
    }
    if !options.relevance.is_empty() {
        return relevance::run(place, &options.relevance).await;
    }
    let is_wanted = |group: Group| {
        if options.group.is_empty() {
            group != Group::Backups
        } else {
            options.group.contains(&group)
        }
    };
    let writes = is_wanted(Group::Circulation) || is_wanted(Group::Backups);
    if writes && options.database_url.is_none() {
        // Checked before minutes are spent on filling the library.
        if let Some(reason) = disk::refusal(&place.folder)? {
            return Err(format!("the durable rows are refused: {reason}").into());
        }
    }
    let holdings = Holdings::Generated {
        books: options.books,
        users: options.users,
        loans: options.loans,
    };
    let mut server = Server::start(place, holdings).await?;
    describe(&server, &options).await?;
    let time = Duration::from_secs(options.seconds);
    if is_wanted(Group::Reads) || is_wanted(Group::Beside) {
        let plan = reads::Plan {
            time,
            clients: options.clients.clone(),
            only: &options.only,
            at_rest: is_wanted(Group::Reads),
            beside_writes: is_wanted(Group::Beside),
        };
        reads::run(&mut server, &plan).await?;
    }
    if is_wanted(Group::SignIn) {
        circulation::sign_ins(&server, time).await?;
    }
    if is_wanted(Group::Circulation) {
        circulation::run(&server, options.database_url.as_deref(), time).await?;
    }
    if is_wanted(Group::Backups) {
        circulation::beside_backups(&server, time).await?;
    }
    let (resident, own) = server.resident_megabytes()?;
    say("");
    say(&format!(
        "- resident after the load: {resident:.0} MB, of it {own:.0} MB its own"
    ));
    let mut imported = 0;
    if is_wanted(Group::Imports) {
        server.restart(None).await?;
        imported = imports::run(&server, options.records, time).await?;
    }
    if is_wanted(Group::Rebuild) {
        let took = server.rebuild_index().await?;
        let books = options.books + imported;
        #[expect(
            clippy::cast_precision_loss,
            reason = "a library has far fewer than 2^52 books"
        )]
        let per_second = books as f64 / took.as_secs_f64();
        say(&format!(
            "- `carrel reindex`: {} ms, {per_second:.0} books/s with its start",
            took.as_millis()
        ));
    }
    server.stop().await
}

async fn describe(server: &Server, options: &Options) -> Outcome<()> {
    let engine = match options.database_url.as_deref() {
        Some(url) => format!("PostgreSQL {}", database::version(url).await?),
        None => format!("SQLite on {}", disk::file_system(server.folder())?),
    };
    let (resident, own) = server.resident_megabytes()?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "bytes of a library are far fewer than 2^52"
    )]
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let load = std::fs::read_to_string("/proc/loadavg")?;
    say(&format!("- engine: {engine}"));
    say(&format!("- {}", server.filled));
    say(&format!("- binary: {:.1} MB", server.binary_megabytes));
    say(&format!(
        "- on disk at rest: database {:.0} MB, search index {:.0} MB",
        megabytes(server.size.database),
        megabytes(server.size.index)
    ));
    say(&format!(
        "- start with existing data: {} ms to the first answer",
        server.second_start.as_millis()
    ));
    say(&format!(
        "- resident after start: {resident:.0} MB, of it {own:.0} MB its own"
    ));
    say(&format!(
        "- load of the machine before the measurement (1, 5, 15 minutes): {}",
        load.split_whitespace().take(3).collect::<Vec<_>>().join(", ")
    ));
    Ok(())
}
