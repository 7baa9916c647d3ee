//! Response times, and a client that reads beside an attack.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::Outcome;
use crate::wire::{self, Answer, Connection, Failure};

/// The pause between two reads of a [`Witness`].
const PAUSE: Duration = Duration::from_millis(5);

/// Response times, sorted.
#[derive(Debug, Clone, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Sorts them.
    pub fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Times(times)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The median; zero when there are none.
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }

    /// The time that this many percent of the calls do not exceed; zero when there are none.
    pub fn percentile(&self, percent: usize) -> Duration {
        let place = (self.0.len() * percent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(place).copied().unwrap_or_default()
    }

    /// The longest time; zero when there are none.
    pub fn worst(&self) -> Duration {
        self.0.last().copied().unwrap_or_default()
    }
}

/// The numbers of responses by status, and of calls without a response by kind of failure.
#[derive(Debug, Clone, Default)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Counts a call.
    pub fn count(&mut self, answer: &Result<Answer, Failure>) {
        let what = match answer {
            Ok(answer) => answer.status.to_string(),
            Err(failure) => failure.kind().to_owned(),
        };
        *self.0.entry(what).or_default() += 1;
    }

    /// Adds the numbers of another one.
    pub fn add(&mut self, other: Tally) {
        for (what, number) in other.0 {
            *self.0.entry(what).or_default() += number;
        }
    }

    /// The number of calls with this status or kind of failure.
    pub fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// The number of all calls.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<_> = self
            .0
            .iter()
            .map(|(what, number)| format!("{what}: {number}"))
            .collect();
        out.write_str(&parts.join(", "))
    }
}

/// A client that reads one path after the other until it is stopped. It has a thread of its own, so that the tasks of an
/// attack in the same process do not delay it.
#[derive(Debug)]
pub struct Witness {
    is_stopped: Arc<AtomicBool>,
    thread: JoinHandle<std::io::Result<Seen>>,
}

/// The results of a [`Witness`].
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The times of the responses with status 200.
    pub times: Times,
    pub tally: Tally,
}

impl Seen {
    /// Whether every call got a response with status 200.
    pub fn is_served(&self) -> bool {
        self.tally.total() > 0 && self.tally.of("200") == self.tally.total()
    }
}

impl Witness {
    /// Starts to read `paths` with a token.
    pub fn start(address: SocketAddr, token: &str, paths: &[String]) -> Self {
        let requests: Vec<Vec<u8>> = paths
            .iter()
            .map(|path| wire::json("GET", path, Some(token), None))
            .collect();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            Ok(runtime.block_on(read(address, &requests, &stop)))
        });
        Witness { is_stopped, thread }
    }

    /// Reads for this long.
    pub async fn watch(address: SocketAddr, token: &str, paths: &[String], time: Duration) -> Outcome<Seen> {
        let witness = Witness::start(address, token, paths);
        tokio::time::sleep(time).await;
        witness.stop().await
    }

    /// Stops it after its current call, and returns its results.
    pub async fn stop(self) -> Outcome<Seen> {
        self.is_stopped.store(true, Ordering::Relaxed);
        let joined = tokio::task::spawn_blocking(|| self.thread.join()).await?;
        Ok(joined.map_err(|_| "a client panicked")??)
    }
}

async fn read(address: SocketAddr, requests: &[Vec<u8>], stop: &AtomicBool) -> Seen {
    let mut connection = Connection::to(address);
    let (mut times, mut tally) = (Vec::new(), Tally::default());
    for request in requests.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let answer = connection.send(request, true).await;
        tally.count(&answer);
        if let Some(answer) = answer.ok().filter(|answer| answer.status == 200) {
            times.push(answer.took);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Seen {
        times: Times::new(times),
        tally,
    }
}

/// Milliseconds with one decimal, for reports.
pub fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Seconds with two decimals, for reports.
pub fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Times;

    #[test]
    fn percentiles_are_times_of_calls() {
        let times = Times::new((1..=100).rev().map(Duration::from_millis).collect());
        assert_eq!(times.median(), Duration::from_millis(51));
        assert_eq!(times.percentile(95), Duration::from_millis(96));
        assert_eq!(times.worst(), Duration::from_millis(100));
        assert_eq!(Times::default().worst(), Duration::ZERO);
    }
}
