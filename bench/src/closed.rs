//! Closed loops: each client sends its next request when it has the answer to the last.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::client::{Client, request};

/// What a load showed.
pub struct Figures {
    pub per_second: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
}

impl Figures {
    fn of(mut micros: Vec<u64>, elapsed: Duration) -> Self {
        micros.sort_unstable();
        let at = |share: usize| micros.get(micros.len() * share / 100).copied().unwrap_or(0);
        #[expect(clippy::cast_precision_loss, reason = "counts and microseconds are small")]
        Figures {
            per_second: micros.len() as f64 / elapsed.as_secs_f64(),
            p50_ms: at(50) as f64 / 1000.0,
            p99_ms: at(99) as f64 / 1000.0,
        }
    }
}

/// Runs `clients` loops for `time`; each goes round its own requests.
pub async fn run(
    address: SocketAddr,
    clients: usize,
    time: Duration,
    requests: impl Fn(usize) -> Vec<Vec<u8>>,
) -> Outcome<Figures> {
    let began = Instant::now();
    let mut tasks = Vec::with_capacity(clients);
    for number in 0..clients {
        let requests = requests(number);
        tasks.push(tokio::spawn(async move {
            let mut client = Client::connect(address).await?;
            let mut micros = Vec::new();
            for bytes in requests.iter().cycle() {
                let sent = Instant::now();
                let answer = client.send(bytes).await?;
                if answer.status >= 300 {
                    return Err(format!("status {}", answer.status).into());
                }
                micros.push(elapsed_micros(sent));
                if began.elapsed() >= time {
                    break;
                }
            }
            Outcome::Ok(micros)
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await??);
    }
    Ok(Figures::of(all, began.elapsed()))
}

fn elapsed_micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// Each pair of a student's token and a book borrows and returns, over and over. Both calls run mixed, as at a desk;
/// each one's rate is what the mix reached of it.
pub async fn circulation(
    address: SocketAddr,
    pairs: Vec<(String, String)>,
    admin: &str,
    time: Duration,
) -> Outcome<(Figures, Figures)> {
    let began = Instant::now();
    let mut tasks = Vec::with_capacity(pairs.len());
    for (token, book) in pairs {
        let admin = admin.to_owned();
        tasks.push(tokio::spawn(async move {
            let mut client = Client::connect(address).await?;
            let borrow = request("POST", &format!("/api/borrowings/{book}"), Some(&token), None);
            let (mut borrowing, mut returning) = (Vec::new(), Vec::new());
            while began.elapsed() < time {
                let sent = Instant::now();
                let answer = client.send(&borrow).await?;
                borrowing.push(elapsed_micros(sent));
                if answer.status != 201 {
                    return Err(format!(
                        "borrow: {} {}",
                        answer.status,
                        String::from_utf8_lossy(&answer.body)
                    )
                    .into());
                }
                let answer: serde_json::Value = serde_json::from_slice(&answer.body)?;
                let id = answer["data"]["_id"].as_str().ok_or("a borrowing has an id")?;
                let give_back = request(
                    "PUT",
                    &format!("/api/admin/borrowings/{id}/return"),
                    Some(&admin),
                    None,
                );
                let sent = Instant::now();
                let answer = client.send(&give_back).await?;
                returning.push(elapsed_micros(sent));
                if answer.status != 200 {
                    return Err(format!(
                        "return: {} {}",
                        answer.status,
                        String::from_utf8_lossy(&answer.body)
                    )
                    .into());
                }
            }
            Outcome::Ok((borrowing, returning))
        }));
    }
    let (mut borrowing, mut returning) = (Vec::new(), Vec::new());
    for task in tasks {
        let (borrowed, returned) = task.await??;
        borrowing.extend(borrowed);
        returning.extend(returned);
    }
    let elapsed = began.elapsed();
    Ok((Figures::of(borrowing, elapsed), Figures::of(returning, elapsed)))
}
