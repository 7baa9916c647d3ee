//! Both engines report failures by the same kinds, and a failure leaves no changes.

use std::sync::atomic::{AtomicBool, Ordering};

use carrel_storage::engine::{Lock, Options};
use carrel_storage::{Connection, Database, Error, Failure, Result, Transaction, settings};
use carrel_testkit::{Library, TestDatabase, eventually, gate, on_both_engines, on_postgres, on_sqlite};

use super::{pair, set, settings_of};

on_both_engines!(each_constraint_reports_its_kind);
async fn each_constraint_reports_its_kind(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().student_id("S-1").insert().await;
    let book = library.book().insert().await;
    let borrowing = library.borrowing(&user, &book).insert().await;
    let (user, book, copy) = (user.id.number(), book.id.number(), borrowing.copy_id.number());

    let users = "INSERT INTO users (id, name, name_key, email, email_key, password_hash, role, student_id_key, \
                 created_at, updated_at)";
    let borrowings = "INSERT INTO borrowings (id, book_id, copy_id, user_id, borrowed_at, due_on, due_at, terms_digest, lent_by, \
         branch)";
    let unique = [
        (
            "email_key",
            format!(
                "{users} SELECT 900, name, name_key, email, email_key, '', 'student', NULL, 1, 1 FROM users"
            ),
        ),
        (
            "student_id_key",
            format!(
                "{users} SELECT 900, name, name_key, email, 'other', '', 'student', student_id_key, 1, 1 FROM users"
            ),
        ),
        (
            "barcode_key",
            "INSERT INTO copies (id, book_id, barcode, barcode_key, call_number_key, state, branch, current_branch, \
                         created_at, updated_at) \
                         SELECT 900, book_id, 'x', barcode_key, '', 'available', 'main', 'main', 1, 1 FROM copies"
                .to_owned(),
        ),
        (
            "copy_id",
            format!(
                "{borrowings} SELECT 900, book_id, copy_id, 901, 1, '2026-01-01', 2, terms_digest, 1, 'main' FROM borrowings"
            ),
        ),
        (
            "user_id",
            format!(
                "{borrowings} SELECT 900, book_id, 901, user_id, 1, '2026-01-01', 2, terms_digest, 1, 'main' FROM borrowings"
            ),
        ),
        (
            "book_id",
            format!(
                "{borrowings} SELECT 900, book_id, 901, user_id, 1, '2026-01-01', 2, terms_digest, 1, 'main' FROM borrowings"
            ),
        ),
        (
            "id",
            format!(
                "INSERT INTO books (id, title, title_key, author, author_key, category, description, language, \
                        year_key, created_at, updated_at, shared_at) VALUES ({book}, '', '', '', '', '', '', '', 0, 1, 1, 1)"
            ),
        ),
        (
            "number",
            "INSERT INTO migrations (number, name, checksum, applied_at, least_compatible) VALUES (1, 'again', '', 1, 1)".to_owned(),
        ),
    ];
    for (column, sql) in unique {
        let error = library.sql(&sql).await.expect_err(&sql);
        assert!(matches!(error, Error::Unique { .. }), "{sql}: {error:?}");
        assert!(
            column == "id" || column == "number" || error.is_unique_on(column),
            "{column}: {error:?}"
        );
    }

    let refused = [
        "UPDATE book_counts SET available_copies = -1".to_owned(),
        "UPDATE book_counts SET available_copies = total_copies + 1".to_owned(),
        "UPDATE book_counts SET borrow_count = -1".to_owned(),
        "UPDATE books SET pages = 0".to_owned(),
        "UPDATE books SET title = NULL".to_owned(),
        "UPDATE copies SET branch = 'nowhere'".to_owned(),
        "UPDATE users SET patron_category = 'unknown'".to_owned(),
        "UPDATE users SET blocked_at = 1".to_owned(),
        "UPDATE users SET block_reason = 'Lost books'".to_owned(),
        "UPDATE users SET blocked_at = 1, block_reason = ''".to_owned(),
        "UPDATE books SET item_type = 'unknown'".to_owned(),
        "UPDATE borrowings SET user_id = NULL".to_owned(),
        "UPDATE borrowings SET due_at = borrowed_at".to_owned(),
        "UPDATE borrowings SET returned_at = borrowed_at - 1".to_owned(),
        "UPDATE borrowings SET renewals = -1".to_owned(),
        format!("UPDATE copies SET book_id = 0 WHERE id = {copy}"),
        format!("DELETE FROM users WHERE id = {user}"),
        format!("DELETE FROM books WHERE id = {book}"),
        format!("DELETE FROM copies WHERE id = {copy}"),
        format!(
            "INSERT INTO ratings (book_id, user_id, stars, created_at) VALUES ({book}, {user}, 6, 1)"
        ),
        format!(
            "INSERT INTO sessions (token_hash, id, user_id, created_at, expires_at, last_used_at, confirmed_at) VALUES ('t', 1, {user}, 2, 2, 2, 2)"
        ),
        "INSERT INTO sessions (token_hash, id, user_id, created_at, expires_at, last_used_at, confirmed_at) VALUES ('t', 1, 0, 1, 2, 1, 1)"
            .to_owned(),
        "UPDATE category_counts SET books = -1".to_owned(),
    ];
    for sql in refused {
        let error = library.sql(&sql).await.expect_err(&sql);
        assert!(matches!(error, Error::Constraint { .. }), "{sql}: {error:?}");
        assert!(!error.is_unique_on("id"));
    }
}

on_both_engines!(a_failing_use_case_leaves_no_changes);
async fn a_failing_use_case_leaves_no_changes(database: TestDatabase) {
    /// An error type of a use case, like that of `carrel_operations`.
    #[derive(Debug)]
    enum Refusal {
        NotToday,
        Storage(Error),
    }
    impl From<Error> for Refusal {
        fn from(error: Error) -> Self {
            Refusal::Storage(error)
        }
    }
    impl Failure for Refusal {
        fn as_storage(&self) -> Option<&Error> {
            match self {
                Refusal::Storage(error) => Some(error),
                Refusal::NotToday => None,
            }
        }
    }

    let refused: std::result::Result<(), Refusal> = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                set(transaction, "a", "1").await?;
                set(transaction, "b", "2").await?;
                Err(Refusal::NotToday)
            })
        })
        .await;
    assert!(matches!(refused, Err(Refusal::NotToday)), "{refused:?}");
    let failed: std::result::Result<(), Refusal> = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                set(transaction, "c", "3").await?;
                transaction
                    .execute("INSERT INTO settings (key) VALUES ('d')", &[])
                    .await?;
                Ok(())
            })
        })
        .await;
    assert!(
        matches!(failed, Err(Refusal::Storage(Error::Constraint { .. }))),
        "{failed:?}"
    );
    assert_eq!(settings_of(&database).await, []);

    database
        .write((), |transaction, ()| Box::pin(set(transaction, "e", "5")))
        .await
        .unwrap();
    assert_eq!(settings_of(&database).await, [pair("e", "5")]);
}

on_both_engines!(a_use_case_cannot_continue_after_a_failed_statement);
async fn a_use_case_cannot_continue_after_a_failed_statement(database: TestDatabase) {
    // PostgreSQL aborts such a transaction and reports its COMMIT as a success; SQLite would commit half of it.
    let swallowed = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                set(transaction, "a", "1").await?;
                drop(
                    transaction
                        .execute("INSERT INTO settings (key) VALUES ('b')", &[])
                        .await,
                );
                Ok::<_, Error>(())
            })
        })
        .await;
    assert!(matches!(swallowed, Err(Error::Other(_))), "{swallowed:?}");
    let went_on = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                drop(
                    transaction
                        .execute("INSERT INTO settings (key) VALUES ('b')", &[])
                        .await,
                );
                set(transaction, "c", "3").await
            })
        })
        .await;
    assert!(matches!(went_on, Err(Error::Other(_))), "{went_on:?}");
    assert_eq!(settings_of(&database).await, []);

    // A missing row is a result, not a failed statement.
    let missed = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                let row = transaction
                    .one::<(String,)>("SELECT value FROM settings WHERE key = 'k'", &[])
                    .await;
                assert!(matches!(row, Err(Error::NoRow)));
                set(transaction, "k", "4").await
            })
        })
        .await;
    missed.unwrap();
    assert_eq!(settings_of(&database).await, [pair("k", "4")]);
}

on_both_engines!(a_panicking_use_case_leaves_no_changes_and_the_next_one_works);
async fn a_panicking_use_case_leaves_no_changes_and_the_next_one_works(database: TestDatabase) {
    for _ in 0..20 {
        let panicked: Result<()> = database
            .write((), |transaction, ()| {
                Box::pin(async move {
                    set(transaction, "a", "1").await?;
                    assert!(settings::all(transaction).await?.is_empty(), "on purpose");
                    Ok(())
                })
            })
            .await;
        assert!(
            matches!(&panicked, Err(Error::Other(what)) if what.contains("panicked")),
            "{panicked:?}"
        );
    }
    assert_eq!(settings_of(&database).await, []);
    database
        .write((), |transaction, ()| Box::pin(set(transaction, "a", "2")))
        .await
        .unwrap();
    assert_eq!(settings_of(&database).await, [pair("a", "2")]);
}

on_both_engines!(a_failed_long_read_does_not_affect_later_calls);
async fn a_failed_long_read_does_not_affect_later_calls(database: TestDatabase) {
    let failed: Result<()> = database
        .read_long((), |connection, ()| {
            Box::pin(async move { connection.batch("SELECT nothing FROM nowhere").await })
        })
        .await;
    assert!(matches!(failed, Err(Error::Other(_))), "{failed:?}");
    let refused: Result<()> = database
        .read_long((), |_, ()| Box::pin(async { Err(Error::NoRow) }))
        .await;
    assert!(matches!(refused, Err(Error::NoRow)), "{refused:?}");
    assert_eq!(settings_of(&database).await, []);
    database
        .write((), |transaction, ()| Box::pin(set(transaction, "a", "1")))
        .await
        .unwrap();
    let read = database
        .read_long((), |connection, ()| Box::pin(settings::all(connection)))
        .await;
    assert_eq!(read.unwrap(), [pair("a", "1")]);
}

on_postgres!(a_lock_timeout_is_reported_as_unavailable);
async fn a_lock_timeout_is_reported_as_unavailable(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let (gate, keeper) = gate();
    let holding = library.write((gate, user.id), |transaction, (gate, id)| {
        Box::pin(async move {
            transaction.lock(Lock::User(*id)).await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    });
    let waiting = async {
        keeper.wait();
        let waited = library
            .write(user.id, |transaction, id| {
                Box::pin(async move {
                    transaction.batch("SET LOCAL lock_timeout = '10ms'").await?;
                    transaction.lock(Lock::User(*id)).await
                })
            })
            .await;
        keeper.open();
        waited
    };
    let (held, waited) = tokio::join!(holding, waiting);
    held.unwrap();
    assert!(matches!(waited, Err(Error::Unavailable(_))), "{waited:?}");
}

async fn session_of(connection: &mut Connection) -> Result<i64> {
    let (pid,) = connection
        .one("SELECT CAST(pg_backend_pid() AS BIGINT)", &[])
        .await?;
    Ok(pid)
}

/// Fails with the SQLSTATE of a serialization failure, unless the flag is set; sets it.
async fn collide_once(transaction: &mut Transaction, collided: &AtomicBool) -> Result<i64> {
    let session = session_of(transaction).await?;
    if !collided.swap(true, Ordering::SeqCst) {
        let collision = "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$";
        transaction.batch(collision).await?;
    }
    Ok(session)
}

on_postgres!(a_failed_statement_keeps_its_connection);
async fn a_failed_statement_keeps_its_connection(database: TestDatabase) {
    let Options::Postgres { url, .. } = database.options() else {
        unreachable!("the test runs on PostgreSQL");
    };
    let connections = 1;
    let single = Database::open(&Options::Postgres { url, connections })
        .await
        .unwrap();
    let session = async || {
        let read = single.read(&(), |connection, ()| Box::pin(session_of(connection)));
        read.await.unwrap()
    };
    let first = session().await;

    let twice: Result<()> = single
        .write((), |transaction, ()| {
            Box::pin(async move {
                let insert = "INSERT INTO settings (key, value, updated_at) VALUES ('a', '1', 1)";
                transaction.execute(insert, &[]).await?;
                transaction.execute(insert, &[]).await.map(drop)
            })
        })
        .await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    assert_eq!(session().await, first, "after a unique violation");

    let retried = single.write(AtomicBool::new(false), |transaction, collided| {
        Box::pin(collide_once(transaction, collided))
    });
    assert_eq!(retried.await.unwrap(), first, "in the second attempt");
    assert_eq!(single.retries(), 1);

    let long: Result<()> = single
        .read_long((), |connection, ()| {
            Box::pin(async move { connection.batch("SELECT nothing FROM nowhere").await })
        })
        .await;
    assert!(matches!(long, Err(Error::Other(_))), "{long:?}");
    assert_eq!(session().await, first, "after a failed long read");
    assert_eq!(settings_of(&single).await, []);
}

on_postgres!(a_lost_connection_is_reported_as_unavailable_and_replaced);
async fn a_lost_connection_is_reported_as_unavailable_and_replaced(database: TestDatabase) {
    let cut = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                set(transaction, "a", "1").await?;
                transaction
                    .batch("SELECT pg_terminate_backend(pg_backend_pid())")
                    .await
            })
        })
        .await;
    assert!(matches!(cut, Err(Error::Unavailable(_))), "{cut:?}");
    // Closes the idle connections of the pool as well, as a restart of the server does.
    let other = database.open_again().await.unwrap();
    other
        .read(&(), |connection, ()| {
            Box::pin(connection.batch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            ))
        })
        .await
        .unwrap();
    eventually("the pool has a connection again", async || {
        let read = database
            .read(&(), |connection, ()| Box::pin(settings::all(connection)))
            .await;
        assert!(matches!(&read, Ok(_) | Err(Error::Unavailable(_))), "{read:?}");
        read.is_ok_and(|settings| settings.is_empty())
    })
    .await;
}

on_sqlite!(a_use_case_that_waits_for_something_else_is_refused);
async fn a_use_case_that_waits_for_something_else_is_refused(database: TestDatabase) {
    let waited: Result<()> = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                set(transaction, "a", "1").await?;
                tokio::task::yield_now().await;
                Ok(())
            })
        })
        .await;
    assert!(matches!(waited, Err(Error::Other(_))), "{waited:?}");
    assert_eq!(settings_of(&database).await, []);
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_is_an_error() {
    let missing = Options::Sqlite {
        path: "/nowhere/at/all/carrel.db".into(),
    };
    assert!(Database::open(&missing).await.is_err());
    // No server listens on the discard port.
    let refused = Options::Postgres {
        url: "postgres://carrel@127.0.0.1:9/carrel".to_owned(),
        connections: 1,
    };
    let refused = Database::open(&refused).await.err();
    assert!(matches!(refused, Some(Error::Unavailable(_))), "{refused:?}");
    let nonsense = Options::Postgres {
        url: "postgres://:::".to_owned(),
        connections: 1,
    };
    let nonsense = Database::open(&nonsense).await.err();
    assert!(matches!(nonsense, Some(Error::Other(_))), "{nonsense:?}");
}

on_postgres!(a_long_read_that_is_cancelled_reports_the_reason);
async fn a_long_read_that_is_cancelled_reports_the_reason(database: TestDatabase) {
    let ended = database
        .read_long((), |connection, ()| {
            Box::pin(async move {
                connection.batch("SET LOCAL statement_timeout = 20").await?;
                let slept: Result<(String,)> = connection.one("SELECT CAST(pg_sleep(20) AS TEXT)", &[]).await;
                slept
            })
        })
        .await;
    assert!(matches!(ended, Err(Error::Unavailable(_))), "{ended:?}");
}
