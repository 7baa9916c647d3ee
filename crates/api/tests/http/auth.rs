//! Signing in and one's own account: the specification's section 5 word for word, sessions, throttles.

use carrel_domain::users::throttle::Limit;
use carrel_operations::Limits;
use carrel_testkit::{Answer, DAY, HOUR, Identity, MINUTE, Server, Setup, TestDatabase, on_both_engines};
use serde_json::{Value, json};

const EMAIL_REQUIRED: &str = "Email is required";
const EMAIL_INVALID: &str = "Invalid email address";
const PASSWORD_REQUIRED: &str = "Password is required";
const PASSWORD_SHORT: &str = "Password must be at least 6 characters";
const PASSWORD_SIMPLE: &str =
    "Password must contain at least one uppercase letter, one lowercase letter, and one number";
const NAME_REQUIRED: &str = "Full name is required";
const NAME_SHORT: &str = "Name must be at least 2 characters";
const NAME_LONG: &str = "Name cannot exceed 50 characters";
const PHONE_INVALID: &str = "Invalid phone number";
const ADDRESS_LONG: &str = "Address cannot exceed 200 characters";
const CONFIRM: &str = "Please confirm your password";
const MISMATCH: &str = "Passwords do not match";
const TERMS: &str = "You must agree to the terms and conditions";
const TAKEN: (u16, &str, &str) = (409, "email_taken", "An account with this email already exists");
const WRONG: (u16, &str, &str) = (401, "wrong_credentials", "Invalid email or password");
const NOT_SIGNED_IN: (u16, &str, &str) = (401, "not_signed_in", "Please log in to continue");
const THROTTLED: (u16, &str, &str) = (
    429,
    "too_many_attempts",
    "Too many attempts. Please wait a few minutes and try again.",
);

/// Asserts that a form was refused for exactly these fields; the first message is the answer's own.
fn assert_invalid(answer: &Answer, errors: &[(&str, &str)], what: &str) {
    assert_eq!(answer.errors(), errors, "{what}");
    assert_eq!(answer.failure(), (422, "validation", errors[0].1), "{what}");
}

async fn log_in(server: &Server, email: &str, password: &str) -> Answer {
    let form = json!({ "email": email, "password": password });
    server.post("/api/auth/login").json(&form).await
}

/// A registration in which nothing is wrong, for an address of its own.
fn registration(email: &str) -> Value {
    json!({
        "name": "Mary Shelley", "email": email, "phone": "+4915112345678", "address": "1 Chester Square",
        "password": "Prometheus1", "confirmPassword": "Prometheus1", "agreeTerms": true,
    })
}

async fn register(server: &Server, email: &str) -> Answer {
    server.post("/api/auth/register").json(&registration(email)).await
}

async fn is_signed_in(server: &Server, token: &str) -> bool {
    let answer = server.get("/api/auth/me").bearer(token).await;
    if answer.status != 200 {
        assert_eq!(answer.failure(), NOT_SIGNED_IN);
    }
    answer.status == 200
}

fn token(answer: &Answer) -> String {
    answer.json["token"].as_str().expect("a token").to_owned()
}

async fn set_active(server: &Server, administrator: &Identity, person: &Identity, is_active: bool) {
    let path = format!("/api/admin/users/{}", person.id);
    let change = json!({ "isActive": is_active });
    let changed = server.put(&path).as_(administrator).json(&change).await;
    assert_eq!(changed.expect(200)["isActive"], is_active);
}

on_both_engines!(the_login_form_has_the_specified_messages);
async fn the_login_form_has_the_specified_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let both = [("email", EMAIL_REQUIRED), ("password", PASSWORD_REQUIRED)];
    for (form, errors) in [
        (json!({}), &both[..]),
        (json!({ "email": "", "password": "" }), &both),
        (json!({ "email": null, "password": null }), &both),
        (json!({ "email": "  \t ", "password": "" }), &both),
        (
            json!({ "email": "reader", "password": "12345" }),
            &[("email", EMAIL_INVALID), ("password", PASSWORD_SHORT)],
        ),
        (
            json!({ "email": "a@b.example", "password": "äöü" }),
            &[("password", PASSWORD_SHORT)],
        ),
        (
            json!({ "email": "a@b.example", "password": "x".repeat(129) }),
            &[("password", "Password cannot exceed 128 characters")],
        ),
    ] {
        let answer = server.post("/api/auth/login").json(&form).await;
        assert_invalid(&answer, errors, &form.to_string());
    }
}

on_both_engines!(the_registration_form_has_the_specified_messages);
async fn the_registration_form_has_the_specified_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let characters = |count: usize| "é".repeat(count);
    // A field, what is typed, and the message against it, if there is one.
    let table: &[(&str, Value, Option<&str>)] = &[
        ("name", json!(""), Some(NAME_REQUIRED)),
        ("name", json!(null), Some(NAME_REQUIRED)),
        ("name", json!("   "), Some(NAME_REQUIRED)),
        ("name", json!("A"), Some(NAME_SHORT)),
        ("name", json!(" A "), Some(NAME_SHORT)),
        ("name", json!("Al"), None),
        ("name", json!(characters(50)), None),
        ("name", json!(characters(51)), Some(NAME_LONG)),
        ("email", json!(""), Some(EMAIL_REQUIRED)),
        ("email", json!("reader"), Some(EMAIL_INVALID)),
        ("email", json!("reader@library"), Some(EMAIL_INVALID)),
        ("email", json!("@library.example"), Some(EMAIL_INVALID)),
        ("email", json!("a reader@library.example"), Some(EMAIL_INVALID)),
        ("email", json!("a@b@library.example"), Some(EMAIL_INVALID)),
        ("phone", json!(""), None),
        ("phone", json!(null), None),
        ("phone", json!("+1"), None),
        ("phone", json!("1234567890123456"), None),
        ("phone", json!("12345678901234567"), Some(PHONE_INVALID)),
        ("phone", json!("0301234"), Some(PHONE_INVALID)),
        ("phone", json!("+0301234"), Some(PHONE_INVALID)),
        ("phone", json!("+49 30 1234"), Some(PHONE_INVALID)),
        ("phone", json!("call me"), Some(PHONE_INVALID)),
        ("address", json!(""), None),
        ("address", json!(characters(200)), None),
        ("address", json!(characters(201)), Some(ADDRESS_LONG)),
        ("password", json!(""), Some(PASSWORD_REQUIRED)),
        ("password", json!("Ab1"), Some(PASSWORD_SHORT)),
        ("password", json!("lower1case"), Some(PASSWORD_SIMPLE)),
        ("password", json!("UPPER1CASE"), Some(PASSWORD_SIMPLE)),
        ("password", json!("NoNumbers"), Some(PASSWORD_SIMPLE)),
        ("password", json!("Abcde1"), None),
        ("confirmPassword", json!(""), Some(CONFIRM)),
        ("confirmPassword", json!(null), Some(CONFIRM)),
        ("confirmPassword", json!("prometheus1"), Some(MISMATCH)),
        ("agreeTerms", json!(false), Some(TERMS)),
        ("agreeTerms", json!(null), Some(TERMS)),
    ];
    for (number, (field, typed, message)) in table.iter().enumerate() {
        let mut form = registration(&format!("mary{number}@library.example"));
        form[field] = typed.clone();
        if *field == "password" && *message != Some(PASSWORD_REQUIRED) {
            form["confirmPassword"] = typed.clone();
        }
        let answer = server.post("/api/auth/register").json(&form).await;
        match message {
            None => assert_eq!(answer.status, 201, "{field} {typed}: {}", answer.text()),
            // Nothing equals a password that is not there.
            Some(PASSWORD_REQUIRED) => {
                let errors = [("password", PASSWORD_REQUIRED), ("confirmPassword", MISMATCH)];
                assert_invalid(&answer, &errors, field);
            }
            Some(message) => assert_invalid(&answer, &[(field, message)], &format!("{field} {typed}")),
        }
    }
    let answer = server.post("/api/auth/register").json(&json!({})).await;
    let all = [
        ("name", NAME_REQUIRED),
        ("email", EMAIL_REQUIRED),
        ("password", PASSWORD_REQUIRED),
        ("confirmPassword", CONFIRM),
        ("agreeTerms", TERMS),
    ];
    assert_invalid(&answer, &all, "an empty form");
}

on_both_engines!(registering_signs_in);
async fn registering_signs_in(database: TestDatabase) {
    let server = Server::start(database).await;
    let mut form = registration(" Mary@Library.Example ");
    // Only listed fields can be written.
    form["role"] = json!("admin");
    form["isActive"] = json!(false);
    form["studentId"] = json!("S-1");
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
        ]
    );
    assert_eq!(user["createdAt"], "2026-03-02T09:00:00.000Z");
    let me = server.get("/api/auth/me").bearer(&token(&answer)).await;
    assert_eq!(me.expect(200), user);
    assert!(
        !answer.text().contains("argon2"),
        "the hash of a password is nobody's business"
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
    let change = json!({ "email": "MARY@library.example" });
    let details = server
        .put("/api/auth/updatedetails")
        .as_(&percy)
        .json(&change)
        .await;
    assert_eq!(details.failure(), TAKEN);

    // Whatever the case, it is the same person who signs in.
    let answer = log_in(&server, "mARY@lIBRARY.eXAMPLE", "Prometheus1").await;
    assert_eq!(answer.expect(200)["user"]["email"], "Mary@Library.Example");
    assert_eq!(answer.json["message"], "Login successful!");
    assert_eq!(answer.json["user"], answer.json["data"]["user"]);
    assert_eq!(answer.json["token"], answer.json["data"]["token"]);
}

on_both_engines!(what_is_wrong_with_credentials_is_not_told);
async fn what_is_wrong_with_credentials_is_not_told(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let told = |answer: &Answer| {
        let mut headers = answer.headers.clone();
        for own in ["x-request-id", "date"] {
            assert!(headers.remove(own).is_some(), "{own}");
        }
        (answer.status, headers, answer.body.clone())
    };
    let wrong_password = log_in(&server, &student.email, "Wrong1password").await;
    let unknown = log_in(&server, "unknown@library.example", &student.password).await;
    assert_eq!(wrong_password.failure(), WRONG);
    assert_eq!(told(&wrong_password), told(&unknown));
    // A password is exact to the character and the space.
    for near in [student.password.to_uppercase(), format!("{} ", student.password)] {
        assert_eq!(
            log_in(&server, &student.email, &near).await.failure(),
            WRONG,
            "{near:?}"
        );
    }
}

on_both_engines!(failed_tries_of_an_account_are_counted);
async fn failed_tries_of_an_account_are_counted(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    // Nobody learns from the throttle which accounts there are.
    for email in [&student.email, "unknown@library.example"] {
        for attempt in 0..10 {
            let answer = log_in(&server, email, "Wrong1password").await;
            assert_eq!(answer.failure(), WRONG, "{email}, try {attempt}");
            server.clock.advance(MINUTE);
        }
        let answer = log_in(&server, email, "Wrong1password").await;
        assert_eq!(answer.failure(), THROTTLED, "{email}");
        assert_eq!(answer.header("retry-after"), Some("300"), "{email}");
        // In any case, and also with the right password.
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
    // Somebody else was never in the way of all that, and a session goes on.
    let other = server.student().await;
    assert_eq!(log_in(&server, &other.email, &other.password).await.status, 200);
    assert!(is_signed_in(&server, &student.token).await);
}

on_both_engines!(a_right_password_forgives_the_wrong_ones);
async fn a_right_password_forgives_the_wrong_ones(database: TestDatabase) {
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

on_both_engines!(failed_tries_of_an_address_are_counted);
async fn failed_tries_of_an_address_are_counted(database: TestDatabase) {
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
        // What a client claims to come from stands before what the proxy adds.
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
    // A form with a mistake is no registration.
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

on_both_engines!(a_claimed_address_is_not_believed);
async fn a_claimed_address_is_not_believed(database: TestDatabase) {
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
    let told = [
        statuses(1).await,
        statuses(2).await,
        statuses(3).await,
        statuses(4).await,
    ];
    assert_eq!(told, [401, 401, 401, 429]);
}

on_both_engines!(a_classroom_behind_one_address_can_work);
async fn a_classroom_behind_one_address_can_work(database: TestDatabase) {
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
    assert_eq!(answer.expect(200)["user"]["_id"], student.id.as_str());
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

on_both_engines!(the_password_form_has_its_messages);
async fn the_password_form_has_its_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let right = student.password.as_str();
    for (form, errors) in [
        (
            json!({}),
            &[
                ("currentPassword", "Current password is required"),
                ("newPassword", "New password is required"),
            ][..],
        ),
        (
            json!({ "currentPassword": right, "newPassword": "Ab1" }),
            &[("newPassword", PASSWORD_SHORT)],
        ),
        (
            json!({ "currentPassword": right, "newPassword": "changed1" }),
            &[("newPassword", PASSWORD_SIMPLE)],
        ),
        (
            json!({ "currentPassword": "Wrong1password", "newPassword": "Changed1" }),
            &[("currentPassword", "Current password is incorrect")],
        ),
    ] {
        let answer = server
            .put("/api/auth/updatepassword")
            .as_(&student)
            .json(&form)
            .await;
        assert_invalid(&answer, errors, &form.to_string());
    }
    assert!(is_signed_in(&server, &student.token).await);
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
    // Only who knows the password learns that the account is inactive.
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

on_both_engines!(a_session_lasts_fourteen_days);
async fn a_session_lasts_fourteen_days(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    server.clock.advance(14 * DAY - 1);
    assert!(is_signed_in(&server, &student.token).await);
    server.clock.advance(1);
    assert!(!is_signed_in(&server, &student.token).await);
    server.clock.advance(HOUR);
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        200
    );
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

on_both_engines!(tokens_come_as_bearer_tokens);
async fn tokens_come_as_bearer_tokens(database: TestDatabase) {
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

on_both_engines!(the_details_form_changes_what_it_names);
async fn the_details_form_changes_what_it_names(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let update = async |form: Value| {
        server
            .put("/api/auth/updatedetails")
            .as_(&student)
            .json(&form)
            .await
    };
    server.clock.advance(MINUTE);
    let all = json!({
        "name": "Ada Lovelace", "email": "ada@library.example", "phone": "+44123", "address": "St James's Square\nLondon",
        "collegeName": "Trinity", "department": "Mathematics", "currentSemester": "3",
        "currentSemesterCategory": "Analysis",
    });
    let answer = update(all.clone()).await;
    let user = answer.expect(200).clone();
    assert_eq!(answer.json["message"], "Profile updated successfully");
    for (field, value) in all.as_object().expect("an object") {
        assert_eq!(&user[field], value, "{field}");
    }
    assert_eq!(user["updatedAt"], "2026-03-02T09:01:00.000Z");
    // Absent stays, also what is not one's own to change.
    let mut expected = user.clone();
    let none = json!({ "role": "admin", "studentId": "S-1", "isActive": false, "_id": "1", "balance": -5, "name": null });
    for form in [json!({}), none] {
        assert_eq!(update(form).await.expect(200), &expected);
    }
    // Null and empty clear.
    for (field, empty) in [
        ("phone", json!(null)),
        ("address", json!("")),
        ("collegeName", json!("  ")),
        ("department", json!(null)),
        ("currentSemester", json!("")),
        ("currentSemesterCategory", json!(null)),
    ] {
        expected[field] = Value::Null;
        assert_eq!(
            update(json!({ field: empty })).await.expect(200),
            &expected,
            "{field}"
        );
    }
    let me = server.get("/api/auth/me").as_(&student).await;
    assert_eq!(me.expect(200), &expected);
    // One's own address in other letters is one's own.
    let answer = update(json!({ "email": "ADA@library.example" })).await;
    assert_eq!(answer.expect(200)["email"], "ADA@library.example");
}

on_both_engines!(the_details_form_has_the_specified_messages);
async fn the_details_form_has_the_specified_messages(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let before = server.get("/api/auth/me").as_(&student).await.expect(200).clone();
    for (field, typed, message) in [
        ("name", String::new(), NAME_REQUIRED),
        ("name", "A".to_owned(), NAME_SHORT),
        ("name", "A".repeat(51), NAME_LONG),
        ("email", " ".to_owned(), EMAIL_REQUIRED),
        ("email", "ada".to_owned(), EMAIL_INVALID),
        ("phone", "0123".to_owned(), PHONE_INVALID),
        ("address", "A".repeat(201), ADDRESS_LONG),
        (
            "collegeName",
            "A".repeat(101),
            "College cannot exceed 100 characters",
        ),
        (
            "department",
            "A".repeat(101),
            "Department cannot exceed 100 characters",
        ),
        (
            "currentSemester",
            "A".repeat(51),
            "Semester cannot exceed 50 characters",
        ),
        (
            "currentSemesterCategory",
            "A".repeat(81),
            "Semester category cannot exceed 80 characters",
        ),
    ] {
        let form = json!({ "department": "History", field: typed });
        let answer = server
            .put("/api/auth/updatedetails")
            .as_(&student)
            .json(&form)
            .await;
        assert_invalid(&answer, &[(field, message)], field);
    }
    let after = server.get("/api/auth/me").as_(&student).await;
    assert_eq!(after.expect(200), &before, "a refused form changes nothing");
}
