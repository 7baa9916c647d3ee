//! Slow clients of every kind, more than the server accepts connections. The server must disconnect each of them after
//! a timeout, and serve normal clients meanwhile.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::http::{Answer, Call, Client, Reply};
use crate::journal::{Journal, tally};
use crate::readers::{Allowed, Readers};
use crate::scene::Scene;
use crate::writers::Writers;
use crate::{Outcome, Trial, say};

/// The limit of the server's open files. It accepts half as many connections.
const FILES: u32 = 512;
/// The number of slow clients of each kind: together more than there are connections, and few enough that the system's
/// queue of new connections does not overflow. A client that is dropped there believes that it is connected, but the
/// server never sees it.
const OF_EACH_KIND: usize = 70;
/// The maximum lifetime of their connections: thirty seconds are the server's longest timeout, and the machine may be
/// slow.
const LONGEST: Duration = Duration::from_secs(45);

/// The pause between two connections of a slow client.
const PAUSE: Duration = Duration::from_millis(100);

/// The kind of a slow client.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// Sends nothing.
    Silent,
    /// Sends its headers one byte at a time, without an end.
    Head,
    /// Announces a body, and sends it one byte at a time.
    Body,
    /// Sends many requests, and reads no response.
    Deaf,
    /// Sends one request, and keeps the connection open.
    Idle,
}

const KINDS: [Kind; 5] = [Kind::Silent, Kind::Head, Kind::Body, Kind::Deaf, Kind::Idle];

/// The connections of a kind.
#[derive(Default)]
struct Lives {
    cut: AtomicUsize,
    longest: Mutex<Duration>,
}

impl Lives {
    fn note(&self, lived: Duration) {
        let mut longest = self.longest.lock().unwrap_or_else(PoisonError::into_inner);
        *longest = longest.max(lived);
    }
}

/// Runs the slow clients for this time while others work; returns the violations.
pub async fn run(trial: &Trial, time: Duration) -> Outcome<Vec<String>> {
    let mut scene = Scene::prepare(trial, None).await?;
    scene.installation.files = Some(FILES);
    let mut server = scene.installation.serve().await?;
    let (stop, stopped) = watch::channel(false);
    let lives: Arc<[Lives; KINDS.len()]> = Arc::default();
    let mut slow = JoinSet::new();
    for number in 0..KINDS.len() * OF_EACH_KIND {
        let lives = Arc::clone(&lives);
        slow.spawn(connect_slowly(
            server.address,
            number % KINDS.len(),
            lives,
            stopped.clone(),
        ));
    }
    let writers = Writers::new(trial, &scene, Journal::default());
    let journal = Arc::clone(&writers.journal);
    let never: Allowed = |_| false;
    let readers = Readers::start(server.address, &scene, &journal, never);
    let working = writers.start(server.address);
    let began = Instant::now();
    let mut newcomers = 0;
    while began.elapsed() < time {
        // New clients are served as well.
        let reply = Client::new(server.address)
            .call(&Call::new("GET", "/api/library", None))
            .await;
        match reply {
            Reply::Answered(Answer { status: 200, .. }) => newcomers += 1,
            reply => journal.violated(format!("a new client: {reply:?}")),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let writers = working.stop().await?.settle(server.address).await?;
    let (answered, _) = readers.stop().await?;
    stop.send(true)?;
    while let Some(task) = slow.join_next().await {
        task?;
    }
    let mut found = Vec::new();
    if server.has_ended()? {
        found.push("the server ended".to_owned());
    }
    server.stop().await?;
    found.extend(scene.violations(&writers.journal.whole()).await?);
    found.extend(journal.violations());
    for (kind, lives) in KINDS.iter().zip(lives.iter()) {
        let longest = *lives.longest.lock().unwrap_or_else(PoisonError::into_inner);
        let cut = lives.cut.load(Ordering::SeqCst);
        say(&format!(
            "{OF_EACH_KIND} at a time who are slow ({kind:?}): {cut} connections cut, the longest after {:.1} s",
            longest.as_secs_f64()
        ));
        if longest > LONGEST || (cut == 0 && time > LONGEST) {
            found.push(format!(
                "slow clients ({kind:?}) are not cut: {cut}, the longest after {longest:?}"
            ));
        }
    }
    let (done, ..) = tally(&writers.journal.whole());
    say(&format!(
        "beside them, with room for {} connections: {done} effects acknowledged, {answered} reads answered, {newcomers} \
         newcomers served",
        FILES / 2
    ));
    if !found.is_empty() {
        say(&format!("the server's log is kept in {}", scene.keep().display()));
    }
    Ok(found)
}

/// Opens one slow connection after the other.
async fn connect_slowly(
    address: SocketAddr,
    kind: usize,
    lives: Arc<[Lives; KINDS.len()]>,
    mut stop: watch::Receiver<bool>,
) {
    while !*stop.borrow() {
        let Ok(stream) = TcpStream::connect(address).await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let began = Instant::now();
        let lives = &lives[kind];
        tokio::select! {
            _ = be_slow(stream, KINDS[kind]) => {
                lives.cut.fetch_add(1, Ordering::SeqCst);
            }
            _ = stop.changed() => {}
        }
        lives.note(began.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns when the server has closed the connection.
async fn be_slow(mut stream: TcpStream, kind: Kind) -> std::io::Result<()> {
    let mut nothing = [0; 1024];
    match kind {
        Kind::Silent => {}
        Kind::Head => {
            stream
                .write_all(b"GET /api/library HTTP/1.1\r\nhost: library.example\r\nx-slow: ")
                .await?;
            return trickle(stream).await;
        }
        Kind::Body => {
            let head = "POST /api/auth/login HTTP/1.1\r\nhost: library.example\r\ncontent-type: application/json\r\n\
                        content-length: 100000\r\n\r\n";
            stream.write_all(head.as_bytes()).await?;
            return trickle(stream).await;
        }
        Kind::Deaf => {
            let ask = "GET /api/openapi.json HTTP/1.1\r\nhost: library.example\r\n\r\n";
            // More than the buffers of the system can hold.
            stream.write_all(ask.repeat(30).as_bytes()).await?;
            loop {
                // It never reads; a closed connection shows when it writes.
                tokio::time::sleep(Duration::from_millis(500)).await;
                if stream.take_error()?.is_some() {
                    return Ok(());
                }
                stream.write_all(b"\r\n").await?;
            }
        }
        Kind::Idle => {
            let ask = "GET /api/library HTTP/1.1\r\nhost: library.example\r\n\r\n";
            stream.write_all(ask.as_bytes()).await?;
        }
    }
    while stream.read(&mut nothing).await? > 0 {}
    Ok(())
}

/// Sends a byte a second until the connection is closed.
async fn trickle(stream: TcpStream) -> std::io::Result<()> {
    let (mut from, mut to) = stream.into_split();
    let mut answer = [0; 1024];
    loop {
        tokio::select! {
            read = from.read(&mut answer) => {
                if read? == 0 {
                    return Ok(());
                }
            }
            () = tokio::time::sleep(Duration::from_secs(1)) => to.write_all(b"x").await?,
        }
    }
}
