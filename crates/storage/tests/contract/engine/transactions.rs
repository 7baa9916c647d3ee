//! A use case is one transaction: atomic, isolated, and run to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

use carrel_domain::users::UserId;
use carrel_storage::engine::{Lock, Query};
use carrel_storage::{
    Connection, Database, Error, Result, Transaction, books, borrowings, copies, settings, users,
};
use carrel_testkit::{Library, TestDatabase, eventually, gate, on_both_engines, on_postgres, on_sqlite};
use tokio::sync::Barrier;

use super::{pair, set, settings_of};

on_both_engines!(a_use_case_sees_its_own_writes_and_others_do_not);
async fn a_use_case_sees_its_own_writes_and_others_do_not(database: TestDatabase) {
    let (gate, keeper) = gate();
    let writing = database.write(gate, |transaction, gate| {
        Box::pin(async move {
            set(transaction, "a", "1").await?;
            let seen = settings::all(transaction).await?;
            gate.pass();
            Ok::<_, Error>(seen)
        })
    });
    let looking = async {
        keeper.wait();
        // A reader does not wait for a writer.
        let seen = settings_of(&database).await;
        keeper.open();
        seen
    };
    let (inside, outside) = tokio::join!(writing, looking);
    assert_eq!(inside.unwrap(), [pair("a", "1")]);
    assert_eq!(outside, []);
    assert_eq!(settings_of(&database).await, [pair("a", "1")]);
}

on_both_engines!(a_write_completes_after_its_caller_is_gone);
async fn a_write_completes_after_its_caller_is_gone(database: TestDatabase) {
    let (gate, keeper) = gate();
    let mut writing = Box::pin(database.write(gate, |transaction, gate| {
        Box::pin(async move {
            set(transaction, "a", "1").await?;
            gate.pass();
            set(transaction, "b", "2").await
        })
    }));
    let pending =
        std::future::poll_fn(|context| Poll::Ready(writing.as_mut().poll(context).is_pending())).await;
    assert!(pending);
    keeper.wait();
    drop(writing);
    keeper.open();
    eventually("the whole use case is committed", async || {
        settings_of(&database).await == [pair("a", "1"), pair("b", "2")]
    })
    .await;
}

on_both_engines!(a_long_read_sees_one_state_of_the_data);
async fn a_long_read_sees_one_state_of_the_data(database: TestDatabase) {
    let (gate, keeper) = gate();
    let reader = Database::clone(&database);
    // In a separate task, because it blocks its thread at the gate.
    let reading = tokio::spawn(async move {
        reader
            .read_long(gate, |connection, gate| {
                Box::pin(async move {
                    let before = settings::all(connection).await?;
                    gate.pass();
                    Ok::<_, Error>((before, settings::all(connection).await?))
                })
            })
            .await
    });
    let writing = async {
        keeper.wait();
        let written = database
            .write((), |transaction, ()| Box::pin(set(transaction, "a", "1")))
            .await;
        keeper.open();
        written
    };
    let (seen, written) = tokio::join!(reading, writing);
    written.unwrap();
    assert_eq!(seen.unwrap().unwrap(), (vec![], vec![]));
    assert_eq!(settings_of(&database).await, [pair("a", "1")]);
}

on_postgres!(requests_have_timeouts_and_long_reads_have_none);
async fn requests_have_timeouts_and_long_reads_have_none(database: TestDatabase) {
    const SHOW: &str = "SHOW statement_timeout";
    let read = database.read(&(), |connection, ()| {
        Box::pin(connection.one::<(String,)>(SHOW, &[]))
    });
    assert_eq!(read.await.unwrap().0, "8s");
    let write = database.write((), |transaction, ()| {
        Box::pin(transaction.one::<(String,)>(SHOW, &[]))
    });
    assert_eq!(write.await.unwrap().0, "8s");
    let long = database.read_long((), |connection, ()| {
        Box::pin(connection.one::<(String,)>(SHOW, &[]))
    });
    assert_eq!(long.await.unwrap().0, "0");
    // The longer timeout of a long read does not stay with its connection.
    for _ in 0..20 {
        let read = database.read(&(), |connection, ()| {
            Box::pin(connection.one::<(String,)>(SHOW, &[]))
        });
        assert_eq!(read.await.unwrap().0, "8s");
    }
}

on_both_engines!(locked_rows_are_updated_one_after_the_other);
async fn locked_rows_are_updated_one_after_the_other(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().administrator().insert().await;
    let book = library.book().insert().await;
    let ids = Arc::new((user.id, book.id));
    for kind in 0..5 {
        let mut writes = tokio::task::JoinSet::new();
        for _ in 0..12 {
            let (database, ids) = (Database::clone(&library), Arc::clone(&ids));
            writes.spawn(async move {
                database
                    .write((kind, ids), |transaction, (kind, ids)| {
                        Box::pin(async move {
                            let (user, book) = **ids;
                            match kind {
                                0 => transaction.lock(Lock::User(user)).await?,
                                1 => transaction.lock(Lock::Book(book)).await?,
                                2 => transaction.lock(Lock::Roles).await?,
                                3 => drop(
                                    transaction
                                        .ask_all((
                                            Query::locking_user(user),
                                            borrowings::asking_open_by_type(user),
                                            settings::asking_version(),
                                        ))
                                        .await?,
                                ),
                                _ => drop(
                                    transaction
                                        .ask_all((
                                            settings::asking_version(),
                                            users::locking(user),
                                            books::locking(book),
                                            copies::asking_loan_candidates(book),
                                        ))
                                        .await?,
                                ),
                            }
                            // Read, think, write: without the lock an update would be lost.
                            let count = settings::all(transaction)
                                .await?
                                .pop()
                                .map_or(0, |(_, value)| value.len());
                            set(transaction, "count", &"x".repeat(count + 1)).await
                        })
                    })
                    .await
            });
        }
        for written in writes.join_all().await {
            written.unwrap();
        }
        assert_eq!(
            settings_of(&library).await,
            [pair("count", &"x".repeat(12 * (kind + 1)))]
        );
    }
}

on_both_engines!(several_queries_have_their_own_rows_and_only_a_transaction_locks);
async fn several_queries_have_their_own_rows_and_only_a_transaction_locks(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let book = library.book().copies(2).insert().await;
    let input = (user.id, book.id);
    let (users, books, copies) = library
        .write(input, |transaction, (user, book)| {
            Box::pin(transaction.ask_all((
                users::locking(*user),
                books::locking(*book),
                copies::asking_loan_candidates(*book),
            )))
        })
        .await
        .unwrap();
    assert_eq!(users.iter().map(|user| user.id).collect::<Vec<_>>(), [user.id]);
    assert_eq!(books.iter().map(|book| book.id).collect::<Vec<_>>(), [book.id]);
    assert_eq!(copies.len(), 2);
    let refused = library
        .read(&input, |connection, (user, book)| {
            Box::pin(async move {
                let queries = (
                    copies::asking_loan_candidates(*book),
                    users::locking(*user),
                    settings::asking_version(),
                );
                connection.ask_all(queries).await.map(drop)
            })
        })
        .await;
    assert!(matches!(refused, Err(Error::Other(_))), "{refused:?}");
}

on_postgres!(both_transactions_of_a_deadlock_succeed);
async fn both_transactions_of_a_deadlock_succeed(database: TestDatabase) {
    struct Knot {
        first: UserId,
        second: UserId,
        meeting: Barrier,
        tries: AtomicU32,
    }
    async fn tie(transaction: &mut Transaction, knot: &(Arc<Knot>, bool)) -> Result<()> {
        let (knot, swapped) = knot;
        transaction.batch("SET LOCAL deadlock_timeout = '20ms'").await?;
        let (first, second) = if *swapped {
            (knot.second, knot.first)
        } else {
            (knot.first, knot.second)
        };
        transaction.lock(Lock::User(first)).await?;
        // On the first attempt each waits until the other has its first lock; a later attempt runs alone.
        if knot.tries.fetch_add(1, Ordering::SeqCst) < 2 {
            knot.meeting.wait().await;
        }
        transaction.lock(Lock::User(second)).await?;
        set(transaction, &first.to_string(), &second.to_string()).await
    }

    let library = Library::new(database);
    let knot = Arc::new(Knot {
        first: library.user().insert().await.id,
        second: library.user().insert().await.id,
        meeting: Barrier::new(2),
        tries: AtomicU32::new(0),
    });
    let write = |swapped| {
        library.write((Arc::clone(&knot), swapped), |transaction, knot| {
            Box::pin(tie(transaction, knot))
        })
    };
    let (one, other) = tokio::join!(write(false), write(true));
    one.unwrap();
    other.unwrap();
    assert_eq!(settings_of(&library).await.len(), 2);
    assert_eq!(
        knot.tries.load(Ordering::SeqCst),
        3,
        "one of the two transactions was retried"
    );
}

on_postgres!(settings_are_kept_by_several_and_changed_by_none_of_them);
async fn settings_are_kept_by_several_and_changed_by_none_of_them(database: TestDatabase) {
    let meeting = Arc::new(Barrier::new(2));
    let keep = || {
        database.write(Arc::clone(&meeting), |transaction, meeting| {
            Box::pin(async move {
                transaction.lock(Lock::SettingsUnchanged).await?;
                // Each holds the lock while the other does.
                meeting.wait().await;
                Ok::<_, Error>(())
            })
        })
    };
    let (one, other) = tokio::join!(keep(), keep());
    one.unwrap();
    other.unwrap();

    // A change waits for those who keep the settings, and they wait for a change.
    for (held, wanted) in [
        (Lock::SettingsUnchanged, Lock::Settings),
        (Lock::Settings, Lock::SettingsUnchanged),
        (Lock::Settings, Lock::Settings),
    ] {
        let impatient = |wanted: Lock<'static>| {
            database.write(wanted, |transaction, wanted| {
                Box::pin(async move {
                    transaction.batch("SET LOCAL lock_timeout = '20ms'").await?;
                    transaction.lock(*wanted).await
                })
            })
        };
        let (gate, keeper) = gate();
        let holder = Database::clone(&database);
        let holding = tokio::spawn(async move {
            holder
                .write((held, gate), |transaction, (held, gate)| {
                    Box::pin(async move {
                        transaction.lock(*held).await?;
                        gate.pass();
                        Ok::<_, Error>(())
                    })
                })
                .await
        });
        keeper.wait();
        let refused = impatient(wanted).await;
        assert!(
            matches!(refused, Err(Error::Unavailable(_))),
            "{wanted:?} beside {held:?}: {refused:?}"
        );
        keeper.open();
        holding.await.unwrap().unwrap();
        impatient(wanted).await.unwrap();
    }
}

on_sqlite!(every_connection_has_the_required_settings);
async fn every_connection_has_the_required_settings(database: TestDatabase) {
    async fn promises(connection: &mut Connection) -> Result<[i64; 3]> {
        let (journal,): (String,) = connection.one("PRAGMA journal_mode", &[]).await?;
        assert_eq!(journal, "wal");
        let mut found = [0; 3];
        for (place, pragma) in found
            .iter_mut()
            .zip(["synchronous", "foreign_keys", "trusted_schema"])
        {
            (*place,) = connection.one(&format!("PRAGMA {pragma}"), &[]).await?;
        }
        Ok(found)
    }
    let reader = database
        .read(&(), |connection, ()| Box::pin(promises(connection)))
        .await;
    let writer = database
        .write((), |transaction, ()| Box::pin(promises(transaction)))
        .await;
    assert_eq!((reader.unwrap(), writer.unwrap()), ([2, 1, 0], [2, 1, 0]));
    let written = database
        .read(&(), |connection, ()| {
            Box::pin(connection.batch("DELETE FROM settings"))
        })
        .await;
    assert!(written.is_err(), "a read connection refuses writes");
}
