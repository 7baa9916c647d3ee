//! Signing in, registering, signing out, and how sessions end.

use carrel_testkit::{Answer, DAY, HOUR, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{WRONG, is_signed_in, log_in, register, registration};

const TAKEN: (u16, &str, &str) = (409, "email_taken", "An account with this email already exists");

fn token(answer: &Answer) -> String {
    answer.json["token"].as_str().expect("a token").to_owned()
}

async fn set_active(server: &Server, administrator: &Identity, person: &Identity, is_active: bool) {
    let path = format!("/api/admin/users/{}", person.id);
    let change = json!({ "isActive": is_active });
    let changed = server.put(&path).as_(administrator).json(&change).await;
    assert_eq!(changed.expect(200)["isActive"], is_active);
}

on_both_engines!(registering_signs_in);
async fn registering_signs_in(database: TestDatabase) {
    let server = Server::start(database).await;
    let mut form = registration(" Mary@Library.Example ");
    // Only listed fields can be written.
    form["role"] = json!("admin");
    form["isActive"] = json!(false);
    form["studentId"] = json!("S-1");
    form["language"] = json!("de");
    let answer = server.post("/api/auth/register").json(&form).await;
    let data = answer.expect(201);
    assert_eq!(answer.json["message"], "Registration successful!");
    assert_eq!(data["user"], answer.json["user"]);
    assert_eq!(data["token"], answer.json["token"]);
    let user = &data["user"];
    let shown = [
        "name",
        "email",
        "role",
        "isActive",
        "studentId",
        "phone",
        "address",
        "department",
        "language",
    ];
    assert_eq!(
        shown.map(|field| user[field].clone()),
        [
            json!("Mary Shelley"),
            json!("Mary@Library.Example"),
            json!("student"),
            json!(true),
            json!("S2026-00001-4"),
            json!("+4915112345678"),
            json!("1 Chester Square"),
            json!(null),
            json!("de"),
        ]
    );
    assert_eq!(user["createdAt"], "2026-03-02T09:00:00.000Z");
    let me = server.get("/api/auth/me").bearer(&token(&answer)).await;
    assert_eq!(me.expect(200), user);
    assert!(
        !answer.text().contains("argon2"),
        "the hash of a password is not shown"
    );

    let second = register(&server, "percy@library.example").await;
    assert_eq!(second.expect(201)["user"]["studentId"], "S2026-00002-2");
    assert_ne!(token(&second), token(&answer));
}

on_both_engines!(an_address_belongs_to_one_account_in_any_case);
async fn an_address_belongs_to_one_account_in_any_case(database: TestDatabase) {
    let server = Server::start(database).await;
    register(&server, "Mary@Library.Example").await.expect(201);
    for again in [
        "Mary@Library.Example",
        "mary@library.example",
        "  MARY@LIBRARY.EXAMPLE",
    ] {
        assert_eq!(register(&server, again).await.failure(), TAKEN, "{again}");
    }
    let percy = server.student().await;
    let change = json!({ "email": "MARY@library.example", "currentPassword": percy.password });
    let details = server
        .put("/api/auth/updatedetails")
        .as_(&percy)
        .json(&change)
        .await;
    assert_eq!(details.failure(), TAKEN);

    // The address signs in the same person in any case.
    let answer = log_in(&server, "mARY@lIBRARY.eXAMPLE", "Prometheus1").await;
    assert_eq!(answer.expect(200)["user"]["email"], "Mary@Library.Example");
    assert_eq!(answer.json["message"], "Login successful!");
    assert_eq!(answer.json["user"], answer.json["data"]["user"]);
    assert_eq!(answer.json["token"], answer.json["data"]["token"]);
}

on_both_engines!(a_failed_sign_in_does_not_say_what_is_wrong);
async fn a_failed_sign_in_does_not_say_what_is_wrong(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let view = |answer: &Answer| {
        let mut headers = answer.headers.clone();
        for own in ["x-request-id", "date"] {
            assert!(headers.remove(own).is_some(), "{own}");
        }
        (answer.status, headers, answer.body.clone())
    };
    let wrong_password = log_in(&server, &student.email, "Wrong1password").await;
    let unknown = log_in(&server, "unknown@library.example", &student.password).await;
    assert_eq!(wrong_password.failure(), WRONG);
    assert_eq!(view(&wrong_password), view(&unknown));
    // Passwords are compared exactly, including case and spaces.
    for near in [student.password.to_uppercase(), format!("{} ", student.password)] {
        assert_eq!(
            log_in(&server, &student.email, &near).await.failure(),
            WRONG,
            "{near:?}"
        );
    }
}

on_both_engines!(logging_out_ends_one_session);
async fn logging_out_ends_one_session(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let second = token(&log_in(&server, &student.email, &student.password).await);
    assert_ne!(second, student.token);
    for _ in 0..2 {
        let answer = server.get("/api/auth/logout").as_(&student).await;
        assert_eq!(answer.expect(200), &Value::Null);
        assert_eq!(answer.json["message"], "Logged out successfully");
    }
    assert!(!is_signed_in(&server, &student.token).await);
    assert!(is_signed_in(&server, &second).await);
}

on_both_engines!(a_new_password_ends_every_session);
async fn a_new_password_ends_every_session(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let bystander = server.student().await;
    let other_device = token(&log_in(&server, &student.email, &student.password).await);
    let form = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let answer = server
        .put("/api/auth/updatepassword")
        .as_(&student)
        .json(&form)
        .await;
    assert_eq!(answer.expect(200)["user"]["_id"], student.id.to_string());
    assert_eq!(answer.json["message"], "Password updated successfully");
    let fresh = token(&answer);
    for (token, lives) in [
        (&student.token, false),
        (&other_device, false),
        (&fresh, true),
        (&bystander.token, true),
    ] {
        assert_eq!(is_signed_in(&server, token).await, lives);
    }
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.failure(),
        WRONG
    );
    assert_eq!(log_in(&server, &student.email, "Changed1").await.status, 200);
}

on_both_engines!(an_inactive_account_has_no_session);
async fn an_inactive_account_has_no_session(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let second = token(&log_in(&server, &student.email, &student.password).await);
    set_active(&server, &administrator, &student, false).await;
    for token in [&student.token, &second] {
        assert!(!is_signed_in(&server, token).await);
    }
    let inactive = "Your account is inactive. Please contact the library.";
    let answer = log_in(&server, &student.email, &student.password).await;
    assert_eq!(answer.failure(), (403, "account_inactive", inactive));
    // Only a caller with the password learns that the account is inactive.
    assert_eq!(
        log_in(&server, &student.email, "Wrong1password").await.failure(),
        WRONG
    );

    set_active(&server, &administrator, &student, true).await;
    assert!(!is_signed_in(&server, &student.token).await);
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        200
    );
}

on_both_engines!(a_session_lasts_half_a_day_or_thirty_days_with_remember_me);
async fn a_session_lasts_half_a_day_or_thirty_days_with_remember_me(database: TestDatabase) {
    let server = Server::start(database).await;
    // None of them is used for so long.
    server.set("security", r#"{"idleMinutes":1440}"#).await;
    let registered = token(&register(&server, "mary@library.example").await);
    let begin = async |remember_me: Value| {
        let mut form = json!({ "email": "mary@library.example", "password": "Prometheus1" });
        if !remember_me.is_null() {
            form["rememberMe"] = remember_me;
        }
        token(&server.post("/api/auth/login").json(&form).await)
    };
    let (unasked, short) = (begin(json!(null)).await, begin(json!(false)).await);
    let long = begin(json!(true)).await;
    let living = async || {
        let mut living = Vec::new();
        for token in [&registered, &unasked, &short, &long] {
            living.push(is_signed_in(&server, token).await);
        }
        living
    };
    server.clock.advance(12 * HOUR - 1);
    assert_eq!(living().await, [true, true, true, true]);
    server.clock.advance(1);
    assert_eq!(living().await, [false, false, false, true]);
    server.clock.advance(30 * DAY - 12 * HOUR - 1);
    assert_eq!(living().await, [false, false, false, true]);
    server.clock.advance(1);
    assert_eq!(living().await, [false, false, false, false]);
    assert_eq!(
        log_in(&server, "mary@library.example", "Prometheus1")
            .await
            .status,
        200
    );
}

on_both_engines!(a_new_password_keeps_the_length_of_the_session);
async fn a_new_password_keeps_the_length_of_the_session(database: TestDatabase) {
    let server = Server::start(database).await;
    // The builder signs in with Remember me.
    let student = server.student().await;
    server.clock.advance(20 * DAY);
    let form = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let answer = server.put("/api/auth/updatepassword").as_(&student);
    let fresh = token(&answer.json(&form).await);
    server.clock.advance(10 * DAY - 1);
    assert!(is_signed_in(&server, &fresh).await);
    server.clock.advance(1);
    assert!(!is_signed_in(&server, &fresh).await);
}

on_both_engines!(secrets_are_not_stored);
async fn secrets_are_not_stored(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let tokens: Vec<(String,)> = server.database().rows("SELECT token_hash FROM sessions").await;
    assert_eq!(tokens.len(), 1);
    assert!(!tokens[0].0.contains(&student.token));
    assert_eq!(student.token.len(), 64);
    let hashes: Vec<(String,)> = server.database().rows("SELECT password_hash FROM users").await;
    assert!(hashes[0].0.starts_with("$argon2id$"), "{hashes:?}");
    let audit: Vec<(String, String)> = server
        .database()
        .rows("SELECT COALESCE(before_state, ''), COALESCE(after_state, '') FROM audit")
        .await;
    for (before, after) in audit {
        for secret in ["argon2", &student.token, &student.password] {
            assert!(
                !before.contains(secret) && !after.contains(secret),
                "{before} {after}"
            );
        }
    }
}

on_both_engines!(only_bearer_tokens_are_accepted);
async fn only_bearer_tokens_are_accepted(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for (header, status) in [
        (format!("Bearer {}", student.token), 200),
        (format!("bearer {}", student.token), 200),
        (format!("BEARER   {} ", student.token), 200),
        (format!("Basic {}", student.token), 401),
        (student.token.clone(), 401),
        ("Bearer".to_owned(), 401),
        ("Bearer ".to_owned(), 401),
        (format!("Bearer {}", student.token.to_uppercase()), 401),
        (format!("Bearer {} {}", student.token, student.token), 401),
    ] {
        let answer = server.get("/api/auth/me").header("authorization", &header).await;
        assert_eq!(answer.status, status, "{header}");
    }
}

/// The same password, as different keyboards encode it: composed and decomposed letters.
const PASSWORDS: [&str; 2] = [
    "Caf\u{e9} \u{c5}ngstr\u{f6}m 1",
    "Cafe\u{301} A\u{30a}ngstro\u{308}m 1",
];

on_both_engines!(a_password_matches_in_every_encoding_of_its_letters);
async fn a_password_matches_in_every_encoding_of_its_letters(database: TestDatabase) {
    let server = Server::start(database).await;
    for (place, typed) in PASSWORDS.into_iter().enumerate() {
        let other = PASSWORDS[1 - place];
        let email = format!("mary{place}@library.example");
        let mut form = registration(&email);
        form["password"] = json!(typed);
        form["confirmPassword"] = json!(other);
        server.post("/api/auth/register").json(&form).await.expect(201);
        for password in PASSWORDS {
            log_in(&server, &email, password).await.expect(200);
        }
        let without_accents = log_in(&server, &email, "Cafe Angstrom 1").await;
        assert_eq!(without_accents.failure(), WRONG);

        // The other calls that take a password: its change, and a link.
        let signed_in = log_in(&server, &email, typed).await;
        let change = json!({ "currentPassword": other, "newPassword": format!("{typed}2") });
        let changed = server.put("/api/auth/updatepassword").bearer(&token(&signed_in));
        changed.json(&change).await.expect(200);
        log_in(&server, &email, &format!("{other}2")).await.expect(200);
        let path = format!(
            "/api/admin/users/{}/password-link",
            text(&signed_in.json["user"]["_id"])
        );
        let administrator = server.administrator().await;
        let made = server.post(&path).as_(&administrator).await;
        let link = text(&made.expect(201)["path"]);
        let reset = json!({
            "token": link.rsplit_once("token=").expect("a token").1,
            "password": format!("{typed}3"), "confirmPassword": format!("{other}3"),
        });
        server
            .post("/api/auth/reset-password")
            .json(&reset)
            .await
            .expect(200);
        log_in(&server, &email, &format!("{other}3")).await.expect(200);
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// The bits of a secret in hexadecimal digits.
fn bits(secret: &str) -> Vec<bool> {
    let digits = secret
        .chars()
        .map(|digit| digit.to_digit(16).expect("a hexadecimal digit"));
    digits
        .flat_map(|digit| (0..4).map(move |place| digit >> place & 1 == 1))
        .collect()
}

on_both_engines!(every_bit_of_a_token_is_random);
async fn every_bit_of_a_token_is_random(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().await;
    // The clock does not move, and all sign-ins and links are alike: only randomness tells their secrets apart. A random
    // bit is the same in 64 secrets once in 2^63 times.
    let (mut sessions, mut links) = (Vec::new(), Vec::new());
    let path = format!("/api/admin/users/{}/password-link", student.id);
    for _ in 0..64 {
        sessions.push(token(&log_in(&server, &student.email, &student.password).await));
        let made = server.post(&path).as_(&administrator).await;
        let link = text(&made.expect(201)["path"]);
        links.push(link.rsplit_once("token=").expect("a token").1.to_owned());
    }
    for secrets in [sessions, links] {
        let secrets: Vec<Vec<bool>> = secrets.iter().map(|secret| bits(secret)).collect();
        for place in 0..256 {
            let ones = secrets.iter().filter(|secret| secret[place]).count();
            assert!((1..64).contains(&ones), "bit {place} is {ones} times 1");
        }
    }
}
