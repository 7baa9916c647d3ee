//! Patron categories and item types: listed, assigned to people, books and copies, and used by rules.

use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const KINDS: &str = "/api/admin/settings/kinds";
const RULES: &str = "/api/admin/settings/rules";

async fn shown(server: &Server, administrator: &Identity, path: &str) -> Value {
    server.get(path).as_(administrator).await.expect(200).clone()
}

async fn change(server: &Server, administrator: &Identity, path: &str, mut form: Value) -> Answer {
    form["version"] = shown(server, administrator, path).await["version"].clone();
    server.put(path).as_(administrator).json(&form).await
}

/// Code, name, whether it is archived, and how many people, books, copies and rules use it.
fn rows(kinds: &Value) -> Vec<(String, String, bool, [i64; 4])> {
    let rows = |kind: &Value| {
        let text = |field: &str| kind[field].as_str().expect("a text").to_owned();
        let uses =
            ["people", "books", "copies", "rules"].map(|noun| kind["uses"][noun].as_i64().expect("a count"));
        (text("code"), text("name"), kind["archived"] == true, uses)
    };
    kinds.as_array().expect("a list").iter().map(rows).collect()
}

fn kind(code: &str, name: &str, archived: bool, uses: [i64; 4]) -> (String, String, bool, [i64; 4]) {
    (code.to_owned(), name.to_owned(), archived, uses)
}

async fn standard(server: &Server, administrator: &Identity) {
    let lists = json!({
        "patronCategories": [{ "name": "Pupil" }, { "name": "Teaching staff" }],
        "itemTypes": [{ "name": "Textbook" }, { "name": "Reference" }],
    });
    change(server, administrator, KINDS, lists).await.expect(200);
}

async fn give(server: &Server, administrator: &Identity, path: &str, form: Value) -> Answer {
    server.put(path).as_(administrator).json(&form).await
}

on_both_engines!(kinds_are_added_renamed_put_in_order_and_archived);
async fn kinds_are_added_renamed_put_in_order_and_archived(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let lists = json!({
        "patronCategories": [
            { "code": "teaching-staff", "name": "Teachers" },
            { "name": "Pupil!" },
            { "code": "pupil", "name": "Pupil", "archived": true },
        ],
        "itemTypes": [],
    });
    let changed = change(&server, &administrator, KINDS, lists).await;
    let changed = changed.expect(200);
    assert_eq!(
        rows(&changed["patronCategories"]),
        [
            kind("teaching-staff", "Teachers", false, [0; 4]),
            kind("pupil-2", "Pupil!", false, [0; 4]),
            kind("pupil", "Pupil", true, [0; 4]),
        ]
    );
    assert_eq!(rows(&changed["itemTypes"]), []);
    assert_eq!(&shown(&server, &administrator, KINDS).await, changed);
    let trail: Vec<(String, String)> = server
        .database()
        .rows(
            "SELECT before_state, after_state FROM audit WHERE action = 'settings.changed' AND entity = 'settings.kinds' \
             AND before_state LIKE '%Reference%'",
        )
        .await;
    let [(before, after)] = &trail[..] else {
        panic!("{trail:?}");
    };
    assert!(
        before.contains("Reference") && before.contains("Teaching staff"),
        "{before}"
    );
    assert!(
        after.contains("Teachers") && !after.contains("Reference"),
        "{after}"
    );

    let twice = json!({ "patronCategories": [{ "name": "Guest" }, { "name": "GUEST" }], "itemTypes": [] });
    assert_eq!(
        change(&server, &administrator, KINDS, twice).await.errors(),
        [("patronCategories.1.name", "There is already one of this name")]
    );
}

on_both_engines!(a_kind_in_use_can_be_archived_but_not_removed);
async fn a_kind_in_use_can_be_archived_but_not_removed(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let (first, second) = (server.student().await, server.student().await);
    let person = |identity: &Identity| format!("/api/admin/users/{}", identity.id);
    let answer = give(
        &server,
        &administrator,
        &person(&first),
        json!({ "patronCategory": "pupil" }),
    )
    .await;
    assert_eq!(answer.expect(200)["patronCategory"], "pupil");
    let book = server.book().copies(2).await;
    let path = format!("/api/books/{}", book.id);
    let answer = give(&server, &administrator, &path, json!({ "itemType": "textbook" })).await;
    assert_eq!(answer.expect(200)["itemType"], "textbook");
    let added = server
        .post(&format!("{path}/copies"))
        .as_(&administrator)
        .json(&json!({ "count": 2, "itemType": "reference" }))
        .await;
    let types: Vec<&Value> = added
        .expect(201)
        .as_array()
        .expect("copies")
        .iter()
        .map(|copy| &copy["itemType"])
        .collect();
    assert_eq!(
        types,
        [
            &json!(null),
            &json!(null),
            &json!("reference"),
            &json!("reference")
        ]
    );
    let rules = json!({ "rules": [{ "name": "loan_days", "itemType": "reference", "value": "1" }] });
    change(&server, &administrator, RULES, rules).await.expect(200);
    let lists = shown(&server, &administrator, KINDS).await;
    assert_eq!(
        rows(&lists["patronCategories"]),
        [
            kind("pupil", "Pupil", false, [1, 0, 0, 0]),
            kind("teaching-staff", "Teaching staff", false, [0; 4])
        ]
    );
    assert_eq!(
        rows(&lists["itemTypes"]),
        [
            kind("textbook", "Textbook", false, [0, 1, 0, 0]),
            kind("reference", "Reference", false, [0, 0, 2, 1])
        ]
    );

    let without = json!({ "patronCategories": [], "itemTypes": lists["itemTypes"] });
    assert_eq!(
        change(&server, &administrator, KINDS, without).await.failure(),
        (
            409,
            "kind_in_use",
            "“Pupil” is in use. It can be archived, but not removed."
        )
    );
    let archived = json!({
        "patronCategories": [{ "code": "pupil", "name": "Pupil", "archived": true }],
        "itemTypes": lists["itemTypes"],
    });
    change(&server, &administrator, KINDS, archived).await.expect(200);
    // A person who has it keeps it, even when other fields change; it cannot be assigned to anybody else.
    let form = json!({ "patronCategory": "pupil", "department": "History" });
    let answer = give(&server, &administrator, &person(&first), form).await;
    assert_eq!(answer.expect(200)["patronCategory"], "pupil");
    let answer = give(
        &server,
        &administrator,
        &person(&second),
        json!({ "patronCategory": "pupil" }),
    )
    .await;
    assert_eq!(
        answer.errors(),
        [("patronCategory", "There is no such patron category")]
    );
    let cleared = give(
        &server,
        &administrator,
        &person(&first),
        json!({ "patronCategory": null }),
    )
    .await;
    assert_eq!(cleared.expect(200)["patronCategory"], json!(null));
}

on_both_engines!(unknown_kinds_are_refused_everywhere);
async fn unknown_kinds_are_refused_everywhere(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let student = server.student().await;
    let book = server.book().await;
    let of_book = format!("/api/books/{}", book.id);
    let copies = shown(&server, &administrator, &format!("{of_book}/copies")).await;
    let of_copy = format!("/api/copies/{}", copies[0]["_id"].as_str().expect("an id"));
    // Item types and patron categories are separate lists.
    for (path, field, code) in [
        (
            format!("/api/admin/users/{}", student.id),
            "patronCategory",
            "textbook",
        ),
        (of_book.clone(), "itemType", "pupil"),
        (of_copy, "itemType", "dvd"),
    ] {
        let answer = give(&server, &administrator, &path, json!({ field: code })).await;
        let message = match field {
            "itemType" => "There is no such item type",
            _ => "There is no such patron category",
        };
        assert_eq!(answer.errors(), [(field, message)]);
    }
    let draft = json!({ "title": "A Book", "author": "Somebody", "category": "Fiction", "itemType": "dvd" });
    let answer = server.post("/api/books").as_(&administrator).json(&draft).await;
    assert_eq!(answer.errors(), [("itemType", "There is no such item type")]);
    for (field, message) in [
        (
            "patronCategory",
            "There is a rule for a patron category that is on no list",
        ),
        ("itemType", "There is a rule for an item type that is on no list"),
    ] {
        let rules = json!({ "rules": [{ "name": "loan_days", field: "dvd", "value": "1" }] });
        assert_eq!(
            change(&server, &administrator, RULES, rules).await.errors(),
            [("rules", message)]
        );
    }
}

on_both_engines!(a_copy_is_lent_by_its_own_item_type_before_that_of_its_book);
async fn a_copy_is_lent_by_its_own_item_type_before_that_of_its_book(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T10:00:00Z");
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let rules = json!({ "rules": [
        { "name": "loan_days", "itemType": "textbook", "value": "30" },
        { "name": "loan_days", "itemType": "reference", "value": "1" },
        { "name": "loan_days", "patronCategory": "teaching-staff", "value": "60" },
        { "name": "loan_days", "patronCategory": "teaching-staff", "itemType": "reference", "value": "3" },
    ] });
    change(&server, &administrator, RULES, rules).await.expect(200);
    let (pupil, teacher) = (server.student().await, server.student().await);
    let path = format!("/api/admin/users/{}", teacher.id);
    give(
        &server,
        &administrator,
        &path,
        json!({ "patronCategory": "teaching-staff" }),
    )
    .await
    .expect(200);
    let book = server.book().copies(3).await;
    let path = format!("/api/books/{}", book.id);
    give(&server, &administrator, &path, json!({ "itemType": "textbook" }))
        .await
        .expect(200);
    // Copies are ordered by barcode: the first has the book's item type, the other two are for the reading room.
    let copies = shown(&server, &administrator, &format!("{path}/copies")).await;
    for copy in &copies.as_array().expect("copies")[1..] {
        let path = format!("/api/copies/{}", copy["_id"].as_str().expect("an id"));
        let changed = give(&server, &administrator, &path, json!({ "itemType": "reference" })).await;
        assert_eq!(changed.expect(200)["itemType"], "reference");
    }
    let promised = async |person: &Identity| {
        let detail = server.get(&path).as_(person).await;
        detail.expect(200)["viewer"]["dueOnIfBorrowedNow"].clone()
    };
    assert_eq!(promised(&pupil).await, "2026-04-01");
    assert_eq!(promised(&teacher).await, "2026-05-01");
    assert_eq!(server.borrow(&pupil, book.id).await["dueOn"], "2026-04-01");
    // Now only copies of the other type are left, and the shown due date is the one that the loan gets.
    let late = server.student().await;
    assert_eq!(promised(&late).await, "2026-03-03");
    assert_eq!(server.borrow(&late, book.id).await["dueOn"], "2026-03-03");
    assert_eq!(promised(&teacher).await, "2026-03-05");
    assert_eq!(server.borrow(&teacher, book.id).await["dueOn"], "2026-03-05");
}

on_both_engines!(a_reference_copy_does_not_hide_a_lendable_one);
async fn a_reference_copy_does_not_hide_a_lendable_one(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T10:00:00Z");
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let rules = json!({ "rules": [
        { "name": "loans_allowed", "itemType": "reference", "value": "0" },
    ] });
    change(&server, &administrator, RULES, rules).await.expect(200);
    let book = server.book().copies(2).await;
    let path = format!("/api/books/{}/copies", book.id);
    let copies = shown(&server, &administrator, &path).await;
    let first = format!("/api/copies/{}", copies[0]["_id"].as_str().expect("an id"));
    give(
        &server,
        &administrator,
        &first,
        json!({ "itemType": "reference" }),
    )
    .await
    .expect(200);
    let (first_student, second_student) = (server.student().await, server.student().await);
    let borrowing = server.borrow(&first_student, book.id).await;
    assert_eq!(borrowing["copy"]["_id"], copies[1]["_id"]);
    let path = format!("/api/borrowings/{}", book.id);
    let refused = server.post(&path).as_(&second_student).await;
    assert_eq!(
        refused.failure(),
        (409, "no_copy_available", "No copies of this book are available")
    );
}

on_both_engines!(without_a_lendable_copy_on_the_shelf_the_rules_are_those_of_the_best_copy);
async fn without_a_lendable_copy_on_the_shelf_the_rules_are_those_of_the_best_copy(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T10:00:00Z");
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let late = server.student().await;
    server.borrow(&late, server.book().await.id).await;
    server.travel_to("2026-06-02T10:00:00Z");
    let administrator = server.sign_in_again(&administrator).await;
    // A copy of the reading room, which has the first barcode, and a copy for everybody: both are on loan.
    let book = server.book().copies(2).await;
    let path = format!("/api/books/{}/copies", book.id);
    let copies = shown(&server, &administrator, &path).await;
    let mut borrowings = Vec::new();
    for _ in 0..2 {
        borrowings.push(server.borrow(&server.student().await, book.id).await);
    }
    let first = format!("/api/copies/{}", copies[0]["_id"].as_str().expect("an id"));
    let form = json!({ "itemType": "reference" });
    give(&server, &administrator, &first, form).await.expect(200);
    let rules = json!({ "rules": [
        { "name": "loans_allowed", "itemType": "reference", "value": "0" },
        { "name": "block_on_overdue", "itemType": "reference", "value": "true" },
        { "name": "block_at_balance", "value": "none" },
    ] });
    change(&server, &administrator, RULES, rules).await.expect(200);
    let late = server.sign_in_again(&late).await;
    let path = format!("/api/borrowings/{}", book.id);
    let refused = server.post(&path).as_(&late).await;
    assert_eq!(codes(&refused), ["no_copy_available"]);
    // The copy of the reading room is back on its shelf, and still cannot be borrowed.
    let of_reading_room = borrowings
        .iter()
        .find(|one| one["copy"]["_id"] == copies[0]["_id"]);
    server
        .give_back(&administrator, of_reading_room.expect("its borrowing"))
        .await;
    let refused = server.post(&path).as_(&late).await;
    assert_eq!(codes(&refused), ["no_copy_available"]);
}

fn codes(refused: &carrel_testkit::Answer) -> Vec<&str> {
    refused.errors().into_iter().map(|(code, _)| code).collect()
}

on_both_engines!(a_limit_for_an_item_type_counts_that_type);
async fn a_limit_for_an_item_type_counts_that_type(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    let rules = json!({ "rules": [
        { "name": "loans_allowed", "itemType": "textbook", "value": "1" },
    ] });
    change(&server, &administrator, RULES, rules).await.expect(200);
    let student = server.student().await;
    let mut textbooks = Vec::new();
    for _ in 0..2 {
        let book = server.book().await;
        let path = format!("/api/books/{}", book.id);
        give(&server, &administrator, &path, json!({ "itemType": "textbook" }))
            .await
            .expect(200);
        textbooks.push(book.id);
    }
    // A borrowing of another type does not count towards the limit.
    server.borrow(&student, server.book().await.id).await;
    server.borrow(&student, textbooks[0]).await;
    let path = format!("/api/borrowings/{}", textbooks[1]);
    let refused = server.post(&path).as_(&student).await;
    let words = "You have reached the limit of 1 borrowed item of this type";
    assert_eq!(refused.failure(), (409, "item_type_limit_reached", words));
    server.borrow(&student, server.book().await.id).await;
}

on_both_engines!(kinds_are_read_by_everybody_and_their_uses_by_those_who_change_them);
async fn kinds_are_read_by_everybody_and_their_uses_by_those_who_change_them(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    standard(&server, &administrator).await;
    for person in [server.student().await, server.with_role("librarian").await] {
        let kinds = shown(&server, &person, KINDS).await;
        assert_eq!(kinds["itemTypes"][0]["name"], "Textbook");
        assert_eq!(kinds["itemTypes"][0]["uses"], Value::Null);
        let changed = server.put(KINDS).as_(&person).json(&json!({})).await;
        assert_eq!(changed.failure().1, "not_allowed");
    }
    let kinds = shown(&server, &administrator, KINDS).await;
    assert_eq!(kinds["itemTypes"][0]["uses"]["books"], 0);
}
