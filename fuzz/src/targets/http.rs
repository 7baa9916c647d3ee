//! The bytes of a connection, until it closes: hyper reads them, with the limits and the stream of the server's listener.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::runtime::{Builder, Runtime};

// The listener belongs to the binary, which other crates cannot use.
#[path = "../../../crates/carrel/src/wording.rs"]
#[allow(dead_code, reason = "the binary uses all of it")]
mod wording;

/// As in the listener.
const LONGEST_HEAD: usize = 80 * 1024;

pub(crate) fn run(input: &[u8]) {
    thread_local! {
        static RUNTIME: Runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    }
    let sent = input.to_vec();
    let answer = RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let exchange = tokio::time::timeout(Duration::from_secs(5), exchange(sent));
            exchange.await.expect("the connection ends")
        })
    });
    check(&answer);
}

/// Sends the bytes, ends the sending half, and reads until the server closes.
async fn exchange(sent: Vec<u8>) -> Vec<u8> {
    let (client, server) = tokio::io::duplex(64 * 1024);
    let mut builder = http1::Builder::new();
    builder.max_buf_size(LONGEST_HEAD);
    let connection = builder.serve_connection(TokioIo::new(wording::Worded::new(server)), service_fn(echo));
    let serving = async {
        let _ = connection.await;
    };
    let asking = async {
        let (mut reading, mut writing) = tokio::io::split(client);
        let sending = async {
            let _ = writing.write_all(&sent).await;
            let _ = writing.shutdown().await;
        };
        let mut answer = Vec::new();
        let receiving = async {
            let _ = reading.read_to_end(&mut answer).await;
        };
        tokio::join!(sending, receiving);
        answer
    };
    let ((), answer) = tokio::join!(serving, asking);
    answer
}

/// Answers with what was understood.
async fn echo(request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let line = format!("{} {}\n", request.method(), request.uri());
    let body = to_bytes(Body::new(request.into_body()), 1 << 20).await;
    let length = body.map_or(0, |body| body.len());
    Ok(Response::new(Body::from(format!("{line}{length}"))))
}

/// Checks that the answer begins with a response, and that a refusal has the documented body.
fn check(answer: &[u8]) {
    if answer.is_empty() {
        return;
    }
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut response = httparse::Response::new(&mut headers);
    let head = response.parse(answer).expect("a response");
    let httparse::Status::Complete(length) = head else {
        panic!("the head of the response is cut off");
    };
    let status = response.code.expect("a status");
    assert!(status < 500, "{status}");
    if status >= 400 {
        let body = &answer[length..];
        let body: serde_json::Value = serde_json::from_slice(body).expect("the refusal is JSON");
        assert_eq!(body["success"], false);
    }
}
