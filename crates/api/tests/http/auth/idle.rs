//! Sessions that are not used.

use carrel_testkit::{HOUR, Identity, MINUTE, Server, TestDatabase, eventually, on_both_engines};
use serde_json::{Value, json};

use super::is_signed_in;
use super::second_factors::enrol;

/// Signs a person in without Remember me.
async fn forgetful(server: &Server, person: &Identity) -> Identity {
    let form = json!({ "email": person.email, "password": person.password });
    let answer = server.post("/api/auth/login").json(&form).await;
    let token = answer.expect(200)["token"].as_str().expect("a token").to_owned();
    Identity {
        token,
        ..person.clone()
    }
}

async fn sessions(server: &Server) -> i64 {
    server.database().integer("SELECT count(*) FROM sessions").await
}

on_both_engines!(an_unused_session_ends_unless_it_is_to_be_remembered);
async fn an_unused_session_ends_unless_it_is_to_be_remembered(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let of_student = forgetful(&server, &student).await;
    let of_administrator = forgetful(&server, &administrator).await;
    // Use prolongs a session; each check is a use, which is recorded in the background.
    for _ in 0..4 {
        server.clock.advance(25 * MINUTE);
        assert!(is_signed_in(&server, &of_student.token).await);
        assert!(is_signed_in(&server, &of_administrator.token).await);
        let now = server.clock.now_ms();
        let sql = format!("SELECT count(*) FROM sessions WHERE kind = 'ordinary' AND last_used_at = {now}");
        eventually("both uses are recorded", async || {
            server.database().integer(&sql).await == 2
        })
        .await;
    }
    server.clock.advance(30 * MINUTE);
    assert!(!is_signed_in(&server, &of_administrator.token).await);
    assert!(is_signed_in(&server, &of_student.token).await);
    server.clock.advance(HOUR);
    assert!(!is_signed_in(&server, &of_student.token).await);
    for remembered in [&administrator, &student] {
        assert!(is_signed_in(&server, &remembered.token).await);
    }
    // The server removes it: later settings do not bring it back.
    eventually("the idle sessions are removed", async || {
        sessions(&server).await == 2
    })
    .await;
    server
        .set("security", r#"{"idleMinutes":1440,"idleMinutesOfStaff":1440}"#)
        .await;
    assert!(!is_signed_in(&server, &of_student.token).await);
}

on_both_engines!(a_session_on_a_shared_computer_ends_sooner_and_is_not_remembered);
async fn a_session_on_a_shared_computer_ends_sooner_and_is_not_remembered(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let begin = async |rest: Value| {
        let mut form = json!({ "email": student.email, "password": student.password });
        form.as_object_mut()
            .expect("a form")
            .extend(rest.as_object().expect("fields").clone());
        let answer = server.post("/api/auth/login").json(&form).await;
        let body = answer.expect(200).clone();
        let token = body["token"].as_str().expect("a token").to_owned();
        (token, body["user"]["idleMinutes"].clone())
    };
    for (form, idle_minutes) in [
        (json!({}), json!(60)),
        (json!({ "rememberMe": true }), json!(null)),
        (json!({ "sharedComputer": true }), json!(10)),
        (json!({ "sharedComputer": true, "rememberMe": true }), json!(10)),
    ] {
        let (token, shown) = begin(form.clone()).await;
        assert_eq!(shown, idle_minutes, "{form}");
        let me = server.get("/api/auth/me").bearer(&token).await;
        assert_eq!(me.expect(200)["idleMinutes"], idle_minutes, "{form}");
    }
    let (token, _) = begin(json!({ "sharedComputer": true, "rememberMe": true })).await;
    server.clock.advance(10 * MINUTE - 1);
    assert!(is_signed_in(&server, &token).await);
    eventually("the use is recorded", async || {
        let now = server.clock.now_ms();
        let sql = format!("SELECT count(*) FROM sessions WHERE last_used_at = {now}");
        server.database().integer(&sql).await == 1
    })
    .await;
    // A new password keeps the kind.
    let change = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .bearer(&token)
        .json(&change)
        .await;
    let token = changed.expect(200)["token"].as_str().expect("a token").to_owned();
    server.clock.advance(10 * MINUTE);
    assert!(!is_signed_in(&server, &token).await);
}

on_both_engines!(a_shared_computer_never_skips_the_second_step);
async fn a_shared_computer_never_skips_the_second_step(database: TestDatabase) {
    let server = Server::start(database).await;
    let person = server.student().await;
    let (app, _) = enrol(&server, &person).await;
    let begin = async |shared: bool, device: Option<&str>| {
        let mut form =
            json!({ "email": person.email, "password": person.password, "sharedComputer": shared });
        if let Some(token) = device {
            form["deviceToken"] = json!(token);
        }
        server.post("/api/auth/login").json(&form).await
    };
    let finish = async |shared: bool| {
        let first = begin(shared, None).await;
        let challenge = first.json["secondStep"]["challenge"]
            .as_str()
            .expect("a challenge");
        server.clock.advance(MINUTE);
        let form = json!({ "challenge": challenge, "code": app.code(&server), "rememberDevice": true });
        let second = server.post("/api/auth/login/second").json(&form).await;
        let device = second.expect(200)["deviceToken"].clone();
        device.as_str().expect("a device token").to_owned()
    };
    let (of_all, own) = (finish(true).await, finish(false).await);
    for (shared, device, status) in [
        (true, &of_all, 401),
        (false, &of_all, 401),
        // The person says that other people use their device now.
        (true, &own, 401),
        (false, &own, 200),
    ] {
        assert_eq!(
            begin(shared, Some(device)).await.status,
            status,
            "{shared} {device}"
        );
    }
}

on_both_engines!(a_registration_on_a_shared_computer_begins_its_kind_of_session);
async fn a_registration_on_a_shared_computer_begins_its_kind_of_session(database: TestDatabase) {
    let server = Server::start(database).await;
    for (number, shared, idle_minutes) in [(1, None, 60), (2, Some(false), 60), (3, Some(true), 10)] {
        let mut form = json!({
            "name": "Ada Reader", "email": format!("ada{number}@example.org"),
            "password": "Reading1", "confirmPassword": "Reading1", "agreeTerms": true,
        });
        if let Some(shared) = shared {
            form["sharedComputer"] = json!(shared);
        }
        let answer = server.post("/api/auth/register").json(&form).await;
        let registered = answer.expect(201);
        assert_eq!(registered["user"]["idleMinutes"], json!(idle_minutes), "{form}");
        let token = registered["token"].as_str().expect("a token");
        let me = server.get("/api/auth/me").bearer(token).await;
        assert_eq!(me.expect(200)["idleMinutes"], json!(idle_minutes), "{form}");
    }
}

on_both_engines!(a_new_password_keeps_a_session_that_is_not_remembered_so);
async fn a_new_password_keeps_a_session_that_is_not_remembered_so(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let session = forgetful(&server, &student).await;
    let form = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&session)
        .json(&form)
        .await;
    let token = changed.expect(200)["token"].as_str().expect("a token").to_owned();
    server.clock.advance(HOUR);
    assert!(!is_signed_in(&server, &token).await);
}

on_both_engines!(reads_of_a_session_do_not_become_writes);
async fn reads_of_a_session_do_not_become_writes(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let session = forgetful(&server, &student).await;
    let last_use = async || {
        let sql = "SELECT max(last_used_at) FROM sessions WHERE kind = 'ordinary'";
        server.database().integer(sql).await
    };
    let begun = last_use().await;
    // For 60 minutes of idleness, a use is recorded at most every 6 minutes.
    for _ in 0..5 {
        server.clock.advance(MINUTE);
        assert!(is_signed_in(&server, &session.token).await);
    }
    assert_eq!(last_use().await, begun);
    server.clock.advance(MINUTE);
    assert!(is_signed_in(&server, &session.token).await);
    eventually("the use is recorded", async || {
        last_use().await == begun + 6 * MINUTE
    })
    .await;
}
