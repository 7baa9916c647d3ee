//! Favorites, and the summary of a person's borrowings and fines.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

async fn keep(server: &Server, person: &Identity, book_id: BookId) -> Answer {
    server.put(&format!("/api/favorites/{book_id}")).as_(person).await
}

async fn remove(server: &Server, person: &Identity, book_id: BookId) -> Answer {
    server
        .delete(&format!("/api/favorites/{book_id}"))
        .as_(person)
        .await
}

async fn ids(server: &Server, person: &Identity) -> Value {
    let answer = server.get("/api/favorites/ids").as_(person).await;
    answer.expect(200).clone()
}

on_both_engines!(favorites_are_listed_per_person_newest_first);
async fn favorites_are_listed_per_person_newest_first(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.student().await, server.administrator().await);
    let mut books = Vec::new();
    for _ in 0..3 {
        books.push(server.book().await);
    }
    for book in &books {
        server.clock.advance(1);
        let kept = keep(&server, &ada, book.id).await;
        assert_eq!(kept.expect(200), &Value::Null);
        assert_eq!(kept.json["message"], "Added to favorites");
    }
    // Adding it again changes nothing, not even its place in the list.
    server.clock.advance(1);
    keep(&server, &ada, books[0].id).await.expect(200);
    assert_eq!(
        ids(&server, &ada).await,
        json!([books[2].id, books[1].id, books[0].id])
    );
    assert_eq!(ids(&server, &bob).await, json!([]));

    let first = server.get("/api/favorites?limit=2").as_(&ada).await;
    assert_eq!(
        first.column("_id"),
        [books[2].id, books[1].id].map(|id| id.to_string())
    );
    assert_eq!(first.pagination(), [1, 2, 3, 2]);
    assert_eq!(first.list()[1]["addedAt"], "2026-03-02T09:00:00.002Z");
    assert_eq!(first.list()[1]["availableCopies"], 1);
    let second = server.get("/api/favorites?limit=2&page=2").as_(&ada).await;
    assert_eq!(second.column("_id"), [books[0].id.to_string()]);

    for _ in 0..2 {
        let dropped = remove(&server, &ada, books[1].id).await;
        assert_eq!(dropped.expect(200), &Value::Null);
    }
    assert_eq!(ids(&server, &ada).await, json!([books[2].id, books[0].id]));
    // Favorites do not appear in the audit.
    let count = "SELECT count(*) FROM audit WHERE action LIKE '%favorite%' OR entity LIKE '%favorite%'";
    assert_eq!(server.database().integer(count).await, 0);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_favorite_survives_archiving_but_not_erasing_its_book);
async fn a_favorite_survives_archiving_but_not_erasing_its_book(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, administrator) = (server.student().await, server.administrator().await);
    let (read, unread) = (server.book().await, server.book().await);
    let borrowing = server.borrow(&student, read.id).await;
    server.give_back(&administrator, &borrowing).await;
    for book in [&read, &unread] {
        keep(&server, &student, book.id).await.expect(200);
        let path = format!("/api/books/{}", book.id);
        server.delete(&path).as_(&administrator).await.expect(200);
    }
    // The book without a history was deleted.
    let kept = server.get("/api/favorites").as_(&student).await;
    assert_eq!(kept.column("_id"), [read.id.to_string()]);
    assert!(kept.list()[0]["archivedAt"].is_string());
    // An existing favorite can stay or be removed, but it cannot be added again.
    keep(&server, &student, read.id).await.expect(200);
    remove(&server, &student, read.id).await.expect(200);
    let words = (409, "book_archived", "This book is no longer in the collection");
    assert_eq!(keep(&server, &student, read.id).await.failure(), words);
    assert_eq!(ids(&server, &student).await, json!([]));
}

on_both_engines!(a_person_has_at_most_a_thousand_favorites);
async fn a_person_has_at_most_a_thousand_favorites(database: TestDatabase) {
    // Beyond the ids that the library assigns.
    const MANY: i64 = 1_000_000;
    let server = Server::start(database).await;
    let (student, last) = (server.student().await, server.book().await);
    let sql = format!(
        "INSERT INTO books (id, title, title_key, author, author_key, category, description, language, year_key, \
         archived_at, created_at, updated_at, shared_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
         SELECT {MANY} + i, 't', 't', 'a', 'a', 'c', '', 'English', 0, 1, 1, 1, 1 FROM n; \
         INSERT INTO book_counts (book_id, category, is_current) SELECT id, category, 0 FROM books WHERE title = 't'; \
         INSERT INTO favorites (user_id, book_id, created_at) SELECT {}, id, 1 FROM books WHERE title = 't'",
        student.id.number()
    );
    server.database().sql(&sql).await.expect("the data is changed");
    assert_eq!(ids(&server, &student).await.as_array().map(Vec::len), Some(1000));
    let words = "You already have 1000 favorites; remove one first";
    assert_eq!(
        keep(&server, &student, last.id).await.failure(),
        (409, "too_many_favorites", words)
    );
    remove(&server, &student, BookId::new(MANY + 7)).await.expect(200);
    keep(&server, &student, last.id).await.expect(200);
}

on_both_engines!(the_summary_counts_borrowings_and_fines);
async fn the_summary_counts_borrowings_and_fines(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, administrator) = (server.student().await, server.administrator().await);
    let summary = async || {
        let answer = server.get("/api/borrowings/my-summary").as_(&student).await;
        answer.expect(200).clone()
    };
    assert_eq!(
        summary().await,
        json!({
            "open": 0, "overdue": 0, "returned": 0, "finesOutstanding": 0.0, "finesPaid": 0.0, "favorites": 0,
            "mostReadCategory": null, "memberSince": "2026-03-02T09:00:00.000Z",
        })
    );
    let mut borrowings = Vec::new();
    for category in ["Poetry", "History", "History"] {
        let book = server
            .book()
            .category(category)
            .with(|draft| draft.borrowing_period = Patch::Set(1))
            .await;
        borrowings.push(server.borrow(&student, book.id).await);
        keep(&server, &student, book.id).await.expect(200);
    }
    server.clock.advance(5 * DAY);
    for borrowing in &borrowings[..2] {
        let back = server.give_back(&administrator, borrowing).await;
        assert_eq!(back["fineAmount"], 0.75);
    }
    let path = format!(
        "/api/admin/borrowings/{}/payments",
        borrowings[0]["_id"].as_str().expect("an id")
    );
    let part = json!({ "amount": 0.5 });
    server
        .post(&path)
        .as_(&administrator)
        .json(&part)
        .await
        .expect(200);
    let fresh = server.book().await;
    server.borrow(&administrator, fresh.id).await;
    assert_eq!(
        summary().await,
        json!({
            "open": 1, "overdue": 1, "returned": 2, "finesOutstanding": 1.0, "finesPaid": 0.5, "favorites": 3,
            "mostReadCategory": { "name": "History", "count": 2 }, "memberSince": "2026-03-02T09:00:00.000Z",
        })
    );
}
