//! What people with a staff role see and do, beyond the permission that each route asks for.

use carrel_domain::users::throttle::Limit;
use carrel_testkit::{DAY, Server, Setup, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const NOT_ALLOWED: &str = "not_allowed";

on_both_engines!(an_assistant_reads_open_borrowings_only);
async fn an_assistant_reads_open_borrowings_only(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, assistant) = (server.administrator().await, server.with_role("assistant").await);
    let student = server.student().await;
    let book = server.book().copies(2).await;
    let returned = server.borrow(&student, book.id).await;
    server.give_back(&administrator, &returned).await;
    let open = server.borrow(&student, book.id).await;
    let of_person = format!("/api/admin/borrowings/user/{}", student.id);
    for path in ["/api/borrowings", "/api/admin/borrowings?limit=5", &of_person] {
        let found = server.get(path).as_(&assistant).await;
        assert_eq!(
            found.column("_id"),
            [open["_id"].as_str().expect("an id")],
            "{path}"
        );
        let found = server.get(path).as_(&administrator).await;
        assert_eq!(found.list().len(), 2, "{path}");
    }
    let file = "/api/admin/borrowings/table.csv?status=open";
    let refused = server.get(file).as_(&assistant).await;
    assert_eq!(
        refused.failure().1,
        NOT_ALLOWED,
        "a file has everyone's borrowings"
    );
    assert_eq!(server.get(file).as_(&administrator).await.status, 200);
    for path in ["/api/borrowings", &of_person] {
        for state in ["all", "returned"] {
            let refused = server
                .get(&format!("{path}?status={state}"))
                .as_(&assistant)
                .await;
            assert_eq!(refused.failure().1, NOT_ALLOWED, "{path} {state}");
        }
        let table = server.get(&format!("{path}?status=open")).as_(&assistant).await;
        assert_eq!(table.status, 200, "{path}");
    }
    // An assistant lends and takes back, and overrides and backdates nothing.
    let copies = server
        .get(&format!("/api/books/{}/copies", book.id))
        .as_(&administrator)
        .await;
    let barcode = copies.list().iter().find(|copy| copy["state"] == "available");
    let barcode = barcode.expect("a copy on the shelf")["barcode"].clone();
    let other = server.student().await;
    let lend = json!({ "user": other.id, "barcode": barcode });
    let mut overriding = lend.clone();
    overriding["overrides"] = json!([{ "code": "account_blocked", "comment": "A reason" }]);
    let refused = server
        .post("/api/desk/check-out")
        .as_(&assistant)
        .json(&overriding)
        .await;
    assert_eq!(refused.failure().1, NOT_ALLOWED);
    server
        .post("/api/desk/check-out")
        .as_(&assistant)
        .json(&lend)
        .await
        .expect(201);
    let backdated = json!({ "barcode": barcode, "returnedAt": "2024-01-01T00:00:00Z" });
    let refused = server
        .post("/api/desk/check-in")
        .as_(&assistant)
        .json(&backdated)
        .await;
    assert_eq!(refused.failure().1, NOT_ALLOWED);
    let taken = json!({ "barcode": barcode });
    server
        .post("/api/desk/check-in")
        .as_(&assistant)
        .json(&taken)
        .await
        .expect(200);
    assert_eq!(server.violations().await, []);
}

fn text_id(entity: &Value) -> &str {
    entity["_id"].as_str().expect("an id")
}

on_both_engines!(a_role_that_records_payments_finds_unpaid_fines);
async fn a_role_that_records_payments_finds_unpaid_fines(database: TestDatabase) {
    let server = Server::start(database).await;
    let (reader, other) = (server.student().await, server.student().await);
    let book = server.book().copies(3).await;
    let late = [
        server.borrow(&reader, book.id).await,
        server.borrow(&other, book.id).await,
    ];
    server.clock.advance(40 * DAY);
    let (administrator, assistant) = (server.administrator().await, server.with_role("assistant").await);
    let reader = server.sign_in_again(&reader).await;
    for borrowing in &late {
        server.give_back(&administrator, borrowing).await;
    }
    let in_time = server.borrow(&reader, book.id).await;
    server.give_back(&administrator, &in_time).await;
    let pay = async |borrowing: &Value| {
        let path = format!("/api/admin/borrowings/{}/payments", text_id(borrowing));
        let paid = server.post(&path).as_(&assistant).json(&json!({})).await;
        paid.expect(200);
    };
    let [fined, settled] = &late;
    pay(settled).await;

    let of_person = format!("/api/admin/borrowings/user/{}", reader.id);
    for path in ["/api/borrowings", &of_person] {
        for person in [&assistant, &administrator] {
            let path = format!("{path}?status=unpaid");
            let found = server.get(&path).as_(person).await;
            assert_eq!(found.column("_id"), [text_id(fined)], "{path}");
        }
    }
    // It is the reading of a returned borrowing.
    let read = format!(
        "SELECT count(*) FROM audit WHERE action = 'user.history_read' AND entity_id = {} AND actor_id = {}",
        reader.id.number(),
        assistant.id.number()
    );
    assert_eq!(server.database().integer(&read).await, 1);
    pay(fined).await;
    let unpaid = "/api/borrowings?status=unpaid";
    assert_eq!(server.get(unpaid).as_(&assistant).await.list().len(), 0);
    // That nobody owes anything reveals no history.
    let of_other = format!("/api/admin/borrowings/user/{}?status=unpaid", other.id);
    assert_eq!(server.get(&of_other).as_(&assistant).await.list().len(), 0);
    let of_other = format!(
        "SELECT count(*) FROM audit WHERE action = 'user.history_read' AND entity_id = {}",
        other.id.number()
    );
    assert_eq!(server.database().integer(&of_other).await, 0);
    // A teacher records no payments.
    let teacher = server.with_role("teacher").await;
    assert_eq!(server.get(unpaid).as_(&teacher).await.failure().1, NOT_ALLOWED);
}

on_both_engines!(staff_have_the_limits_of_administrators);
async fn staff_have_the_limits_of_administrators(database: TestDatabase) {
    let setup = Setup::limited(|limits| {
        limits.writes.of_student = Limit {
            max: 100,
            window_seconds: 600,
        };
    });
    let server = Server::start_with(database, setup).await;
    let book = server.book().await.id.to_string();
    for (code, expected) in [("assistant", 200), ("teacher", 429), ("student", 429)] {
        let person = server.with_role(code).await;
        let path = format!("/api/favorites/{book}");
        let mut last = 0;
        for _ in 0..101 {
            last = server.put(&path).as_(&person).await.status;
        }
        assert_eq!(last, expected, "{code}");
    }
}
