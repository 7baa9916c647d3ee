//! Throttles: limits on attempts, per account and per address.

use carrel_domain::users::throttle::Limit;
use carrel_operations::Limits;
use carrel_testkit::{MINUTE, Server, Setup, TestDatabase, on_both_engines};
use serde_json::json;

use super::{WRONG, is_signed_in, log_in, register, registration};

const THROTTLED: (u16, &str, &str) = (
    429,
    "too_many_attempts",
    "Too many attempts. Please wait a few minutes and try again.",
);

on_both_engines!(failed_attempts_of_an_account_are_counted);
async fn failed_attempts_of_an_account_are_counted(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    // The throttle does not reveal whether an account exists.
    for email in [&student.email, "unknown@library.example"] {
        for attempt in 0..10 {
            let answer = log_in(&server, email, "Wrong1password").await;
            assert_eq!(answer.failure(), WRONG, "{email}, try {attempt}");
            server.clock.advance(MINUTE);
        }
        let answer = log_in(&server, email, "Wrong1password").await;
        assert_eq!(answer.failure(), THROTTLED, "{email}");
        assert_eq!(answer.header("retry-after"), Some("300"), "{email}");
        // In any case, and even with the right password.
        let answer = log_in(&server, &email.to_uppercase(), &student.password).await;
        assert_eq!(answer.failure(), THROTTLED, "{email}");
        server.clock.advance(299 * 1000);
        let answer = log_in(&server, email, &student.password).await;
        assert_eq!(answer.failure(), THROTTLED, "{email}");
        assert_eq!(answer.header("retry-after"), Some("1"), "{email}");
        server.clock.advance(1000);
        let answer = log_in(&server, email, &student.password).await;
        assert_ne!(answer.status, 429, "{email}");
    }
    // Other people are not affected, and an existing session continues.
    let other = server.student().await;
    assert_eq!(log_in(&server, &other.email, &other.password).await.status, 200);
    assert!(is_signed_in(&server, &student.token).await);
}

on_both_engines!(a_correct_password_clears_failed_attempts);
async fn a_correct_password_clears_failed_attempts(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for _ in 0..3 {
        for _ in 0..9 {
            let answer = log_in(&server, &student.email, "Wrong1password").await;
            assert_eq!(answer.failure(), WRONG);
        }
        assert_eq!(
            log_in(&server, &student.email, &student.password).await.status,
            200
        );
    }
}

on_both_engines!(failed_attempts_of_an_address_are_counted);
async fn failed_attempts_of_an_address_are_counted(database: TestDatabase) {
    let limit = |max| Limit {
        max,
        window_seconds: 600,
    };
    let limits = Limits {
        sign_in_failures_by_address: limit(4),
        registrations_by_address: limit(2),
        ..Limits::default()
    };
    let setup = Setup {
        limits,
        trust_forwarded: true,
    };
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    let try_from = async |address: &str, email: &str, password: &str| {
        let form = json!({ "email": email, "password": password });
        let request = server.post("/api/auth/login").header("x-forwarded-for", address);
        request.json(&form).await
    };
    for number in 0..4 {
        let email = format!("unknown{number}@library.example");
        // The address that a client claims comes before the one that the proxy adds.
        let address = format!("203.0.113.{number}, 198.51.100.7");
        assert_eq!(
            try_from(&address, &email, "Wrong1password").await.failure(),
            WRONG
        );
    }
    let refused = try_from("198.51.100.7", &student.email, &student.password).await;
    assert_eq!(refused.failure(), THROTTLED);
    assert_eq!(refused.header("retry-after"), Some("600"));
    let other = try_from("198.51.100.8", &student.email, &student.password).await;
    assert_eq!(other.status, 200);
    server.clock.advance(10 * MINUTE);
    let again = try_from("198.51.100.7", &student.email, &student.password).await;
    assert_eq!(again.status, 200);

    let register_from = async |address: &str, email: &str| {
        let request = server
            .post("/api/auth/register")
            .header("x-forwarded-for", address);
        request.json(&registration(email)).await
    };
    // An invalid form does not count as a registration.
    assert_eq!(register_from("198.51.100.7", "mistake").await.status, 422);
    for number in 0..2 {
        let email = format!("mary{number}@library.example");
        assert_eq!(register_from("198.51.100.7", &email).await.status, 201);
    }
    let refused = register_from("198.51.100.7", "mary2@library.example").await;
    assert_eq!(refused.failure(), THROTTLED);
    assert_eq!(refused.header("retry-after"), Some("600"));
    assert_eq!(
        register_from("198.51.100.9", "mary2@library.example")
            .await
            .status,
        201
    );
    server.clock.advance(10 * MINUTE);
    assert_eq!(
        register_from("198.51.100.7", "mary3@library.example")
            .await
            .status,
        201
    );
}

on_both_engines!(a_forwarded_address_is_ignored_by_default);
async fn a_forwarded_address_is_ignored_by_default(database: TestDatabase) {
    let limits = Limits {
        sign_in_failures_by_address: Limit {
            max: 3,
            window_seconds: 600,
        },
        ..Limits::default()
    };
    let setup = Setup {
        limits,
        trust_forwarded: false,
    };
    let server = Server::start_with(database, setup).await;
    let statuses = async |number: u8| {
        let email = format!("unknown{number}@library.example");
        let form = json!({ "email": email, "password": "Wrong1password" });
        let request = server
            .post("/api/auth/login")
            .header("x-forwarded-for", &format!("203.0.113.{number}"));
        request.json(&form).await.status
    };
    let statuses = [
        statuses(1).await,
        statuses(2).await,
        statuses(3).await,
        statuses(4).await,
    ];
    assert_eq!(statuses, [401, 401, 401, 429]);
}

on_both_engines!(a_class_behind_one_address_is_not_throttled);
async fn a_class_behind_one_address_is_not_throttled(database: TestDatabase) {
    let server = Server::start(database).await;
    for number in 0..40 {
        let email = format!("pupil{number}@library.example");
        assert_eq!(register(&server, &email).await.status, 201);
        for _ in 0..3 {
            assert_eq!(log_in(&server, &email, "Promethoos1").await.failure(), WRONG);
        }
        assert_eq!(log_in(&server, &email, "Prometheus1").await.status, 200);
    }
}

on_both_engines!(guessing_the_current_password_is_throttled);
async fn guessing_the_current_password_is_throttled(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let change = async |current: &str| {
        let form = json!({ "currentPassword": current, "newPassword": "Changed1" });
        server
            .put("/api/auth/updatepassword")
            .as_(&student)
            .json(&form)
            .await
    };
    for _ in 0..10 {
        assert_eq!(change("Wrong1password").await.status, 422);
    }
    let refused = change(&student.password).await;
    assert_eq!(refused.failure(), THROTTLED);
    assert_eq!(refused.header("retry-after"), Some("900"));
    server.clock.advance(15 * MINUTE);
    assert_eq!(change(&student.password).await.status, 200);
}
