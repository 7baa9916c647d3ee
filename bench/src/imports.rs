//! The import of a MARC file into a library that lends at the same time.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Outcome;
use crate::client::{Client, request};
use crate::desk::Background;
use crate::figures::Figures;
use crate::marc_file::{COPIES, marc_file};
use crate::report::{head, row, say};
use crate::server::Server;

/// Borrowings and returns a second at the desks: a busy library.
const WRITES_PER_SECOND: u32 = 20;
/// How often the state of the import is read.
const INTERVAL: Duration = Duration::from_millis(100);
/// An import that takes longer is given up.
const LONGEST: Duration = Duration::from_mins(20);

/// Imports this many records over HTTP into an idle library, and a quarter of them once more beside borrowings and returns.
/// Shows records a second from the first byte to the last searchable book, and the latency of the desks alone and beside the
/// import. Returns how many books were added.
pub async fn run(server: &Server, records: u64, time: Duration) -> Outcome<u64> {
    let admin = server.sign_in(&server.admin).await?;
    let fewer = records / 4;
    let desks = Background::desks(server, &admin).await?;
    let background = Background::start(desks, WRITES_PER_SECOND);
    tokio::time::sleep(time * 3).await;
    let (desks, alone) = background.stop().await?;
    let idle = import(server, &admin, marc_file(0..records)?, records).await?;
    let background = Background::start(desks, WRITES_PER_SECOND);
    let busy = import(server, &admin, marc_file(records..records + fewer)?, fewer).await;
    let (_, beside) = background.stop().await?;
    let busy = busy?;
    head(
        &[
            "import of MARC records, two copies each",
            "records",
            "received and checked s",
            "brought in s",
            "searchable s",
            "records/s, all",
            "records/s, brought in",
        ],
        1,
    );
    for (what, took) in [
        ("nothing else", &idle),
        ("beside 20 borrowings and returns a second", &busy),
    ] {
        row(&took.cells(what));
    }
    head(&["the desks", "writes/s", "p50 ms", "p95 ms", "p99 ms"], 1);
    for (what, writes) in [("alone", &alone), ("beside the import", &beside)] {
        let figures = Figures::of(writes.micros.clone(), writes.elapsed);
        row(&[
            what.to_owned(),
            format!("{:.0}", figures.per_second),
            format!("{:.2}", figures.p50_ms),
            format!("{:.2}", figures.p95_ms),
            format!("{:.2}", figures.p99_ms),
        ]);
    }
    say("");
    say(&format!(
        "- largest resident memory of the server, its mapped files included: {:.0} MB",
        server.most_resident_megabytes()?
    ));
    Ok(records + fewer)
}

/// How long the steps of an import took, each from its beginning.
struct Took {
    records: u64,
    checked: Duration,
    brought_in: Duration,
    searchable: Duration,
}

impl Took {
    fn cells(&self, what: &str) -> Vec<String> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a file has far fewer than 2^52 records"
        )]
        let per_second = |time: Duration| self.records as f64 / time.as_secs_f64();
        vec![
            what.to_owned(),
            self.records.to_string(),
            format!("{:.1}", self.checked.as_secs_f64()),
            format!("{:.1}", self.brought_in.as_secs_f64()),
            format!("{:.1}", self.searchable.as_secs_f64()),
            format!(
                "{:.0}",
                per_second(self.checked + self.brought_in + self.searchable)
            ),
            format!("{:.0}", per_second(self.brought_in)),
        ]
    }
}

/// Sends a file, brings its records in, and waits until they are found.
async fn import(server: &Server, admin: &str, file: Vec<u8>, records: u64) -> Outcome<Took> {
    let found_before = found(server, admin).await?;
    let began = Instant::now();
    let id = send(server, admin, &file).await?;
    drop(file);
    let path = format!("/api/imports/{id}");
    wait(server, admin, &path, "ready").await?;
    let checked = began.elapsed();
    let began = Instant::now();
    let commit = json!({ "onDuplicate": "skip" });
    server
        .post(&format!("{path}/commit"), Some(admin), Some(&commit))
        .await?;
    let import = wait(server, admin, &path, "done").await?;
    let brought_in = began.elapsed();
    for (name, expected) in [("added", records), ("copies", records * COPIES)] {
        if import["data"][name].as_u64() != Some(expected) {
            return Err(format!("{expected} {name} are expected: {import}").into());
        }
    }
    let began = Instant::now();
    while found(server, admin).await? < found_before + records {
        if began.elapsed() > LONGEST {
            return Err("the books are not found".into());
        }
        tokio::time::sleep(INTERVAL).await;
    }
    Ok(Took {
        records,
        checked,
        brought_in,
        searchable: began.elapsed(),
    })
}

/// The number of books that the search finds from publishers with "Press" in their names, as those of the file have.
async fn found(server: &Server, admin: &str) -> Outcome<u64> {
    let books = server
        .get("/api/books?limit=1&search=publisher:press", admin)
        .await?;
    Ok(books["pagination"]["total"].as_u64().unwrap_or(0))
}

async fn send(server: &Server, admin: &str, file: &[u8]) -> Outcome<String> {
    let mut bytes = format!(
        "POST /api/imports?format=marc&name=bench.mrc HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {admin}\r\n\
         content-type: application/octet-stream\r\ncontent-length: {}\r\n\r\n",
        file.len()
    )
    .into_bytes();
    bytes.extend_from_slice(file);
    let received = Client::connect(server.address)
        .await?
        .send(&bytes)
        .await?
        .json()?;
    let id = received["data"]["_id"].as_str().ok_or("an import has an id")?;
    Ok(id.to_owned())
}

/// Waits until an import has a state.
async fn wait(server: &Server, admin: &str, path: &str, state: &str) -> Outcome<Value> {
    let mut client = Client::connect(server.address).await?;
    let ask = request("GET", path, Some(admin), None);
    let began = Instant::now();
    loop {
        let import = client.send(&ask).await?.json()?;
        if import["data"]["state"] == state {
            return Ok(import);
        }
        if import["data"]["state"] == "failed" || began.elapsed() > LONGEST {
            return Err(format!("the import is not {state}: {import}").into());
        }
        tokio::time::sleep(INTERVAL).await;
    }
}
