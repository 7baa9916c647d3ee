//! Hostile headers.

use carrel_testkit::{TestDatabase, on_both_engines};
use serde_json::json;

use super::errors::Target;

on_both_engines!(hostile_headers_are_answered);
async fn hostile_headers_are_answered(database: TestDatabase) {
    let target = Target::new(database).await;
    let login = json!({ "email": target.administrator.email, "password": target.administrator.password });
    for (name, value) in [
        ("authorization", "Bearer \u{e9}\u{e8}"),
        ("authorization", "Bearer ' OR 1=1 --"),
        ("authorization", &format!("Bearer {}", "x".repeat(20_000))),
        ("user-agent", &"x".repeat(20_000)),
        ("user-agent", "\u{e9}\u{ff}"),
        ("x-forwarded-for", "not an address, ::::"),
        ("x-forwarded-for", &"1.2.3.4,".repeat(500)),
        ("x-request-id", "mine"),
        ("content-encoding", "gzip"),
        ("accept", "text/html"),
        ("accept-encoding", "x"),
        ("cookie", "token=x"),
        ("origin", "https://evil.example"),
        ("range", "bytes=0-1"),
        ("if-none-match", "*"),
    ] {
        let request = target.server.post("/api/auth/login").header(name, value);
        let answer = request.json(&login).await;
        assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        assert_ne!(answer.header("x-request-id"), Some("mine"));
        // Pages of other sites must not read a response.
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let answer = target
        .server
        .get("/api/auth/me")
        .header("authorization", "Bearer \u{e9}")
        .await;
    assert_eq!(answer.failure().0, 401);
}
