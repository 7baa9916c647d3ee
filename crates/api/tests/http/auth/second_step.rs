//! Sign-ins in two steps.

use carrel_testkit::{Answer, DAY, Identity, MINUTE, Server, Setup, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::second_factors::{WRONG_CODE, challenge, enrol, factors, second_step};
use super::{is_signed_in, log_in};

const SECOND: i64 = 1000;
const EXPIRED: (u16, &str, &str) = (
    409,
    "challenge_expired",
    "This took too long. Please begin again.",
);

async fn with(server: &Server, path: &str, body: Value) -> Answer {
    server.post(path).json(&body).await
}

on_both_engines!(a_sign_in_asks_for_a_code_after_the_password);
async fn a_sign_in_asks_for_a_code_after_the_password(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (app, codes) = enrol(&server, &student).await;
    let answer = log_in(&server, &student.email, &student.password).await;
    assert_eq!(answer.status, 401);
    let step = &answer.json["secondStep"];
    assert_eq!(step["methods"], json!(["authenticator", "recovery_code"]));
    let until = server.clock.now() + jiff::SignedDuration::from_mins(10);
    assert_eq!(step["expiresAt"], format!("{until:.3}"));
    assert!(answer.json.get("token").is_none() && answer.json.get("data").is_none());
    // The challenge opens nothing by itself.
    let first = step["challenge"].as_str().expect("a challenge");
    assert!(!is_signed_in(&server, first).await);
    // A wrong password says nothing about a second factor.
    let wrong = log_in(&server, &student.email, "Wrong1password").await;
    assert_eq!(wrong.failure(), super::WRONG);

    // The code that confirmed the app was used then.
    let used = app.code(&server);
    assert_eq!(second_step(&server, first, &used).await.failure(), WRONG_CODE);
    server.clock.advance(30 * SECOND);
    let code = app.code(&server);
    let signed_in = second_step(&server, first, &format!("{} {}", &code[..3], &code[3..])).await;
    let session = signed_in.expect(200);
    assert_eq!(session["user"]["_id"], student.id.to_string());
    assert_eq!(signed_in.json["token"], session["token"]);
    assert!(is_signed_in(&server, session["token"].as_str().expect("a token")).await);

    // Neither the code nor the challenge works again.
    let second = challenge(&server, &student).await;
    assert_eq!(second_step(&server, &second, &code).await.failure(), WRONG_CODE);
    assert_eq!(second_step(&server, first, &codes[0]).await.failure(), EXPIRED);
    // A code of the step before or after now is accepted; an older one is not.
    server.clock.advance(60 * SECOND);
    let old = app.code(&server);
    server.clock.advance(60 * SECOND);
    assert_eq!(second_step(&server, &second, &old).await.failure(), WRONG_CODE);
    let early = app.code(&server);
    server.clock.advance(30 * SECOND);
    second_step(&server, &second, &early).await.expect(200);
    assert_eq!(factors(&server, &student).await["recoveryCodesLeft"], 10);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(a_challenge_ends_after_10_minutes_and_with_the_password);
async fn a_challenge_ends_after_10_minutes_and_with_the_password(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (_, codes) = enrol(&server, &student).await;
    let waiting = challenge(&server, &student).await;
    server.clock.advance(10 * MINUTE);
    assert_eq!(second_step(&server, &waiting, &codes[0]).await.failure(), EXPIRED);
    assert_eq!(
        second_step(&server, "invented", &codes[0]).await.failure(),
        EXPIRED
    );

    let waiting = challenge(&server, &student).await;
    let change = json!({ "currentPassword": student.password, "newPassword": "Another1" });
    let changed = server.put("/api/auth/updatepassword").as_(&student).json(&change);
    changed.await.expect(200);
    assert_eq!(second_step(&server, &waiting, &codes[0]).await.failure(), EXPIRED);
    // The factor stays, and no code was used up.
    let student = Identity {
        password: "Another1".to_owned(),
        ..student
    };
    let waiting = challenge(&server, &student).await;
    second_step(&server, &waiting, &codes[0]).await.expect(200);
}

on_both_engines!(a_remembered_device_needs_no_second_step_until_something_changes);
async fn a_remembered_device_needs_no_second_step_until_something_changes(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (_, codes) = enrol(&server, &student).await;
    let mut codes = codes.into_iter();
    let mut code = move || codes.next().expect("enough codes");
    let sign_in = async |password: &str, device: &Value| {
        let form = json!({ "email": student.email, "password": password, "deviceToken": device });
        with(&server, "/api/auth/login", form).await
    };
    let trust = async |password: &str, code: String| {
        let answer = log_in(&server, &student.email, password).await;
        let challenge = &answer.json["secondStep"]["challenge"];
        let form = json!({ "challenge": challenge, "code": code, "rememberDevice": true });
        let signed_in = with(&server, "/api/auth/login/second", form).await;
        signed_in.expect(200)["deviceToken"].clone()
    };
    let device = trust(&student.password, code()).await;
    sign_in(&student.password, &device).await.expect(200);
    assert_eq!(sign_in(&student.password, &json!("another")).await.status, 401);
    // Another person's second step on the same device stays needed.
    let other = server.student().await;
    let (_, others_codes) = enrol(&server, &other).await;
    let form = json!({ "email": other.email, "password": other.password, "deviceToken": device });
    assert_eq!(with(&server, "/api/auth/login", form).await.status, 401);
    drop(others_codes);

    server.clock.advance(30 * DAY - 1);
    sign_in(&student.password, &device).await.expect(200);
    server.clock.advance(1);
    assert_eq!(sign_in(&student.password, &device).await.status, 401);

    let device = trust(&student.password, code()).await;
    let session = sign_in(&student.password, &device).await;
    let token = session.expect(200)["token"].as_str().expect("a token").to_owned();
    // The password alone began this session, and the next one: neither may remove a second factor.
    let remove = async |token: &str| {
        let path = "/api/auth/second-factors/authenticator";
        server.delete(path).bearer(token).await.failure().1.to_owned()
    };
    assert_eq!(remove(&token).await, "confirmation_needed");
    let confirm = async |token: &str, code: String| {
        let request = server.post("/api/auth/confirm").bearer(token);
        request.json(&json!({ "code": code })).await.expect(200);
    };
    confirm(&token, code()).await;
    let change = json!({ "currentPassword": student.password, "newPassword": "Another1" });
    let changed = server
        .put("/api/auth/updatepassword")
        .bearer(&token)
        .json(&change)
        .await;
    let token = changed.expect(200)["token"].as_str().expect("a token").to_owned();
    assert_eq!(remove(&token).await, "confirmation_needed");
    confirm(&token, code()).await;
    assert_eq!(sign_in("Another1", &device).await.status, 401);

    let device = trust("Another1", code()).await;
    sign_in("Another1", &device).await.expect(200);
    let made = server
        .post("/api/auth/second-factors/recovery-codes")
        .bearer(&token)
        .await;
    made.expect(201);
    assert_eq!(sign_in("Another1", &device).await.status, 401);
}

on_both_engines!(wrong_codes_are_slowed_down_and_never_lock_the_owner_out);
async fn wrong_codes_are_slowed_down_and_never_lock_the_owner_out(database: TestDatabase) {
    const STRANGER: &str = "203.0.113.9";
    const HOME: &str = "198.51.100.7";
    let setup = Setup::limited(|limits| {
        limits.codes_by_account.max = 8;
        limits.guesses.most_waited_ms = 0;
    });
    let server = Server::start_with(database, setup.behind_a_proxy()).await;
    let student = server.student().await;
    let (app, codes) = enrol(&server, &student).await;
    let from = async |address: &str, path: &str, form: Value| {
        let request = server.post(path).header("x-forwarded-for", address);
        request.json(&form).await
    };
    let begin = async |address: &str| {
        let form = json!({ "email": student.email, "password": student.password });
        let answer = from(address, "/api/auth/login", form).await;
        answer.json["secondStep"]["challenge"].clone()
    };
    let guess = async |address: &str, challenge: &Value, code: &str| {
        let form = json!({ "challenge": challenge, "code": code });
        from(address, "/api/auth/login/second", form).await
    };
    let waiting = begin(STRANGER).await;
    for _ in 0..5 {
        let wrong = guess(STRANGER, &waiting, "000000").await;
        assert_eq!(wrong.failure(), WRONG_CODE);
    }
    let refused = guess(STRANGER, &waiting, "000000").await;
    assert_eq!(refused.failure().1, "too_many_attempts");
    // A new sign-in does not begin the count again.
    let again = begin(STRANGER).await;
    assert_eq!(guess(STRANGER, &again, "000000").await.status, 429);
    // The owner signs in from another address.
    server.clock.advance(30 * SECOND);
    let mine = begin(HOME).await;
    guess(HOME, &mine, &app.code(&server)).await.expect(200);

    // From many addresses, the digits of the account are limited; a recovery code is accepted all the same.
    let waiting = begin(HOME).await;
    let mut limited = 0;
    for number in 0..10 {
        let address = format!("192.0.2.{number}");
        limited += u32::from(guess(&address, &waiting, "000000").await.status == 429);
    }
    assert_eq!(limited, 7);
    let mine = begin("198.51.100.8").await;
    assert_eq!(guess("198.51.100.8", &mine, &app.code(&server)).await.status, 429);
    guess("198.51.100.8", &mine, &codes[0]).await.expect(200);
}

on_both_engines!(a_deactivated_account_cannot_finish_a_sign_in);
async fn a_deactivated_account_cannot_finish_a_sign_in(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let (_, codes) = enrol(&server, &student).await;
    let waiting = challenge(&server, &student).await;
    let path = format!("/api/admin/users/{}", student.id);
    let change = async |is_active: bool| {
        let request = server.put(&path).as_(&administrator);
        request.json(&json!({ "isActive": is_active })).await
    };
    change(false).await.expect(200);
    let refused = second_step(&server, &waiting, &codes[0]).await;
    assert_eq!(refused.failure().1, "account_inactive");
    // The factor stays.
    change(true).await.expect(200);
    let waiting = challenge(&server, &student).await;
    second_step(&server, &waiting, &codes[0]).await.expect(200);
}

on_both_engines!(a_new_password_by_a_link_does_not_skip_the_second_step);
async fn a_new_password_by_a_link_does_not_skip_the_second_step(database: TestDatabase) {
    let server = Server::start(database).await;
    let (administrator, student) = (server.administrator().await, server.student().await);
    let (_, codes) = enrol(&server, &student).await;
    let path = format!("/api/admin/users/{}/password-link", student.id);
    let made = server.post(&path).as_(&administrator).await;
    let link = made.expect(201)["path"].as_str().expect("a path").to_owned();
    let token = link.rsplit_once("token=").expect("a token").1;
    let form = json!({ "token": token, "password": "Another1", "confirmPassword": "Another1" });
    let reset = with(&server, "/api/auth/reset-password", form).await;
    reset.expect(200);
    assert!(
        !reset.text().contains("\"token\""),
        "it signs nobody in: {}",
        reset.text()
    );
    let student = Identity {
        password: "Another1".to_owned(),
        ..student
    };
    let waiting = challenge(&server, &student).await;
    second_step(&server, &waiting, &codes[0]).await.expect(200);
    // A recovery code works once, like the digits of an app.
    let waiting = challenge(&server, &student).await;
    assert_eq!(
        second_step(&server, &waiting, &codes[0]).await.failure(),
        WRONG_CODE
    );
}
