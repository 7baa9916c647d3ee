//! The categories and subjects of the catalogue, and new names for them.

use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

/// Adds a book, and returns its id.
async fn added(server: &Server, administrator: &Identity, category: &str, subjects: Value) -> String {
    let subjects: Vec<Value> = subjects
        .as_array()
        .expect("a list")
        .iter()
        .map(|heading| json!({ "heading": heading, "scheme": "lcsh" }))
        .collect();
    let book = json!({
        "title": "The Life of the Bee", "author": "Maurice Maeterlinck", "category": category,
        "semesterCategories": ["Biology", category], "details": { "subjects": subjects },
    });
    let added = server.post("/api/books").as_(administrator).json(&book).await;
    added.expect(201)["_id"].as_str().expect("an id").to_owned()
}

/// Five books: one of them is in the archive.
async fn shelf(database: TestDatabase) -> (Server, Identity, Vec<String>) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut books = Vec::new();
    for (category, subjects) in [
        ("Nature", json!(["Bees", "Honey"])),
        ("Nature", json!(["bees"])),
        ("Natur", json!(["Insects", "Bees"])),
        ("Éducation", json!([])),
        ("Natur", json!(["Bees"])),
    ] {
        books.push(added(&server, &administrator, category, subjects).await);
    }
    let path = format!("/api/books/{}/archive", books[4]);
    server.post(&path).as_(&administrator).await.expect(200);
    server.catch_up().await;
    (server, administrator, books)
}

async fn listed(server: &Server, administrator: &Identity, query: &str) -> Answer {
    let path = format!("/api/headings{query}");
    server.get(&path).as_(administrator).await
}

/// The names of a list with the numbers of their books.
async fn counts(server: &Server, administrator: &Identity, query: &str) -> Vec<(String, i64, Option<i64>)> {
    let answer = listed(server, administrator, query).await;
    answer.expect(200);
    let headings = answer.list().iter();
    headings
        .map(|heading| {
            let name = heading["name"].as_str().expect("a name").to_owned();
            let books = heading["books"].as_i64().expect("a number");
            (name, books, heading["archivedBooks"].as_i64())
        })
        .collect()
}

fn heading(name: &str, books: i64, archived: Option<i64>) -> (String, i64, Option<i64>) {
    (name.to_owned(), books, archived)
}

/// Gives headings another name, and lets the server do it. The counts of the edit: chosen, changed.
async fn renamed(server: &Server, administrator: &Identity, rename: Value) -> (Value, [i64; 2]) {
    let mut form = json!({ "changes": { "rename": rename } });
    let preview = server
        .post("/api/bulk-edits/preview")
        .as_(administrator)
        .json(&form)
        .await;
    form["expectedBooks"] = preview.expect(200)["books"].clone();
    let started = server
        .post("/api/bulk-edits")
        .as_(administrator)
        .json(&form)
        .await;
    let started = started.expect(202).clone();
    server.work_on_bulk_edits().await;
    server.catch_up().await;
    let path = format!("/api/bulk-edits/{}", started["_id"].as_str().expect("an id"));
    let edit = server.get(&path).as_(administrator).await.expect(200).clone();
    let counts = ["books", "changed"].map(|count| edit[count].as_i64().expect("a count"));
    (edit, counts)
}

async fn shown(server: &Server, administrator: &Identity, id: &str) -> Value {
    let path = format!("/api/books/{id}");
    server.get(&path).as_(administrator).await.expect(200).clone()
}

on_both_engines!(headings_are_counted_searched_and_ordered);
async fn headings_are_counted_searched_and_ordered(database: TestDatabase) {
    let (server, administrator, _) = shelf(database).await;
    let categories = [
        heading("Éducation", 1, Some(0)),
        heading("Natur", 1, Some(1)),
        heading("Nature", 2, Some(0)),
    ];
    assert_eq!(counts(&server, &administrator, "").await, categories);
    let subjects = [
        heading("Bees", 2, None),
        heading("bees", 1, None),
        heading("Honey", 1, None),
        heading("Insects", 1, None),
    ];
    assert_eq!(counts(&server, &administrator, "?kind=subject").await, subjects);
    for (query, names) in [
        ("?sort=books", "Nature Éducation Natur"),
        ("?search=educ", "Éducation"),
        ("?search=NATUR&sort=books", "Nature Natur"),
        ("?search=xyz", ""),
        ("?limit=2&page=2", "Nature"),
        ("?kind=subject&search=ee", "Bees bees"),
        ("?kind=subject&sort=books&limit=1", "Bees"),
        ("?kind=subject&page=9", ""),
    ] {
        let found = counts(&server, &administrator, query).await;
        let found: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(found.join(" "), names, "{query}");
    }
    let all = listed(&server, &administrator, "?limit=2").await;
    assert_eq!(all.json["pagination"]["total"], json!(3));
    for query in ["?kind=author", "?sort=title"] {
        assert_eq!(
            listed(&server, &administrator, query).await.status,
            422,
            "{query}"
        );
    }
}

on_both_engines!(a_category_is_renamed_in_the_archive_and_for_semester_study_too);
async fn a_category_is_renamed_in_the_archive_and_for_semester_study_too(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let rename = json!({ "kind": "category", "from": ["Natur"], "to": " Nature " });
    let form = json!({ "changes": { "rename": rename } });
    let preview = server
        .post("/api/bulk-edits/preview")
        .as_(&administrator)
        .json(&form)
        .await;
    assert_eq!(preview.expect(200)["books"], json!(2));
    assert_eq!(preview.json["data"]["changed"], json!(2));
    let (edit, changed) = renamed(&server, &administrator, rename).await;
    assert_eq!(changed, [2, 2]);
    assert_eq!(edit["changes"]["rename"]["to"], "Nature");
    let all = [heading("Éducation", 1, Some(0)), heading("Nature", 3, Some(1))];
    assert_eq!(counts(&server, &administrator, "").await, all);
    for id in [&books[2], &books[4]] {
        let book = shown(&server, &administrator, id).await;
        assert_eq!(
            (&book["category"], &book["semesterCategories"]),
            (&json!("Nature"), &json!(["Biology", "Nature"]))
        );
    }

    // A name that books only have for semester study.
    server.clock.advance(1000);
    let (_, changed) = renamed(
        &server,
        &administrator,
        json!({ "kind": "category", "from": ["Biology"], "to": "Life" }),
    )
    .await;
    assert_eq!(changed, [5, 5]);
    let book = shown(&server, &administrator, &books[0]).await;
    assert_eq!(book["semesterCategories"], json!(["Life", "Nature"]));

    // The undo leaves books that were changed since.
    let undo = format!("/api/bulk-edits/{}/undo", edit["_id"].as_str().expect("an id"));
    server.post(&undo).as_(&administrator).await.expect(200);
    server.work_on_bulk_edits().await;
    let kept = server
        .get(undo.trim_end_matches("/undo"))
        .as_(&administrator)
        .await;
    assert_eq!(kept.expect(200)["kept"], json!(2));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(subjects_are_joined_removed_and_restored);
async fn subjects_are_joined_removed_and_restored(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let join = json!({ "kind": "subject", "from": ["bees", "Bees", "Insects"], "to": "Bees (Insects)" });
    let (edit, changed) = renamed(&server, &administrator, join).await;
    assert_eq!(changed, [3, 3], "subjects of the archive stay");
    let joined = shown(&server, &administrator, &books[2]).await;
    assert_eq!(
        joined["details"]["subjects"],
        json!([{ "heading": "Bees (Insects)", "scheme": "lcsh" }])
    );
    let all = [heading("Bees (Insects)", 3, None), heading("Honey", 1, None)];
    assert_eq!(counts(&server, &administrator, "?kind=subject").await, all);

    let undo = format!("/api/bulk-edits/{}/undo", edit["_id"].as_str().expect("an id"));
    server.post(&undo).as_(&administrator).await.expect(200);
    server.work_on_bulk_edits().await;
    server.catch_up().await;
    assert_eq!(counts(&server, &administrator, "?kind=subject").await.len(), 4);

    let remove = json!({ "kind": "subject", "from": ["Honey"], "to": null });
    let (_, changed) = renamed(&server, &administrator, remove).await;
    assert_eq!(changed, [1, 1]);
    let left = counts(&server, &administrator, "?kind=subject&search=honey").await;
    assert_eq!(left, []);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(names_that_no_book_has_or_could_have_are_refused);
async fn names_that_no_book_has_or_could_have_are_refused(database: TestDatabase) {
    let (server, administrator, books) = shelf(database).await;
    let no_books = ("books", "Please choose at least one book");
    for (changes, refused) in [
        (
            json!({ "rename": { "kind": "category", "from": ["Wasps"], "to": "Bees" } }),
            no_books,
        ),
        (
            json!({ "rename": { "kind": "subject", "from": ["HONEY"] } }),
            no_books,
        ),
        (
            json!({ "rename": { "kind": "category", "from": ["Nature"] } }),
            ("to", "Category is required"),
        ),
        (
            json!({ "rename": { "kind": "subject", "from": [], "to": "Bees" } }),
            ("from", "Please choose at least one heading"),
        ),
        (
            json!({ "publisher": "Dodd", "rename": { "kind": "subject", "from": ["Bees"] } }),
            ("rename", "Headings cannot be renamed together with other changes"),
        ),
    ] {
        for path in ["/api/bulk-edits", "/api/bulk-edits/preview"] {
            let form = json!({ "changes": changes, "expectedBooks": 1 });
            let answer = server.post(path).as_(&administrator).json(&form).await;
            assert_eq!(answer.status, 422, "{changes}");
            assert_eq!(answer.errors(), [refused], "{changes}");
        }
    }
    let malformed = json!({ "changes": { "rename": { "kind": "author", "from": ["x"], "to": "y" } }, "expectedBooks": 1 });
    let answer = server
        .post("/api/bulk-edits")
        .as_(&administrator)
        .json(&malformed)
        .await;
    assert_eq!(answer.status, 400);

    // Chosen books only.
    let form = json!({
        "books": [books[0]],
        "changes": { "rename": { "kind": "category", "from": ["Nature"], "to": "Life" } },
    });
    let started = server
        .post("/api/bulk-edits")
        .as_(&administrator)
        .json(&form)
        .await;
    started.expect(202);
    server.work_on_bulk_edits().await;
    let nature = counts(&server, &administrator, "?search=nature").await;
    assert_eq!(nature, [heading("Nature", 1, Some(0))]);

    let student = server.student().await;
    assert_eq!(listed(&server, &student, "").await.status, 403);
}
