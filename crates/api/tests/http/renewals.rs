//! Renewals: by the borrower, one by one or all at once, and by staff.

use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_testkit::{DAY, Identity, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

use super::blocks::block;

/// A server with a student who borrowed a book on Monday, 2 March, until 16 March.
struct Shelf {
    server: Server,
    administrator: Identity,
    student: Identity,
    borrowing: Value,
}

impl Shelf {
    async fn new(database: TestDatabase) -> Shelf {
        let server = Server::start(database).await;
        server.travel_to("2026-03-02T10:00:00Z");
        let (administrator, student) = (server.administrator().await, server.student().await);
        let borrowing = server.borrow(&student, server.book().await.id).await;
        Shelf {
            server,
            administrator,
            student,
            borrowing,
        }
    }

    /// Moves the clock, and signs both in again.
    async fn on(&mut self, instant: &str) {
        self.server.travel_to(instant);
        self.student = self.server.sign_in_again(&self.student).await;
        self.administrator = self.server.sign_in_again(&self.administrator).await;
    }

    async fn renew(&self, person: &Identity) -> carrel_testkit::Answer {
        renew(&self.server, person, &self.borrowing).await
    }
}

async fn renew(server: &Server, person: &Identity, borrowing: &Value) -> carrel_testkit::Answer {
    let id = borrowing["_id"].as_str().expect("an id");
    server
        .post(&format!("/api/borrowings/{id}/renew"))
        .as_(person)
        .await
}

on_both_engines!(a_student_renews_as_often_as_the_terms_allow);
async fn a_student_renews_as_often_as_the_terms_allow(database: TestDatabase) {
    let mut shelf = Shelf::new(database).await;
    assert_eq!(
        (&shelf.borrowing["renewals"], &shelf.borrowing["renewalsLeft"]),
        (&json!(0), &json!(2))
    );
    shelf.on("2026-03-10T10:00:00Z").await;
    for (due_on, renewals, left) in [("2026-03-30", 1, 1), ("2026-04-13", 2, 0)] {
        let renewed = shelf.renew(&shelf.student).await;
        let message = renewed.json["message"].clone();
        let renewed = renewed.expect(200);
        assert_eq!(
            (message, &renewed["dueOn"]),
            (json!("Book renewed successfully!"), &json!(due_on))
        );
        assert_eq!(renewed["dueDate"], format!("{due_on}T23:59:59.000Z"));
        assert_eq!(
            (&renewed["renewals"], &renewed["renewalsLeft"]),
            (&json!(renewals), &json!(left))
        );
        let renewed_date = renewed["renewedDate"].as_str().expect("an instant");
        assert!(renewed_date.starts_with("2026-03-10T10:0"), "{renewed_date}");
        assert_eq!(
            (&renewed["status"], &renewed["fineAmount"]),
            (&json!("active"), &json!(0.0))
        );
    }
    let refused = shelf.renew(&shelf.student).await;
    let words = "This book has no renewals left";
    assert_eq!(refused.failure(), (409, "no_renewals_left", words));
    assert_eq!(
        refused.json["refusals"],
        json!([{ "code": "no_renewals_left", "message": words, "values": { "allowed": 2 }, "overridable": true }])
    );
    let mine = shelf
        .server
        .get("/api/borrowings/my-borrowings")
        .as_(&shelf.student)
        .await;
    assert_eq!(mine.list()[0]["dueOn"], "2026-04-13");
    let events: Vec<(String, String)> = shelf
        .server
        .database()
        .rows("SELECT from_due_on, to_due_on FROM renewals ORDER BY from_due_on")
        .await;
    let days = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(
        events,
        [days("2026-03-16", "2026-03-30"), days("2026-03-30", "2026-04-13")]
    );
    assert_eq!(shelf.server.violations().await, []);
}

on_both_engines!(a_late_renewal_charges_the_days_until_today);
async fn a_late_renewal_charges_the_days_until_today(database: TestDatabase) {
    let mut shelf = Shelf::new(database).await;
    shelf.on("2026-03-20T10:00:00Z").await;
    let renewed = shelf.renew(&shelf.student).await;
    let renewed = renewed.expect(200);
    assert_eq!(renewed["fineCharged"], 0.75);
    // Four days late, one of them grace; the new period starts today.
    assert_eq!(
        (
            &renewed["dueOn"],
            &renewed["status"],
            &renewed["fineAmount"],
            &renewed["fineOutstanding"]
        ),
        (&json!("2026-04-03"), &json!("active"), &json!(0.75), &json!(0.75))
    );
    shelf.on("2026-04-05T10:00:00Z").await;
    let back = shelf
        .server
        .give_back(&shelf.administrator, &shelf.borrowing)
        .await;
    assert_eq!(back["fineAmount"], 1.0, "two days late again, one of them grace");
    assert_eq!(shelf.server.violations().await, []);
}

on_both_engines!(each_reason_against_a_renewal_has_its_own_message);
async fn each_reason_against_a_renewal_has_its_own_message(database: TestDatabase) {
    let mut shelf = Shelf::new(database).await;
    let other = shelf.server.student().await;
    let refused = shelf.renew(&other).await;
    assert_eq!(
        refused.failure(),
        (404, "borrowing_not_found", "Borrowing not found")
    );
    let refused = shelf
        .server
        .post("/api/borrowings/0/renew")
        .as_(&shelf.student)
        .await;
    assert_eq!(
        refused.failure(),
        (404, "borrowing_not_found", "Borrowing not found")
    );

    shelf.server.rule("latest_due_date", "2026-03-16").await;
    let refused = shelf.renew(&shelf.student).await;
    let words = "A renewal now would not give a later due date";
    assert_eq!(refused.failure(), (409, "due_date_not_later", words));
    shelf.server.change_settings("DELETE FROM policies").await;

    let (server, administrator) = (&shelf.server, &shelf.administrator);
    block(server, administrator, &shelf.student, Some("Lost books")).await;
    let words = "Your account is blocked. Please contact the library.";
    assert_eq!(
        shelf.renew(&shelf.student).await.failure(),
        (409, "account_blocked", words)
    );
    block(server, administrator, &shelf.student, None).await;

    let database = shelf.server.database();
    let lose = "UPDATE copies SET state = 'lost' WHERE state = 'on_loan'";
    database.sql(lose).await.expect("a lost copy");
    for (person, words) in [
        (&shelf.student, "This copy is lost. Please contact the library."),
        (&shelf.administrator, "This copy is lost"),
    ] {
        assert_eq!(shelf.renew(person).await.failure(), (409, "copy_lost", words));
    }
    let find = "UPDATE copies SET state = 'on_loan' WHERE state = 'lost'";
    database.sql(find).await.expect("a found copy");

    shelf
        .server
        .give_back(&shelf.administrator, &shelf.borrowing)
        .await;
    let refused = shelf.renew(&shelf.student).await;
    assert_eq!(
        refused.failure(),
        (409, "borrowing_not_open", "This book was already returned")
    );

    // The terms of the loan decide when renewal becomes possible.
    shelf.server.rule("no_renewal_before_days", "3").await;
    shelf.server.rule("renewals_allowed", "0").await;
    let borrowing = shelf
        .server
        .borrow(&shelf.student, shelf.server.book().await.id)
        .await;
    let refused = renew(&shelf.server, &shelf.student, &borrowing).await;
    let codes: Vec<&str> = refused.errors().iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["no_renewals_left", "too_early"]);
    assert_eq!(
        refused.errors()[1].1,
        "This book can be renewed from Mar 13, 2026"
    );
    assert_eq!(refused.errors()[0].1, "This book cannot be renewed");
    assert_eq!(shelf.server.violations().await, []);
    shelf.on("2026-03-13T10:00:00Z").await;
    let refused = renew(&shelf.server, &shelf.student, &borrowing).await;
    let codes: Vec<&str> = refused.errors().iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["no_renewals_left"]);
}

on_both_engines!(staff_renew_for_any_person_and_override_refusals);
async fn staff_renew_for_any_person_and_override_refusals(database: TestDatabase) {
    let mut shelf = Shelf::new(database).await;
    shelf.on("2026-03-10T10:00:00Z").await;
    for _ in 0..2 {
        shelf.renew(&shelf.administrator).await.expect(200);
    }
    let path = format!(
        "/api/borrowings/{}/renew",
        shelf.borrowing["_id"].as_str().expect("an id")
    );
    let aside = |code: &str| json!({ "overrides": [{ "code": code, "comment": "For the thesis" }] });
    let send = async |person: &Identity, form: Value| shelf.server.post(&path).as_(person).json(&form).await;
    let refused = send(&shelf.student, aside("no_renewals_left")).await;
    let words = "You do not have permission to perform this action.";
    assert_eq!(refused.failure(), (403, "not_allowed", words));
    let refused = send(&shelf.administrator, aside("too_early")).await;
    assert_eq!(refused.status, 409);
    let refused = send(&shelf.administrator, aside("rain")).await;
    assert_eq!(
        refused.errors(),
        [("overrides.0.code", "There is no such reason to refuse")]
    );
    let renewed = send(&shelf.administrator, aside("no_renewals_left")).await;
    let renewed = renewed.expect(200);
    assert_eq!(
        (&renewed["dueOn"], &renewed["renewals"]),
        (&json!("2026-04-27"), &json!(3))
    );
    let recorded: Vec<(i64, String)> = shelf
        .server
        .database()
        .rows("SELECT actor_id, overrides FROM renewals WHERE overrides IS NOT NULL")
        .await;
    let overrides = json!([{ "code": "no_renewals_left", "comment": "For the thesis" }]);
    assert_eq!(
        recorded,
        [(shelf.administrator.id.number(), overrides.to_string())]
    );
}

on_both_engines!(renew_all_renews_every_renewable_borrowing);
async fn renew_all_renews_every_renewable_borrowing(database: TestDatabase) {
    let mut shelf = Shelf::new(database).await;
    shelf.on("2026-03-04T10:00:00Z").await;
    let second = shelf
        .server
        .borrow(&shelf.student, shelf.server.book().await.id)
        .await;
    for _ in 0..2 {
        shelf.renew(&shelf.student).await.expect(200);
    }
    let all = shelf
        .server
        .post("/api/borrowings/renew-all")
        .as_(&shelf.student)
        .await;
    let all = all.expect(200);
    assert_eq!(all["renewed"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&all["renewed"][0]["_id"], &all["renewed"][0]["dueOn"]),
        (&second["_id"], &json!("2026-04-01"))
    );
    assert_eq!(all["renewed"][0]["fineCharged"], 0.0);
    assert_eq!(all["refused"][0]["borrowing"]["_id"], shelf.borrowing["_id"]);
    assert_eq!(all["refused"][0]["refusals"][0]["code"], "no_renewals_left");
    // Without borrowings nothing is renewed, and nothing is refused.
    let nobody = shelf.server.student().await;
    let none = shelf.server.post("/api/borrowings/renew-all").as_(&nobody).await;
    assert_eq!(none.expect(200), &json!({ "renewed": [], "refused": [] }));
    assert_eq!(shelf.server.violations().await, []);
}

on_both_engines!(no_concurrent_renewal_or_return_is_lost);
async fn no_concurrent_renewal_or_return_is_lost(database: TestDatabase) {
    let shelf = Shelf::new(database).await;
    shelf.server.clock.advance(DAY);
    for with_return in [false, true, false, true, true] {
        let borrowing = shelf
            .server
            .borrow(&shelf.student, shelf.server.book().await.id)
            .await;
        let renewals = (0..4).map(|_| renew(&shelf.server, &shelf.student, &borrowing));
        let renewals = futures_util::future::join_all(renewals);
        let returning = async {
            if with_return {
                let returned = shelf.server.give_back(&shelf.administrator, &borrowing).await;
                assert_eq!(returned["status"], "returned");
            }
        };
        let (renewals, ()) = futures_util::future::join(renewals, returning).await;
        let done = renewals.iter().filter(|answer| answer.status == 200).count();
        if with_return {
            assert!(done <= 2, "two renewals are allowed, {done} were made");
        } else {
            assert_eq!(done, 2, "two renewals are allowed");
        }
        let id: BorrowingId = id_of(&borrowing);
        let events = format!(
            "SELECT count(*) FROM renewals WHERE borrowing_id = {}",
            id.number()
        );
        let events = shelf.server.database().integer(&events).await;
        assert_eq!(events, i64::try_from(done).expect("a count"));
        if !with_return {
            shelf.server.give_back(&shelf.administrator, &borrowing).await;
        }
    }
    assert_eq!(shelf.server.violations().await, []);
}
