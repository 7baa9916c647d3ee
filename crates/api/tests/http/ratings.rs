//! Ratings and reviews: who may write them, their effects, and who sees them.

use carrel_domain::catalogue::book::BookId;
use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

async fn rate(server: &Server, person: &Identity, book_id: BookId, rating: Value) -> Answer {
    let path = format!("/api/books/{book_id}/rating");
    server.put(&path).as_(person).json(&rating).await
}

async fn opinion(server: &Server, person: &Identity, book_id: BookId) -> Value {
    let path = format!("/api/books/{book_id}/rating");
    server.get(&path).as_(person).await.expect(200).clone()
}

async fn average(server: &Server, person: &Identity, book_id: BookId) -> Value {
    let path = format!("/api/books/{book_id}");
    server.get(&path).as_(person).await.expect(200)["rating"].clone()
}

on_both_engines!(borrowers_may_rate_a_book);
async fn borrowers_may_rate_a_book(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob, administrator) = (
        server.student().await,
        server.student().await,
        server.administrator().await,
    );
    let book = server.book().copies(2).await;
    let words = "Only people who have borrowed this book can rate it";
    let never = (409, "never_borrowed", words);
    let four = || json!({ "stars": 4 });
    for person in [&ada, &administrator] {
        assert_eq!(rate(&server, person, book.id, four()).await.failure(), never);
        assert_eq!(
            opinion(&server, person, book.id).await,
            json!({ "average": 0.0, "count": 0, "mine": null, "mayRate": false })
        );
    }
    server.borrow(&ada, book.id).await;
    let returned = server.borrow(&bob, book.id).await;
    server.give_back(&administrator, &returned).await;

    let rated = rate(&server, &ada, book.id, four()).await;
    assert_eq!(rated.json["message"], "Rating saved");
    let mine = json!({ "stars": 4, "review": null, "reviewHidden": false });
    assert_eq!(
        rated.expect(200),
        &json!({ "average": 4.0, "count": 1, "mine": mine, "mayRate": true })
    );
    rate(&server, &bob, book.id, json!({ "stars": 1 }))
        .await
        .expect(200);
    assert_eq!(
        average(&server, &ada, book.id).await,
        json!({ "average": 2.5, "count": 2 })
    );
    // One per person: a second one replaces the first.
    rate(&server, &bob, book.id, json!({ "stars": 5 }))
        .await
        .expect(200);
    assert_eq!(
        average(&server, &ada, book.id).await,
        json!({ "average": 4.5, "count": 2 })
    );
    assert_eq!(server.violations().await, []);

    let path = format!("/api/books/{}/rating", book.id);
    for _ in 0..2 {
        let removed = server.delete(&path).as_(&ada).await;
        assert_eq!(
            removed.expect(200),
            &json!({ "average": 5.0, "count": 1, "mine": null, "mayRate": true })
        );
    }
    assert_eq!(server.violations().await, []);
    let trail: Vec<(String, String)> = server
        .database()
        .rows(
            "SELECT action, COALESCE(after_state, '') FROM audit WHERE action LIKE 'book.%rated' ORDER BY action, id",
        )
        .await;
    let actions: Vec<&str> = trail.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(
        actions,
        ["book.rated", "book.rated", "book.rated", "book.unrated"]
    );
    assert_eq!(trail[3].1, "");
}

on_both_engines!(an_invalid_rating_is_refused);
async fn an_invalid_rating_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, book) = (server.student().await, server.book().await);
    server.borrow(&student, book.id).await;
    let between = "Stars must be between 1 and 5";
    for (rating, field, message) in [
        (json!({}), "stars", "Stars are required"),
        (json!({ "stars": null }), "stars", "Stars are required"),
        (json!({ "stars": 0 }), "stars", between),
        (json!({ "stars": 6 }), "stars", between),
        (
            json!({ "stars": -9_000_000_000_000_000_000_i64 }),
            "stars",
            between,
        ),
        (
            json!({ "stars": 3, "review": "a".repeat(1001) }),
            "review",
            "Review cannot exceed 1000 characters",
        ),
        (
            json!({ "stars": 3, "review": "a\u{0}b" }),
            "review",
            "Review contains characters that are not allowed",
        ),
    ] {
        let refused = rate(&server, &student, book.id, rating.clone()).await;
        assert_eq!(refused.failure(), (422, "validation", message), "{rating}");
        assert_eq!(refused.errors(), [(field, message)], "{rating}");
    }
    for stars in [json!("5"), json!(4.5), json!([5])] {
        let refused = rate(&server, &student, book.id, json!({ "stars": stars })).await;
        assert_eq!(refused.status, 400, "{stars}");
    }
    assert_eq!(opinion(&server, &student, book.id).await["mine"], Value::Null);
}

on_both_engines!(a_review_stands_beside_the_stars);
async fn a_review_stands_beside_the_stars(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.student().await, server.student().await);
    let book = server.book().copies(2).await;
    for reader in [&ada, &bob] {
        server.borrow(reader, book.id).await;
    }
    let longest = "é".repeat(1000);
    rate(&server, &ada, book.id, json!({ "stars": 5, "review": longest }))
        .await
        .expect(200);
    server.clock.advance(1000);
    let words = json!({ "stars": 2, "review": "  Too long.\n\n<b>Really.</b> " });
    let rated = rate(&server, &bob, book.id, words).await;
    assert_eq!(rated.expect(200)["mine"]["review"], "Too long.\n\n<b>Really.</b>");

    let path = format!("/api/books/{}/reviews", book.id);
    let seen = server.get(&path).as_(&ada).await;
    assert_eq!(seen.column("author"), [&bob.name, &ada.name]);
    let (of_bob, of_ada) = (&seen.list()[0], &seen.list()[1]);
    assert_eq!(
        (&of_bob["isMine"], &of_ada["isMine"]),
        (&json!(false), &json!(true))
    );
    assert_eq!((&of_bob["stars"], &of_ada["stars"]), (&json!(2), &json!(5)));
    assert_eq!(of_ada["createdAt"], "2026-03-02T09:00:00.000Z");
    assert_eq!(
        server
            .get(&format!("{path}?limit=1&page=2"))
            .as_(&bob)
            .await
            .pagination(),
        [2, 1, 2, 2]
    );

    // An absent review stays, null removes it.
    rate(&server, &bob, book.id, json!({ "stars": 3 }))
        .await
        .expect(200);
    assert_eq!(server.get(&path).as_(&ada).await.list()[0]["stars"], 3);
    let without = rate(&server, &bob, book.id, json!({ "stars": 3, "review": null })).await;
    assert_eq!(without.expect(200)["mine"]["review"], Value::Null);
    assert_eq!(server.get(&path).as_(&ada).await.column("author"), [&ada.name]);
    // The review is removed with the stars.
    let rating = format!("/api/books/{}/rating", book.id);
    server.delete(&rating).as_(&ada).await.expect(200);
    assert_eq!(server.get(&path).as_(&ada).await.list(), &[] as &[Value]);
    assert_eq!(server.database().integer("SELECT count(*) FROM reviews").await, 0);
}

on_both_engines!(administrators_hide_reviews_and_show_them_again);
async fn administrators_hide_reviews_and_show_them_again(database: TestDatabase) {
    let server = Server::start(database).await;
    let (author, reader, administrator) = (
        server.student().await,
        server.student().await,
        server.administrator().await,
    );
    let book = server.book().await;
    server.borrow(&author, book.id).await;
    let rude = json!({ "stars": 1, "review": "Rude words." });
    rate(&server, &author, book.id, rude).await.expect(200);
    let path = format!("/api/books/{}/reviews", book.id);
    let listed = server.get(&path).as_(&administrator).await;
    let review = listed.list()[0]["_id"].as_str().expect("an id").to_owned();
    let moderate = async |hidden: Value| {
        let path = format!("/api/admin/reviews/{review}");
        server
            .put(&path)
            .as_(&administrator)
            .json(&json!({ "hidden": hidden }))
            .await
    };
    for _ in 0..2 {
        let hidden = moderate(json!(true)).await;
        assert_eq!(hidden.json["message"], "Review hidden");
        assert_eq!(hidden.expect(200)["hidden"], true);
    }
    assert_eq!(server.get(&path).as_(&reader).await.pagination(), [1, 20, 0, 0]);
    assert_eq!(
        server.get(&path).as_(&administrator).await.list()[0]["hidden"],
        true
    );
    // The stars count, the author sees that it is hidden, and a new text does not show it again.
    let again = json!({ "stars": 2, "review": "More of them." });
    let mine = rate(&server, &author, book.id, again).await;
    assert_eq!(
        mine.expect(200)["mine"],
        json!({ "stars": 2, "review": "More of them.", "reviewHidden": true })
    );
    assert_eq!(
        average(&server, &reader, book.id).await,
        json!({ "average": 2.0, "count": 1 })
    );
    assert_eq!(server.get(&path).as_(&reader).await.list(), &[] as &[Value]);

    let shown = moderate(json!(false)).await;
    assert_eq!(shown.expect(200)["hidden"], false);
    assert_eq!(
        server.get(&path).as_(&reader).await.column("text"),
        ["More of them."]
    );
    let words = (422, "validation", "hidden must be true or false");
    assert_eq!(moderate(Value::Null).await.failure(), words);
    let trail =
        "SELECT count(*) FROM audit WHERE entity = 'review' AND action IN ('review.hidden', 'review.shown')";
    assert_eq!(server.database().integer(trail).await, 2);
}

on_both_engines!(a_rating_moves_a_book_in_lists_and_in_the_search);
async fn a_rating_moves_a_book_in_lists_and_in_the_search(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let first = server.book().title("Lanterns at noon").await;
    let second = server.book().title("Lanterns at night").await;
    for (book, stars) in [(&first, 2), (&second, 5)] {
        server.borrow(&student, book.id).await;
        rate(&server, &student, book.id, json!({ "stars": stars }))
            .await
            .expect(200);
    }
    let order = async |query: &str| {
        server.catch_up().await;
        let found = server
            .get(&format!("/api/books?sort=rating{query}"))
            .as_(&student)
            .await;
        found
            .column("title")
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    for query in ["", "&search=lanterns"] {
        assert_eq!(
            order(query).await,
            ["Lanterns at night", "Lanterns at noon"],
            "{query}"
        );
    }
    rate(&server, &student, second.id, json!({ "stars": 1 }))
        .await
        .expect(200);
    for query in ["", "&search=lanterns"] {
        assert_eq!(
            order(query).await,
            ["Lanterns at noon", "Lanterns at night"],
            "{query}"
        );
    }
    let history = server.get("/api/borrowings/my-history").as_(&student).await;
    let ratings = history.json["ratings"].as_array().expect("a list");
    assert_eq!(ratings.len(), 2);
    assert!(
        ratings.contains(&json!({ "bookId": first.id, "stars": 2 })),
        "{ratings:?}"
    );
    assert!(
        ratings.contains(&json!({ "bookId": second.id, "stars": 1 })),
        "{ratings:?}"
    );
}

on_both_engines!(concurrent_ratings_are_all_counted);
async fn concurrent_ratings_are_all_counted(database: TestDatabase) {
    let server = Server::start(database).await;
    let book = server.book().copies(8).await;
    let mut readers = Vec::new();
    for _ in 0..8 {
        let reader = server.student().await;
        server.borrow(&reader, book.id).await;
        readers.push(reader);
    }
    let ratings = readers
        .iter()
        .map(|reader| rate(&server, reader, book.id, json!({ "stars": 3 })));
    for answer in futures_util::future::join_all(ratings).await {
        answer.expect(200);
    }
    assert_eq!(
        average(&server, &readers[0], book.id).await,
        json!({ "average": 3.0, "count": 8 })
    );
    assert_eq!(server.violations().await, []);
}
