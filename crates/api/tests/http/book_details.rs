//! The details of books: people, subjects, series, further numbers, notes, links; editions, citations.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

/// All details of a book.
fn details() -> Value {
    json!({
        "contributors": [
            { "name": "Ursula K. Le Guin", "role": "author" },
            { "name": "Charles Vess", "role": "illustrator" },
        ],
        "subjects": [{ "heading": "Dragons -- Fiction", "scheme": "lcsh" }, { "heading": "Wizards", "scheme": null }],
        "series": [{ "title": "Earthsea", "volume": "1" }],
        "otherTitles": ["Der Magier der Erdsee"],
        "identifiers": [{ "kind": "isbn", "value": "9780553383041" }, { "kind": "oclc", "value": "123" }],
        "callNumber": "813.54 LEG",
        "audience": "Young adults",
        "readingLevel": "Grade 6",
        "notes": "First line\nSecond line",
        "contents": "Warriors in the mist",
        "links": [{ "address": "https://example.org/earthsea", "label": "About the book" }],
    })
}

async fn added(server: &Server, administrator: &Identity) -> Value {
    let book = json!({
        "title": "A Wizard of Earthsea", "author": "Ursula K. Le Guin", "category": "Fantasy", "publishedYear": 1968,
        "isbn": "9780547773742", "publisher": "Parnassus Press", "details": details(),
    });
    let added = server.post("/api/books").as_(administrator).json(&book).await;
    added.expect(201).clone()
}

async fn shown(server: &Server, person: &Identity, book: &Value) -> Value {
    let path = format!("/api/books/{}", book["_id"].as_str().expect("an id"));
    server.get(&path).as_(person).await.expect(200).clone()
}

on_both_engines!(details_are_stored_shown_changed_and_recorded);
async fn details_are_stored_shown_changed_and_recorded(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    let book = added(&server, &administrator).await;
    assert_eq!(book["details"], details());
    assert_eq!(shown(&server, &student, &book).await["details"], details());

    // The call number is that of new copies.
    let path = format!("/api/books/{}/copies", book["_id"].as_str().expect("an id"));
    let copies = server.get(&path).as_(&administrator).await;
    assert_eq!(copies.expect(200)[0]["callNumber"], "813.54 LEG");

    let path = format!("/api/books/{}", book["_id"].as_str().expect("an id"));
    let change = json!({ "details": { "subjects": [], "audience": null, "readingLevel": "Grade 7" } });
    let changed = server.put(&path).as_(&administrator).json(&change).await;
    let mut expected = details();
    expected["subjects"] = json!([]);
    expected["audience"] = Value::Null;
    expected["readingLevel"] = json!("Grade 7");
    assert_eq!(changed.expect(200)["details"], expected);

    // A change of the author alone removes the authors among the contributors: nobody knows which of them are meant.
    let change = json!({ "author": "Somebody else" });
    let changed = server.put(&path).as_(&administrator).json(&change).await;
    let people = &changed.expect(200)["details"]["contributors"];
    assert_eq!(
        people,
        &json!([{ "name": "Charles Vess", "role": "illustrator" }])
    );

    let log = format!("/api/admin/audit?book={}", book["_id"].as_str().expect("an id"));
    let entries = server.get(&log).as_(&administrator).await;
    let first_change = &entries.list()[1];
    assert_eq!(first_change["action"], "book.changed");
    assert_eq!(first_change["before"]["readingLevel"], "Grade 6");
    assert_eq!(first_change["after"]["readingLevel"], "Grade 7");
}

on_both_engines!(wrong_details_are_refused_by_field);
async fn wrong_details_are_refused_by_field(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = json!({
        "title": "T", "author": "A", "category": "C",
        "details": {
            "contributors": [{ "name": " " }],
            "links": [{ "address": "javascript:alert(1)" }],
            "identifiers": [{ "kind": "isbn", "value": "1" }],
        },
    });
    let refused = server.post("/api/books").as_(&administrator).json(&book).await;
    assert_eq!(refused.status, 422);
    let fields = refused.json["errors"].as_array().expect("errors").iter();
    let fields: Vec<&Value> = fields.map(|error| &error["field"]).collect();
    assert_eq!(json!(fields), json!(["contributors", "identifiers", "links"]));
}

on_both_engines!(a_field_that_others_changed_is_not_overwritten);
async fn a_field_that_others_changed_is_not_overwritten(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = added(&server, &administrator).await;
    let path = format!("/api/books/{}", book["_id"].as_str().expect("an id"));
    server.clock.advance(1000);
    let first = json!({ "details": { "notes": "Of the first" } });
    server
        .put(&path)
        .as_(&administrator)
        .json(&first)
        .await
        .expect(200);
    let second = json!({ "updatedAt": book["updatedAt"], "details": { "notes": "Of the second" } });
    let refused = server.put(&path).as_(&administrator).json(&second).await;
    assert_eq!(
        (refused.status, &refused.json["code"]),
        (409, &json!("book_changed"))
    );
    assert_eq!(refused.json["errors"][0]["field"], "notes");
    let other = json!({ "updatedAt": book["updatedAt"], "details": { "contents": "None" } });
    server
        .put(&path)
        .as_(&administrator)
        .json(&other)
        .await
        .expect(200);
    let details = &shown(&server, &administrator, &book).await["details"];
    assert_eq!(
        (&details["notes"], &details["contents"]),
        (&json!("Of the first"), &json!("None"))
    );
}

on_both_engines!(books_are_found_by_their_details);
async fn books_are_found_by_their_details(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    added(&server, &administrator).await;
    server.book().title("Dragons of the Air").await;
    server.catch_up().await;
    for (query, titles) in [
        ("search=charles+vess", vec!["A Wizard of Earthsea"]),
        ("search=subject:dragons", vec!["A Wizard of Earthsea"]),
        ("search=series:earthsea", vec!["A Wizard of Earthsea"]),
        ("search=magier+erdsee", vec!["A Wizard of Earthsea"]),
        ("search=9780553383041", vec!["A Wizard of Earthsea"]),
        ("subject=Dragons+--+Fiction", vec!["A Wizard of Earthsea"]),
        ("subject=Dragons", vec![]),
        (
            "search=dragons",
            vec!["Dragons of the Air", "A Wizard of Earthsea"],
        ),
    ] {
        let found = server
            .get(&format!("/api/books?{query}"))
            .as_(&administrator)
            .await;
        let found: Vec<&Value> = found.list().iter().map(|book| &book["title"]).collect();
        assert_eq!(json!(found), json!(titles), "{query}");
    }
    let counted = server.get("/api/books?facets=subject").as_(&administrator).await;
    counted.expect(200);
    assert_eq!(
        counted.json["facets"]["subject"],
        json!([{ "value": "Dragons -- Fiction", "count": 1 }, { "value": "Wizards", "count": 1 }])
    );
}

on_both_engines!(other_editions_are_shown_beside_a_book);
async fn other_editions_are_shown_beside_a_book(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let edition = async |year: i64| {
        let book = server.book().title("The Odyssey").author("Homer");
        book.with(|draft| draft.published_year = Some(year).into()).await
    };
    let old = edition(1946).await;
    edition(2017).await;
    edition(1996).await;
    server.book().title("The Odyssey").author("Somebody else").await;
    let archived = edition(2000).await;
    let archive = format!("/api/books/{}/archive", archived.id);
    server.post(&archive).as_(&administrator).await.expect(200);
    let book = json!({ "_id": old.id });
    let shown = shown(&server, &administrator, &book).await;
    let years: Vec<&Value> = shown["editions"]
        .as_array()
        .expect("editions")
        .iter()
        .map(|edition| &edition["publishedYear"])
        .collect();
    assert_eq!(json!(years), json!([2017, 1996]));
}

on_both_engines!(a_book_is_cited_in_every_style);
async fn a_book_is_cited_in_every_style(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let book = added(&server, &administrator).await;
    let path = format!("/api/books/{}/citations", book["_id"].as_str().expect("an id"));
    let citations = server.get(&path).as_(&administrator).await;
    let citations = citations.expect(200);
    let styles: Vec<&Value> = citations
        .as_array()
        .expect("citations")
        .iter()
        .map(|one| &one["style"])
        .collect();
    assert_eq!(json!(styles), json!(["apa", "mla", "chicago", "bibtex", "ris"]));
    assert_eq!(
        citations[0],
        json!({
            "style": "apa",
            "text": "Le Guin, U. K. (1968). A Wizard of Earthsea. Parnassus Press.",
            "italic": "A Wizard of Earthsea",
        })
    );
    assert_eq!(
        server
            .get("/api/books/999/citations")
            .as_(&administrator)
            .await
            .status,
        404
    );
}
