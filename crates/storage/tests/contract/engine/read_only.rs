//! A read-only server: the errors that callers get, and how the pool finds a server that accepts writes.

use carrel_storage::engine::Options;
use carrel_storage::{Database, Error, Result};
use carrel_testkit::{PostgresServer, TestDatabase, eventually, on_postgres, on_sqlite};

use super::{pair, set, settings_of};

async fn write(database: &Database) -> Result<()> {
    database
        .write((), |transaction, ()| Box::pin(set(transaction, "a", "1")))
        .await
}

on_postgres!(writes_are_refused_while_the_server_is_read_only_and_accepted_after_it);
async fn writes_are_refused_while_the_server_is_read_only_and_accepted_after_it(database: TestDatabase) {
    write(&database).await.unwrap();
    database.check_writable().await.unwrap();
    database.set_read_only(true).await;
    // The old connections were closed; each call meanwhile gets a typed error.
    eventually("a write meets the read-only server", async || {
        let refused = write(&database).await.unwrap_err();
        assert!(
            matches!(refused, Error::ReadOnly(_) | Error::Unavailable(_)),
            "{refused:?}"
        );
        matches!(refused, Error::ReadOnly(_))
    })
    .await;
    assert_eq!(settings_of(&database).await, [pair("a", "1")]);
    let refused = database.check_writable().await;
    assert!(matches!(refused, Err(Error::ReadOnly(_))), "{refused:?}");

    // The existing sessions stay read-only. They are replaced, although no connection was lost.
    database.set_read_only(false).await;
    eventually("writes are accepted again", async || {
        write(&database).await.is_ok()
    })
    .await;
    database.check_writable().await.unwrap();
}

// The right to write is checked for folders and files alike, so a missing file stands for all of them.
on_sqlite!(a_database_whose_file_is_gone_is_not_writable);
async fn a_database_whose_file_is_gone_is_not_writable(database: TestDatabase) {
    database.check_writable().await.unwrap();
    let Options::Sqlite { path } = database.options() else {
        unreachable!("this test runs on SQLite")
    };
    let elsewhere = path.with_extension("elsewhere");
    std::fs::rename(&path, &elsewhere).unwrap();
    let refused = database.check_writable().await;
    assert!(matches!(refused, Err(Error::DiskFailed(_))), "{refused:?}");
    std::fs::rename(&elsewhere, &path).unwrap();
    database.check_writable().await.unwrap();
}

on_postgres!(of_several_hosts_the_one_that_accepts_writes_is_used);
async fn of_several_hosts_the_one_that_accepts_writes_is_used(database: TestDatabase) {
    let Options::Postgres { url, .. } = database.options() else {
        unreachable!("this test runs on PostgreSQL")
    };
    let port = url.split([':', '/']).nth(4).unwrap();
    let standby = PostgresServer::start();
    standby.set(&[("default_transaction_read_only", "on")]).await;
    let hosts = format!("127.0.0.1:9,127.0.0.1:{},127.0.0.1:{port}", standby.port());
    for (attributes, expected) in [
        ("target_session_attrs=read-write", port.to_owned()),
        ("target_session_attrs=any", standby.port().to_string()),
    ] {
        eventually("the standby is read-only", async || {
            let url = format!("postgres://postgres@{hosts}/postgres?{attributes}");
            let database = Database::attach(&Options::Postgres { url, connections: 1 })
                .await
                .unwrap();
            let used: Result<(String,)> = database
                .read(&(), |connection, ()| {
                    Box::pin(connection.one("SELECT current_setting('port')", &[]))
                })
                .await;
            used.unwrap().0 == expected
        })
        .await;
    }
}
