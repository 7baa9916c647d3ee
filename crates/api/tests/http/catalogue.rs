//! Maintaining the catalogue: adding, changing, archiving, restoring and erasing books; their copies.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, Identity, MINUTE, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

pub(super) const ISBN: &str = "9780141439471";

pub(super) fn id(thing: &Value) -> String {
    thing["_id"].as_str().expect("an id").to_owned()
}

pub(super) async fn add(server: &Server, administrator: &Identity, form: &Value) -> Answer {
    server.post("/api/books").as_(administrator).json(form).await
}

pub(super) async fn change(server: &Server, administrator: &Identity, id: BookId, form: &Value) -> Answer {
    server
        .put(&format!("/api/books/{id}"))
        .as_(administrator)
        .json(form)
        .await
}

pub(super) async fn remove(server: &Server, administrator: &Identity, id: BookId) -> Answer {
    server
        .delete(&format!("/api/books/{id}"))
        .as_(administrator)
        .await
}

pub(super) async fn restore(server: &Server, administrator: &Identity, id: BookId) -> Answer {
    server
        .post(&format!("/api/books/{id}/restore"))
        .as_(administrator)
        .await
}

pub(super) async fn copies(server: &Server, administrator: &Identity, id: BookId) -> Answer {
    server
        .get(&format!("/api/books/{id}/copies"))
        .as_(administrator)
        .await
}

/// A valid book with every field.
pub(super) fn complete() -> Value {
    json!({
        "title": " Frankenstein ", "author": "Mary Shelley", "category": "Gothic", "description": "A\r\nmonster.",
        "isbn": "978-0-14-143947-1", "publisher": "Penguin", "editionStatement": " 3rd, revised edition ", "language": "French",
        "publishedYear": 1818, "pages": 273, "coverImage": "https://covers.example/1.jpg", "borrowingPeriod": 21,
        "semesterCategories": ["Literature", " literature ", "", "Ethics"], "copies": 3,
    })
}

on_both_engines!(a_book_is_added_with_its_copies);
async fn a_book_is_added_with_its_copies(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let answer = add(&server, &administrator, &complete()).await;
    assert_eq!(answer.json["message"], "Book added successfully!");
    let mut book = answer.expect(201).clone();
    assert_eq!(book["details"]["subjects"], json!([]));
    book.as_object_mut().expect("an object").remove("details");
    assert_eq!(
        book,
        json!({
            "_id": id(&book), "title": "Frankenstein", "author": "Mary Shelley", "category": "Gothic",
            "description": "A\nmonster.", "isbn": ISBN, "publisher": "Penguin",
            "editionStatement": "3rd, revised edition", "language": "French",
            "publishedYear": 1818, "pages": 273, "coverImage": "https://covers.example/1.jpg", "borrowingPeriod": 21,
            "isSemesterStudy": true, "semesterCategories": ["Literature", "Ethics"],
            "availableCopies": 3, "totalCopies": 3, "borrowCount": 0, "rating": { "average": 0.0, "count": 0 },
            "itemType": null,
        "createdAt": "2026-03-02T09:00:00.000Z", "updatedAt": "2026-03-02T09:00:00.000Z", "archivedAt": null, "mergedInto": null,
        })
    );
    let list = copies(&server, &administrator, id_of(&book)).await;
    assert_eq!(list.column("state"), ["available"; 3]);
    let barcodes: BTreeSet<&str> = list.column("barcode").into_iter().collect();
    assert_eq!(barcodes.len(), 3);
    let first = &list.list()[0];
    assert_eq!(
        (&first["borrower"], &first["dueOn"]),
        (&Value::Null, &Value::Null)
    );

    // Absent fields have defaults.
    let least = json!({ "title": "Plain", "author": "Somebody", "category": "Fiction" });
    let answer = add(&server, &administrator, &least).await;
    let book = answer.expect(201);
    let shown = [
        "availableCopies",
        "language",
        "description",
        "borrowingPeriod",
        "isSemesterStudy",
    ];
    assert_eq!(
        shown.map(|field| book[field].clone()),
        [json!(1), json!("English"), json!(""), json!(14), json!(false)]
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(copies_and_marks_follow_the_form);
async fn copies_and_marks_follow_the_form(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for (more, field, expected) in [
        (json!({ "copies": 0 }), "totalCopies", json!(0)),
        (json!({ "copies": null }), "totalCopies", json!(1)),
        (json!({ "copies": 1000 }), "totalCopies", json!(1000)),
        (
            json!({ "isSemesterStudy": true }),
            "semesterCategories",
            json!(["Fiction"]),
        ),
        (
            json!({ "isSemesterStudy": true, "semesterCategories": ["Ethics"] }),
            "semesterCategories",
            json!(["Ethics"]),
        ),
        (
            json!({ "isSemesterStudy": false, "semesterCategories": ["Ethics"] }),
            "semesterCategories",
            json!([]),
        ),
        (
            json!({ "isSemesterStudy": true, "semesterCategories": [] }),
            "isSemesterStudy",
            json!(false),
        ),
    ] {
        let mut form = json!({ "title": "A Book", "author": "Somebody", "category": "Fiction" });
        form.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        let answer = add(&server, &administrator, &form).await;
        assert_eq!(answer.expect(201)[field], expected, "{more}");
    }
    assert_eq!(server.violations().await, []);
}

/// Invalid values of each field, with the expected message.
fn mistakes() -> Vec<(&'static str, Value, &'static str)> {
    let long = |count: usize| json!("é".repeat(count));
    let many: Vec<String> = (0..13).map(|number| format!("Subject {number}")).collect();
    let cover = "Cover image must be an https address or a path on this site";
    let year = "Year of publication is out of range";
    vec![
        ("title", json!(""), "Title is required"),
        ("title", long(301), "Title cannot exceed 300 characters"),
        (
            "title",
            json!("a\u{0}b"),
            "Title contains characters that are not allowed",
        ),
        (
            "title",
            json!("a\nb"),
            "Title contains characters that are not allowed",
        ),
        ("author", json!("  "), "Author is required"),
        ("author", long(201), "Author cannot exceed 200 characters"),
        (
            "author",
            json!("\u{7}x"),
            "Author contains characters that are not allowed",
        ),
        ("category", json!(""), "Category is required"),
        ("category", long(81), "Category cannot exceed 80 characters"),
        (
            "category",
            json!("a\tb"),
            "Category contains characters that are not allowed",
        ),
        ("publisher", long(201), "Publisher cannot exceed 200 characters"),
        (
            "publisher",
            json!("a\u{2028}b"),
            "Publisher contains characters that are not allowed",
        ),
        ("language", long(61), "Language cannot exceed 60 characters"),
        (
            "language",
            json!("a\u{0}b"),
            "Language contains characters that are not allowed",
        ),
        (
            "description",
            long(5001),
            "Description cannot exceed 5000 characters",
        ),
        (
            "description",
            json!("a\u{0}b"),
            "Description contains characters that are not allowed",
        ),
        ("pages", json!(0), "Pages must be between 1 and 20000"),
        ("pages", json!(20_001), "Pages must be between 1 and 20000"),
        ("pages", json!(i64::MIN), "Pages must be between 1 and 20000"),
        ("publishedYear", json!(-3001), year),
        ("publishedYear", json!(2029), year),
        ("publishedYear", json!(i64::MAX), year),
        (
            "borrowingPeriod",
            json!(0),
            "Borrowing period must be between 1 and 365 days",
        ),
        (
            "borrowingPeriod",
            json!(366),
            "Borrowing period must be between 1 and 365 days",
        ),
        ("isbn", json!("978-0-14-143947-2"), "Invalid ISBN"),
        ("isbn", json!("12345"), "Invalid ISBN"),
        ("isbn", json!("none"), "Invalid ISBN"),
        ("coverImage", json!("http://covers.example/1.jpg"), cover),
        ("coverImage", json!("javascript:alert(1)"), cover),
        ("coverImage", json!("//covers.example/1.jpg"), cover),
        ("coverImage", json!("data:image/svg+xml,<svg/>"), cover),
        ("coverImage", json!("https://covers.example/\"><script>"), cover),
        (
            "coverImage",
            json!(format!("https://covers.example/{}", "x".repeat(500))),
            "Cover image address cannot exceed 500 characters",
        ),
        (
            "semesterCategories",
            json!(many),
            "A book can have at most 12 semester categories",
        ),
        (
            "semesterCategories",
            json!([long(81)]),
            "Semester category cannot exceed 80 characters",
        ),
        (
            "semesterCategories",
            json!(["a\nb"]),
            "Semester category contains characters that are not allowed",
        ),
    ]
}

on_both_engines!(every_invalid_field_of_a_book_is_reported);
async fn every_invalid_field_of_a_book_is_reported(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().title("As it was").await;
    let before = server
        .get(&format!("/api/books/{}", book.id))
        .as_(&administrator)
        .await;
    let only_when_added =
        [-1, 1001, i64::MAX].map(|count| ("copies", json!(count), "Copies must be between 0 and 1000"));
    for (field, typed, message) in mistakes().into_iter().chain(only_when_added) {
        let mut form = complete();
        form[field] = typed.clone();
        let answer = add(&server, &administrator, &form).await;
        assert_eq!(answer.failure(), (422, "validation", message), "{field} {typed}");
        assert_eq!(answer.errors(), [(field, message)], "{field} {typed}");
    }
    for (field, typed, message) in mistakes() {
        let form = json!({ "publisher": "Nobody", field: typed });
        let answer = change(&server, &administrator, book.id, &form).await;
        assert_eq!(answer.failure(), (422, "validation", message), "{field} {typed}");
        assert_eq!(answer.errors(), [(field, message)], "{field} {typed}");
    }
    // All errors are reported at once, and nothing was changed.
    let answer = add(&server, &administrator, &json!({})).await;
    let required = [
        ("title", "Title is required"),
        ("author", "Author is required"),
        ("category", "Category is required"),
    ];
    assert_eq!(answer.errors(), required);
    let after = server
        .get(&format!("/api/books/{}", book.id))
        .as_(&administrator)
        .await;
    assert_eq!(after.json, before.json);
    assert_eq!(server.database().integer("SELECT count(*) FROM books").await, 1);
}

on_both_engines!(a_change_affects_only_its_fields);
async fn a_change_affects_only_its_fields(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut expected = add(&server, &administrator, &complete())
        .await
        .expect(201)
        .clone();
    let id = id_of(&expected);
    server.clock.advance(MINUTE);
    expected["updatedAt"] = json!("2026-03-02T09:01:00.000Z");
    // Absent fields stay, and fields that are not part of the form are ignored.
    for form in [
        json!({}),
        json!({ "copies": 7, "totalCopies": 9, "rating": 5, "_id": "1", "createdAt": "2000-01-01" }),
    ] {
        let answer = change(&server, &administrator, id, &form).await;
        assert_eq!(answer.expect(200), &expected);
        assert_eq!(answer.json["message"], "Book updated successfully!");
    }
    for (form, changed) in [
        (
            json!({ "title": "The Modern Prometheus" }),
            json!({ "title": "The Modern Prometheus" }),
        ),
        (json!({ "category": "Horror" }), json!({ "category": "Horror" })),
        (json!({ "isbn": "0-14-143947-5" }), json!({ "isbn": ISBN })),
        (
            json!({ "description": null, "coverImage": null }),
            json!({ "description": "", "coverImage": null }),
        ),
        (
            json!({ "publisher": "", "editionStatement": "", "pages": null }),
            json!({ "publisher": null, "editionStatement": null, "pages": null }),
        ),
        (
            json!({ "isbn": null, "publishedYear": null }),
            json!({ "isbn": null, "publishedYear": null }),
        ),
        (
            json!({ "borrowingPeriod": null }),
            json!({ "borrowingPeriod": 14 }),
        ),
        (
            json!({ "isSemesterStudy": true }),
            json!({ "isSemesterStudy": true, "semesterCategories": ["Literature", "Ethics"] }),
        ),
        (
            json!({ "isSemesterStudy": false }),
            json!({ "isSemesterStudy": false, "semesterCategories": [] }),
        ),
        (
            json!({ "isSemesterStudy": true }),
            json!({ "isSemesterStudy": true, "semesterCategories": ["Horror"] }),
        ),
        (
            json!({ "semesterCategories": ["Ethics"] }),
            json!({ "isSemesterStudy": true, "semesterCategories": ["Ethics"] }),
        ),
    ] {
        let fields = changed.as_object().expect("an object").clone();
        expected.as_object_mut().expect("an object").extend(fields);
        let answer = change(&server, &administrator, id, &form).await;
        assert_eq!(answer.expect(200), &expected, "{form}");
    }
    let categories = server.get("/api/books/categories").as_(&administrator).await;
    assert_eq!(categories.expect(200), &json!([{ "name": "Horror", "count": 1 }]));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_isbn_that_another_book_has_is_a_warning);
async fn an_isbn_that_another_book_has_is_a_warning(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = server
        .book()
        .title("Frankenstein")
        .with(|draft| draft.isbn = Patch::Set(ISBN.to_owned()))
        .await;
    let in_use = |id: BookId, title: &str| json!([{ "code": "isbn_in_use", "bookId": id, "title": title }]);
    for written in [ISBN, "978-0-14-143947-1", "0141439475"] {
        let second = server.book().await;
        let changed = change(&server, &administrator, second.id, &json!({ "isbn": written })).await;
        assert_eq!(changed.expect(200)["isbn"], ISBN);
        assert_eq!(
            changed.json["warnings"],
            in_use(first.id, "Frankenstein"),
            "{written}"
        );
        remove(&server, &administrator, second.id).await.expect(200);
    }
    let mut form = complete();
    form["isbn"] = json!(ISBN);
    let added = add(&server, &administrator, &form).await;
    let second = id_of(added.expect(201));
    assert_eq!(added.json["warnings"], in_use(first.id, "Frankenstein"));
    let third = server.book().await;
    let changed = change(&server, &administrator, third.id, &json!({ "isbn": ISBN })).await;
    let titles = changed.json["warnings"].as_array().map(Vec::len);
    assert_eq!(titles, Some(2), "every other book is named");
    remove(&server, &administrator, third.id).await.expect(200);
    // A book in the archive causes no warning.
    let borrowing = server.borrow(&administrator, first.id).await;
    server.give_back(&administrator, &borrowing).await;
    remove(&server, &administrator, first.id).await.expect(200);
    let changed = change(&server, &administrator, second, &json!({ "title": "The other" })).await;
    changed.expect(200);
    assert_eq!(changed.json["warnings"], json!([]));
    let restored = restore(&server, &administrator, first.id).await;
    restored.expect(200);
    assert_eq!(restored.json["warnings"], in_use(second, "The other"));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(administrators_find_books_as_readers_do);
async fn administrators_find_books_as_readers_do(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for title in ["Orlando", "Emma", "Germinal"] {
        server
            .book()
            .title(title)
            .category(if title == "Emma" { "Classics" } else { "Fiction" })
            .await;
        server.clock.advance(MINUTE);
    }
    server.catch_up().await;
    for query in [
        "",
        "?sort=title",
        "?search=emma",
        "?category=Fiction",
        "?limit=1&page=2",
        "?sort=title&limit=2",
    ] {
        let as_reader = server
            .get(&format!("/api/books{query}"))
            .as_(&administrator)
            .await;
        let as_administrator = server
            .get(&format!("/api/admin/books{query}"))
            .as_(&administrator)
            .await;
        assert!(!as_reader.list().is_empty(), "{query}");
        assert_eq!(as_reader.json, as_administrator.json, "{query}");
    }
}

on_both_engines!(a_field_that_others_have_changed_is_not_overwritten);
async fn a_field_that_others_have_changed_is_not_overwritten(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = server.book().title("Frankenstien").author("M. Shelley").await;
    let path = format!("/api/books/{}", book.id);
    let shown = server.get(&path).as_(&administrator).await.expect(200).clone();
    let seen = &shown["updatedAt"];
    server.clock.advance(MINUTE);
    let first = json!({ "title": "Frankenstein", "pages": 280, "updatedAt": seen });
    change(&server, &administrator, book.id, &first).await.expect(200);
    server.clock.advance(MINUTE);

    // Another field of the same record is changed as well.
    let other = json!({ "author": "Mary Shelley", "updatedAt": seen });
    let changed = change(&server, &administrator, book.id, &other).await;
    assert_eq!(changed.expect(200)["title"], "Frankenstein");

    for (form, errors) in [
        (
            json!({ "title": "Frankenstein; or, The Modern Prometheus", "updatedAt": seen }),
            vec![(
                "title",
                "Someone else changed this to “Frankenstein” in the meantime",
            )],
        ),
        (
            json!({ "pages": null, "language": "French", "updatedAt": seen }),
            vec![("pages", "Someone else changed this to 280 in the meantime")],
        ),
    ] {
        let refused = change(&server, &administrator, book.id, &form).await;
        let words = "Someone else changed this book in the meantime";
        assert_eq!(refused.failure(), (409, "book_changed", words));
        assert_eq!(refused.errors(), errors);
    }
    let shown = server.get(&path).as_(&administrator).await.expect(200).clone();
    assert_eq!(
        (&shown["pages"], &shown["language"]),
        (&json!(280), &json!("English"))
    );

    // The same value is no conflict, and neither is a change of what the caller has seen.
    let same = json!({ "title": "Frankenstein", "updatedAt": seen });
    change(&server, &administrator, book.id, &same).await.expect(200);
    let shown = server.get(&path).as_(&administrator).await.expect(200).clone();
    for form in [
        json!({ "pages": 281, "updatedAt": shown["updatedAt"] }),
        json!({ "pages": 282 }),
    ] {
        change(&server, &administrator, book.id, &form).await.expect(200);
    }
    for unreadable in ["", "yesterday"] {
        let form = json!({ "pages": 283, "updatedAt": unreadable });
        let refused = change(&server, &administrator, book.id, &form).await;
        let message = "updatedAt must be the updatedAt of a book, such as 2026-11-24T10:30:00Z";
        assert_eq!(refused.errors(), [("updatedAt", message)]);
    }
}
