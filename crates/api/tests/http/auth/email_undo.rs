//! Undoing a change of an e-mail address, and what it keeps from others meanwhile.

use carrel_operations::people::accounts::create_from_shell;
use carrel_operations::{Conflict, Context, Error};
use carrel_testkit::{DAY, HOUR, Identity, Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::email_changes::{INVALID, TAKEN, confirm, last_mail, move_to, moved, token_in, undo, with_mail};
use super::second_factors::enrol;
use super::{is_signed_in, log_in, register};

on_both_engines!(the_old_address_undoes_a_change_and_ends_everything);
async fn the_old_address_undoes_a_change_and_ends_everything(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    // A thief who knows the password moves the account twice, changes the password, makes a token, and registers with the
    // old address, so that it cannot be restored.
    let undo_first = moved(
        &server,
        &mail,
        &student,
        "thief@elsewhere.example",
        &student.password,
    )
    .await;
    server.clock.advance(HOUR);
    let undo_second = moved(
        &server,
        &mail,
        &student,
        "second@elsewhere.example",
        &student.password,
    )
    .await;
    let form = json!({ "currentPassword": student.password, "newPassword": "Stolen1ok" });
    let changed = server
        .put("/api/auth/updatepassword")
        .as_(&student)
        .json(&form)
        .await;
    let token = changed.expect(200)["token"].as_str().expect("a token").to_owned();
    let thief = Identity {
        token,
        ..student.clone()
    };
    let form = json!({ "name": "Door", "scopes": ["catalogue:read"], "expiresInDays": 30 });
    let made = server.post("/api/auth/tokens").as_(&thief).json(&form).await;
    let access_token = made.expect(201)["token"].as_str().expect("a token").to_owned();
    assert_eq!(register(&server, &student.email).await.failure(), TAKEN);

    let undone = undo(&server, &undo_first).await;
    let path = undone.expect(200)["path"].as_str().expect("a path").to_owned();
    assert!(!is_signed_in(&server, &thief.token).await);
    assert!(!is_signed_in(&server, &access_token).await);
    for email in [
        "thief@elsewhere.example",
        "second@elsewhere.example",
        &student.email,
    ] {
        assert_eq!(log_in(&server, email, "Stolen1ok").await.status, 401, "{email}");
    }
    // Neither link moves the account again.
    assert_eq!(undo(&server, &undo_first).await.failure(), INVALID);
    assert_eq!(undo(&server, &undo_second).await.failure(), INVALID);

    let token = path.strip_prefix("/reset-password#token=").expect("a link");
    let form = json!({ "token": token, "password": "Mine1again", "confirmPassword": "Mine1again" });
    server
        .post("/api/auth/reset-password")
        .json(&form)
        .await
        .expect(200);
    assert_eq!(log_in(&server, &student.email, "Mine1again").await.status, 200);
    let entries = "SELECT count(*) FROM audit WHERE action = 'user.email_change_undone'";
    assert_eq!(server.database().integer(entries).await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(undoing_a_change_removes_second_factors_that_came_with_it);
async fn undoing_a_change_removes_second_factors_that_came_with_it(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let user = student.id.number();
    let add = async |id: i64, name: &str| {
        let now = server.clock.now_ms();
        let sql = format!(
            "INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at) \
             VALUES ({id}, {user}, 'c{id}', '', 'library.example', '{name}', 0, {now})"
        );
        server.database().sql(&sql).await.expect("a passkey is added");
    };
    add(1, "mine").await;
    server.clock.advance(1);
    let stolen = "thief@elsewhere.example";
    move_to(&server, &student, stolen, &student.password)
        .await
        .expect(200);
    let token = token_in(&last_mail(&server, &mail).await, "confirm-email");
    // Between the request and its confirmation, too.
    server.clock.advance(1);
    add(2, "of the thief").await;
    server.clock.advance(1);
    confirm(&server, &student, &token).await.expect(200);
    let token = token_in(&last_mail(&server, &mail).await, "undo-email-change");
    let (_, codes) = enrol(&server, &student).await;
    assert_eq!(codes.len(), 10);

    undo(&server, &token).await.expect(200);
    let left: Vec<(String,)> = server.database().rows("SELECT name FROM passkeys").await;
    assert_eq!(left, [("mine".to_owned(),)]);
    for table in ["authenticators", "recovery_codes", "challenges"] {
        let count = format!("SELECT count(*) FROM {table}");
        assert_eq!(server.database().integer(&count).await, 0, "{table}");
    }
    let entries = "SELECT count(*) FROM audit WHERE action = 'user.second_factors_reset'";
    assert_eq!(server.database().integer(entries).await, 1);
    assert_eq!(server.violations().await, []);
}

on_both_engines!(an_undo_link_from_before_a_promotion_opens_nothing);
async fn an_undo_link_from_before_a_promotion_opens_nothing(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let administrator = server.administrator().await;
    let undoing = moved(&server, &mail, &student, "new@library.example", &student.password).await;
    // One whose mail is not sent yet.
    let other = server.student().await;
    move_to(&server, &other, "other@library.example", &other.password)
        .await
        .expect(200);
    let token = token_in(&last_mail(&server, &mail).await, "confirm-email");
    confirm(&server, &other, &token).await.expect(200);
    for person in [&student, &other] {
        let promoted = server
            .put(&format!("/api/admin/users/{}", person.id))
            .as_(&administrator);
        promoted
            .json(&json!({ "staffRole": "librarian" }))
            .await
            .expect(200);
    }
    server.clock.advance(1);
    assert_eq!(undo(&server, &undoing).await.failure(), INVALID);
    let report = last_mail(&server, &mail).await.text();
    assert!(!report.contains("undo-email-change"), "{report}");
    assert_eq!(server.violations().await, []);
}

on_both_engines!(undoing_a_change_of_staff_keeps_their_second_factors);
async fn undoing_a_change_of_staff_keeps_their_second_factors(database: TestDatabase) {
    let (server, mail, _) = with_mail(database).await;
    let librarian = server.with_role("librarian").await;
    let undoing = moved(
        &server,
        &mail,
        &librarian,
        "new@library.example",
        &librarian.password,
    )
    .await;
    enrol(&server, &librarian).await;
    undo(&server, &undoing).await.expect(200);
    let left = "SELECT count(*) FROM authenticators";
    assert_eq!(server.database().integer(left).await, 1);
}

on_both_engines!(addresses_that_are_taken_are_no_wrong_passwords);
async fn addresses_that_are_taken_are_no_wrong_passwords(database: TestDatabase) {
    let server = Server::start(database).await;
    let student = server.student().await;
    for _ in 0..7 {
        let other = server.student().await;
        let refused = move_to(&server, &student, &other.email, &student.password).await;
        assert_eq!(refused.failure(), TAKEN);
    }
    server.confirm(&student).await;
    let failures = format!(
        "SELECT count(*) FROM sign_in_failures WHERE account = '{}' AND failures > 0",
        student.email
    );
    assert_eq!(server.database().integer(&failures).await, 0);
}

on_both_engines!(a_change_can_be_undone_once_and_for_a_week);
async fn a_change_can_be_undone_once_and_for_a_week(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let token = moved(&server, &mail, &student, "new@library.example", &student.password).await;
    let administrator = server.administrator().await;
    let path = format!("/api/admin/users/{}", student.id);
    for (is_active, status) in [(false, 409), (true, 200)] {
        let changed = server.put(&path).as_(&administrator);
        changed.json(&json!({ "isActive": is_active })).await.expect(200);
        let calls = (0..6).map(|_| undo(&server, &token));
        let answers = futures_util::future::join_all(calls).await;
        let undone = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(undone, usize::from(status == 200), "active: {is_active}");
    }
    let other = server.student().await;
    let late = moved(&server, &mail, &other, "late@library.example", &other.password).await;
    server.clock.advance(7 * DAY);
    assert_eq!(undo(&server, &late).await.failure(), INVALID);
    // The old address is free again, and the change is forgotten.
    register(&server, &other.email).await.expect(201);
    server.tidy().await;
    let left = "SELECT count(*) FROM email_changes";
    assert_eq!(server.database().integer(left).await, 0);
    assert_eq!(undo(&server, "").await.failure(), INVALID);
}

on_both_engines!(no_new_account_takes_an_address_that_an_undo_restores);
async fn no_new_account_takes_an_address_that_an_undo_restores(database: TestDatabase) {
    let (server, mail, student) = with_mail(database).await;
    let administrator = server.administrator().await;
    let undoing = moved(
        &server,
        &mail,
        &student,
        "thief@elsewhere.example",
        &student.password,
    )
    .await;
    let add = async || {
        let form = json!({ "name": "New Reader", "email": student.email });
        let request = server.post("/api/admin/users").as_(&administrator);
        request.json(&form).await
    };
    assert_eq!(add().await.failure(), TAKEN);
    let roster = format!(
        "name,email\nAda Lovelace,ada@library.example\nNew Reader,{}\n",
        student.email
    );
    for preview in [true, false] {
        let form = json!({ "file": roster, "preview": preview });
        let request = server.post("/api/admin/users/import").as_(&administrator);
        let imported = request.json(&form).await;
        let errors = &imported.expect(200)["lines"][1]["errors"];
        let kept =
            "This email belonged to an account until a few days ago, and its owner can still undo the change";
        let error = json!({ "field": "email", "message": kept, "code": "email_kept", "values": {} });
        assert_eq!(*errors, json!([error]));
    }
    let added = create_from_shell(
        server.library(),
        Context::without_actor(server.clock.now(), [1; 32]),
        "New Reader",
        &student.email,
        "Reading1",
        "student",
    );
    assert!(matches!(added.await, Err(Error::Conflict(Conflict::EmailTaken))));
    undo(&server, &undoing).await.expect(200);
    let restored = format!("SELECT email FROM users WHERE id = {}", student.id.number());
    let restored = server.database().rows::<(String,)>(&restored).await;
    assert_eq!(restored, [(student.email.clone(),)]);
    // A week later the address of another change is free.
    let other = server.student().await;
    moved(&server, &mail, &other, "late@library.example", &other.password).await;
    server.clock.advance(7 * DAY);
    let administrator = server.sign_in_again(&administrator).await;
    let form = json!({ "name": "New Reader", "email": other.email });
    let request = server.post("/api/admin/users").as_(&administrator);
    request.json(&form).await.expect(201);
}
