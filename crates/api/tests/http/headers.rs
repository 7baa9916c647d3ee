//! Hostile headers of requests, and headers of responses that browsers obey.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::calls::CALLS;
use super::errors::Target;
use super::world::{World, start};

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

on_both_engines!(browsers_neither_store_nor_render_responses_of_the_api);
async fn browsers_neither_store_nor_render_responses_of_the_api(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let mut public = Vec::new();
    for call in CALLS.iter() {
        // Signing out ends the session of the other calls.
        if call.method != "GET" || call.path == "/api/auth/logout" {
            continue;
        }
        let path = &call.path;
        let request = server.get(&world.path(path, Some(&world.administrator)));
        let answer = request.as_(&world.administrator).await;
        assert_eq!(answer.status, call.success, "{path}: {}", answer.text());
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.ends_with("; sandbox"), "{path}: {policy}");
        match answer.header("cache-control") {
            Some("private, no-store") => {}
            other => public.push((path.as_str(), other.unwrap_or_default().to_owned())),
        }
        let kind = answer.header("content-type").unwrap_or_default();
        let saved = answer.header("content-disposition").unwrap_or_default();
        match kind {
            "application/json" => {}
            "text/csv; charset=utf-8" | "application/marc" => {
                assert!(saved.starts_with("attachment; filename=\""), "{path}: {saved}");
            }
            "image/svg+xml; charset=utf-8" => assert!(path.ends_with("/cover.svg"), "{path}"),
            other => panic!("{path}: {other:?}"),
        }
    }
    // Nothing else may be stored: these name no person.
    assert_eq!(
        public,
        [
            ("/api/books/{id}/cover.svg", "public, max-age=3600".to_owned()),
            ("/api/openapi.json", "public, max-age=300".to_owned()),
        ]
    );
}
