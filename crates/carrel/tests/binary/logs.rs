//! The log of the server: which events have a line, and how text from outside is encoded.

use std::io::{Read as _, Write as _};
use std::path::Path;

use carrel_testkit::eventually;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::{Server, private_folder, text};

/// The time of this machine, on which the server runs.
#[expect(clippy::disallowed_methods, reason = "the server under test reads the clock")]
fn now() -> Timestamp {
    Timestamp::now()
}

const EMAIL: &str = "student@library.example";
const PASSWORD: &str = "Student123!";

/// The lines of a log, each of which must be one JSON object with an instant of UTC, without characters that a terminal
/// obeys.
fn parsed(lines: &[String]) -> Vec<Value> {
    let parse = |line: &String| {
        assert!(!line.chars().any(char::is_control), "{line:?}");
        let parsed: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let time = parsed["timestamp"].as_str().expect("a time");
        assert!(time.ends_with('Z') && time.parse::<Timestamp>().is_ok(), "{line}");
        let level = parsed["level"].as_str().expect("a level");
        assert!(["ERROR", "WARN", "INFO", "DEBUG"].contains(&level), "{line}");
        parsed
    };
    lines.iter().map(parse).collect()
}

/// The fields of the lines with this message.
fn with_message<'a>(lines: &'a [Value], message: &str) -> Vec<&'a Value> {
    let fields = lines.iter().map(|line| &line["fields"]);
    fields.filter(|fields| fields["message"] == message).collect()
}

/// The fields of a refusal of a call.
fn refusal(method: &str, path: &str, status: u16, code: &str, user: Option<&str>) -> Value {
    let mut fields = json!({
        "message": "refused", "method": method, "path": path, "status": status, "code": code, "address": "127.0.0.1",
    });
    if let Some(user) = user {
        fields["user"] = json!(user);
    }
    fields
}

/// Sends bytes over a connection of their own, and returns the status of the response.
fn sent(server: &Server, request: &[u8]) -> u16 {
    let address = server.address.strip_prefix("http://").expect("an address");
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    stream.write_all(request).expect("it is sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    let answer = text(&answer);
    answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or_else(|| panic!("{answer}"))
}

async fn call(server: &Server, method: Method, path: &str, token: &str, body: &Value) -> (u16, Value) {
    let request = reqwest::Client::new().request(method, format!("{}{path}", server.address));
    let answer = request
        .bearer_auth(token)
        .json(body)
        .send()
        .await
        .expect("it answers");
    (
        answer.status().as_u16(),
        answer.json().await.expect("it answers JSON"),
    )
}

/// Whether a file of a folder, or of one in it, has these bytes.
fn is_in_a_file(folder: &Path, bytes: &[u8]) -> bool {
    std::fs::read_dir(folder)
        .expect("the folder can be read")
        .any(|entry| {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                return is_in_a_file(&path, bytes);
            }
            // The server may remove a file of the index in the meantime.
            let content = std::fs::read(&path).unwrap_or_default();
            content.windows(bytes.len()).any(|part| part == bytes)
        })
}

#[tokio::test]
async fn text_from_outside_stays_within_its_line_and_its_field() {
    let folder = private_folder();
    let before = now();
    let server = Server::start(
        folder.path(),
        &[
            "--demo",
            "--log",
            "debug",
            "--trust-forwarded",
            "--webhook-hosts",
            "127.0.0.1",
        ],
    );
    // Characters that JSON must escape, and characters that lines, terminals and readers of JSON might obey.
    let forged = "\"}\\\",\"level\":\"FORGED\"";
    let paths = [
        format!("/api/books/{forged}"),
        "/api/books/%0d%0a%1b%5b31m%00{\"level\":\"FORGED\"}".to_owned(),
        "/api/books/\u{9b}31m\u{2028}\u{202e}".to_owned(),
    ];
    for path in &paths {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: a.example\r\nUser-Agent: {forged}\t\u{9b}31m\r\nX-Forwarded-For: {forged}\r\n\
             Referer: {forged}\r\nX-Request-Id: {forged}\r\nConnection: close\r\n\r\n"
        );
        assert_eq!(sent(&server, head.as_bytes()), 401, "{path}");
    }
    for email in [
        "\n{\"level\":\"FORGED\"}",
        "a\r\n\u{1b}[31m\0\u{9b}\u{2028}@library.example",
        forged,
    ] {
        let form = json!({ "email": email, "password": email, "rememberMe": false, "deviceToken": email });
        let (status, _) = server.post("/api/auth/login", &form).await;
        assert!(status == 401 || status == 422, "{status}");
    }
    let lines = server.stop_and_read();
    let lines = parsed(&lines);
    let after = now();
    for line in &lines {
        let time: Timestamp = line["timestamp"].as_str().unwrap().parse().unwrap();
        assert!(before <= time && time <= after, "{line}");
        // A field of a request is never one of the line.
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        for key in keys {
            assert!(
                ["timestamp", "level", "fields", "target", "span", "spans"].contains(&key.as_str()),
                "{line}"
            );
        }
    }
    let answered: Vec<&Value> = lines
        .iter()
        .filter(|line| line["fields"]["path"].is_string())
        .collect();
    let shown: Vec<&str> = answered
        .iter()
        .filter_map(|line| line["fields"]["path"].as_str())
        .collect();
    assert_eq!(shown[..2], [paths[0].as_str(), paths[1].as_str()]);
    // The bytes that no browser sends in a path are shown as a browser would send them.
    assert_eq!(shown[2], "/api/books/%C2%9B31m%E2%80%A8%E2%80%AE");
    // Each line of a request has its id, which is the server's, so that the lines of one request belong together.
    for line in &answered {
        let id = line["span"]["id"].as_str().expect("an id");
        assert!(
            id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{line}"
        );
    }
}

#[tokio::test]
async fn a_line_shows_what_a_request_asked_for_without_the_words_of_its_search() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--demo", "--log", "debug"]);
    let (_, session) = server.sign_in(EMAIL, PASSWORD).await;
    let token = session["token"].as_str().unwrap().to_owned();
    let path = "/api/books?search=zebrafinch&page=2&sort=title";
    let (status, _) = call(&server, Method::GET, path, &token, &Value::Null).await;
    assert_eq!(status, 200);
    let lines = server.stop_and_read();
    assert!(lines.iter().all(|line| !line.contains("zebrafinch")));
    let lines = parsed(&lines);
    let line = lines
        .iter()
        .find(|line| line["fields"]["path"] == "/api/books")
        .expect("the request has a line");
    assert_eq!(line["fields"]["query"], "search=(10)&page=2&sort=title");
}

#[tokio::test]
async fn sign_ins_are_logged_with_their_person_address_and_factor() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--demo", "--log", "debug"]);
    let (status, _) = server.sign_in(EMAIL, "Wrong1password").await;
    assert_eq!(status, 401);
    let (status, _) = server
        .sign_in("MySecretPassword1@library.example", "Wrong1password")
        .await;
    assert_eq!(status, 401);
    let (status, session) = server.sign_in(EMAIL, PASSWORD).await;
    assert_eq!(status, 200);
    let user = session["user"]["_id"].as_str().unwrap().to_owned();
    let token = session["token"].as_str().unwrap().to_owned();
    let path = "/api/auth/second-factors/authenticator";
    let (_, begun) = call(&server, Method::POST, path, &token, &Value::Null).await;
    let secret = begun["data"]["secret"].as_str().unwrap().to_owned();
    let app = Secret::try_from_base32(&secret).expect("base32");
    let app = Builder::new().with_secret(app).build().expect("160 bits");
    let code = app.generate(now().as_second().try_into().unwrap()).to_string();
    let (status, added) = call(
        &server,
        Method::POST,
        "/api/auth/second-factors/authenticator/confirm",
        &token,
        &json!({ "code": code }),
    )
    .await;
    assert_eq!(status, 200, "{added}");
    let recovery = added["data"]["recoveryCodes"][0].as_str().unwrap().to_owned();
    let (status, _) = call(&server, Method::GET, "/api/auth/logout", &token, &Value::Null).await;
    assert_eq!(status, 200);
    let (status, waiting) = server.sign_in(EMAIL, PASSWORD).await;
    assert_eq!(status, 401);
    let challenge = waiting["secondStep"]["challenge"].as_str().unwrap().to_owned();
    let second = async |code: &str| {
        let form = json!({ "challenge": challenge, "code": code });
        server.post("/api/auth/login/second", &form).await
    };
    // The code of the app was used when it was added.
    assert_eq!(second(&code).await.0, 422);
    let (status, session) = second(&recovery).await;
    assert_eq!(status, 200, "{session}");
    let last = session["token"].as_str().unwrap().to_owned();
    assert!(
        !is_in_a_file(folder.path(), b"wrong second factor"),
        "the log is not in the data folder"
    );

    let raw = server.stop_and_read();
    let lines = parsed(&raw);
    let at = |message: &str, more: Value| {
        let mut fields = json!({ "message": message, "user": user, "address": "127.0.0.1" });
        for (name, value) in more.as_object().into_iter().flatten() {
            fields[name] = value.clone();
        }
        fields
    };
    let stranger = json!({ "message": "wrong password", "address": "127.0.0.1" });
    assert_eq!(
        with_message(&lines, "wrong password"),
        [&at("wrong password", json!({})), &stranger]
    );
    let right = at("right password", json!({}));
    assert_eq!(with_message(&lines, "right password"), [&right, &right]);
    assert_eq!(
        with_message(&lines, "wrong second factor"),
        [&at("wrong second factor", json!({ "factor": "authenticator" }))]
    );
    assert_eq!(
        with_message(&lines, "right second factor"),
        [&at("right second factor", json!({ "factor": "recovery_code" }))]
    );
    assert_eq!(with_message(&lines, "signed out"), [&at("signed out", json!({}))]);
    // Not even at this level.
    for secret in [
        "Wrong1password",
        PASSWORD,
        EMAIL,
        "MySecretPassword1",
        &token,
        &last,
        &secret,
        &code,
        &recovery,
        &challenge,
    ] {
        let found = raw.iter().find(|line| line.contains(secret));
        assert_eq!(found, None, "{secret}");
    }
}

#[tokio::test]
async fn refused_calls_are_logged_with_their_caller_and_call() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--demo"]);
    let (_, session) = server.sign_in(EMAIL, PASSWORD).await;
    let user = session["user"]["_id"].as_str().unwrap().to_owned();
    let token = session["token"].as_str().unwrap().to_owned();
    let get = async |path: &str, token: &str| call(&server, Method::GET, path, token, &Value::Null).await.0;
    assert_eq!(get("/api/admin/users/user_1", &token).await, 403);
    assert_eq!(get("/api/auth/me", "0123456789abcdef").await, 401);
    assert_eq!(server.get("/api/admin/stats").await.status(), 401);
    let elsewhere = reqwest::Client::new().get(format!("{}/api/auth/logout", server.address));
    let elsewhere = elsewhere
        .bearer_auth(&token)
        .header("sec-fetch-site", "cross-site");
    assert_eq!(elsewhere.send().await.unwrap().status(), 403);
    let malformed = json!({ "email": ["an array"], "password": PASSWORD });
    assert_eq!(server.post("/api/auth/login", &malformed).await.0, 400);
    let large = json!({ "email": "x".repeat(64 << 10), "password": PASSWORD });
    assert_eq!(server.post("/api/auth/login", &large).await.0, 413);
    assert_eq!(get("/api/books?page=1&page=2", &token).await, 400);
    for _ in 0..20 {
        assert_eq!(get("/api/auth/export", &token).await, 200);
    }
    assert_eq!(get("/api/auth/export", &token).await, 429);

    let lines = parsed(&server.stop_and_read());
    let login = "/api/auth/login";
    assert_eq!(
        with_message(&lines, "refused"),
        [
            &refusal("GET", "/api/admin/users/user_1", 403, "not_allowed", Some(&user)),
            &refusal("GET", "/api/auth/me", 401, "not_signed_in", None),
            &refusal("GET", "/api/admin/stats", 401, "not_signed_in", None),
            &refusal("GET", "/api/auth/logout", 403, "not_allowed", None),
            &refusal("POST", login, 400, "malformed_json", None),
            &refusal("POST", login, 413, "too_large", None),
            &refusal("GET", "/api/books", 400, "malformed_query", Some(&user)),
            &refusal("GET", "/api/auth/export", 429, "too_many_attempts", Some(&user)),
        ]
    );
}

#[tokio::test]
async fn unexpected_errors_are_logged_with_their_cause() {
    let folder = private_folder();
    let server = Server::start(folder.path(), &["--demo"]);
    let (_, session) = server.sign_in(EMAIL, PASSWORD).await;
    let token = session["token"].as_str().unwrap().to_owned();
    let database = rusqlite::Connection::open(folder.path().join("carrel.sqlite")).unwrap();
    database.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    database
        .execute_batch("ALTER TABLE favorites RENAME TO lost")
        .unwrap();
    let mut answer = Value::Null;
    eventually("the call fails", async || {
        let (status, body) = call(&server, Method::GET, "/api/favorites", &token, &Value::Null).await;
        answer = body;
        status == 500
    })
    .await;
    assert_eq!(answer["code"], "internal");
    database
        .execute_batch("ALTER TABLE lost RENAME TO favorites")
        .unwrap();
    let lines = parsed(&server.stop_and_read());
    let failures: Vec<&Value> = lines
        .iter()
        .filter(|line| line["fields"]["status"] == 500)
        .collect();
    assert!(!failures.is_empty());
    for line in failures {
        let fields = &line["fields"];
        assert_eq!(
            (&line["level"], &fields["path"]),
            (&json!("WARN"), &json!("/api/favorites"))
        );
        // The cause is in a line of the same request.
        let same = lines
            .iter()
            .filter(|other| other["span"]["id"] == line["span"]["id"]);
        let texts: Vec<String> = same.map(Value::to_string).collect();
        assert!(
            texts.iter().any(|text| text.contains("no such table")),
            "{texts:?}"
        );
    }
}
