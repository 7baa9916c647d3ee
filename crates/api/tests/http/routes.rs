//! Every call, by every kind of caller; and requests that match no call.

use std::collections::BTreeSet;

use carrel_domain::users::{Acts, Role};
use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines, on_sqlite};
use reqwest::Method;
use serde_json::json;

use super::calls::{Access, CALLS, Call};
use super::world::{World, start};

/// The words for a caller without permission.
const NOT_ALLOWED: (u16, &str, &str) = (
    403,
    "not_allowed",
    "You do not have permission to perform this action.",
);
use Access::{Administrators, Everybody, SignedIn};

// These checks come before the use case, so that the engine makes no difference. The world is made again after each
// successful change, which takes five times as long on PostgreSQL.
on_sqlite!(every_route_checks_its_callers);
async fn every_route_checks_its_callers(database: TestDatabase) {
    let server = start(database).await;
    let garbage = Identity {
        token: "0123456789abcdef".to_owned(),
        ..server.student().await
    };
    let mut world = World::new(&server).await;
    let mut is_fresh = true;
    for call in CALLS.iter() {
        let Call {
            method,
            path,
            success,
            ..
        } = call;
        let changes_something = method != "GET" || path == "/api/auth/logout";
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
            let shown = format!("{method} {path} by {name}");
            let method: Method = method.parse().expect("a method");
            let mut request = server.request(method, &world.path(path, *caller));
            if let Some(caller) = caller {
                request = request.as_(caller);
            }
            let body = call.body(&world, *caller);
            if !body.is_null() {
                request = request.json(&body);
            }
            let answer = request.await;
            match (call.access, kind) {
                (Everybody, _) | (SignedIn, SignedIn | Administrators) | (Administrators, Administrators) => {
                    assert_eq!(answer.status, *success, "{shown}: {}", answer.text());
                }
                (SignedIn | Administrators, Everybody) => {
                    assert_eq!(answer.failure(), not_signed_in(path), "{shown}");
                }
                (Administrators, SignedIn) => {
                    assert_eq!(answer.failure(), NOT_ALLOWED, "{shown}");
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

/// The words for a caller who is not signed in.
fn not_signed_in(path: &str) -> (u16, &'static str, &'static str) {
    let words = if path == "/api/borrowings/{bookId}" {
        "Please log in to borrow a book"
    } else {
        "Please log in to continue"
    };
    (401, "not_signed_in", words)
}

on_sqlite!(every_route_asks_for_the_permission_of_every_role);
async fn every_route_asks_for_the_permission_of_every_role(database: TestDatabase) {
    let server = start(database).await;
    let roles: Vec<Role> = Role::of_new_library()
        .into_iter()
        .filter(|role| !role.is_fixed())
        .collect();
    let mut world = World::with(&server, &roles).await;
    for call in CALLS.iter() {
        let Some(act) = call.act else { continue };
        let Call {
            method,
            path,
            success,
            ..
        } = call;
        for place in 0..roles.len() {
            let (role, person) = &world.staff[place];
            let parsed: Method = method.parse().expect("a method");
            let mut request = server
                .request(parsed, &world.path(path, Some(person)))
                .as_(person);
            let body = call.body(&world, Some(person));
            if !body.is_null() {
                request = request.json(&body);
            }
            let answer = request.await;
            let shown = format!("{method} {path} by {}", role.code);
            if role.may(act) {
                assert_eq!(answer.status, *success, "{shown}: {}", answer.text());
                if method != "GET" {
                    world = World::with(&server, &roles).await;
                }
            } else {
                assert_eq!(answer.failure(), NOT_ALLOWED, "{shown}");
            }
        }
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(every_route_checks_the_caller_before_the_request);
async fn every_route_checks_the_caller_before_the_request(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let student = &world.other;
    let bodies = [
        "",
        "{",
        "[]",
        r#"{"note": 5, "hidden": 5, "name": 5, "version": 5}"#,
    ];
    for call in CALLS.iter() {
        let Some(act) = call.act else { continue };
        let Call { method, path, .. } = call;
        let known = world.path(path, None);
        let (from, to) = (path.find('{'), path.find('}'));
        let unreadable = from.zip(to).map(|(from, to)| {
            let (before, after) = (&path[..from], &path[to + 1..]);
            format!("{before}%FF{after}")
        });
        let paths = [
            Some(known.clone()),
            Some(format!("{known}?page=0&limit=x&status=&%FF=")),
            unreadable,
        ];
        for target in paths.iter().flatten() {
            for body in bodies {
                for content_type in ["application/json", "text/plain"] {
                    let request = || {
                        let method: Method = method.parse().expect("a method");
                        server.request(method, target).body(content_type, body)
                    };
                    let shown = format!("{method} {target} with {body} as {content_type}");
                    let answer = request().await;
                    assert_eq!(answer.failure(), not_signed_in(path), "{shown}");
                    let answer = request().bearer("0123456789abcdef").await;
                    assert_eq!(answer.failure(), not_signed_in(path), "{shown}");
                    if !Acts::OF_MEMBERS.contains(act) {
                        let answer = request().as_(student).await;
                        assert_eq!(answer.failure(), NOT_ALLOWED, "{shown}");
                    }
                }
            }
        }
    }
}

on_both_engines!(a_student_sees_only_own_data);
async fn a_student_sees_only_own_data(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    for (path, of_owner) in [("my-borrowings", 2), ("my-history", 4)] {
        let path = format!("/api/borrowings/{path}");
        let own = server.get(&path).as_(&world.owner).await;
        assert_eq!(own.list().len(), of_owner);
        for person in [&world.other, &world.administrator] {
            let theirs = server.get(&path).as_(person).await;
            assert_eq!(theirs.list().len(), 1);
            assert_eq!(theirs.list()[0]["user"]["_id"], person.id.to_string());
        }
    }
    let me = server.get("/api/auth/me").as_(&world.owner).await;
    assert_eq!(me.expect(200)["email"], world.owner.email.as_str());
}

on_both_engines!(a_method_that_a_path_does_not_have_is_405);
async fn a_method_that_a_path_does_not_have_is_405(database: TestDatabase) {
    let server = Server::start(database).await;
    let paths: BTreeSet<&str> = CALLS.iter().map(|call| call.path.as_str()).collect();
    for path in paths {
        let known: BTreeSet<&str> = CALLS
            .iter()
            .filter(|call| call.path == path)
            .map(|call| call.method.as_str())
            .collect();
        for method in [
            "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW",
        ] {
            if known.contains(method) {
                continue;
            }
            let request = server.request(method.parse().expect("a method"), path);
            // A header of the request does not appear in the response.
            let answer = request.header("allow", "BREW").await;
            let words = (405, "method_not_allowed", "This address has no such method");
            assert_eq!(answer.failure(), words, "{method} {path}");
            let allowed = answer.header("allow").unwrap_or_default().split(',');
            let allowed: BTreeSet<&str> = allowed.filter(|method| *method != "HEAD").collect();
            // Some paths with a parameter also match where a fixed name is expected.
            assert!(known.is_subset(&allowed), "{method} {path}: {allowed:?}");
            assert!(!allowed.contains(method), "{method} {path}: {allowed:?}");
        }
    }
}

on_both_engines!(an_unknown_path_is_404);
async fn an_unknown_path_is_404(database: TestDatabase) {
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

on_both_engines!(an_unknown_entity_is_404_with_its_name);
async fn an_unknown_entity_is_404_with_its_name(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    for Call { method, path, .. } in CALLS.iter().filter(|call| call.path.contains('{')) {
        let (code, words) = match path.as_str() {
            "/api/copies/{id}" => ("copy_not_found", "Copy not found"),
            "/api/admin/reviews/{id}" => ("review_not_found", "Review not found"),
            "/api/auth/tokens/{id}" => ("access_token_not_found", "Access token not found"),
            "/api/saved-searches/{id}" | "/api/saved-searches/{id}/feed" => {
                ("saved_search_not_found", "Saved search not found")
            }
            "/api/auth/passkeys/{id}" => ("passkey_not_found", "Passkey not found"),
            "/api/auth/sessions/{id}" => ("session_not_found", "Session not found"),
            "/api/auth/email-changes/{id}" => ("email_change_not_found", "Email change not found"),
            path if path.starts_with("/api/charges/{id}") => ("charge_not_found", "Charge not found"),
            "/api/users/{id}/charges"
            | "/api/admin/users/{id}"
            | "/api/admin/users/{id}/password-link"
            | "/api/admin/users/{id}/payments"
            | "/api/admin/users/{id}/receipts"
            | "/api/admin/users/{id}/second-factors"
            | "/api/admin/borrowings/user/{userId}" => ("user_not_found", "User not found"),
            "/api/admin/webhook-deliveries/{id}/resend" => {
                ("webhook_delivery_not_found", "Delivery not found")
            }
            path if path.starts_with("/api/admin/webhooks") => ("webhook_not_found", "Webhook not found"),
            "/api/admin/roles/{code}" => ("role_not_found", "Role not found"),
            path if path.starts_with("/api/bulk-edits") => ("bulk_edit_not_found", "Bulk edit not found"),
            path if path.starts_with("/api/duplicates") => (
                "duplicate_group_not_found",
                "These books are no longer listed as possible duplicates",
            ),
            path if path.starts_with("/api/merges") => ("merge_not_found", "Merge not found"),
            path if path.starts_with("/api/imports") => ("import_not_found", "Import not found"),
            path if path.contains("{borrowingId}") => ("borrowing_not_found", "Borrowing not found"),
            "/covers/{file}" => ("cover_not_found", "Cover not found"),
            path if path.contains("{name}") => ("page_not_found", "Page not found"),
            path if path.contains("{report}") => ("unknown_path", "There is nothing at this address"),
            _ => ("book_not_found", "Book not found"),
        };
        let (from, to) = (
            path.find('{').expect("a parameter"),
            path.find('}').expect("a parameter"),
        );
        let (before, after) = (&path[..from], &path[to + 1..]);
        let mut ids: Vec<String> = [
            "01jq000000000000000000000z",
            "0",
            "12",
            "_1",
            "%00",
            "%20",
            "'%20OR%201=1--",
            "..%2f..",
            "%F0%9F%93%9A",
        ]
        .map(str::to_owned)
        .to_vec();
        // Almost the id of an entity that exists: an id has one text.
        let existing = world.path(path, Some(&world.administrator));
        let existing = &existing[before.len()..existing.len() - after.len()];
        if let Some((entity, number)) = existing.rsplit_once('_') {
            ids.extend([
                format!("{entity}_0"),
                format!("{entity}_"),
                format!("{entity}_9223372036854775807"),
                format!("{entity}_9223372036854775808"),
                format!("{entity}_99999999999999999999"),
                format!("{entity}_0{number}"),
                format!("{entity}_+{number}"),
                format!("{entity}_-{number}"),
                format!("{entity}_{number}.0"),
                format!("{entity}_{number}x"),
                format!("{entity}_{number}%00"),
                format!("{entity}_%20{number}"),
                format!("%20{entity}_{number}"),
                format!("{entity}_{number}%20"),
                // The digit one of another script.
                format!("{entity}_%D9%A1"),
                format!("{entity}-{number}"),
                format!("{entity}{number}"),
                format!("{}_{number}", entity.to_uppercase()),
                number.to_owned(),
            ]);
            // The number of this entity, as an id of other types.
            let others = ["book", "user", "copy", "borrowing", "job"];
            let others = others.iter().filter(|other| **other != entity);
            ids.extend(others.map(|other| format!("{other}_{number}")));
        }
        for id in ids {
            let path = format!("{before}{id}{after}");
            let request = server
                .request(method.parse().expect("a method"), &path)
                .as_(&world.administrator);
            // These forms refuse unknown fields.
            let body = match after {
                "/renew" => json!({}),
                "/merge/preview" => json!({ "books": [world.third_id] }),
                "/merge" => json!({
                    "updatedAt": world.merging[0]["updatedAt"],
                    "books": [{ "_id": world.third_id, "updatedAt": world.merging[0]["updatedAt"] }],
                }),
                "/charges" => json!({ "reason": "other", "amount": 1, "description": "Prints" }),
                "/payments" | "/waivers" | "/payment" | "/waiver" => json!({ "note": "A reason" }),
                _ if before.ends_with("/roles/") => {
                    json!({ "name": "A Name", "permissions": [], "version": "1" })
                }
                _ => {
                    json!({ "department": "History", "title": "A Title", "stars": 5, "hidden": true, "name": "A name" })
                }
            };
            assert_eq!(
                request.json(&body).await.failure(),
                (404, code, words),
                "{method} {path}"
            );
        }
    }
    assert_eq!(server.violations().await, []);
}
