//! The library moves to another time zone: due days stay, and end at the end of the day in the new zone.

use carrel_testkit::{Identity, MINUTE, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

async fn move_to(server: &Server, administrator: &Identity, zone: &str) {
    let path = "/api/admin/settings/library";
    let seen = server.get(path).as_(administrator).await;
    let mut form = json!({ "name": "Town Library", "timeZone": zone, "currency": "USD", "language": "en" });
    form["version"] = seen.expect(200)["version"].clone();
    server.put(path).as_(administrator).json(&form).await.expect(200);
}

on_both_engines!(due_instants_move_with_the_librarys_zone);
async fn due_instants_move_with_the_librarys_zone(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T10:00:00Z");
    let (administrator, student) = (server.administrator().await, server.student().await);
    let earlier = server.borrow(&student, server.book().await.id).await;
    server.give_back(&administrator, &earlier).await;
    let lent = server.borrow(&student, server.book().await.id).await;
    assert_eq!(
        (&lent["dueOn"], &lent["dueDate"]),
        (&json!("2026-03-16"), &json!("2026-03-16T23:59:59.000Z"))
    );
    move_to(&server, &administrator, "Asia/Tokyo").await;

    let shown = async |path: &str| -> Value {
        let administrator = server.sign_in_again(&administrator).await;
        let list = server.get(path).as_(&administrator).await;
        json!(list.list())
    };
    // Half past midnight on the next day, in Tokyo.
    server.travel_to("2026-03-16T15:30:00Z");
    let overdue = shown("/api/borrowings/overdue").await;
    assert_eq!(overdue[0]["_id"], lent["_id"]);
    assert_eq!(
        (
            &overdue[0]["dueOn"],
            &overdue[0]["dueDate"],
            &overdue[0]["daysOverdue"]
        ),
        (
            &json!("2026-03-16"),
            &json!("2026-03-16T14:59:59.000Z"),
            &json!(1)
        )
    );
    let all = shown("/api/borrowings?status=returned").await;
    assert_eq!(all[0]["dueDate"], "2026-03-16T14:59:59.000Z");

    // Back to the west, where the due day has not ended.
    let administrator_now = server.sign_in_again(&administrator).await;
    move_to(&server, &administrator_now, "America/New_York").await;
    assert_eq!(shown("/api/borrowings/overdue").await, json!([]));
    let active = shown("/api/borrowings?status=active").await;
    assert_eq!(active[0]["dueDate"], "2026-03-17T03:59:59.000Z");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_loan_due_today_can_become_overdue_by_a_change_of_zone);
async fn a_loan_due_today_can_become_overdue_by_a_change_of_zone(database: TestDatabase) {
    let server = Server::start(database).await;
    server.travel_to("2026-03-02T20:00:00Z");
    let (administrator, student) = (server.administrator().await, server.student().await);
    let book = server.book().await;
    let copies = server
        .get(&format!("/api/books/{}/copies", book.id))
        .as_(&administrator)
        .await;
    let form = json!({ "user": student.id, "barcode": copies.list()[0]["barcode"], "dueOn": "2026-03-02" });
    let lent = server
        .post("/api/desk/check-out")
        .as_(&administrator)
        .json(&form)
        .await;
    lent.expect(201);
    // In Tokyo it is already the next morning.
    move_to(&server, &administrator, "Asia/Tokyo").await;
    server.clock.advance(MINUTE);
    let overdue = server.get("/api/borrowings/overdue").as_(&administrator).await;
    assert_eq!(overdue.list().len(), 1);
    assert_eq!(server.violations().await, []);
}
