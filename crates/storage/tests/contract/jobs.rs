//! Jobs: run by one server at a time, retried, given up, and deduplicated.

use carrel_storage::jobs::{self, JobId, JobRow, NewJob, Outcome, Queue};
use carrel_storage::{Database, Error};
use carrel_testkit::{TestDatabase, on_both_engines};

async fn insert(database: &Database, id: JobId, dedupe_key: Option<&'static str>, at: i64) -> bool {
    change!(database, [id, dedupe_key, at], |transaction| {
        let job = NewJob {
            id: *id,
            kind: "mail",
            dedupe_key: *dedupe_key,
            payload: "{}",
            created_at: *at,
            run_at: *at,
            give_up_at: *at + 1000,
        };
        jobs::insert(transaction, &job).await
    })
    .unwrap()
}

async fn due(database: &Database, now: i64) -> Vec<JobRow> {
    read!(database, [now], |c| jobs::due(c, "mail", *now, jobs::START, 10)
        .await)
}

async fn ids(database: &Database, now: i64) -> Vec<JobId> {
    due(database, now).await.into_iter().map(|job| job.id).collect()
}

async fn lease(database: &Database, job: &JobRow, until: i64) -> bool {
    change!(database, [job, until], |t| jobs::lease(
        t,
        job.id,
        (job.attempts, job.run_at),
        *until
    )
    .await)
    .unwrap()
}

async fn finish(database: &Database, id: JobId, lease: i64, outcome: Outcome) -> bool {
    change!(database, [id, lease, outcome], |t| jobs::finish(
        t,
        *id,
        *lease,
        *outcome,
        Some("a problem"),
        900
    )
    .await)
    .unwrap()
}

async fn retry(database: &Database, id: JobId, lease: i64, run_at: i64) -> bool {
    change!(database, [id, lease, run_at], |t| jobs::retry(
        t, *id, *lease, "busy", *run_at
    )
    .await)
    .unwrap()
}

on_both_engines!(one_server_leases_a_job_and_another_takes_over_after_a_crash);
async fn one_server_leases_a_job_and_another_takes_over_after_a_crash(database: TestDatabase) {
    let (late, early) = (JobId::new(1), JobId::new(2));
    assert!(insert(&database, late, None, 200).await);
    assert!(insert(&database, early, None, 100).await);
    assert_eq!(ids(&database, 99).await, []);
    assert_eq!(ids(&database, 200).await, [early, late]);
    let seen = due(&database, 100).await.remove(0);
    let elsewhere = database.open_again().await.unwrap();
    let leases = (0..8).map(|server| {
        let database = if server % 2 == 0 { &*database } else { &elsewhere };
        lease(database, &seen, 600)
    });
    let taken = futures_util::future::join_all(leases).await;
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
    assert_eq!(ids(&database, 599).await, [late]);
    // The server died. Another one leases the job once the first lease has expired.
    let seen_again = due(&elsewhere, 600).await.remove(1);
    assert_eq!((seen_again.id, seen_again.attempts), (early, 1));
    assert!(lease(&elsewhere, &seen_again, 900).await);
    // The first server continues: its lease is lost.
    assert!(!finish(&database, early, 1, Outcome::Done).await);
    assert!(!retry(&database, early, 1, 50).await);
    assert!(!lease(&database, &seen, 700).await);
    assert!(finish(&elsewhere, early, 2, Outcome::Done).await);
    assert_eq!(ids(&database, 5000).await, [late]);
    assert!(!retry(&elsewhere, early, 2, 50).await, "it has ended");
}

on_both_engines!(a_failed_job_waits_for_its_next_attempt_until_it_is_given_up);
async fn a_failed_job_waits_for_its_next_attempt_until_it_is_given_up(database: TestDatabase) {
    let [first, second, third] = [1, 2, 3].map(JobId::new);
    for (id, at) in [(first, 100), (second, 200), (third, 300)] {
        assert!(insert(&database, id, None, at).await);
    }
    let job = due(&database, 100).await.remove(0);
    assert!(lease(&database, &job, 150).await);
    assert!(retry(&database, first, 1, 400).await);
    assert_eq!(ids(&database, 399).await, [second, third]);
    let job = due(&database, 400).await.remove(2);
    assert_eq!((job.id, job.attempts, job.give_up_at), (first, 1, 1100));
    assert!(lease(&database, &job, 450).await);
    assert!(finish(&database, first, 2, Outcome::Failed).await);
    assert!(finish(&database, second, 0, Outcome::Done).await);
    let queue = read!(database, [], |c| jobs::queue(c, "mail").await);
    let expected = Queue {
        waiting: 1,
        failed: 1,
        problem: Some("a problem".to_owned()),
    };
    assert_eq!(queue, expected);
    let other = read!(database, [], |c| jobs::queue(c, "webhook").await);
    assert_eq!(other, Queue::default());
    for (kind, oldest, removed) in [("mail", 900, 0), ("webhook", 901, 0), ("mail", 901, 2)] {
        let found = change!(database, [kind, oldest], |t| jobs::remove_finished(
            t, kind, *oldest
        )
        .await);
        assert_eq!(found.unwrap(), removed, "{kind} {oldest}");
    }
    assert_eq!(ids(&database, 1000).await, [third]);
}

on_both_engines!(at_most_one_job_with_the_same_key_waits);
async fn at_most_one_job_with_the_same_key_waits(database: TestDatabase) {
    let [one, two, other, none, none_either] = [1, 2, 3, 4, 5].map(JobId::new);
    assert!(insert(&database, one, Some("key"), 100).await);
    assert!(!insert(&database, two, Some("key"), 200).await);
    assert!(insert(&database, other, Some("other key"), 300).await);
    for id in [none, none_either] {
        assert!(insert(&database, id, None, 400).await);
    }
    let waiting = async || read!(database, [], |c| jobs::waiting(c, "mail", "key").await);
    assert_eq!(waiting().await.unwrap().id, one);
    assert!(finish(&database, one, 0, Outcome::Done).await);
    assert_eq!(waiting().await, None);
    assert!(insert(&database, two, Some("key"), 500).await);
    assert_eq!(waiting().await.unwrap().id, two);
    // A duplicate id is another error.
    let again = change!(database, [two], |transaction| {
        let job = NewJob {
            id: *two,
            kind: "mail",
            dedupe_key: None,
            payload: "{}",
            created_at: 1,
            run_at: 1,
            give_up_at: 2,
        };
        jobs::insert(transaction, &job).await
    });
    assert!(matches!(again, Err(Error::Unique { .. })), "{again:?}");
}

on_both_engines!(a_repeated_job_waits_for_its_next_run_with_no_attempts);
async fn a_repeated_job_waits_for_its_next_run_with_no_attempts(database: TestDatabase) {
    let one = JobId::new(1);
    assert!(insert(&database, one, Some("key"), 100).await);
    let job = due(&database, 100).await.remove(0);
    assert!(lease(&database, &job, 150).await);
    assert!(change!(database, [one], |t| jobs::repeat(t, *one, 1, 700).await).unwrap());
    // The job that another server read before is stale, although the number of attempts is the same again.
    assert!(!lease(&database, &job, 150).await);
    let job = due(&database, 700).await.remove(0);
    assert_eq!((job.attempts, job.run_at), (0, 700));
}
