//! Access tokens: made, shown once, good for their scopes and never for more than their owner, ended.

use std::collections::BTreeSet;

use carrel_domain::users::Scope;
use carrel_testkit::{DAY, Document, HOUR, Identity, MINUTE, Server, TestDatabase, on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use super::routes::{ROUTES, World, start};

/// What a route asks of an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Nothing: everybody may, or any token.
    Nothing,
    Scope(Scope),
    Session,
}
use Asked::{Nothing, Session};
use Scope::{
    BorrowingsRead, BorrowingsWrite, CatalogueRead, CatalogueWrite, PeopleRead, PeopleWrite, ReadingWrite,
    ReportsRead,
};

/// What each route asks of an access token. A route of the document without a row here fails the test.
const ASKED: &[(&str, &str, Asked)] = &[
    ("GET", "/api/health", Nothing),
    ("GET", "/api/library", Nothing),
    ("GET", "/api/openapi.json", Nothing),
    ("POST", "/api/auth/login", Session),
    ("POST", "/api/auth/register", Session),
    ("GET", "/api/auth/logout", Session),
    ("GET", "/api/auth/me", Nothing),
    ("PUT", "/api/auth/updatedetails", Session),
    ("PUT", "/api/auth/updatepassword", Session),
    ("GET", "/api/auth/export", Session),
    ("GET", "/api/auth/sessions", Session),
    ("DELETE", "/api/auth/sessions", Session),
    ("DELETE", "/api/auth/sessions/{id}", Session),
    ("POST", "/api/auth/forgot-password", Nothing),
    ("POST", "/api/auth/reset-password", Nothing),
    ("POST", "/api/admin/users/{id}/password-link", Session),
    ("GET", "/api/admin/settings/mail", Session),
    ("PUT", "/api/admin/settings/mail", Session),
    ("DELETE", "/api/admin/settings/mail", Session),
    ("POST", "/api/admin/settings/mail/test", Session),
    ("GET", "/api/auth/tokens", Session),
    ("POST", "/api/auth/tokens", Session),
    ("DELETE", "/api/auth/tokens/{id}", Session),
    ("GET", "/api/books", Asked::Scope(CatalogueRead)),
    ("POST", "/api/books", Asked::Scope(CatalogueWrite)),
    ("GET", "/api/books/categories", Asked::Scope(CatalogueRead)),
    ("GET", "/api/books/popular", Asked::Scope(CatalogueRead)),
    ("GET", "/api/books/recommendations", Asked::Scope(CatalogueRead)),
    ("GET", "/api/books/{id}", Asked::Scope(CatalogueRead)),
    ("PUT", "/api/books/{id}", Asked::Scope(CatalogueWrite)),
    ("DELETE", "/api/books/{id}", Asked::Scope(CatalogueWrite)),
    ("GET", "/api/books/{id}/cover.svg", Nothing),
    ("POST", "/api/books/{id}/restore", Asked::Scope(CatalogueWrite)),
    ("GET", "/api/books/{id}/copies", Asked::Scope(CatalogueRead)),
    ("POST", "/api/books/{id}/copies", Asked::Scope(CatalogueWrite)),
    ("PUT", "/api/copies/{id}", Asked::Scope(CatalogueWrite)),
    ("DELETE", "/api/copies/{id}", Asked::Scope(CatalogueWrite)),
    ("GET", "/api/borrowings", Asked::Scope(BorrowingsRead)),
    (
        "GET",
        "/api/borrowings/my-borrowings",
        Asked::Scope(BorrowingsRead),
    ),
    ("GET", "/api/borrowings/my-history", Asked::Scope(BorrowingsRead)),
    ("GET", "/api/borrowings/overdue", Asked::Scope(BorrowingsRead)),
    ("POST", "/api/borrowings/{bookId}", Asked::Scope(BorrowingsWrite)),
    ("GET", "/api/admin/stats", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/most-borrowed", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/reports/borrowings", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/reports/categories", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/reports/hours", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/reports/overdue", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/reports/fines", Asked::Scope(ReportsRead)),
    ("GET", "/api/admin/reports/attention", Asked::Scope(ReportsRead)),
    (
        "GET",
        "/api/admin/reports/{report}/table.csv",
        Asked::Scope(ReportsRead),
    ),
    ("GET", "/api/admin/books", Asked::Scope(CatalogueRead)),
    ("GET", "/api/admin/borrowings", Asked::Scope(BorrowingsRead)),
    (
        "GET",
        "/api/admin/borrowings/table.csv",
        Asked::Scope(BorrowingsRead),
    ),
    (
        "GET",
        "/api/admin/borrowings/user/{userId}",
        Asked::Scope(BorrowingsRead),
    ),
    (
        "PUT",
        "/api/admin/borrowings/{borrowingId}/return",
        Asked::Scope(BorrowingsWrite),
    ),
    (
        "POST",
        "/api/admin/borrowings/{borrowingId}/payments",
        Asked::Scope(BorrowingsWrite),
    ),
    (
        "POST",
        "/api/admin/borrowings/{borrowingId}/waivers",
        Asked::Scope(BorrowingsWrite),
    ),
    ("GET", "/api/books/{id}/rating", Asked::Scope(CatalogueRead)),
    ("PUT", "/api/books/{id}/rating", Asked::Scope(ReadingWrite)),
    ("DELETE", "/api/books/{id}/rating", Asked::Scope(ReadingWrite)),
    ("GET", "/api/books/{id}/reviews", Asked::Scope(CatalogueRead)),
    ("GET", "/api/favorites", Asked::Scope(ReadingWrite)),
    ("GET", "/api/favorites/ids", Asked::Scope(ReadingWrite)),
    ("PUT", "/api/favorites/{bookId}", Asked::Scope(ReadingWrite)),
    ("DELETE", "/api/favorites/{bookId}", Asked::Scope(ReadingWrite)),
    ("PUT", "/api/admin/reviews/{id}", Asked::Scope(CatalogueWrite)),
    ("GET", "/api/borrowings/my-summary", Asked::Scope(BorrowingsRead)),
    ("GET", "/api/home", Nothing),
    ("GET", "/api/library/rules", Nothing),
    ("GET", "/api/pages/{name}", Nothing),
    ("POST", "/api/setup", Nothing),
    ("POST", "/api/setup/check", Nothing),
    ("GET", "/api/admin/settings/library", Session),
    ("PUT", "/api/admin/settings/library", Session),
    ("GET", "/api/admin/settings/opening-days", Session),
    ("PUT", "/api/admin/settings/opening-days", Session),
    ("GET", "/api/admin/settings/rules", Session),
    ("PUT", "/api/admin/settings/rules", Session),
    ("GET", "/api/admin/settings/rules/explanation", Session),
    ("GET", "/api/admin/settings/home", Session),
    ("PUT", "/api/admin/settings/home", Session),
    ("GET", "/api/admin/settings/pages/{name}", Session),
    ("PUT", "/api/admin/settings/pages/{name}", Session),
    ("GET", "/api/admin/settings/kinds", Session),
    ("PUT", "/api/admin/settings/kinds", Session),
    ("GET", "/api/admin/settings/registration", Session),
    ("PUT", "/api/admin/settings/registration", Session),
    ("GET", "/api/admin/webhooks", Session),
    ("POST", "/api/admin/webhooks", Session),
    ("PUT", "/api/admin/webhooks/{id}", Session),
    ("DELETE", "/api/admin/webhooks/{id}", Session),
    ("POST", "/api/admin/webhooks/{id}/test", Session),
    ("GET", "/api/admin/webhooks/{id}/deliveries", Session),
    ("POST", "/api/admin/webhook-deliveries/{id}/resend", Session),
    ("POST", "/api/admin/users", Asked::Scope(PeopleWrite)),
    ("POST", "/api/admin/users/import", Asked::Scope(PeopleWrite)),
    ("GET", "/api/admin/users", Asked::Scope(PeopleRead)),
    ("GET", "/api/admin/users/{id}", Asked::Scope(PeopleRead)),
    ("PUT", "/api/admin/users/{id}", Asked::Scope(PeopleWrite)),
];

fn form(scopes: &[&str], days: i64) -> Value {
    json!({ "name": "A script", "scopes": scopes, "expiresInDays": days })
}

/// Makes an access token and answers with it.
async fn make(server: &Server, person: &Identity, scopes: &[&str], days: i64) -> Value {
    let request = server.post("/api/auth/tokens").as_(person);
    request.json(&form(scopes, days)).await.expect(201).clone()
}

fn token(made: &Value) -> &str {
    made["token"].as_str().expect("a token")
}

#[test]
fn every_route_says_what_it_asks_of_a_token() {
    let document = Document::parse(&carrel_api::openapi_json());
    let documented: BTreeSet<(String, String)> = document
        .operations()
        .map(|(method, path, _)| (method, path.to_owned()))
        .collect();
    let told: BTreeSet<(String, String)> = ASKED
        .iter()
        .map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned()))
        .collect();
    assert_eq!(documented, told);
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

on_both_engines!(every_route_knows_every_scope);
async fn every_route_knows_every_scope(database: TestDatabase) {
    let server = start(database).await;
    let mut world = World::new(&server).await;
    let mut tokens = tokens_of(&server, &world).await;
    let mut holder = world.administrator.clone();
    for (method, path, asked) in ASKED {
        let row = ROUTES.iter().find(|row| row.0 == *method && row.1 == *path);
        let (.., success, body) = row.expect("every route has its row");
        for place in 0..tokens.len() {
            let (scope, token) = &tokens[place].clone();
            let call = format!("{method} {path} with {}", scope.as_str());
            token.clone_into(&mut holder.token);
            let parsed: Method = method.parse().expect("a method");
            let mut request = server
                .request(parsed, &world.path(path, Some(&holder)))
                .bearer(token);
            let body = body(&world, Some(&holder));
            if !body.is_null() {
                request = request.json(&body);
            }
            let answer = request.await;
            match asked {
                Nothing => assert_eq!(answer.status, *success, "{call}: {}", answer.text()),
                Asked::Scope(wanted) if wanted == scope => {
                    assert_eq!(answer.status, *success, "{call}: {}", answer.text());
                    if *method != "GET" {
                        world = World::new(&server).await;
                        tokens = tokens_of(&server, &world).await;
                        holder = world.administrator.clone();
                    }
                }
                Asked::Scope(wanted) => {
                    let words = format!("This access token needs the scope {}", wanted.as_str());
                    assert_eq!(answer.failure(), (403, "missing_scope", words.as_str()), "{call}");
                }
                Session => {
                    let words = "Access tokens cannot do this. Please sign in.";
                    assert_eq!(answer.failure(), (403, "session_needed", words), "{call}");
                }
            }
        }
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_token_is_never_more_than_its_owner);
async fn a_token_is_never_more_than_its_owner(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let all: Vec<&str> = Scope::ALL.into_iter().map(Scope::as_str).collect();
    let students = make(&server, &world.other, &all, 1).await;
    let holder = Identity {
        token: token(&students).to_owned(),
        ..world.other.clone()
    };
    for (method, path, access, _, body) in ROUTES {
        if *access != super::routes::Access::Administrators {
            continue;
        }
        let method: Method = method.parse().expect("a method");
        let mut request = server.request(method, &world.path(path, Some(&holder)));
        let body = body(&world, Some(&holder));
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.as_(&holder).await;
        assert_eq!(answer.failure().1, "not_allowed", "{path}");
    }
    // An administrator's token loses with its owner's role what the role allowed.
    let colleague = server.administrator().await;
    let made = make(&server, &colleague, &all, 1).await;
    let stats = || server.get("/api/admin/stats").bearer(token(&made));
    stats().await.expect(200);
    let path = format!("/api/admin/users/{}", colleague.id);
    let demote = server.put(&path).as_(&world.administrator);
    demote.json(&json!({ "role": "student" })).await.expect(200);
    assert_eq!(stats().await.failure().1, "not_allowed");
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
    // Its use is noted, and again when some minutes have gone by.
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
    let stored = "SELECT count(*) FROM audit WHERE action LIKE 'access_token.%'";
    assert_eq!(server.database().integer(stored).await, 2);
}

on_both_engines!(a_token_ends_with_its_time_its_owners_password_and_account);
async fn a_token_ends_with_its_time_its_owners_password_and_account(database: TestDatabase) {
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
        "it does not come back with the account"
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

on_both_engines!(a_token_that_cannot_be_is_refused);
async fn a_token_that_cannot_be_is_refused(database: TestDatabase) {
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
