//! Finding books: lists, sort orders, search, shelves, recommendations, covers.

use carrel_testkit::{Answer, Identity, MINUTE, Server, TestDatabase, eventually, id_of, on_both_engines};
use serde_json::{Value, json};

/// A small library of well-known books, added a minute apart.
async fn bookshelf(server: &Server) {
    for (title, author, category, year, isbn) in [
        (
            "The War of the Worlds",
            "H. G. Wells",
            "Science Fiction",
            Some(1898),
            None,
        ),
        (
            "Frankenstein",
            "Mary Shelley",
            "Gothic",
            Some(1818),
            Some("978-0-14-143947-1"),
        ),
        (
            "A Room of One's Own",
            "Virginia Woolf",
            "Essays",
            Some(1929),
            None,
        ),
        ("Germinal", "Émile Zola", "Fiction", Some(1885), None),
        ("Of an Unknown Year", "Somebody", "Essays", None, None),
        ("Orlando", "Virginia Woolf", "Fiction", Some(1928), None),
    ] {
        server
            .book()
            .title(title)
            .author(author)
            .category(category)
            .with(|draft| {
                draft.published_year = year.into();
                draft.isbn = isbn.map(str::to_owned).into();
            })
            .await;
        server.clock.advance(MINUTE);
    }
    server.catch_up().await;
}

async fn books(server: &Server, person: &Identity, query: &str) -> Answer {
    server.get(&format!("/api/books{query}")).as_(person).await
}

/// Name and count of each entry of a list of categories, or of a facet.
fn counts(list: &Value) -> Vec<(&str, u64)> {
    let entries = list.as_array().expect("a list").iter();
    let counts = entries.map(|entry| {
        let name = entry["name"].as_str().or(entry["value"].as_str());
        (name, entry["count"].as_u64())
    });
    counts
        .map(|(name, count)| (name.expect("a name"), count.expect("a count")))
        .collect()
}

on_both_engines!(a_book_has_all_specified_fields);
async fn a_book_has_all_specified_fields(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let plain = server.book().title("Plain").author("Somebody").await;
    let answer = books(&server, &student, "").await;
    let expected = json!({
        "_id": plain.id, "title": "Plain", "author": "Somebody", "category": "Fiction", "coverImage": null,
        "availableCopies": 1, "totalCopies": 1, "pages": null, "description": "", "isbn": null, "publisher": null,
        "language": "English", "publishedYear": null, "borrowingPeriod": 14,
        "rating": { "average": 0.0, "count": 0 }, "isSemesterStudy": false, "semesterCategories": [],
        "itemType": null,
        "createdAt": "2026-03-02T09:00:00.000Z", "updatedAt": "2026-03-02T09:00:00.000Z", "archivedAt": null,
    });
    let [listed] = answer.list() else {
        panic!("one book")
    };
    for (field, value) in expected.as_object().expect("an object") {
        assert_eq!(&listed[field], value, "{field}");
    }
    let mut detail = server
        .get(&format!("/api/books/{}", plain.id))
        .as_(&student)
        .await
        .expect(200)
        .clone();
    let more = detail.as_object_mut().expect("an object");
    assert_eq!(more.remove("nextDueDate"), Some(Value::Null));
    assert_eq!(more.remove("opinions"), Some(Value::Null));
    assert!(more.remove("viewer").is_some());
    assert_eq!(more.remove("editions"), Some(json!([])));
    let details = more.remove("details").expect("details");
    assert_eq!(
        (&details["subjects"], &details["notes"]),
        (&json!([]), &Value::Null)
    );
    let nowhere =
        json!([{ "location": null, "callNumber": null, "available": 1, "notForLoan": 0, "total": 1 }]);
    assert_eq!(more.remove("places"), Some(nowhere));
    assert_eq!(&detail, listed);
    // A book without a borrowing period of its own has the library's.
    server.rule("loan_days", "30").await;
    let answer = books(&server, &student, "").await;
    assert_eq!(answer.list()[0]["borrowingPeriod"], 30);
}

on_both_engines!(a_book_includes_the_opinions_on_request);
async fn a_book_includes_the_opinions_on_request(database: TestDatabase) {
    let server = Server::start(database).await;
    let (reader, other) = (server.student().await, server.student().await);
    let book = server.book().copies(2).await;
    server.borrow(&reader, book.id).await;
    let rating = format!("/api/books/{}/rating", book.id);
    let form = json!({ "stars": 4, "review": "Worth the time" });
    server.put(&rating).as_(&reader).json(&form).await.expect(200);
    let path = format!("/api/books/{}", book.id);
    server
        .put(&format!("/api/favorites/{}", book.id))
        .as_(&other)
        .await
        .expect(200);
    for (caller, is_favorite) in [(&reader, false), (&other, true)] {
        let plain = server.get(&path).as_(caller).await;
        let plain = plain.expect(200);
        assert_eq!(plain["opinions"], Value::Null);
        assert_eq!(plain["viewer"]["isFavorite"], is_favorite);
        let detail = server.get(&format!("{path}?include=opinions")).as_(caller).await;
        let detail = detail.expect(200);
        let rating = server.get(&rating).as_(caller).await;
        assert_eq!(&detail["opinions"]["rating"], rating.expect(200));
        let reviews = server.get(&format!("{path}/reviews?limit=10")).as_(caller).await;
        assert_eq!(detail["opinions"]["reviews"]["data"], json!(reviews.list()));
        assert_eq!(
            detail["opinions"]["reviews"]["pagination"],
            reviews.json["pagination"]
        );
        assert_eq!(detail["opinions"]["reviews"]["data"][0]["text"], "Worth the time");
    }
    let unknown = server.get(&format!("{path}?include=copies")).as_(&reader).await;
    assert_eq!(
        unknown.errors(),
        [("include", "include must be one of: opinions")]
    );
}

on_both_engines!(books_are_sorted_in_every_order);
async fn books_are_sorted_in_every_order(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    bookshelf(&server).await;
    let rated = "UPDATE book_counts SET rating_sum = 9, rating_count = 2, rating_key = 450 WHERE book_id = (SELECT id FROM books WHERE title = 'Germinal'); \
        UPDATE book_counts SET rating_sum = 4, rating_count = 1, rating_key = 400 WHERE book_id = (SELECT id FROM books WHERE title = 'Orlando'); \
        INSERT INTO changes (kind, entity_id, at) SELECT 'book', book_id, 1 FROM book_counts WHERE rating_count > 0";
    server.database().sql(rated).await.expect("the books are rated");
    let found = books(&server, &student, "?search=orlando").await;
    server.borrow(&student, id_of(&found.list()[0])).await;
    server.catch_up().await;

    let newest = [
        "Orlando",
        "Of an Unknown Year",
        "Germinal",
        "A Room of One's Own",
        "Frankenstein",
        "The War of the Worlds",
    ];
    for (sort, expected) in [
        ("createdAt", newest),
        ("relevance", newest),
        // Case, accents and leading articles are ignored.
        (
            "title",
            [
                "Frankenstein",
                "Germinal",
                "Of an Unknown Year",
                "Orlando",
                "A Room of One's Own",
                "The War of the Worlds",
            ],
        ),
        (
            "author",
            [
                "Germinal",
                "The War of the Worlds",
                "Frankenstein",
                "Of an Unknown Year",
                "A Room of One's Own",
                "Orlando",
            ],
        ),
        (
            "rating",
            [
                "Germinal",
                "Orlando",
                "Of an Unknown Year",
                "A Room of One's Own",
                "Frankenstein",
                "The War of the Worlds",
            ],
        ),
        (
            "publishedYear",
            [
                "A Room of One's Own",
                "Orlando",
                "The War of the Worlds",
                "Germinal",
                "Frankenstein",
                "Of an Unknown Year",
            ],
        ),
    ] {
        let answer = books(&server, &student, &format!("?sort={sort}")).await;
        assert_eq!(answer.column("title"), expected, "{sort}");
        // Search results have the same orders.
        if sort == "title" || sort == "publishedYear" || sort == "rating" {
            let answer = books(&server, &student, &format!("?sort={sort}&search=woolf")).await;
            let of_woolf: Vec<&str> = expected
                .into_iter()
                .filter(|title| title.contains('R') || title.contains("lando"))
                .collect();
            assert_eq!(answer.column("title"), of_woolf, "{sort}");
        }
    }
    let answer = books(&server, &student, "?sort=popular").await;
    assert_eq!(answer.column("title")[..2], ["Orlando", "Germinal"]);
    assert_eq!(answer.list()[1]["rating"], json!({ "average": 4.5, "count": 2 }));
    for sort in ["name", "Title", "title%20desc", "createdAt;drop"] {
        let answer = books(&server, &student, &format!("?sort={sort}")).await;
        let words =
            "sort must be one of: createdAt, title, author, rating, publishedYear, popular, relevance";
        assert_eq!(answer.failure(), (422, "validation", words), "{sort}");
        assert_eq!(answer.errors(), [("sort", words)]);
    }
}

on_both_engines!(books_are_filtered_by_category);
async fn books_are_filtered_by_category(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    bookshelf(&server).await;
    let all = [
        ("Essays", 2),
        ("Fiction", 2),
        ("Gothic", 1),
        ("Science Fiction", 1),
    ];
    let categories = server.get("/api/books/categories").as_(&student).await;
    assert_eq!(counts(categories.expect(200)), all);
    for (query, expected) in [
        ("?category=Fiction", &["Orlando", "Germinal"][..]),
        ("?category=Science%20Fiction", &["The War of the Worlds"]),
        ("?category=Fiction&sort=title&limit=1&page=2", &["Orlando"]),
        ("?category=fiction", &[]),
        ("?category=Poetry", &[]),
        ("?category=%27%20OR%201=1", &[]),
    ] {
        let answer = books(&server, &student, query).await;
        assert_eq!(answer.column("title"), expected, "{query}");
        // The counts cover all categories, whatever category is chosen.
        assert_eq!(counts(&answer.json["facets"]["category"]), all, "{query}");
    }
    let answer = books(&server, &student, "?category=Essays&search=woolf").await;
    assert_eq!(answer.column("title"), ["A Room of One's Own"]);
    let mut facets = counts(&answer.json["facets"]["category"]);
    facets.sort_unstable();
    assert_eq!(facets, [("Essays", 1), ("Fiction", 1)]);
}

on_both_engines!(pages_stay_within_their_bounds);
async fn pages_stay_within_their_bounds(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for number in 0..23 {
        server.book().title(&format!("Title {number:02}")).await;
        server.clock.advance(MINUTE);
    }
    server.catch_up().await;
    for search in ["", "&search=title", "&isSemesterStudy=false"] {
        for (query, first, count, pagination) in [
            ("", "Title 22", 20, [1, 20, 23, 2]),
            ("page=2", "Title 02", 3, [2, 20, 23, 2]),
            ("limit=5&page=3", "Title 12", 5, [3, 5, 23, 5]),
            ("limit=100", "Title 22", 23, [1, 100, 23, 1]),
            ("limit=101", "Title 22", 23, [1, 100, 23, 1]),
            ("limit=1000", "Title 22", 23, [1, 100, 23, 1]),
            ("limit=99999999999999999999", "Title 22", 23, [1, 100, 23, 1]),
            ("page=3", "", 0, [3, 20, 23, 2]),
            ("page=1000000000", "", 0, [100_000, 20, 23, 2]),
            (
                "page=99999999999999999999&limit=100",
                "",
                0,
                [100_000, 100, 23, 1],
            ),
        ] {
            let answer = books(&server, &student, &format!("?sort=createdAt&{query}{search}")).await;
            let titles = answer.column("title");
            assert_eq!(
                titles.first().copied().unwrap_or_default(),
                first,
                "{query}{search}"
            );
            assert_eq!(titles.len(), count, "{query}{search}");
            assert_eq!(answer.pagination(), pagination, "{query}{search}");
        }
        for (field, number) in [
            ("page", "0"),
            ("page", "-1"),
            ("page", "1e9"),
            ("page", ""),
            ("limit", "abc"),
            ("limit", "0"),
        ] {
            let answer = books(&server, &student, &format!("?{field}={number}{search}")).await;
            let words = format!("{field} must be a whole number from 1");
            assert_eq!(answer.failure(), (422, "validation", words.as_str()));
            assert_eq!(answer.errors(), [(field, words.as_str())]);
        }
    }
    for (query, count) in [("", 10), ("?limit=3", 3), ("?limit=1000", 23)] {
        let answer = server
            .get(&format!("/api/books/popular{query}"))
            .as_(&student)
            .await;
        assert_eq!(answer.list().len(), count, "{query}");
    }
    for path in ["/api/books/popular", "/api/books/recommendations"] {
        let answer = server.get(&format!("{path}?limit=0")).as_(&student).await;
        assert_eq!(
            answer.errors(),
            [("limit", "limit must be a whole number from 1")]
        );
    }
}

on_both_engines!(books_are_found_by_words);
async fn books_are_found_by_words(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    bookshelf(&server).await;
    for (words, expected) in [
        ("frankenstein", &["Frankenstein"][..]),
        ("FRANK", &["Frankenstein"]),
        ("frankenstien", &["Frankenstein"]),
        ("zola", &["Germinal"]),
        ("emile", &["Germinal"]),
        ("gothic", &["Frankenstein"]),
        ("shelley%20frank", &["Frankenstein"]),
        ("978-0-14-143947-1", &["Frankenstein"]),
        ("9780141439471", &["Frankenstein"]),
        ("0-14-143947-5", &["Frankenstein"]),
        ("virginia%20woolf%20orl", &["Orlando"]),
        ("the%20war%20world", &["The War of the Worlds"]),
        ("germi%20nal", &["Germinal"]),
        ("%22of%20the%20worlds%22", &["The War of the Worlds"]),
        ("author:woolf%20NOT%20title:orlando", &["A Room of One's Own"]),
        ("orlando%20OR%20germinal", &["Germinal", "Orlando"]),
        (
            "(author:wells%20OR%20author:shelley)%20year:1890-1899",
            &["The War of the Worlds"],
        ),
        // Operators without operands, and other characters, are ignored; a text of nothing else is in no book.
        ("orlando%20OR%20*", &["Orlando"]),
        ("%5B%5D%28%22%2B-%26%7C", &[]),
    ] {
        let answer = books(&server, &student, &format!("?search={words}&limit=2")).await;
        assert_eq!(answer.column("title"), expected, "{words}");
    }
    let answer = books(&server, &student, "?search=frankanstien").await;
    assert_eq!(answer.column("title"), ["Frankenstein"]);
    assert_eq!(answer.json["didYouMean"], "frankenstein");
    let answer = books(&server, &student, "?search=orlando").await;
    assert_eq!(answer.json["didYouMean"], Value::Null);
    assert_eq!(answer.json["leftOut"], json!([]));
    let answer = books(&server, &student, "?search=orlando%202nd%20edition").await;
    assert_eq!(answer.column("title"), ["Orlando"]);
    assert_eq!(answer.json["leftOut"], json!(["2nd", "edition"]));
}

on_both_engines!(a_changed_book_is_found_at_once);
async fn a_changed_book_is_found_at_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let following = server.follow();
    let finds = async |words: &str, titles: &[&str]| {
        eventually(words, async || {
            let answer = books(&server, &administrator, &format!("?search={words}")).await;
            answer.column("title") == titles
        })
        .await;
    };
    let form = json!({ "title": "Middlemarch", "author": "George Eliot", "category": "Fiction" });
    let added = server.post("/api/books").as_(&administrator).json(&form).await;
    let id = id_of(added.expect(201));
    finds("middlemarch", &["Middlemarch"]).await;

    let path = format!("/api/books/{id}");
    let change = json!({ "title": "Silas Marner" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    finds("marner", &["Silas Marner"]).await;
    finds("middlemarch", &[]).await;

    let borrowing = server.borrow(&administrator, id).await;
    server.give_back(&administrator, &borrowing).await;
    server.delete(&path).as_(&administrator).await.expect(200);
    finds("marner", &[]).await;
    server
        .post(&format!("{path}/restore"))
        .as_(&administrator)
        .await
        .expect(200);
    finds("eliot", &["Silas Marner"]).await;
    following.abort();
}

on_both_engines!(the_semester_shelf_contains_the_marked_books);
async fn the_semester_shelf_contains_the_marked_books(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for (title, category, semester) in [
        ("Calculus", "Mathematics", &["Mathematics", "Physics"][..]),
        ("Optics", "Physics", &["Physics"]),
        ("Topology", "Mathematics", &["Mathematics"]),
        ("Orlando", "Fiction", &[]),
    ] {
        server
            .book()
            .title(title)
            .category(category)
            .semester_study(semester)
            .await;
        server.clock.advance(MINUTE);
    }
    server.catch_up().await;
    let all = ["Topology", "Optics", "Calculus"];
    for (query, expected) in [
        ("isSemesterStudy=true", &all[..]),
        ("isSemesterStudy=1", &all),
        ("isSemesterStudy=true&category=Physics", &["Optics", "Calculus"]),
        (
            "isSemesterStudy=true&category=Physics&sort=title",
            &["Calculus", "Optics"],
        ),
        (
            "isSemesterStudy=true&category=Physics&limit=1&page=2",
            &["Calculus"],
        ),
        ("isSemesterStudy=true&category=Fiction", &[]),
        ("isSemesterStudy=true&category=Physics&search=optics", &["Optics"]),
        ("isSemesterStudy=true&search=orlando", &[]),
        (
            "isSemesterStudy=false",
            &["Orlando", "Topology", "Optics", "Calculus"],
        ),
    ] {
        let answer = books(&server, &student, &format!("?{query}")).await;
        assert_eq!(answer.column("title"), expected, "{query}");
    }
    let answer = books(&server, &student, "?isSemesterStudy=true&category=Physics").await;
    assert_eq!(
        answer.list()[1]["semesterCategories"],
        json!(["Mathematics", "Physics"])
    );
    assert_eq!(answer.list()[1]["isSemesterStudy"], true);
    assert_eq!(answer.pagination(), [1, 20, 2, 1]);
    let of_semester = json!([{ "value": "Mathematics", "count": 2 }, { "value": "Physics", "count": 2 }]);
    for query in ["", "&category=Physics", "&facets=category,author"] {
        let answer = books(&server, &student, &format!("?isSemesterStudy=true{query}")).await;
        assert_eq!(answer.json["facets"]["category"], of_semester, "{query}");
    }
    let answer = books(&server, &student, "?isSemesterStudy=yes").await;
    let words = "isSemesterStudy must be one of: true, false, 1, 0";
    assert_eq!(answer.failure(), (422, "validation", words));
}
