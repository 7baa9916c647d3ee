//! Streams of live changes: who learns of what, and when a stream ends.

use std::time::Duration;

use carrel_domain::catalogue::book::BookId;
use carrel_testkit::{
    DAY, HOUR, Identity, MINUTE, Server, Setup, TestDatabase, eventually, on_both_engines, on_postgres,
};
use serde_json::{Value, json};

use crate::people;

/// A server whose streams look and check often.
async fn start(database: TestDatabase) -> Server {
    start_limited(database, 10, 100).await
}

async fn start_limited(database: TestDatabase, of_person: usize, of_server: usize) -> Server {
    let setup = Setup::limited(|limits| {
        limits.live.of_person = of_person;
        limits.live.of_server = of_server;
        limits.live.interval = Duration::from_millis(50);
        limits.live.heartbeat = Duration::from_millis(500);
    });
    Server::start_with(database, setup).await
}

fn change(topic: &str, ids: &[&str]) -> (String, Value) {
    (topic.to_owned(), json!(ids))
}

fn any(topic: &str) -> (String, Value) {
    (topic.to_owned(), Value::Null)
}

async fn rename(server: &Server, administrator: &Identity, book_id: BookId, title: &str) {
    let request = server.put(&format!("/api/books/{book_id}")).as_(administrator);
    request.json(&json!({ "title": title })).await.expect(200);
}

/// The status and the code of the refusal of a stream.
async fn refused(server: &Server, token: &str) -> (u16, String) {
    let Err((status, body)) = server.try_live(token).await else {
        panic!("a stream was opened");
    };
    (status, body["code"].as_str().expect("a code").to_owned())
}

on_both_engines!(everybody_learns_of_a_change_of_the_catalogue);
async fn everybody_learns_of_a_change_of_the_catalogue(database: TestDatabase) {
    let server = start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().await;
    let mut of_student = server.live(&student.token).await;
    let mut of_staff = server.live(&administrator.token).await;
    rename(&server, &administrator, book.id, "Another Title").await;
    let id = book.id.to_string();
    assert_eq!(of_student.changes().await, [change("books", &[&id])]);
    assert_eq!(
        of_staff.changes().await,
        [change("books", &[&id]), change("copies", &[&id])]
    );
    // A rating shows on the page of the book, and concerns no copy.
    let borrowing = server.borrow(&student, book.id).await;
    server.give_back(&administrator, &borrowing).await;
    for stream in [&mut of_student, &mut of_staff] {
        let mut topics = Vec::new();
        while !topics.contains(&"own_fines".to_owned()) && !topics.contains(&"fines".to_owned()) {
            topics.extend(stream.changes().await.into_iter().map(|(topic, _)| topic));
        }
    }
    let rating = server.put(&format!("/api/books/{id}/rating")).as_(&student);
    rating.json(&json!({ "stars": 4 })).await.expect(200);
    assert_eq!(of_student.changes().await, [change("books", &[&id])]);
    assert_eq!(of_staff.changes().await, [change("books", &[&id])]);
}

on_both_engines!(a_borrowing_concerns_its_borrower_and_staff);
async fn a_borrowing_concerns_its_borrower_and_staff(database: TestDatabase) {
    let server = start(database).await;
    let administrator = server.administrator().await;
    let (ada, bob) = (server.student().await, server.student().await);
    let book = server.book().await;
    let id = book.id.to_string();
    let mut of_ada = server.live(&ada.token).await;
    let mut of_bob = server.live(&bob.token).await;
    let mut of_staff = server.live(&administrator.token).await;
    let borrowing = server.borrow(&ada, book.id).await;
    let borrowing_id = borrowing["_id"].as_str().expect("an id");
    assert_eq!(
        of_ada.changes().await,
        [change("books", &[&id]), change("own_borrowings", &[borrowing_id])]
    );
    assert_eq!(of_bob.changes().await, [change("books", &[&id])]);
    assert_eq!(
        of_staff.changes().await,
        [
            change("books", &[&id]),
            change("borrowings", &[borrowing_id]),
            change("copies", &[&id])
        ]
    );
    server.give_back(&administrator, &borrowing).await;
    assert_eq!(
        of_ada.changes().await,
        [
            change("books", &[&id]),
            change("own_borrowings", &[borrowing_id]),
            any("own_fines")
        ]
    );
    assert_eq!(
        of_staff.changes().await,
        [
            change("books", &[&id]),
            change("borrowings", &[borrowing_id]),
            change("copies", &[&id]),
            change("fines", &[&ada.id.to_string()])
        ]
    );
}

on_both_engines!(a_change_of_another_process_is_announced);
async fn a_change_of_another_process_is_announced(database: TestDatabase) {
    let other = database.for_another_process().await;
    let (server, other) = (start(database).await, start(other).await);
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().await;
    let mut here = server.live(&student.token).await;
    let mut there = other.live(&student.token).await;
    rename(&other, &administrator, book.id, "From There").await;
    let expected = [change("books", &[&book.id.to_string()])];
    assert_eq!(here.changes().await, expected);
    assert_eq!(there.changes().await, expected);
    // A sign-out on one server ends the stream of the same session on the other one.
    let signed_out = server.get("/api/auth/logout").as_(&student).await;
    signed_out.expect(200);
    assert_eq!(there.end().await, "signed_out");
    assert_eq!(here.end().await, "signed_out");
}

on_both_engines!(a_stream_ends_with_its_session);
async fn a_stream_ends_with_its_session(database: TestDatabase) {
    let server = start(database).await;
    let administrator = server.administrator().await;
    // Deactivated by staff.
    let student = server.student().await;
    let stream = server.live(&student.token).await;
    let form = json!({ "isActive": false });
    people::change(&server, &administrator, &student, &form)
        .await
        .expect(200);
    assert_eq!(stream.end().await, "signed_out");
    // Expired, which leaves no entry in the audit log: the next heartbeat finds it.
    let student = server.student().await;
    let stream = server.live(&student.token).await;
    server.clock.advance(31 * DAY);
    assert_eq!(stream.end().await, "signed_out");
}

on_both_engines!(an_open_stream_is_no_use_of_a_session);
async fn an_open_stream_is_no_use_of_a_session(database: TestDatabase) {
    let server = start(database).await;
    let student = server.student().await;
    let form = json!({ "email": student.email, "password": student.password });
    let answer = server.post("/api/auth/login").json(&form).await;
    let token = answer.expect(200)["token"].as_str().expect("a token");
    let mut stream = server.live(token).await;
    server.clock.advance(HOUR / 2);
    // Two heartbeats: the session is checked, and not used.
    let mut comments = 0;
    while comments < 2 {
        let text = stream.next_text().await.expect("the stream goes on");
        comments += usize::from(text == ":");
    }
    server.clock.advance(HOUR / 2 + 1);
    assert_eq!(stream.end().await, "signed_out");
}

on_both_engines!(a_stream_follows_the_permissions_of_its_person);
async fn a_stream_follows_the_permissions_of_its_person(database: TestDatabase) {
    let server = start(database).await;
    let administrator = server.administrator().await;
    let librarian = server.with_role("librarian").await;
    let book = server.book().await;
    let mut stream = server.live(&librarian.token).await;
    rename(&server, &administrator, book.id, "First").await;
    let id = book.id.to_string();
    let both = [change("books", &[&id]), change("copies", &[&id])];
    assert_eq!(stream.changes().await, both);
    let form = json!({ "staffRole": null });
    people::change(&server, &administrator, &librarian, &form)
        .await
        .expect(200);
    // Everything that the person sees is another view now.
    assert_eq!(stream.next().await, ("resync".to_owned(), json!({})));
    rename(&server, &administrator, book.id, "Second").await;
    assert_eq!(stream.changes().await, [change("books", &[&id])]);
}

on_both_engines!(an_access_token_gets_the_topics_of_its_scopes);
async fn an_access_token_gets_the_topics_of_its_scopes(database: TestDatabase) {
    let server = start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    let book = server.book().await;
    let make = async |scopes: &[&str]| {
        let form = json!({ "name": "A screen", "scopes": scopes, "expiresInDays": 1 });
        let request = server.post("/api/auth/tokens").as_(&administrator);
        let answer = request.json(&form).await;
        let made = answer.expect(201);
        let id = made["_id"].as_str().expect("an id").to_owned();
        (id, made["token"].as_str().expect("a token").to_owned())
    };
    let (_, people) = make(&["people:read"]).await;
    assert_eq!(refused(&server, &people).await, (403, "missing_scope".to_owned()));
    let (id, token) = make(&["catalogue:read"]).await;
    let mut stream = server.live(&token).await;
    server.borrow(&student, book.id).await;
    let book = book.id.to_string();
    assert_eq!(
        stream.changes().await,
        [change("books", &[&book]), change("copies", &[&book])]
    );
    let revoked = server.delete(&format!("/api/auth/tokens/{id}"));
    revoked.as_(&administrator).await.expect(200);
    let (mut event, mut data) = stream.next().await;
    // The administrator's own account has changed, which any token may read.
    if event == "changes" {
        (event, data) = stream.next().await;
    }
    assert_eq!((event.as_str(), data), ("end", json!({ "reason": "signed_out" })));
}

on_both_engines!(the_number_of_streams_is_limited);
async fn the_number_of_streams_is_limited(database: TestDatabase) {
    let server = start_limited(database, 2, 3).await;
    let (ada, bob) = (server.student().await, server.student().await);
    let first = server.live(&ada.token).await;
    let _second = server.live(&ada.token).await;
    let too_many = (429, "too_many_streams".to_owned());
    assert_eq!(refused(&server, &ada.token).await, too_many);
    let of_bob = server.live(&bob.token).await;
    let full = (503, "unavailable".to_owned());
    assert_eq!(refused(&server, &bob.token).await, full);
    // A closed stream makes room.
    drop(first);
    eventually("the server notices the closed stream", async || {
        server.try_live(&bob.token).await.is_ok()
    })
    .await;
    drop(of_bob);
}

on_both_engines!(a_stream_announces_what_changed_before_it);
async fn a_stream_announces_what_changed_before_it(database: TestDatabase) {
    let server = start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let (old, new) = (server.book().await, server.book().await);
    rename(&server, &administrator, old.id, "An Older Title").await;
    server.clock.advance(2 * MINUTE);
    rename(&server, &administrator, new.id, "A Newer Title").await;
    let book = |id: BookId| change("books", &[&id.to_string()]);
    let mut short = server.live_with_past(&student.token, 20).await;
    assert_eq!(short.changes().await, [book(new.id)]);
    // More than ten minutes count as ten.
    let mut long = server.live_with_past(&student.token, 5000).await;
    let ids = [old.id.to_string(), new.id.to_string()];
    assert!(
        long.changes()
            .await
            .contains(&change("books", &[&ids[0], &ids[1]]))
    );
    // Later changes come once.
    rename(&server, &administrator, old.id, "The Last Title").await;
    assert_eq!(short.changes().await, [book(old.id)]);
    assert_eq!(long.changes().await, [book(old.id)]);
    // Nobody gets what only others may know.
    let mut of_staff = server.live_with_past(&administrator.token, 600).await;
    assert!(
        of_staff
            .changes()
            .await
            .iter()
            .any(|(topic, _)| topic == "copies")
    );
    for wrong in ["0", "-1", "a", "1.5"] {
        let request = server
            .get(&format!("/api/changes/stream?pastSeconds={wrong}"))
            .as_(&student);
        let answer = request.header("accept", "text/event-stream").await;
        assert_eq!(answer.failure().0, 422, "{wrong}");
    }
}

on_both_engines!(a_request_must_ask_for_events);
async fn a_request_must_ask_for_events(database: TestDatabase) {
    let server = start(database).await;
    let student = server.student().await;
    let request = server.get("/api/changes/stream").as_(&student);
    let answer = request.header("accept", "*/*").await;
    let (status, code, _) = answer.failure();
    assert_eq!((status, code), (406, "not_acceptable"));
}

on_both_engines!(streams_end_when_the_server_stops);
async fn streams_end_when_the_server_stops(database: TestDatabase) {
    let server = start(database).await;
    let student = server.student().await;
    let stream = server.live(&student.token).await;
    server.library().stop_live_streams();
    assert_eq!(stream.end().await, "unavailable");
    let refused = refused(&server, &student.token).await;
    assert_eq!(refused, (503, "unavailable".to_owned()));
}

on_postgres!(a_stream_ends_or_starts_afresh_after_lost_connections);
async fn a_stream_ends_or_starts_afresh_after_lost_connections(database: TestDatabase) {
    let server = start(database).await;
    let student = server.student().await;
    let mut stream = server.live(&student.token).await;
    // As after a fail-over: the server's connections to the database are closed. A heartbeat meanwhile cannot check the
    // session.
    let others = server.database().for_another_process().await;
    let closed = others
        .integer(
            "SELECT CAST(count(pg_terminate_backend(pid)) AS BIGINT) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .await;
    assert!(closed > 0);
    let (event, data) = stream.next().await;
    let reason = &data["reason"];
    assert!(event == "resync" || reason == "unavailable", "{event}: {data}");
}
