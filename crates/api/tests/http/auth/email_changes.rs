//! Changes of one's own e-mail address: the password, the link to the new address, the link to the old one, the notice.

use carrel_operations::upkeep::mail_delivery::Delivery;
use carrel_testkit::{
    Answer, DAY, Identity, Letter, MailServer, Server, Setup, TestDatabase, on_both_engines,
};
use serde_json::{Value, json};

use super::{NOT_SIGNED_IN, log_in, register, use_mail_server};

pub const INVALID: (u16, &str, &str) = (
    409,
    "link_invalid",
    "This link has expired or was already used. Please ask for a new one.",
);
pub const TAKEN: (u16, &str, &str) = (409, "email_taken", "An account with this email already exists");

pub async fn move_to(server: &Server, person: &Identity, email: &str, password: &str) -> Answer {
    let form = json!({ "email": email, "currentPassword": password });
    let request = server.put("/api/auth/updatedetails").as_(person);
    request.json(&form).await
}

pub async fn confirm(server: &Server, person: &Identity, token: &str) -> Answer {
    let request = server.post("/api/auth/email-changes/confirm").as_(person);
    request.json(&json!({ "token": token })).await
}

pub async fn undo(server: &Server, token: &str) -> Answer {
    let request = server.post("/api/auth/email-changes/undo");
    request.json(&json!({ "token": token })).await
}

async fn changes(server: &Server, person: &Identity) -> Vec<Value> {
    let answer = server.get("/api/auth/email-changes").as_(person).await;
    answer.list().to_vec()
}

async fn email_of(server: &Server, person: &Identity) -> String {
    let me = server.get("/api/auth/me").as_(person).await;
    me.expect(200)["email"].as_str().expect("an address").to_owned()
}

/// The token of the link in a mail that leads to this page.
pub fn token_in(letter: &Letter, page: &str) -> String {
    let text = letter.text();
    let link = format!("https://books.library.example/{page}#token=");
    let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().expect("a token").to_owned()
}

/// Sends the due mail, and returns the last one.
pub async fn last_mail(server: &Server, mail: &MailServer) -> Letter {
    server.deliver_mail().await;
    mail.letters().pop().expect("a mail")
}

/// A server with a mail server and a student.
pub async fn with_mail(database: TestDatabase) -> (Server, MailServer, Identity) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let student = server.student().await;
    (server, mail, student)
}

/// Moves a person to another address, and returns the token of the link to the old one.
pub async fn moved(
    server: &Server,
    mail: &MailServer,
    person: &Identity,
    email: &str,
    password: &str,
) -> String {
    move_to(server, person, email, password).await.expect(200);
    let token = token_in(&last_mail(server, mail).await, "confirm-email");
    assert_eq!(confirm(server, person, &token).await.expect(200)["email"], email);
    token_in(&last_mail(server, mail).await, "undo-email-change")
}

on_both_engines!(a_found_session_does_not_become_the_account);
async fn a_found_session_does_not_become_the_account(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    // The chain of a thief: a new address, a link for a new password to it, a new password.
    for (password, message) in [
        (None, "Current password is required"),
        (Some(""), "Current password is required"),
        (Some("Guessed1"), "Current password is incorrect"),
    ] {
        let form = json!({ "email": "thief@elsewhere.example", "currentPassword": password });
        let mut form = form.as_object().expect("an object").clone();
        form.retain(|_, value| !value.is_null());
        let refused = server.put("/api/auth/updatedetails").as_(&student);
        let refused = refused.json(&json!(form)).await;
        assert_eq!(refused.errors(), [("currentPassword", message)]);
    }
    let form = json!({ "email": "thief@elsewhere.example" });
    server
        .post("/api/auth/forgot-password")
        .json(&form)
        .await
        .expect(200);
    assert_eq!(server.deliver_mail().await, [Delivery::Dropped]);
    assert!(mail.letters().is_empty());
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        200
    );
    assert_eq!(email_of(&server, &student).await, student.email);
    // Other details need no password.
    let form = json!({ "email": student.email, "department": "History" });
    let changed = server
        .put("/api/auth/updatedetails")
        .as_(&student)
        .json(&form)
        .await;
    assert_eq!(changed.expect(200)["department"], "History");
    // Neither does another route: an administrator's own address.
    let administrator = server.administrator().await;
    let own = server.put(&format!("/api/admin/users/{}", administrator.id));
    let refused = own
        .as_(&administrator)
        .json(&json!({ "email": "thief@elsewhere.example" }))
        .await;
    let words = "Please change your own email address in your profile";
    assert_eq!(refused.errors(), [("email", words)]);
}

on_both_engines!(wrong_passwords_of_email_changes_are_slowed_down);
async fn wrong_passwords_of_email_changes_are_slowed_down(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.guesses.most_waited_ms = 0);
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    let mut statuses = Vec::new();
    for number in 0..7 {
        let email = format!("new{number}@library.example");
        statuses.push(move_to(&server, &student, &email, "Guessed1").await.status);
    }
    assert_eq!(statuses, [422, 422, 422, 422, 422, 429, 429]);
    // The owner signs in at the first try.
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        200
    );
}

on_both_engines!(a_new_address_works_after_its_link_was_opened);
async fn a_new_address_works_after_its_link_was_opened(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let new = "new@library.example";
    let pending = move_to(&server, &student, new, &student.password).await;
    assert_eq!(pending.expect(200)["email"], student.email.as_str());
    let [shown] = &changes(&server, &student).await[..] else {
        panic!("one change is pending");
    };
    assert_eq!(shown["to"], new);
    assert_eq!(shown["changedAt"], Value::Null);

    let letter = last_mail(&server, &mail).await;
    assert_eq!(letter.to, new);
    assert!(!letter.text().contains(&student.name), "{}", letter.text());
    let token = token_in(&letter, "confirm-email");
    let stored: Vec<(String,)> = server
        .database()
        .rows("SELECT COALESCE(confirm_hash, '') FROM email_changes UNION ALL SELECT payload FROM jobs")
        .await;
    assert!(stored.iter().all(|(text,)| !text.contains(&token)), "{stored:?}");
    assert_eq!(log_in(&server, new, &student.password).await.status, 401);

    // The link is of no use without a session of the account.
    let stranger = server.student().await;
    assert_eq!(confirm(&server, &stranger, &token).await.failure(), INVALID);
    let visitor = server.post("/api/auth/email-changes/confirm");
    let visitor = visitor.json(&json!({ "token": token })).await;
    assert_eq!(visitor.failure(), NOT_SIGNED_IN);

    assert_eq!(confirm(&server, &student, &token).await.expect(200)["email"], new);
    assert_eq!(log_in(&server, new, &student.password).await.status, 200);
    assert_eq!(
        log_in(&server, &student.email, &student.password).await.status,
        401
    );
    assert_eq!(
        confirm(&server, &student, &token).await.failure(),
        INVALID,
        "a replay"
    );
    assert!(changes(&server, &student).await.is_empty());
    let letter = last_mail(&server, &mail).await;
    assert_eq!(letter.to, student.email);
    assert!(!letter.text().contains(new) && !letter.text().contains(&student.name));
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_pending_address_that_may_not_take_effect_does_not);
async fn a_pending_address_that_may_not_take_effect_does_not(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let new = "new@library.example";
    let ask = async |person: &Identity| {
        move_to(&server, person, new, &person.password).await.expect(200);
        token_in(&last_mail(&server, &mail).await, "confirm-email")
    };
    // A newer request replaces an older one; a cancelled one is over; so is one that nobody confirmed for a day.
    let first = ask(&student).await;
    let second = ask(&student).await;
    assert_eq!(confirm(&server, &student, &first).await.failure(), INVALID);
    let id = changes(&server, &student).await[0]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let path = format!("/api/auth/email-changes/{id}");
    let stranger = server.student().await;
    let others = server.delete(&path).as_(&stranger).await;
    assert_eq!(
        (others.status, others.failure().1),
        (404, "email_change_not_found")
    );
    server.delete(&path).as_(&student).await.expect(200);
    assert_eq!(confirm(&server, &student, &second).await.failure(), INVALID);
    let third = ask(&student).await;
    server.clock.advance(DAY);
    assert_eq!(confirm(&server, &student, &third).await.failure(), INVALID);
    assert!(changes(&server, &student).await.is_empty());

    // The address was taken meanwhile.
    let fourth = ask(&student).await;
    let holder = register(&server, new).await.expect(201)["user"]["_id"].clone();
    assert_eq!(confirm(&server, &student, &fourth).await.failure(), TAKEN);
    assert_eq!(email_of(&server, &student).await, student.email);
    // It is refused at once, but only to a caller who knows the password.
    let known = move_to(&server, &student, new, &student.password).await;
    assert_eq!(known.failure(), TAKEN);
    assert_eq!(move_to(&server, &student, new, "Guessed1").await.status, 422);

    // The account was deactivated meanwhile, even if it is active again.
    let administrator = server.administrator().await;
    let path = format!("/api/admin/users/{}", holder.as_str().expect("an id"));
    let renamed = server.put(&path).as_(&administrator);
    renamed
        .json(&json!({ "email": "holder@library.example" }))
        .await
        .expect(200);
    let fifth = ask(&student).await;
    for is_active in [false, true] {
        let path = format!("/api/admin/users/{}", student.id);
        let changed = server.put(&path).as_(&administrator);
        changed.json(&json!({ "isActive": is_active })).await.expect(200);
    }
    let again = server.sign_in_again(&student).await;
    assert_eq!(confirm(&server, &again, &fifth).await.failure(), INVALID);

    // The password was changed meanwhile.
    let sixth = ask(&again).await;
    let form = json!({ "currentPassword": student.password, "newPassword": "Changed1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&again)
        .json(&form)
        .await;
    let token = changed.expect(200)["token"].as_str().expect("a token").to_owned();
    let after = Identity {
        token,
        ..student.clone()
    };
    assert_eq!(confirm(&server, &after, &sixth).await.failure(), INVALID);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(of_concurrent_confirmations_of_an_address_one_succeeds);
async fn of_concurrent_confirmations_of_an_address_one_succeeds(database: TestDatabase) {
    let (server, mail, _) = with_mail(database).await;
    for round in 0..4 {
        let new = format!("wanted{round}@library.example");
        let mut racers = Vec::new();
        for _ in 0..4 {
            let student = server.student().await;
            move_to(&server, &student, &new, &student.password)
                .await
                .expect(200);
            let token = token_in(&last_mail(&server, &mail).await, "confirm-email");
            racers.push((student, token));
        }
        // Each link twice at the same time.
        let calls = racers.iter().chain(&racers);
        let calls = calls.map(|(student, token)| confirm(&server, student, token));
        let answers = futures_util::future::join_all(calls).await;
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "round {round}");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            assert!([TAKEN, INVALID].contains(&answer.failure()), "{}", answer.text());
        }
        // The report to the old address must not be taken for a link of the next round.
        server.deliver_mail().await;
    }
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_change_whose_mail_cannot_be_sent_is_shown_in_the_account);
async fn a_change_whose_mail_cannot_be_sent_is_shown_in_the_account(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let elsewhere = server.sign_in_again(&student).await;
    let new = "thief@elsewhere.example";
    move_to(&server, &student, new, &student.password)
        .await
        .expect(200);
    let token = token_in(&last_mail(&server, &mail).await, "confirm-email");
    confirm(&server, &student, &token).await.expect(200);
    assert!(
        changes(&server, &elsewhere).await.is_empty(),
        "the old address gets a mail"
    );
    mail.refuse_next("550 No such mailbox");
    let tried = server.deliver_mail().await;
    assert!(
        matches!(&tried[..], [Delivery::Failed { given_up: true, .. }]),
        "{tried:?}"
    );
    let [notice] = &changes(&server, &elsewhere).await[..] else {
        panic!("one notice");
    };
    assert_eq!(notice["to"], new);
    assert!(
        changes(&server, &student).await.is_empty(),
        "not in the session of the change"
    );
    // The link may have arrived all the same: the address stays kept for it.
    assert_eq!(register(&server, &student.email).await.failure(), TAKEN);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(without_a_mail_server_the_account_shows_a_notice);
async fn without_a_mail_server_the_account_shows_a_notice(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let elsewhere = server.sign_in_again(&student).await;
    let new = "new@library.example";
    let answer = move_to(&server, &student, new, &student.password).await;
    assert_eq!(answer.expect(200)["email"], new);
    assert_eq!(log_in(&server, new, &student.password).await.status, 200);

    // The session of the change shows no notice and cannot dismiss it; every other one shows it.
    assert!(changes(&server, &student).await.is_empty());
    let [notice] = &changes(&server, &elsewhere).await[..] else {
        panic!("one notice");
    };
    assert_eq!(notice["from"], student.email.as_str());
    assert_eq!(notice["to"], new);
    assert_eq!(notice["byStaff"], false);
    assert!(notice["changedAt"].is_string());
    let path = format!(
        "/api/auth/email-changes/{}",
        notice["_id"].as_str().expect("an id")
    );
    assert_eq!(server.delete(&path).as_(&student).await.status, 404);

    // It stays for as long as it is not dismissed.
    server.clock.advance(20 * DAY);
    server.tidy().await;
    let later = Identity {
        email: new.to_owned(),
        ..student.clone()
    };
    let later = server.sign_in_again(&later).await;
    assert_eq!(changes(&server, &later).await, std::slice::from_ref(notice));
    server.delete(&path).as_(&later).await.expect(200);
    assert!(changes(&server, &later).await.is_empty());
    assert!(changes(&server, &elsewhere).await.is_empty());

    // A change by staff is reported the same way.
    let administrator = server.administrator().await;
    let person = server.put(&format!("/api/admin/users/{}", student.id));
    person
        .as_(&administrator)
        .json(&json!({ "email": "staff@library.example" }))
        .await
        .expect(200);
    let [notice] = &changes(&server, &later).await[..] else {
        panic!("one notice");
    };
    assert_eq!(notice["byStaff"], true);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_repeated_change_of_an_address_has_one_effect);
async fn a_repeated_change_of_an_address_has_one_effect(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let form = json!({ "email": "new@library.example", "currentPassword": student.password });
    for _ in 0..3 {
        let request = server.put("/api/auth/updatedetails").as_(&student);
        let answer = request.header("idempotency-key", "one").json(&form).await;
        assert_eq!(answer.expect(200)["email"], "new@library.example");
    }
    let changes = "SELECT count(*) FROM email_changes";
    assert_eq!(server.database().integer(changes).await, 1);
    let stored: Vec<(String,)> = server
        .database()
        .rows("SELECT response FROM idempotency_keys")
        .await;
    assert!(
        stored.iter().all(|(text,)| !text.contains("new@library")),
        "{stored:?}"
    );
}
