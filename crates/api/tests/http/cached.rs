//! Cached responses are never stale: the next call shows every change.

use carrel_domain::catalogue::book::BookId;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

async fn get(server: &Server, person: &Identity, path: &str) -> Answer {
    let first = server.get(path).as_(person).await;
    let again = server.get(path).as_(person).await;
    assert_eq!(first.status, again.status);
    assert_eq!(first.body, again.body, "both calls get the same response: {path}");
    again
}

async fn available(server: &Server, person: &Identity, id: BookId) -> [Value; 3] {
    let list = get(server, person, "/api/books").await;
    let found = get(server, person, "/api/books?search=orlando").await;
    let detail = get(server, person, &format!("/api/books/{id}")).await;
    [
        list.list()[0]["availableCopies"].clone(),
        found.list()[0]["availableCopies"].clone(),
        detail.expect(200)["availableCopies"].clone(),
    ]
}

on_both_engines!(the_next_call_shows_the_effect_of_a_write);
async fn the_next_call_shows_the_effect_of_a_write(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (reader, borrower) = (server.student().await, server.student().await);
    let book = server.book().title("Orlando").copies(2).await;
    server.catch_up().await;
    assert_eq!(available(&server, &reader, book.id).await, [2, 2, 2]);

    let borrowing = server.borrow(&borrower, book.id).await;
    assert_eq!(available(&server, &reader, book.id).await, [1, 1, 1]);
    server.give_back(&administrator, &borrowing).await;
    assert_eq!(available(&server, &reader, book.id).await, [2, 2, 2]);

    let stats = get(&server, &administrator, "/api/admin/stats").await;
    assert_eq!(stats.expect(200)["totalBooks"], 1);
    server.book().title("Flush").category("Dogs").await;
    let stats = get(&server, &administrator, "/api/admin/stats").await;
    assert_eq!(stats.expect(200)["totalBooks"], 2);
    let categories = get(&server, &reader, "/api/books/categories").await;
    assert_eq!(categories.column("name"), ["Dogs", "Fiction"]);

    let path = format!("/api/books/{}", book.id);
    let change = json!({ "title": "Orlando: A Biography" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    let detail = get(&server, &reader, &path).await;
    assert_eq!(detail.expect(200)["title"], "Orlando: A Biography");
    // Another process writes to the same database.
    let elsewhere = server
        .database()
        .open_again()
        .await
        .expect("the data opens once more");
    let renamed = elsewhere.write((), |transaction, ()| {
        Box::pin(transaction.batch("UPDATE books SET title = 'From elsewhere'"))
    });
    renamed.await.expect("it is renamed");
    let detail = get(&server, &reader, &path).await;
    assert_eq!(detail.expect(200)["title"], "From elsewhere");
    server.delete(&path).as_(&administrator).await.expect(200);
    assert_eq!(get(&server, &reader, "/api/books").await.list().len(), 1);
}

on_both_engines!(a_change_of_the_index_is_shown_without_another_write);
async fn a_change_of_the_index_is_shown_without_another_write(database: TestDatabase) {
    let server = Server::start(database).await;
    let reader = server.student().await;
    server.book().title("Orlando").await;
    server.catch_up().await;
    let found = async || {
        get(&server, &reader, "/api/books?search=flush")
            .await
            .list()
            .len()
    };
    assert_eq!(found().await, 0);
    // Written as by another process: this one's index is updated later.
    let renamed = "UPDATE books SET title = 'Flush'; INSERT INTO changes (kind, entity_id, at) SELECT 'book', id, 1 FROM books";
    server.database().sql(renamed).await.expect("it is renamed");
    assert_eq!(found().await, 0);
    server.catch_up().await;
    assert_eq!(found().await, 1);
}

on_both_engines!(responses_about_a_person_are_not_shown_to_others);
async fn responses_about_a_person_are_not_shown_to_others(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, bob) = (server.student().await, server.student().await);
    let book = server.book().copies(2).await;
    server.borrow(&ada, book.id).await;
    let path = format!("/api/books/{}", book.id);
    let hers = get(&server, &ada, &path).await;
    let his = get(&server, &bob, &path).await;
    assert!(hers.expect(200)["viewer"]["myBorrowing"].is_object());
    assert!(his.expect(200)["viewer"]["myBorrowing"].is_null());
    // Only recommendations depend on the person: a borrowed book is never recommended to its borrower.
    let path = "/api/books/recommendations";
    assert_eq!(get(&server, &ada, path).await.list().len(), 0);
    assert_eq!(get(&server, &bob, path).await.list().len(), 1);
}

on_both_engines!(an_unauthorized_caller_gets_no_cached_response);
async fn an_unauthorized_caller_gets_no_cached_response(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let (student, other) = (server.student().await, server.student().await);
    server.book().await;
    for (path, status) in [
        ("/api/admin/stats", 403),
        ("/api/admin/books", 403),
        ("/api/books", 200),
    ] {
        get(&server, &administrator, path).await.expect(200);
        assert_eq!(server.get(path).as_(&student).await.status, status);
        assert_eq!(server.get(path).await.status, 401);
    }
    // A session that ended is refused by the very next call, and so is the session of a deactivated account.
    server.get("/api/auth/logout").as_(&student).await.expect(200);
    assert_eq!(server.get("/api/books").as_(&student).await.status, 401);
    let path = format!("/api/admin/users/{}", other.id);
    get(&server, &other, "/api/books").await.expect(200);
    let closed = server
        .put(&path)
        .as_(&administrator)
        .json(&json!({ "isActive": false }))
        .await;
    closed.expect(200);
    assert_eq!(server.get("/api/books").as_(&other).await.status, 401);
}

on_both_engines!(a_cached_response_expires_with_its_session_and_its_day);
async fn a_cached_response_expires_with_its_session_and_its_day(database: TestDatabase) {
    let server = Server::start(database).await;
    server.set("time_zone", "America/New_York").await;
    let student = server.student().await;
    let book = server.book().copies(2).await;
    let other = server.book().await;
    server.borrow(&student, book.id).await;
    let (mine, another) = (
        format!("/api/books/{}", book.id),
        format!("/api/books/{}", other.id),
    );

    // Borrowed on 2 March for 14 days; in between, summer time begins.
    server.travel_to("2026-03-03T04:59:59.999Z");
    let due = viewer(&server, &student, &another).await["dueOnIfBorrowedNow"].clone();
    assert_eq!(due, "2026-03-16");
    server.clock.advance(1);
    let due = viewer(&server, &student, &another).await["dueOnIfBorrowedNow"].clone();
    assert_eq!(due, "2026-03-17", "the library's day has begun");

    server.travel_to("2026-03-17T03:59:58Z");
    let login = json!({ "email": student.email, "password": student.password });
    let session = server.post("/api/auth/login").json(&login).await;
    let token = session.json["token"].as_str().expect("a token").to_owned();
    let student = Identity { token, ..student };
    let status = async || viewer(&server, &student, &mine).await["myBorrowing"]["status"].clone();
    assert_eq!(status().await, "active");
    server.travel_to("2026-03-17T03:59:59Z");
    assert_eq!(status().await, "active");
    server.clock.advance(1);
    assert_eq!(
        status().await,
        "overdue",
        "the last second of the due day is over"
    );

    server.clock.advance(400 * DAY);
    assert_eq!(
        server.get(&mine).as_(&student).await.status,
        401,
        "the session has expired"
    );
}

async fn viewer(server: &Server, person: &Identity, path: &str) -> Value {
    get(server, person, path).await.expect(200)["viewer"].clone()
}

on_both_engines!(a_changed_rule_is_shown);
async fn a_changed_rule_is_shown(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    server.book().await;
    assert_eq!(
        get(&server, &student, "/api/books").await.list()[0]["borrowingPeriod"],
        14
    );
    server.rule("loan_days", "21").await;
    assert_eq!(
        get(&server, &student, "/api/books").await.list()[0]["borrowingPeriod"],
        21
    );
}
