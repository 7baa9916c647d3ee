//! Access tokens: created, shown once, limited to their scopes and their owner's rights, revoked.

use carrel_domain::users::Scope;
use carrel_testkit::{DAY, HOUR, Identity, MINUTE, Server, TestDatabase, on_both_engines, on_sqlite};
use reqwest::Method;
use serde_json::{Value, json};

use super::calls::{Access, CALLS, Call, Needed};
use super::world::{World, start};

fn form(scopes: &[&str], days: i64) -> Value {
    json!({ "name": "A script", "scopes": scopes, "expiresInDays": days })
}

/// Creates an access token and returns the response.
async fn make(server: &Server, person: &Identity, scopes: &[&str], days: i64) -> Value {
    let request = server.post("/api/auth/tokens").as_(person);
    request.json(&form(scopes, days)).await.expect(201).clone()
}

fn token(made: &Value) -> &str {
    made["token"].as_str().expect("a token")
}

/// A token of the world's administrator for each scope.
async fn tokens_of(server: &Server, world: &World) -> Vec<(Scope, String)> {
    let mut tokens = Vec::new();
    for scope in Scope::ALL {
        let made = make(server, &world.administrator, &[scope.as_str()], 365).await;
        tokens.push((scope, token(&made).to_owned()));
    }
    tokens
}

// These checks come before the use case, so that the engine makes no difference. The world is made again after each
// successful change, which takes five times as long on PostgreSQL.
on_sqlite!(every_route_checks_the_scope_of_a_token);
async fn every_route_checks_the_scope_of_a_token(database: TestDatabase) {
    let server = start(database).await;
    let mut world = World::new(&server).await;
    let mut tokens = tokens_of(&server, &world).await;
    let mut holder = world.administrator.clone();
    for made in CALLS.iter() {
        let Call {
            method,
            path,
            success,
            ..
        } = made;
        for place in 0..tokens.len() {
            let (scope, token) = &tokens[place].clone();
            let call = format!("{method} {path} with {}", scope.as_str());
            token.clone_into(&mut holder.token);
            let parsed: Method = method.parse().expect("a method");
            let mut request = server
                .request(parsed, &world.path(path, Some(&holder)))
                .bearer(token);
            let body = made.body(&world, Some(&holder));
            if !body.is_null() {
                request = request.json(&body);
            }
            let answer = request.await;
            match made.needed {
                Needed::Nothing => assert_eq!(answer.status, *success, "{call}: {}", answer.text()),
                Needed::Scope(wanted) if wanted == *scope => {
                    assert_eq!(answer.status, *success, "{call}: {}", answer.text());
                    if method != "GET" {
                        world = World::new(&server).await;
                        tokens = tokens_of(&server, &world).await;
                        holder = world.administrator.clone();
                    }
                }
                Needed::Scope(wanted) => {
                    let words = format!("This access token needs the scope {}", wanted.as_str());
                    assert_eq!(answer.failure(), (403, "missing_scope", words.as_str()), "{call}");
                }
                Needed::Session => {
                    let words = "Access tokens cannot do this. Please sign in.";
                    assert_eq!(answer.failure(), (403, "session_needed", words), "{call}");
                }
            }
        }
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_token_never_has_more_rights_than_its_owner);
async fn a_token_never_has_more_rights_than_its_owner(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let all: Vec<&str> = Scope::ALL.into_iter().map(Scope::as_str).collect();
    let students = make(&server, &world.other, &all, 1).await;
    let holder = Identity {
        token: token(&students).to_owned(),
        ..world.other.clone()
    };
    for call in CALLS.iter().filter(|call| call.access == Access::Administrators) {
        let Call { method, path, .. } = call;
        let method: Method = method.parse().expect("a method");
        let mut request = server.request(method, &world.path(path, Some(&holder)));
        let body = call.body(&world, Some(&holder));
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.as_(&holder).await;
        assert_eq!(answer.failure().1, "not_allowed", "{path}");
    }
    // When the owner loses a role, the token ends with what the role allowed.
    let colleague = server.administrator().await;
    let made = make(&server, &colleague, &all, 1).await;
    let stats = || server.get("/api/admin/stats").bearer(token(&made));
    stats().await.expect(200);
    let path = format!("/api/admin/users/{}", colleague.id);
    let demote = server.put(&path).as_(&world.administrator);
    demote.json(&json!({ "role": "student" })).await.expect(200);
    assert_eq!(stats().await.failure().1, "not_signed_in");
}

on_both_engines!(a_token_is_shown_once_listed_and_revoked);
async fn a_token_is_shown_once_listed_and_revoked(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.student().await, server.student().await);
    let made = make(&server, &ada, &["borrowings:read", "catalogue:read"], 90).await;
    let secret = token(&made);
    assert!(secret.starts_with("carrel_") && secret.len() == 71, "{secret}");
    assert_eq!(made["scopes"], json!(["catalogue:read", "borrowings:read"]));
    assert_eq!(made["lastUsedAt"], Value::Null);

    let list = async || server.get("/api/auth/tokens").as_(&ada).await.expect(200).clone();
    let listed = list().await;
    assert!(!listed.to_string().contains(secret));
    assert_eq!(listed[0]["_id"], made["_id"]);
    assert_eq!(listed[0]["name"], "A script");
    let me = server.get("/api/auth/me").bearer(secret).await;
    assert_eq!(me.expect(200)["email"], ada.email.as_str());
    // A use is recorded, and the next one only after some minutes.
    let first = list().await[0]["lastUsedAt"].clone();
    assert!(first.is_string(), "{first}");
    for (later, is_noted) in [(MINUTE, false), (5 * MINUTE, true)] {
        server.clock.advance(later);
        server.get("/api/auth/me").bearer(secret).await.expect(200);
        assert_eq!(list().await[0]["lastUsedAt"] != first, is_noted);
    }
    assert_eq!(
        server.get("/api/auth/tokens").as_(&bob).await.list(),
        &[] as &[Value]
    );

    let path = format!("/api/auth/tokens/{}", made["_id"].as_str().expect("an id"));
    let unknown = (404, "access_token_not_found", "Access token not found");
    assert_eq!(server.delete(&path).as_(&bob).await.failure(), unknown);
    server.get("/api/auth/me").bearer(secret).await.expect(200);
    server.delete(&path).as_(&ada).await.expect(200);
    assert_eq!(
        server.get("/api/auth/me").bearer(secret).await.failure().1,
        "not_signed_in"
    );
    assert_eq!(server.delete(&path).as_(&ada).await.failure(), unknown);
    let stored = "SELECT count(*) FROM audit WHERE action IN ('access_token.made', 'access_token.revoked')";
    assert_eq!(server.database().integer(stored).await, 2);
}

on_both_engines!(a_token_ends_by_expiry_a_password_change_and_deactivation);
async fn a_token_ends_by_expiry_a_password_change_and_deactivation(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (ada, bob) = (server.student().await, server.student().await);
    let me = async |token: &str| server.get("/api/auth/me").bearer(token).await.status;

    let short = make(&server, &ada, &["catalogue:read"], 1).await;
    let long = make(&server, &ada, &["catalogue:read"], 365).await;
    let bobs = make(&server, &bob, &["catalogue:read"], 365).await;
    let path = format!("/api/admin/users/{}", bob.id);
    let change = server.put(&path).as_(&administrator);
    change.json(&json!({ "isActive": false })).await.expect(200);
    assert_eq!(me(token(&bobs)).await, 401);
    let change = server.put(&path).as_(&administrator);
    change.json(&json!({ "isActive": true })).await.expect(200);
    assert_eq!(
        me(token(&bobs)).await,
        401,
        "reactivating the account does not revive it"
    );

    server.clock.advance(DAY - 1);
    assert_eq!(me(token(&short)).await, 200);
    server.clock.advance(1);
    assert_eq!((me(token(&short)).await, me(token(&long)).await), (401, 200));
    let ada = server.sign_in_again(&ada).await;
    let change = json!({ "currentPassword": ada.password, "newPassword": "Changed1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&ada)
        .json(&change)
        .await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(me(token(&long)).await, 401);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_invalid_token_form_is_refused);
async fn an_invalid_token_form_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let long_name = "n".repeat(101);
    for (body, errors) in [
        (
            json!({}),
            vec![
                ("name", "Name is required"),
                ("scopes", "Please choose at least one scope"),
                ("expiresInDays", "An access token lasts between 1 and 365 days"),
            ],
        ),
        (
            json!({ "name": long_name, "scopes": ["all"], "expiresInDays": 366 }),
            vec![
                ("name", "Name cannot exceed 100 characters"),
                ("scopes", "There is no such scope"),
                ("expiresInDays", "An access token lasts between 1 and 365 days"),
            ],
        ),
        (
            json!({ "name": "two\nlines", "scopes": ["people:read"], "expiresInDays": 0 }),
            vec![
                ("name", "Name contains characters that are not allowed"),
                ("expiresInDays", "An access token lasts between 1 and 365 days"),
            ],
        ),
    ] {
        let answer = server.post("/api/auth/tokens").as_(&ada).json(&body).await;
        assert_eq!(answer.failure().0, 422);
        assert_eq!(answer.errors(), errors);
    }
    for _ in 0..50 {
        make(&server, &ada, &["catalogue:read"], 1).await;
    }
    let one_more = server.post("/api/auth/tokens").as_(&ada);
    let words = "You have 50 access tokens; please revoke one first";
    assert_eq!(
        one_more.json(&form(&["catalogue:read"], 1)).await.failure(),
        (409, "too_many_access_tokens", words)
    );
    for unknown in [
        "carrel_",
        "carrel_0123456789abcdef",
        &format!("carrel_{}", ada.token),
    ] {
        let answer = server.get("/api/auth/me").bearer(unknown).await;
        assert_eq!(answer.failure().1, "not_signed_in", "{unknown}");
    }
    server.clock.advance(HOUR);
    server.get("/api/auth/me").as_(&ada).await.expect(200);
}

on_both_engines!(no_token_changes_an_administrator_or_a_role);
async fn no_token_changes_an_administrator_or_a_role(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let made = make(&server, &administrator, &["people:read", "people:write"], 30).await;
    let session = administrator.clone();
    let mut holder = administrator;
    token(&made).clone_into(&mut holder.token);
    let path = |person: &Identity| format!("/api/admin/users/{}", person.id);
    let admin_file = "name,email,role\nEve Smith,eve@library.example,administrator\n";
    let person = |role: &str| json!({ "name": "Eve Smith", "email": "eve@library.example", "role": role });
    let refused = [
        server
            .put(&path(&student))
            .as_(&holder)
            .json(&json!({ "role": "admin" }))
            .await,
        // A forgotten password would go to the new address.
        server
            .put(&path(&student))
            .as_(&holder)
            .json(&json!({ "email": "thief@library.example" }))
            .await,
        server
            .put(&path(&session))
            .as_(&holder)
            .json(&json!({ "email": "thief@library.example" }))
            .await,
        server
            .put(&path(&session))
            .as_(&holder)
            .json(&json!({ "isActive": false }))
            .await,
        server
            .post("/api/admin/users")
            .as_(&holder)
            .json(&person("admin"))
            .await,
    ];
    for answer in refused {
        assert_eq!(
            answer.failure(),
            (
                403,
                "session_needed",
                "Access tokens cannot do this. Please sign in."
            )
        );
    }
    // Lines with a role are refused, each with its reason.
    let import = server.post("/api/admin/users/import").as_(&holder);
    let imported = import.json(&json!({ "file": admin_file })).await;
    assert_eq!(
        imported.failure(),
        (422, "validation", "No line of this file can be imported")
    );
    // Students can be created and changed, also when the form repeats their role.
    let same = json!({ "role": "student", "department": "History" });
    server
        .put(&path(&student))
        .as_(&holder)
        .json(&same)
        .await
        .expect(200);
    server
        .post("/api/admin/users")
        .as_(&holder)
        .json(&person("student"))
        .await
        .expect(201);
    let file = "name,email\nAdam Smith,adam@library.example\n";
    server
        .post("/api/admin/users/import")
        .as_(&holder)
        .json(&json!({ "file": file }))
        .await
        .expect(200);
    // A session may do all of it.
    server
        .put(&path(&student))
        .as_(&session)
        .json(&json!({ "role": "admin" }))
        .await
        .expect(200);
    server
        .post("/api/admin/users/import")
        .as_(&session)
        .json(&json!({ "file": admin_file }))
        .await
        .expect(200);
}

on_both_engines!(a_new_role_ends_the_tokens);
async fn a_new_role_ends_the_tokens(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, mut student) = (server.administrator().await, server.student().await);
    let made = make(&server, &student, &["people:write"], 30).await;
    let path = format!("/api/admin/users/{}", student.id);
    let promotion = json!({ "role": "admin" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&promotion)
        .await
        .expect(200);
    // The session continues with the new role; the token, which was made for a student, does not wake up.
    assert_eq!(server.get("/api/admin/users").as_(&student).await.status, 200);
    token(&made).clone_into(&mut student.token);
    assert_eq!(server.get("/api/auth/me").as_(&student).await.status, 401);
}
