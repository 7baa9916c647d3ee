//! Requests that are no HTTP, and hosts that are none.

use std::io::{Read as _, Write as _};

use serde_json::{Value, json};

use crate::support::{Server, text};

/// A request that is not valid HTTP gets a response like any other failure before the connection is closed.
#[tokio::test]
async fn a_malformed_request_gets_a_json_error() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let address = server.address.strip_prefix("http://").unwrap().to_owned();
    let with_host = |host: &str| {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        (request, 400, "malformed_request")
    };
    for (request, status, code) in [
        with_host("a.example/b"),
        with_host("a b.example"),
        with_host("reader@a.example"),
        with_host("a.example:port"),
        with_host("b\u{fc}cher.example"),
        ("GARBAGE\r\n\r\n".to_owned(), 400, "malformed_request"),
        (
            "GET / HTTP/1.1\r\na b: c\r\n\r\n".to_owned(),
            400,
            "malformed_request",
        ),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400, "malformed_request"),
        (
            "GET / HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n".to_owned(),
            400,
            "malformed_request",
        ),
        (
            "GET /api/library HTTP/1.0\r\nHost: a.example\r\nHost: a.example\r\n\r\n".to_owned(),
            400,
            "malformed_request",
        ),
        (
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0".to_owned(),
            400,
            "malformed_request",
        ),
        (
            format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(65_534)),
            414,
            "too_long_address",
        ),
        (
            format!("GET / HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(150)),
            431,
            "too_large_head",
        ),
        (
            // Exactly as long as the limit and incomplete, so that the server reads all of it.
            format!("GET / HTTP/1.1\r\nx: {}", "x".repeat(80 * 1024 - 19)),
            431,
            "too_large_head",
        ),
    ] {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = text(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let (_version, rest) = head.split_once(' ').unwrap();
        assert!(rest.starts_with(&format!("{status} ")), "{head}");
        assert!(
            head.contains("content-security-policy: ") && head.contains("connection: close"),
            "{head}"
        );
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["success"], &body["code"]), (&json!(false), &json!(code)));
    }
    // HTTP/1.0 has no rule about `Host`.
    for sound in [
        "HTTP/1.0",
        "HTTP/1.1\r\nHost: [::1]:80",
        "HTTP/1.1\r\nHost: a.example:",
        "HTTP/1.1\r\nHost:",
    ] {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        let request = format!("GET /healthz {sound}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        assert!(text(&answer).ends_with("alive\n"), "{sound}");
    }
    assert_eq!(server.stop(), 0);
}
