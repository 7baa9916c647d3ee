//! Adding and removing second factors; with helpers for sign-ins in two steps.

use carrel_operations::upkeep::mail_delivery::Delivery;
use carrel_testkit::{Answer, Identity, MINUTE, MailServer, Server, Setup, TestDatabase, on_both_engines};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use super::{is_signed_in, log_in, use_mail_server};
use crate::settings::{change, shown};

pub const WRONG_CODE: (u16, &str, &str) = (422, "validation", "This code is wrong or was already used");

/// An authenticator app.
pub struct App(Totp);

impl App {
    pub fn new(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret).expect("base32");
        App(Builder::new().with_secret(secret).build().expect("160 bits"))
    }

    /// The code that it shows now.
    pub fn code(&self, server: &Server) -> String {
        let seconds = server.clock.now().as_second();
        self.0
            .generate(seconds.try_into().expect("after 1970"))
            .to_string()
    }
}

/// Adds an authenticator app to the account, and returns it with the recovery codes.
pub async fn enrol(server: &Server, person: &Identity) -> (App, Vec<String>) {
    let begun = server
        .post("/api/auth/second-factors/authenticator")
        .as_(person)
        .await;
    let app = App::new(begun.expect(201)["secret"].as_str().expect("a secret"));
    let confirmed = confirm(server, person, &app.code(server)).await;
    let codes = confirmed.expect(200)["recoveryCodes"].as_array().expect("codes");
    let codes = codes.iter().map(|code| code.as_str().expect("a code").to_owned());
    (app, codes.collect())
}

pub async fn confirm(server: &Server, person: &Identity, code: &str) -> Answer {
    let request = server
        .post("/api/auth/second-factors/authenticator/confirm")
        .as_(person);
    request.json(&json!({ "code": code })).await
}

pub async fn factors(server: &Server, person: &Identity) -> Value {
    let shown = server.get("/api/auth/second-factors").as_(person).await;
    shown.expect(200).clone()
}

/// The challenge of a sign-in with the right password.
pub async fn challenge(server: &Server, person: &Identity) -> String {
    let answer = log_in(server, &person.email, &person.password).await;
    assert_eq!(
        answer.failure(),
        (
            401,
            "second_step_needed",
            "Enter the code of your authenticator app to finish signing in"
        )
    );
    let challenge = &answer.json["secondStep"]["challenge"];
    challenge.as_str().expect("a challenge").to_owned()
}

pub async fn second_step(server: &Server, challenge: &str, code: &str) -> Answer {
    let form = json!({ "challenge": challenge, "code": code });
    server.post("/api/auth/login/second").json(&form).await
}

on_both_engines!(an_authenticator_app_counts_once_a_code_has_confirmed_it);
async fn an_authenticator_app_counts_once_a_code_has_confirmed_it(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    assert_eq!(
        factors(&server, &student).await,
        json!({ "authenticatorAddedAt": null, "passkeys": [], "recoveryCodesLeft": 0 })
    );
    let ask = async || {
        let answer = server
            .post("/api/auth/second-factors/authenticator")
            .as_(&student)
            .await;
        answer.expect(201).clone()
    };
    let first = ask().await;
    let begun = ask().await;
    assert_ne!(first["secret"], begun["secret"]);
    let secret = begun["secret"].as_str().expect("a secret");
    let email = student.email.replace('@', "%40").replace('.', "%2E");
    assert_eq!(
        begun["address"],
        format!(
            "otpauth://totp/Library%20Management%20System:{email}?secret={secret}\
             &issuer=Library%20Management%20System&algorithm=SHA1&digits=6&period=30"
        )
    );
    let size = begun["qrCode"]["size"].as_u64().expect("a size");
    assert!((21..=177).contains(&size) && (size - 17) % 4 == 0, "{size}");
    // The corner of every QR code is dark.
    assert!(
        begun["qrCode"]["path"]
            .as_str()
            .expect("a path")
            .starts_with("M0 0h1v1h-1z")
    );

    let stored: Vec<(String,)> = server.database().rows("SELECT secret FROM authenticators").await;
    let stored = &stored[0].0;
    assert!(
        stored.starts_with("sealed:") && !stored.contains(secret),
        "{stored}"
    );

    let app = App::new(secret);
    let wrong = format!(
        "{:06}",
        (app.code(&server).parse::<u32>().expect("digits") + 1) % 1_000_000
    );
    assert_eq!(confirm(&server, &student, &wrong).await.failure(), WRONG_CODE);
    for (code, message) in [
        ("", "Code is required"),
        (
            "12345",
            "Enter the 6 digits of your authenticator app, or a recovery code",
        ),
        (
            "00000-00000-00000-00000-00000",
            "Enter the 6 digits of your authenticator app",
        ),
    ] {
        assert_eq!(
            confirm(&server, &student, code).await.failure(),
            (422, "validation", message)
        );
    }
    // Nothing has changed for a sign-in yet.
    log_in(&server, &student.email, &student.password)
        .await
        .expect(200);
    let confirmed = confirm(&server, &student, &app.code(&server)).await;
    let codes = confirmed.expect(200)["recoveryCodes"]
        .as_array()
        .expect("codes")
        .clone();
    assert_eq!(codes.len(), 10);
    let shown = factors(&server, &student).await;
    assert_eq!(shown["recoveryCodesLeft"], 10);
    assert_eq!(
        shown["authenticatorAddedAt"],
        format!("{:.3}", server.clock.now())
    );
    challenge(&server, &student).await;
    // A second app must not replace the first one without its removal.
    let again = server
        .post("/api/auth/second-factors/authenticator")
        .as_(&student);
    assert_eq!(again.await.failure().1, "authenticator_exists");
    assert_eq!(
        confirm(&server, &student, &app.code(&server)).await.failure().1,
        "authenticator_exists"
    );
    assert_eq!(server.violations().await, []);
}

on_both_engines!(without_its_last_factor_an_account_has_no_recovery_codes);
async fn without_its_last_factor_an_account_has_no_recovery_codes(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let renew = async || {
        server
            .post("/api/auth/second-factors/recovery-codes")
            .as_(&student)
            .await
    };
    assert_eq!(renew().await.failure().1, "no_second_factor");
    let (_, first) = enrol(&server, &student).await;
    let made = renew().await;
    let second = made.expect(201)["recoveryCodes"]
        .as_array()
        .expect("codes")
        .clone();
    assert_eq!(second.len(), 10);
    // The new set replaces the old one.
    let waiting = challenge(&server, &student).await;
    assert_eq!(
        second_step(&server, &waiting, &first[0]).await.failure(),
        WRONG_CODE
    );
    let code = second[0].as_str().expect("a code");
    second_step(&server, &waiting, code).await.expect(200);
    assert_eq!(factors(&server, &student).await["recoveryCodesLeft"], 9);

    let path = "/api/auth/second-factors/authenticator";
    server.delete(path).as_(&student).await.expect(200);
    assert_eq!(
        factors(&server, &student).await,
        json!({ "authenticatorAddedAt": null, "passkeys": [], "recoveryCodesLeft": 0 })
    );
    log_in(&server, &student.email, &student.password)
        .await
        .expect(200);
    // Removing nothing changes nothing.
    server.delete(path).as_(&student).await.expect(200);
    let (_, third) = enrol(&server, &student).await;
    assert_eq!(third.len(), 10);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(changes_of_second_factors_are_mailed_and_audited);
async fn changes_of_second_factors_are_mailed_and_audited(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let mail = MailServer::start().await;
    use_mail_server(&server, &administrator, &mail).await;
    let (_, codes) = enrol(&server, &student).await;
    let waiting = challenge(&server, &student).await;
    second_step(&server, &waiting, &codes[3]).await.expect(200);
    let made = server
        .post("/api/auth/second-factors/recovery-codes")
        .as_(&student)
        .await;
    made.expect(201);
    server
        .delete("/api/auth/second-factors/authenticator")
        .as_(&student)
        .await
        .expect(200);
    assert_eq!(server.deliver_mail().await, vec![Delivery::Sent; 4]);
    let subjects: Vec<String> = mail
        .letters()
        .iter()
        .map(|letter| {
            assert_eq!(letter.to, student.email);
            assert!(letter.text().contains("https://books.library.example/profile"));
            for code in &codes {
                assert!(!letter.text().contains(code.as_str()), "{}", letter.text());
            }
            letter.header("subject").expect("a subject").to_owned()
        })
        .collect();
    assert_eq!(
        subjects,
        [
            "A second sign-in step was added at Library Management System",
            "A recovery code was used at Library Management System",
            "New recovery codes for Library Management System",
            "A second sign-in step was removed at Library Management System",
        ]
    );
    let export = server.get("/api/auth/export").as_(&student).await;
    let export = export.expect(200);
    let audit: Vec<&str> = export["audit"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["action"].as_str())
        .filter(|action| action.contains("factor") || action.contains("recovery"))
        .collect();
    assert_eq!(
        audit,
        [
            "user.second_factor_added",
            "user.recovery_code_used",
            "user.recovery_codes_made",
            "user.second_factor_removed",
        ]
    );
    let text = export.to_string();
    assert!(codes.iter().all(|code| !text.contains(code.as_str())));
}

on_both_engines!(the_password_alone_does_not_take_over_an_account_with_a_second_factor);
async fn the_password_alone_does_not_take_over_an_account_with_a_second_factor(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (app, _) = enrol(&server, &student).await;
    server.clock.advance(15 * MINUTE);
    let password = json!({ "currentPassword": student.password, "newPassword": "Another1" });
    let email = json!({ "email": "thief@elsewhere.example", "currentPassword": student.password });
    let change = async |path: &str, form: &Value| server.put(path).as_(&student).json(form).await;
    for (path, form) in [
        ("/api/auth/updatepassword", &password),
        ("/api/auth/updatedetails", &email),
    ] {
        assert_eq!(
            change(path, form).await.failure().1,
            "confirmation_needed",
            "{path}"
        );
    }
    // Other details need no password.
    change("/api/auth/updatedetails", &json!({ "phone": "+15550100" }))
        .await
        .expect(200);
    let confirmed = server.post("/api/auth/confirm").as_(&student);
    confirmed
        .json(&json!({ "code": app.code(&server) }))
        .await
        .expect(200);
    change("/api/auth/updatedetails", &email).await.expect(200);
    change("/api/auth/updatepassword", &password).await.expect(200);
}

on_both_engines!(a_new_second_factor_ends_the_confirmations_of_other_sessions);
async fn a_new_second_factor_ends_the_confirmations_of_other_sessions(database: TestDatabase) {
    let server = Server::start(database).await;
    let here = server.student().await;
    let elsewhere = server.sign_in_again(&here).await;
    let export = async |session: &Identity| server.get("/api/auth/export").as_(session).await.status;
    assert_eq!((export(&here).await, export(&elsewhere).await), (200, 200));
    enrol(&server, &here).await;
    assert_eq!((export(&here).await, export(&elsewhere).await), (200, 403));
}

on_both_engines!(a_code_confirms_a_session_once);
async fn a_code_confirms_a_session_once(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.guesses.most_waited_ms = 0);
    let server = Server::start_with(database, setup).await;
    let student = server.student().await;
    let (app, codes) = enrol(&server, &student).await;
    server.clock.advance(15 * MINUTE);
    let confirm = async |code: &str| {
        let request = server.post("/api/auth/confirm").as_(&student);
        request.json(&json!({ "code": code })).await
    };
    let export = async || server.get("/api/auth/export").as_(&student).await.status;
    assert_eq!(export().await, 403);
    // The password alone, which a second factor guards, confirms nothing: it could remove the second factor.
    let request = server.post("/api/auth/confirm").as_(&student);
    let password = request.json(&json!({ "password": student.password })).await;
    let words = "Please use a code, a recovery code or a passkey";
    assert_eq!(password.failure(), (422, "validation", words));
    assert_eq!(password.errors(), [("password", words)]);
    assert_eq!(export().await, 403);
    let code = app.code(&server);
    confirm(&code).await.expect(200);
    assert_eq!(export().await, 200);
    server.clock.advance(15 * MINUTE);
    assert_eq!(export().await, 403);
    confirm(&codes[0].to_uppercase().replace('-', " "))
        .await
        .expect(200);
    assert_eq!(confirm(&codes[0]).await.failure(), WRONG_CODE);
    let code = app.code(&server);
    confirm(&code).await.expect(200);
    // A used code is refused in the next step of time, too.
    for wait in [0, 29_000] {
        server.clock.advance(wait);
        assert_eq!(confirm(&code).await.failure(), WRONG_CODE, "{wait}");
    }
    let mut refused = confirm("000000").await;
    for _ in 0..4 {
        if refused.status == 429 {
            break;
        }
        refused = confirm("000000").await;
    }
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert!(is_signed_in(&server, &student.token).await);
}

on_both_engines!(another_administrator_removes_lost_second_factors);
async fn another_administrator_removes_lost_second_factors(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let librarian = server.with_role("librarian").await;
    enrol(&server, &student).await;
    let path = format!("/api/admin/users/{}/second-factors", student.id);
    let refused = server.delete(&path).as_(&librarian).await;
    assert_eq!(refused.status, 403);
    challenge(&server, &student).await;
    server.delete(&path).as_(&administrator).await.expect(200);
    // All sessions end: one may be on the lost device. The password alone is enough again.
    assert!(!is_signed_in(&server, &student.token).await);
    log_in(&server, &student.email, &student.password)
        .await
        .expect(200);
    let again = server.delete(&path).as_(&administrator).await;
    assert_eq!(
        (again.status, again.failure().1),
        (409, "user_without_second_factor")
    );
    assert_eq!(server.violations().await, []);
}

const NEEDED: (u16, &str, &str) = (
    403,
    "second_factor_needed",
    "This library requires a second sign-in step for staff. Please add one to your account.",
);

on_both_engines!(staff_without_a_second_factor_keep_what_members_may_do);
async fn staff_without_a_second_factor_keep_what_members_may_do(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let librarian = server.with_role("librarian").await;
    let student = server.student().await;
    let form = json!({ "name": "A script", "scopes": ["people:read", "catalogue:read"], "expiresInDays": 1 });
    let made = server.post("/api/auth/tokens").as_(&librarian).json(&form).await;
    let script = Identity {
        token: made.expect(201)["token"].as_str().expect("a token").to_owned(),
        ..librarian.clone()
    };
    let mut form = shown(&server, &administrator, "security").await;
    form["staffNeedSecondFactor"] = json!(true);
    change(&server, &administrator, "security", form)
        .await
        .expect(200);

    for person in [&administrator, &librarian] {
        let me = server.get("/api/auth/me").as_(person).await.expect(200).clone();
        assert_eq!(me["secondFactorNeeded"], true);
        let permissions = me["permissions"].as_array().expect("a list");
        assert!(permissions.contains(&json!("borrow")) && !permissions.contains(&json!("read_users")));
        let signed_in = log_in(&server, &person.email, &person.password).await;
        assert_eq!(signed_in.json["user"]["secondFactorNeeded"], true);
        for path in ["/api/admin/users", "/api/admin/books", "/api/admin/borrowings"] {
            assert_eq!(server.get(path).as_(person).await.failure(), NEEDED, "{path}");
        }
        server.get("/api/books").as_(person).await.expect(200);
        let form = json!({ "department": "Desk" });
        let changed = server
            .put("/api/auth/updatedetails")
            .as_(person)
            .json(&form)
            .await;
        assert_eq!(changed.expect(200)["secondFactorNeeded"], true);
    }
    assert_eq!(
        server.get("/api/admin/users").as_(&script).await.failure(),
        NEEDED
    );
    server.get("/api/books").as_(&script).await.expect(200);
    let me = server.get("/api/auth/me").as_(&student).await;
    assert_eq!(me.expect(200)["secondFactorNeeded"], false);

    // With a second factor everything is as before, until it is removed.
    server.confirm(&librarian).await;
    enrol(&server, &librarian).await;
    server.get("/api/admin/users").as_(&librarian).await.expect(200);
    server.get("/api/admin/users").as_(&script).await.expect(200);
    let me = server.get("/api/auth/me").as_(&librarian).await;
    assert_eq!(me.expect(200)["secondFactorNeeded"], false);
    let removed = server
        .delete("/api/auth/second-factors/authenticator")
        .as_(&librarian)
        .await;
    removed.expect(200);
    assert_eq!(
        server.get("/api/admin/users").as_(&librarian).await.failure(),
        NEEDED
    );
    assert_eq!(server.violations().await, []);
}
