//! Borrowing a book: the borrowing, its due date, and every reason to refuse it.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::blocks::block;

async fn try_to_borrow(server: &Server, person: &Identity, book_id: BookId) -> Answer {
    server
        .post(&format!("/api/borrowings/{book_id}"))
        .as_(person)
        .await
}

async fn detail(server: &Server, person: &Identity, book_id: BookId) -> Value {
    let answer = server.get(&format!("/api/books/{book_id}")).as_(person).await;
    answer.expect(200).clone()
}

on_both_engines!(a_borrowing_has_all_specified_fields);
async fn a_borrowing_has_all_specified_fields(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let book = server
        .book()
        .title("Frankenstein")
        .author("Mary Shelley")
        .category("Gothic")
        .with(|draft| draft.cover_image = Patch::Set("/covers/1.jpg".to_owned()))
        .copies(2)
        .await;
    let before = detail(&server, &student, book.id).await;
    assert_eq!(before["availableCopies"], 2);
    assert_eq!(before["nextDueDate"], Value::Null);
    let viewer = json!({
        "myBorrowing": null, "dueOnIfBorrowedNow": "2026-03-16", "refusals": [], "isFavorite": false,
    });
    assert_eq!(before["viewer"], viewer);

    let answer = try_to_borrow(&server, &student, book.id).await;
    assert_eq!(answer.json["message"], "Book borrowed successfully!");
    let mut borrowing = answer.expect(201).clone();
    let id = borrowing["_id"].clone();
    for (entity, field) in [("copy", "_id"), ("copy", "barcode")] {
        let value = borrowing[entity][field].take();
        assert!(
            value.as_str().is_some_and(|text| text.len() > 5),
            "{field}: {value}"
        );
    }
    let specified = json!({
        "_id": id,
        "book": {
            "_id": book.id, "title": "Frankenstein", "author": "Mary Shelley",
            "coverImage": "/covers/1.jpg", "category": "Gothic",
        },
        "user": { "_id": student.id, "name": student.name, "email": student.email },
        "copy": { "_id": null, "barcode": null },
        "status": "active",
        "borrowedDate": "2026-03-02T09:00:00.000Z",
        "borrowDate": "2026-03-02T09:00:00.000Z",
        "dueDate": "2026-03-16T23:59:59.000Z",
        "dueOn": "2026-03-16",
        "returnedDate": null,
        "fineAmount": 0.0,
        "finePaid": false,
        "fineOutstanding": 0.0,
        "daysOverdue": 0,
    });
    for (field, value) in specified.as_object().expect("fields") {
        assert_eq!(&borrowing[field], value, "{field}");
    }
    let after = detail(&server, &student, book.id).await;
    assert_eq!(after["availableCopies"], 1);
    assert_eq!(after["totalCopies"], 2);
    assert_eq!(after["nextDueDate"], "2026-03-16T23:59:59.000Z");
    let mine = json!({
        "_id": id, "dueDate": "2026-03-16T23:59:59.000Z", "dueOn": "2026-03-16", "status": "active",
    });
    assert_eq!(after["viewer"]["myBorrowing"], mine);
    // Another person can borrow the second copy.
    let other = server.student().await;
    assert_eq!(detail(&server, &other, book.id).await["viewer"], viewer);
}

on_both_engines!(every_reason_against_borrowing_has_its_message);
async fn every_reason_against_borrowing_has_its_message(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let reader = server.student().await;

    let none = server.book().copies(0).await;
    let answer = try_to_borrow(&server, &reader, none.id).await;
    let words = "No copies of this book are available";
    assert_eq!(answer.failure(), (409, "no_copy_available", words));

    let lent = server.book().await;
    let borrowing = server.borrow(&reader, lent.id).await;
    let other = server.student().await;
    let answer = try_to_borrow(&server, &other, lent.id).await;
    assert_eq!(answer.failure(), (409, "no_copy_available", words));
    let answer = try_to_borrow(&server, &reader, lent.id).await;
    let already = "You have already borrowed this book";
    assert_eq!(answer.failure(), (409, "already_borrowed", already));
    assert_eq!(
        answer.errors(),
        [("already_borrowed", already), ("no_copy_available", words)]
    );

    server.give_back(&administrator, &borrowing).await;
    let removed = server
        .delete(&format!("/api/books/{}", lent.id))
        .as_(&administrator)
        .await;
    assert_eq!(removed.json["message"], "Book archived");
    let answer = try_to_borrow(&server, &reader, lent.id).await;
    let words = "This book is no longer in the collection";
    assert_eq!(answer.failure(), (409, "book_archived", words));

    block(&server, &administrator, &other, Some("Lost books")).await;
    let book = server.book().await;
    let answer = try_to_borrow(&server, &other, book.id).await;
    let words = "Your account is blocked. Please contact the library.";
    assert_eq!(answer.failure(), (409, "account_blocked", words));
}

on_both_engines!(five_books_are_the_limit);
async fn five_books_are_the_limit(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mut borrowings = Vec::new();
    for _ in 0..5 {
        borrowings.push(server.borrow(&student, server.book().await.id).await);
    }
    let sixth = server.book().await;
    let words = "You have reached the limit of 5 borrowed books";
    let answer = try_to_borrow(&server, &student, sixth.id).await;
    assert_eq!(answer.failure(), (409, "borrowing_limit_reached", words));
    // The page of the book shows the refusal in advance.
    let viewer = detail(&server, &student, sixth.id).await["viewer"].clone();
    assert_eq!(
        viewer["refusals"],
        json!([{ "code": "borrowing_limit_reached", "message": words }])
    );
    assert_eq!(viewer["dueOnIfBorrowedNow"], Value::Null);
    // Returned books do not count, and administrators have the same limit.
    server.give_back(&administrator, &borrowings[0]).await;
    server.borrow(&student, sixth.id).await;
    server.rule("loans_allowed", "0").await;
    let answer = try_to_borrow(&server, &administrator, server.book().await.id).await;
    assert_eq!(answer.failure().1, "borrowing_limit_reached");
}

on_both_engines!(a_balance_of_ten_dollars_blocks_borrowing);
async fn a_balance_of_ten_dollars_blocks_borrowing(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let mut late = Vec::new();
    for period in [1, 2] {
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(period))
            .await;
        late.push(server.borrow(&student, book.id).await);
    }
    server.clock.advance(24 * DAY);
    let administrator = server.administrator().await;
    let student = sign_in_again(&server, &student).await;
    let book = server.book().copies(3).await;
    // A running fine does not prevent a return.
    for borrowing in &late {
        server.give_back(&administrator, borrowing).await;
    }
    let owed = server.get("/api/borrowings/my-history").as_(&student).await;
    assert_eq!(owed.json["totals"]["finesOutstanding"], 10.75);
    let answer = try_to_borrow(&server, &student, book.id).await;
    let words = "You owe $10.75; borrowing is possible again below $10.00";
    assert_eq!(answer.failure(), (409, "balance_at_limit", words));
    let id = late[0]["_id"].as_str().expect("an id");
    let pay = async |amount: f64| {
        let request = server
            .post(&format!("/api/admin/borrowings/{id}/payments"))
            .as_(&administrator);
        request
            .json(&json!({ "amount": amount }))
            .await
            .expect(200)
            .clone()
    };
    pay(0.75).await;
    let answer = try_to_borrow(&server, &student, book.id).await;
    let words = "You owe $10.00; borrowing is possible again below $10.00";
    assert_eq!(answer.failure(), (409, "balance_at_limit", words));
    pay(0.01).await;
    server.borrow(&student, book.id).await;
}

on_both_engines!(overdue_books_block_borrowing_when_the_policy_says_so);
async fn overdue_books_block_borrowing_when_the_policy_says_so(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for _ in 0..2 {
        server.borrow(&student, server.book().await.id).await;
    }
    let short = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    server.borrow(&student, short.id).await;
    server.clock.advance(3 * DAY);
    // By default they do not.
    server.borrow(&student, server.book().await.id).await;
    server.rule("block_on_overdue", "true").await;
    let book = server.book().copies(0).await;
    let answer = try_to_borrow(&server, &student, book.id).await;
    let one = "Please return your overdue book first";
    assert_eq!(answer.failure(), (409, "overdue_borrowings", one));

    server.clock.advance(13 * DAY);
    let student = sign_in_again(&server, &student).await;
    let answer = try_to_borrow(&server, &student, book.id).await;
    let three = "Please return your 3 overdue books first";
    assert_eq!(answer.failure(), (409, "overdue_borrowings", three));
    // Every reason is reported, not only the first.
    let none = "No copies of this book are available";
    let all = [("overdue_borrowings", three), ("no_copy_available", none)];
    assert_eq!(answer.errors(), all);
    let refusals = detail(&server, &student, book.id).await["viewer"]["refusals"].clone();
    let expected = all.map(|(code, message)| json!({ "code": code, "message": message }));
    assert_eq!(refusals, json!(expected));
}

/// The same person with a new session.
async fn sign_in_again(server: &Server, person: &Identity) -> Identity {
    let form = json!({ "email": person.email, "password": person.password });
    let answer = server.post("/api/auth/login").json(&form).await;
    let token = answer.expect(200)["token"].as_str().expect("a token").to_owned();
    Identity {
        token,
        ..person.clone()
    }
}

on_both_engines!(a_loan_ends_at_the_end_of_a_day_in_the_librarys_zone);
async fn a_loan_ends_at_the_end_of_a_day_in_the_librarys_zone(database: TestDatabase) {
    let server = Server::start(database).await;
    // A zone, the instant of the borrowing, its length, and the expected due date and due instant.
    for (zone, borrowed, days, due_on, due) in [
        (
            "UTC",
            "2026-03-02T00:00:00Z",
            14,
            "2026-03-16",
            "2026-03-16T23:59:59.000Z",
        ),
        (
            "UTC",
            "2026-03-02T23:59:59.999Z",
            1,
            "2026-03-03",
            "2026-03-03T23:59:59.000Z",
        ),
        // In that zone it is already the next day.
        (
            "Europe/Berlin",
            "2026-03-02T23:30:00Z",
            14,
            "2026-03-17",
            "2026-03-17T22:59:59.000Z",
        ),
        // Across the beginning and the end of summer time.
        (
            "Europe/Berlin",
            "2026-03-20T12:00:00Z",
            14,
            "2026-04-03",
            "2026-04-03T21:59:59.000Z",
        ),
        (
            "Europe/Berlin",
            "2026-10-20T12:00:00Z",
            14,
            "2026-11-03",
            "2026-11-03T22:59:59.000Z",
        ),
        // Due on the very day that has 23 or 25 hours.
        (
            "Europe/Berlin",
            "2026-03-15T12:00:00Z",
            14,
            "2026-03-29",
            "2026-03-29T21:59:59.000Z",
        ),
        (
            "America/New_York",
            "2026-10-31T12:00:00Z",
            1,
            "2026-11-01",
            "2026-11-02T04:59:59.000Z",
        ),
        // In that zone it is still the day before.
        (
            "America/New_York",
            "2026-03-03T03:00:00Z",
            7,
            "2026-03-09",
            "2026-03-10T03:59:59.000Z",
        ),
        (
            "Pacific/Kiritimati",
            "2026-02-27T12:00:00Z",
            1,
            "2026-03-01",
            "2026-03-01T09:59:59.000Z",
        ),
        (
            "Asia/Kathmandu",
            "2028-02-28T12:00:00Z",
            1,
            "2028-02-29",
            "2028-02-29T18:14:59.000Z",
        ),
    ] {
        server.set("time_zone", zone).await;
        server.travel_to(borrowed);
        let student = server.student().await;
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(days))
            .await;
        let shown = detail(&server, &student, book.id).await;
        assert_eq!(shown["viewer"]["dueOnIfBorrowedNow"], due_on, "{zone} {borrowed}");
        let borrowing = server.borrow(&student, book.id).await;
        assert_eq!(borrowing["dueOn"], due_on, "{zone} {borrowed}");
        assert_eq!(borrowing["dueDate"], due, "{zone} {borrowed}");
    }
}

on_both_engines!(the_most_specific_rule_gives_the_loan_length);
async fn the_most_specific_rule_gives_the_loan_length(database: TestDatabase) {
    let server = Server::start(database).await;
    let (student, professor) = (server.student().await, server.student().await);
    let default = server.book().copies(5).await;
    let own = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(3))
        .copies(5)
        .await;
    let due_on = async |person: &Identity, book_id: BookId| {
        detail(&server, person, book_id).await["viewer"]["dueOnIfBorrowedNow"].clone()
    };
    assert_eq!(due_on(&student, default.id).await, "2026-03-16");
    assert_eq!(due_on(&student, own.id).await, "2026-03-05");
    server.rule("loan_days", "21").await;
    assert_eq!(due_on(&student, default.id).await, "2026-03-23");
    assert_eq!(due_on(&student, own.id).await, "2026-03-05");
    let for_staff = format!(
        "INSERT INTO patron_categories (code, name, position) VALUES ('staff', 'Staff', 0); \
         UPDATE users SET patron_category = 'staff' WHERE id = {}; \
         INSERT INTO policies (id, name, patron_category, value, updated_at) VALUES (2000000, 'loan_days', 'staff', '90', 0)",
        professor.id.number()
    );
    server.change_settings(&for_staff).await;
    for (person, book, expected) in [
        (&student, &default, "2026-03-23"),
        (&student, &own, "2026-03-05"),
        (&professor, &default, "2026-05-31"),
        (&professor, &own, "2026-05-31"),
    ] {
        assert_eq!(server.borrow(person, book.id).await["dueOn"], expected);
    }
}

on_both_engines!(a_due_date_moves_off_closed_days);
async fn a_due_date_moves_off_closed_days(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    server.set("closed_weekdays", "0000011").await;
    let closure = "INSERT INTO closures (closed_on, name) VALUES ('2026-03-16', 'Founders'' Day')";
    server.change_settings(closure).await;
    // Borrowed on a Monday: Friday stays; Saturday moves past Sunday and the closed Monday.
    for (days, due_on) in [
        (11, "2026-03-13"),
        (12, "2026-03-17"),
        (14, "2026-03-17"),
        (15, "2026-03-17"),
    ] {
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(days))
            .await;
        assert_eq!(
            server.borrow(&student, book.id).await["dueOn"],
            due_on,
            "{days} days"
        );
    }
}

on_both_engines!(a_book_can_be_borrowed_again);
async fn a_book_can_be_borrowed_again(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().await;
    for round in 1..=3 {
        let borrowing = server.borrow(&student, book.id).await;
        server.give_back(&administrator, &borrowing).await;
        let stats = server.get("/api/admin/stats").as_(&administrator).await;
        assert_eq!(stats.expect(200)["mostBorrowedBooks"][0]["count"], round);
    }
    assert_eq!(server.violations().await, []);
}
