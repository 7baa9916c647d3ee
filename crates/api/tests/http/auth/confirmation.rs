//! Recent confirmation of a session, for the calls that need it.

use carrel_testkit::{Answer, Identity, MINUTE, Server, Setup, TestDatabase, on_both_engines, on_sqlite};
use reqwest::Method;
use serde_json::json;

use crate::calls::{Access, CALLS, Call};
use crate::world::{World, confirming_code, start};

const NEEDED: (u16, &str, &str) = (403, "confirmation_needed", "Please confirm your identity first");

async fn confirm(server: &Server, person: &Identity, password: &str) -> Answer {
    let form = json!({ "password": password });
    server.post("/api/auth/confirm").as_(person).json(&form).await
}

/// Makes the call as a person who is allowed to, with a body that it accepts.
async fn make(server: &Server, world: &World, call: &Call, caller: &Identity) -> Answer {
    let method: Method = call.method.parse().expect("a method");
    let request = server
        .request(method, &world.path(&call.path, Some(caller)))
        .as_(caller);
    let body = call.body(world, Some(caller));
    if body.is_null() {
        request.await
    } else {
        request.json(&body).await
    }
}

// These checks come before the use case, so that the engine makes no difference. The world is made again after each
// successful change, which takes five times as long on PostgreSQL.
on_sqlite!(calls_above_a_token_need_a_recent_confirmation);
async fn calls_above_a_token_need_a_recent_confirmation(database: TestDatabase) {
    let server = start(database).await;
    let mut needing = 0;
    for call in CALLS.iter().filter(|call| call.access != Access::Everybody) {
        let shown = format!("{} {}", call.method, call.path);
        let world = World::new(&server).await;
        let caller = match call.access {
            Access::Administrators => &world.administrator,
            _ => &world.other,
        };
        // The sign-in counts as a confirmation.
        server.clock.advance(15 * MINUTE);
        let answer = make(&server, &world, call, caller).await;
        // Everybody has a passkey here: their password alone changes no password.
        let is_needed = call.confirmation || call.path == "/api/auth/updatepassword";
        if !is_needed {
            // After 15 minutes it is too late to undo.
            let is_undo = [
                "/api/borrowings/{borrowingId}/undo",
                "/api/books/{id}/undo-delete",
            ]
            .contains(&call.path.as_str());
            let expected = if is_undo { 409 } else { call.success };
            assert_eq!(answer.status, expected, "{shown}: {}", answer.text());
            continue;
        }
        needing += 1;
        assert_eq!(answer.failure(), NEEDED, "{shown}");
        let code = json!({ "code": confirming_code() });
        let confirmed = server.post("/api/auth/confirm").as_(caller).json(&code).await;
        confirmed.expect(200);
        let answer = make(&server, &world, call, caller).await;
        assert_eq!(answer.status, call.success, "{shown}: {}", answer.text());
    }
    assert!(needing >= 8, "{needing}");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_confirmation_is_of_one_session_and_ends_after_15_minutes);
async fn a_confirmation_is_of_one_session_and_ends_after_15_minutes(database: TestDatabase) {
    let server = Server::start(database).await;
    let here = server.student().await;
    let elsewhere = server.sign_in_again(&here).await;
    let export = async |session: &Identity| server.get("/api/auth/export").as_(session).await.status;
    assert_eq!(export(&here).await, 200);
    server.clock.advance(15 * MINUTE);
    let confirmed = confirm(&server, &here, &here.password).await;
    let until = server.clock.now() + jiff::SignedDuration::from_mins(15);
    assert_eq!(confirmed.expect(200)["validUntil"], format!("{until:.3}"));
    server.clock.advance(15 * MINUTE - 1);
    assert_eq!((export(&here).await, export(&elsewhere).await), (200, 403));
    server.clock.advance(1);
    assert_eq!(export(&here).await, 403);
}

on_both_engines!(files_of_everyone_need_a_recent_confirmation_or_a_token);
async fn files_of_everyone_need_a_recent_confirmation_or_a_token(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (borrowings, audit) = ("/api/admin/borrowings/table.csv", "/api/admin/audit/table.csv");
    let form = json!({ "name": "Statistics", "scopes": ["borrowings:read"], "expiresInDays": 30 });
    let made = server
        .post("/api/auth/tokens")
        .as_(&administrator)
        .json(&form)
        .await;
    let token = made.expect(201)["token"].as_str().expect("a token").to_owned();
    server.clock.advance(15 * MINUTE);
    for file in [borrowings, audit] {
        assert_eq!(
            server.get(file).as_(&administrator).await.failure(),
            NEEDED,
            "{file}"
        );
    }
    // Pages of the same are read without one.
    for list in ["/api/borrowings", "/api/admin/audit"] {
        assert_eq!(server.get(list).as_(&administrator).await.status, 200, "{list}");
    }
    assert_eq!(server.get(borrowings).bearer(&token).await.status, 200);
    assert_eq!(server.get(audit).bearer(&token).await.status, 403);
    confirm(&server, &administrator, &administrator.password)
        .await
        .expect(200);
    for file in [borrowings, audit] {
        assert_eq!(server.get(file).as_(&administrator).await.status, 200, "{file}");
    }
}

on_both_engines!(accounts_of_staff_and_roles_are_changed_with_a_recent_confirmation);
async fn accounts_of_staff_and_roles_are_changed_with_a_recent_confirmation(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let colleague = server.administrator().await;
    let student = server.student().await;
    server.clock.advance(15 * MINUTE);
    let change = async |person: &Identity, body: serde_json::Value| {
        let path = format!("/api/admin/users/{}", person.id);
        server.put(&path).as_(&administrator).json(&body).await
    };
    let name = json!({ "department": "History" });
    change(&student, name.clone()).await.expect(200);
    assert_eq!(
        change(&student, json!({ "role": "admin" })).await.failure(),
        NEEDED
    );
    assert_eq!(change(&colleague, name.clone()).await.failure(), NEEDED);
    let new = json!({ "name": "Ada Lovelace", "email": "ada@library.example", "role": "admin" });
    let add = async || {
        server
            .post("/api/admin/users")
            .as_(&administrator)
            .json(&new)
            .await
    };
    assert_eq!(add().await.failure(), NEEDED);
    confirm(&server, &administrator, &administrator.password)
        .await
        .expect(200);
    change(&student, json!({ "role": "admin" })).await.expect(200);
    change(&colleague, name).await.expect(200);
    add().await.expect(201);
}

on_both_engines!(a_wrong_password_confirms_nothing_and_slows_down_guesses);
async fn a_wrong_password_confirms_nothing_and_slows_down_guesses(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.guesses.most_waited_ms = 0);
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    server.clock.advance(15 * MINUTE);
    for _ in 0..5 {
        let wrong = confirm(&server, &student, "Wrong1password").await;
        assert_eq!(wrong.failure(), (422, "validation", "Password is incorrect"));
        assert_eq!(wrong.json["errors"][0]["field"], "password");
    }
    let refused = confirm(&server, &student, &student.password).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert_eq!(
        server.get("/api/auth/export").as_(&student).await.failure(),
        NEEDED
    );
    // The owner signs in elsewhere, and here after a moment.
    let elsewhere = server.sign_in_again(&student).await;
    server.clock.advance(15 * MINUTE);
    for _ in 0..5 {
        confirm(&server, &student, "Wrong1password").await;
    }
    assert_eq!(confirm(&server, &student, &student.password).await.status, 429);
    // Who guesses in one session does not keep the owner from confirming in another.
    confirm(&server, &elsewhere, &student.password).await.expect(200);
    server.clock.advance(1000);
    confirm(&server, &student, &student.password).await.expect(200);
    assert_eq!(server.get("/api/auth/export").as_(&student).await.status, 200);
}

on_both_engines!(a_password_that_has_changed_in_the_meantime_confirms_nothing);
async fn a_password_that_has_changed_in_the_meantime_confirms_nothing(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let other = server.sign_in_again(&student).await;
    let change = json!({ "currentPassword": student.password, "newPassword": "Another1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&other)
        .json(&change)
        .await;
    changed.expect(200);
    let refused = confirm(&server, &student, &student.password).await;
    assert_eq!(refused.status, 401, "the session has ended");
}
