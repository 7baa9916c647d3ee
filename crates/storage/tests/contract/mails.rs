//! The queue of mails: each is tried by one process at a time, and remembered for a while.

use carrel_storage::mails::{self, MailRow, NewMail};
use carrel_storage::{Database, Result};
use carrel_testkit::{TestDatabase, on_both_engines};

async fn queue(database: &Database, id: &'static str, now: i64) -> Result<()> {
    change!(database, [id, now], |transaction| {
        let mail = NewMail {
            id,
            kind: "password_link",
            to_address: "ada@library.example",
            created_at: *now,
            expires_at: *now + 1000,
        };
        mails::insert(transaction, &mail).await
    })
}

async fn next_due(database: &Database, now: i64) -> Option<MailRow> {
    read!(database, [now], |c| mails::next_due(c, **now).await)
}

async fn take(database: &Database, mail: &MailRow, lease_ends_at: i64) -> bool {
    change!(database, [mail, lease_ends_at], |t| mails::take(
        t,
        mail,
        *lease_ends_at
    )
    .await)
    .unwrap()
}

on_both_engines!(a_mail_is_tried_by_one_at_a_time_until_it_is_sent);
async fn a_mail_is_tried_by_one_at_a_time_until_it_is_sent(database: TestDatabase) {
    assert_eq!(next_due(&database, 500).await, None);
    queue(&database, "m2", 200).await.unwrap();
    queue(&database, "m1", 100).await.unwrap();
    assert_eq!(next_due(&database, 99).await, None);
    let first = next_due(&database, 500).await.unwrap();
    assert_eq!((first.id.as_str(), first.tries), ("m1", 0), "the longest waiting");

    let takers = (0..8).map(|_| take(&database, &first, 600));
    let taken = futures_util::future::join_all(takers).await;
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
    assert_eq!(next_due(&database, 500).await.unwrap().id, "m2");

    // A process that ends in the middle of it loses its lease.
    let again = next_due(&database, 600).await.unwrap();
    assert_eq!(again.id, "m2");
    assert!(take(&database, &again, 9000).await);
    let again = next_due(&database, 600).await.unwrap();
    assert_eq!((again.id.as_str(), again.tries), ("m1", 1));
    assert!(!take(&database, &first, 700).await, "what was seen is old");
    assert!(take(&database, &again, 700).await);
    let id = "m1";
    change!(database, [id], |t| mails::failed(
        t,
        id,
        "The server is away",
        Some(800)
    )
    .await)
    .unwrap();
    assert_eq!(next_due(&database, 799).await, None);
    assert_eq!(next_due(&database, 800).await.unwrap().tries, 2);
    change!(database, [id], |t| mails::sent(t, id, 801).await).unwrap();
    assert_eq!(next_due(&database, 8000).await, None);
    // Late news of another try changes nothing.
    change!(database, [id], |t| mails::failed(t, id, "Too late", Some(900))
        .await)
    .unwrap();
    assert_eq!(next_due(&database, 8000).await, None);
}

on_both_engines!(the_queue_tells_what_waits_and_what_was_given_up);
async fn the_queue_tells_what_waits_and_what_was_given_up(database: TestDatabase) {
    for (id, now) in [("m1", 100), ("m2", 200), ("m3", 300), ("m4", 400)] {
        queue(&database, id, now).await.unwrap();
    }
    for (id, problem) in [("m1", "first"), ("m2", "second")] {
        change!(database, [id, problem], |t| mails::failed(t, id, problem, None)
            .await)
        .unwrap();
    }
    let id = "m3";
    change!(database, [id], |t| mails::remove(t, id).await).unwrap();
    let state = read!(database, [], |c| mails::queue(c).await);
    assert_eq!((state.waiting, state.given_up), (1, 2));
    assert_eq!(state.problem.as_deref(), Some("second"));
    let removed = change!(database, [], |t| mails::remove_old(t, 1200).await);
    assert_eq!(removed.unwrap(), 1);
    let state = read!(database, [], |c| mails::queue(c).await);
    assert_eq!((state.waiting, state.given_up), (1, 1));
}
