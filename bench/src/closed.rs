//! Closed loops: each client sends its next request when it has the response to the last one.
//!
//! They find the rate that saturates the machine. Their latency depends on the number of clients as much as on the
//! server; [`crate::open`] measures latency.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::Outcome;
use crate::client::Client;
use crate::cpu::Clocks;
use crate::desk::Desk;
use crate::figures::{Background, Figures};
use crate::pool::Pool;

/// A load: questions, and a desk whose next write makes cached responses stale once all questions have been asked.
#[derive(Clone)]
pub struct Load {
    pub address: SocketAddr,
    pub pool: Arc<Pool>,
    pub desk: Option<Arc<Mutex<Desk>>>,
}

impl Load {
    /// Changes the data if a round of distinct questions is over.
    pub async fn freshen(&self, is_round_over: bool) -> Outcome<()> {
        if is_round_over && let Some(desk) = &self.desk {
            desk.lock().await.change().await?;
        }
        Ok(())
    }
}

/// Runs this many clients for `time`, and measures the CPU time of the processes meanwhile.
pub async fn run(
    load: &Load,
    clients: usize,
    time: Duration,
    clocks: &Clocks,
    others: &Background,
) -> Outcome<Figures> {
    let before = clocks.read()?;
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..clients {
        let load = load.clone();
        tasks.spawn(async move {
            let mut client = Client::connect(load.address).await?;
            let mut micros = Vec::new();
            while began.elapsed() < time {
                let dealt = load.pool.deal();
                load.freshen(dealt.is_round_over).await?;
                let sent = Instant::now();
                for request in dealt.question {
                    let answer = client.send(request).await?;
                    if answer.status >= 300 {
                        let request = String::from_utf8_lossy(request);
                        return Err(format!("{} to {request}", answer.status).into());
                    }
                }
                micros.push(u64::try_from(sent.elapsed().as_micros())?);
            }
            Outcome::Ok(micros)
        });
    }
    let mut all = Vec::new();
    while let Some(micros) = tasks.join_next().await {
        all.extend(micros??);
    }
    let elapsed = began.elapsed();
    Ok(Figures::of(all, elapsed).with_cpu(&clocks.since(&before)?, elapsed, others))
}
