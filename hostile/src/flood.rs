//! One student sends reads and writes without a pause over hundreds of connections, while another student reads.
//!
//! The attacker runs on the machine of the server and takes a part of its cores, which an attacker elsewhere would not. So
//! the same flood, as many calls in the same time, is then sent to another program that only refuses, and the other student
//! may wait twice as long as beside that one.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

use crate::measure::{Seen, Tally, Witness, ms};
use crate::people::{MakeAccount, call, sign_up};
use crate::wire::{self, Connection};
use crate::{Outcome, say};

/// How long the other student reads before the flood.
const IDLE: Duration = Duration::from_secs(5);
/// The flood begins this long before the other student is measured again.
const HEADSTART: Duration = Duration::from_secs(1);

/// Floods a server for `time` over `connections` connections. Returns whether another student was served as before.
pub async fn run(
    address: SocketAddr,
    engine: &str,
    make: &MakeAccount,
    connections: usize,
    time: Duration,
) -> Outcome<bool> {
    let attacker = sign_up(address, make, false).await?;
    let other = sign_up(address, make, false).await?;
    let books = call(address, "GET", "/api/books?limit=20", Some(&other.token), None).await?;
    let books = books["data"].as_array().ok_or("books are a list")?;
    let books: Vec<String> = books
        .iter()
        .filter_map(|book| Some(book["_id"].as_str()?.to_owned()))
        .collect();
    let book = books.first().ok_or("there are no books")?;
    let paths = [
        "/api/books".to_owned(),
        format!("/api/books/{book}"),
        "/api/borrowings/my-borrowings".to_owned(),
    ];
    let idle = Witness::watch(address, &other.token, &paths, IDLE).await?;

    let mut flood = Flood {
        target: address,
        requests: requests(&attacker.token, &books).into(),
        connections,
        time,
        pause: Duration::ZERO,
    };
    let (flooded, sent) = flood.beside(address, &other.token, &paths).await?;
    flood.target = refusing_program()?;
    let calls_of_one = u32::try_from(sent.total() / u64::try_from(connections)?)?.max(1);
    flood.pause = time / calls_of_one;
    let (beside, sent_beside) = flood.beside(address, &other.token, &paths).await?;
    let allowed = beside.times.median().max(idle.times.median()) * 2;
    let refused = ["429", "503"].map(|status| sent.of(status)).iter().sum::<u64>();
    say(&format!(
        "Flood ({engine}): {} calls of one student over {connections} connections in {} s ({sent}), {refused} refused; \
         another student waited {} in the median and {} at 95 % (idle {} and {}; beside {} calls to another program {} and {}; \
         median allowed {}); responses: {}",
        sent.total(),
        time.as_secs(),
        ms(flooded.times.median()),
        ms(flooded.times.percentile(95)),
        ms(idle.times.median()),
        ms(idle.times.percentile(95)),
        sent_beside.total(),
        ms(beside.times.median()),
        ms(beside.times.percentile(95)),
        ms(allowed),
        flooded.tally
    ));
    Ok(flooded.times.median() <= allowed && flooded.is_served() && idle.is_served())
}

/// Calls over many connections for some time.
struct Flood {
    target: SocketAddr,
    requests: Arc<[Vec<u8>]>,
    connections: usize,
    time: Duration,
    /// The time between the beginnings of two calls of one connection.
    pause: Duration,
}

impl Flood {
    /// Floods the target while a student reads from `address`. Returns the results of the student and of the flood.
    async fn beside(&self, address: SocketAddr, token: &str, paths: &[String]) -> Outcome<(Seen, Tally)> {
        let until = Instant::now() + self.time;
        let mut flood = JoinSet::new();
        for number in 0..self.connections {
            let requests = Arc::clone(&self.requests);
            flood.spawn(send(self.target, requests, number, until, self.pause));
        }
        sleep(HEADSTART).await;
        let rest = self.time.saturating_sub(HEADSTART);
        let seen = Witness::watch(address, token, paths, rest).await?;
        let mut sent = Tally::default();
        while let Some(part) = flood.join_next().await {
            sent.add(part?);
        }
        Ok((seen, sent))
    }
}

/// A program that answers every request with 429 and does nothing else. It has a thread of its own, and ends with the
/// process.
fn refusing_program() -> Outcome<SocketAddr> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    std::thread::spawn(move || runtime.block_on(refuse(listener)));
    Ok(address)
}

async fn refuse(listener: std::net::TcpListener) -> std::io::Result<()> {
    const REFUSAL: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n";
    let listener = TcpListener::from_std(listener)?;
    loop {
        let (mut stream, _) = listener.accept().await?;
        tokio::spawn(async move {
            // A request of the flood is smaller than one segment.
            let mut request = [0; 4096];
            while stream.read(&mut request).await.is_ok_and(|length| length > 0) {
                if stream.write_all(REFUSAL).await.is_err() {
                    break;
                }
            }
        });
    }
}

/// The requests of the attacker: as many reads as writes.
fn requests(token: &str, books: &[String]) -> Vec<Vec<u8>> {
    let send =
        |method: &str, path: &str, body: Option<Value>| wire::json(method, path, Some(token), body.as_ref());
    let mut requests = Vec::new();
    for (number, book) in books.iter().enumerate() {
        let phone = json!({ "phone": format!("+4930{:06}", number + 1) });
        let stars = json!({ "stars": 1 + number % 5 });
        requests.extend([
            send("GET", "/api/books?search=the", None),
            send("PUT", &format!("/api/favorites/{book}"), Some(json!({}))),
            send("GET", &format!("/api/books/{book}"), None),
            send("PUT", &format!("/api/books/{book}/rating"), Some(stars)),
            send("GET", "/api/borrowings/my-history", None),
            send("PUT", "/api/auth/updatedetails", Some(phone)),
            send("GET", "/api/auth/me", None),
            send("DELETE", &format!("/api/favorites/{book}"), None),
        ]);
    }
    requests
}

/// Sends one request after the other, each connection beginning with another one.
async fn send(
    address: SocketAddr,
    requests: Arc<[Vec<u8>]>,
    number: usize,
    until: Instant,
    pause: Duration,
) -> Tally {
    let mut tally = Tally::default();
    let mut connection = Connection::to(address);
    let place = number % requests.len();
    let mut next = Instant::now();
    for request in requests.iter().cycle().skip(place) {
        if Instant::now() >= until {
            break;
        }
        let answer = connection.send(request, true).await;
        if answer.is_err() {
            // A server without places closes the connection: another one is opened, without a busy loop.
            sleep(Duration::from_millis(10)).await;
        }
        tally.count(&answer);
        next += pause;
        if !pause.is_zero() {
            sleep_until(next.min(until).into()).await;
        }
    }
    tally
}
