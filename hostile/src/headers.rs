//! Checks the headers of every response: every call of the document, every file of the web app, and refusals before
//! routing.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use crate::document::Document;
use crate::people::call;
use crate::wire::{self, Answer, Connection};
use crate::{Outcome, judge, say};

/// Runs the check. Returns whether all required headers are present.
pub async fn run(address: SocketAddr) -> Outcome<bool> {
    let openapi = call(address, "GET", "/api/openapi.json", None, None).await?;
    let document = Document::parse(&openapi.to_string())?;
    let mut looked = 0;
    let mut wrong = Vec::new();
    for operation in document.operations() {
        let path = operation.path.replace(['{', '}'], "");
        for method in [operation.method.as_str(), "PATCH", "HEAD"] {
            if method == "HEAD" && operation.changes() {
                continue;
            }
            let answer = one(
                address,
                &wire::request(method, &path, &[], None),
                method != "HEAD",
            )
            .await?;
            let has_body = method != "HEAD";
            let found = judge::answer(&document, None, has_body, &answer);
            looked += 1;
            wrong.extend(found.into_iter().map(|what| format!("{method} {path}: {what}")));
        }
    }

    let page = one(address, &wire::request("GET", "/", &[], None), true).await?;
    let files = files(&String::from_utf8_lossy(&page.body));
    let mut paths: BTreeSet<String> = files.clone();
    for file in &files {
        let answer = one(address, &wire::request("GET", file, &[], None), true).await?;
        paths.extend(named_in(&String::from_utf8_lossy(&answer.body)));
    }
    paths.extend(
        [
            "/",
            "/login",
            "/no/such/page",
            "/api/docs",
            "/assets/none.js",
            "/healthz",
            "/readyz",
            "/favicon.ico",
        ]
        .map(str::to_owned),
    );
    for path in &paths {
        for method in ["GET", "HEAD", "POST"] {
            let answer = one(address, &wire::request(method, path, &[], None), method != "HEAD").await?;
            looked += 1;
            let mut found = judge::header_violations(&answer);
            found.extend(keeping(path, &answer));
            wrong.extend(found.into_iter().map(|what| format!("{method} {path}: {what}")));
        }
    }

    let get = |rest: &str| format!("GET /api/library HTTP/1.1\r\nhost: x\r\n{rest}\r\n");
    let large = "x".repeat(1024 * 1024 + 1);
    for (what, status, bytes) in [
        ("no request", 400, "GARBAGE\r\n\r\n".to_owned()),
        ("a bad header", 400, get("a b: c\r\n")),
        (
            "an address too long",
            414,
            format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(65_534)),
        ),
        ("too many headers", 431, get(&"x: y\r\n".repeat(150))),
        (
            // Without an end: a complete request that is slightly over the limit may arrive as a whole before its size
            // is checked.
            "a head too large",
            431,
            format!("GET / HTTP/1.1\r\nx: {}", "x".repeat(80 * 1024 - 19)),
        ),
        (
            "a body too large",
            413,
            format!(
                "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{large}",
                large.len()
            ),
        ),
    ] {
        looked += 1;
        match Connection::to(address).send(bytes.as_bytes(), true).await {
            Ok(answer) => {
                let mut found = judge::answer(&document, None, true, &answer);
                if answer.status != status {
                    found.push(format!("{} instead of {status}", answer.status));
                }
                wrong.extend(found.into_iter().map(|found| format!("{what}: {found}")));
            }
            Err(failure) => wrong.push(format!("{what}: {failure}")),
        }
    }
    say("");
    say(&format!(
        "Headers: {looked} answers looked at, of {} calls and {} addresses of the web app; {} wrong",
        document.operations().len(),
        paths.len(),
        wrong.len()
    ));
    for what in &wrong {
        say(&format!("  {what}"));
    }
    Ok(wrong.is_empty())
}

async fn one(address: SocketAddr, bytes: &[u8], has_body: bool) -> Outcome<Answer> {
    Ok(Connection::to(address).send(bytes, has_body).await?)
}

/// Checks the caching of a file of the web app.
fn keeping(path: &str, answer: &Answer) -> Option<String> {
    let sent = answer.header("cache-control").unwrap_or_default();
    let is_file = path.starts_with("/assets/") && answer.status == 200;
    let is_kept = sent.contains("max-age");
    (is_kept != is_file).then(|| format!("{} with cache-control {sent:?}", answer.status))
}

/// The files that a page refers to.
fn files(page: &str) -> BTreeSet<String> {
    page.split('"')
        .filter(|part| part.starts_with('/') && part.contains('.'))
        .map(str::to_owned)
        .collect()
}

/// The files that a script or a style sheet refers to.
pub fn named_in(text: &str) -> BTreeSet<String> {
    text.split(['"', '\'', '`', '(', ')'])
        .filter_map(|part| {
            let name = part.trim_start_matches("./").trim_start_matches('/');
            let name = name.strip_prefix("assets/").unwrap_or(name);
            let is_name = name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
            let suffix = name.rsplit_once('.').map(|(_, suffix)| suffix);
            let is_file = matches!(suffix, Some("js" | "css" | "woff2" | "svg")) && name.contains('-');
            (is_name && is_file && part.len() < 100).then(|| format!("/assets/{name}"))
        })
        .collect()
}
