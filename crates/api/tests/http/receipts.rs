//! Payments of all fines of a person, and receipts.

use carrel_domain::patch::Patch;
use carrel_testkit::{DAY, HOUR, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

fn amounts(receipt: &Value) -> Vec<f64> {
    let items = receipt["items"].as_array().expect("items");
    items
        .iter()
        .map(|item| item["amount"].as_f64().expect("an amount"))
        .collect()
}

on_both_engines!(all_fines_of_a_person_are_paid_at_once_with_one_receipt);
async fn all_fines_of_a_person_are_paid_at_once_with_one_receipt(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let path = |what: &str| format!("/api/admin/users/{}/{what}", student.id);
    let none = server
        .post(&path("payments"))
        .as_(&administrator)
        .json(&json!({}))
        .await;
    assert_eq!(none.failure().1, "nothing_owed");
    let receipts = server.get(&path("receipts")).as_(&administrator).await;
    assert_eq!(receipts.expect(200), &json!([]));
    let refused = server.get(&path("receipts")).as_(&student).await;
    assert_eq!(refused.status, 403);

    let mut late = Vec::new();
    for days in [5, 3] {
        let book = server
            .book()
            .with(|draft| draft.borrowing_period = Patch::Set(1))
            .await;
        let borrowing = server.borrow(&student, book.id).await;
        server.clock.advance((1 + days) * DAY);
        late.push(server.give_back(&administrator, &borrowing).await);
    }
    let administrator = server.sign_in_again(&administrator).await;
    let owed = |borrowing: &Value| borrowing["fineOutstanding"].as_f64();
    assert_eq!((owed(&late[0]), owed(&late[1])), (Some(1.0), Some(0.5)));
    for (amount, words) in [
        (json!(1.51), "Amount cannot exceed the amount owed"),
        (json!(0), "Amount must be more than zero"),
        (json!(0.001), "Amount has too many decimal places"),
    ] {
        let form = json!({ "amount": amount });
        let refused = server
            .post(&path("payments"))
            .as_(&administrator)
            .json(&form)
            .await;
        assert_eq!(refused.errors(), [("amount", words)]);
    }

    // A part settles the oldest fine first.
    let part = json!({ "amount": 1.2, "note": "In coins" });
    let part = server
        .post(&path("payments"))
        .as_(&administrator)
        .json(&part)
        .await;
    assert_eq!(part.json["message"], "Payment recorded");
    let part = part.expect(200).clone();
    assert_eq!((&part["total"], amounts(&part)), (&json!(1.2), vec![1.0, 0.2]));
    assert_eq!(part["items"][0]["title"], late[0]["book"]["title"]);
    assert_eq!(part["items"][0]["barcode"], late[0]["copy"]["barcode"]);
    assert_eq!((&part["number"], &part["note"]), (&json!(1), &json!("In coins")));
    assert_eq!(part["recordedBy"], administrator.name);

    server.clock.advance(HOUR);
    let administrator = server.sign_in_again(&administrator).await;
    let rest = server
        .post(&path("payments"))
        .as_(&administrator)
        .json(&json!({}))
        .await;
    let rest = rest.expect(200).clone();
    assert_eq!((&rest["number"], amounts(&rest)), (&json!(2), vec![0.3]));
    let shown = server
        .get(&format!("/api/admin/users/{}", student.id))
        .as_(&administrator)
        .await;
    assert_eq!(shown.expect(200)["balance"], json!(0.0));
    // Both can be printed again later.
    let receipts = server.get(&path("receipts")).as_(&administrator).await;
    assert_eq!(receipts.expect(200), &json!([rest, part]));
    let read = "SELECT count(*) FROM audit WHERE action = 'user.history_read'";
    assert_eq!(server.database().integer(read).await, 1);
    // Who may not see the history of others sees the amounts alone.
    let assistant = server.with_role("assistant").await;
    let receipts = server.get(&path("receipts")).as_(&assistant).await;
    let first = &receipts.expect(200)[0];
    assert_eq!(amounts(first), [0.3]);
    assert_eq!(
        (&first["items"][0]["title"], &first["items"][0]["barcode"]),
        (&Value::Null, &Value::Null)
    );
    let trail = "SELECT count(*) FROM audit WHERE action = 'fine.paid'";
    assert_eq!(server.database().integer(trail).await, 3);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_payment_of_one_fine_has_a_receipt_of_its_own);
async fn a_payment_of_one_fine_has_a_receipt_of_its_own(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server
        .book()
        .with(|draft| draft.borrowing_period = Patch::Set(1))
        .await;
    let borrowing = server.borrow(&student, book.id).await;
    server.clock.advance(6 * DAY);
    let late = server.give_back(&administrator, &borrowing).await;
    let path = format!(
        "/api/admin/borrowings/{}/payments",
        late["_id"].as_str().expect("an id")
    );
    let administrator = server.sign_in_again(&administrator).await;
    for amount in [0.25, 0.75] {
        let form = json!({ "amount": amount });
        let paid = server.post(&path).as_(&administrator).json(&form).await;
        paid.expect(200);
    }
    let path = format!("/api/admin/users/{}/receipts", student.id);
    let receipts = server.get(&path).as_(&administrator).await;
    let receipts = receipts.expect(200).as_array().expect("receipts").clone();
    let shown: Vec<_> = receipts
        .iter()
        .map(|receipt| (receipt["number"].as_i64(), amounts(receipt)))
        .collect();
    assert_eq!(shown, [(Some(2), vec![0.75]), (Some(1), vec![0.25])]);
}
