//! Sign-ins, failures, refusals and uses of tokens in the audit log, in bounded numbers.

use carrel_testkit::{HOUR, Identity, MINUTE, Server, Setup, TestDatabase, eventually, on_both_engines};
use serde_json::{Value, json};

use super::second_factors::{challenge, enrol, second_step};
use super::{WRONG, log_in};

/// The entries of an action, the earliest first: the number of the person, and the details.
async fn entries(server: &Server, action: &str) -> Vec<(i64, Value)> {
    let sql = format!(
        "SELECT COALESCE(user_id, 0), COALESCE(after_state, 'null') FROM audit WHERE action = '{action}' ORDER BY id"
    );
    let rows: Vec<(i64, String)> = server.database().rows(&sql).await;
    let rows = rows.into_iter();
    rows.map(|(user, after)| (user, serde_json::from_str(&after).expect("JSON")))
        .collect()
}

/// Waits until as many equal events were counted. They are recorded after the response.
async fn counted(server: &Server, action: &str, times: i64) {
    let sql = format!("SELECT COALESCE(max(failures), 0) FROM throttles WHERE key LIKE 'audit:{action}:%'");
    eventually("the events are counted", async || {
        server.database().integer(&sql).await == times
    })
    .await;
}

async fn guess(server: &Server, email: &str) {
    assert_eq!(log_in(server, email, "Wrong1Guess").await.failure(), WRONG);
    // So that the next guess does not have to wait.
    server.clock.advance(MINUTE);
}

on_both_engines!(sign_ins_and_sign_outs_are_recorded);
async fn sign_ins_and_sign_outs_are_recorded(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let form = json!({ "email": ada.email, "password": ada.password });
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let answer = server
        .post("/api/auth/login")
        .header("user-agent", firefox)
        .json(&form)
        .await;
    let token = answer.json["token"].as_str().expect("a token").to_owned();
    let begun = entries(&server, "session.begun").await;
    let expected = json!({ "networkAddress": "127.0.0.1", "browser": "Firefox", "system": "Linux" });
    assert_eq!(begun.last(), Some(&(ada.id.number(), expected)));
    let ended = async || entries(&server, "session.signed_out").await.len();
    let before = ended().await;
    server.get("/api/auth/logout").bearer(&token).await.expect(200);
    // An ended session is not signed out again.
    server.get("/api/auth/logout").bearer(&token).await.expect(200);
    assert_eq!(ended().await, before + 1);
}

on_both_engines!(entries_name_the_second_factor_that_was_used_or_guessed);
async fn entries_name_the_second_factor_that_was_used_or_guessed(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let (app, codes) = enrol(&server, &ada).await;
    let (wrong, unknown) = ("000000", codes[1].replace(|c: char| c != '-', "0"));
    for (code, kind) in [(wrong, "authenticator"), (unknown.as_str(), "recovery_code")] {
        server
            .database()
            .sql("DELETE FROM throttles")
            .await
            .expect("counts begin again");
        let before = entries(&server, "sign_in.failed").await.len();
        let waiting = challenge(&server, &ada).await;
        assert_eq!(second_step(&server, &waiting, code).await.status, 422);
        eventually("the guess is recorded", async || {
            entries(&server, "sign_in.failed").await.len() > before
        })
        .await;
        let failed = entries(&server, "sign_in.failed").await;
        assert_eq!(failed.last().expect("an entry").1["secondFactor"], kind);
        server.clock.advance(MINUTE);
    }
    for (code, kind) in [
        (app.code(&server), "authenticator"),
        (codes[0].clone(), "recovery_code"),
    ] {
        let waiting = challenge(&server, &ada).await;
        second_step(&server, &waiting, &code).await.expect(200);
        let begun = entries(&server, "session.begun").await;
        assert_eq!(begun.last().expect("an entry").1["secondFactor"], kind);
    }
    let confirmed = server.post("/api/auth/confirm").as_(&ada);
    let confirmed = confirmed.json(&json!({ "code": wrong })).await;
    assert_eq!(confirmed.status, 422);
    counted(&server, "confirmation.failed", 1).await;
    let failed = entries(&server, "confirmation.failed").await;
    assert_eq!(
        failed.last().expect("an entry").1["secondFactor"],
        "authenticator"
    );
}

on_both_engines!(many_sign_ins_are_few_entries);
async fn many_sign_ins_are_few_entries(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    for _ in 0..31 {
        log_in(&server, &ada.email, &ada.password).await.expect(200);
    }
    let from_here = async || {
        let begun = entries(&server, "session.begun").await.into_iter();
        begun
            .filter(|(_, after)| after["networkAddress"] == "127.0.0.1")
            .count()
    };
    assert_eq!(from_here().await, 20);
    server.clock.advance(HOUR);
    log_in(&server, &ada.email, &ada.password).await.expect(200);
    assert_eq!(from_here().await, 21);
}

on_both_engines!(failed_sign_ins_are_counted_by_account_and_address);
async fn failed_sign_ins_are_counted_by_account_and_address(database: TestDatabase) {
    let server = Server::start(database).await;
    let (ada, charles) = (server.student().await, server.student().await);
    for _ in 0..12 {
        guess(&server, &ada.email).await;
    }
    counted(&server, "sign_in.failed", 12).await;
    let mut expected = vec![
        (ada.id.number(), json!({ "networkAddress": "127.0.0.1" })),
        (
            ada.id.number(),
            json!({ "networkAddress": "127.0.0.1", "times": 10 }),
        ),
    ];
    assert_eq!(entries(&server, "sign_in.failed").await, expected);
    guess(&server, &charles.email).await;
    expected.push((charles.id.number(), json!({ "networkAddress": "127.0.0.1" })));
    let failed = async || entries(&server, "sign_in.failed").await;
    eventually("the guess at another account is recorded", async || {
        failed().await == expected
    })
    .await;
    // The next hour begins a new count.
    server.clock.advance(HOUR);
    guess(&server, &ada.email).await;
    expected.push(expected[0].clone());
    eventually("the guess of the next hour is recorded", async || {
        failed().await == expected
    })
    .await;
}

on_both_engines!(a_wrong_second_step_is_a_failed_sign_in);
async fn a_wrong_second_step_is_a_failed_sign_in(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let (_, codes) = enrol(&server, &ada).await;
    let waiting = challenge(&server, &ada).await;
    assert_eq!(second_step(&server, &waiting, "000000").await.status, 422);
    counted(&server, "sign_in.failed", 1).await;
    let details = json!({ "networkAddress": "127.0.0.1", "secondFactor": "authenticator" });
    let failed = entries(&server, "sign_in.failed").await;
    assert_eq!(failed, [(ada.id.number(), details)]);
    // That the password was right is recorded, too.
    let asked = entries(&server, "sign_in.second_step_asked").await;
    assert_eq!(
        asked,
        [(ada.id.number(), json!({ "networkAddress": "127.0.0.1" }))]
    );
    // An expired challenge says nothing about the code.
    assert_eq!(second_step(&server, "invented", &codes[0]).await.status, 409);
    second_step(&server, &waiting, &codes[0]).await.expect(200);
    counted(&server, "sign_in.failed", 1).await;
}

on_both_engines!(a_wrong_password_in_an_open_session_is_recorded);
async fn a_wrong_password_in_an_open_session_is_recorded(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let confirm = async |password: &str, key: &str| {
        let request = server.post("/api/auth/confirm").as_(&ada);
        let request = request.header("idempotency-key", key);
        request.json(&json!({ "password": password })).await
    };
    confirm("Wrong1Guess", "first").await.expect(422);
    let form = json!({ "currentPassword": "Wrong1Guess", "newPassword": "Reading2" });
    let changed = server.put("/api/auth/updatepassword").as_(&ada).json(&form).await;
    assert_eq!(changed.status, 422);
    counted(&server, "confirmation.failed", 2).await;
    let once = [(ada.id.number(), json!({ "networkAddress": "127.0.0.1" }))];
    assert_eq!(entries(&server, "confirmation.failed").await, once);
    // Neither an empty form nor a right password is a failure, nor is a repeated call a further guess.
    confirm("", "empty").await.expect(422);
    confirm(&ada.password, "right").await.expect(200);
    let guesses = "SELECT CAST(COALESCE(sum(failures), 0) AS BIGINT) FROM sign_in_failures";
    assert_eq!(server.database().integer(guesses).await, 0);
    confirm(&ada.password, "right").await.expect(200);
    assert_eq!(server.database().integer(guesses).await, 0);
    counted(&server, "confirmation.failed", 2).await;
    // The sixth failure in a row at the same moment would wait for too long.
    for number in 0..9 {
        confirm("Wrong1Guess", &format!("guess {number}")).await;
    }
    eventually("a throttled confirmation is recorded", async || {
        entries(&server, "confirmation.throttled").await == once
    })
    .await;
}

on_both_engines!(accounts_that_do_not_exist_count_as_one);
async fn accounts_that_do_not_exist_count_as_one(database: TestDatabase) {
    let server = Server::start(database).await;
    for name in ["MySecretPassword1", "nobody", "else"] {
        guess(&server, &format!("{name}@library.example")).await;
    }
    counted(&server, "sign_in.failed", 3).await;
    let nobody = (0, json!({ "networkAddress": "127.0.0.1" }));
    assert_eq!(entries(&server, "sign_in.failed").await, [nobody]);
}

on_both_engines!(throttled_sign_ins_are_recorded);
async fn throttled_sign_ins_are_recorded(database: TestDatabase) {
    let setup = Setup::limited(|limits| limits.guesses.most_waited_ms = 0);
    let server = Server::start_with(database, setup).await;
    let ada = server.student().await;
    for _ in 0..5 {
        log_in(&server, &ada.email, "Wrong1Guess").await;
    }
    for _ in 0..3 {
        assert_eq!(log_in(&server, &ada.email, "Wrong1Guess").await.status, 429);
    }
    counted(&server, "sign_in.throttled", 3).await;
    let expected = (ada.id.number(), json!({ "networkAddress": "127.0.0.1" }));
    assert_eq!(entries(&server, "sign_in.throttled").await, [expected]);
}

on_both_engines!(refused_calls_are_recorded_once_an_hour);
async fn refused_calls_are_recorded_once_an_hour(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    for path in [
        "/api/admin/stats",
        "/api/admin/users/user_1",
        "/api/admin/users/user_2",
    ] {
        assert_eq!(server.get(path).as_(&ada).await.status, 403, "{path}");
        counted(&server, "access.refused", if path.ends_with('2') { 2 } else { 1 }).await;
    }
    let refused = |route: &str| {
        let after = json!({
            "networkAddress": "127.0.0.1", "code": "not_allowed", "method": "GET", "route": route,
        });
        (ada.id.number(), after)
    };
    let expected = [refused("/api/admin/stats"), refused("/api/admin/users/{id}")];
    let recorded = async || entries(&server, "access.refused").await;
    eventually("both calls are recorded", async || recorded().await == expected).await;
    // A call that asks for the password again is not refused for good.
    server.clock.advance(HOUR);
    let administrator = server.administrator().await;
    server.clock.advance(HOUR);
    let asked = server.get("/api/admin/roles").as_(&administrator).await;
    asked.expect(200);
    let role = json!({ "name": "Helper", "permissions": ["check_out"] });
    let asked = server
        .post("/api/admin/roles")
        .as_(&administrator)
        .json(&role)
        .await;
    assert_eq!((asked.status, asked.failure().1), (403, "confirmation_needed"));
    server.get("/api/admin/stats").as_(&ada).await;
    eventually("the later call is recorded", async || recorded().await.len() == 3).await;
    assert_eq!(recorded().await[2], refused("/api/admin/stats"));
    // Visitors have no rights to miss.
    assert_eq!(server.get("/api/admin/stats").await.status, 401);
}

async fn access_token(server: &Server, owner: &Identity) -> String {
    let form = json!({ "name": "A script", "scopes": ["catalogue:read"], "expiresInDays": 30 });
    let made = server.post("/api/auth/tokens").as_(owner).json(&form).await;
    made.expect(201)["token"].as_str().expect("a token").to_owned()
}

on_both_engines!(a_token_that_is_used_elsewhere_is_recorded);
async fn a_token_that_is_used_elsewhere_is_recorded(database: TestDatabase) {
    let server = Server::start_with(database, Setup::default().behind_a_proxy()).await;
    let ada = server.student().await;
    let token = access_token(&server, &ada).await;
    let use_from = async |address: &str| {
        let call = server
            .get("/api/books")
            .bearer(&token)
            .header("x-forwarded-for", address);
        assert_eq!(call.await.status, 200);
        server.clock.advance(2 * MINUTE);
    };
    let addresses = async || {
        let used = entries(&server, "access_token.used").await.into_iter();
        used.map(|(_, after)| after["networkAddress"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let here = "192.0.2.7";
    for _ in 0..3 {
        use_from(here).await;
    }
    eventually("the first use is recorded", async || addresses().await == [here]).await;
    use_from("198.51.100.9").await;
    eventually("the use elsewhere is recorded", async || {
        addresses().await == [here, "198.51.100.9"]
    })
    .await;
}

on_both_engines!(a_flood_of_one_event_ends_at_the_limit_and_hides_no_other);
async fn a_flood_of_one_event_ends_at_the_limit_and_hides_no_other(database: TestDatabase) {
    let server = Server::start(database).await;
    let ada = server.student().await;
    let now = server.clock.now_ms();
    let flood = format!(
        "INSERT INTO throttles (key, failures, window_started_at) VALUES ('audit:members:session.begun', 1000, {now}) \
         ON CONFLICT (key) DO UPDATE SET failures = 1000, window_started_at = {now}"
    );
    server.database().sql(&flood).await.expect("the count is set");
    let before = entries(&server, "session.begun").await.len();
    log_in(&server, &ada.email, &ada.password).await.expect(200);
    assert_eq!(entries(&server, "session.begun").await.len(), before);
    // Members do not use up the entries of staff.
    let administrator = server.administrator().await;
    log_in(&server, &administrator.email, &administrator.password)
        .await
        .expect(200);
    let begun = entries(&server, "session.begun").await;
    assert_eq!(
        begun.last().map(|(user, _)| *user),
        Some(administrator.id.number())
    );
    guess(&server, &ada.email).await;
    eventually("an event of another kind is recorded", async || {
        !entries(&server, "sign_in.failed").await.is_empty()
    })
    .await;
    server.clock.advance(HOUR);
    log_in(&server, &ada.email, &ada.password).await.expect(200);
    let again = begun.len() + 1;
    assert_eq!(entries(&server, "session.begun").await.len(), again);
}
