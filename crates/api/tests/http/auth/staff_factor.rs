//! A library that asks its staff for a second factor.

use carrel_domain::users::staff_factor::WITHOUT_FACTOR;
use carrel_testkit::{Answer, Identity, MINUTE, Server, TestDatabase, on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use super::second_factors::{App, challenge, confirm, enrol, second_step};
use super::{is_signed_in, log_in};
use crate::calls::CALLS;
use crate::settings::{change, shown};
use crate::world::World;

const NEEDED: (u16, &str, &str) = (
    403,
    "second_factor_needed",
    "This library asks its staff for a second sign-in step. Add one to your account.",
);

/// Switches the setting on or off.
async fn ask_staff(server: &Server, administrator: &Identity, is_asked: bool) -> Answer {
    let mut form = shown(server, administrator, "security").await;
    form["staffNeedSecondFactor"] = json!(is_asked);
    change(server, administrator, "security", form).await
}

/// The caller's account, as the web app loads it.
async fn me(server: &Server, person: &Identity) -> Value {
    server.get("/api/auth/me").as_(person).await.expect(200).clone()
}

on_both_engines!(staff_without_a_second_factor_can_only_add_one);
async fn staff_without_a_second_factor_can_only_add_one(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let librarian = server.with_role("librarian").await;
    let (teacher, student) = (server.with_role("teacher").await, server.student().await);
    assert_eq!(me(&server, &librarian).await["secondFactorNeeded"], false);

    // Nobody locks themselves out.
    let refused = ask_staff(&server, &administrator, true).await;
    assert_eq!(refused.status, 422);
    assert_eq!(
        refused.errors(),
        [(
            "staffNeedSecondFactor",
            "Add a second sign-in step to your own account first: otherwise you could not go on"
        )]
    );
    enrol(&server, &administrator).await;
    let changed = ask_staff(&server, &administrator, true).await;
    assert_eq!(changed.expect(200)["staffNeedSecondFactor"], true);

    // The open session is refused from now on, and so is a new one. The account can be reached.
    let books = async |person: &Identity| server.get("/api/books").as_(person).await;
    for person in [&administrator, &teacher, &student] {
        books(person).await.expect(200);
        assert_eq!(me(&server, person).await["secondFactorNeeded"], false);
    }
    assert_eq!(books(&librarian).await.failure(), NEEDED);
    let signed_in = log_in(&server, &librarian.email, &librarian.password).await;
    let session = signed_in.expect(200);
    assert_eq!(session["user"]["secondFactorNeeded"], true);
    let librarian = Identity {
        token: session["token"].as_str().expect("a token").to_owned(),
        ..librarian
    };
    assert_eq!(books(&librarian).await.failure(), NEEDED);
    assert_eq!(me(&server, &librarian).await["secondFactorNeeded"], true);
    server.get("/api/library").as_(&librarian).await.expect(200);
    server.get("/api/auth/sessions").as_(&librarian).await.expect(200);
    let passwords = json!({ "currentPassword": librarian.password, "newPassword": "Another1" });
    let renewed = server.put("/api/auth/updatepassword").as_(&librarian);
    let renewed = renewed.json(&passwords).await;
    let session = renewed.expect(200);
    assert_eq!(session["user"]["secondFactorNeeded"], true);
    let librarian = Identity {
        token: session["token"].as_str().expect("a token").to_owned(),
        password: "Another1".to_owned(),
        ..librarian
    };
    // Adding a factor needs a recent confirmation, as always.
    server.clock.advance(15 * MINUTE);
    server.confirm(&librarian).await;
    let begun = server
        .post("/api/auth/second-factors/authenticator")
        .as_(&librarian)
        .await;
    let app = App::new(begun.expect(201)["secret"].as_str().expect("a secret"));
    // An app that no code has confirmed is none.
    assert_eq!(books(&librarian).await.failure(), NEEDED);
    confirm(&server, &librarian, &app.code(&server)).await.expect(200);
    books(&librarian).await.expect(200);
    assert_eq!(me(&server, &librarian).await["secondFactorNeeded"], false);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(every_call_of_staff_without_a_second_factor_is_refused_by_its_act);
async fn every_call_of_staff_without_a_second_factor_is_refused_by_its_act(database: TestDatabase) {
    let server = crate::world::start(database).await;
    let world = World::new(&server).await;
    let person = server.administrator().await;
    let token = json!({
        "name": "Script", "expiresInDays": 90,
        "scopes": ["catalogue:read", "people:read", "borrowings:read", "reports:read"],
    });
    let token = server.post("/api/auth/tokens").as_(&person).json(&token).await;
    let token = token.expect(201)["token"].as_str().expect("a token").to_owned();
    server.set("security", r#"{"staffNeedSecondFactor":true}"#).await;
    let mut refused = 0;
    for call in &*CALLS {
        let Some(act) = call.act else { continue };
        let shown = format!("{} {}", call.method, call.path);
        if WITHOUT_FACTOR.contains(act) {
            continue;
        }
        refused += 1;
        let method: Method = call.method.parse().expect("a method");
        let path = world.path(&call.path, Some(&person));
        let answer = server.request(method, &path).as_(&person).await;
        assert_eq!(answer.failure(), NEEDED, "{shown}");
    }
    assert!(refused > 60, "{refused}");
    // So do the access tokens that the person has.
    for path in ["/api/books", "/api/admin/users", "/api/borrowings/my-summary"] {
        assert_eq!(server.get(path).bearer(&token).await.failure(), NEEDED, "{path}");
    }
    server.get("/api/auth/me").bearer(&token).await.expect(200);
    let signed_out = server.get("/api/auth/logout").as_(&person).await;
    signed_out.expect(200);
    assert!(!is_signed_in(&server, &person.token).await);
}

on_both_engines!(staff_keep_their_last_second_factor);
async fn staff_keep_their_last_second_factor(database: TestDatabase) {
    const LAST: (u16, &str, &str) = (
        409,
        "last_second_factor",
        "This library asks its staff for a second sign-in step. Add another one before you remove this one.",
    );
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (assistant, student) = (server.with_role("assistant").await, server.student().await);
    let (app, _) = enrol(&server, &administrator).await;
    enrol(&server, &assistant).await;
    enrol(&server, &student).await;
    ask_staff(&server, &administrator, true).await.expect(200);
    let app_path = "/api/auth/second-factors/authenticator";
    let remove = async |path: &str, person: &Identity| server.delete(path).as_(person).await;
    assert_eq!(remove(app_path, &assistant).await.failure(), LAST);
    remove(app_path, &student).await.expect(200);

    // With a passkey, the app is not the last one. Then the passkey is.
    let passkey = format!(
        "INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at) \
         VALUES (900, {}, 'c', 'k', 'library.example', 'Phone', 0, 1)",
        assistant.id.number()
    );
    server.database().sql(&passkey).await.expect("a passkey");
    remove(app_path, &assistant).await.expect(200);
    let own = server.get("/api/auth/second-factors").as_(&assistant).await;
    let id = own.expect(200)["passkeys"][0]["_id"].as_str().expect("an id");
    let passkey_path = format!("/api/auth/passkeys/{id}");
    assert_eq!(remove(&passkey_path, &assistant).await.failure(), LAST);

    // Lost factors are removed by an administrator; then the person adds one again.
    let reset = format!("/api/admin/users/{}/second-factors", assistant.id);
    remove(&reset, &administrator).await.expect(200);
    let signed_in = log_in(&server, &assistant.email, &assistant.password).await;
    assert_eq!(signed_in.expect(200)["user"]["secondFactorNeeded"], true);
    let assistant = server.sign_in_again(&assistant).await;
    enrol(&server, &assistant).await;
    server.get("/api/admin/users").as_(&assistant).await.expect(200);

    ask_staff(&server, &administrator, false).await.expect(200);
    remove(app_path, &assistant).await.expect(200);
    server.get("/api/admin/users").as_(&assistant).await.expect(200);
    let waiting = challenge(&server, &administrator).await;
    server.clock.advance(MINUTE);
    let session = second_step(&server, &waiting, &app.code(&server)).await;
    assert_eq!(session.expect(200)["user"]["secondFactorNeeded"], false);
    assert_eq!(server.violations().await, []);
}
