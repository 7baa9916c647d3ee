//! The bytes of a connection, until it closes: hyper reads them, with the limits, the stream and the check of `Host` of the
//! server's listener.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Version;
use axum::http::header::HOST;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::runtime::{Builder, Runtime};

// The listener belongs to the binary, which other crates cannot use.
#[path = "../../../crates/carrel/src/wording.rs"]
#[allow(dead_code, reason = "the binary uses all of it")]
mod wording;

#[path = "../../../crates/carrel/src/http.rs"]
mod server_http;

pub(crate) fn run(input: &[u8]) {
    thread_local! {
        static RUNTIME: Runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    }
    let sent = input.to_vec();
    // Empty lines before a request are ignored (RFC 9112, section 2.2).
    let is_head = input.trim_ascii_start().starts_with(b"HEAD ");
    let answer = RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let exchange = tokio::time::timeout(Duration::from_secs(5), exchange(sent));
            exchange.await.expect("the connection ends")
        })
    });
    check(&answer, is_head);
}

/// Sends the bytes, ends the sending half, and reads until the server closes.
async fn exchange(sent: Vec<u8>) -> Vec<u8> {
    let (client, server) = tokio::io::duplex(64 * 1024);
    let stream = TokioIo::new(wording::Worded::new(server));
    let connection =
        server_http::connections(server_http::HEADER_TIMEOUT).serve_connection(stream, service_fn(echo));
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

/// Answers with what was understood, or as the listener refuses a request with a wrong `Host`.
async fn echo(request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let hosts = request.headers().get_all(HOST).iter().count();
    if let Some(refusal) = server_http::refusal(&request) {
        assert!(
            hosts != 0 || request.version() == Version::HTTP_11,
            "HTTP/1.0 needs no host"
        );
        return Ok(refusal);
    }
    assert!(
        hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11),
        "{hosts} hosts in {:?}",
        request.version()
    );
    let line = format!("{} {}\n", request.method(), request.uri());
    let body = to_bytes(Body::new(request.into_body()), 1 << 20).await;
    let length = body.map_or(0, |body| body.len());
    Ok(Response::new(Body::from(format!("{line}{length}"))))
}

/// Checks that the answer begins with a response, and that a refusal has the documented body; a response to HEAD may have
/// none.
fn check(answer: &[u8], is_head: bool) {
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
        if is_head && body.is_empty() {
            return;
        }
        let body: serde_json::Value = serde_json::from_slice(body).expect("the refusal is JSON");
        assert_eq!(body["success"], false);
    }
}
