//! Limits on the writes of one caller: so many in a window, and a reserve of disk space for staff.

use carrel_domain::users::throttle::Limit;
use carrel_operations::limits::DiskReserve;
use carrel_testkit::{Answer, Engine, Identity, Server, Setup, TestDatabase, on_both_engines};
use reqwest::Method;
use serde_json::json;

async fn favorite(server: &Server, method: Method, person: &Identity, book: &str) -> Answer {
    let path = format!("/api/favorites/{book}");
    server.request(method, &path).as_(person).await
}

on_both_engines!(a_caller_makes_so_many_writes_in_a_window);
async fn a_caller_makes_so_many_writes_in_a_window(database: TestDatabase) {
    let server = Server::start_with(
        database,
        Setup::limited(|limits| {
            limits.writes.of_student = Limit {
                max: 200,
                window_seconds: 600,
            };
        }),
    )
    .await;
    let (student, other) = (server.student().await, server.student().await);
    let book = server.book().await.id.to_string();
    for number in 0..200 {
        let answer = favorite(&server, Method::PUT, &student, &book).await;
        assert_eq!(answer.status, 200, "write {number}");
    }
    let refused = favorite(&server, Method::PUT, &student, &book).await;
    assert_eq!(
        refused.failure(),
        (
            429,
            "too_many_attempts",
            "Too many attempts. Please try again in 10 minutes."
        )
    );
    assert_eq!(refused.json["values"], json!({ "count": 10, "seconds": 600 }));
    assert_eq!(refused.header("retry-after"), Some("600"));
    // Reading goes on, and others are not affected.
    server.get("/api/favorites").as_(&student).await.expect(200);
    favorite(&server, Method::PUT, &other, &book).await.expect(200);
    server.clock.advance(600 * 1000);
    favorite(&server, Method::PUT, &student, &book).await.expect(200);
}

on_both_engines!(details_change_so_often_in_an_hour);
async fn details_change_so_often_in_an_hour(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let change = async |department: &str| {
        let form = json!({ "department": department });
        server
            .put("/api/auth/updatedetails")
            .as_(&student)
            .json(&form)
            .await
    };
    for number in 0..300 {
        change(&format!("Department {number}")).await.expect(200);
    }
    let refused = change("History").await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.header("retry-after"), Some("3600"));
    server.clock.advance(60 * 60 * 1000);
    change("History").await.expect(200);
}

on_both_engines!(students_leave_a_reserve_of_the_disk_to_staff);
async fn students_leave_a_reserve_of_the_disk_to_staff(database: TestDatabase) {
    // The disk of a PostgreSQL server is not this one's.
    let has_disk = database.engine() == Engine::Sqlite;
    let server = Server::start_with(
        database,
        Setup::limited(|limits| {
            limits.writes.disk_reserve = DiskReserve {
                bytes: u64::MAX,
                percent: 100,
                least: 0,
            };
        }),
    )
    .await;
    let (administrator, former) = (server.administrator().await, server.administrator().await);
    let book = server.book().await.id.to_string();
    let path = format!("/api/admin/users/{}", former.id);
    let demotion = json!({ "role": "student" });
    server
        .put(&path)
        .as_(&administrator)
        .json(&demotion)
        .await
        .expect(200);

    let favorite_path = format!("/api/favorites/{book}");
    let answer = server.put(&favorite_path).as_(&former).may_fail().await;
    let form = json!({ "email": former.email, "password": former.password });
    let sign_in = server.post("/api/auth/login").json(&form).may_fail().await;
    if has_disk {
        let full = (
            507,
            "disk_full",
            "The library cannot save anything at the moment. Please tell the administrator.",
        );
        assert_eq!(answer.failure(), full);
        assert_eq!(sign_in.failure(), full);
    } else {
        assert_eq!((answer.status, sign_in.status), (200, 200));
    }
    // Signing out works, and so does the work of staff.
    server.get("/api/auth/logout").as_(&former).await.expect(200);
    favorite(&server, Method::PUT, &administrator, &book)
        .await
        .expect(200);
    let form = json!({ "email": administrator.email, "password": administrator.password });
    server.post("/api/auth/login").json(&form).await.expect(200);
}
