//! Responses compressed for clients that accept it. The test kit unpacks each body before it checks it.

use carrel_testkit::{Server, TestDatabase, on_both_engines};

on_both_engines!(a_long_list_is_compressed_for_clients_that_accept_it);
async fn a_long_list_is_compressed_for_clients_that_accept_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let reader = server.student().await;
    for number in 0..20 {
        server.book().title(&format!("Volume {number}")).await;
    }
    server.catch_up().await;
    let plain = server.get("/api/books").as_(&reader).await;
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    for (accepted, coding) in [
        ("gzip", Some("gzip")),
        ("br, GZIP;q=0.5", Some("gzip")),
        ("gzip, deflate, br, zstd", Some("gzip")),
        ("gzip;q=0", None),
        ("gzip;q=0.000, identity", None),
        ("br", None),
        ("identity;q=0", None),
        ("xgzip", None),
        ("", None),
    ] {
        let books = server.get("/api/books").header("accept-encoding", accepted);
        let books = books.as_(&reader).await;
        assert_eq!(books.status, 200, "{accepted}");
        assert_eq!(books.header("content-encoding"), coding, "{accepted}");
        assert_eq!(books.body, plain.body, "{accepted}");
        let length: usize = books
            .header("content-length")
            .and_then(|length| length.parse().ok())
            .expect("a length");
        let is_shorter = length * 3 < plain.body.len();
        assert_eq!(
            is_shorter,
            coding.is_some(),
            "{accepted}: {length} of {} bytes",
            plain.body.len()
        );
    }
}

on_both_engines!(short_responses_and_files_are_not_compressed);
async fn short_responses_and_files_are_not_compressed(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for number in 0..20 {
        server.book().title(&format!("Volume {number}")).await;
    }
    for path in [
        "/api/auth/me",
        "/api/copies/table.csv",
        "/api/export?format=marcxml",
    ] {
        let answer = server
            .get(path)
            .header("accept-encoding", "gzip")
            .as_(&administrator)
            .await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-encoding"), None, "{path}");
        assert_eq!(answer.header("vary"), None, "{path}");
    }
    let document = server
        .get("/api/openapi.json")
        .header("accept-encoding", "gzip")
        .await;
    assert_eq!(document.header("content-encoding"), Some("gzip"));
    assert_eq!(document.json["openapi"], "3.1.0");
}
