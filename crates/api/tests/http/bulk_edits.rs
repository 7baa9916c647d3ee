//! Bulk edits of books: the preview, the edit, and its undo.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

/// Adds a book, and returns its id.
async fn added(
    server: &Server,
    administrator: &Identity,
    title: &str,
    category: &str,
    subjects: &[&str],
) -> String {
    let subjects: Vec<Value> = subjects
        .iter()
        .map(|heading| json!({ "heading": heading }))
        .collect();
    let book = json!({
        "title": title, "author": "Maurice Maeterlinck", "category": category, "publisher": "Dodd",
        "details": { "subjects": subjects },
    });
    let added = server.post("/api/books").as_(administrator).json(&book).await;
    text(&added.expect(201)["_id"])
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A server with an administrator and three books: two about bees, and one that only has their category.
async fn shelf(database: TestDatabase) -> (Server, Identity, [String; 3]) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let books = [
        added(
            &server,
            &administrator,
            "The Life of the Bee",
            "Nature",
            &["Bees"],
        )
        .await,
        added(
            &server,
            &administrator,
            "The Honey Factory",
            "Nature",
            &["Bees", "Honey"],
        )
        .await,
        added(&server, &administrator, "The Ant", "Animals", &[]).await,
    ];
    server.catch_up().await;
    (server, administrator, books)
}

async fn shown(server: &Server, administrator: &Identity, id: &str) -> Value {
    let path = format!("/api/books/{id}");
    server.get(&path).as_(administrator).await.expect(200).clone()
}

/// Begins an edit of the previewed books, and lets the server make it.
pub(super) async fn edited(server: &Server, administrator: &Identity, query: &str, form: &Value) -> Value {
    let path = format!("/api/bulk-edits/preview{query}");
    let preview = server.post(&path).as_(administrator).json(form).await;
    let mut form = form.clone();
    form["expectedBooks"] = preview.expect(200)["books"].clone();
    let path = format!("/api/bulk-edits{query}");
    let started = server.post(&path).as_(administrator).json(&form).await;
    let started = started.expect(202).clone();
    assert_eq!(started["state"], "changing");
    server.work_on_bulk_edits().await;
    edit(server, administrator, &started).await
}

async fn edit(server: &Server, administrator: &Identity, edit: &Value) -> Value {
    let path = format!("/api/bulk-edits/{}", text(&edit["_id"]));
    server.get(&path).as_(administrator).await.expect(200).clone()
}

pub(super) async fn undone(server: &Server, administrator: &Identity, edit_: &Value) -> Value {
    let path = format!("/api/bulk-edits/{}/undo", text(&edit_["_id"]));
    server.post(&path).as_(administrator).await.expect(200);
    server.work_on_bulk_edits().await;
    edit(server, administrator, edit_).await
}

/// Counts of an edit: books, done, changed, refused, restored, kept.
pub(super) fn counts(edit: &Value) -> [i64; 6] {
    ["books", "done", "changed", "refused", "restored", "kept"]
        .map(|name| edit[name].as_i64().expect("a count"))
}

on_both_engines!(the_books_that_the_list_finds_are_previewed_changed_and_restored);
async fn the_books_that_the_list_finds_are_previewed_changed_and_restored(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let before: Vec<Value> = vec![
        shown(&server, &administrator, &books[0]).await,
        shown(&server, &administrator, &books[1]).await,
    ];
    let changes = json!({ "category": "Animals", "addSubjects": ["Insects"], "removeSubjects": ["honey"] });

    let preview = server
        .post("/api/bulk-edits/preview?category=Nature")
        .as_(&administrator)
        .json(&json!({ "changes": changes }))
        .await;
    let preview = preview.expect(200);
    assert_eq!((&preview["books"], &preview["changed"]), (&json!(2), &json!(2)));
    let second = &preview["shown"][1];
    assert_eq!(second["title"], "The Honey Factory");
    let fields = second["fields"].as_array().expect("fields");
    let category = fields
        .iter()
        .find(|one| one["field"] == "category")
        .expect("the category");
    assert_eq!(
        (&category["before"], &category["after"]),
        (&json!("Nature"), &json!("Animals"))
    );
    assert!(fields.iter().any(|one| one["field"] == "subjects"));
    assert_eq!(shown(&server, &administrator, &books[0]).await, before[0]);

    let form = json!({ "changes": changes, "expectedBooks": 2 });
    let done = edited(&server, &administrator, "?category=Nature", &form).await;
    assert_eq!(done["state"], "done");
    assert_eq!(counts(&done), [2, 2, 2, 0, 0, 0]);
    assert_eq!(done["changes"], changes);
    let after = shown(&server, &administrator, &books[1]).await;
    assert_eq!(after["category"], "Animals");
    let headings: Vec<&str> = after["details"]["subjects"]
        .as_array()
        .expect("subjects")
        .iter()
        .map(|one| one["heading"].as_str().expect("a heading"))
        .collect();
    assert_eq!(headings, ["Bees", "Insects"]);
    let found = server
        .get("/api/books?category=Animals")
        .as_(&administrator)
        .await;
    assert_eq!(found.list().len(), 3);

    // Each change is in the history of its book, under the name of the person who began the edit.
    let path = format!("/api/admin/audit?book={}&action=book.changed", books[1]);
    let log = server.get(&path).as_(&administrator).await;
    assert_eq!(log.list()[0]["actor"]["_id"], administrator.id.to_string());

    let back = undone(&server, &administrator, &done).await;
    assert_eq!(back["state"], "undone");
    assert_eq!(counts(&back), [2, 2, 2, 0, 2, 0]);
    for (id, before) in books.iter().zip(&before) {
        let mut now = shown(&server, &administrator, id).await;
        now["updatedAt"] = before["updatedAt"].clone();
        assert_eq!(&now, before);
    }
    let found = server
        .get("/api/books?category=Animals")
        .as_(&administrator)
        .await;
    assert_eq!(found.list().len(), 1);
}

on_both_engines!(a_book_that_was_changed_or_deleted_since_is_left_by_the_undo);
async fn a_book_that_was_changed_or_deleted_since_is_left_by_the_undo(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let form = json!({ "books": books, "changes": { "publisher": "Hogarth" } });
    let done = edited(&server, &administrator, "", &form).await;
    assert_eq!(counts(&done), [3, 3, 3, 0, 0, 0]);
    server.clock.advance(60_000);
    let path = format!("/api/books/{}", books[0]);
    let change = json!({ "pages": 300 });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    let path = format!("/api/books/{}", books[1]);
    server.delete(&path).as_(&administrator).await.expect(200);

    let back = undone(&server, &administrator, &done).await;
    assert_eq!(counts(&back), [3, 3, 3, 0, 1, 2]);
    assert_eq!(
        shown(&server, &administrator, &books[0]).await["publisher"],
        "Hogarth"
    );
    assert_eq!(
        shown(&server, &administrator, &books[2]).await["publisher"],
        "Dodd"
    );
    // Nothing is left to undo.
    let path = format!("/api/bulk-edits/{}/undo", text(&done["_id"]));
    let again = server.post(&path).as_(&administrator).await;
    assert_eq!(again.failure().1, "bulk_edit_state");
}

on_both_engines!(a_book_that_would_not_be_valid_is_refused_and_listed);
async fn a_book_that_would_not_be_valid_is_refused_and_listed(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let many: Vec<Value> = (0..100)
        .map(|number| json!({ "heading": format!("Subject {number}") }))
        .collect();
    let path = format!("/api/books/{}", books[0]);
    let change = json!({ "details": { "subjects": many } });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);

    let form = json!({ "books": books, "changes": { "addSubjects": ["Insects"] } });
    let preview = server
        .post("/api/bulk-edits/preview")
        .as_(&administrator)
        .json(&form)
        .await;
    let preview = preview.expect(200);
    assert_eq!((&preview["changed"], &preview["refused"]), (&json!(2), &json!(1)));
    assert_eq!(preview["shown"][0]["errors"][0]["field"], "subjects");

    let done = edited(&server, &administrator, "", &form).await;
    assert_eq!(counts(&done), [3, 3, 2, 1, 0, 0]);
    let path = format!("/api/bulk-edits/{}/refused", text(&done["_id"]));
    let refused = server.get(&path).as_(&administrator).await;
    assert_eq!(refused.expect(200)[0]["_id"], books[0]);
    assert_eq!(refused.expect(200)[0]["errors"][0]["code"], "subjects_too_many");
    let path = format!("{path}?after={}", books[0]);
    let rest = server.get(&path).as_(&administrator).await;
    assert_eq!(rest.expect(200), &json!([]));
}

on_both_engines!(an_edit_of_other_books_than_in_the_preview_is_refused);
async fn an_edit_of_other_books_than_in_the_preview_is_refused(database: TestDatabase) {
    let (server, administrator, _) = shelf(database).await;
    added(&server, &administrator, "The Wasp", "Nature", &[]).await;
    server.catch_up().await;
    let form = json!({ "changes": { "publisher": "Hogarth" }, "expectedBooks": 2 });
    let refused = server
        .post("/api/bulk-edits?category=Nature")
        .as_(&administrator)
        .json(&form)
        .await;
    assert_eq!(refused.failure().1, "other_books_chosen");
    assert_eq!(refused.json["values"]["books"], 3);
    // A misspelled parameter chooses all books: without a number from a preview, nothing begins.
    let form = json!({ "changes": { "publisher": "Hogarth" } });
    let refused = server
        .post("/api/bulk-edits?categroy=Nature")
        .as_(&administrator)
        .json(&form)
        .await;
    let words = "Please send the number of books of the preview";
    assert_eq!(refused.errors(), [("expectedBooks", words)]);
}

on_both_engines!(a_cancelled_edit_can_be_undone);
async fn a_cancelled_edit_can_be_undone(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let form = json!({ "books": books, "changes": { "publisher": "Hogarth" } });
    let started = server
        .post("/api/bulk-edits")
        .as_(&administrator)
        .json(&form)
        .await;
    let started = started.expect(202).clone();
    let cancel = format!("/api/bulk-edits/{}/cancel", text(&started["_id"]));
    let cancelled = server.post(&cancel).as_(&administrator).await;
    assert_eq!(cancelled.expect(200)["state"], "cancelled");
    server.work_on_bulk_edits().await;
    assert_eq!(
        counts(&edit(&server, &administrator, &started).await),
        [3, 0, 0, 0, 0, 0]
    );
    assert_eq!(
        shown(&server, &administrator, &books[0]).await["publisher"],
        "Dodd"
    );
    let again = server.post(&cancel).as_(&administrator).await;
    assert_eq!(again.json["values"]["state"], "cancelled");
}

on_both_engines!(what_is_wrong_with_an_edit_is_said_by_field);
async fn what_is_wrong_with_an_edit_is_said_by_field(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let table = [
        ("", json!({ "books": books, "changes": {} }), "changes"),
        (
            "",
            json!({ "books": [], "changes": { "publisher": null } }),
            "books",
        ),
        (
            "",
            json!({ "books": ["book_999999"], "changes": { "publisher": null } }),
            "books",
        ),
        (
            "?category=Nothing",
            json!({ "changes": { "publisher": null }, "expectedBooks": 1 }),
            "books",
        ),
        (
            "",
            json!({ "books": books, "changes": { "category": null } }),
            "category",
        ),
        (
            "",
            json!({ "books": books, "changes": { "itemType": "unheard" } }),
            "itemType",
        ),
        (
            "",
            json!({ "books": books, "changes": { "borrowingPeriod": 400 } }),
            "borrowingPeriod",
        ),
    ];
    for (query, form, field) in table {
        for path in ["/api/bulk-edits", "/api/bulk-edits/preview"] {
            let path = format!("{path}{query}");
            let refused = server.post(&path).as_(&administrator).json(&form).await;
            assert_eq!(
                refused.errors().first().map(|error| error.0),
                Some(field),
                "{form}"
            );
        }
    }
}

on_both_engines!(the_newest_edits_are_listed_first_and_old_ones_are_removed);
async fn the_newest_edits_are_listed_first_and_old_ones_are_removed(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    for publisher in ["Hogarth", "Faber"] {
        let form = json!({ "books": books, "changes": { "publisher": publisher } });
        edited(&server, &administrator, "", &form).await;
        server.clock.advance(60_000);
    }
    let list = server.get("/api/bulk-edits").as_(&administrator).await;
    let publishers: Vec<&Value> = list
        .list()
        .iter()
        .map(|edit| &edit["changes"]["publisher"])
        .collect();
    assert_eq!(publishers, ["Faber", "Hogarth"]);

    let now = server.clock.now();
    let kept = now + jiff::Span::new().hours(89 * 24);
    assert_eq!(
        carrel_operations::catalogue::bulk_edits::remove_old(server.library(), kept)
            .await
            .expect("it runs"),
        0
    );
    let late = now + jiff::Span::new().hours(91 * 24);
    assert_eq!(
        carrel_operations::catalogue::bulk_edits::remove_old(server.library(), late)
            .await
            .expect("it runs"),
        2
    );
    let list = server.get("/api/bulk-edits").as_(&administrator).await;
    assert!(list.list().is_empty());
}
