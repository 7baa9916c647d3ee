//! Every route, asked by everybody; and what is no route.

use std::collections::{BTreeMap, BTreeSet};

use carrel_operations::Limits;
use carrel_testkit::{DAY, Document, Identity, MailServer, Server, Setup, TestDatabase, on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

/// Who may make a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Everybody,
    SignedIn,
    Administrators,
}
use Access::{Administrators, Everybody, SignedIn};

/// Where the tests' webhooks lead. Nobody listens there, and nothing is sent.
const WEBHOOK: &str = "http://127.0.0.1:9/";

/// A server whose operator allows webhooks.
pub(super) async fn start(database: TestDatabase) -> Server {
    let limits = Limits {
        webhook_hosts: vec!["127.0.0.1:9".parse().expect("a host")],
        ..Limits::default()
    };
    let setup = Setup {
        limits,
        ..Setup::default()
    };
    Server::start_with(database, setup).await
}

/// A route: method and path, who may call it, how it answers them, and what is sent.
pub(super) type Row = (
    &'static str,
    &'static str,
    Access,
    u16,
    fn(&World, Option<&Identity>) -> Value,
);

/// Every route of the API. A route of the document without a row here fails the test.
pub(super) const ROUTES: &[Row] = &[
    ("GET", "/api/health", Everybody, 200, nothing),
    ("GET", "/api/library", Everybody, 200, nothing),
    ("GET", "/api/openapi.json", Everybody, 200, nothing),
    ("POST", "/api/auth/login", Everybody, 200, login),
    ("POST", "/api/auth/register", Everybody, 201, registration),
    ("GET", "/api/auth/logout", Everybody, 200, nothing),
    ("GET", "/api/auth/me", SignedIn, 200, nothing),
    ("PUT", "/api/auth/updatedetails", SignedIn, 200, details),
    ("PUT", "/api/auth/updatepassword", SignedIn, 200, password),
    ("GET", "/api/auth/tokens", SignedIn, 200, nothing),
    ("POST", "/api/auth/tokens", SignedIn, 201, access_token),
    ("DELETE", "/api/auth/tokens/{id}", SignedIn, 200, nothing),
    ("GET", "/api/auth/export", SignedIn, 200, nothing),
    ("GET", "/api/auth/sessions", SignedIn, 200, nothing),
    ("DELETE", "/api/auth/sessions", SignedIn, 200, nothing),
    ("DELETE", "/api/auth/sessions/{id}", SignedIn, 200, nothing),
    ("POST", "/api/auth/forgot-password", Everybody, 200, address),
    ("POST", "/api/auth/reset-password", Everybody, 409, reset),
    ("GET", "/api/books", SignedIn, 200, nothing),
    ("POST", "/api/books", Administrators, 201, book),
    ("GET", "/api/books/categories", SignedIn, 200, nothing),
    ("GET", "/api/books/popular", SignedIn, 200, nothing),
    ("GET", "/api/books/recommendations", SignedIn, 200, nothing),
    ("GET", "/api/books/{id}", SignedIn, 200, nothing),
    ("PUT", "/api/books/{id}", Administrators, 200, book),
    ("DELETE", "/api/books/{id}", Administrators, 200, nothing),
    ("GET", "/api/books/{id}/cover.svg", Everybody, 200, nothing),
    ("GET", "/api/books/{id}/rating", SignedIn, 200, nothing),
    ("PUT", "/api/books/{id}/rating", SignedIn, 200, rating),
    ("DELETE", "/api/books/{id}/rating", SignedIn, 200, nothing),
    ("GET", "/api/books/{id}/reviews", SignedIn, 200, nothing),
    ("GET", "/api/favorites", SignedIn, 200, nothing),
    ("GET", "/api/favorites/ids", SignedIn, 200, nothing),
    ("PUT", "/api/favorites/{bookId}", SignedIn, 200, nothing),
    ("DELETE", "/api/favorites/{bookId}", SignedIn, 200, nothing),
    ("POST", "/api/books/{id}/restore", Administrators, 200, nothing),
    ("GET", "/api/books/{id}/copies", Administrators, 200, nothing),
    ("POST", "/api/books/{id}/copies", Administrators, 201, nothing),
    ("PUT", "/api/copies/{id}", Administrators, 200, nothing),
    ("DELETE", "/api/copies/{id}", Administrators, 200, nothing),
    ("GET", "/api/borrowings", Administrators, 200, nothing),
    ("GET", "/api/borrowings/my-borrowings", SignedIn, 200, nothing),
    ("GET", "/api/borrowings/my-history", SignedIn, 200, nothing),
    ("GET", "/api/borrowings/my-summary", SignedIn, 200, nothing),
    ("GET", "/api/borrowings/overdue", Administrators, 200, nothing),
    ("POST", "/api/borrowings/{bookId}", SignedIn, 201, nothing),
    ("GET", "/api/admin/stats", Administrators, 200, nothing),
    ("GET", "/api/admin/most-borrowed", Administrators, 200, nothing),
    ("GET", "/api/admin/books", Administrators, 200, nothing),
    ("GET", "/api/admin/borrowings", Administrators, 200, nothing),
    (
        "GET",
        "/api/admin/borrowings/table.csv",
        Administrators,
        200,
        nothing,
    ),
    (
        "GET",
        "/api/admin/borrowings/user/{userId}",
        Administrators,
        200,
        nothing,
    ),
    (
        "PUT",
        "/api/admin/borrowings/{borrowingId}/return",
        Administrators,
        200,
        nothing,
    ),
    (
        "POST",
        "/api/admin/borrowings/{borrowingId}/payments",
        Administrators,
        200,
        nothing,
    ),
    (
        "POST",
        "/api/admin/borrowings/{borrowingId}/waivers",
        Administrators,
        200,
        waiver,
    ),
    (
        "GET",
        "/api/admin/reports/borrowings",
        Administrators,
        200,
        nothing,
    ),
    (
        "GET",
        "/api/admin/reports/categories",
        Administrators,
        200,
        nothing,
    ),
    ("GET", "/api/admin/reports/hours", Administrators, 200, nothing),
    ("GET", "/api/admin/reports/overdue", Administrators, 200, nothing),
    ("GET", "/api/admin/reports/fines", Administrators, 200, nothing),
    (
        "GET",
        "/api/admin/reports/attention",
        Administrators,
        200,
        nothing,
    ),
    (
        "GET",
        "/api/admin/reports/{report}/table.csv",
        Administrators,
        200,
        nothing,
    ),
    ("PUT", "/api/admin/reviews/{id}", Administrators, 200, moderation),
    ("GET", "/api/admin/webhooks", Administrators, 200, nothing),
    ("POST", "/api/admin/webhooks", Administrators, 201, webhook),
    ("PUT", "/api/admin/webhooks/{id}", Administrators, 200, webhook),
    ("DELETE", "/api/admin/webhooks/{id}", Administrators, 200, nothing),
    (
        "POST",
        "/api/admin/webhooks/{id}/test",
        Administrators,
        201,
        nothing,
    ),
    (
        "GET",
        "/api/admin/webhooks/{id}/deliveries",
        Administrators,
        200,
        nothing,
    ),
    (
        "POST",
        "/api/admin/webhook-deliveries/{id}/resend",
        Administrators,
        200,
        nothing,
    ),
    ("GET", "/api/admin/users", Administrators, 200, nothing),
    ("POST", "/api/admin/users", Administrators, 201, new_user),
    (
        "POST",
        "/api/admin/users/import",
        Administrators,
        200,
        people_file,
    ),
    ("GET", "/api/admin/users/{id}", Administrators, 200, nothing),
    ("PUT", "/api/admin/users/{id}", Administrators, 200, details),
    (
        "POST",
        "/api/admin/users/{id}/password-link",
        Administrators,
        201,
        nothing,
    ),
    ("GET", "/api/admin/settings/mail", Administrators, 200, nothing),
    (
        "PUT",
        "/api/admin/settings/mail",
        Administrators,
        200,
        mail_settings,
    ),
    ("DELETE", "/api/admin/settings/mail", Administrators, 200, nothing),
    (
        "POST",
        "/api/admin/settings/mail/test",
        Administrators,
        200,
        nothing,
    ),
    ("GET", "/api/home", Everybody, 200, nothing),
    ("GET", "/api/library/rules", Everybody, 200, nothing),
    ("GET", "/api/pages/{name}", Everybody, 200, nothing),
    // Nobody has a link to a library that is set up.
    ("POST", "/api/setup", Everybody, 404, setup_link),
    ("POST", "/api/setup/check", Everybody, 404, setup_link),
    ("GET", "/api/admin/settings/library", Administrators, 200, nothing),
    (
        "PUT",
        "/api/admin/settings/library",
        Administrators,
        200,
        library_settings,
    ),
    (
        "GET",
        "/api/admin/settings/opening-days",
        Administrators,
        200,
        nothing,
    ),
    (
        "PUT",
        "/api/admin/settings/opening-days",
        Administrators,
        200,
        opening_days,
    ),
    ("GET", "/api/admin/settings/rules", Administrators, 200, nothing),
    ("PUT", "/api/admin/settings/rules", Administrators, 200, rules),
    (
        "GET",
        "/api/admin/settings/rules/explanation",
        Administrators,
        200,
        nothing,
    ),
    ("GET", "/api/admin/settings/kinds", Administrators, 200, nothing),
    ("PUT", "/api/admin/settings/kinds", Administrators, 200, kinds),
    ("GET", "/api/admin/settings/home", Administrators, 200, nothing),
    (
        "PUT",
        "/api/admin/settings/home",
        Administrators,
        200,
        home_settings,
    ),
    (
        "GET",
        "/api/admin/settings/pages/{name}",
        Administrators,
        200,
        nothing,
    ),
    (
        "PUT",
        "/api/admin/settings/pages/{name}",
        Administrators,
        200,
        page_settings,
    ),
    (
        "GET",
        "/api/admin/settings/registration",
        Administrators,
        200,
        nothing,
    ),
    (
        "PUT",
        "/api/admin/settings/registration",
        Administrators,
        200,
        registration_settings,
    ),
];

fn setup_link(_: &World, _: Option<&Identity>) -> Value {
    json!({ "token": "0123456789abcdef" })
}

fn library_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "name": "Town Library", "timeZone": "UTC", "currency": "USD", "version": world.versions["library"] })
}

fn opening_days(world: &World, _: Option<&Identity>) -> Value {
    json!({ "closedWeekdays": [], "closures": [], "version": world.versions["opening-days"] })
}

fn rules(world: &World, _: Option<&Identity>) -> Value {
    json!({ "rules": [{ "name": "loans_allowed", "value": "6" }], "version": world.versions["rules"] })
}

fn kinds(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "patronCategories": [{ "name": "Staff" }], "itemTypes": [], "version": world.versions["kinds"],
    })
}

fn home_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "figures": "live", "voices": "none", "testimonials": [], "version": world.versions["home"] })
}

fn page_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "text": "Come in.", "version": world.versions["pages/about"] })
}

fn registration_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({ "open": true, "version": world.versions["registration"] })
}

fn nothing(_: &World, _: Option<&Identity>) -> Value {
    Value::Null
}

fn login(world: &World, _: Option<&Identity>) -> Value {
    json!({ "email": world.owner.email, "password": world.owner.password })
}

fn registration(_: &World, caller: Option<&Identity>) -> Value {
    let email = caller.map_or("nobody@new.example".to_owned(), |caller| {
        format!("new.{}", caller.email)
    });
    json!({
        "name": "Somebody New", "email": email,
        "password": "Reading1", "confirmPassword": "Reading1", "agreeTerms": true,
    })
}

fn details(_: &World, _: Option<&Identity>) -> Value {
    json!({ "department": "History" })
}

/// An address of each caller's own.
fn new_email(caller: Option<&Identity>) -> String {
    caller.map_or("added@new.example".to_owned(), |caller| {
        format!("added.{}", caller.email)
    })
}

fn new_user(_: &World, caller: Option<&Identity>) -> Value {
    json!({ "name": "Somebody Added", "email": new_email(caller) })
}

fn people_file(_: &World, caller: Option<&Identity>) -> Value {
    json!({ "file": format!("Name,Email\nSomebody Imported,file.{}\n", new_email(caller)) })
}

fn password(_: &World, caller: Option<&Identity>) -> Value {
    let current = caller.map(|caller| caller.password.as_str());
    json!({ "currentPassword": current, "newPassword": "Changed1" })
}

fn access_token(_: &World, _: Option<&Identity>) -> Value {
    json!({ "name": "A script", "scopes": ["catalogue:read"], "expiresInDays": 30 })
}

fn webhook(_: &World, _: Option<&Identity>) -> Value {
    json!({ "address": WEBHOOK, "events": ["borrowing.created"] })
}

fn book(_: &World, _: Option<&Identity>) -> Value {
    json!({ "title": "A Book", "author": "Somebody", "category": "Fiction" })
}

/// An address of each token's own: mail to one is not sent without end.
fn address(_: &World, caller: Option<&Identity>) -> Value {
    let name = caller.map_or("nobody", |caller| &caller.token[..caller.token.len().min(20)]);
    json!({ "email": format!("{name}@new.example") })
}

/// A new password by a link that never was.
fn reset(_: &World, _: Option<&Identity>) -> Value {
    json!({ "token": "0123456789abcdef", "password": "Changed1", "confirmPassword": "Changed1" })
}

fn mail_settings(world: &World, _: Option<&Identity>) -> Value {
    json!({
        "host": "127.0.0.1", "port": world.mail.port(), "security": "none",
        "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
    })
}

fn waiver(_: &World, _: Option<&Identity>) -> Value {
    json!({ "note": "A good reason" })
}

fn rating(_: &World, _: Option<&Identity>) -> Value {
    json!({ "stars": 4, "review": "Worth the time." })
}

fn moderation(_: &World, _: Option<&Identity>) -> Value {
    json!({ "hidden": true })
}

/// Somebody of every kind, and something for every call.
pub(super) struct World {
    pub owner: Identity,
    pub other: Identity,
    pub administrator: Identity,
    deactivated: Identity,
    logged_out: Identity,
    /// With copies on the shelf, never borrowed.
    book_id: String,
    copy_id: String,
    archived_id: String,
    /// The owner's: open, and returned late.
    open_id: String,
    owing_id: String,
    /// Of each section of the settings, by its path.
    versions: BTreeMap<&'static str, String>,
    /// Everybody who is somebody has it; the owner has reviewed it.
    read_id: String,
    review_id: String,
    webhook_id: String,
    delivery_id: String,
    /// An access token of each who is signed in: whose, and its id.
    access_tokens: Vec<(String, String)>,
    /// Another session of each who is signed in: whose, and its id.
    sessions: Vec<(String, String)>,
    /// The library's mail server.
    mail: MailServer,
}

impl World {
    pub async fn new(server: &Server) -> Self {
        let administrator = server.administrator().await;
        let owner = server.student().await;
        let short = server.book().with(|draft| draft.borrowing_period = Some(1)).await;
        let late = server.borrow(&owner, &short.id).await;
        server.clock.advance(5 * DAY);
        let returned = server.give_back(&administrator, &late).await;
        assert_eq!(returned["fineAmount"], 0.75);
        let archived = server
            .delete(&format!("/api/books/{}", short.id))
            .as_(&administrator)
            .await;
        assert_eq!(archived.json["message"], "Book archived");

        let borrowed = server.book().await;
        let open = server.borrow(&owner, &borrowed.id).await;
        let book = server.book().copies(5).await;
        let copies = server
            .get(&format!("/api/books/{}/copies", book.id))
            .as_(&administrator)
            .await;

        let deactivated = server.student().await;
        let path = format!("/api/admin/users/{}", deactivated.id);
        let change = server
            .put(&path)
            .as_(&administrator)
            .json(&json!({ "isActive": false }))
            .await;
        assert_eq!(change.expect(200)["isActive"], false);
        let mut versions = BTreeMap::new();
        for section in [
            "library",
            "opening-days",
            "rules",
            "kinds",
            "home",
            "pages/about",
            "registration",
        ] {
            let path = format!("/api/admin/settings/{section}");
            let shown = server.get(&path).as_(&administrator).await;
            versions.insert(section, text(&shown.expect(200)["version"]));
        }
        let mail = MailServer::start().await;
        let settings = json!({
            "host": "127.0.0.1", "port": mail.port(), "security": "none",
            "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
        });
        let saved = server.put("/api/admin/settings/mail").as_(&administrator);
        saved.json(&settings).await.expect(200);
        let logged_out = server.student().await;
        server.get("/api/auth/logout").as_(&logged_out).await.expect(200);
        let other = server.student().await;
        let read = server.book().copies(3).await;
        for reader in [&owner, &other, &administrator] {
            server.borrow(reader, &read.id).await;
        }
        let rating = server.put(&format!("/api/books/{}/rating", read.id)).as_(&owner);
        let review = json!({ "stars": 5, "review": "Read it twice." });
        rating.json(&review).await.expect(200);
        let reviews = server
            .get(&format!("/api/books/{}/reviews", read.id))
            .as_(&owner)
            .await;
        let (mut access_tokens, mut sessions) = (Vec::new(), Vec::new());
        for person in [&owner, &other, &administrator] {
            let request = server.post("/api/auth/tokens").as_(person);
            let made = request
                .json(&json!({ "name": "A script", "scopes": ["catalogue:read"], "expiresInDays": 1 }));
            let id = text(&made.await.expect(201)["_id"]);
            access_tokens.push((person.id.clone(), id));
            let elsewhere = server.sign_in_again(person).await;
            let own = server.get("/api/auth/sessions").as_(&elsewhere).await;
            let id = own.list().iter().find(|session| session["isCurrent"] == true);
            sessions.push((person.id.clone(), text(&id.expect("this session")["_id"])));
        }
        // There may be only so many of them.
        let removed = server.database().sql("DELETE FROM webhooks").await;
        removed.expect("an earlier world's are removed");
        let form = json!({ "address": WEBHOOK, "events": ["borrowing.created"] });
        let made = server.post("/api/admin/webhooks").as_(&administrator).json(&form);
        let webhook_id = text(&made.await.expect(201)["_id"]);
        let test = format!("/api/admin/webhooks/{webhook_id}/test");
        let sent = server.post(&test).as_(&administrator).await;
        World {
            delivery_id: text(&sent.expect(201)["_id"]),
            webhook_id,
            other,
            access_tokens,
            read_id: read.id,
            review_id: text(&reviews.list()[0]["_id"]),
            book_id: book.id,
            copy_id: text(&copies.list()[0]["_id"]),
            archived_id: short.id,
            open_id: text(&open["_id"]),
            owing_id: text(&late["_id"]),
            versions,
            sessions,
            mail,
            owner,
            administrator,
            deactivated,
            logged_out,
        }
    }

    /// A path with the ids of what it is about; of what is somebody's own, the caller's.
    pub fn path(&self, template: &str, caller: Option<&Identity>) -> String {
        let owns = |one: &&(String, String)| caller.is_some_and(|caller| caller.id == one.0);
        let id = match template {
            path if path.contains("{name}") => "about",
            path if path.contains("{report}") => "borrowings",
            "/api/books/{id}/restore" => self.archived_id.as_str(),
            "/api/auth/tokens/{id}" => {
                let own = self.access_tokens.iter().find(owns);
                &own.unwrap_or(&self.access_tokens[0]).1
            }
            "/api/copies/{id}" => &self.copy_id,
            "/api/admin/webhook-deliveries/{id}/resend" => &self.delivery_id,
            path if path.starts_with("/api/admin/webhooks/{id}") => &self.webhook_id,
            "/api/books/{id}/rating" => &self.read_id,
            "/api/admin/reviews/{id}" => &self.review_id,
            "/api/auth/sessions/{id}" => {
                let own = self.sessions.iter().find(owns);
                &own.unwrap_or(&self.sessions[0]).1
            }
            "/api/admin/users/{id}"
            | "/api/admin/users/{id}/password-link"
            | "/api/admin/borrowings/user/{userId}" => &self.owner.id,
            "/api/admin/borrowings/{borrowingId}/return" => &self.open_id,
            path if path.starts_with("/api/admin/borrowings/{borrowingId}") => &self.owing_id,
            _ => &self.book_id,
        };
        match (template.find('{'), template.find('}')) {
            (Some(from), Some(to)) => format!("{}{id}{}", &template[..from], &template[to + 1..]),
            _ => template.to_owned(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[test]
fn every_route_has_its_row() {
    let document = Document::parse(&carrel_api::openapi_json());
    let mut documented = BTreeSet::new();
    for (method, path, operation) in document.operations() {
        let row = ROUTES.iter().find(|row| row.0 == method && row.1 == path);
        let (.., access, _, _) = row.unwrap_or_else(|| panic!("{method} {path} has no row"));
        let needs_session = operation["security"]
            .as_array()
            .is_some_and(|ways| ways.iter().all(|way| way.get("session").is_some()));
        assert_eq!(*access != Everybody, needs_session, "{method} {path}: security");
        documented.insert((method, path.to_owned()));
    }
    for (method, path, ..) in ROUTES {
        let known = documented.contains(&((*method).to_owned(), (*path).to_owned()));
        assert!(known, "{method} {path} is no route");
    }
}

on_both_engines!(every_route_knows_its_callers);
async fn every_route_knows_its_callers(database: TestDatabase) {
    let server = start(database).await;
    let garbage = Identity {
        token: "0123456789abcdef".to_owned(),
        ..server.student().await
    };
    let mut world = World::new(&server).await;
    let mut is_fresh = true;
    for (method, path, access, success, body) in ROUTES {
        let changes_something = *method != "GET" || *path == "/api/auth/logout";
        if changes_something && !is_fresh {
            world = World::new(&server).await;
        }
        let strangers = [
            ("nobody", None),
            ("a garbage token", Some(&garbage)),
            ("a deactivated account", Some(&world.deactivated)),
            ("a token logged out", Some(&world.logged_out)),
        ];
        let students = [
            ("a student", Some(&world.other)),
            ("the owner", Some(&world.owner)),
        ];
        let administrators = [("an administrator", Some(&world.administrator))];
        let callers = strangers.iter().map(|caller| (Everybody, caller));
        let callers = callers.chain(students.iter().map(|caller| (SignedIn, caller)));
        let callers = callers.chain(administrators.iter().map(|caller| (Administrators, caller)));
        for (kind, (name, caller)) in callers {
            let call = format!("{method} {path} by {name}");
            let method: Method = method.parse().expect("a method");
            let mut request = server.request(method, &world.path(path, *caller));
            if let Some(caller) = caller {
                request = request.as_(caller);
            }
            let body = body(&world, *caller);
            if !body.is_null() {
                request = request.json(&body);
            }
            let answer = request.await;
            match (access, kind) {
                (Everybody, _) | (SignedIn, SignedIn | Administrators) | (Administrators, Administrators) => {
                    assert_eq!(answer.status, *success, "{call}: {}", answer.text());
                }
                (SignedIn | Administrators, Everybody) => {
                    let words = if *path == "/api/borrowings/{bookId}" {
                        "Please log in to borrow a book"
                    } else {
                        "Please log in to continue"
                    };
                    assert_eq!(answer.failure(), (401, "not_signed_in", words), "{call}");
                }
                (Administrators, SignedIn) => {
                    let words = "You do not have permission to perform this action.";
                    assert_eq!(answer.failure(), (403, "not_allowed", words), "{call}");
                }
            }
        }
        is_fresh = false;
        if changes_something {
            world = World::new(&server).await;
            is_fresh = true;
        }
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_student_sees_only_what_is_their_own);
async fn a_student_sees_only_what_is_their_own(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    for (path, of_owner) in [("my-borrowings", 2), ("my-history", 3)] {
        let path = format!("/api/borrowings/{path}");
        let own = server.get(&path).as_(&world.owner).await;
        assert_eq!(own.list().len(), of_owner);
        for person in [&world.other, &world.administrator] {
            let theirs = server.get(&path).as_(person).await;
            assert_eq!(theirs.list().len(), 1);
            assert_eq!(theirs.list()[0]["user"]["_id"], person.id.as_str());
        }
    }
    let me = server.get("/api/auth/me").as_(&world.owner).await;
    assert_eq!(me.expect(200)["email"], world.owner.email.as_str());
}

on_both_engines!(a_method_that_a_path_does_not_have_is_405);
async fn a_method_that_a_path_does_not_have_is_405(database: TestDatabase) {
    let server = Server::start(database).await;
    let paths: BTreeSet<&str> = ROUTES.iter().map(|row| row.1).collect();
    for path in paths {
        let known: BTreeSet<&str> = ROUTES
            .iter()
            .filter(|row| row.1 == path)
            .map(|row| row.0)
            .collect();
        for method in [
            "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW",
        ] {
            if known.contains(method) {
                continue;
            }
            let request = server.request(method.parse().expect("a method"), path);
            // What the client says of methods is not what the server says.
            let answer = request.header("allow", "BREW").await;
            let words = (405, "method_not_allowed", "This address has no such method");
            assert_eq!(answer.failure(), words, "{method} {path}");
            let allowed = answer.header("allow").unwrap_or_default().split(',');
            let allowed: BTreeSet<&str> = allowed.filter(|method| *method != "HEAD").collect();
            // Some paths with a parameter also answer where a name stands.
            assert!(known.is_subset(&allowed), "{method} {path}: {allowed:?}");
            assert!(!allowed.contains(method), "{method} {path}: {allowed:?}");
        }
    }
}

on_both_engines!(what_is_no_path_is_404);
async fn what_is_no_path_is_404(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/books/",
        "/api/books/1/2",
        "/api/Books",
        "/api//books",
        "/api/books%2f1",
        "/api/%00",
        "/api/%ff%fe",
        "/api/auth",
        "/api/admin",
        "/api/admin/nothing/at/all",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let answer = server.request(method, path).as_(&student).await;
            let words = (404, "unknown_path", "There is nothing at this address");
            assert_eq!(answer.failure(), words, "{path}");
        }
    }
}

on_both_engines!(what_nobody_has_is_404_by_its_name);
async fn what_nobody_has_is_404_by_its_name(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for (method, path, _, _, _) in ROUTES.iter().filter(|row| row.1.contains('{')) {
        let (code, words) = match *path {
            "/api/copies/{id}" => ("copy_not_found", "Copy not found"),
            "/api/admin/reviews/{id}" => ("review_not_found", "Review not found"),
            "/api/auth/tokens/{id}" => ("access_token_not_found", "Access token not found"),
            "/api/auth/sessions/{id}" => ("session_not_found", "Session not found"),
            "/api/admin/users/{id}"
            | "/api/admin/users/{id}/password-link"
            | "/api/admin/borrowings/user/{userId}" => ("user_not_found", "User not found"),
            "/api/admin/webhook-deliveries/{id}/resend" => {
                ("webhook_delivery_not_found", "Delivery not found")
            }
            path if path.starts_with("/api/admin/webhooks") => ("webhook_not_found", "Webhook not found"),
            path if path.contains("{borrowingId}") => ("borrowing_not_found", "Borrowing not found"),
            path if path.contains("{name}") => ("page_not_found", "Page not found"),
            path if path.contains("{report}") => ("unknown_path", "There is nothing at this address"),
            _ => ("book_not_found", "Book not found"),
        };
        let (from, to) = (
            path.find('{').expect("a parameter"),
            path.find('}').expect("a parameter"),
        );
        for id in [
            "01jq000000000000000000000z",
            "0",
            "%00",
            "%20",
            "'%20OR%201=1--",
            "..%2f..",
            "%F0%9F%93%9A",
        ] {
            let path = format!("{}{id}{}", &path[..from], &path[to + 1..]);
            let request = server
                .request(method.parse().expect("a method"), &path)
                .as_(&administrator);
            let body = json!({
                "note": "A reason", "department": "History", "title": "A Title", "stars": 5, "hidden": true,
            });
            assert_eq!(
                request.json(&body).await.failure(),
                (404, code, words),
                "{method} {path}"
            );
        }
    }
}
