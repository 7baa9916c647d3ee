//! Late returns: fines, returns, payments, waivers.

use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, DAY, HOUR, Identity, Server, TestDatabase, id_of, on_both_engines};
use serde_json::{Value, json};

fn id(thing: &Value) -> &str {
    thing["_id"].as_str().expect("an id")
}

async fn try_to_return(server: &Server, administrator: &Identity, borrowing_id: &str) -> Answer {
    let path = format!("/api/admin/borrowings/{borrowing_id}/return");
    server.put(&path).as_(administrator).await
}

/// Records a payment or a waiver.
async fn settle(
    server: &Server,
    administrator: &Identity,
    kind: &str,
    borrowing: &Value,
    form: Value,
) -> Answer {
    let path = format!("/api/admin/borrowings/{}/{kind}", id(borrowing));
    server.post(&path).as_(administrator).json(&form).await
}

/// The money of a borrowing: amount, whether it is paid, what is outstanding.
fn money(borrowing: &Value) -> (f64, bool, f64) {
    let dollars = |field: &str| borrowing[field].as_f64().expect("dollars");
    let paid = borrowing["finePaid"].as_bool().expect("a flag");
    (dollars("fineAmount"), paid, dollars("fineOutstanding"))
}

/// A student's borrowing that is returned this many days late.
async fn returned_late(server: &Server, administrator: &Identity, days: i64) -> Value {
    let student = server.student().await;
    let book = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let borrowing = server.borrow(&student, book.id).await;
    server.clock.advance((1 + days) * DAY);
    server.give_back(administrator, &borrowing).await
}

on_both_engines!(a_borrowing_is_overdue_after_its_due_day);
async fn a_borrowing_is_overdue_after_its_due_day(database: TestDatabase) {
    let server = Server::start(database).await;
    server.set("time_zone", "America/New_York").await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(10))
        .await;
    let borrowing = server.borrow(&student, book.id).await;
    assert_eq!(borrowing["dueDate"], "2026-03-13T03:59:59.000Z");
    // Across the change to summer time: days are the library's days, not 24 hours.
    for (now, status, days, fine) in [
        ("2026-03-13T03:59:59Z", "active", 0, 0.0),
        ("2026-03-13T04:00:00Z", "overdue", 1, 0.0),
        ("2026-03-14T03:59:59Z", "overdue", 1, 0.0),
        ("2026-03-14T04:00:00Z", "overdue", 2, 0.25),
        ("2026-03-15T04:00:00Z", "overdue", 3, 0.5),
        ("2026-03-16T03:59:00Z", "overdue", 3, 0.5),
    ] {
        server.travel_to(now);
        let mine = server.get("/api/borrowings/my-borrowings").as_(&student).await;
        let shown = &mine.list()[0];
        assert_eq!(shown["status"], status, "{now}");
        assert_eq!(shown["daysOverdue"], days, "{now}");
        // A running fine is not outstanding yet.
        assert_eq!(money(shown), (fine, false, 0.0), "{now}");
        let book = server.get(&format!("/api/books/{}", book.id)).as_(&student).await;
        assert_eq!(
            book.expect(200)["viewer"]["myBorrowing"]["status"],
            status,
            "{now}"
        );
        let stats = server.get("/api/admin/stats").as_(&administrator).await;
        assert_eq!(
            stats.expect(200)["overdueBooks"],
            i64::from(status == "overdue"),
            "{now}"
        );
    }
    let stored = "SELECT count(*) FROM ledger";
    assert_eq!(server.database().integer(stored).await, 0);
}

on_both_engines!(a_return_charges_the_fine);
async fn a_return_charges_the_fine(database: TestDatabase) {
    let server = Server::start(database).await;
    // Days late, and the fine: a day of grace, a quarter for each further day, at most ten dollars.
    for (days, fine) in [(0, 0.0), (1, 0.0), (2, 0.25), (5, 1.0), (41, 10.0), (300, 10.0)] {
        let (student, book) = (server.student().await, server.book().await);
        let borrowing = server.borrow(&student, book.id).await;
        server.clock.advance((14 + days) * DAY + HOUR);
        let administrator = server.administrator().await;
        let answer = try_to_return(&server, &administrator, id(&borrowing)).await;
        let returned = answer.expect(200);
        assert_eq!(answer.json["message"], "Book returned successfully!");
        assert_eq!(returned["status"], "returned");
        assert_eq!(returned["daysOverdue"], 0);
        assert_eq!(money(returned), (fine, false, fine), "{days} days");
        let now = server.clock.now();
        assert_eq!(returned["returnedDate"], format!("{now:.3}"));
        let copies = server
            .get(&format!("/api/books/{}/copies", book.id))
            .as_(&administrator)
            .await;
        assert_eq!(copies.column("state"), ["available"]);

        // A second return changes nothing.
        server.clock.advance(DAY);
        let again = try_to_return(&server, &administrator, id(&borrowing)).await;
        let words = "This book has already been returned";
        assert_eq!(again.failure(), (409, "already_returned", words));
        let path = format!("/api/admin/borrowings/user/{}", student.id);
        let person = server.get(&path).as_(&administrator).await;
        assert_eq!(&person.list()[0], returned);
        // The return is final: the copy is available to the next borrower.
        let shown = server
            .get(&format!("/api/books/{}", book.id))
            .as_(&administrator)
            .await;
        assert_eq!(shown.expect(200)["availableCopies"], 1);
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_fine_follows_the_rules_under_which_the_book_was_lent);
async fn a_fine_follows_the_rules_under_which_the_book_was_lent(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let old = server.borrow(&student, server.book().await.id).await;
    for (name, value) in [
        ("fine_per_period", "100"),
        ("grace_days", "0"),
        ("fine_cap", "none"),
    ] {
        server.rule(name, value).await;
    }
    let new = server.borrow(&student, server.book().await.id).await;
    server.clock.advance(114 * DAY);
    let administrator = server.administrator().await;
    for (borrowing, fine) in [(&old, 10.0), (&new, 100.0)] {
        let path = format!("/api/admin/borrowings/user/{}?status=overdue", student.id);
        let person = server.get(&path).as_(&administrator).await;
        let running = person
            .list()
            .iter()
            .find(|shown| shown["_id"] == borrowing["_id"]);
        assert_eq!(money(running.expect("it is overdue")), (fine, false, 0.0));
        let returned = server.give_back(&administrator, borrowing).await;
        assert_eq!(money(&returned), (fine, false, fine));
    }
}

on_both_engines!(a_fine_is_paid_at_once_or_in_parts);
async fn a_fine_is_paid_at_once_or_in_parts(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let whole = returned_late(&server, &administrator, 5).await;
    assert_eq!(money(&whole), (1.0, false, 1.0));
    let answer = settle(&server, &administrator, "payments", &whole, json!({})).await;
    assert_eq!(answer.json["message"], "Payment recorded");
    assert_eq!(money(answer.expect(200)), (1.0, true, 0.0));
    for kind in ["payments", "waivers"] {
        let again = settle(&server, &administrator, kind, &whole, json!({ "note": "Again" })).await;
        let words = "Nothing is owed";
        assert_eq!(again.failure(), (409, "nothing_owed", words), "{kind}");
    }

    let administrator = server.administrator().await;
    let parts = returned_late(&server, &administrator, 5).await;
    for (kind, amount, owed) in [("payments", json!(0.35), 0.65), ("waivers", json!(0.6), 0.05)] {
        let form = json!({ "amount": amount, "note": "A part" });
        let answer = settle(&server, &administrator, kind, &parts, form).await;
        assert_eq!(money(answer.expect(200)), (1.0, false, owed), "{kind}");
    }
    let answer = settle(
        &server,
        &administrator,
        "payments",
        &parts,
        json!({ "amount": 0.06 }),
    )
    .await;
    let words = "Amount cannot exceed the amount owed";
    assert_eq!(answer.failure(), (422, "validation", words));
    assert_eq!(answer.errors(), [("amount", words)]);
    let answer = settle(
        &server,
        &administrator,
        "payments",
        &parts,
        json!({ "amount": 0.05 }),
    )
    .await;
    assert_eq!(money(answer.expect(200)), (1.0, true, 0.0));

    let waived = returned_late(&server, &administrator, 3).await;
    let note = json!({ "note": "  The library was flooded  " });
    let answer = settle(&server, &administrator, "waivers", &waived, note).await;
    assert_eq!(answer.json["message"], "Fine waived");
    assert_eq!(money(answer.expect(200)), (0.5, true, 0.0));
    let notes = "SELECT note FROM ledger WHERE kind = 'waiver' AND amount_minor = 50";
    let notes: Vec<(String,)> = server.database().rows(notes).await;
    assert_eq!(notes[0].0, "The library was flooded");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_amount_has_no_fraction_of_a_minor_unit);
async fn an_amount_has_no_fraction_of_a_minor_unit(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let borrowing = returned_late(&server, &administrator, 5).await;
    let too_precise = "Amount has too many decimal places";
    let positive = "Amount must be more than zero";
    let too_much = "Amount cannot exceed the amount owed";
    let too_large = "Amount is too large";
    for kind in ["payments", "waivers"] {
        for (amount, words) in [
            (json!(0), positive),
            (json!(-0.0), positive),
            (json!(-1), positive),
            (json!(1.01), too_much),
            (json!(70_000_000_000_000_i64), too_much),
            (json!(0.001), too_precise),
            (json!(1e-9), too_precise),
            (json!(0.1 + 0.2), too_precise),
            (json!(1e300), too_large),
            (json!(-1e300), too_large),
        ] {
            let form = json!({ "amount": amount, "note": "A reason" });
            let answer = settle(&server, &administrator, kind, &borrowing, form).await;
            assert_eq!(answer.failure(), (422, "validation", words), "{kind} {amount}");
            assert_eq!(answer.errors(), [("amount", words)], "{kind} {amount}");
        }
    }
    for (note, words) in [
        (json!(null), "Enter a reason for the waiver"),
        (json!("  "), "Enter a reason for the waiver"),
        (json!("x".repeat(501)), "Note cannot exceed 500 characters"),
        (json!("a\u{0}b"), "Note contains characters that are not allowed"),
    ] {
        let answer = settle(
            &server,
            &administrator,
            "waivers",
            &borrowing,
            json!({ "note": note }),
        )
        .await;
        assert_eq!(answer.failure(), (422, "validation", words), "{note}");
        assert_eq!(answer.errors(), [("note", words)], "{note}");
    }
    let answer = settle(
        &server,
        &administrator,
        "waivers",
        &borrowing,
        json!({ "note": "é".repeat(500) }),
    )
    .await;
    assert_eq!(money(answer.expect(200)), (1.0, true, 0.0));
}

on_both_engines!(a_running_fine_cannot_be_paid);
async fn a_running_fine_cannot_be_paid(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let borrowing = server.borrow(&student, server.book().await.id).await;
    server.clock.advance(20 * DAY);
    let administrator = server.administrator().await;
    let answer = settle(&server, &administrator, "payments", &borrowing, json!({})).await;
    assert_eq!(answer.failure().1, "nothing_owed");
}

on_both_engines!(a_person_s_sums_follow_the_ledger);
async fn a_person_s_sums_follow_the_ledger(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let mut late = Vec::new();
    for period in [1, 2, 3] {
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(period))
            .await;
        late.push(server.borrow(&student, book.id).await);
    }
    server.clock.advance(10 * DAY);
    let administrator = server.administrator().await;
    for borrowing in &late[..2] {
        server.give_back(&administrator, borrowing).await;
    }
    settle(&server, &administrator, "payments", &late[0], json!({}))
        .await
        .expect(200);
    settle(
        &server,
        &administrator,
        "waivers",
        &late[1],
        json!({ "amount": 0.5, "note": "Ill" }),
    )
    .await
    .expect(200);

    let history = server.get("/api/borrowings/my-history").as_(&student).await;
    assert_eq!(history.list().len(), 3);
    let totals = json!({
        "borrowings": 3, "returned": 2, "finesBooked": 3.75, "finesOutstanding": 1.25, "years": [2026],
    });
    assert_eq!(history.json["totals"], totals);
    let path = format!("/api/admin/users/{}", student.id);
    let person = server.get(&path).as_(&administrator).await;
    let person = person.expect(200);
    assert_eq!(
        (
            &person["balance"],
            &person["activeBorrowings"],
            &person["overdueBorrowings"]
        ),
        (&json!(1.25), &json!(1), &json!(1))
    );
}

on_both_engines!(a_charge_for_damage_leaves_the_overdue_fine_as_it_is);
async fn a_charge_for_damage_leaves_the_overdue_fine_as_it_is(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let borrowing = server.borrow(&student, server.book().await.id).await;
    let borrowing_id: BorrowingId = id_of(&borrowing);
    let person = student.id.number();
    for sql in [
        format!(
            "INSERT INTO ledger (id, user_id, borrowing_id, kind, reason, amount_minor, currency, at, actor_id) \
             VALUES (900000, {person}, {}, 'charge', 'damage', 950, 'USD', {}, {person})",
            borrowing_id.number(),
            server.clock.now_ms(),
        ),
        format!("INSERT INTO balances (user_id, amount_minor) VALUES ({person}, 950)"),
    ] {
        server.database().sql(&sql).await.expect("a charge for damage");
    }
    // Nine days late, of which one is free.
    server.clock.advance(23 * DAY);
    let mine = server.get("/api/borrowings/my-borrowings").as_(&student).await;
    assert_eq!(money(&mine.list()[0]), (11.5, false, 9.5));
    let returned = server.give_back(&administrator, &borrowing).await;
    assert_eq!(money(&returned), (11.5, false, 11.5));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(the_price_of_a_copy_limits_the_fine_of_a_renewal_and_of_the_return);
async fn the_price_of_a_copy_limits_the_fine_of_a_renewal_and_of_the_return(database: TestDatabase) {
    let server = Server::start(database).await;
    server.rule("cap_at_replacement_price", "true").await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let borrowing = server.borrow(&student, book.id).await;
    let price = "UPDATE copies SET price_minor = 150";
    server.database().sql(price).await.expect("a price");
    let shown = async || {
        let mine = server.get("/api/borrowings/my-borrowings").as_(&student).await;
        money(&mine.list()[0])
    };
    // Five days late, of which one is free.
    server.clock.advance(6 * DAY);
    assert_eq!(shown().await, (1.0, false, 0.0));
    let renewal = server.post(&format!("/api/borrowings/{}/renew", id(&borrowing)));
    let renewed = renewal.as_(&student).await;
    assert_eq!(money(renewed.expect(200)), (1.0, false, 1.0));
    // Ten days after the new due day, the rest of the price is left.
    server.clock.advance(11 * DAY);
    assert_eq!(shown().await, (1.5, false, 1.0));
    let returned = server.give_back(&administrator, &borrowing).await;
    assert_eq!(money(&returned), (1.5, false, 1.5));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(amounts_have_the_decimal_places_of_the_currency);
async fn amounts_have_the_decimal_places_of_the_currency(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for (currency, booked, part, left, too_precise, words) in [
        ("JPY", 100.0, 60.0, 40.0, 0.5, "Amount must be a whole number"),
        (
            "KWD",
            0.1,
            0.065,
            0.035,
            0.0005,
            "Amount has too many decimal places",
        ),
    ] {
        server.set("currency", currency).await;
        let borrowing = returned_late(&server, &administrator, 5).await;
        assert_eq!(money(&borrowing), (booked, false, booked), "{currency}");
        let form = json!({ "amount": too_precise });
        let refused = settle(&server, &administrator, "payments", &borrowing, form).await;
        assert_eq!(refused.failure(), (422, "validation", words));
        let form = json!({ "amount": part });
        let paid = settle(&server, &administrator, "payments", &borrowing, form).await;
        assert_eq!(money(paid.expect(200)), (booked, false, left), "{currency}");
    }
}
