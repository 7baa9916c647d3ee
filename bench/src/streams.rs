//! Open streams of live changes: what they cost the server, and how soon all of them have a change.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use crate::Outcome;
use crate::cpu::Clocks;
use crate::report::say;
use crate::server::{Holdings, Place, Server};

/// Streams of one person: the limit of the server.
const OF_PERSON: usize = 10;
/// Changes, one after the other: each when all streams have the one before.
const SINGLE_CHANGES: usize = 20;
/// Changes a second, and for how many seconds, in the measurement of CPU time.
const RATE: u32 = 20;
const SECONDS: u32 = 10;
/// The time in which each change must have reached all streams.
const LIMIT: Duration = Duration::from_secs(2);
/// The time after which the measurement fails.
const DEADLINE: Duration = Duration::from_secs(30);

/// Opens the streams on the demo library, changes books, and prints memory, CPU time, and the time until all have a change.
///
/// # Errors
/// If a change does not reach all streams within two seconds.
pub async fn run(place: Place, count: usize) -> Outcome<()> {
    let server = Server::start(place, Holdings::Demo).await?;
    let admin = server.sign_in(&server.admin).await?;
    let book = json!({ "title": "Live", "author": "Bench", "category": "Bench", "copies": 1 });
    let book = server.post("/api/books", Some(&admin), Some(&book)).await?;
    let id = book["data"]["_id"].as_str().ok_or("a book has an id")?.to_owned();
    let mut tokens = Vec::new();
    for number in 0..count.div_ceil(OF_PERSON) {
        let session = server
            .register(&format!("viewer{number}@library.example"))
            .await?;
        tokens.push(
            session["token"]
                .as_str()
                .ok_or("a session has a token")?
                .to_owned(),
        );
    }
    let clocks = server.clocks()?;
    let (before, own_before) = server.resident_megabytes()?;

    let (events, mut received) = mpsc::unbounded_channel();
    let began = Instant::now();
    for number in 0..count {
        let stream = open(server.address, &tokens[number / OF_PERSON]).await?;
        tokio::spawn(follow(stream, number, id.clone(), events.clone()));
    }
    drop(events);
    all(&mut received, count, Event::Ready).await?;
    let ready = began.elapsed();
    let (open, own_open) = server.resident_megabytes()?;
    say(&format!("- {count} streams ready after {} ms", ready.as_millis()));
    say(&format!(
        "- resident: {before:.1} MB before, {open:.1} MB with the streams (own memory: {own_before:.1}, {own_open:.1} MB)"
    ));

    let idle = share(&clocks, Duration::from_secs(SECONDS.into())).await?;
    say(&format!("- CPU with idle streams: {idle:.2} % of a core"));

    let mut delays = Vec::with_capacity(SINGLE_CHANGES);
    for number in 0..SINGLE_CHANGES {
        let changed = Instant::now();
        rename(&server, &admin, &id, number).await?;
        all(&mut received, count, Event::Changed).await?;
        delays.push(changed.elapsed());
    }
    delays.sort_unstable();
    let longest = delays.last().copied().unwrap_or_default();
    say(&format!(
        "- time from sending a change until all streams have it, of {SINGLE_CHANGES} changes: median {} ms, longest {} ms",
        delays[delays.len() / 2].as_millis(),
        longest.as_millis()
    ));

    let quiet = share_of_changes(&server, &clocks, &admin).await?;
    say(&format!(
        "- CPU with {RATE} changes a second: {quiet:.1} % of a core, with the changes themselves"
    ));
    let (after, own_after) = server.resident_megabytes()?;
    say(&format!(
        "- resident afterwards: {after:.1} MB (own memory: {own_after:.1} MB)"
    ));
    server.stop().await?;
    if longest > LIMIT {
        return Err(format!("a change took {} ms", longest.as_millis()).into());
    }
    Ok(())
}

/// The share of a core, in percent, that the server uses during a time.
async fn share(clocks: &Clocks, time: Duration) -> Outcome<f64> {
    let before = clocks.read()?;
    tokio::time::sleep(time).await;
    Ok(clocks.since(&before)?.server / time.as_secs_f64() * 100.0)
}

/// The same while books change. Each change is one of another book, so that no change replaces one before it.
async fn share_of_changes(server: &Server, clocks: &Clocks, admin: &str) -> Outcome<f64> {
    let mut ids = Vec::new();
    for number in 0..RATE {
        let book =
            json!({ "title": format!("Live {number}"), "author": "Bench", "category": "Bench", "copies": 1 });
        let book = server.post("/api/books", Some(admin), Some(&book)).await?;
        ids.push(book["data"]["_id"].as_str().ok_or("a book has an id")?.to_owned());
    }
    let before = clocks.read()?;
    let began = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / RATE);
    for number in 0..(RATE * SECONDS) as usize {
        ticks.tick().await;
        rename(server, admin, &ids[number % ids.len()], number).await?;
    }
    Ok(clocks.since(&before)?.server / began.elapsed().as_secs_f64() * 100.0)
}

async fn rename(server: &Server, admin: &str, id: &str, number: usize) -> Outcome<()> {
    let change = json!({ "edition": format!("{number}") });
    server.put(&format!("/api/books/{id}"), admin, &change).await?;
    Ok(())
}

/// What a stream has received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Ready,
    /// The book has changed.
    Changed,
    /// It ended.
    Ended,
}

/// Waits until each stream has had an event.
async fn all(
    received: &mut mpsc::UnboundedReceiver<(usize, Event)>,
    count: usize,
    wanted: Event,
) -> Outcome<()> {
    let mut missing: Vec<bool> = vec![true; count];
    let mut left = count;
    let deadline = tokio::time::Instant::now() + DEADLINE;
    while left > 0 {
        let event = tokio::time::timeout_at(deadline, received.recv()).await;
        let Ok(Some((number, event))) = event else {
            return Err(format!("{left} streams did not receive {wanted:?}").into());
        };
        if event == Event::Ended {
            return Err(format!("stream {number} ended").into());
        }
        if event == wanted && std::mem::replace(&mut missing[number], false) {
            left -= 1;
        }
    }
    Ok(())
}

async fn open(address: SocketAddr, token: &str) -> Outcome<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "GET /api/changes/stream HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\
         authorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}

/// Reports the events of a stream that concern the measurement.
async fn follow(
    mut stream: TcpStream,
    number: usize,
    book: String,
    events: mpsc::UnboundedSender<(usize, Event)>,
) {
    let mut text = String::new();
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut buffer).await {
        text.push_str(&String::from_utf8_lossy(&buffer[..length]));
        while let Some(end) = text.find("\n\n") {
            let event = kind(&text[..end], &book);
            text.drain(..end + 2);
            let Some(event) = event else { continue };
            if events.send((number, event)).is_err() {
                return;
            }
        }
    }
    // After the measurement nobody listens.
    let _is_heard = events.send((number, Event::Ended));
}

fn kind(text: &str, book: &str) -> Option<Event> {
    if text.contains("event: ready") {
        Some(Event::Ready)
    } else if text.contains("event: changes") && text.contains(&format!("\"{book}\"")) {
        Some(Event::Changed)
    } else if text.contains("event: end") || text.contains("\"success\":false") {
        Some(Event::Ended)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, kind};

    #[test]
    fn events_of_other_books_do_not_count() {
        let change = |id: &str| {
            format!("event: changes\ndata: {{\"changes\":[{{\"topic\":\"books\",\"ids\":[\"{id}\"]}}]}}")
        };
        assert_eq!(kind(&change("book_1"), "book_1"), Some(Event::Changed));
        assert_eq!(kind(&change("book_12"), "book_1"), None);
        assert_eq!(
            kind("HTTP/1.1 200 OK\r\n\r\n15\r\nevent: ready\ndata: {}", "book_1"),
            Some(Event::Ready)
        );
        assert_eq!(kind(":", "book_1"), None);
    }
}
