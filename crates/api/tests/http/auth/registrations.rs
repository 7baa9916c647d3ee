//! Registration in a library that confirms addresses first, and what registration and profile reveal about accounts.

use carrel_operations::upkeep::mail_delivery::Delivery;
use carrel_testkit::{
    Answer, DAY, Identity, Letter, MailServer, Server, Setup, TestDatabase, on_both_engines,
};
use serde_json::{Value, json};

use super::{log_in, register, registration, use_mail_server};
use crate::settings::{change, shown};

const INVALID: (u16, &str, &str) = (
    409,
    "link_invalid",
    "This link has expired or was already used. Please ask for a new one.",
);
const PASSWORD: &str = "Prometheus1";

/// A server that confirms addresses first, its mail server, and its administrator.
async fn confirming(database: TestDatabase) -> (Server, MailServer, Identity) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let mut form = shown(&server, &administrator, "security").await;
    form["confirmAddressesFirst"] = json!(true);
    change(&server, &administrator, "security", form)
        .await
        .expect(200);
    (server, mail, administrator)
}

async fn confirm(server: &Server, token: &str, password: &str) -> Answer {
    let request = server.post("/api/auth/register/confirm");
    request
        .json(&json!({ "token": token, "password": password }))
        .await
}

fn token_in(letter: &Letter) -> String {
    let text = letter.text();
    let link = "https://books.library.example/confirm-registration#token=";
    let (_, rest) = text.split_once(link).unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().expect("a token").to_owned()
}

async fn last_mail(server: &Server, mail: &MailServer) -> Letter {
    server.deliver_mail().await;
    mail.letters().pop().expect("a mail")
}

/// What a caller sees of a response, but for the values that differ from call to call.
fn view(answer: &Answer) -> (u16, String, Vec<u8>) {
    let mut headers = answer.headers.clone();
    for own in ["x-request-id", "date"] {
        assert!(headers.remove(own).is_some(), "{own}");
    }
    (answer.status, format!("{headers:?}"), answer.body.clone())
}

on_both_engines!(a_registration_reveals_no_account);
async fn a_registration_reveals_no_account(database: TestDatabase) {
    let (server, mail, administrator) = confirming(database).await;
    let known = server.administrator().await;
    let unknown = register(&server, "new@elsewhere.example").await;
    assert_eq!(unknown.status, 202);
    assert_eq!(
        unknown.json["message"],
        "Check your email to complete the registration"
    );
    assert_eq!(view(&register(&server, &known.email).await), view(&unknown));
    let deactivated = server.administrator().await;
    let path = format!("/api/admin/users/{}", deactivated.id);
    let change = server.put(&path).as_(&administrator);
    change.json(&json!({ "isActive": false })).await.expect(200);
    assert_eq!(view(&register(&server, &deactivated.email).await), view(&unknown));
    // Until the mails are written, the same rows are stored for each.
    let rows: Vec<(i64, i64)> = server
        .database()
        .rows("SELECT (SELECT count(*) FROM registrations), (SELECT count(*) FROM jobs WHERE kind = 'mail')")
        .await;
    assert_eq!(rows, [(3, 3)]);

    assert_eq!(
        server.deliver_mail().await,
        [Delivery::Sent, Delivery::Sent, Delivery::Sent]
    );
    for letter in mail.letters() {
        // The name of the registration may be an advertisement of a stranger.
        assert!(!letter.text().contains("Mary") && !letter.text().contains(&known.name));
        let is_new = letter.to == "new@elsewhere.example";
        assert_eq!(letter.text().contains("/confirm-registration#token="), is_new);
        assert_eq!(letter.text().contains("You already have an account"), !is_new);
    }
    // There is no account yet.
    assert_eq!(
        log_in(&server, "new@elsewhere.example", PASSWORD).await.status,
        401
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_profile_reveals_no_account);
async fn a_profile_reveals_no_account(database: TestDatabase) {
    let (server, mail, administrator) = confirming(database).await;
    let person = server.administrator().await;
    let move_to = async |email: &str| {
        let form = json!({ "email": email, "currentPassword": person.password });
        server
            .put("/api/auth/updatedetails")
            .as_(&person)
            .json(&form)
            .await
    };
    let unknown = move_to("new@elsewhere.example").await;
    unknown.expect(200);
    let known = move_to(&administrator.email).await;
    assert_eq!(view(&known), view(&unknown));
    let shown = server.get("/api/auth/email-changes").as_(&person).await;
    assert_eq!(shown.list()[0]["to"], administrator.email.as_str());
    server.deliver_mail().await;
    let letters = mail.letters();
    let owner = letters.last().expect("a mail");
    assert_eq!(owner.to, administrator.email);
    assert!(owner.text().contains("You already have an account"));
}

on_both_engines!(a_pending_change_reveals_no_account);
async fn a_pending_change_reveals_no_account(database: TestDatabase) {
    let (server, _mail, administrator) = confirming(database).await;
    let person = server.administrator().await;
    // How long the change lasts, before its mail is written and after it.
    let lasts = async |email: &str| {
        let form = json!({ "email": email, "currentPassword": person.password });
        let moving = server.put("/api/auth/updatedetails").as_(&person);
        moving.json(&form).await.expect(200);
        let mut lasts = Vec::new();
        for _ in 0..2 {
            let shown = server.get("/api/auth/email-changes").as_(&person).await;
            let at = |field: &str| -> jiff::Timestamp {
                let text = shown.list()[0][field].as_str().expect("an instant");
                text.parse().expect("an instant")
            };
            lasts.push(at("expiresAt").duration_since(at("requestedAt")));
            server.clock.advance(1500);
            server.deliver_mail().await;
        }
        lasts
    };
    let unknown = lasts("new@elsewhere.example").await;
    assert_eq!(lasts(&administrator.email).await, unknown);
}

on_both_engines!(a_link_and_the_password_complete_a_registration);
async fn a_link_and_the_password_complete_a_registration(database: TestDatabase) {
    let (server, mail, _) = confirming(database).await;
    register(&server, "mary@library.example").await;
    let token = token_in(&last_mail(&server, &mail).await);
    let wrong = confirm(&server, &token, "Guessed1").await;
    let words = "This is not the password that you chose when you registered";
    assert_eq!(wrong.errors(), [("password", words)]);

    let done = confirm(&server, &token, PASSWORD).await;
    assert_eq!(done.json["message"], "Registration successful!");
    assert_eq!(done.expect(201)["user"]["name"], "Mary Shelley");
    assert_eq!(done.json["user"]["phone"], "+4915112345678");
    let token_of_session = done.json["token"].as_str().expect("a token");
    server
        .get("/api/auth/me")
        .bearer(token_of_session)
        .await
        .expect(200);
    assert_eq!(
        log_in(&server, "mary@library.example", PASSWORD).await.status,
        200
    );
    assert_eq!(
        confirm(&server, &token, PASSWORD).await.failure(),
        INVALID,
        "a replay"
    );
    let left = "SELECT count(*) FROM registrations";
    assert_eq!(server.database().integer(left).await, 0);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_registration_is_in_the_language_of_its_form);
async fn a_registration_is_in_the_language_of_its_form(database: TestDatabase) {
    let (server, mail, _) = confirming(database).await;
    let mut form = registration("mary@library.example");
    form["language"] = json!("tlh");
    let unknown = server.post("/api/auth/register").json(&form).await;
    assert_eq!(unknown.errors(), [("language", "This language is not supported")]);
    form["language"] = json!("de");
    assert_eq!(server.post("/api/auth/register").json(&form).await.status, 202);
    let letter = last_mail(&server, &mail).await;
    assert!(letter.text().starts_with("Guten Tag,"), "{}", letter.text());
    let done = confirm(&server, &token_in(&letter), PASSWORD).await;
    assert_eq!(done.expect(201)["user"]["language"], "de");
}

on_both_engines!(a_stranger_cannot_prepare_an_account_for_its_owner);
async fn a_stranger_cannot_prepare_an_account_for_its_owner(database: TestDatabase) {
    let (server, mail, _) = confirming(database).await;
    // The stranger registers the address of another person with a password of their own, before and after its owner.
    let mut form = registration("mary@library.example");
    for field in ["password", "confirmPassword"] {
        form[field] = json!("Stranger1s");
    }
    let stranger = async || server.post("/api/auth/register").json(&form).await.status;
    assert_eq!(stranger().await, 202);
    let first = token_in(&last_mail(&server, &mail).await);
    register(&server, "mary@library.example").await;
    let own = token_in(&last_mail(&server, &mail).await);
    assert_eq!(stranger().await, 202);
    let last = token_in(&last_mail(&server, &mail).await);
    // The owner knows only the own password.
    for token in [&first, &last] {
        assert_eq!(confirm(&server, token, PASSWORD).await.status, 422);
    }
    confirm(&server, &own, PASSWORD).await.expect(201);
    for token in [&first, &last] {
        assert_eq!(confirm(&server, token, "Stranger1s").await.failure(), INVALID);
    }
    assert_eq!(
        log_in(&server, "mary@library.example", "Stranger1s").await.status,
        401
    );
}

on_both_engines!(of_concurrent_completions_one_makes_an_account);
async fn of_concurrent_completions_one_makes_an_account(database: TestDatabase) {
    let (server, mail, administrator) = confirming(database).await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        register(&server, "mary@library.example").await;
        tokens.push(token_in(&last_mail(&server, &mail).await));
    }
    let calls = tokens
        .iter()
        .chain(&tokens)
        .map(|token| confirm(&server, token, PASSWORD));
    let before = server.database().retries();
    let answers = futures_util::future::join_all(calls).await;
    assert_eq!(server.database().retries(), before, "calls waited for each other");
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(answer.status, 409, "{}", answer.text());
    }

    // A link that is too old; an address that got an account meanwhile; a library that closed its registration.
    register(&server, "late@library.example").await;
    let late = token_in(&last_mail(&server, &mail).await);
    server.clock.advance(DAY);
    assert_eq!(confirm(&server, &late, PASSWORD).await.failure(), INVALID);
    register(&server, "late@library.example").await;
    let taken = token_in(&last_mail(&server, &mail).await);
    let person = server.post("/api/admin/users").as_(&administrator);
    person
        .json(&json!({ "name": "Late", "email": "late@library.example" }))
        .await
        .expect(201);
    assert_eq!(
        confirm(&server, &taken, PASSWORD).await.failure().1,
        "email_taken"
    );
    register(&server, "closed@library.example").await;
    let closed = token_in(&last_mail(&server, &mail).await);
    change(&server, &administrator, "registration", json!({ "open": false }))
        .await
        .expect(200);
    assert_eq!(
        confirm(&server, &closed, PASSWORD).await.failure().1,
        "registration_closed"
    );
    server.clock.advance(DAY);
    server.tidy().await;
    let left = "SELECT count(*) FROM registrations";
    assert_eq!(server.database().integer(left).await, 0);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(mails_to_one_address_are_limited);
async fn mails_to_one_address_are_limited(database: TestDatabase) {
    let (server, _mail, _) = confirming(database).await;
    for _ in 0..5 {
        assert_eq!(register(&server, "mary@library.example").await.status, 202);
    }
    let refused = register(&server, "MARY@library.example").await;
    assert_eq!((refused.status, refused.failure().1), (429, "too_many_attempts"));
    assert_eq!(register(&server, "percy@library.example").await.status, 202);
}

on_both_engines!(a_direct_answer_about_an_account_counts_as_a_guess);
async fn a_direct_answer_about_an_account_counts_as_a_guess(database: TestDatabase) {
    // After two accounts, an address must keep a distance longer than a call waits.
    let setup = Setup::limited(|limits| {
        limits.guesses.of_address.free = 2;
        limits.guesses.of_address.first_ms = 60_000;
        limits.guesses.of_address.most_ms = 60_000;
        limits.guesses.most_waited_ms = 0;
    });
    let server = Server::start_with(database, setup.behind_a_proxy()).await;
    let mut known = Vec::new();
    for _ in 0..4 {
        known.push(server.student().await);
    }
    let mut statuses = Vec::new();
    for person in &known {
        let request = server
            .post("/api/auth/register")
            .header("x-forwarded-for", "192.0.2.1");
        statuses.push(request.json(&registration(&person.email)).await.status);
    }
    assert_eq!(statuses, [409, 409, 429, 429]);

    let prober = server.student().await;
    let probe = async |email: &str| -> Value {
        let form = json!({ "email": email, "currentPassword": prober.password });
        let request = server.put("/api/auth/updatedetails").as_(&prober);
        let answer = request.header("x-forwarded-for", "192.0.2.2").json(&form).await;
        json!(answer.status)
    };
    let mut statuses = Vec::new();
    for person in &known {
        statuses.push(probe(&person.email).await);
    }
    assert_eq!(statuses, [409, 409, 429, 429]);
    // Registrations of new addresses are no guesses, and another address is not slowed down.
    for number in 0..4 {
        let request = server
            .post("/api/auth/register")
            .header("x-forwarded-for", "192.0.2.3");
        let form = registration(&format!("new{number}@library.example"));
        request.json(&form).await.expect(201);
    }
}
