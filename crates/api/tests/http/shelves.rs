//! Popular and recommended books, and generated covers.

use carrel_testkit::{DAY, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

on_both_engines!(recently_borrowed_books_are_popular);
async fn recently_borrowed_books_are_popular(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (once, twice, never) = (
        server.book().title("Long ago").await,
        server.book().title("Today").await,
        server.book().title("Never").await,
    );
    let borrowing = server.borrow(&administrator, once.id).await;
    server.give_back(&administrator, &borrowing).await;
    server.clock.advance(90 * DAY);
    let student = server.student().await;
    server.borrow(&student, twice.id).await;
    let answer = server.get("/api/books/popular").as_(&student).await;
    assert_eq!(answer.column("title"), ["Today", "Long ago", "Never"]);
    let answer = server.get("/api/books/popular?limit=1").as_(&student).await;
    assert_eq!(answer.column("_id"), [twice.id.to_string()]);
    assert_ne!(never.id, once.id);
}

on_both_engines!(recommendations_have_reasons);
async fn recommendations_have_reasons(database: TestDatabase) {
    let server = Server::start(database).await;
    let reader = server.student().await;
    let recommended = async || {
        let answer = server.get("/api/books/recommendations").as_(&reader).await;
        let rows = answer.list().iter().map(|book| {
            let reason = &book["reason"];
            let text = |value: &Value| value.as_str().map(str::to_owned);
            (
                text(&book["title"]),
                text(&reason["code"]),
                text(&reason["subject"]),
            )
        });
        rows.map(|(title, code, subject)| (title.unwrap_or_default(), code.unwrap_or_default(), subject))
            .collect::<Vec<_>>()
    };
    assert_eq!(recommended().await, []);

    let read = server
        .book()
        .title("Orlando")
        .author("Virginia Woolf")
        .category("Fiction")
        .copies(9)
        .await;
    let together = server
        .book()
        .title("Emma")
        .author("Jane Austen")
        .category("Classics")
        .copies(9)
        .await;
    server
        .book()
        .title("The Waves")
        .author("Virginia Woolf")
        .category("Modernism")
        .await;
    server
        .book()
        .title("Germinal")
        .author("Émile Zola")
        .category("Fiction")
        .await;
    server
        .book()
        .title("Optics")
        .author("Isaac Newton")
        .category("Physics")
        .semester_study(&["Physics"])
        .await;
    let cooking = server
        .book()
        .title("Cooking")
        .author("Somebody")
        .category("Kitchen")
        .await;
    // A book that was never borrowed is not popular.
    assert_eq!(recommended().await, []);

    for _ in 0..4 {
        let other = server.student().await;
        server.borrow(&other, read.id).await;
        server.borrow(&other, together.id).await;
    }
    server.borrow(&server.student().await, cooking.id).await;
    let popular = recommended().await;
    assert!(!popular.is_empty());
    for (title, code, subject) in popular {
        assert_eq!((code.as_str(), subject), ("popular", None), "{title}");
    }

    server.borrow(&reader, read.id).await;
    let semester = json!({ "currentSemesterCategory": "Physics" });
    server
        .put("/api/auth/updatedetails")
        .as_(&reader)
        .json(&semester)
        .await
        .expect(200);
    let found = recommended().await;
    let reason = |title: &str| {
        found
            .iter()
            .find(|entry| entry.0 == title)
            .map(|entry| (entry.1.as_str(), entry.2.as_deref()))
    };
    assert_eq!(reason("Emma"), Some(("borrowed_together", Some("Orlando"))));
    assert_eq!(reason("The Waves"), Some(("same_author", Some("Virginia Woolf"))));
    assert_eq!(reason("Germinal"), Some(("same_category", Some("Fiction"))));
    assert_eq!(reason("Optics"), Some(("semester_study", Some("Physics"))));
    assert_eq!(reason("Cooking"), Some(("popular", None)));
    // Never a book that the person has already borrowed.
    assert_eq!(reason("Orlando"), None);
}

on_both_engines!(a_generated_cover_escapes_its_text);
async fn a_generated_cover_escapes_its_text(database: TestDatabase) {
    let server = Server::start(database).await;
    let book = server
        .book()
        .title("<script>alert(1)</script> & \"R'\" ]]>")
        .author("<img src=x onerror=alert(1)>")
        .category("&lt;b&gt;<!--")
        .await;
    let path = format!("/api/books/{}/cover.svg", book.id);
    let answer = server.get(&path).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("content-type"),
        Some("image/svg+xml; charset=utf-8")
    );
    assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"));
    let drawing = answer.text();
    assert!(drawing.starts_with("<svg"), "{drawing}");
    let lower = drawing.to_lowercase();
    for forbidden in [
        "<script",
        "<img",
        "<!--",
        "onerror=alert(1)>",
        "]]>",
        "<foreignobject",
    ] {
        assert!(!lower.contains(forbidden), "{forbidden}: {drawing}");
    }
    for (place, _) in drawing.match_indices('&') {
        let entity = &drawing[place..];
        let known = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#39;"];
        assert!(known.iter().any(|known| entity.starts_with(known)), "{entity}");
    }
    // The same book has the same cover.
    assert_eq!(server.get(&path).await.body, answer.body);
}
