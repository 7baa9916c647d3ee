//! Undoing a borrowing or a return a moment after it was recorded.

use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, Identity, MINUTE, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const OVERTAKEN: &str =
    "This can no longer be undone: something depends on it, such as a renewal, a payment or another loan";

fn id(thing: &Value) -> &str {
    thing["_id"].as_str().expect("an id")
}

async fn undo_return(server: &Server, person: &Identity, borrowing: &Value) -> Answer {
    let path = format!("/api/admin/borrowings/{}/undo-return", id(borrowing));
    server.post(&path).as_(person).await
}

async fn undo(server: &Server, person: &Identity, borrowing: &Value) -> Answer {
    let path = format!("/api/borrowings/{}/undo", id(borrowing));
    server.post(&path).as_(person).await
}

/// A library with a book that a student returns three days late, which costs 75 cents.
struct Desk {
    server: Server,
    administrator: Identity,
    student: Identity,
    book_id: String,
    borrowing: Value,
}

impl Desk {
    async fn new(database: TestDatabase) -> Self {
        let server = Server::start(database).await;
        let (administrator, student) = (server.administrator().await, server.student().await);
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(1))
            .await;
        let borrowing = server.borrow(&student, book.id).await;
        server.clock.advance(5 * DAY);
        Desk {
            administrator: server.sign_in_again(&administrator).await,
            student: server.sign_in_again(&student).await,
            book_id: book.id.to_string(),
            borrowing,
            server,
        }
    }

    async fn give_back(&self) -> Value {
        let returned = self.server.give_back(&self.administrator, &self.borrowing).await;
        assert_eq!(returned["fineOutstanding"], 0.75);
        returned
    }

    /// Copies on the shelf.
    async fn on_shelf(&self) -> i64 {
        let path = format!("/api/books/{}", self.book_id);
        let book = self.server.get(&path).as_(&self.administrator).await;
        book.expect(200)["availableCopies"].as_i64().expect("a number")
    }

    /// The open borrowings of the student, and what the student owes.
    async fn standing(&self) -> (usize, f64) {
        let server = &self.server;
        let mine = server
            .get("/api/borrowings/my-borrowings")
            .as_(&self.student)
            .await;
        let summary = server.get("/api/borrowings/my-summary").as_(&self.student).await;
        let owed = summary.expect(200)["finesOutstanding"].as_f64();
        (mine.list().len(), owed.expect("an amount"))
    }
}

on_both_engines!(a_return_is_undone_with_its_fine);
async fn a_return_is_undone_with_its_fine(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let open = desk
        .server
        .get("/api/borrowings/my-borrowings")
        .as_(&desk.student)
        .await;
    let before = open.list()[0].clone();
    desk.give_back().await;
    assert_eq!((desk.standing().await, desk.on_shelf().await), ((0, 0.75), 1));
    desk.server.clock.advance(2 * MINUTE - 1);
    let undone = undo_return(&desk.server, &desk.administrator, &desk.borrowing).await;
    assert_eq!(undone.json["message"], "Return undone");
    let shown = undone.expect(200);
    assert_eq!(
        (&shown["status"], &shown["returnedDate"]),
        (&json!("overdue"), &Value::Null)
    );
    // The fine runs on, and nothing is owed.
    assert_eq!(
        (&shown["fineAmount"], &shown["fineOutstanding"]),
        (&json!(0.75), &json!(0.0))
    );
    assert_eq!((desk.standing().await, desk.on_shelf().await), ((1, 0.0), 0));
    let again = desk
        .server
        .get("/api/borrowings/my-borrowings")
        .as_(&desk.student)
        .await;
    assert_eq!(again.list()[0], before);
    // The second press finds it undone, and the book comes back as if for the first time.
    let second = undo_return(&desk.server, &desk.administrator, &desk.borrowing).await;
    assert_eq!(
        second.failure(),
        (409, "not_returned", "This book has not been returned")
    );
    desk.give_back().await;
    assert_eq!((desk.standing().await, desk.on_shelf().await), ((0, 0.75), 1));
    // A second return is undone like the first one.
    desk.server.clock.advance(1000);
    let undone = undo_return(&desk.server, &desk.administrator, &desk.borrowing).await;
    assert_eq!(undone.expect(200)["fineOutstanding"], 0.0);
    assert_eq!((desk.standing().await, desk.on_shelf().await), ((1, 0.0), 0));
    desk.give_back().await;
    // The report counts the fine once.
    let fines = desk
        .server
        .get("/api/admin/reports/fines")
        .as_(&desk.administrator)
        .await;
    assert_eq!(fines.expect(200)["charged"], 0.75, "{}", fines.text());
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(only_the_fine_of_the_return_is_reversed);
async fn only_the_fine_of_the_return_is_reversed(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let renew = format!("/api/borrowings/{}/renew", id(&desk.borrowing));
    let renewed = desk.server.post(&renew).as_(&desk.student).json(&json!({})).await;
    assert_eq!(renewed.expect(200)["fineCharged"], 0.75);
    desk.server.clock.advance(10 * DAY);
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let returned = desk.server.give_back(&administrator, &desk.borrowing).await;
    assert!(returned["fineAmount"].as_f64() > Some(0.75), "{returned}");
    let undone = undo_return(&desk.server, &administrator, &desk.borrowing).await;
    assert_eq!(undone.expect(200)["fineOutstanding"], 0.75);
    let again = desk.server.give_back(&administrator, &desk.borrowing).await;
    assert_eq!(again["fineAmount"], returned["fineAmount"]);
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(a_return_is_not_undone_too_late_or_by_somebody_else);
async fn a_return_is_not_undone_too_late_or_by_somebody_else(database: TestDatabase) {
    let desk = Desk::new(database).await;
    desk.give_back().await;
    let colleague = desk.server.administrator().await;
    let refused = undo_return(&desk.server, &colleague, &desk.borrowing).await;
    let message = "Someone else recorded this, and only they can undo it";
    assert_eq!(refused.failure(), (409, "undo_not_yours", message));
    let refused = undo_return(&desk.server, &desk.student, &desk.borrowing).await;
    assert_eq!(refused.status, 403);
    desk.server.clock.advance(2 * MINUTE);
    let refused = undo_return(&desk.server, &desk.administrator, &desk.borrowing).await;
    assert_eq!(
        refused.failure(),
        (409, "undo_too_late", "It is too late to undo this")
    );
    let unknown = json!({ "_id": "borrowing_99999" });
    assert_eq!(
        undo_return(&desk.server, &desk.administrator, &unknown)
            .await
            .status,
        404
    );
}

on_both_engines!(a_return_is_not_undone_after_something_followed_from_it);
async fn a_return_is_not_undone_after_something_followed_from_it(database: TestDatabase) {
    let desk = Desk::new(database).await;
    let (server, administrator) = (&desk.server, &desk.administrator);
    desk.give_back().await;
    let pay = format!("/api/admin/borrowings/{}/payments", id(&desk.borrowing));
    let paid = server
        .post(&pay)
        .as_(administrator)
        .json(&json!({ "amount": 0.25 }))
        .await;
    paid.expect(200);
    let refused = undo_return(server, administrator, &desk.borrowing).await;
    assert_eq!(refused.failure(), (409, "undo_overtaken", OVERTAKEN));

    // Another person has the copy, and has brought it back.
    let other = server.student().await;
    let book = server.book().await;
    let first = server.borrow(&desk.student, book.id).await;
    server.clock.advance(MINUTE);
    server.give_back(administrator, &first).await;
    let second = server.borrow(&other, book.id).await;
    let refused = undo_return(server, administrator, &first).await;
    assert_eq!(refused.failure().1, "undo_overtaken");
    server.clock.advance(1000);
    server.give_back(administrator, &second).await;
    let refused = undo_return(server, administrator, &first).await;
    assert_eq!(refused.failure().1, "undo_overtaken");

    // The person has another copy of the book.
    let book = server.book().copies(2).await;
    let first = server.borrow(&other, book.id).await;
    server.clock.advance(MINUTE);
    server.give_back(administrator, &first).await;
    server.borrow(&other, book.id).await;
    let refused = undo_return(server, administrator, &first).await;
    assert_eq!(refused.failure().1, "undo_overtaken");

    // The book was archived.
    let book = server.book().await;
    let first = server.borrow(&other, book.id).await;
    server.clock.advance(MINUTE);
    server.give_back(administrator, &first).await;
    let path = format!("/api/books/{}", book.id);
    server.delete(&path).as_(administrator).await.expect(200);
    let refused = undo_return(server, administrator, &first).await;
    assert_eq!(refused.failure().1, "undo_overtaken");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_return_is_undone_after_a_second_scan_but_not_after_a_change_of_the_currency);
async fn a_return_is_undone_after_a_second_scan_but_not_after_a_change_of_the_currency(
    database: TestDatabase,
) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().copies(1).await;
    let lent = server.borrow(&student, book.id).await;
    server.clock.advance(MINUTE);
    server.give_back(&administrator, &lent).await;
    // The copy is scanned once more: it did not move.
    let scanned = server
        .post("/api/desk/check-in")
        .as_(&administrator)
        .json(&json!({ "barcode": lent["copy"]["barcode"] }))
        .await;
    assert_eq!(scanned.expect(200)["outcome"], "in_house_use");
    undo_return(&server, &administrator, &lent).await.expect(200);

    server.clock.advance(MINUTE);
    server.give_back(&administrator, &lent).await;
    let path = "/api/admin/settings/library";
    let version = server.get(path).as_(&administrator).await.expect(200)["version"].clone();
    let form = json!({
        "name": "Library", "timeZone": "UTC", "currency": "BHD", "language": "en", "version": version,
    });
    let saved = server.put(path).as_(&administrator).json(&form).await;
    saved.expect(200);
    // The amounts of the loan's terms would become a tenth.
    let refused = undo_return(&server, &administrator, &lent).await;
    assert_eq!(refused.failure(), (409, "undo_overtaken", OVERTAKEN));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_borrowing_is_undone_as_if_it_had_not_happened);
async fn a_borrowing_is_undone_as_if_it_had_not_happened(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().await;
    let path = format!("/api/books/{}", book.id);
    let before = server.get(&path).as_(&student).await.expect(200).clone();
    let borrowing = server.borrow(&student, book.id).await;
    server.clock.advance(2 * MINUTE - 1);
    let undone = undo(&server, &student, &borrowing).await;
    assert_eq!(undone.json["message"], "Borrowing undone");
    assert_eq!(undone.expect(200), &Value::Null);
    let after = server.get(&path).as_(&student).await.expect(200).clone();
    assert_eq!(after, before);
    let history = server.get("/api/borrowings/my-history").as_(&student).await;
    assert_eq!(history.list(), [] as [Value; 0]);
    let second = undo(&server, &student, &borrowing).await;
    assert_eq!(second.failure().1, "borrowing_not_found");
    // Only borrowers rate.
    let rating = format!("{path}/rating");
    let rated = server
        .put(&rating)
        .as_(&student)
        .json(&json!({ "stars": 5 }))
        .await;
    assert_eq!(rated.failure().1, "never_borrowed");
    // The copy is lent again, and both are in the audit log.
    server.borrow(&student, book.id).await;
    let log = server
        .get("/api/admin/audit?action=borrowing.undone")
        .as_(&administrator)
        .await;
    assert_eq!(log.list()[0]["subject"], borrowing["_id"], "{}", log.text());
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_borrowing_is_not_undone_too_late_by_others_or_after_something_followed);
async fn a_borrowing_is_not_undone_too_late_by_others_or_after_something_followed(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let other = server.student().await;
    let book = server.book().copies(3).await;
    let borrowing = server.borrow(&student, book.id).await;
    assert_eq!(
        undo(&server, &other, &borrowing).await.failure().1,
        "borrowing_not_found"
    );
    assert_eq!(
        undo(&server, &administrator, &borrowing).await.failure().1,
        "undo_not_yours"
    );
    let rating = format!("/api/books/{}/rating", book.id);
    let rated = server
        .put(&rating)
        .as_(&student)
        .json(&json!({ "stars": 5 }))
        .await;
    rated.expect(200);
    assert_eq!(
        undo(&server, &student, &borrowing).await.failure().1,
        "undo_overtaken"
    );
    server.delete(&rating).as_(&student).await.expect(200);
    server.clock.advance(2 * MINUTE);
    assert_eq!(
        undo(&server, &student, &borrowing).await.failure().1,
        "undo_too_late"
    );
    server.give_back(&administrator, &borrowing).await;
    assert_eq!(
        undo(&server, &student, &borrowing).await.failure().1,
        "already_returned"
    );

    // What the desk has lent is undone at the desk. A person who had the book before may have rated it.
    let copies = server
        .get(&format!("/api/books/{}/copies", book.id))
        .as_(&administrator)
        .await;
    let form = json!({ "user": student.id, "barcode": copies.list()[1]["barcode"] });
    let lent = server
        .post("/api/desk/check-out")
        .as_(&administrator)
        .json(&form)
        .await;
    let lent = lent.expect(201).clone();
    let rated = server
        .put(&rating)
        .as_(&student)
        .json(&json!({ "stars": 4 }))
        .await;
    rated.expect(200);
    assert_eq!(undo(&server, &student, &lent).await.failure().1, "undo_not_yours");
    undo(&server, &administrator, &lent).await.expect(200);
    assert_eq!(server.violations().await, []);
}
