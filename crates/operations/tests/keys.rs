//! Secrets in the database are encrypted, and a change of the key keeps all of them.

use std::sync::Arc;

use carrel_operations::core::key_error::KeyError;
use carrel_operations::core::key_file::KeyFile;
use carrel_operations::upkeep::keys;
use carrel_operations::{Context, Error};
use carrel_testkit::{Clock, TestDatabase, on_both_engines};

/// The stored secret of the only webhook.
async fn stored(database: &TestDatabase) -> String {
    let rows: Vec<(String,)> = database.rows("SELECT secret FROM webhooks").await;
    rows.into_iter().next().expect("a webhook").0
}

on_both_engines!(a_change_of_the_key_encrypts_every_secret_again);
async fn a_change_of_the_key_encrypts_every_secret_again(database: TestDatabase) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library.key");
    let file = Arc::new(KeyFile::at(path.clone()));
    let clock = Clock::default();
    let context = |seed: u8| Context::without_actor(clock.now(), [seed; 32]);
    // In clear, as in a library from before encryption.
    let webhook = "INSERT INTO webhooks (id, address, events, secret, active, created_at, updated_at) \
                   VALUES (7, 'https://hooks.example.org/', 'borrowing.created', 'whsec_one', 1, 1, 1)";
    database.sql(webhook).await.expect("a webhook");

    let first = keys::rotate(&database, &file, context(1), false)
        .await
        .expect("a key");
    assert_eq!((first.secrets, first.discarded.len()), (1, 0));
    let sealed = stored(&database).await;
    assert!(
        sealed.starts_with("sealed:") && !sealed.contains("whsec"),
        "{sealed}"
    );

    // A prepared key waits in the file; the change uses it.
    let prepared = keys::prepare(&database, &file, context(2)).await.expect("a key");
    assert_eq!(
        keys::prepare(&database, &file, context(3)).await.expect("it"),
        prepared
    );
    assert_eq!(stored(&database).await, sealed);
    let second = keys::rotate(&database, &file, context(4), false)
        .await
        .expect("it");
    assert_eq!((&second.id, second.secrets), (&prepared, 1));
    assert_ne!(stored(&database).await, sealed);
    assert_eq!(file.ids().expect("the keys"), [second.id, first.id]);

    // The secret of another webhook is refused, and so is one whose key is lost.
    let sealed = stored(&database).await;
    database
        .sql("UPDATE webhooks SET id = 8")
        .await
        .expect("it is moved");
    let refused = keys::rotate(&database, &file, context(5), false).await;
    assert!(
        matches!(refused, Err(Error::Key(KeyError::Damaged { .. }))),
        "{refused:?}"
    );
    assert_eq!(stored(&database).await, sealed, "nothing is changed");
    database
        .sql("UPDATE webhooks SET id = 7")
        .await
        .expect("it is moved back");
    std::fs::remove_file(&path).expect("the file");
    let elsewhere = Arc::new(KeyFile::at(path));
    let refused = keys::rotate(&database, &elsewhere, context(6), false).await;
    assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
    let given_up = keys::rotate(&database, &elsewhere, context(7), true)
        .await
        .expect("a key");
    assert_eq!(given_up.secrets, 0);
    assert_eq!(given_up.discarded, ["webhook webhook_7"]);
    assert_eq!(database.integer("SELECT active FROM webhooks").await, 0);
    let again = keys::rotate(&database, &elsewhere, context(8), false).await;
    assert_eq!(
        again.expect("a key").secrets,
        1,
        "the new secret can be decrypted"
    );
}

on_both_engines!(a_change_of_the_key_keeps_authenticator_apps);
async fn a_change_of_the_key_keeps_authenticator_apps(database: TestDatabase) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library.key");
    let file = Arc::new(KeyFile::at(path.clone()));
    let clock = Clock::default();
    let context = |seed: u8| Context::without_actor(clock.now(), [seed; 32]);
    let stored = async || {
        let rows: Vec<(String,)> = database.rows("SELECT secret FROM authenticators").await;
        rows.into_iter().next().map(|(secret,)| secret)
    };
    // In clear, as in a library from before encryption.
    for sql in [
        "INSERT INTO users (id, name, name_key, email, email_key, password_hash, role, created_at, updated_at) \
         VALUES (7, 'Ada', 'ada', 'ada@library.example', 'ada@library.example', '', 'student', 1, 1)",
        "INSERT INTO authenticators (user_id, secret, created_at, confirmed_at, last_step) \
         VALUES (7, 'JBSWY3DPEHPK3PXP', 1, 1, 1)",
        "INSERT INTO recovery_codes (user_id, code_hash) VALUES (7, 'c')",
    ] {
        database.sql(sql).await.expect("a person with an app");
    }
    for seed in [1, 2] {
        let rotated = keys::rotate(&database, &file, context(seed), false).await;
        assert_eq!(rotated.expect("a key").secrets, 1);
        let sealed = stored().await.expect("the app is there");
        assert!(
            sealed.starts_with("sealed:") && !sealed.contains("JBSW"),
            "{sealed}"
        );
    }

    // Without its key it is given up only on demand, and the recovery codes go with the last factor.
    std::fs::remove_file(&path).expect("the file");
    let elsewhere = Arc::new(KeyFile::at(path));
    let refused = keys::rotate(&database, &elsewhere, context(3), false).await;
    assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
    let given_up = keys::rotate(&database, &elsewhere, context(4), true).await;
    assert_eq!(
        given_up.expect("a key").discarded,
        ["authenticator app of user_7"]
    );
    assert_eq!(stored().await, None);
    assert_eq!(database.integer("SELECT count(*) FROM recovery_codes").await, 0);
    let recorded = "SELECT count(*) FROM audit WHERE action = 'user.second_factor_removed' AND user_id = 7";
    assert_eq!(database.integer(recorded).await, 1);
}
