//! One-time links for a new password: by mail, or from an administrator.

use carrel_operations::upkeep::mail_delivery::Delivery;
use carrel_testkit::{Answer, DAY, HOUR, Identity, MailServer, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{WRONG, is_signed_in, log_in, use_mail_server};

const INVALID: (u16, &str, &str) = (
    409,
    "link_invalid",
    "This link has expired or was already used. Please ask for a new one.",
);

async fn ask(server: &Server, email: &str) -> Answer {
    let form = json!({ "email": email });
    server.post("/api/auth/forgot-password").json(&form).await
}

async fn reset(server: &Server, token: &str, password: &str) -> Answer {
    let form = json!({ "token": token, "password": password, "confirmPassword": password });
    server.post("/api/auth/reset-password").json(&form).await
}

/// The token of the link in the last mail.
fn mailed_token(mail: &MailServer) -> String {
    let text = mail.letters().last().expect("a mail has come").text();
    let (_, link) = text
        .split_once("https://books.library.example/reset-password#token=")
        .unwrap_or_else(|| panic!("no link: {text}"));
    link.lines().next().unwrap_or_default().to_owned()
}

/// The token of a link that an administrator creates for a person.
async fn handed_token(server: &Server, administrator: &Identity, person: &Identity) -> String {
    let path = format!("/api/admin/users/{}/password-link", person.id);
    let answer = server.post(&path).as_(administrator).await;
    let path = answer.expect(201)["path"].as_str().expect("a path").to_owned();
    let token = path.strip_prefix("/reset-password#token=");
    token.expect("a token behind the #").to_owned()
}

on_both_engines!(a_mailed_link_sets_a_new_password_once);
async fn a_mailed_link_sets_a_new_password_once(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let second = log_in(&server, &student.email, &student.password).await.json["token"].clone();

    ask(&server, &student.email.to_uppercase()).await.expect(200);
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    let letters = mail.letters();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].to, student.email);
    assert_eq!(
        letters[0].header("subject"),
        Some("A new password for Library Management System")
    );
    assert!(letters[0].text().starts_with("Hello,"));
    // The name may be an advertisement of a stranger who registered the address.
    assert!(!letters[0].text().contains(&student.name));
    let token = mailed_token(&mail);
    assert!(
        is_signed_in(&server, &student.token).await,
        "a request alone changes nothing"
    );

    // An invalid form does not use the link.
    let wrong = json!({ "token": token, "password": "changed", "confirmPassword": "Changed1" });
    let answer = server.post("/api/auth/reset-password").json(&wrong).await;
    assert_eq!(answer.status, 422);
    assert_eq!(
        answer.errors(),
        [
            (
                "password",
                "Password must contain at least one uppercase letter, one lowercase letter, and one number"
            ),
            ("confirmPassword", "Passwords do not match"),
        ]
    );
    let answer = reset(&server, &token, "Changed1").await;
    answer.expect(200);
    assert_eq!(answer.json["message"], "Password updated successfully");
    for token in [student.token.as_str(), second.as_str().expect("a token")] {
        assert!(!is_signed_in(&server, token).await);
    }
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.failure(),
        WRONG
    );
    assert_eq!(log_in(&server, &student.email, "Changed1").await.status, 200);
    assert_eq!(reset(&server, &token, "Changed2").await.failure(), INVALID);

    // The owner is notified.
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    let news = mail.letters().pop().expect("the news");
    assert_eq!(
        news.header("subject"),
        Some("Your password for Library Management System was changed")
    );
    assert!(news.text().contains("Mar 2, 2026 09:00"), "{}", news.text());
    // The link's token is not stored.
    let found: Vec<(String,)> = server
        .database()
        .rows("SELECT token_hash FROM one_time_links UNION ALL SELECT COALESCE(after_state, '') FROM audit")
        .await;
    assert!(found.iter().all(|(text,)| !text.contains(&token)));
    let trail: Vec<(String,)> = server
        .database()
        .rows("SELECT action FROM audit WHERE action LIKE 'user.password%' ORDER BY id")
        .await;
    let trail: Vec<&str> = trail.iter().map(|(action,)| action.as_str()).collect();
    assert_eq!(trail.len(), 3, "{trail:?}");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(password_requests_do_not_reveal_accounts);
async fn password_requests_do_not_reveal_accounts(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let queued = async || {
        server
            .database()
            .integer("SELECT count(*) FROM jobs WHERE kind = 'mail'")
            .await
    };
    let mut seen = Vec::new();
    for email in [student.email.as_str(), "unknown@library.example"] {
        let before = queued().await;
        for attempt in 0..6 {
            let answer = ask(&server, email).await;
            let mut headers = answer.headers.clone();
            for own in ["x-request-id", "date"] {
                assert!(headers.remove(own).is_some(), "{own}");
            }
            seen.push((attempt, answer.status, headers, answer.body.clone()));
        }
        assert_eq!(queued().await - before, 5, "the same work is done for {email}");
    }
    let (known, unknown) = seen.split_at(6);
    assert_eq!(known, unknown);
    assert_eq!(known[4].1, 200);
    assert_eq!(known[5].1, 429, "mail is not sent without end");
    let deliveries = server.deliver_mail().await;
    let sent = deliveries.iter().filter(|one| **one == Delivery::Sent);
    assert_eq!((deliveries.len(), sent.count()), (10, 5));
    assert!(mail.letters().iter().all(|letter| letter.to == student.email));
    assert_eq!(queued().await, 5, "nothing is stored for unknown addresses");
    // The last of five links is valid, and the others are not.
    let tokens: Vec<String> = mail
        .letters()
        .iter()
        .map(|letter| letter.text().split("#token=").nth(1).unwrap_or_default()[..64].to_owned())
        .collect();
    for token in &tokens[..4] {
        assert_eq!(reset(&server, token, "Changed1").await.failure(), INVALID);
    }
    reset(&server, &tokens[4], "Changed1").await.expect(200);
}

on_both_engines!(a_lookalike_address_gets_no_mail);
async fn a_lookalike_address_gets_no_mail(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let student = server.student().email("mary@library.example").await;
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    // For the library it is the same account; for mail servers it is another mailbox.
    ask(&server, "ｍary@library.example").await.expect(200);
    assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
    assert_eq!(mail.letters()[0].to, student.email);
}

on_both_engines!(password_requests_fail_equally_without_a_mail_server);
async fn password_requests_fail_equally_without_a_mail_server(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    assert_eq!(server.get("/api/library").await.expect(200)["sendsMail"], false);
    let words = "Email is not set up for this library. Please ask the library for a new password.";
    for email in [student.email.as_str(), "unknown@library.example"] {
        assert_eq!(ask(&server, email).await.failure(), (409, "no_mail", words));
    }
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    assert_eq!(server.get("/api/library").await.expect(200)["sendsMail"], true);
    let wrong = ask(&server, "mary@").await;
    assert_eq!(wrong.errors(), [("email", "Invalid email address")]);
}

on_both_engines!(a_link_from_an_administrator_is_valid_for_a_day);
async fn a_link_from_an_administrator_is_valid_for_a_day(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let older = handed_token(&server, &administrator, &student).await;
    let token = handed_token(&server, &administrator, &student).await;
    assert_eq!(reset(&server, &older, "Changed1").await.failure(), INVALID);
    server.clock.advance(DAY - 1);
    // A person who forgot the password has usually tried some.
    for _ in 0..10 {
        log_in(&server, &student.email, "Wrong1password").await;
    }
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        429
    );
    reset(&server, &token, "Changed1").await.expect(200);
    assert_eq!(log_in(&server, &student.email, "Changed1").await.status, 200);

    server.confirm(&administrator).await;
    let token = handed_token(&server, &administrator, &student).await;
    server.clock.advance(DAY);
    assert_eq!(reset(&server, &token, "Changed2").await.failure(), INVALID);
    let left = "SELECT count(*) FROM one_time_links WHERE used_at IS NULL";
    assert_eq!(server.database().integer(left).await, 1);
    server.tidy().await;
    assert_eq!(server.database().integer(left).await, 0);
    let by_whom = format!(
        "SELECT count(*) FROM audit WHERE action = 'user.password_link_made' AND actor_id = {} \
         AND entity = 'user' AND entity_id = {}",
        administrator.id.number(),
        student.id.number()
    );
    assert_eq!(server.database().integer(&by_whom).await, 3);
}

on_both_engines!(a_mailed_link_is_valid_for_an_hour);
async fn a_mailed_link_is_valid_for_an_hour(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    for (after, is_good) in [(HOUR - 1, true), (HOUR, false)] {
        ask(&server, &student.email).await.expect(200);
        server.deliver_mail().await;
        let token = mailed_token(&mail);
        server.clock.advance(after);
        let answer = reset(&server, &token, "Changed1").await;
        assert_eq!(
            answer.status,
            if is_good { 200 } else { 409 },
            "{}",
            answer.text()
        );
        // Sends the notification of the change, if any.
        server.deliver_mail().await;
    }
}

on_both_engines!(changes_that_revoke_a_link);
async fn changes_that_revoke_a_link(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let change = async |person: &Identity, change: serde_json::Value| {
        let path = format!("/api/admin/users/{}", person.id);
        server
            .put(&path)
            .as_(&administrator)
            .json(&change)
            .await
            .expect(200);
    };
    // A deactivated account, even after it is activated again.
    let student = server.student().await;
    let token = handed_token(&server, &administrator, &student).await;
    change(&student, json!({ "isActive": false })).await;
    assert_eq!(reset(&server, &token, "Changed1").await.failure(), INVALID);
    let path = format!("/api/admin/users/{}/password-link", student.id);
    let refused = server.post(&path).as_(&administrator).await;
    assert_eq!(refused.failure().1, "user_inactive");
    change(&student, json!({ "isActive": true })).await;
    assert_eq!(reset(&server, &token, "Changed1").await.failure(), INVALID);
    // Another e-mail address.
    let token = handed_token(&server, &administrator, &student).await;
    change(&student, json!({ "email": "moved@library.example" })).await;
    assert_eq!(reset(&server, &token, "Changed1").await.failure(), INVALID);
    // A new password.
    let student = server.student().await;
    let token = handed_token(&server, &administrator, &student).await;
    let form = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let changed = server.put("/api/auth/updatepassword").as_(&student);
    changed.json(&form).await.expect(200);
    assert_eq!(reset(&server, &token, "Changed2").await.failure(), INVALID);
    // Texts that were never a link: an empty text, a session's token, the stored hash.
    let token = handed_token(&server, &administrator, &student).await;
    let hashes: Vec<(String,)> = server
        .database()
        .rows("SELECT token_hash FROM one_time_links WHERE used_at IS NULL")
        .await;
    for wrong in ["", &administrator.token, &hashes[0].0, &token.to_uppercase()] {
        assert_eq!(
            reset(&server, wrong, "Changed2").await.failure(),
            INVALID,
            "{wrong}"
        );
    }
    assert!(!is_signed_in(&server, &token).await, "a link is no session");
    reset(&server, &token, "Changed2").await.expect(200);
    assert_eq!(log_in(&server, &student.email, "Changed2").await.status, 200);
}

on_both_engines!(a_deactivated_person_gets_no_mail);
async fn a_deactivated_person_gets_no_mail(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let path = format!("/api/admin/users/{}", student.id);
    let change = json!({ "isActive": false });
    server
        .put(&path)
        .as_(&administrator)
        .json(&change)
        .await
        .expect(200);
    ask(&server, &student.email).await.expect(200);
    assert_eq!(server.deliver_mail().await, [Delivery::Dropped]);
    assert!(mail.letters().is_empty());
}

on_both_engines!(of_concurrent_uses_of_a_link_one_succeeds);
async fn of_concurrent_uses_of_a_link_one_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    for round in 0..5 {
        let token = handed_token(&server, &administrator, &student).await;
        let passwords: Vec<String> = (0..8).map(|racer| format!("Outrunning{round}{racer}")).collect();
        let racers = passwords.iter().map(|password| reset(&server, &token, password));
        let answers = futures_util::future::join_all(racers).await;
        let mut winners = Vec::new();
        for (answer, password) in answers.iter().zip(&passwords) {
            if answer.status == 200 {
                winners.push(password);
            } else {
                assert_eq!(answer.failure(), INVALID);
            }
        }
        let [winner] = winners[..] else {
            panic!("{} winners", winners.len());
        };
        assert_eq!(log_in(&server, &student.email, winner).await.status, 200);
    }
}

on_both_engines!(a_link_from_before_a_promotion_opens_nothing);
async fn a_link_from_before_a_promotion_opens_nothing(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let librarian = server.with_role("librarian").await;
    let path = format!("/api/admin/users/{}", student.id);
    let give = async |role: Value| {
        let change = server.put(&path).as_(&administrator).json(&role);
        change.await.expect(200);
    };
    let roles = "/api/admin/roles";
    let role = json!({ "name": "Helper", "permissions": ["check_out"] });

    let before = handed_token(&server, &librarian, &student).await;
    give(json!({ "role": "admin" })).await;
    assert_eq!(reset(&server, &before, "Changed1").await.failure(), INVALID);
    // The sign-in of the student does not confirm the administrator.
    let refused = server.post(roles).as_(&student).json(&role).await;
    assert_eq!(
        (refused.status, refused.failure().1),
        (403, "confirmation_needed")
    );
    server.confirm(&student).await;
    server.post(roles).as_(&student).json(&role).await.expect(201);

    // A change that adds no permission leaves links as they are.
    give(json!({ "role": "student" })).await;
    let kept = handed_token(&server, &librarian, &student).await;
    give(json!({ "staffRole": "teacher" })).await;
    reset(&server, &kept, "Changed2").await.expect(200);
}

on_both_engines!(a_link_from_before_a_wider_role_opens_nothing);
async fn a_link_from_before_a_wider_role_opens_nothing(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let teacher = server.with_role("teacher").await;
    let token = handed_token(&server, &administrator, &teacher).await;
    let trusted = format!(
        "INSERT INTO known_devices (token_hash, user_id, last_used_at, trusted_until) VALUES ('device', {}, 1, {})",
        teacher.id.number(),
        i64::MAX
    );
    server.database().sql(&trusted).await.expect("a trusted device");
    let listed = server
        .get("/api/admin/roles")
        .as_(&administrator)
        .await
        .expect(200)
        .clone();
    let roles = listed["roles"].as_array().expect("roles");
    let role = roles
        .iter()
        .find(|role| role["code"] == "teacher")
        .expect("the role");
    let form = json!({
        "name": role["name"], "permissions": ["check_out"], "version": role["version"],
    });
    let widened = server
        .put("/api/admin/roles/teacher")
        .as_(&administrator)
        .json(&form);
    widened.await.expect(200);
    assert_eq!(reset(&server, &token, "Changed1").await.failure(), INVALID);
    let trusted =
        "SELECT count(*) FROM known_devices WHERE token_hash = 'device' AND trusted_until IS NOT NULL";
    assert_eq!(
        server.database().integer(trusted).await,
        0,
        "a device is still trusted"
    );
}

on_both_engines!(mail_is_in_the_language_of_the_person_else_of_the_library);
async fn mail_is_in_the_language_of_the_person_else_of_the_library(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let choose = async |language: Value| {
        let form = json!({ "language": language });
        let changed = server
            .put("/api/auth/updatedetails")
            .as_(&student)
            .json(&form)
            .await;
        changed.expect(200);
    };
    for (chosen, of_library, salutation) in [
        (json!(null), "en", "Hello,"),
        (json!("de"), "en", "Guten Tag,"),
        (json!(null), "de", "Guten Tag,"),
        (json!("en"), "de", "Hello,"),
    ] {
        choose(chosen.clone()).await;
        server.set("language", of_library).await;
        ask(&server, &student.email).await.expect(200);
        assert_eq!(server.deliver_mail().await, [Delivery::Sent]);
        let letter = mail.letters().pop().expect("a mail");
        assert!(
            letter.text().starts_with(salutation),
            "{chosen}, {of_library}: {}",
            letter.text()
        );
        server.clock.advance(HOUR);
    }
    // A date in words of the language, in the zone of the library.
    choose(json!("de")).await;
    ask(&server, &student.email).await.expect(200);
    server.deliver_mail().await;
    reset(&server, &mailed_token(&mail), "Changed1").await.expect(200);
    server.deliver_mail().await;
    let news = mail.letters().pop().expect("the news").text();
    assert!(news.contains("am 2. März 2026 um 13:00 Uhr geändert"), "{news}");
}
