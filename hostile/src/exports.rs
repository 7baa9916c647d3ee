//! Six downloads of large own data at once, two of them slow, while another client reads.
//!
//! Each person has thousands of changes of their details, and most have thousands of borrowings. The resident memory of
//! the server must stay below [`MEMORY_KB`].

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::measure::{Witness, ms, seconds};
use crate::people::{active_people, call, session};
use crate::server::{ADMINISTRATOR, Library};
use crate::wire::{self, Connection};
use crate::{Outcome, say};

/// The library of this attack.
pub const LIBRARY: Library = Library::Generated {
    books: 300,
    users: 7,
    loans: 200_000,
};

/// The maximum resident memory of the server, in kibibytes.
const MEMORY_KB: u64 = 300 * 1024;
/// The people of each kind who download.
const OF_EACH_KIND: usize = 3;
/// A slow client reads this many bytes at a time, after a pause.
const SLOW_BYTES: usize = 16;
const SLOW_PAUSE: Duration = Duration::from_secs(1);
/// A slow client closes the connection after this time.
const SLOW_TIME: Duration = Duration::from_secs(30);
/// The maximum time of a fast client, repetitions included.
const LIMIT: Duration = Duration::from_mins(2);
/// The pause of a client before it repeats a refused download.
const RETRY: Duration = Duration::from_millis(200);

/// A download.
#[derive(Debug, Default)]
struct Download {
    is_slow: bool,
    /// Whether the server began to send the data.
    is_begun: bool,
    is_complete: bool,
    bytes: usize,
    /// How often the server refused it before.
    refused: usize,
    took: Duration,
}

/// Fills six accounts with `changes` changes of their details each, and downloads their data at once. `process` is the
/// id of the server. Returns whether the memory is bounded and everybody is served.
pub async fn run(address: SocketAddr, process: u32, changes: usize) -> Outcome<bool> {
    let administrator = session(address, ADMINISTRATOR).await?;
    let people = active_people(address, &administrator).await?;
    let students: Vec<&Value> = people.iter().filter(|one| one["role"] == "student").collect();
    let [reader, others @ ..] = students.as_slice() else {
        return Err("there are no students".into());
    };
    let reader = session(address, text(reader, "email")?).await?;
    let others = others
        .get(..2 * OF_EACH_KIND)
        .ok_or("there are too few students")?;
    let mut filling = JoinSet::new();
    for (number, person) in others.iter().enumerate() {
        let id = text(person, "_id")?.to_owned();
        filling.spawn(fill(
            address,
            administrator.clone(),
            id,
            number < OF_EACH_KIND,
            changes,
        ));
    }
    while let Some(filled) = filling.join_next().await {
        filled??;
    }
    let paths = ["/api/books", "/api/auth/me", "/api/borrowings/my-borrowings"].map(str::to_owned);
    let idle = Witness::watch(address, &reader, &paths, Duration::from_secs(3)).await?;
    let before = memory(process, "VmRSS:")?;

    let witness = Witness::start(address, &reader, &paths);
    let mut downloads = JoinSet::new();
    for (number, person) in others.iter().enumerate() {
        let token = session(address, text(person, "email")?).await?;
        // One administrator and one student are slow.
        downloads.spawn(download(address, token, number % OF_EACH_KIND == 0));
    }
    let mut done = Vec::new();
    while let Some(download) = downloads.join_next().await {
        done.push(download??);
    }
    let beside = witness.stop().await?;
    let peak = memory(process, "VmHWM:")?;

    let (slow, fast): (Vec<_>, Vec<_>) = done.iter().partition(|one| one.is_slow);
    let is_complete = fast.iter().all(|one| one.is_complete) && slow.iter().all(|one| one.is_begun);
    let sizes = fast.iter().map(|one| one.bytes / 1024);
    let (smallest, largest) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
    let longest = fast.iter().map(|one| one.took).max().unwrap_or_default();
    say(&format!(
        "Exports: {} fast ones of {smallest} to {largest} KiB {} within {} after {} refusals, beside {} slow ones of at \
         most {} s; memory {} MiB before, {} MiB at most (limit {}); a reader waited {} in the median, {} at most (idle {} \
         and {}); its responses: {}",
        fast.len(),
        if is_complete {
            "were complete"
        } else {
            "were NOT all complete"
        },
        seconds(longest),
        done.iter().map(|one| one.refused).sum::<usize>(),
        slow.len(),
        SLOW_TIME.as_secs(),
        before / 1024,
        peak / 1024,
        MEMORY_KB / 1024,
        ms(beside.times.median()),
        ms(beside.times.worst()),
        ms(idle.times.median()),
        ms(idle.times.worst()),
        beside.tally
    ));
    Ok(is_complete && peak < MEMORY_KB && beside.is_served())
}

fn text<'a>(json: &'a Value, field: &str) -> Outcome<&'a str> {
    Ok(json[field].as_str().ok_or_else(|| format!("no {field}"))?)
}

/// Changes the details of a person many times; each change is in the audit log, and in the person's own data. Makes the
/// person an administrator, if asked to.
async fn fill(
    address: SocketAddr,
    token: String,
    id: String,
    is_administrator: bool,
    changes: usize,
) -> Outcome<()> {
    let path = format!("/api/admin/users/{id}");
    let mut connection = Connection::to(address);
    for number in 0..changes {
        // The longest text that the field allows, of characters with four bytes.
        let long: String = std::iter::repeat_n('\u{1F4DA}', 190).collect();
        let mut form = json!({ "address": format!("{long}{number}") });
        if is_administrator && number == 0 {
            form["role"] = json!("admin");
        }
        let answer = connection
            .send(&wire::json("PUT", &path, Some(&token), Some(&form)), true)
            .await?;
        if answer.status != 200 {
            return Err(format!("change {number} of {id}: {}", answer.status).into());
        }
    }
    let role = call(address, "GET", &path, Some(&token), None).await?;
    if is_administrator && role["data"]["role"] != "admin" {
        return Err(format!("{id} is not an administrator").into());
    }
    Ok(())
}

/// Downloads a person's own data, and repeats a refused download.
async fn download(address: SocketAddr, token: String, is_slow: bool) -> Outcome<Download> {
    let began = Instant::now();
    let mut download = Download {
        is_slow,
        ..Download::default()
    };
    while began.elapsed() < LIMIT {
        let attempt = attempt(address, &token, &mut download);
        let status = if is_slow {
            match timeout(SLOW_TIME, attempt).await {
                Ok(Ok(status)) => status,
                // The end of its time, or of the server's patience.
                Ok(Err(_)) | Err(_) => break,
            }
        } else {
            attempt.await?
        };
        match status {
            200 => break,
            429 | 503 => download.refused += 1,
            status => return Err(format!("an export got {status}").into()),
        }
        sleep(RETRY).await;
    }
    download.took = began.elapsed();
    Ok(download)
}

/// One try; returns the status, at once when it is not 200.
async fn attempt(address: SocketAddr, token: &str, download: &mut Download) -> Outcome<u16> {
    let socket = TcpSocket::new_v4()?;
    if download.is_slow {
        // Otherwise the system of the client takes megabytes for it.
        socket.set_recv_buffer_size(4096)?;
    }
    let mut stream = socket.connect(address).await?;
    let request = format!(
        "GET /api/auth/export HTTP/1.1\r\nhost: library.example\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    let mut buffer = vec![0; if download.is_slow { SLOW_BYTES } else { 64 * 1024 }];
    download.bytes = 0;
    loop {
        let read = stream.read(&mut buffer).await?;
        if read == 0 {
            break;
        }
        download.bytes += read;
        if !download.is_begun {
            head.extend_from_slice(&buffer[..read]);
            if let Some(digits) = head.get(9..12) {
                let status = std::str::from_utf8(digits)?.parse()?;
                if status != 200 {
                    return Ok(status);
                }
                download.is_begun = true;
            }
        }
        tail.extend_from_slice(&buffer[..read]);
        tail.drain(..tail.len().saturating_sub(16));
        if download.is_slow {
            sleep(SLOW_PAUSE).await;
        }
    }
    // The body is sent in chunks; the last one is empty.
    download.is_complete = tail.ends_with(b"}}\r\n0\r\n\r\n");
    let status = head
        .get(9..12)
        .and_then(|digits| std::str::from_utf8(digits).ok());
    Ok(status.unwrap_or_default().parse()?)
}

/// A field of the server's status in kibibytes, as Linux reports it.
fn memory(process: u32, field: &str) -> Outcome<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or_else(|| format!("no {field}"))?.parse()?)
}
