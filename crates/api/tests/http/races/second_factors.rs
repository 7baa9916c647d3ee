//! Concurrent second steps: a code is accepted once.

use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

use super::{assert_sound, at_once, counts, tally};
use crate::auth::second_factors::{challenge, enrol};

async fn second_steps(server: &Server, person: &Identity, code: &str) -> Vec<Answer> {
    let mut forms: Vec<Value> = Vec::new();
    for _ in 0..4 {
        let challenge = challenge(server, person).await;
        forms.push(json!({ "challenge": challenge, "code": code }));
    }
    at_once(
        forms
            .iter()
            .map(|form| server.post("/api/auth/login/second").json(form)),
    )
    .await
}

on_both_engines!(of_4_sign_ins_with_one_code_one_succeeds);
async fn of_4_sign_ins_with_one_code_one_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (app, codes) = enrol(&server, &student).await;
    server.clock.advance(30_000);
    for code in [app.code(&server), codes[0].clone()] {
        let answers = second_steps(&server, &student, &code).await;
        assert_eq!(
            tally(&answers),
            counts([(200, "", 1), (422, "validation", 3)]),
            "{code}"
        );
    }
    let shown = server.get("/api/auth/second-factors").as_(&student).await;
    assert_eq!(shown.expect(200)["recoveryCodesLeft"], 9);
    assert_sound(&server).await;
}

on_both_engines!(of_4_second_steps_of_one_sign_in_one_succeeds);
async fn of_4_second_steps_of_one_sign_in_one_succeeds(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    let (_, codes) = enrol(&server, &student).await;
    let challenge = challenge(&server, &student).await;
    let forms: Vec<Value> = codes[..4]
        .iter()
        .map(|code| json!({ "challenge": challenge, "code": code }))
        .collect();
    let answers = at_once(
        forms
            .iter()
            .map(|form| server.post("/api/auth/login/second").json(form)),
    )
    .await;
    assert_eq!(
        tally(&answers),
        counts([(200, "", 1), (409, "challenge_expired", 3)])
    );
    let shown = server.get("/api/auth/second-factors").as_(&student).await;
    assert_eq!(shown.expect(200)["recoveryCodesLeft"], 9);
    assert_sound(&server).await;
}
