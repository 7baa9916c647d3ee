//! One student sends reads and writes without a pause over hundreds of connections, while another student reads.
//!
//! The attacker runs on the machine of the server and takes a part of its cores, which an attacker elsewhere would not.
//! [`SHARING`] allows for it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::measure::{Tally, Witness, ms};
use crate::people::{MakeAccount, call, sign_up};
use crate::wire::{self, Connection};
use crate::{Outcome, say};

/// How much longer than twice the idle median the other student may wait, because the attacker uses the same cores.
const SHARING: Duration = Duration::from_millis(50);
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

    let requests: Arc<[Vec<u8>]> = requests(&attacker.token, &books).into();
    let until = Instant::now() + time;
    let mut flood = JoinSet::new();
    for number in 0..connections {
        flood.spawn(send(address, Arc::clone(&requests), number, until));
    }
    sleep(HEADSTART).await;
    let rest = time.saturating_sub(HEADSTART);
    let flooded = Witness::watch(address, &other.token, &paths, rest).await?;
    let mut sent = Tally::default();
    while let Some(part) = flood.join_next().await {
        sent.add(part?);
    }
    let allowed = idle.times.median() * 2 + SHARING;
    let refused = ["429", "503"].map(|status| sent.of(status)).iter().sum::<u64>();
    say(&format!(
        "Flood ({engine}): {} calls of one student over {connections} connections in {} s ({sent}), {refused} refused; \
         another student waited {} in the median and {} at 95 % (idle {} and {}; median allowed {}); responses: {}",
        sent.total(),
        time.as_secs(),
        ms(flooded.times.median()),
        ms(flooded.times.percentile(95)),
        ms(idle.times.median()),
        ms(idle.times.percentile(95)),
        ms(allowed),
        flooded.tally
    ));
    Ok(flooded.times.median() <= allowed && flooded.is_served() && idle.is_served())
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
async fn send(address: SocketAddr, requests: Arc<[Vec<u8>]>, number: usize, until: Instant) -> Tally {
    let mut tally = Tally::default();
    let mut connection = Connection::to(address);
    let place = number % requests.len();
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
    }
    tally
}
