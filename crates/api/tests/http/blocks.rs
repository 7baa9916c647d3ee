//! Blocks: staff block a person from borrowing and renewing, with a reason.

use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_testkit::{Answer, DAY, HOUR, Identity, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::copies;

async fn send(server: &Server, caller: &Identity, person: &Identity, form: &Value) -> Answer {
    let path = format!("/api/admin/users/{}", person.id);
    server.put(&path).as_(caller).json(form).await
}

/// Blocks a person for a reason, or unblocks them.
pub(super) async fn block(
    server: &Server,
    administrator: &Identity,
    person: &Identity,
    reason: Option<&str>,
) {
    let form = json!({ "blockReason": reason });
    let answer = send(server, administrator, person, &form).await;
    assert_eq!(answer.expect(200)["blockReason"], json!(reason));
}

/// The block as an administrator sees it: the instant and the reason.
async fn shown(server: &Server, administrator: &Identity, person: &Identity) -> [Value; 2] {
    let path = format!("/api/admin/users/{}", person.id);
    let answer = server.get(&path).as_(administrator).await;
    ["blockedAt", "blockReason"].map(|field| answer.expect(200)[field].clone())
}

on_both_engines!(a_blocked_person_neither_borrows_nor_renews_but_does_all_else);
async fn a_blocked_person_neither_borrows_nor_renews_but_does_all_else(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let borrowing = server.borrow(&student, server.book().await.id).await;
    let id = borrowing["_id"].as_str().expect("an id").to_owned();
    let book = server.book().await;
    let (borrow, renew) = (
        format!("/api/borrowings/{}", book.id),
        format!("/api/borrowings/{id}/renew"),
    );
    block(&server, &administrator, &student, Some("Lost books")).await;

    let words = "Your account is blocked. Please contact the library.";
    for path in [&borrow, &renew] {
        let refused = server.post(path).as_(&student).await;
        assert_eq!(refused.failure(), (409, "account_blocked", words), "{path}");
    }
    // The session continues. The book shows the refusal in advance; the person's own profile does not show the block.
    let seen = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
    assert_eq!(
        seen.expect(200)["viewer"]["refusals"][0]["code"],
        "account_blocked"
    );
    for path in ["/api/auth/me", "/api/borrowings/my-borrowings"] {
        let answer = server.get(path).as_(&student).await;
        answer.expect(200);
        for secret in ["Lost books", "blockReason", "blockedAt"] {
            assert!(!answer.text().contains(secret), "{path}: {secret}");
        }
    }
    server.clock.advance(17 * DAY);
    let administrator = server.sign_in_again(&administrator).await;
    let student = server.sign_in_again(&student).await;
    let returned = server.give_back(&administrator, &borrowing).await;
    assert_eq!(returned["fineOutstanding"], 0.5);
    let paid = server.post(&format!("/api/admin/borrowings/{id}/payments"));
    let paid = paid.as_(&administrator).json(&json!({})).await;
    assert_eq!(paid.expect(200)["finePaid"], true);

    block(&server, &administrator, &student, None).await;
    server.post(&borrow).as_(&student).await.expect(201);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_block_is_shown_to_staff_and_recorded);
async fn a_block_is_shown_to_staff_and_recorded(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let none = [Value::Null, Value::Null];
    assert_eq!(shown(&server, &administrator, &student).await, none);
    let since = json!("2026-03-02T09:00:00.000Z");
    let lost = [since.clone(), json!("Lost books")];
    let unpaid = [since.clone(), json!("Unpaid fines")];
    for (form, expected) in [
        (json!({ "blockReason": "  Lost books\n" }), &lost),
        (json!({ "blockReason": "Lost books" }), &lost),
        // Other changes keep the block.
        (json!({ "department": "History" }), &lost),
        // A new reason replaces the old one; the block is as old as before.
        (
            json!({ "blockReason": "Unpaid fines", "department": "Mathematics" }),
            &unpaid,
        ),
        (json!({ "isActive": false }), &unpaid),
        (json!({ "blockReason": null, "isActive": true }), &none),
        (json!({ "blockReason": null }), &none),
    ] {
        let answer = send(&server, &administrator, &student, &form).await;
        let answered = ["blockedAt", "blockReason"].map(|field| answer.expect(200)[field].clone());
        assert_eq!(&answered, expected, "{form}");
        assert_eq!(
            &shown(&server, &administrator, &student).await,
            expected,
            "{form}"
        );
        server.clock.advance(HOUR);
    }
    // The record is part of the person's own data.
    let student = server.sign_in_again(&student).await;
    let data = server.get("/api/auth/export").as_(&student).await;
    let trail = data.expect(200)["audit"].as_array().expect("a list").clone();
    let blocks = trail.iter().filter_map(|entry| {
        let action = entry["action"].as_str().expect("an action");
        let states = (entry["before"].clone(), entry["after"].clone());
        action.ends_with("blocked").then(|| (action.to_owned(), states))
    });
    let state = |reason: Option<&str>| json!({ "blockReason": reason });
    let (lost, unpaid) = (state(Some("Lost books")), state(Some("Unpaid fines")));
    let expected = [
        ("user.blocked", (state(None), lost.clone())),
        ("user.blocked", (lost, unpaid.clone())),
        ("user.unblocked", (unpaid, state(None))),
    ];
    let expected = expected.map(|(action, states)| (action.to_owned(), states));
    assert_eq!(blocks.collect::<Vec<_>>(), expected);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_block_needs_a_valid_reason);
async fn a_block_needs_a_valid_reason(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    for (reason, words) in [
        ("", "Reason for the block is required"),
        (" \n ", "Reason for the block is required"),
        (
            &"x".repeat(501),
            "Reason for the block cannot exceed 500 characters",
        ),
        (
            "a\u{0}b",
            "Reason for the block contains characters that are not allowed",
        ),
    ] {
        let form = json!({ "blockReason": reason, "department": "History" });
        let refused = send(&server, &administrator, &student, &form).await;
        assert_eq!(refused.failure(), (422, "validation", words));
        assert_eq!(refused.errors(), [("blockReason", words)]);
    }
    let form = json!({ "name": "A", "blockReason": "" });
    let refused = send(&server, &administrator, &student, &form).await;
    assert_eq!(refused.errors().len(), 2);
    for reason in [json!(true), json!(1), json!(["Lost books"])] {
        let refused = send(
            &server,
            &administrator,
            &student,
            &json!({ "blockReason": reason }),
        )
        .await;
        assert_eq!(refused.failure().0, 400, "{reason}");
    }
    let path = format!("/api/admin/users/{}", student.id);
    let person = server.get(&path).as_(&administrator).await;
    let fields = ["department", "blockReason"].map(|field| person.expect(200)[field].clone());
    assert_eq!(fields, [Value::Null, Value::Null]);
}

on_both_engines!(staff_override_a_block_at_the_desk);
async fn staff_override_a_block_at_the_desk(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().await;
    let list = copies(&server, &administrator, book.id).await;
    let barcode = list.list()[0]["barcode"].clone();
    block(&server, &administrator, &student, Some("Lost books")).await;
    let check_out = async |overrides: Value| {
        let form = json!({ "user": student.id, "barcode": barcode, "overrides": overrides });
        let request = server.post("/api/desk/check-out").as_(&administrator);
        request.json(&form).await
    };
    let refused = check_out(json!([])).await;
    let words = "This account is blocked";
    assert_eq!(refused.failure(), (409, "account_blocked", words));
    let reason = json!({ "code": "account_blocked", "message": words, "values": {}, "overridable": true });
    assert_eq!(refused.json["refusals"], json!([reason]));

    let made = json!([{ "code": "account_blocked", "comment": "For the final exam" }]);
    let lent = check_out(made.clone()).await;
    let id: BorrowingId = id_of(lent.expect(201));
    let recorded = format!(
        "SELECT after_state FROM audit WHERE entity = 'borrowing' AND entity_id = {}",
        id.number()
    );
    let recorded: Vec<(String,)> = server.database().rows(&recorded).await;
    let recorded: Value = serde_json::from_str(&recorded[0].0).expect("JSON");
    assert_eq!(recorded["overrides"], made);
    // The override applies to this borrowing; the block remains.
    let renewal = server.post(&format!("/api/borrowings/{id}/renew"));
    assert_eq!(renewal.as_(&student).await.failure().1, "account_blocked");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(blocks_follow_the_rules_for_changes_of_people);
async fn blocks_follow_the_rules_for_changes_of_people(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, colleague) = (server.administrator().await, server.administrator().await);
    let (student, other) = (server.student().await, server.student().await);
    let form = json!({ "blockReason": "Lost books" });
    let refused = send(&server, &student, &other, &form).await;
    assert_eq!(refused.failure().1, "not_allowed");

    // A token may block students only; a session may also block an administrator, who remains an administrator.
    let token = json!({ "name": "A script", "scopes": ["people:write"], "expiresInDays": 30 });
    let made = server.post("/api/auth/tokens").as_(&administrator);
    let made = made.json(&token).await.expect(201)["token"].clone();
    let mut holder = administrator.clone();
    made.as_str().expect("a token").clone_into(&mut holder.token);
    let refused = send(&server, &holder, &colleague, &form).await;
    assert_eq!(refused.failure().1, "session_needed");
    send(&server, &holder, &student, &form).await.expect(200);
    send(&server, &holder, &student, &json!({ "blockReason": null }))
        .await
        .expect(200);
    block(&server, &administrator, &colleague, Some("Lost books")).await;
    let borrowing = server.post(&format!("/api/borrowings/{}", server.book().await.id));
    assert_eq!(borrowing.as_(&colleague).await.failure().1, "account_blocked");
    block(&server, &colleague, &colleague, None).await;
    assert_eq!(server.violations().await, []);
}
