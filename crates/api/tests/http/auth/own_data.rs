//! The export of one's own data.

use carrel_domain::patch::Patch;
use carrel_testkit::{DAY, MINUTE, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::second_factors::enrol;

on_both_engines!(an_export_has_all_own_data_and_no_data_of_others);
async fn an_export_has_all_own_data_and_no_data_of_others(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (student, other) = (server.student().await, server.student().await);
    let short = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let late = server.borrow(&student, short.id).await;
    server.clock.advance(5 * DAY);
    server.give_back(&administrator, &late).await;
    let open = server.book().copies(2).await;
    server.borrow(&student, open.id).await;
    server.borrow(&other, open.id).await;
    let paid = format!(
        "/api/admin/borrowings/{}/payments",
        late["_id"].as_str().expect("an id")
    );
    server.clock.advance(MINUTE);
    let payment = json!({ "amount": 0.5, "note": "In coins" });
    server
        .post(&paid)
        .as_(&administrator)
        .json(&payment)
        .await
        .expect(200);
    let change = json!({ "department": "History" });
    let path = format!("/api/admin/users/{}", student.id);
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    server
        .database()
        .sql(&format!(
            "INSERT INTO ratings (book_id, user_id, stars, created_at) VALUES ({}, {}, 4, 1); \
             UPDATE book_counts SET rating_sum = 4, rating_count = 1, rating_key = 400 WHERE book_id = {0}",
            short.id.number(),
            student.id.number()
        ))
        .await
        .expect("the rating is written");

    server.clock.advance(DAY);
    server.confirm(&student).await;
    let answer = server.get("/api/auth/export").as_(&student).await;
    let data = answer.expect(200);
    assert_eq!(data["user"]["email"], student.email.as_str());
    assert_eq!(data["secondFactors"], json!([]));
    let column = |list: &str, field: &str| -> Vec<Value> {
        let entries = data[list].as_array().expect("a list");
        entries.iter().map(|entry| entry[field].clone()).collect()
    };
    assert_eq!(column("borrowings", "status"), ["active", "returned"]);
    assert_eq!(column("ledger", "kind"), ["charge", "payment"]);
    assert_eq!(column("ledger", "amount"), [json!(0.75), json!(0.5)]);
    assert_eq!(column("ledger", "note"), [json!(null), json!("In coins")]);
    assert_eq!(column("ratings", "stars"), [json!(4)]);
    assert_eq!(column("sessions", "_id").len(), 1);
    assert_eq!(
        column("audit", "action"),
        [
            "user.registered",
            "session.begun",
            "session.signed_out",
            "session.begun",
            "user.changed",
            "user.exported"
        ]
    );
    assert_eq!(
        column("audit", "byYourself"),
        [false, true, true, true, false, true]
    );
    assert_eq!(data["audit"][4]["after"], json!({ "department": "History" }));
    for secret in ["argon2", &student.token, &other.email, &administrator.email] {
        assert!(!answer.text().contains(secret), "{secret}");
    }
    // The ids of others are short and may begin another id, so they are compared with whole words.
    let mut words = answer
        .text()
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
    assert!(words.clone().any(|word| word == student.id.to_string()));
    let others = [other.id.to_string(), administrator.id.to_string()];
    assert_eq!(words.find(|word| others.iter().any(|id| id == word)), None);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_export_lists_second_factors_without_their_secrets);
async fn an_export_lists_second_factors_without_their_secrets(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (_, codes) = enrol(&server, &student).await;
    let added_at = format!("{:.3}", server.clock.now());
    let passkey = format!(
        "INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at, \
         last_used_at) VALUES (900, {}, 'credential', 'public-key', 'library.example', 'Phone', 0, 1000, 2000)",
        student.id.number()
    );
    server.database().sql(&passkey).await.expect("a passkey");
    let export = server.get("/api/auth/export").as_(&student).await;
    let nothing = json!(null);
    assert_eq!(
        export.expect(200)["secondFactors"],
        json!([
            {
                "kind": "authenticator", "name": nothing, "site": nothing, "createdAt": added_at,
                "lastUsedAt": nothing, "left": nothing,
            },
            {
                "kind": "passkey", "name": "Phone", "site": "library.example",
                "createdAt": "1970-01-01T00:00:01.000Z", "lastUsedAt": "1970-01-01T00:00:02.000Z", "left": nothing,
            },
            {
                "kind": "recovery_codes", "name": nothing, "site": nothing, "createdAt": nothing,
                "lastUsedAt": nothing, "left": 10,
            },
        ])
    );
    for secret in ["sealed:", "credential", "public-key", &codes[0]] {
        assert!(!export.text().contains(secret), "{secret}");
    }
}

on_both_engines!(exports_are_throttled);
async fn exports_are_throttled(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, other) = (server.student().await, server.student().await);
    for _ in 0..20 {
        server.get("/api/auth/export").as_(&student).await.expect(200);
    }
    assert_eq!(server.get("/api/auth/export").as_(&student).await.status, 429);
    server.get("/api/auth/export").as_(&other).await.expect(200);
    server.clock.advance(carrel_testkit::HOUR);
    server.confirm(&student).await;
    server.get("/api/auth/export").as_(&student).await.expect(200);
}

on_both_engines!(a_long_export_is_complete);
async fn a_long_export_is_complete(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    // Seventeen full parts of the audit log and a begun one, many entries at the same instant, too large to be read whole.
    let number = student.id.number();
    server
        .database()
        .sql(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3450) \
             INSERT INTO audit (at, action, entity, entity_id, user_id, after_state) \
             SELECT 1 + i / 3000, 'user.changed', 'user', {number}, {number}, '{{\"place\":' || i || '}}' FROM n"
        ))
        .await
        .expect("the audit log is written");
    let answer = server.get("/api/auth/export").as_(&student).await;
    assert_eq!(answer.header("content-length"), None);
    let entries = answer.expect(200)["audit"].as_array().expect("a list").clone();
    let places: Vec<i64> = entries
        .iter()
        .filter_map(|entry| entry["after"]["place"].as_i64())
        .collect();
    assert_eq!(places, (1..=3450).collect::<Vec<i64>>());
    assert_eq!(entries.last().expect("an entry")["action"], "user.exported");
}
