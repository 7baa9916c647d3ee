//! What people with a staff role see and do, beyond the permission that each route asks for.

use carrel_domain::users::throttle::Limit;
use carrel_testkit::{Server, Setup, TestDatabase, on_both_engines};
use serde_json::json;

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
    for path in ["/api/borrowings", "/api/admin/borrowings/table.csv", &of_person] {
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
