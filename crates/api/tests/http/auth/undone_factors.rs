//! What undoing a change of an e-mail address does with second factors.

use carrel_testkit::{HOUR, MINUTE, TestDatabase, on_both_engines};
use serde_json::json;

use super::email_changes::{confirm, last_mail, moved, token_in, undo, with_mail};
use super::log_in;
use super::second_factors::{challenge, enrol};

on_both_engines!(undoing_a_change_removes_the_second_factors_added_since_its_request);
async fn undoing_a_change_removes_the_second_factors_added_since_its_request(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let count = async |sql: &str| server.database().integer(sql).await;
    let passkey = async |id: u8, credential: &str| {
        let sql = format!(
            "INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at) \
             VALUES ({id}, {}, '{credential}', 'k', 'library.example', '{credential}', 0, {})",
            student.id.number(),
            server.clock.now().as_millisecond()
        );
        server.database().sql(&sql).await.expect("a passkey");
    };
    passkey(90, "owner").await;
    server.clock.advance(HOUR);
    // The thief asks for the address, protects the account against its owner, and only then confirms the address.
    let form = json!({ "email": "thief@elsewhere.example", "currentPassword": student.password });
    let asked = server.put("/api/auth/updatedetails").as_(&student);
    asked.json(&form).await.expect(200);
    let token = token_in(&last_mail(&server, &mail).await, "confirm-email");
    server.clock.advance(MINUTE);
    server.confirm(&student).await;
    let (app, _) = enrol(&server, &student).await;
    let waiting = challenge(&server, &student).await;
    server.clock.advance(MINUTE);
    let form = json!({ "challenge": waiting, "code": app.code(&server), "rememberDevice": true });
    let trusting = server.post("/api/auth/login/second").json(&form).await;
    trusting.expect(200);
    passkey(91, "thief").await;
    let new_codes = server
        .post("/api/auth/second-factors/recovery-codes")
        .as_(&student);
    new_codes.await.expect(201);
    confirm(&server, &student, &token).await.expect(200);
    let undo_token = token_in(&last_mail(&server, &mail).await, "undo-email-change");

    undo(&server, &undo_token).await.expect(200);
    let kept: Vec<(String,)> = server.database().rows("SELECT name FROM passkeys").await;
    assert_eq!(kept, [("owner".to_owned(),)]);
    assert_eq!(count("SELECT count(*) FROM authenticators").await, 0);
    assert_eq!(count("SELECT count(*) FROM recovery_codes").await, 0);
    let trusted = "SELECT count(*) FROM known_devices WHERE trusted_until IS NOT NULL";
    assert_eq!(count(trusted).await, 0);
    let recorded = "SELECT count(*) FROM audit WHERE action = 'user.second_factor_removed'";
    assert_eq!(count(recorded).await, 2);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(undoing_a_change_keeps_earlier_factors_and_their_codes);
async fn undoing_a_change_keeps_earlier_factors_and_their_codes(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    enrol(&server, &student).await;
    server.clock.advance(MINUTE);
    let undo_token = moved(
        &server,
        &mail,
        &student,
        "thief@elsewhere.example",
        &student.password,
    )
    .await;
    let undone = undo(&server, &undo_token).await;
    let path = undone.expect(200)["path"].as_str().expect("a path").to_owned();
    let token = path.strip_prefix("/reset-password#token=").expect("a link");
    let form = json!({ "token": token, "password": "Mine1again", "confirmPassword": "Mine1again" });
    let reset = server.post("/api/auth/reset-password").json(&form).await;
    reset.expect(200);
    let signing_in = log_in(&server, &student.email, "Mine1again").await;
    assert_eq!(
        signing_in.json["secondStep"]["methods"],
        json!(["authenticator", "recovery_code"])
    );
    assert_eq!(server.violations().await, []);
}
