//! Hostile headers.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
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

on_both_engines!(a_call_from_another_site_is_refused);
async fn a_call_from_another_site_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for site in ["cross-site", "same-site", "anything"] {
        let signing_out = server.get("/api/auth/logout").as_(&student);
        let signing_in = server.post("/api/auth/login").json(&json!({}));
        for request in [signing_out, signing_in] {
            let answer = request.header("sec-fetch-site", site).await;
            let (status, code, _) = answer.failure();
            assert_eq!((status, code), (403, "not_allowed"), "{site}");
        }
        // A page of another site may show a generated cover or link to the document.
        let document = server
            .get("/api/openapi.json")
            .header("sec-fetch-site", site)
            .await;
        assert_eq!(document.status, 200);
    }
    for site in ["same-origin", "none"] {
        let own = server
            .get("/api/auth/me")
            .as_(&student)
            .header("sec-fetch-site", site);
        assert_eq!(own.await.status, 200, "{site}");
    }
    // The session has not ended.
    assert_eq!(server.get("/api/auth/me").as_(&student).await.status, 200);
}
