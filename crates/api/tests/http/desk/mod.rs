//! The desk: lending a given copy to a given person, and taking a copy back from any borrower.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_testkit::{DAY, Identity, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

use super::catalogue::copies;

mod check_in;

const CHECK_OUT: &str = "/api/desk/check-out";
const CHECK_IN: &str = "/api/desk/check-in";

/// A server with an administrator, at ten on a Monday.
struct Desk {
    server: Server,
    administrator: Identity,
}

impl Desk {
    async fn open(database: TestDatabase) -> Desk {
        let server = Server::start(database).await;
        server.travel_to("2026-03-02T10:00:00Z");
        let administrator = server.administrator().await;
        Desk {
            server,
            administrator,
        }
    }

    async fn send(&self, path: &str, form: Value) -> carrel_testkit::Answer {
        self.server.post(path).as_(&self.administrator).json(&form).await
    }

    /// The barcodes of a new book's copies.
    async fn barcodes(&self, number: i64) -> (BookId, Vec<String>) {
        let book = self.server.book().copies(number).await;
        let list = copies(&self.server, &self.administrator, book.id).await;
        let barcodes = list.list().iter().map(|copy| text(&copy["barcode"])).collect();
        (book.id, barcodes)
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

on_both_engines!(the_desk_lends_this_copy_to_this_person_and_takes_it_back);
async fn the_desk_lends_this_copy_to_this_person_and_takes_it_back(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let (book_id, barcodes) = desk.barcodes(3).await;
    // The last copy, although the policies would choose the first; scanned with blanks and in upper case.
    let scanned = format!("  {}  ", barcodes[2].to_uppercase());
    let lent = desk
        .send(CHECK_OUT, json!({ "user": student.id, "barcode": scanned }))
        .await;
    let lent = lent.expect(201).clone();
    assert_eq!(lent["copy"]["barcode"], barcodes[2].as_str());
    assert_eq!(lent["user"]["_id"], student.id.to_string());
    assert_eq!(lent["dueOn"], "2026-03-16");
    let lent_by: Vec<(i64,)> = desk
        .server
        .database()
        .rows("SELECT lent_by FROM borrowings")
        .await;
    assert_eq!(lent_by, [(desk.administrator.id.number(),)]);
    // The borrowing is in the person's own list.
    let mine = desk
        .server
        .get("/api/borrowings/my-borrowings")
        .as_(&student)
        .await;
    assert_eq!(mine.list()[0]["_id"], lent["_id"]);

    let back = desk.send(CHECK_IN, json!({ "barcode": barcodes[2] })).await;
    let back = back.expect(200);
    assert_eq!(back["outcome"], "returned");
    assert_eq!(back["borrowing"]["_id"], lent["_id"]);
    assert_eq!(back["borrowing"]["status"], "returned");
    assert_eq!(
        (&back["fine"], &back["copy"]["state"]),
        (&Value::Null, &json!("available"))
    );
    let book = desk
        .server
        .get(&format!("/api/books/{book_id}"))
        .as_(&student)
        .await;
    assert_eq!(book.expect(200)["availableCopies"], 3);
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(a_person_is_found_by_id_card_and_student_id);
async fn a_person_is_found_by_id_card_and_student_id(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let profile = desk.server.get("/api/auth/me").as_(&student).await;
    let student_id = text(&profile.expect(200)["studentId"]);
    for (card, ended) in [("C-0001", "1"), ("C-0002", "NULL")] {
        let sql = format!(
            "INSERT INTO cards (barcode_key, barcode, user_id, issued_at, ended_at) \
             VALUES ('{}', '{card}', {}, 0, {ended})",
            card.to_lowercase(),
            student.id.number()
        );
        desk.server.database().sql(&sql).await.expect("a card");
    }
    let (_, barcodes) = desk.barcodes(1).await;
    for user in [
        student.id.to_string().as_str(),
        &format!(" {} ", student.id),
        &student_id,
        &format!(" {student_id} "),
        "c-0002",
    ] {
        let lent = desk
            .send(CHECK_OUT, json!({ "user": user, "barcode": barcodes[0] }))
            .await;
        assert_eq!(lent.expect(201)["user"]["_id"], student.id.to_string(), "{user}");
        desk.send(CHECK_IN, json!({ "barcode": barcodes[0] }))
            .await
            .expect(200);
    }
    // A replaced card, an unknown one, and texts that are no id of a person.
    let number = student.id.number();
    for user in [
        "C-0001",
        "C-0003",
        "user_0",
        "user_99999999999999999999",
        &number.to_string(),
        &format!("user_0{number}"),
        &format!("user_+{number}"),
        &format!("USER_{number}"),
        &format!("user{number}"),
        &format!("book_{number}"),
    ] {
        let refused = desk
            .send(CHECK_OUT, json!({ "user": user, "barcode": barcodes[0] }))
            .await;
        let words = "No person has this card or student ID";
        assert_eq!(refused.failure(), (404, "unknown_user", words), "{user}");
    }
    let refused = desk
        .send(CHECK_OUT, json!({ "user": student.id, "barcode": "4711" }))
        .await;
    assert_eq!(
        refused.failure(),
        (404, "unknown_barcode", "No copy has this barcode")
    );
    let refused = desk.send(CHECK_IN, json!({ "barcode": "4711" })).await;
    assert_eq!(
        refused.failure(),
        (404, "unknown_barcode", "No copy has this barcode")
    );
}

on_both_engines!(every_refusal_is_shown_and_staff_override_some);
async fn every_refusal_is_shown_and_staff_override_some(database: TestDatabase) {
    let desk = Desk::open(database).await;
    desk.server.rule("loans_allowed", "1").await;
    desk.server.rule("block_on_overdue", "true").await;
    let student = desk.server.student().await;
    let (_, first) = desk.barcodes(1).await;
    let (_, second) = desk.barcodes(1).await;
    let lent = desk
        .send(CHECK_OUT, json!({ "user": student.id, "barcode": first[0] }))
        .await;
    lent.expect(201);
    desk.server.clock.advance(16 * DAY);
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let expired = format!(
        "UPDATE users SET expires_on = '2026-03-17' WHERE id = {}",
        student.id.number()
    );
    desk.server.database().sql(&expired).await.expect("an expiry day");
    let ask = async |form: Value| desk.server.post(CHECK_OUT).as_(&administrator).json(&form).await;

    let refused = ask(json!({ "user": student.id, "barcode": second[0] })).await;
    assert_eq!(
        refused.failure(),
        (409, "membership_expired", "The membership ended on Mar 17, 2026")
    );
    let reasons = [
        (
            "membership_expired",
            "The membership ended on Mar 17, 2026",
            json!({ "expiredOn": "2026-03-17" }),
        ),
        (
            "overdue_borrowings",
            "This person has an overdue book",
            json!({ "count": 1 }),
        ),
        (
            "borrowing_limit_reached",
            "This person has reached the limit of 1 borrowed book",
            json!({ "current": 1, "limit": 1 }),
        ),
    ];
    let reasons = reasons.map(|(code, message, values)| {
        json!({ "code": code, "message": message, "values": values, "overridable": true })
    });
    assert_eq!(refused.json["refusals"], json!(reasons));

    // An override applies to one refusal.
    let aside = |code: &str| json!({ "code": code, "comment": " The head teacher asked for it. " });
    let some =
        json!({ "user": student.id, "barcode": second[0], "overrides": [aside("membership_expired")] });
    let refused = ask(some).await;
    assert_eq!(refused.json["refusals"], json!(reasons[1..]));
    let all = [
        "membership_expired",
        "overdue_borrowings",
        "borrowing_limit_reached",
    ]
    .map(aside);
    let lent = ask(json!({ "user": student.id, "barcode": second[0], "overrides": all })).await;
    let id: BorrowingId = id_of(lent.expect(201));
    let audit: Vec<(String,)> = desk
        .server
        .database()
        .rows(&format!(
            "SELECT after_state FROM audit WHERE entity = 'borrowing' AND entity_id = {}",
            id.number()
        ))
        .await;
    let recorded: Value = serde_json::from_str(&audit[0].0).expect("JSON");
    assert_eq!(
        recorded["overrides"][0],
        json!({ "code": "membership_expired", "comment": "The head teacher asked for it." })
    );

    // Refusals that staff may not override remain.
    let other = desk.server.student().await;
    let again = json!({ "user": other.id, "barcode": second[0], "overrides": [aside("copy_not_available")] });
    let refused = ask(again).await;
    assert_eq!(
        refused.failure(),
        (409, "copy_not_available", "This copy is on loan")
    );
    assert_eq!(refused.json["refusals"][0]["overridable"], false);
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(staff_set_another_due_day);
async fn staff_set_another_due_day(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let (_, barcodes) = desk.barcodes(1).await;
    let lend = async |due_on: Value| {
        let form = json!({ "user": student.id, "barcode": barcodes[0], "dueOn": due_on });
        desk.send(CHECK_OUT, form).await
    };
    for (due_on, words) in [
        (
            "2026-03-01",
            "The due day must be today or later, within two years",
        ),
        (
            "2028-03-02",
            "The due day must be today or later, within two years",
        ),
        ("2026-02-30", "A date looks like 2026-12-24"),
    ] {
        let refused = lend(json!(due_on)).await;
        assert_eq!(refused.failure(), (422, "validation", words), "{due_on}");
        assert_eq!(refused.errors(), [("dueOn", words)], "{due_on}");
    }
    // The shortest loan ends today; a null means no due day is set.
    for (due_on, expected) in [
        (json!("2026-03-02"), "2026-03-02"),
        (json!("2028-03-01"), "2028-03-01"),
        (Value::Null, "2026-03-16"),
    ] {
        assert_eq!(lend(due_on).await.expect(201)["dueOn"], expected);
        desk.send(CHECK_IN, json!({ "barcode": barcodes[0] }))
            .await
            .expect(200);
    }
}

on_both_engines!(in_the_last_second_of_a_day_nothing_can_be_due_on_it);
async fn in_the_last_second_of_a_day_nothing_can_be_due_on_it(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let (_, lent_barcodes) = desk.barcodes(1).await;
    let (_, barcodes) = desk.barcodes(1).await;
    let lend = async |barcode: &str, due_on: Value| {
        let form = json!({ "user": student.id, "barcode": barcode, "dueOn": due_on });
        desk.send(CHECK_OUT, form).await
    };
    desk.server.travel_to("2026-03-02T23:59:58.999Z");
    let borrowing = lend(&lent_barcodes[0], json!("2026-03-02")).await;
    assert_eq!(borrowing.expect(201)["dueDate"], "2026-03-02T23:59:59.000Z");
    for instant in ["2026-03-02T23:59:59.000Z", "2026-03-02T23:59:59.500Z"] {
        desk.server.travel_to(instant);
        let refused = lend(&barcodes[0], json!("2026-03-02")).await;
        let words = "The last day of lending is over";
        assert_eq!(refused.failure(), (409, "due_already", words), "{instant}");
    }
    // The last day of lending is over, but staff have set another day.
    desk.server.rule("latest_due_date", "2026-03-02").await;
    let refused = lend(&barcodes[0], Value::Null).await;
    assert_eq!(refused.failure().1, "due_already");
    let borrowing = lend(&barcodes[0], json!("2026-03-03")).await;
    assert_eq!(borrowing.expect(201)["dueOn"], "2026-03-03");
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(forms_of_the_desk_are_validated);
async fn forms_of_the_desk_are_validated(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let refused = desk.send(CHECK_OUT, json!({})).await;
    assert_eq!(
        refused.errors(),
        [
            ("user", "Please scan or enter the person's card"),
            ("barcode", "Please scan or enter the barcode of the copy"),
        ]
    );
    let overrides = json!([
        { "code": "fire", "comment": "It burns" }, { "code": "account_blocked", "comment": "  " },
        { "code": "account_blocked", "comment": "a\u{7}b" },
    ]);
    let form = json!({ "user": "1", "barcode": "2", "overrides": overrides });
    assert_eq!(
        desk.send(CHECK_OUT, form).await.errors(),
        [
            ("overrides.0.code", "There is no such reason to refuse"),
            ("overrides.1.comment", "Please give the reason"),
            (
                "overrides.2.comment",
                "This contains characters that are not allowed"
            ),
        ]
    );
    let refused = desk
        .send(CHECK_IN, json!({ "barcode": " ", "returnedAt": "yesterday" }))
        .await;
    assert_eq!(
        refused.errors(),
        [
            ("barcode", "Please scan or enter the barcode of the copy"),
            ("returnedAt", "A time looks like 2026-12-24T16:30:00Z"),
        ]
    );
    // A misspelt field is not ignored: the return would be charged as if it were late.
    for (path, form) in [
        (
            CHECK_IN,
            json!({ "barcode": "1", "returnedat": "2026-03-02T10:00:00Z" }),
        ),
        (CHECK_OUT, json!({ "user": "1", "barcode": "2", "override": [] })),
        ("/api/admin/borrowings/1/payments", json!({ "Amount": 0.5 })),
        ("/api/admin/borrowings/1/waivers", json!({ "Note": "Ill" })),
    ] {
        let refused = desk.send(path, form).await;
        assert_eq!(
            (refused.status, refused.failure().1),
            (400, "malformed_json"),
            "{path}"
        );
    }
}

on_both_engines!(what_happens_to_a_copy_is_in_order_when_the_clock_goes_back);
async fn what_happens_to_a_copy_is_in_order_when_the_clock_goes_back(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let (first, second) = (desk.server.student().await, desk.server.student().await);
    let (_, barcodes) = desk.barcodes(1).await;
    let clock = [
        "2026-03-03T10:00:00Z",
        "2026-03-03T09:59:59Z",
        "2026-03-03T09:59:58Z",
    ];
    desk.server.travel_to(clock[0]);
    let form = json!({ "user": first.id, "barcode": barcodes[0] });
    let lent = desk.send(CHECK_OUT, form).await.expect(201).clone();
    desk.server.travel_to(clock[1]);
    let renew = format!("/api/borrowings/{}/renew", lent["_id"].as_str().expect("an id"));
    desk.send(&renew, json!({})).await.expect(200);
    desk.server.travel_to(clock[2]);
    let returned = desk.send(CHECK_IN, json!({ "barcode": barcodes[0] })).await;
    assert_eq!(
        returned.expect(200)["borrowing"]["returnedDate"],
        "2026-03-03T10:00:00.000Z"
    );
    let form = json!({ "user": second.id, "barcode": barcodes[0] });
    let next = desk.send(CHECK_OUT, form).await;
    assert_eq!(next.expect(201)["borrowedDate"], "2026-03-03T10:00:00.000Z");
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(of_concurrent_check_outs_of_one_copy_one_succeeds);
async fn of_concurrent_check_outs_of_one_copy_one_succeeds(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let mut students = Vec::new();
    for _ in 0..8 {
        students.push(desk.server.student().await);
    }
    for _ in 0..10 {
        let (_, barcodes) = desk.barcodes(1).await;
        let calls = students.iter().map(|student| {
            let form = json!({ "user": student.id, "barcode": barcodes[0] });
            desk.send(CHECK_OUT, form)
        });
        let answers = futures_util::future::join_all(calls).await;
        let lent = answers.iter().filter(|answer| answer.status == 201).count();
        let refused = answers.iter().filter(|answer| answer.status == 409).count();
        assert_eq!((lent, refused), (1, 7));
        // One of several simultaneous scans ends the borrowing; the others find the copy on the shelf, or about to be.
        let scans = (0..4).map(|_| desk.send(CHECK_IN, json!({ "barcode": barcodes[0] })));
        let scans = futures_util::future::join_all(scans).await;
        let returned = scans
            .iter()
            .filter(|scan| scan.json["data"]["outcome"] == "returned")
            .count();
        assert_eq!(returned, 1);
        assert!(scans.iter().all(|scan| [200, 409].contains(&scan.status)));
    }
    assert_eq!(desk.server.violations().await, []);
}
