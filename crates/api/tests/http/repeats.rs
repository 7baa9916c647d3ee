//! Repeated calls: with an idempotency key they have one effect and one response.

use std::collections::BTreeMap;
use std::future::IntoFuture;

use carrel_testkit::{Answer, DAY, HOUR, Identity, Request, Server, TestDatabase, on_both_engines};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::calls::{Access, CALLS, Call};
use super::world::{World, start};

const KEY: &str = "Idempotency-Key";

/// The number of rows in each table that a call could change.
async fn traces(server: &Server) -> BTreeMap<&'static str, i64> {
    let mut counts = BTreeMap::new();
    for table in [
        "access_tokens",
        "audit",
        "books",
        "borrowings",
        "copies",
        "copy_events",
        "covers",
        "ledger",
        "saved_searches",
        "sessions",
        "users",
        "webhook_deliveries",
        "webhooks",
    ] {
        // A new password also begins a session, which has an entry of its own.
        let condition = match table {
            "audit" => " WHERE action <> 'session.begun'",
            _ => "",
        };
        let sql = format!("SELECT count(*) FROM {table}{condition}");
        counts.insert(table, server.database().integer(&sql).await);
    }
    counts
}

fn sides(answer: &Answer) -> (u16, &[u8]) {
    (answer.status, &answer.body)
}

on_both_engines!(every_writing_call_can_be_repeated);
async fn every_writing_call_can_be_repeated(database: TestDatabase) {
    repeat_every_writing_call(database, false).await;
}

on_both_engines!(every_writing_call_can_be_made_several_times_at_once);
async fn every_writing_call_can_be_made_several_times_at_once(database: TestDatabase) {
    repeat_every_writing_call(database, true).await;
}

/// Makes each call under a key, once or several times at once, and then again.
async fn repeat_every_writing_call(database: TestDatabase, at_once: bool) {
    let server = start(database).await;
    let changing = CALLS
        .iter()
        .filter(|call| call.method != "GET" && call.access != Access::Everybody);
    for (number, made) in changing.enumerate() {
        let Call {
            method,
            path: template,
            success,
            ..
        } = made;
        let world = World::new(&server).await;
        let caller = if made.access == Access::Administrators {
            &world.administrator
        } else {
            &world.other
        };
        let (path, body) = (
            world.path(template, Some(caller)),
            made.body(&world, Some(caller)),
        );
        let call = format!("{method} {template}, at once: {at_once}");
        let key = number.to_string();
        let request = |key: Option<&str>| {
            let method: Method = method.parse().expect("a method");
            let mut request = server.request(method, &path).as_(caller);
            if let Some(key) = key {
                request = request.header(KEY, key);
            }
            if body.is_null() {
                request
            } else {
                request.json(&body)
            }
        };
        let before = traces(&server).await;
        let answers = if at_once {
            join_all((0..4).map(|_| request(Some(&key)).into_future())).await
        } else {
            vec![request(Some(&key)).await]
        };
        let once = traces(&server).await;
        // A change without an effect leaves no entry in the audit. A merge and its undo leave one in the history of
        // each book.
        let entries = once["audit"] - before["audit"];
        let of_two = ["/api/books/{id}/merge", "/api/merges/{id}/undo"];
        let most = if of_two.contains(&template.as_str()) { 2 } else { 1 };
        assert!((0..=most).contains(&entries), "{call}: {entries} effects");
        for answer in &answers {
            assert_eq!(answer.status, *success, "{call}: {}", answer.text());
            assert_eq!(sides(answer), sides(&answers[0]), "{call}");
        }
        // Later the response is still the first one. A refusal is not stored: the call is judged again.
        server.clock.advance(HOUR);
        if made.confirmation {
            server.confirm(caller).await;
        }
        let again = request(Some(&key)).await;
        assert_eq!(again.status, answers[0].status, "{call}: again");
        if *success < 400 {
            assert_eq!(sides(&again), sides(&answers[0]), "{call}: again");
        }
        assert_eq!(traces(&server).await, once, "{call}: again");
    }
    assert_eq!(server.violations().await, []);
}

/// Adds a book under a key.
fn add<'a>(server: &'a Server, person: &Identity, key: &str, title: &str) -> Request<'a> {
    let book = json!({ "title": title, "author": "Somebody", "category": "Fiction" });
    server.post("/api/books").as_(person).header(KEY, key).json(&book)
}

async fn books(server: &Server) -> i64 {
    server.database().integer("SELECT count(*) FROM books").await
}

on_both_engines!(a_call_with_an_unreadable_stored_response_is_not_run_again);
async fn a_call_with_an_unreadable_stored_response_is_not_run_again(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    add(&server, &ada, "one", "A Book").await.expect(201);
    // It lacks a field that this version needs.
    let older = "UPDATE idempotency_keys SET response = '{\"title\":\"A Book\"}'";
    server
        .database()
        .sql(older)
        .await
        .expect("the response is stored");
    let lost = (
        422,
        "stored_response_unreadable",
        "This call took effect when it was first sent. Its response is no longer available; load the data again",
    );
    assert_eq!(add(&server, &ada, "one", "A Book").await.failure(), lost);
    assert_eq!(books(&server).await, 1);
    // It has a form that this version does not know.
    let newer = "UPDATE idempotency_keys SET response = 'null'";
    server
        .database()
        .sql(newer)
        .await
        .expect("the response is stored");
    assert_eq!(add(&server, &ada, "one", "A Book").await.failure(), lost);
}

on_both_engines!(a_key_identifies_one_call_of_one_person_for_a_day);
async fn a_key_identifies_one_call_of_one_person_for_a_day(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.administrator().await, server.administrator().await);
    let first = add(&server, &ada, "one", "A Book").await;
    first.expect(201);

    let reused = (
        422,
        "idempotency_key_reused",
        "This Idempotency-Key was used for another call",
    );
    assert_eq!(add(&server, &ada, "one", "Another").await.failure(), reused);
    let elsewhere = server.post("/api/books?x=1").as_(&ada).header(KEY, "one");
    let book = json!({ "title": "A Book", "author": "Somebody", "category": "Fiction" });
    assert_eq!(elsewhere.json(&book).await.failure(), reused);
    assert_eq!(books(&server).await, 1);

    // Another key, another person, no key: different calls.
    for request in [
        add(&server, &ada, "two", "A Book"),
        add(&server, &bob, "one", "A Book"),
        server.post("/api/books").as_(&ada).json(&book),
    ] {
        let other = request.await;
        assert_ne!(other.expect(201)["_id"], first.json["data"]["_id"]);
    }
    assert_eq!(books(&server).await, 4);

    server.clock.advance(DAY);
    // Sessions may have expired by now.
    let ada = server.sign_in_again(&ada).await;
    let next_day = add(&server, &ada, "one", "Another").await;
    assert_eq!(next_day.expect(201)["title"], "Another");
    assert_eq!(
        sides(&add(&server, &ada, "one", "Another").await),
        sides(&next_day)
    );
}

on_both_engines!(stored_responses_are_removed_after_a_day);
async fn stored_responses_are_removed_after_a_day(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    add(&server, &ada, "one", "A Book").await.expect(201);
    server.clock.advance(DAY - 1);
    assert_eq!(server.remove_old_responses().await, 0);
    server.clock.advance(1);
    assert_eq!(server.remove_old_responses().await, 1);
}

on_both_engines!(a_refused_call_is_decided_again);
async fn a_refused_call_is_decided_again(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob, administrator) = (
        server.student().await,
        server.student().await,
        server.administrator().await,
    );
    let book = server.book().await;
    let lent = server.borrow(&ada, book.id).await;
    let path = format!("/api/borrowings/{}", book.id);
    let borrow = || server.post(&path).as_(&bob).header(KEY, "mine");
    assert_eq!(borrow().await.failure().1, "no_copy_available");
    server.give_back(&administrator, &lent).await;
    let borrowed = borrow().await;
    borrowed.expect(201);
    assert_eq!(sides(&borrow().await), sides(&borrowed));
}

on_both_engines!(an_invalid_key_is_refused);
async fn an_invalid_key_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let words = (
        400,
        "bad_idempotency_key",
        "Idempotency-Key must be 1 to 255 printable ASCII characters",
    );
    for key in ["", "ä", "tab\tinside", &"k".repeat(256)] {
        assert_eq!(
            add(&server, &ada, key, "A Book").await.failure(),
            words,
            "{key:?}"
        );
    }
    let two = add(&server, &ada, "one", "A Book").header(KEY, "two").await;
    assert_eq!(two.failure(), words);
    assert_eq!(books(&server).await, 0);
    add(&server, &ada, &"k".repeat(255), "A Book").await.expect(201);
    // A call that only reads is not affected by a key.
    server
        .get("/api/books")
        .as_(&ada)
        .header(KEY, "")
        .await
        .expect(200);
}

on_both_engines!(no_secret_is_stored_in_clear);
async fn no_secret_is_stored_in_clear(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let form = json!({ "name": "A script", "scopes": ["catalogue:read"], "expiresInDays": 1 });
    let make = server.post("/api/auth/tokens").as_(&ada).header(KEY, "token");
    let token = make.json(&form).await.expect(201)["token"].clone();
    let change = json!({ "currentPassword": ada.password, "newPassword": "Changed1" });
    let password = server.put("/api/auth/updatepassword").as_(&ada);
    let changed = password.header(KEY, "password").json(&change).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let kept: Vec<(String, String)> = server
        .database()
        .rows("SELECT fingerprint, response FROM idempotency_keys")
        .await;
    assert_eq!(kept.len(), 2);
    let token = token.as_str().expect("a token");
    for (fingerprint, outcome) in kept {
        assert!(outcome.starts_with("sealed:"), "{outcome}");
        for secret in [token, &ada.token, "Changed1", "A script"] {
            assert!(!outcome.contains(secret) && !fingerprint.contains(secret));
        }
    }
    // The ended token can read only its own response, and only with the same body.
    let other = json!({ "currentPassword": ada.password, "newPassword": "Changed2" });
    for (key, body, code) in [
        ("password", &other, "idempotency_key_reused"),
        ("other", &change, "not_signed_in"),
    ] {
        let again = server.put("/api/auth/updatepassword").as_(&ada);
        assert_eq!(again.header(KEY, key).json(body).await.failure().1, code);
    }
    let signed_in = server.get("/api/auth/me").bearer(&field(&changed, "token")).await;
    signed_in.expect(200);
}

fn field(answer: &Answer, name: &str) -> String {
    match &answer.json[name] {
        Value::String(text) => text.clone(),
        other => panic!("{name}: {other}"),
    }
}

on_both_engines!(a_large_body_is_refused_with_a_key_as_without);
async fn a_large_body_is_refused_with_a_key_as_without(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let huge = format!("{{\"title\":\"{}\"}}", "x".repeat(1024 * 1024));
    let request = server.post("/api/books").as_(&ada).header(KEY, "one");
    assert_eq!(
        request.body("application/json", huge).await.failure(),
        (413, "too_large", "The body is too large")
    );
}

on_both_engines!(a_file_larger_than_other_bodies_is_repeated);
async fn a_file_larger_than_other_bodies_is_repeated(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.administrator().await;
    let mut table = String::from("Title;Author\n");
    while table.len() <= 3 * 1024 * 1024 {
        table.push_str("A Book;Somebody\n");
    }
    let send = |table: &str| {
        let request = server.post("/api/imports?name=books.csv").as_(&ada);
        request.header(KEY, "file").bytes(table)
    };
    let first = send(&table).await;
    first.expect(202);
    assert_eq!(sides(&send(&table).await), sides(&first));
    // They differ in the last of their bytes only.
    table.replace_range(table.len() - 2.., "i\n");
    assert_eq!(send(&table).await.failure().1, "idempotency_key_reused");
    let imports = "SELECT count(*) FROM imports";
    assert_eq!(server.database().integer(imports).await, 1);
}
