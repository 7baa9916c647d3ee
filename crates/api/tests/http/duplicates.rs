//! Possible duplicates: the search for them, the list, and the decisions of staff.

use carrel_testkit::{Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

/// Adds a book, and returns its id.
async fn added(server: &Server, administrator: &Identity, book: Value) -> String {
    let mut form = json!({ "title": "Emma", "author": "Jane Austen", "category": "Novels" });
    for (field, value) in book.as_object().expect("fields") {
        form[field] = value.clone();
    }
    let added = server.post("/api/books").as_(administrator).json(&form).await;
    added.expect(201)["_id"].as_str().expect("an id").to_owned()
}

/// Searches, and returns the groups of a list: reason and ids of the books.
async fn searched(server: &Server, administrator: &Identity, query: &str) -> Vec<(String, Vec<String>)> {
    let begun = server.post("/api/duplicates/search").as_(administrator).await;
    assert_eq!(begun.expect(202)["underWay"]["state"], "searching");
    server.work_on_duplicates().await;
    listed(server, administrator, query).await
}

async fn listed(server: &Server, administrator: &Identity, query: &str) -> Vec<(String, Vec<String>)> {
    let path = format!("/api/duplicates{query}");
    let answer = server.get(&path).as_(administrator).await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let groups = answer.list().iter().map(|group| {
        let books = group["books"].as_array().expect("books");
        (
            text(&group["reason"]),
            books.iter().map(|book| text(&book["_id"])).collect(),
        )
    });
    groups.collect()
}

on_both_engines!(books_that_may_be_the_same_are_found_by_their_strongest_reason);
async fn books_that_may_be_the_same_are_found_by_their_strongest_reason(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let add = |book| added(&server, &administrator, book);
    let never = server.get("/api/duplicates/search").as_(&administrator).await;
    assert_eq!(never.expect(200), &json!({ "underWay": null, "last": null }));

    // The same ISBN, once as a further identifier.
    let isbn = [
        add(json!({ "title": "Walden", "isbn": "9780691014616" })).await,
        add(json!({
            "title": "Walden Pond", "author": "H. D. Thoreau",
            "details": { "identifiers": [{ "kind": "isbn", "value": "978-0-691-01461-6" }] },
        }))
        .await,
    ];
    // The same title and author, and another edition.
    let same = [
        add(json!({ "publishedYear": 1815 })).await,
        add(json!({ "title": "EMMA", "author": "Austen, Jane (author)" })).await,
    ];
    let edition = add(json!({ "publishedYear": 1996 })).await;
    // A typing error, and numbers of volumes.
    let near = [
        add(json!({ "title": "Northanger Abbey" })).await,
        add(json!({ "title": "Northangar Abbey" })).await,
    ];
    add(json!({ "title": "Letters, Volume 1" })).await;
    add(json!({ "title": "Letters, Volume 2" })).await;
    // An ISSN is that of all volumes, and an archived book is none of the catalogue.
    for title in ["Annals", "Records"] {
        let serial = json!({ "identifiers": [{ "kind": "issn", "value": "0028-0836" }] });
        add(json!({ "title": title, "details": serial })).await;
    }
    let archived = add(json!({ "title": "Northanger Abbey" })).await;
    let path = format!("/api/books/{archived}/archive");
    server.post(&path).as_(&administrator).await.expect(200);

    let found = searched(&server, &administrator, "").await;
    let all = vec![same[0].clone(), same[1].clone(), edition];
    let expected = [
        ("identifier".to_owned(), isbn.to_vec()),
        ("same_title".to_owned(), all),
        ("near_title".to_owned(), near.to_vec()),
    ];
    assert_eq!(found, expected);
    for (query, number) in [
        ("?reason=near_title", 1),
        ("?reason=other_edition", 0),
        ("?dismissed=true", 0),
        ("?limit=1&page=3", 1),
    ] {
        assert_eq!(
            listed(&server, &administrator, query).await.len(),
            number,
            "{query}"
        );
    }
    let searches = server.get("/api/duplicates/search").as_(&administrator).await;
    let last = &searches.expect(200)["last"];
    assert_eq!(
        (&last["state"], &searches.json["data"]["underWay"]),
        (&json!("done"), &Value::Null)
    );
    assert!(last["finishedAt"].is_string());

    // A book that leaves the catalogue leaves the list.
    let path = format!("/api/books/{}/archive", near[0]);
    server.post(&path).as_(&administrator).await.expect(200);
    assert_eq!(listed(&server, &administrator, "").await.len(), 2);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(later_searches_remember_that_books_are_different);
async fn later_searches_remember_that_books_are_different(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = added(&server, &administrator, json!({})).await;
    let second = added(&server, &administrator, json!({})).await;
    searched(&server, &administrator, "").await;
    let group = async |query: &str| {
        let answer = server
            .get(&format!("/api/duplicates{query}"))
            .as_(&administrator)
            .await;
        answer
            .list()
            .first()
            .map(|group| group["_id"].as_str().expect("an id").to_owned())
    };
    let id = group("").await.expect("a group");
    let dismiss = format!("/api/duplicates/{id}/dismiss");
    for _ in 0..2 {
        let dismissed = server.post(&dismiss).as_(&administrator).await;
        assert!(dismissed.expect(200)["dismissedAt"].is_string());
    }
    assert_eq!(group("").await, None);

    let expected = [("same_title".to_owned(), vec![first.clone(), second.clone()])];
    assert_eq!(
        searched(&server, &administrator, "?dismissed=true").await,
        expected
    );
    assert_eq!(group("").await, None);
    // The group of the earlier search is gone.
    let gone = server.post(&dismiss).as_(&administrator).await;
    assert_eq!(gone.failure().1, "duplicate_group_not_found");

    // A third book is another group, because not all pairs are different.
    let third = added(&server, &administrator, json!({})).await;
    let found = searched(&server, &administrator, "").await;
    assert_eq!(
        found,
        [(
            "same_title".to_owned(),
            vec![first.clone(), second.clone(), third.clone()]
        )]
    );
    let path = format!("/api/books/{third}");
    server.delete(&path).as_(&administrator).await.expect(200);
    searched(&server, &administrator, "").await;
    let id = group("?dismissed=true").await.expect("a group");
    let reopened = server
        .post(&format!("/api/duplicates/{id}/reopen"))
        .as_(&administrator)
        .await;
    assert_eq!(reopened.expect(200)["dismissedAt"], Value::Null);
    assert_eq!(searched(&server, &administrator, "").await, expected);
    for action in [
        "duplicates.searched",
        "duplicates.dismissed",
        "duplicates.reopened",
    ] {
        let log = server
            .get(&format!("/api/admin/audit?action={action}"))
            .as_(&administrator)
            .await;
        assert_eq!(
            log.list()[0]["actor"]["_id"],
            administrator.id.to_string(),
            "{action}"
        );
    }
}

on_both_engines!(one_search_is_under_way_and_begins_again_after_its_server_died);
async fn one_search_is_under_way_and_begins_again_after_its_server_died(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    added(&server, &administrator, json!({})).await;
    added(&server, &administrator, json!({})).await;
    for _ in 0..2 {
        server
            .post("/api/duplicates/search")
            .as_(&administrator)
            .await
            .expect(202);
    }
    assert_eq!(
        server
            .database()
            .integer("SELECT count(*) FROM duplicate_searches")
            .await,
        1
    );
    // A server that died has left a lease and some groups.
    let left = "INSERT INTO duplicate_groups (id, search_id, reason) SELECT 9000000, id, 'near_title' FROM duplicate_searches; \
                UPDATE jobs SET attempts = 1, run_at = run_at + 20000 WHERE kind = 'duplicates'";
    server.database().sql(left).await.expect("the rows of a search");
    server.work_on_duplicates().await;
    assert_eq!(listed(&server, &administrator, "").await.len(), 0);
    server.clock.advance(21_000);
    server.work_on_duplicates().await;
    let found = listed(&server, &administrator, "").await;
    assert_eq!(
        found.iter().map(|group| group.0.as_str()).collect::<Vec<_>>(),
        ["same_title"]
    );
    assert_eq!(
        server
            .database()
            .integer("SELECT count(*) FROM duplicate_groups")
            .await,
        1
    );
}

on_both_engines!(wrong_questions_about_duplicates_are_refused);
async fn wrong_questions_about_duplicates_are_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    let assistant = server.with_role("assistant").await;
    for (query, field) in [
        ("reason=twins", "reason"),
        ("dismissed=maybe", "dismissed"),
        ("page=x", "page"),
    ] {
        let answer = server
            .get(&format!("/api/duplicates?{query}"))
            .as_(&administrator)
            .await;
        assert_eq!(answer.status, 422, "{query}");
        assert_eq!(answer.errors()[0].0, field);
    }
    for person in [&student, &assistant] {
        let answer = server.get("/api/duplicates").as_(person).await;
        assert_eq!(answer.failure().1, "not_allowed");
        let answer = server.post("/api/duplicates/search").as_(person).await;
        assert_eq!(answer.failure().1, "not_allowed");
    }
    let answer = server
        .post("/api/duplicates/duplicate_group_5/dismiss")
        .as_(&administrator)
        .await;
    assert_eq!(answer.failure().1, "duplicate_group_not_found");
}
