//! Merges that are refused, merges at once, and properties of any merge.

use carrel_domain::catalogue::book::BookId;
use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::{Numbers, form, merged, shown};

on_both_engines!(wrong_books_and_fields_are_refused);
async fn wrong_books_and_fields_are_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut books = Vec::new();
    for _ in 0..5 {
        books.push(server.book().await.id);
    }
    let [kept, other, third, fourth, fifth] = books[..] else {
        panic!("five books");
    };
    let unknown = BookId::new(99_999);
    for (others, message) in [
        (vec![], "Please choose at least one other book"),
        (vec![kept], "A book cannot be merged with itself"),
        (vec![other, other], "A book cannot be merged with itself"),
        (
            vec![other, third, fourth, fifth],
            "At most 4 books can be merged at once",
        ),
        (vec![other, unknown], "There is no such book"),
    ] {
        let path = format!("/api/books/{kept}/merge/preview");
        let answer = server
            .post(&path)
            .as_(&administrator)
            .json(&json!({ "books": others }))
            .await;
        assert_eq!(
            (answer.status, answer.errors()),
            (422, vec![("books", message)]),
            "{others:?}"
        );
        let books: Vec<_> = others
            .iter()
            .map(|id| json!({ "_id": id, "updatedAt": "2026-01-01T00:00:00Z" }))
            .collect();
        let form = json!({ "updatedAt": "2026-01-01T00:00:00Z", "books": books });
        let path = format!("/api/books/{kept}/merge");
        let answer = server.post(&path).as_(&administrator).json(&form).await;
        assert_eq!(
            (answer.status, answer.errors()),
            (422, vec![("books", message)]),
            "{others:?}"
        );
    }
    let good = form(&server, &administrator, kept, &[other]).await;
    let path = format!("/api/books/{kept}/merge");
    let mut wrong = good.clone();
    wrong["fields"] = json!({ "title": third });
    let answer = server.post(&path).as_(&administrator).json(&wrong).await;
    assert_eq!(
        answer.errors(),
        [("title", "Please choose one of the books that are merged")]
    );
    for at in [json!(null), json!("yesterday"), json!("")] {
        let mut wrong = good.clone();
        wrong["updatedAt"] = at.clone();
        let answer = server.post(&path).as_(&administrator).json(&wrong).await;
        assert_eq!((answer.status, answer.errors()[0].0), (422, "updatedAt"), "{at}");
        let mut wrong = good.clone();
        wrong["books"][0]["updatedAt"] = at.clone();
        let answer = server.post(&path).as_(&administrator).json(&wrong).await;
        assert_eq!((answer.status, answer.errors()[0].0), (422, "updatedAt"), "{at}");
    }
    let missing = format!("/api/books/{unknown}/merge");
    assert_eq!(
        server
            .post(&missing)
            .as_(&administrator)
            .json(&good)
            .await
            .failure()
            .1,
        "book_not_found"
    );
    for person in [server.student().await, server.with_role("assistant").await] {
        assert_eq!(
            server.post(&path).as_(&person).json(&good).await.failure().1,
            "not_allowed"
        );
        let preview = format!("{path}/preview");
        let answer = server
            .post(&preview)
            .as_(&person)
            .json(&json!({ "books": [other] }))
            .await;
        assert_eq!(answer.failure().1, "not_allowed");
    }
    assert_eq!(
        shown(&server, &administrator, other).await["mergedInto"],
        json!(null)
    );
}

on_both_engines!(a_book_that_was_changed_archived_or_merged_meanwhile_is_refused);
async fn a_book_that_was_changed_archived_or_merged_meanwhile_is_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (kept, other, third) = (server.book().await, server.book().await, server.book().await);
    let path = format!("/api/books/{}/merge", kept.id);
    for changed in [kept.id, other.id] {
        let stale = form(&server, &administrator, kept.id, &[other.id]).await;
        server.clock.advance(1000);
        let change = server.put(&format!("/api/books/{changed}")).as_(&administrator);
        change.json(&json!({ "publisher": "Hogarth" })).await.expect(200);
        let answer = server.post(&path).as_(&administrator).json(&stale).await;
        assert_eq!((answer.status, answer.failure().1), (409, "book_changed"));
    }
    server
        .post(&format!("/api/books/{}/archive", third.id))
        .as_(&administrator)
        .await
        .expect(200);
    let archived = form(&server, &administrator, kept.id, &[third.id]).await;
    assert_eq!(
        server
            .post(&path)
            .as_(&administrator)
            .json(&archived)
            .await
            .failure()
            .1,
        "book_archived"
    );
    let back = form(&server, &administrator, third.id, &[kept.id]).await;
    let from = format!("/api/books/{}/merge", third.id);
    assert_eq!(
        server
            .post(&from)
            .as_(&administrator)
            .json(&back)
            .await
            .failure()
            .1,
        "book_archived"
    );

    merged(&server, &administrator, &kept, &[other.id]).await;
    let again = form(&server, &administrator, kept.id, &[other.id]).await;
    assert_eq!(
        server
            .post(&path)
            .as_(&administrator)
            .json(&again)
            .await
            .failure()
            .1,
        "book_merged"
    );
    // Nothing changes a merged book any more.
    let merged = format!("/api/books/{}", other.id);
    let change = server
        .put(&merged)
        .as_(&administrator)
        .json(&json!({ "pages": 5 }))
        .await;
    let copies = server
        .post(&format!("{merged}/copies"))
        .as_(&administrator)
        .json(&json!({ "count": 1 }))
        .await;
    let restored = server
        .post(&format!("{merged}/restore"))
        .as_(&administrator)
        .await;
    let deleted = server.delete(&merged).as_(&administrator).await;
    for answer in [change, copies, restored, deleted] {
        assert_eq!((answer.status, answer.failure().1), (409, "book_merged"));
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(somebody_with_copies_of_both_books_must_return_one_first);
async fn somebody_with_copies_of_both_books_must_return_one_first(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let ada = server.student().await;
    let (kept, other) = (server.book().await, server.book().await);
    let lent = server.borrow(&ada, kept.id).await;
    server.borrow(&ada, other.id).await;
    let preview = server
        .post(&format!("/api/books/{}/merge/preview", kept.id))
        .as_(&administrator);
    let preview = preview.json(&json!({ "books": [other.id] })).await;
    assert_eq!(preview.expect(200)["peopleWithSeveral"], 1);
    let form = form(&server, &administrator, kept.id, &[other.id]).await;
    let path = format!("/api/books/{}/merge", kept.id);
    let blocked = server.post(&path).as_(&administrator).json(&form).await;
    let words = "One person has copies of several of these books; all but one must be returned first";
    assert_eq!(blocked.failure(), (409, "merge_blocked", words));
    assert!(!blocked.text().contains(&ada.email));
    server.give_back(&administrator, &lent).await;
    server
        .post(&path)
        .as_(&administrator)
        .json(&form)
        .await
        .expect(200);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(of_two_merges_at_once_one_succeeds);
async fn of_two_merges_at_once_one_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for _ in 0..5 {
        let (one, other) = (server.book().await, server.book().await);
        let there = form(&server, &administrator, one.id, &[other.id]).await;
        let back = form(&server, &administrator, other.id, &[one.id]).await;
        let (first, second) = (
            format!("/api/books/{}/merge", one.id),
            format!("/api/books/{}/merge", other.id),
        );
        let (first, second) = tokio::join!(
            async { server.post(&first).as_(&administrator).json(&there).await },
            async { server.post(&second).as_(&administrator).json(&back).await },
        );
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(loans_and_favorites_during_a_merge_are_those_of_the_kept_book_or_refused);
async fn loans_and_favorites_during_a_merge_are_those_of_the_kept_book_or_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (ada, bob, eve) = (
        server.student().await,
        server.student().await,
        server.student().await,
    );
    for _ in 0..5 {
        let (kept, other) = (server.book().await, server.book().copies(3).await);
        let lent = server.borrow(&ada, other.id).await;
        let form = form(&server, &administrator, kept.id, &[other.id]).await;
        let merge = format!("/api/books/{}/merge", kept.id);
        let borrow = format!("/api/borrowings/{}", other.id);
        let favorite = format!("/api/favorites/{}", other.id);
        let (merged, borrowed, favored, _) = tokio::join!(
            async { server.post(&merge).as_(&administrator).json(&form).await },
            async { server.post(&borrow).as_(&bob).await },
            async { server.put(&favorite).as_(&eve).await },
            server.give_back(&administrator, &lent),
        );
        assert_eq!(merged.status, 200, "{}", merged.text());
        assert!([201, 409].contains(&borrowed.status), "{}", borrowed.text());
        assert!([200, 201, 409].contains(&favored.status), "{}", favored.text());
        let after = shown(&server, &administrator, kept.id).await;
        let on_loan = i64::from(borrowed.status == 201);
        assert_eq!(
            (&after["totalCopies"], &after["availableCopies"]),
            (&json!(4), &json!(4 - on_loan))
        );
        assert_eq!(server.violations().await, []);
        if borrowed.status == 201 {
            server.give_back(&administrator, &borrowed.json["data"]).await;
        }
    }
}

on_both_engines!(merges_keep_the_sums_of_copies_borrowings_and_favorites);
async fn merges_keep_the_sums_of_copies_borrowings_and_favorites(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let people = [
        server.student().await,
        server.student().await,
        server.student().await,
    ];
    let mut books = Vec::new();
    for place in 0..6 {
        let category = ["Novels", "Fiction"][place % 2];
        books.push(server.book().category(category).copies(2).await);
    }
    let mut numbers = Numbers(7);
    for _ in 0..40 {
        let (person, book) = (&people[numbers.below(3)], &books[numbers.below(6)]);
        server.clock.advance(60_000);
        match numbers.below(3) {
            0 => {
                let lent = server
                    .post(&format!("/api/borrowings/{}", book.id))
                    .as_(person)
                    .await;
                // Of one half, the copy is on loan during the merges.
                if lent.status == 201 && numbers.below(2) == 0 {
                    server.give_back(&administrator, &lent.json["data"]).await;
                }
            }
            1 => {
                server
                    .post(&format!("/api/favorites/{}", book.id))
                    .as_(person)
                    .await;
            }
            _ => {
                let stars = json!({ "stars": numbers.below(5) + 1 });
                server
                    .put(&format!("/api/books/{}/rating", book.id))
                    .as_(person)
                    .json(&stars)
                    .await;
            }
        }
    }
    server.clock.advance(2 * carrel_testkit::DAY);
    server.total_past_days().await;
    let sums = async || {
        let mut sums = Vec::new();
        for sql in [
            "SELECT CAST(sum(total_copies) AS BIGINT) FROM book_counts",
            "SELECT CAST(sum(available_copies) AS BIGINT) FROM book_counts",
            "SELECT CAST(sum(borrow_count) AS BIGINT) FROM book_counts",
            "SELECT count(*) FROM copies",
            "SELECT count(*) FROM borrowings",
            // People may have had several of the books.
            "SELECT count(DISTINCT user_id) FROM favorites",
            "SELECT count(DISTINCT user_id) FROM ratings",
        ] {
            sums.push(server.database().integer(sql).await);
        }
        sums
    };
    let before = sums().await;
    let mut merges = 0;
    while books.len() > 1 {
        let other = books.remove(numbers.below(books.len()));
        let kept = books[numbers.below(books.len())].clone();
        let form = form(&server, &administrator, kept.id, &[other.id]).await;
        let answer = server
            .post(&format!("/api/books/{}/merge", kept.id))
            .as_(&administrator)
            .json(&form)
            .await;
        assert!([200, 409].contains(&answer.status), "{}", answer.text());
        merges += usize::from(answer.status == 200);
        assert_eq!(sums().await, before);
        assert_eq!(server.violations().await, []);
    }
    assert!(merges > 0);
}
