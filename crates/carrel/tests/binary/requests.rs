//! Requests that are no HTTP, hosts that are none, and paths that lead to no file.

use std::io::{Read as _, Write as _};

use serde_json::{Value, json};

use crate::support::{Server, command, text};

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

#[test]
fn a_body_that_announces_too_much_is_refused_before_it_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--demo"]);
    let address = server.address.trim_start_matches("http://").to_owned();
    for key in ["", "Idempotency-Key: one\r\n"] {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        let request = format!(
            "POST /api/auth/login HTTP/1.1\r\nHost: a.example\r\n{key}Content-Type: application/json\r\n\
             Content-Length: 99999999999\r\nConnection: close\r\n\r\n{{\"em"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // The connection is open, so without the refusal the server would wait for the rest.
        stream.read_to_end(&mut answer).unwrap();
        let answer = text(&answer);
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains("\"too_large\""), "{answer}");
    }
    assert_eq!(server.stop(), 0);
}

/// Sends the path unchanged, as no browser does, and returns the head and the body of the response.
fn get(address: &str, path: &str) -> (String, Vec<u8>) {
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a head");
    let body = answer.split_off(end + 4);
    (text(&answer).to_lowercase(), body)
}

/// Paths name screens of the web app and its files, never a file of the machine; and no path leads to another site.
#[tokio::test]
async fn no_path_reads_a_file_of_the_machine() {
    const SECRET: &str = "a file of the machine";
    let folder = tempfile::tempdir().unwrap();
    // Around the server, and inside its data folder.
    let data = folder.path().join("data");
    for place in [folder.path(), data.as_path()] {
        for name in [".git", ".svn", "assets"] {
            std::fs::create_dir_all(place.join(name)).unwrap();
        }
        for name in [
            ".git/HEAD",
            ".git/config",
            ".svn/entries",
            "secret.txt",
            "assets/secret.txt",
            ".env",
        ] {
            std::fs::write(place.join(name), SECRET).unwrap();
        }
    }
    let mut serve = command(&data, "serve");
    serve
        .current_dir(folder.path())
        .args(["--listen", "127.0.0.1:0", "--demo"]);
    let server = Server::spawn(&mut serve);
    let address = server.address.strip_prefix("http://").unwrap().to_owned();
    let (head, page) = get(&address, "/");
    assert!(head.contains(" 200 ") && text(&page).contains("<html"), "{head}");

    let places = [folder.path().to_str().unwrap(), data.to_str().unwrap(), "", "."];
    let mut paths = Vec::new();
    for place in places {
        for file in [
            ".git/HEAD",
            ".git/config",
            ".svn/entries",
            "secret.txt",
            "assets/secret.txt",
            ".env",
            "carrel.sqlite",
        ] {
            paths.push(format!("/{place}/{file}"));
            paths.push(format!("{place}/{file}"));
            paths.push(format!("/assets/{place}/{file}"));
        }
    }
    for file in [
        "secret.txt",
        "etc/passwd",
        "package.json",
        "src/main.tsx",
        "index.html",
        "Cargo.toml",
    ] {
        for up in [
            "../",
            "..%2f",
            "%2e%2e/",
            "%2e%2e%2f",
            "..\\",
            "..%5c",
            "....//",
            "..;/",
            "%252e%252e%252f",
        ] {
            for times in [1, 2, 8] {
                paths.push(format!("/{}{file}", up.repeat(times)));
                paths.push(format!("/assets/{}{file}", up.repeat(times)));
            }
        }
    }
    for other in [
        "/.vite/manifest.json",
        "//evil.example/",
        "//evil.example/%2e%2e",
        "/\\evil.example",
        "/.evil.example",
        "/%09/evil.example",
    ] {
        paths.push(other.to_owned());
    }
    for path in paths.iter().filter(|path| path.starts_with('/')) {
        let (head, body) = get(&address, path);
        // The page of the web app, which shows that there is no such screen, or a refusal.
        let status = head.split(' ').nth(1).unwrap_or_default();
        assert!(
            (status == "200" && body == page) || status == "404" || status == "400",
            "{path}: {head}{}",
            text(&body)
        );
        assert!(!text(&body).contains(SECRET), "{path}");
        assert!(!head.contains("\r\nlocation:"), "{path}: {head}");
    }
    assert_eq!(server.stop(), 0);
}

/// A message whose length a proxy in front could understand otherwise is refused, or the connection ends after its response:
/// what follows it is never read as another request.
#[test]
fn no_request_hides_in_the_body_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let address = server.address.strip_prefix("http://").unwrap().to_owned();
    // A server that answers it closes the connection after that.
    let hidden = "GET /healthz HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n";
    let answer = |head: &str, body: &str| {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        let request = format!("POST /api/auth/login HTTP/1.1\r\nHost: a.example\r\n{head}\r\n{body}{hidden}");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        text(&answer)
    };
    let two = format!("Content-Length: 0\r\nContent-Length: {}\r\n", hidden.len());
    let listed = format!("Content-Length: 0, {}\r\n", hidden.len());
    for (head, body) in [
        (two.as_str(), ""),
        (listed.as_str(), ""),
        ("Content-Length: +0\r\n", ""),
        ("Content-Length: 0x0\r\n", ""),
        ("Content-Length : 0\r\n", ""),
        ("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\n", "0x0\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\n", "-0\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\n", "0;\n\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n\r\n"),
    ] {
        let answer = answer(head, body);
        assert!(!answer.contains("alive"), "{head}{body}: {answer}");
        assert!(answer.matches("HTTP/1.1 ").count() <= 1, "{head}{body}: {answer}");
    }
    // After a message whose length is clear, the next one is read.
    for (head, body) in [
        ("Content-Length: 0\r\n", ""),
        ("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    ] {
        assert!(answer(head, body).contains("alive"), "{head}");
    }
    assert_eq!(server.stop(), 0);
}
