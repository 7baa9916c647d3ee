//! Saving a book that a source described: its record, its cover.

use super::super::covers::{RED, picture};
use super::*;

on_both_engines!(a_record_is_stored_byte_for_byte);
async fn a_record_is_stored_byte_for_byte(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let record = marc("Bees", ISBN);
    let form = json!({
        "title": "Bees", "author": "Jane Roe", "category": "Science", "isbn": ISBN, "copies": 2, "marcRecord": record,
    });
    let saved = scene.server.post("/api/books").as_(&scene.ada).json(&form).await;
    let book = saved.expect(201);
    assert_eq!(
        (&book["title"], &book["totalCopies"]),
        (&json!("Bees"), &json!(2))
    );
    let stored = scene.server.database();
    let rows = stored
        .integer("SELECT count(*) FROM marc_records WHERE format = 'marcxml' AND control_number = '77'");
    assert_eq!(rows.await, 1);
    let length = format!(
        "SELECT CAST(length(raw) AS BIGINT) - {} FROM marc_records",
        record.len()
    );
    assert_eq!(stored.integer(&length).await, 0);
    let path = format!("/api/books/{}/marc", book["_id"].as_str().expect("an id"));
    let shown = scene.server.get(&path).as_(&scene.ada).await;
    let shown = shown.expect(200);
    assert_eq!(shown["isStored"], true);
    assert!(
        shown["text"].as_str().expect("a text").contains("=003  XX-Test"),
        "{shown}"
    );
    assert_eq!(scene.server.violations().await, []);
}

on_both_engines!(what_is_no_record_is_refused);
async fn what_is_no_record_is_refused(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let authority = marc("Bees", ISBN).replace("00000cam", "00000cza");
    for (record, message) in [
        ("", "The XML has no MARC record"),
        ("<record>", "The XML is not well-formed"),
        ("<a/>", "The XML has no MARC record"),
        (authority.as_str(), "The record does not describe a book"),
        (
            "x".repeat(200_001).as_str(),
            "The record cannot exceed 200000 characters",
        ),
    ] {
        let form = json!({ "title": "Bees", "author": "Roe", "category": "Science", "marcRecord": record });
        let refused = scene.server.post("/api/books").as_(&scene.ada).json(&form).await;
        assert_eq!(refused.errors().len(), 1, "{record:.40}: {}", refused.text());
        assert_eq!(refused.errors()[0].0, "marcRecord");
        let shown = refused.errors()[0].1.to_owned();
        assert!(
            shown == message || message.starts_with("The record does not"),
            "{shown}"
        );
    }
    assert_eq!(
        scene
            .server
            .database()
            .integer("SELECT count(*) FROM books")
            .await,
        0
    );
}

on_both_engines!(a_cover_is_fetched_by_the_server_and_stored_like_an_upload);
async fn a_cover_is_fetched_by_the_server_and_stored_like_an_upload(database: TestDatabase) {
    let scene = Scene::new(database).await;
    let book = scene.server.book().await;
    let path = format!("/api/books/{}/open-library-cover", book.id);
    let set = async |cover: Value| {
        let request = scene.server.post(&path).as_(&scene.ada);
        request.json(&json!({ "cover": cover })).await
    };
    let off = "Covers of Open Library are turned off in the settings";
    for (sources, covers) in [(open_library_is(false), true), (open_library_is(true), false)] {
        scene.sources(json!([sources]), covers).await;
        assert_eq!(set(json!(7)).await.failure(), (409, "covers_off", off));
    }
    assert!(scene.stub.take().is_empty());
    scene.sources(json!([open_library_is(true)]), true).await;
    for cover in [json!(0), json!(-1), Value::Null] {
        assert_eq!(
            set(cover).await.errors(),
            [("cover", "Please name the number of a cover")]
        );
    }
    let not_loaded = (
        409,
        "cover_not_loaded",
        "Open Library did not give the cover. Please try again later, or upload a picture.",
    );
    for reply in [
        SourceReply::Status(404),
        SourceReply::Body("image/jpeg", b"no picture".to_vec()),
        SourceReply::Body("text/html", picture(RED, 10, 10)),
        SourceReply::Endless("image/jpeg"),
        SourceReply::Redirect("https://archive.org/a.jpg".to_owned()),
    ] {
        scene.stub.reply("/b/id/7-L.jpg?default=false", reply);
        assert_eq!(set(json!(7)).await.failure(), not_loaded);
    }
    scene.stub.reply(
        "/b/id/7-L.jpg?default=false",
        SourceReply::Body("image/png", picture(RED, 100, 150)),
    );
    // JSON does not distinguish 7 from 7.0.
    let saved = set(json!(7.0)).await;
    let address = saved.expect(200)["coverImage"]
        .as_str()
        .expect("an address")
        .to_owned();
    assert!(address.starts_with("/covers/"), "{address}");
    assert_eq!(scene.server.get(&address).await.status, 200);
    let entries = "SELECT count(*) FROM audit WHERE action = 'book.cover_set'";
    assert_eq!(scene.server.database().integer(entries).await, 1);
    let missing = scene
        .server
        .post("/api/books/book_999999/open-library-cover")
        .as_(&scene.ada);
    assert_eq!(missing.json(&json!({ "cover": 7 })).await.status, 404);
    assert_eq!(scene.server.violations().await, []);
}
