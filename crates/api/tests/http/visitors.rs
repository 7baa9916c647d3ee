//! The open catalogue: which calls visitors may make, what they see, and how much.

use std::collections::BTreeSet;

use carrel_operations::limits::Rate;
use carrel_testkit::{Identity, Server, Setup, TestDatabase, on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use super::calls::{Access, CALLS};
use super::settings::{change, shown};
use super::world::{World, start};

/// The calls that visitors may make in every library.
const ALWAYS: [&str; 23] = [
    "GET /api/auth/logout",
    "GET /api/books/{id}/cover.svg",
    "GET /api/health",
    "GET /api/home",
    "GET /api/library",
    "GET /api/library/rules",
    "GET /api/openapi.json",
    "GET /api/pages/{name}",
    "GET /covers/{file}",
    "GET /feed",
    "GET /oai",
    "GET /sru",
    "POST /api/auth/email-changes/undo",
    "POST /api/auth/forgot-password",
    "POST /api/auth/login",
    "POST /api/auth/login/second",
    "POST /api/auth/register",
    "POST /api/auth/register/confirm",
    "POST /api/auth/reset-password",
    "POST /api/setup",
    "POST /api/setup/check",
    "POST /oai",
    "POST /sru",
];

/// The calls that visitors may also make while the catalogue is open.
const OPEN: [&str; 6] = [
    "GET /api/books",
    "GET /api/books/categories",
    "GET /api/books/{id}",
    "GET /api/books/{id}/citations",
    "GET /api/books/{id}/rating",
    "GET /api/books/{id}/reviews",
];

/// Opens or closes the catalogue.
async fn set_open(server: &Server, administrator: &Identity, open: bool) {
    let form = json!({ "openToVisitors": open, "indexed": false });
    change(server, administrator, "catalogue", form).await.expect(200);
}

/// Chooses how reviews name their authors.
async fn name_authors(server: &Server, administrator: &Identity, names: &str) {
    server.confirm(administrator).await;
    let mut form = shown(server, administrator, "privacy").await;
    form["reviewNames"] = names.into();
    change(server, administrator, "privacy", form).await.expect(200);
}

/// The calls that a caller without a token may make: their outcome is that of a permitted caller.
async fn permitted(server: &Server, world: &World) -> BTreeSet<String> {
    let mut permitted = BTreeSet::new();
    for call in CALLS.iter() {
        let name = format!("{} {}", call.method, call.path);
        let method: Method = call.method.parse().expect("a method");
        let mut request = server.request(method, &world.path(&call.path, None));
        let body = call.body(world, None);
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.await;
        if answer.status == 401 {
            assert_eq!(answer.failure().1, "not_signed_in", "{name}");
            assert_ne!(call.access, Access::Everybody, "{name}");
        } else {
            // A second registration of the same person.
            let is_repeated = answer.status == 409;
            assert!(
                answer.status == call.success || is_repeated,
                "{name}: {}",
                answer.text()
            );
            permitted.insert(name);
        }
    }
    permitted
}

on_both_engines!(visitors_may_make_exactly_these_calls);
async fn visitors_may_make_exactly_these_calls(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let always: BTreeSet<String> = ALWAYS.map(str::to_owned).into();
    assert_eq!(permitted(&server, &world).await, always, "by default");

    // Visitors read reviews only where these do not name their authors in full.
    name_authors(&server, &world.administrator, "initials").await;
    set_open(&server, &world.administrator, true).await;
    let mut open = always.clone();
    open.extend(OPEN.map(str::to_owned));
    let world = World::new(&server).await;
    assert_eq!(permitted(&server, &world).await, open, "while it is open");
    for call in OPEN {
        let (_, path) = call.split_once(' ').expect("a method and a path");
        let path = world.path(path, None);
        assert_eq!(
            server.request(Method::HEAD, &path).await.status,
            200,
            "HEAD {path}"
        );
        // A session that has ended is no visitor: its browser must learn that it has ended.
        for token in [
            &world.logged_out.token,
            &world.deactivated.token,
            "0123456789abcdef",
        ] {
            assert_eq!(server.get(&path).bearer(token).await.status, 401, "{path}");
        }
    }

    set_open(&server, &world.administrator, false).await;
    let world = World::new(&server).await;
    assert_eq!(
        permitted(&server, &world).await,
        always,
        "when it is closed again"
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(visitors_see_books_and_nothing_about_people);
async fn visitors_see_books_and_nothing_about_people(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    set_open(&server, &world.administrator, true).await;
    let path = format!("/api/books/{}?include=opinions", world.read_id);
    let paths = [
        "/api/books".to_owned(),
        "/api/books?search=book".to_owned(),
        "/api/books/categories".to_owned(),
        path.clone(),
        format!("/api/books/{}/rating", world.read_id),
        format!("/api/books/{}/reviews", world.read_id),
    ];
    for names in ["full", "initials", "hidden"] {
        name_authors(&server, &world.administrator, names).await;
        for path in &paths {
            // First the person whose data the response has.
            server.get(path).as_(&world.owner).await.expect(200);
            server.get(path).as_(&world.administrator).await.expect(200);
            let seen = server.get(path).await;
            let text = seen.text().to_owned();
            for person in [&world.owner, &world.other, &world.administrator] {
                for secret in [person.name.as_str(), &person.email, &person.id.to_string()] {
                    assert!(
                        !text.contains(secret),
                        "{path} with {names} shows {secret}: {text}"
                    );
                }
            }
            for secret in ["borrowing_", "barcode", "copy_"] {
                assert!(!text.contains(secret), "{path} shows {secret}: {text}");
            }
        }
        let seen = server.get(&path).await;
        let seen = seen.expect(200);
        assert_eq!(seen["viewer"], Value::Null);
        assert_eq!(seen["opinions"]["rating"]["mine"], Value::Null);
        assert_eq!(seen["opinions"]["rating"]["mayRate"], false);
        assert_eq!(seen["rating"]["count"], 1);
        let reviews = &seen["opinions"]["reviews"];
        let own_call = server.get(&paths[5]).await;
        if names == "full" {
            assert_eq!(*reviews, Value::Null);
            assert_eq!(own_call.status, 401);
        } else {
            assert_eq!(reviews["data"][0]["text"], "Read it twice.");
            assert_eq!(reviews["data"][0]["isMine"], false);
            assert_eq!(reviews["data"][0]["author"].is_null(), names == "hidden");
            assert_eq!(own_call.list().len(), 1);
        }
    }
    // A hidden review is not for visitors, and neither are the archive and its books.
    let hidden = server.put(&format!("/api/admin/reviews/{}", world.review_id));
    hidden
        .as_(&world.administrator)
        .json(&json!({ "hidden": true }))
        .await
        .expect(200);
    assert_eq!(server.get(&paths[5]).await.list().len(), 0);
    let archived = format!("/api/books/{}", world.archived_id);
    server.get(&archived).as_(&world.owner).await.expect(200);
    for path in [
        archived.clone(),
        format!("{archived}/rating"),
        format!("{archived}/reviews"),
    ] {
        assert_eq!(server.get(&path).await.failure().1, "book_not_found", "{path}");
    }
}

on_both_engines!(visitors_and_members_never_share_a_cached_response);
async fn visitors_and_members_never_share_a_cached_response(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    set_open(&server, &administrator, true).await;
    let (ada, bob) = (server.student().await, server.student().await);
    let book = server.book().title("Orlando").copies(3).await;
    server.borrow(&ada, book.id).await;
    let path = format!("/api/books/{}", book.id);
    for _ in 0..2 {
        let visitor = server.get(&path).await;
        assert_eq!(visitor.expect(200)["viewer"], Value::Null);
        assert_eq!(visitor.expect(200)["availableCopies"], 2);
        assert_eq!(visitor.header("cache-control"), Some("private, no-store"));
        let hers = server.get(&path).as_(&ada).await;
        assert!(hers.expect(200)["viewer"]["myBorrowing"].is_object());
        let his = server.get(&path).as_(&bob).await;
        assert!(his.expect(200)["viewer"]["myBorrowing"].is_null());
    }
    // A visitor's response is never older than the data.
    server.borrow(&bob, book.id).await;
    assert_eq!(server.get(&path).await.expect(200)["availableCopies"], 1);
    assert_eq!(server.get("/api/books").await.list()[0]["availableCopies"], 1);
    // Neither a member's response nor a visitor's own is served once the catalogue is closed.
    set_open(&server, &administrator, false).await;
    server.get(&path).as_(&ada).await.expect(200);
    for path in [path.as_str(), "/api/books"] {
        assert_eq!(
            server.get(path).await.failure(),
            (401, "not_signed_in", "Please log in to continue")
        );
    }
}

on_both_engines!(visitors_of_one_address_have_a_limit_and_members_have_not);
async fn visitors_of_one_address_have_a_limit_and_members_have_not(database: TestDatabase) {
    let setup = Setup::limited(|limits| {
        let rate = |burst| Rate {
            burst,
            interval_ms: 500,
        };
        limits.visitors.calls = rate(6);
        limits.visitors.searches = rate(2);
    });
    let server = Server::start_with(database, setup.behind_a_proxy()).await;
    let administrator = server.administrator().await;
    set_open(&server, &administrator, true).await;
    let student = server.student().await;
    server.book().title("Orlando").await;
    server.catch_up().await;
    let from = async |address: &str, path: &str| {
        let answer = server.get(path).header("x-forwarded-for", address).await;
        (answer.status, answer.header("retry-after").map(str::to_owned))
    };
    let (ok, limited) = ((200, None), (429, Some("1".to_owned())));
    for (address, path, outcome) in [
        ("192.0.2.7", "/api/books?search=orlando", &ok),
        // It is cached, so it costs nothing.
        ("192.0.2.7", "/api/books?search=orlando", &ok),
        ("192.0.2.7", "/api/books?s%65arch=flush", &ok),
        ("192.0.2.7", "/api/books?search=waves", &limited),
        // A page far down costs as much as a search.
        ("192.0.2.7", "/api/books?page=900", &limited),
        ("192.0.2.7", "/api/books", &ok),
        ("192.0.2.7", "/api/books", &limited),
        ("192.0.2.8", "/api/books", &ok),
        ("192.0.2.8", "/api/books?search=waves", &ok),
        ("2001:db8::1", "/api/books?search=flush", &ok),
        // What the limit does not concern.
        ("192.0.2.7", "/api/library", &ok),
    ] {
        assert_eq!(from(address, path).await, *outcome, "{path} from {address}");
    }
    for _ in 0..10 {
        let request = server
            .get("/api/books?search=to")
            .header("x-forwarded-for", "192.0.2.7");
        request.as_(&student).await.expect(200);
    }
    server.clock.advance(500);
    assert_eq!(from("192.0.2.7", "/api/books").await, ok);
    assert_eq!(from("192.0.2.7", "/api/books").await, limited);
}

on_both_engines!(a_class_behind_one_address_can_work);
async fn a_class_behind_one_address_can_work(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    set_open(&server, &administrator, true).await;
    let book = server.book().title("Orlando").await;
    server.catch_up().await;
    // Forty people open the list and a book, and type a word, within one second.
    let detail = format!("/api/books/{}?include=opinions", book.id);
    let calls = (0..40).flat_map(|person| {
        let typed = ["or", "orla", "orlando"].map(|word| format!("/api/books?search={word}%20{person}"));
        [vec!["/api/books".to_owned(), detail.clone()], typed.to_vec()].concat()
    });
    let answers =
        futures_util::future::join_all(calls.map(async |path| server.get(&path).await.status)).await;
    assert_eq!(answers, vec![200; 200]);
}

on_both_engines!(the_settings_of_the_catalogue_are_checked_and_audited);
async fn the_settings_of_the_catalogue_are_checked_and_audited(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let stored = shown(&server, &administrator, "catalogue").await;
    assert_eq!(
        [
            &stored["openToVisitors"],
            &stored["indexed"],
            &stored["siteAddress"]
        ],
        [&json!(false), &json!(false), &Value::Null]
    );
    assert_eq!(
        server.get("/api/library").await.expect(200)["openCatalogue"],
        false
    );
    for (form, error) in [
        (
            json!({ "indexed": false }),
            (
                "openToVisitors",
                "Please choose whether visitors can search the catalogue",
            ),
        ),
        (
            json!({ "openToVisitors": false, "indexed": true, "siteAddress": "https://library.example" }),
            (
                "indexed",
                "Search engines can only list a catalogue that visitors can search",
            ),
        ),
        (
            json!({ "openToVisitors": true, "indexed": true }),
            ("siteAddress", "Site address is required"),
        ),
        (
            json!({ "openToVisitors": false, "indexed": false, "oaiPmh": true }),
            ("siteAddress", "Site address is required"),
        ),
        (
            json!({ "openToVisitors": true, "indexed": true, "siteAddress": "https://\"><script>" }),
            (
                "siteAddress",
                "Site address must begin with https:// or http:// and have no ? or #",
            ),
        ),
    ] {
        let answer = change(&server, &administrator, "catalogue", form.clone()).await;
        assert_eq!(answer.errors(), [error], "{form}");
    }
    let form = json!({ "openToVisitors": true, "indexed": true, "siteAddress": "https://library.example/" });
    let changed = change(&server, &administrator, "catalogue", form).await;
    assert_eq!(changed.expect(200)["siteAddress"], "https://library.example");
    assert_eq!(
        server.get("/api/library").await.expect(200)["openCatalogue"],
        true
    );
    let trail: Vec<(String, String)> = server
        .database()
        .rows("SELECT before_state, after_state FROM audit WHERE entity = 'settings.catalogue'")
        .await;
    let [(before, after)] = &trail[..] else {
        panic!("{trail:?}");
    };
    assert!(
        before.contains("\"openToVisitors\":false") && after.contains("\"openToVisitors\":true"),
        "{before} {after}"
    );
    let student = server.student().await;
    let put = server.put("/api/admin/settings/catalogue").as_(&student);
    assert_eq!(put.json(&json!({ "openToVisitors": false })).await.status, 403);
}
