//! The settings of security.

use carrel_testkit::{MailServer, Server, TestDatabase, on_both_engines};
use serde_json::json;

use super::settings::{change, path, shown};

on_both_engines!(the_settings_of_security_begin_with_the_specification_and_changes_are_audited);
async fn the_settings_of_security_begin_with_the_specification_and_changes_are_audited(
    database: TestDatabase,
) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let first = shown(&server, &administrator, "security").await;
    assert_eq!(first["confirmAddressesFirst"], false);
    assert_eq!(first["leastPasswordLength"], 6);

    let mut form = first.clone();
    form["leastPasswordLength"] = json!(8);
    let changed = change(&server, &administrator, "security", form).await;
    assert_eq!(changed.json["message"], "Settings saved");
    assert_eq!(changed.expect(200)["leastPasswordLength"], 8);
    let entries: Vec<(String, String)> = server
        .database()
        .rows("SELECT before_state, after_state FROM audit WHERE entity = 'settings.security'")
        .await;
    let [(before, after)] = &entries[..] else {
        panic!("{entries:?}");
    };
    assert!(before.contains(r#""leastPasswordLength":6"#), "{before}");
    assert!(after.contains(r#""leastPasswordLength":8"#), "{after}");

    let student = server.student().await;
    let refused = server.get(&path("security")).as_(&student).await;
    assert_eq!(refused.status, 403);
}

on_both_engines!(addresses_are_confirmed_only_while_there_is_a_mail_server);
async fn addresses_are_confirmed_only_while_there_is_a_mail_server(database: TestDatabase) {
    let server = Server::start(database).await;
    let administrator = server.administrator().await;
    let mut form = shown(&server, &administrator, "security").await;
    form["confirmAddressesFirst"] = json!(true);
    let refused = change(&server, &administrator, "security", form.clone()).await;
    assert_eq!(
        refused.errors(),
        [(
            "confirmAddressesFirst",
            "Set up the mail server first: the confirmation is sent by mail"
        )]
    );

    let mail = MailServer::start().await;
    let settings = json!({
        "host": "127.0.0.1", "port": mail.port(), "security": "none",
        "fromAddress": "desk@library.example", "siteAddress": "https://library.example",
    });
    let saved = server
        .put(&path("mail"))
        .as_(&administrator)
        .json(&settings)
        .await;
    saved.expect(200);
    change(&server, &administrator, "security", form.clone())
        .await
        .expect(200);
    let refused = server.delete(&path("mail")).as_(&administrator).await;
    assert_eq!((refused.status, refused.failure().1), (409, "mail_needed"));

    form["confirmAddressesFirst"] = json!(false);
    change(&server, &administrator, "security", form)
        .await
        .expect(200);
    let removed = server.delete(&path("mail")).as_(&administrator).await;
    assert_eq!(removed.expect(200)["settings"], json!(null));
}
