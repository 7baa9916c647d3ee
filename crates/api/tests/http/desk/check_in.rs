//! Taking a copy back at the desk: fines, backdating, and copies in other states.

use carrel_testkit::{MINUTE, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::super::catalogue::copies;
use super::{CHECK_IN, CHECK_OUT, Desk, text};

on_both_engines!(a_late_return_is_fined_and_a_backdated_one_less);
async fn a_late_return_is_fined_and_a_backdated_one_less(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let (_, barcodes) = desk.barcodes(2).await;
    let (_, others) = desk.barcodes(1).await;
    for barcode in [&barcodes[0], &others[0]] {
        let form = json!({ "user": student.id, "barcode": barcode });
        desk.send(CHECK_OUT, form).await.expect(201);
    }
    desk.server.travel_to("2026-03-20T10:00:00Z");
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let back = async |form: Value| desk.server.post(CHECK_IN).as_(&administrator).json(&form).await;
    for (at, words) in [
        ("2026-03-20T10:00:01Z", "The return must not be in the future"),
        (
            "2026-03-02T09:59:59Z",
            "The return must not be before the borrowing",
        ),
    ] {
        let refused = back(json!({ "barcode": barcodes[0], "returnedAt": at })).await;
        assert_eq!(refused.failure(), (422, "validation", words), "{at}");
        assert_eq!(refused.errors(), [("returnedAt", words)], "{at}");
    }
    // Due on 16 March: four days late, one of them grace.
    let late = back(json!({ "barcode": barcodes[0] })).await;
    let late = late.expect(200);
    assert_eq!(late["borrowing"]["fineAmount"], 0.75);
    assert_eq!(
        late["fine"],
        json!({
            "amount": 0.75, "daysLate": 4, "closedDaysSkipped": 0, "graceDaysUsed": 1, "chargedPeriods": 3,
            "isCapped": false,
        })
    );
    // It was in the book drop since the evening of the due day.
    let dropped = back(json!({ "barcode": others[0], "returnedAt": "2026-03-16T20:00:00Z" })).await;
    let dropped = dropped.expect(200);
    assert_eq!(
        (&dropped["fine"], &dropped["borrowing"]["fineAmount"]),
        (&Value::Null, &json!(0.0))
    );
    assert_eq!(dropped["borrowing"]["returnedDate"], "2026-03-16T20:00:00.000Z");
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(a_backdated_return_is_undone);
async fn a_backdated_return_is_undone(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let (_, barcodes) = desk.barcodes(1).await;
    let form = json!({ "user": student.id, "barcode": barcodes[0] });
    desk.send(CHECK_OUT, form).await.expect(201);
    desk.server.travel_to("2026-03-20T10:00:00Z");
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let form = json!({ "barcode": barcodes[0], "returnedAt": "2026-03-18T20:00:00Z" });
    let returned = desk.server.post(CHECK_IN).as_(&administrator).json(&form).await;
    let returned = returned.expect(200)["borrowing"].clone();
    let id = returned["_id"].as_str().expect("an id");
    let undo = async || {
        let path = format!("/api/admin/borrowings/{id}/undo-return");
        desk.server.post(&path).as_(&administrator).await
    };
    desk.server.clock.advance(MINUTE);
    let undone = undo().await;
    assert_eq!(undone.expect(200)["returnedDate"], Value::Null);
    // What follows from the return is later than its record, not later than its day.
    let again = desk.server.post(CHECK_IN).as_(&administrator).json(&form).await;
    again.expect(200);
    let path = format!("/api/admin/borrowings/{id}/payments");
    desk.server
        .post(&path)
        .as_(&administrator)
        .json(&json!({}))
        .await
        .expect(200);
    assert_eq!(undo().await.failure().1, "undo_overtaken");
    assert_eq!(desk.server.violations().await, []);
}

// Of two calls at almost the same time, the one with the later instant may run first; a clock may also be set back.
on_both_engines!(a_return_is_not_backdated_before_a_renewal);
async fn a_return_is_not_backdated_before_a_renewal(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let student = desk.server.student().await;
    let (_, barcodes) = desk.barcodes(1).await;
    let form = json!({ "user": student.id, "barcode": barcodes[0] });
    let lent = desk.send(CHECK_OUT, form).await.expect(201).clone();
    desk.server.travel_to("2026-03-20T10:00:00Z");
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let renew = format!("/api/borrowings/{}/renew", lent["_id"].as_str().expect("an id"));
    let renewed = desk.server.post(&renew).as_(&administrator).await;
    assert_eq!(renewed.expect(200)["fineAmount"], 0.75);
    let back = async |at: &str| {
        let form = json!({ "barcode": barcodes[0], "returnedAt": at });
        desk.server.post(CHECK_IN).as_(&administrator).json(&form).await
    };
    let refused = back("2026-03-15T10:00:00Z").await;
    let words = "The return must not be before the last renewal";
    assert_eq!(refused.failure(), (422, "validation", words));
    back("2026-03-20T10:00:00Z").await.expect(200);
    let future = back("2026-03-20T10:00:01Z").await;
    let words = "The return must not be in the future";
    assert_eq!(
        future.failure(),
        (422, "validation", words),
        "of a copy on the shelf"
    );
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(a_copy_without_a_borrower_is_checked_in_by_its_state);
async fn a_copy_without_a_borrower_is_checked_in_by_its_state(database: TestDatabase) {
    let desk = Desk::open(database).await;
    let (book_id, barcodes) = desk.barcodes(3).await;
    let used = desk.send(CHECK_IN, json!({ "barcode": barcodes[0] })).await;
    let used = used.expect(200);
    assert_eq!(
        (&used["outcome"], &used["borrowing"]),
        (&json!("in_house_use"), &Value::Null)
    );
    let events: Vec<(String, String, String)> = desk
        .server
        .database()
        .rows("SELECT from_state, to_state, reason FROM copy_events")
        .await;
    assert_eq!(
        events,
        [(
            "available".to_owned(),
            "available".to_owned(),
            "in_house_use".to_owned()
        )]
    );

    let lose = format!(
        "UPDATE copies SET state = 'lost' WHERE barcode = '{}'; \
         UPDATE book_counts SET available_copies = available_copies - 1 WHERE book_id = {}",
        barcodes[1],
        book_id.number()
    );
    for sql in lose.split(';') {
        desk.server.database().sql(sql).await.expect("a copy is lost");
    }
    let found = desk.send(CHECK_IN, json!({ "barcode": barcodes[1] })).await;
    let found = found.expect(200);
    assert_eq!(
        (&found["outcome"], &found["copy"]["state"]),
        (&json!("lost_found"), &json!("available"))
    );
    let list = copies(&desk.server, &desk.administrator, book_id).await;
    let gone = text(&list.list()[2]["_id"]);
    let withdrawn = desk
        .server
        .delete(&format!("/api/copies/{gone}"))
        .as_(&desk.administrator)
        .await;
    withdrawn.expect(200);
    let refused = desk.send(CHECK_IN, json!({ "barcode": barcodes[2] })).await;
    let words = "This copy is withdrawn and cannot be checked in";
    assert_eq!(refused.failure(), (409, "copy_not_in_circulation", words));
    let book = desk
        .server
        .get(&format!("/api/books/{book_id}"))
        .as_(&desk.administrator)
        .await;
    let book = book.expect(200);
    assert_eq!(
        (&book["availableCopies"], &book["totalCopies"]),
        (&json!(2), &json!(2))
    );
}
