//! Webhooks and their deliveries: leased by one process at a time, stored for a while.

use carrel_domain::webhooks::{DeliveryId, DeliveryState, Events, Webhook, WebhookId};
use carrel_storage::jobs::{self, Outcome};
use carrel_storage::webhooks::{self, Attempt, NewDelivery, job_of};
use carrel_storage::{Error, Result};
use carrel_testkit::{Library, TestDatabase, instant, on_both_engines};

const FIRST: WebhookId = WebhookId::new(1);
const SECOND: WebhookId = WebhookId::new(2);
const A: DeliveryId = DeliveryId::new(11);
const B: DeliveryId = DeliveryId::new(12);
const C: DeliveryId = DeliveryId::new(13);

fn webhook(id: WebhookId) -> Webhook {
    Webhook {
        id,
        address: "https://hooks.example.org/".to_owned(),
        events: Events::parse("borrowing.created"),
        secret: "whsec_1".to_owned(),
        is_active: true,
        created_at: instant(1),
        updated_at: instant(1),
    }
}

async fn insert(library: &Library, id: WebhookId) -> Webhook {
    let row = webhook(id);
    change!(library, [row], |t| webhooks::insert(t, row).await).unwrap();
    row
}

async fn enqueue(library: &Library, webhook_id: WebhookId, id: DeliveryId, at: i64) -> Result<()> {
    change!(library, [webhook_id, id, at], |transaction| {
        webhooks::enqueue(
            transaction,
            &NewDelivery {
                id: *id,
                webhook_id: *webhook_id,
                event: "borrowing.created",
                body: "{}",
                created_at: *at,
                give_up_at: *at + 1000,
            },
        )
        .await
    })
}

async fn due(library: &Library, now: i64) -> Vec<DeliveryId> {
    due_of_each(library, now, 10).await
}

async fn due_of_each(library: &Library, now: i64, limit: i64) -> Vec<DeliveryId> {
    let due = read!(library, [now, limit], |c| webhooks::due(c, *now, *limit).await);
    due.into_iter().map(|delivery| delivery.id).collect()
}

/// Makes A due at `now`, unless it may be leased until `leased_until`.
async fn send_again(library: &Library, now: i64, leased_until: i64) {
    change!(library, [now, leased_until], |t| {
        webhooks::send_again(t, A, *now, *leased_until, 1000).await
    })
    .unwrap();
}

async fn lease(library: &Library, id: DeliveryId, seen: (i64, i64), until: i64) -> bool {
    change!(library, [id, seen, until], |t| jobs::lease(
        t,
        job_of(*id),
        *seen,
        *until
    )
    .await)
    .unwrap()
}

async fn finish(library: &Library, id: DeliveryId, lease: i64) -> bool {
    change!(library, [id, lease], |t| jobs::finish(
        t,
        job_of(*id),
        *lease,
        Outcome::Done,
        None,
        60
    )
    .await)
    .unwrap()
}

on_both_engines!(a_delivery_is_due_until_a_process_leases_it);
async fn a_delivery_is_due_until_a_process_leases_it(database: TestDatabase) {
    let library = Library::new(database);
    insert(&library, FIRST).await;
    for (id, at) in [(B, 20), (A, 10), (C, 30)] {
        enqueue(&library, FIRST, id, at).await.unwrap();
    }
    assert_eq!(due(&library, 9).await, []);
    assert_eq!(due(&library, 20).await, [A, B]);
    assert!(lease(&library, A, (0, 10), 50).await);
    assert!(
        !lease(&library, A, (0, 10), 50).await,
        "another server was faster"
    );
    assert_eq!(due(&library, 30).await, [B, C]);
    // A server died during its lease: another one takes over.
    assert_eq!(due(&library, 50).await, [B, C, A]);
    assert!(lease(&library, A, (1, 50), 90).await);
    assert!(!finish(&library, A, 1).await, "the first server lost its lease");
    let found =
        async |id: DeliveryId| read!(library, [id], |c| webhooks::find_delivery(c, *id).await).unwrap();
    assert_eq!(found(A).await.state, DeliveryState::Waiting);
    change!(library, [], |transaction| {
        let attempt = Attempt {
            at: 60,
            status: Some(500),
            error: Some("The response was not a success"),
        };
        webhooks::note_attempt(transaction, A, &attempt).await?;
        jobs::retry(transaction, job_of(A), 2, "The response was not a success", 200).await
    })
    .unwrap();
    let a = found(A).await;
    assert_eq!(
        (a.attempts, a.next_at, a.last_at, a.last_status),
        (2, Some(instant(200)), Some(instant(60)), Some(500))
    );

    assert!(lease(&library, B, (0, 20), 50).await);
    assert!(finish(&library, B, 1).await);
    assert_eq!(found(B).await.next_at, None);
    let webhook_id = FIRST;
    change!(library, [webhook_id], |t| webhooks::give_up_all_of(
        t,
        *webhook_id,
        "Off",
        70
    )
    .await)
    .unwrap();
    assert_eq!(due(&library, 1000).await, []);
    assert_eq!(
        (found(A).await.state, found(B).await.state),
        (DeliveryState::GivenUp, DeliveryState::Delivered)
    );
    send_again(&library, 300, 350).await;
    assert_eq!(due(&library, 300).await, [A]);
    // A server sends it, until 350 at most.
    assert!(lease(&library, A, (2, 300), 350).await);
    send_again(&library, 310, 360).await;
    assert_eq!(
        (due(&library, 349).await, due(&library, 350).await),
        (vec![], vec![A])
    );
    // It waits for a later attempt.
    send_again(&library, 310, 340).await;
    assert_eq!(due(&library, 310).await, [A]);

    let page = async |limit: i64, offset: i64| {
        let rows = read!(library, [webhook_id, limit, offset], |c| webhooks::deliveries_of(
            c,
            *webhook_id,
            *limit,
            *offset
        )
        .await);
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!((page(2, 0).await, page(2, 2).await), (vec![C, B], vec![A]));
    assert_eq!(
        read!(library, [webhook_id], |c| webhooks::count_deliveries_of(
            c,
            *webhook_id
        )
        .await),
        3
    );
    for (oldest, count) in [(19, 0), (29, 1), (30, 1)] {
        let removed = change!(library, [oldest], |t| webhooks::remove_old(t, *oldest).await);
        assert_eq!(removed.unwrap(), count, "{oldest}: waiting deliveries stay");
    }
}

on_both_engines!(many_due_deliveries_of_a_webhook_do_not_hide_those_of_another);
async fn many_due_deliveries_of_a_webhook_do_not_hide_those_of_another(database: TestDatabase) {
    let library = Library::new(database);
    insert(&library, FIRST).await;
    insert(&library, SECOND).await;
    let [d, e] = [14, 15].map(DeliveryId::new);
    for (webhook_id, id, at) in [
        (FIRST, B, 20),
        (FIRST, A, 10),
        (FIRST, C, 30),
        (SECOND, e, 50),
        (SECOND, d, 40),
    ] {
        enqueue(&library, webhook_id, id, at).await.unwrap();
    }
    assert_eq!(due_of_each(&library, 50, 1).await, [A, d]);
    assert_eq!(due_of_each(&library, 50, 2).await, [A, B, d, e]);
    assert_eq!(due_of_each(&library, 30, 3).await, [A, B, C]);
}

on_both_engines!(a_webhook_is_stored_changed_and_removed_with_its_deliveries);
async fn a_webhook_is_stored_changed_and_removed_with_its_deliveries(database: TestDatabase) {
    let library = Library::new(database);
    let mut row = insert(&library, FIRST).await;
    insert(&library, SECOND).await;
    "https://other.example.org/".clone_into(&mut row.address);
    row.events = Events::parse("borrowing.returned");
    row.is_active = false;
    row.updated_at = instant(9);
    change!(library, [row], |t| webhooks::update(t, row).await).unwrap();
    let id = FIRST;
    assert_eq!(read!(library, [id], |c| webhooks::find(c, *id).await), Some(row));
    let ids = async || {
        let all = read!(library, [], |c| webhooks::all(c).await);
        all.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(ids().await, [SECOND, FIRST]);
    enqueue(&library, FIRST, A, 10).await.unwrap();
    change!(library, [id], |t| webhooks::remove(t, *id).await).unwrap();
    assert_eq!((ids().await, due(&library, 99).await.len()), (vec![SECOND], 0));
    let nobodys = enqueue(&library, FIRST, B, 10).await;
    assert!(matches!(nobodys, Err(Error::Constraint { .. })), "{nobodys:?}");
}
