//! The limit: a handler on the same HTTP stack that only returns bytes, in a separate process.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::any;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tower::ServiceExt as _;

use crate::Outcome;
use crate::cpu::Clocks;
use crate::report::say;

/// A bare handler that runs until it is dropped.
pub struct Bare {
    pub address: SocketAddr,
    process: Child,
    _body: tempfile::NamedTempFile,
}

impl Bare {
    /// Starts this program again, as a server that returns `body` on every path. Like the product, it only shares the
    /// machine with the load driver.
    pub async fn start(body: &[u8]) -> Outcome<Self> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), body)?;
        let mut process = Command::new(std::env::current_exe()?)
            .arg("--bare")
            .arg(file.path())
            .kill_on_drop(true)
            .stdout(Stdio::piped())
            .spawn()?;
        let out = process.stdout.take().ok_or("its output is piped")?;
        let line = BufReader::new(out).lines().next_line().await?;
        let address = line.ok_or("the bare handler did not start")?.parse()?;
        Ok(Bare {
            address,
            process,
            _body: file,
        })
    }

    /// The clocks of its process.
    pub fn clocks(&self) -> Outcome<Clocks> {
        Ok(Clocks {
            server: self.process.id().ok_or("the bare handler has ended")?,
            database: None,
        })
    }
}

/// Serves the bytes of a file on every path until the process ends.
pub async fn serve(body: &Path) -> Outcome<()> {
    let body = axum::body::Bytes::from(std::fs::read(body)?);
    let router: Router = Router::new().fallback(any(move || async move {
        ([(CONTENT_TYPE, "application/json")], body)
    }));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    say(&listener.local_addr()?.to_string());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let router = router.clone();
        let service = hyper::service::service_fn(move |request| {
            let answer = router.clone().oneshot(request);
            async move { Ok::<_, Infallible>(answer.await.unwrap_or_else(|never| match never {})) }
        });
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).pipeline_flush(true);
        tokio::spawn(http.serve_connection(TokioIo::new(stream), service));
    }
}
