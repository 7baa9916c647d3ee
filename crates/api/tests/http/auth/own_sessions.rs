//! One's own sessions: listed with their devices, and ended remotely.

use carrel_testkit::{DAY, Identity, MINUTE, Server, TestDatabase, eventually, on_both_engines};
use serde_json::{Value, json};

use super::is_signed_in;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";

/// Signs a person in with this user agent. Returns the token.
async fn sign_in_with(server: &Server, person: &Identity, user_agent: &str) -> String {
    let form = json!({ "email": person.email, "password": person.password, "rememberMe": true });
    let answer = server.post("/api/auth/login").header("user-agent", user_agent);
    answer.json(&form).await.expect(200)["token"]
        .as_str()
        .expect("a token")
        .to_owned()
}

/// The session of this token, from the list.
async fn current(server: &Server, token: &str) -> Value {
    let answer = server.get("/api/auth/sessions").bearer(token).await;
    let current: Vec<&Value> = answer
        .list()
        .iter()
        .filter(|session| session["isCurrent"] == true)
        .collect();
    let [current] = current[..] else {
        panic!("not one current session: {}", answer.text());
    };
    current.clone()
}

on_both_engines!(sessions_are_listed_by_device_and_without_tokens);
async fn sessions_are_listed_by_device_and_without_tokens(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, stranger) = (server.student().await, server.student().await);
    server.clock.advance(MINUTE);
    let firefox = sign_in_with(&server, &student, FIREFOX).await;
    let answer = server.get("/api/auth/sessions").bearer(&firefox).await;
    assert_eq!(answer.pagination(), [1, 20, 2, 1]);
    let [newest, oldest] = answer.list() else {
        panic!("not two sessions: {}", answer.text());
    };
    assert_eq!(
        (&newest["browser"], &newest["system"], &newest["isCurrent"]),
        (&json!("Firefox"), &json!("Linux"), &json!(true))
    );
    assert_eq!(
        (&oldest["browser"], &oldest["system"], &oldest["isCurrent"]),
        (&json!(null), &json!(null), &json!(false))
    );
    assert_eq!(newest["createdAt"], "2026-03-02T09:01:00.000Z");
    assert_eq!(newest["expiresAt"], "2026-04-01T09:01:00.000Z");
    let hashes: Vec<(String,)> = server.database().rows("SELECT token_hash FROM sessions").await;
    for (hash,) in &hashes {
        assert!(!answer.text().contains(&hash[..16]) && !answer.text().contains(&firefox));
    }
    assert_eq!(
        server.get("/api/auth/sessions").as_(&stranger).await.list().len(),
        1
    );
    server.clock.advance(30 * DAY - MINUTE);
    assert_eq!(
        server
            .get("/api/auth/sessions")
            .bearer(&firefox)
            .await
            .list()
            .len(),
        1,
        "an expired session is not listed"
    );
}

on_both_engines!(a_session_can_be_ended_only_by_its_owner);
async fn a_session_can_be_ended_only_by_its_owner(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, stranger) = (server.student().await, server.student().await);
    let firefox = sign_in_with(&server, &student, FIREFOX).await;
    let id = current(&server, &firefox).await["_id"].clone();
    let path = format!("/api/auth/sessions/{}", id.as_str().expect("an id"));
    let not_found = (404, "session_not_found", "Session not found");
    assert_eq!(server.delete(&path).as_(&stranger).await.failure(), not_found);
    assert!(is_signed_in(&server, &firefox).await);
    let ended = server.delete(&path).as_(&student).await;
    ended.expect(200);
    assert_eq!(ended.json["message"], "Device signed out");
    assert!(!is_signed_in(&server, &firefox).await);
    assert!(is_signed_in(&server, &student.token).await);
    assert_eq!(server.delete(&path).as_(&student).await.failure(), not_found);
}

on_both_engines!(all_other_sessions_are_ended_at_once);
async fn all_other_sessions_are_ended_at_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, stranger) = (server.student().await, server.student().await);
    let others = [
        sign_in_with(&server, &student, FIREFOX).await,
        sign_in_with(&server, &student, "curl/8.14.1").await,
    ];
    for ended in [2, 0] {
        let answer = server.delete("/api/auth/sessions").as_(&student).await;
        assert_eq!(answer.expect(200)["ended"], ended);
    }
    for token in &others {
        assert!(!is_signed_in(&server, token).await);
    }
    assert!(is_signed_in(&server, &student.token).await);
    assert!(is_signed_in(&server, &stranger.token).await);
    let noted = "SELECT count(*) FROM audit WHERE action = 'session.others_ended'";
    assert_eq!(server.database().integer(noted).await, 1);
}

on_both_engines!(the_last_use_is_accurate_to_minutes);
async fn the_last_use_is_accurate_to_minutes(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    server.clock.advance(9 * MINUTE);
    assert_eq!(
        current(&server, &student.token).await["lastUsedAt"],
        "2026-03-02T09:00:00.000Z"
    );
    server.clock.advance(2 * MINUTE);
    eventually("the use is recorded", async || {
        current(&server, &student.token).await["lastUsedAt"] == "2026-03-02T09:11:00.000Z"
    })
    .await;
}

on_both_engines!(of_too_many_sessions_the_one_used_the_longest_time_ago_ends);
async fn of_too_many_sessions_the_one_used_the_longest_time_ago_ends(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, stranger) = (server.student().await, server.student().await);
    let mut tokens = vec![student.token.clone()];
    while tokens.len() < 20 {
        server.clock.advance(11 * MINUTE);
        tokens.push(sign_in_with(&server, &student, FIREFOX).await);
    }
    // The first session is used again, so the second is now the one that was used the longest time ago.
    server.clock.advance(11 * MINUTE);
    assert!(is_signed_in(&server, &tokens[0]).await);
    let used = "SELECT count(*) FROM sessions WHERE last_used_at > created_at";
    eventually("the use is recorded", async || {
        server.database().integer(used).await == 1
    })
    .await;
    let newest = sign_in_with(&server, &student, FIREFOX).await;
    let list = server.get("/api/auth/sessions").bearer(&newest).await;
    assert_eq!(list.pagination(), [1, 20, 20, 1]);
    assert!(!is_signed_in(&server, &tokens[1]).await);
    for token in [&tokens[0], &tokens[2], &tokens[19], &newest, &stranger.token] {
        assert!(is_signed_in(&server, token).await);
    }
}
