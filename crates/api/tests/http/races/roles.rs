//! Concurrent changes of roles and of the people who have them.

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::{assert_sound, at_once};

/// The version of a role.
async fn version(server: &Server, administrator: &carrel_testkit::Identity, code: &str) -> serde_json::Value {
    let roles = server.get("/api/admin/roles").as_(administrator).await;
    let roles = roles.expect(200)["roles"].as_array().expect("a list").clone();
    let mut roles = roles.into_iter();
    let role = roles.find(|role| role["code"] == code).expect("the role");
    role["version"].clone()
}

on_both_engines!(nobody_is_given_a_role_that_was_widened_before);
async fn nobody_is_given_a_role_that_was_widened_before(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let roles = "/api/admin/roles";
    let manager = json!({ "name": "Manager", "permissions": ["manage_staff", "check_out"] });
    server
        .post(roles)
        .as_(&administrator)
        .json(&manager)
        .await
        .expect(201);
    let manager = server.with_role("manager").await;
    for round in 0..10 {
        let code = format!("role-{round}");
        let form = json!({ "name": code, "permissions": ["check_out"] });
        server
            .post(roles)
            .as_(&administrator)
            .json(&form)
            .await
            .expect(201);
        let student = server.student().await;
        let widened = json!({
            "name": code, "permissions": ["check_out", "manage_settings"],
            "version": version(&server, &administrator, &code).await,
        });
        let widening = server
            .put(&format!("{roles}/{code}"))
            .as_(&administrator)
            .json(&widened);
        let giving = server.put(&format!("/api/admin/users/{}", student.id));
        let giving = giving.as_(&manager).json(&json!({ "staffRole": code }));
        let answers = at_once([widening, giving]).await;
        answers[0].expect(200);
        // The one that came first is the first in the audit.
        let order = format!(
            "SELECT count(*) FROM audit w JOIN audit g ON g.id > w.id WHERE w.action = 'role.changed' \
             AND w.entity = 'role.{code}' AND g.action = 'user.changed' AND g.entity_id = {}",
            student.id.number()
        );
        assert_eq!(
            server.database().integer(&order).await,
            0,
            "given after it was widened"
        );
        assert!(matches!(answers[1].status, 200 | 403), "{}", answers[1].text());
    }
    assert_sound(&server).await;
}

on_both_engines!(a_demoted_administrator_changes_no_role_afterwards);
async fn a_demoted_administrator_changes_no_role_afterwards(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for round in 0..10 {
        let other = server.administrator().await;
        let form = json!({
            "name": format!("Assistant {round}"), "permissions": ["check_out"],
            "version": version(&server, &administrator, "assistant").await,
        });
        let edit = server.put("/api/admin/roles/assistant").as_(&other).json(&form);
        let demotion = server.put(&format!("/api/admin/users/{}", other.id));
        let demotion = demotion.as_(&administrator).json(&json!({ "role": "student" }));
        let answers = at_once([edit, demotion]).await;
        answers[1].expect(200);
        assert!(matches!(answers[0].status, 200 | 403), "{}", answers[0].text());
        let order = format!(
            "SELECT count(*) FROM audit d JOIN audit e ON e.id > d.id WHERE d.action = 'user.changed' \
             AND d.entity_id = {id} AND e.action = 'role.changed' AND e.actor_id = {id}",
            id = other.id.number()
        );
        assert_eq!(
            server.database().integer(&order).await,
            0,
            "edited after the demotion"
        );
    }
    assert_sound(&server).await;
}

on_both_engines!(a_demoted_administrator_erases_nobody_afterwards);
async fn a_demoted_administrator_erases_nobody_afterwards(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for round in 0..10 {
        let other = server.administrator().await;
        let (erased, holder) = (server.student().await, server.student().await);
        let passkey = format!(
            "INSERT INTO passkeys (id, user_id, credential_id, public_key, site, name, sign_count, created_at) \
             VALUES ({id}, {id}, 'c{id}', '', 'library.example', 'Key', 0, {round})",
            id = holder.id.number()
        );
        server.database().sql(&passkey).await.expect("a passkey");
        let erasure = server.delete(&format!("/api/admin/users/{}", erased.id));
        let erasure = erasure.as_(&other).json(&json!({ "email": erased.email }));
        let reset = server.delete(&format!("/api/admin/users/{}/second-factors", holder.id));
        let demotion = server.put(&format!("/api/admin/users/{}", other.id));
        let demotion = demotion.as_(&administrator).json(&json!({ "role": "student" }));
        let answers = at_once([demotion, erasure, reset.as_(&other)]).await;
        answers[0].expect(200);
        for answer in &answers[1..] {
            assert!(matches!(answer.status, 200 | 403), "{}", answer.text());
        }
        let late = format!(
            "SELECT count(*) FROM audit d JOIN audit e ON e.id > d.id WHERE d.action = 'user.changed' \
             AND d.entity_id = {id} AND e.action IN ('user.erased', 'user.second_factors_reset') \
             AND e.actor_id = {id}",
            id = other.id.number()
        );
        assert_eq!(
            server.database().integer(&late).await,
            0,
            "done after the demotion"
        );
    }
    assert_sound(&server).await;
}

on_both_engines!(a_demoted_administrator_changes_nothing_afterwards);
async fn a_demoted_administrator_changes_nothing_afterwards(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for round in 0..10 {
        let other = server.administrator().await;
        let settings = server.get("/api/admin/settings/registration").as_(&administrator);
        let version = settings.await.expect(200)["version"].clone();
        let demotion = server.put(&format!("/api/admin/users/{}", other.id));
        let demotion = demotion.as_(&administrator).json(&json!({ "role": "student" }));
        let settings = server.put("/api/admin/settings/registration").as_(&other);
        let settings = settings.json(&json!({ "open": round % 2 == 1, "version": version }));
        let account = server.post("/api/admin/users").as_(&other);
        let account =
            account.json(&json!({ "name": "New Reader", "email": format!("new{round}@library.example") }));
        let link = server.post(&format!("/api/admin/users/{}/password-link", administrator.id));
        let answers = at_once([demotion, settings, account, link.as_(&other)]).await;
        answers[0].expect(200);
        for answer in &answers[1..] {
            assert!(matches!(answer.status, 200 | 201 | 403), "{}", answer.text());
        }
        let late = format!(
            "SELECT count(*) FROM audit d JOIN audit e ON e.id > d.id WHERE d.action = 'user.changed' \
             AND d.entity_id = {id} AND e.actor_id = {id} AND e.action IN ('settings.changed', 'user.created', \
             'user.password_link_made')",
            id = other.id.number()
        );
        let late = server.database().integer(&late).await;
        assert_eq!(late, 0, "done after the demotion");
    }
    assert_sound(&server).await;
}

on_both_engines!(a_role_is_given_or_removed_not_both);
async fn a_role_is_given_or_removed_not_both(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    for round in 0..10 {
        let code = format!("role-{round}");
        let form = json!({ "name": code, "permissions": [] });
        let added = server.post("/api/admin/roles").as_(&administrator).json(&form);
        added.await.expect(201);
        let student = server.student().await;
        let removal = server
            .delete(&format!("/api/admin/roles/{code}"))
            .as_(&administrator);
        let giving = server.put(&format!("/api/admin/users/{}", student.id));
        let giving = giving.as_(&administrator).json(&json!({ "staffRole": code }));
        let answers = at_once([removal, giving]).await;
        let outcome = (answers[0].status, answers[1].status);
        assert!(matches!(outcome, (200, 422) | (409, 200)), "{outcome:?}");
    }
    assert_sound(&server).await;
}
