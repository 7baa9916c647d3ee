//! Archiving, deleting and restoring books.

use carrel_domain::catalogue::book::BookId;
use carrel_operations::catalogue;
use carrel_testkit::{Identity, MINUTE, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::{copies, remove, restore};

on_both_engines!(a_book_without_a_history_is_erased);
async fn a_book_without_a_history_is_erased(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().semester_study(&["Ethics"]).copies(2).await;
    let answer = remove(&server, &administrator, book.id).await;
    assert_eq!(answer.expect(200), &json!({ "archived": false }));
    assert_eq!(answer.json["message"], "Book deleted");
    let gone = (404, "book_not_found", "Book not found");
    assert_eq!(remove(&server, &administrator, book.id).await.failure(), gone);
    assert_eq!(restore(&server, &administrator, book.id).await.failure(), gone);
    assert_eq!(copies(&server, &administrator, book.id).await.failure(), gone);
    assert_eq!(server.violations().await, []);
    server.clock.advance(3 * MINUTE);
    let library = server.library();
    let now = server.clock.now();
    assert_eq!(catalogue::erase_deleted(library, now).await.expect("erased"), 1);
    for table in ["books", "copies", "copy_events", "semester_study"] {
        let left = format!("SELECT count(*) FROM {table}");
        assert_eq!(server.database().integer(&left).await, 0, "{table}");
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(any_book_without_open_borrowings_is_archived);
async fn any_book_without_open_borrowings_is_archived(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let (new, lent) = (server.book().await, server.book().await);
    let archive = async |caller: &Identity, id: BookId| {
        let path = format!("/api/books/{id}/archive");
        server.post(&path).as_(caller).await
    };
    assert_eq!(archive(&student, new.id).await.status, 403);
    let borrowing = server.borrow(&student, lent.id).await;
    let words = "One copy of this book is on loan; it must be returned first";
    let refused = archive(&administrator, lent.id).await;
    assert_eq!(refused.failure(), (409, "book_has_open_borrowings", words));
    server.give_back(&administrator, &borrowing).await;
    for id in [new.id, lent.id] {
        let answer = archive(&administrator, id).await;
        assert_eq!(answer.json["message"], "Book archived");
        assert_eq!(answer.expect(200)["archivedAt"], "2026-03-02T09:00:00.000Z");
        let again = archive(&administrator, id).await;
        assert_eq!(
            again.failure(),
            (409, "book_archived", "This book is already in the archive")
        );
        restore(&server, &administrator, id).await.expect(200);
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_deletion_is_undone_within_two_minutes);
async fn a_deletion_is_undone_within_two_minutes(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let undo = async |caller: &Identity, id: BookId| {
        let path = format!("/api/books/{id}/undo-delete");
        server.post(&path).as_(caller).await
    };
    let gone = (404, "book_not_found", "Book not found");
    let book = server.book().title("Lanterns at noon").copies(2).await;
    server.catch_up().await;
    assert_eq!(undo(&administrator, book.id).await.failure(), gone);
    let before = copies(&server, &administrator, book.id).await;

    remove(&server, &administrator, book.id).await.expect(200);
    assert_eq!(undo(&student, book.id).await.status, 403);
    let page = server
        .get(&format!("/api/books/{}", book.id))
        .as_(&administrator)
        .await;
    assert_eq!(page.failure(), gone);
    let answer = undo(&administrator, book.id).await;
    assert_eq!(answer.json["message"], "Deletion undone");
    assert_eq!(answer.expect(200)["archivedAt"], Value::Null);
    let after = copies(&server, &administrator, book.id).await;
    assert_eq!(after.expect(200), before.expect(200));
    server.catch_up().await;
    let found = server.get("/api/books?search=lanterns").as_(&student).await;
    assert_eq!(found.column("_id"), [book.id.to_string()]);
    assert_eq!(undo(&administrator, book.id).await.failure(), gone);

    // Its copies are not at the desk while it is deleted.
    let (barcode, copy_id) = (&before.expect(200)[0]["barcode"], &before.expect(200)[0]["_id"]);
    remove(&server, &administrator, book.id).await.expect(200);
    let check_in = json!({ "barcode": barcode });
    let check_in = server
        .post("/api/desk/check-in")
        .as_(&administrator)
        .json(&check_in)
        .await;
    assert_eq!(check_in.status, 404);
    let path = format!("/api/copies/{}", copy_id.as_str().expect("an id"));
    assert_eq!(server.delete(&path).as_(&administrator).await.status, 404);
    undo(&administrator, book.id).await.expect(200);

    // A barcode of the deleted book can be used at once; then nothing is left to undo.
    let barcode = before.expect(200)[0]["barcode"].clone();
    let kept = server.book().await;
    let path = format!("/api/books/{}/copies", kept.id);
    let copy = json!({ "copies": [{ "barcode": barcode }] });
    let taken = server.post(&path).as_(&administrator).json(&copy).await;
    assert_eq!(taken.errors()[0].0, "copies.0.barcode");
    remove(&server, &administrator, book.id).await.expect(200);
    server
        .post(&path)
        .as_(&administrator)
        .json(&copy)
        .await
        .expect(201);
    assert_eq!(undo(&administrator, book.id).await.failure(), gone);

    let late = server.book().await;
    remove(&server, &administrator, late.id).await.expect(200);
    server.clock.advance(2 * MINUTE);
    let answer = undo(&administrator, late.id).await;
    assert_eq!(
        answer.failure(),
        (409, "undo_too_late", "It is too late to undo this")
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_book_with_a_history_is_archived);
async fn a_book_with_a_history_is_archived(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server
        .book()
        .title("Frankenstein")
        .author("Mary Shelley")
        .semester_study(&["Ethics"])
        .copies(2)
        .await;
    let first = server.borrow(&student, book.id).await;
    let second = server.borrow(&administrator, book.id).await;
    let words = "2 copies of this book are on loan; they must be returned first";
    let answer = remove(&server, &administrator, book.id).await;
    assert_eq!(answer.failure(), (409, "book_has_open_borrowings", words));
    server.give_back(&administrator, &first).await;
    let words = "One copy of this book is on loan; it must be returned first";
    let answer = remove(&server, &administrator, book.id).await;
    assert_eq!(answer.failure(), (409, "book_has_open_borrowings", words));
    server.give_back(&administrator, &second).await;
    server.clock.advance(MINUTE);
    server.catch_up().await;
    let answer = remove(&server, &administrator, book.id).await;
    assert_eq!(answer.json["message"], "Book archived");
    assert_eq!(answer.expect(200), &json!({ "archived": true }));
    server.catch_up().await;

    // It appears only in the archive and at its own address.
    for path in [
        "/api/books",
        "/api/books?search=frankenstein",
        "/api/books?category=Fiction",
        "/api/books?isSemesterStudy=true&category=Ethics",
        "/api/books/popular",
        "/api/books/recommendations",
        "/api/books/categories",
        "/api/admin/books",
        "/api/admin/books?status=current",
    ] {
        let answer = server.get(path).as_(&administrator).await;
        assert_eq!(answer.list(), [] as [Value; 0], "{path}");
    }
    let archive = server
        .get("/api/admin/books?status=archived")
        .as_(&administrator)
        .await;
    assert_eq!(archive.column("_id"), [book.id.to_string()]);
    assert_eq!(archive.list()[0]["archivedAt"], "2026-03-02T09:01:00.000Z");
    for (question, finds) in [
        ("search=frankenstein", true),
        ("search=The%20frank%20SHELLEY", true),
        ("search=frankenstein&category=Fiction&sort=title", true),
        ("category=Fiction", true),
        ("category=History", false),
        ("search=frankenstein&category=History", false),
        ("search=dracula", false),
        ("search=100%25", false),
    ] {
        let path = format!("/api/admin/books?status=archived&{question}");
        let answer = server.get(&path).as_(&administrator).await;
        let expected = if finds { vec![book.id.to_string()] } else { vec![] };
        assert_eq!(answer.column("_id"), expected, "{question}");
        assert_eq!(answer.json["pagination"]["total"], expected.len(), "{question}");
        let elsewhere = question.contains("dracula") || question.contains("100");
        assert_eq!(
            answer.json["facets"]["category"] == json!([]),
            elsewhere,
            "{question}"
        );
    }
    let page = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
    assert_eq!(page.expect(200)["viewer"]["refusals"][0]["code"], "book_archived");
    let stats = server.get("/api/admin/stats").as_(&administrator).await;
    assert_eq!(stats.expect(200)["totalBooks"], 0);
    let answer = server
        .get("/api/admin/books?status=gone")
        .as_(&administrator)
        .await;
    assert_eq!(
        answer.errors(),
        [("status", "status must be one of: current, archived")]
    );

    let words = "This book is already in the archive";
    let answer = remove(&server, &administrator, book.id).await;
    assert_eq!(answer.failure(), (409, "book_archived", words));
    let answer = restore(&server, &administrator, book.id).await;
    assert_eq!(answer.json["message"], "Book restored");
    assert_eq!(answer.expect(200)["archivedAt"], Value::Null);
    let words = "This book is not in the archive";
    let answer = restore(&server, &administrator, book.id).await;
    assert_eq!(answer.failure(), (409, "book_not_archived", words));
    server.catch_up().await;
    let found = server.get("/api/books?search=frankenstein").as_(&student).await;
    assert_eq!(found.column("_id"), [book.id.to_string()]);
    server.borrow(&student, book.id).await;
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_book_that_was_just_removed_is_not_counted_by_a_search);
async fn a_book_that_was_just_removed_is_not_counted_by_a_search(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let removed = server.book().title("Lanterns at noon").await;
    server.book().title("Lanterns at night").await;
    server.catch_up().await;
    remove(&server, &administrator, removed.id).await.expect(200);
    // The index still contains both books.
    let found = server.get("/api/books?search=lanterns").as_(&administrator).await;
    assert_eq!(found.column("title"), ["Lanterns at night"]);
    assert_eq!(found.json["pagination"]["total"], 1);
}

on_both_engines!(searches_of_borrowings_and_of_the_archive_ignore_articles);
async fn searches_of_borrowings_and_of_the_archive_ignore_articles(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mut added = Vec::new();
    for (title, author, language) in [
        ("The Hobbit", "J. R. R. Tolkien", "English"),
        ("The War of the Worlds", "H. G. Wells", "English"),
        ("Die Verwandlung", "Franz Kafka", "German"),
        ("Gli indifferenti", "Alberto Moravia", "Italian"),
    ] {
        let form = json!({
            "title": title, "author": author, "language": language, "category": "Fiction", "description": "A novel.",
            "copies": 1,
        });
        let answer = server.post("/api/books").as_(&administrator).json(&form).await;
        let id = id_of(answer.expect(201));
        added.push((id, server.borrow(&student, id).await));
    }
    let searches = [
        ("the hobbit", "The Hobbit"),
        ("Tolkien The Hobbit", "The Hobbit"),
        ("Hobbit, The", "The Hobbit"),
        ("of the worlds", "The War of the Worlds"),
        ("Kafka Die Verwandlung", "Die Verwandlung"),
        ("Moravia: Gli indifferenti", "Gli indifferenti"),
    ];
    for (search, title) in searches {
        let path = format!("/api/borrowings?search={search}");
        let found = server.get(&path).as_(&administrator).await;
        let titles: Vec<&Value> = found.list().iter().map(|found| &found["book"]["title"]).collect();
        assert_eq!(titles, [title], "{search}");
    }
    for (id, borrowing) in &added {
        server.give_back(&administrator, borrowing).await;
        remove(&server, &administrator, *id).await.expect(200);
    }
    for (search, title) in searches {
        let path = format!("/api/admin/books?status=archived&search={search}");
        let found = server.get(&path).as_(&administrator).await;
        assert_eq!(found.column("title"), [title], "{search}");
    }
}
