//! The rules for new passwords: their length, passphrases, common passwords, one's own words; and their hashes.

use carrel_operations::PasswordCost;
use carrel_operations::core::passwords::Passwords;
use carrel_testkit::{Answer, DAY, Identity, Server, Setup, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{log_in, registration};
use crate::settings::{change, shown};

const SHORT_8: &str = "Password must be at least 8 characters";
const SIMPLE: &str =
    "Password must contain at least one uppercase letter, one lowercase letter, and one number";
const COMMON: &str = "This password is too common. Please choose another one";
const OWN_WORDS: &str = "Password cannot be made of your name, email or student ID, or of the library's name";

async fn register(server: &Server, email: &str, password: &str) -> Answer {
    let mut form = registration(email);
    form["password"] = json!(password);
    form["confirmPassword"] = json!(password);
    server.post("/api/auth/register").json(&form).await
}

async fn change_password(server: &Server, person: &Identity, password: &str) -> Answer {
    let form = json!({ "currentPassword": person.password, "newPassword": password });
    let request = server.put("/api/auth/updatepassword").as_(person);
    request.json(&form).await
}

async fn set_rules(server: &Server, administrator: &Identity, rules: &[(&str, Value)]) {
    let mut form = shown(server, administrator, "security").await;
    for (field, value) in rules {
        form[*field] = value.clone();
    }
    change(server, administrator, "security", form).await.expect(200);
}

on_both_engines!(common_passwords_and_those_of_ones_own_words_are_refused);
async fn common_passwords_and_those_of_ones_own_words_are_refused(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let email = "mary.shelley@library.example";
    // The passwords of the report: a common one, and the address itself.
    for (password, message) in [
        ("Passw0rd", COMMON),
        ("Qwerty123!", COMMON),
        ("Summer2026", COMMON),
        ("Mary.Shelley@library.example1", OWN_WORDS),
        ("Shelley1797", OWN_WORDS),
        ("5helley1797A", OWN_WORDS),
        ("Library2026!", OWN_WORDS),
    ] {
        let refused = register(&server, email, password).await;
        assert_eq!(refused.errors(), [("password", message)], "{password}");
    }
    register(&server, email, "Prometheus1").await.expect(201);

    let student = server.student().name("Percy Shelley").await;
    let id: Vec<(String,)> = {
        let sql = format!("SELECT student_id FROM users WHERE id = {}", student.id.number());
        server.database().rows(&sql).await
    };
    for (password, message) in [
        ("Dragon99".to_owned(), COMMON),
        ("Percy-Shelley-1".to_owned(), OWN_WORDS),
        (format!("{}x", id[0].0), OWN_WORDS),
    ] {
        let refused = change_password(&server, &student, &password).await;
        assert_eq!(refused.errors(), [("newPassword", message)], "{password}");
        let path = format!("/api/admin/users/{}/password-link", student.id);
        let link = server.post(&path).as_(&administrator).await;
        let path = link.expect(201)["path"].as_str().expect("a path").to_owned();
        let token = path.split('=').nth(1).expect("a token");
        let form = json!({ "token": token, "password": password, "confirmPassword": password });
        let refused = server.post("/api/auth/reset-password").json(&form).await;
        assert_eq!(refused.errors(), [("password", message)], "{password}");
    }
    change_password(&server, &student, "Ozymandias1")
        .await
        .expect(200);
}

on_both_engines!(the_settings_raise_the_minimum_length);
async fn the_settings_raise_the_minimum_length(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().password("Read1s").await;
    register(&server, "first@library.example", "Readn1")
        .await
        .expect(201);
    set_rules(&server, &administrator, &[("leastPasswordLength", json!(8))]).await;
    let refused = register(&server, "second@library.example", "Readn12").await;
    assert_eq!(refused.errors(), [("password", SHORT_8)]);
    let refused = change_password(&server, &student, "Readn12").await;
    assert_eq!(refused.errors(), [("newPassword", SHORT_8)]);
    register(&server, "second@library.example", "Readn123")
        .await
        .expect(201);
    // An older password stays valid.
    assert_eq!(log_in(&server, &student.email, "Read1s").await.status, 200);
    let library = server.get("/api/library").await;
    let rules = json!({ "leastLength": 8, "passphraseLength": null });
    assert_eq!(library.expect(200)["passwordRules"], rules);
}

on_both_engines!(a_passphrase_needs_no_classes_where_the_settings_allow_it);
async fn a_passphrase_needs_no_classes_where_the_settings_allow_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let passphrase = "correct horse battery staple";
    let refused = register(&server, "first@library.example", passphrase).await;
    assert_eq!(
        refused.errors(),
        [("password", SIMPLE)],
        "the specification's rule is the default"
    );
    set_rules(&server, &administrator, &[("passphrases", json!(true))]).await;
    for (password, message) in [
        ("correct horses", SIMPLE),
        ("aaaaaaaaaaaaaaaaaaaa", COMMON),
        ("abababababababab", COMMON),
        ("mary shelley mary shelley", OWN_WORDS),
    ] {
        let refused = register(&server, "first@library.example", password).await;
        assert_eq!(refused.errors(), [("password", message)], "{password}");
    }
    register(&server, "first@library.example", passphrase)
        .await
        .expect(201);
    assert_eq!(
        log_in(&server, "first@library.example", passphrase).await.status,
        200
    );
    let library = server.get("/api/library").await;
    assert_eq!(library.expect(200)["passwordRules"]["passphraseLength"], 15);
}

on_both_engines!(a_hash_of_a_lower_cost_is_renewed_at_the_sign_in);
async fn a_hash_of_a_lower_cost_is_renewed_at_the_sign_in(database: TestDatabase) {
    let setup = Setup {
        slow_passwords: true,
        ..Setup::default()
    };
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    let cheap = Passwords::new(PasswordCost::Least).expect("a hash function");
    let cheap = cheap.hash_inline(&student.password, [1; 16]).expect("a hash");
    let sql = format!(
        "UPDATE users SET password_hash = '{cheap}' WHERE id = {}",
        student.id.number()
    );
    server.database().sql(&sql).await.expect("the hash is written");
    let stored = async || -> (String, i64) {
        let sql = format!(
            "SELECT password_hash, updated_at FROM users WHERE id = {}",
            student.id.number()
        );
        server.database().rows(&sql).await.remove(0)
    };
    // Several devices at once: each reads the cheap hash, and one of them renews it.
    let devices = (0..6).map(|_| log_in(&server, &student.email, &student.password));
    for answer in futures_util::future::join_all(devices).await {
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert!(stored().await.0.contains("m=19456,t=2"));
    server.database().sql(&sql).await.expect("the hash is written");
    let (_, updated_at) = stored().await;
    assert_eq!(
        log_in(&server, &student.email, "Wrong1password").await.status,
        401
    );
    assert_eq!(stored().await, (cheap.clone(), updated_at));
    server.clock.advance(1000);
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        200
    );
    let (renewed, still_updated_at) = stored().await;
    assert!(renewed.contains("m=19456,t=2"), "{renewed}");
    assert_eq!(still_updated_at, updated_at, "the person has not changed");
    // It is the same password, and is not renewed again; no session has ended.
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        200
    );
    assert_eq!(stored().await.0, renewed);
    server.get("/api/auth/me").as_(&student).await.expect(200);
}

on_both_engines!(a_password_does_not_expire);
async fn a_password_does_not_expire(database: TestDatabase) {
    let server = Server::start(database).await;
    for person in [server.student().await, server.administrator().await] {
        for _ in 0..10 {
            server.clock.advance(366 * DAY);
            // The jobs of the server do not end it either.
            server.tidy().await;
            let signed_in = log_in(&server, &person.email, &person.password).await;
            let token = signed_in.expect(200)["token"]
                .as_str()
                .expect("a token")
                .to_owned();
            // Neither does the server ask for a new one before other calls.
            server.get("/api/books").bearer(&token).await.expect(200);
        }
    }
}

on_both_engines!(a_password_counts_to_its_last_character);
async fn a_password_counts_to_its_last_character(database: TestDatabase) {
    let server = Server::start(database).await;
    let long = format!("A1{}", "ü".repeat(126));
    register(&server, "mary@library.example", &long).await.expect(201);
    log_in(&server, "mary@library.example", &long).await.expect(200);
    let shorter: String = long.chars().take(127).collect();
    for near in [format!("{shorter}u"), shorter.clone(), long.to_lowercase()] {
        let refused = log_in(&server, "mary@library.example", &near).await;
        assert_eq!(refused.failure(), super::WRONG, "{near}");
    }
    let longer = register(&server, "percy@library.example", &format!("{long}ü")).await;
    assert_eq!(longer.errors().len(), 1, "{}", longer.text());
}
