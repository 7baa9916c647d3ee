//! Thousands of connections from one network address, each in the middle of a request whose body never ends, while clients
//! of another address connect.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::{Outcome, say};

/// The address of the attacker, and that of the other clients. The whole of 127.0.0.0/8 is this machine.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const NEWCOMER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

/// The number of clients of the other address.
const NEWCOMERS: usize = 25;
/// The maximum median of the time that they wait for their response.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the server may take to refuse the connections.
const LIMIT: Duration = Duration::from_mins(1);

/// A request whose body is announced and never completed.
const UNFINISHED: &[u8] = b"POST /api/auth/login HTTP/1.1\r\nhost: library.example\r\n\
    content-type: application/json\r\ncontent-length: 100000\r\n\r\n{";

/// Opens `connections` connections to a server that allows one address at most `allowed`. Returns whether it refused all
/// others and served newcomers at once.
pub async fn run(address: SocketAddr, connections: usize, allowed: usize) -> Outcome<bool> {
    let refused = Arc::new(AtomicUsize::new(0));
    let mut attack = JoinSet::new();
    for _ in 0..connections {
        attack.spawn(hold(address, Arc::clone(&refused)));
    }
    let began = Instant::now();
    let expected = connections.saturating_sub(allowed);
    while refused.load(Ordering::Relaxed) < expected && began.elapsed() < LIMIT {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let refused = refused.load(Ordering::Relaxed);
    let mut waits = Vec::new();
    for _ in 0..NEWCOMERS {
        let began = Instant::now();
        let answer = tokio::time::timeout(LIMIT, ask(address)).await??;
        if !answer.starts_with("HTTP/1.1 200 ") {
            return Err(format!("a newcomer got {answer}").into());
        }
        waits.push(began.elapsed());
    }
    waits.sort_unstable();
    let (median, longest) = (waits[NEWCOMERS / 2], waits[NEWCOMERS - 1]);
    say(&format!(
        "Connections: of {connections} from one address with unfinished requests, {refused} were refused; newcomers from \
         another address waited {:.1} ms in the median, {:.1} ms at most",
        median.as_secs_f64() * 1e3,
        longest.as_secs_f64() * 1e3
    ));
    attack.shutdown().await;
    Ok(refused >= expected && median < PATIENCE)
}

async fn connect(source: Ipv4Addr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(source), 0))?;
    socket.connect(address).await
}

/// Holds a connection; counts it when the server closes it at once.
async fn hold(address: SocketAddr, refused: Arc<AtomicUsize>) {
    let Ok(mut stream) = connect(ATTACKER, address).await else {
        return;
    };
    // A refused connection may be closed before the request is written.
    drop(stream.write_all(UNFINISHED).await);
    let mut answer = [0; 2048];
    let is_held = match stream.read(&mut answer).await {
        // The server gives up waiting for the rest of the body, after some seconds.
        Ok(read) => read > 0 && !String::from_utf8_lossy(&answer[..read]).contains("too many connections"),
        Err(_) => false,
    };
    if !is_held {
        refused.fetch_add(1, Ordering::Relaxed);
    }
}

async fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = connect(NEWCOMER, address).await?;
    let request = b"GET /api/library HTTP/1.1\r\nhost: library.example\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
