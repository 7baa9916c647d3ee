//! Open loop: requests are sent on a schedule, whether or not earlier ones have a response, and each latency counts
//! from the scheduled instant. A server that stalls is charged for all requests that had to wait.
//!
//! Each connection has a separate thread that sleeps until its next request is due; the timers of the asynchronous
//! runtime have a resolution of a millisecond, which is more than most responses take.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::client::Head;
use crate::closed::Load;
use crate::figures::Figures;

/// The maximum number of concurrent requests; when it is reached, the next ones start late and are charged for it.
const CONNECTIONS: usize = 64;
/// The timeout of a response.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Sends `per_second` questions per second for `time`. The rate in the figures is the one that was reached.
pub async fn run(load: &Load, per_second: f64, time: Duration) -> Outcome<Figures> {
    let interval = Duration::from_secs_f64(1.0 / per_second.max(1.0));
    let slots = Arc::new(AtomicU64::new(0));
    // Connections are opened before the schedule starts.
    let start = Instant::now() + Duration::from_millis(100);
    let runtime = tokio::runtime::Handle::current();
    let mut threads = Vec::with_capacity(CONNECTIONS);
    for _ in 0..CONNECTIONS {
        let (load, slots, runtime) = (load.clone(), Arc::clone(&slots), runtime.clone());
        threads.push(std::thread::spawn(move || -> Outcome<Vec<u64>> {
            let mut connection = Connection::open(load.address)?;
            let mut micros = Vec::new();
            loop {
                let slot = slots.fetch_add(1, Ordering::Relaxed);
                let due = start + interval.mul_f64(to_float(slot));
                if due >= start + time {
                    return Ok(micros);
                }
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                let dealt = load.pool.deal();
                runtime.block_on(load.freshen(dealt.is_round_over))?;
                for request in dealt.question {
                    let status = connection.send(request)?;
                    if status >= 300 {
                        return Err(format!("{status} to {}", String::from_utf8_lossy(request)).into());
                    }
                }
                micros.push(u64::try_from(due.elapsed().as_micros())?);
            }
        }));
    }
    let joined = tokio::task::spawn_blocking(move || {
        let mut all = Vec::new();
        for thread in threads {
            let micros = thread.join().map_err(|_| "a thread of the open loop panicked")?;
            all.extend(micros?);
        }
        Outcome::Ok(all)
    });
    let all = joined.await??;
    Ok(Figures::of(all, start.elapsed()))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a run has far fewer than 2^52 requests"
)]
fn to_float(number: u64) -> f64 {
    number as f64
}

/// The keep-alive connection of one thread.
struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    fn open(address: SocketAddr) -> Outcome<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Connection {
            stream,
            buffer: vec![0; 64 * 1024],
        })
    }

    /// Sends a request, reads the whole response, and returns its status.
    fn send(&mut self, request: &[u8]) -> Outcome<u16> {
        self.stream.write_all(request)?;
        let mut length = 0;
        let mut head: Option<Head> = None;
        loop {
            if length == self.buffer.len() {
                self.buffer.resize(2 * length, 0);
            }
            let read = self.stream.read(&mut self.buffer[length..])?;
            if read == 0 {
                return Err("the server closed the connection".into());
            }
            length += read;
            if head.is_none() {
                head = Head::parse(&self.buffer[..length])?;
            }
            if let Some(head) = head
                && length >= head.body_end
            {
                return Ok(head.status);
            }
        }
    }
}
