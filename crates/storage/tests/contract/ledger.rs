//! The ledger: it only grows, and a balance is a sum.

use carrel_domain::money::{Amount, LedgerKind};
use carrel_domain::users::UserId;
use carrel_storage::Error;
use carrel_storage::ledger::{self, Totals};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

on_both_engines!(a_persons_sums_follow_from_the_entries);
async fn a_persons_sums_follow_from_the_entries(database: TestDatabase) {
    let library = Library::new(database);
    let (user, other) = (library.user().insert().await, library.user().insert().await);
    let book = library.book().copies(2).insert().await;
    let borrowing = library.borrowing(&user, &book).insert().await;
    let others = library.borrowing(&other, &book).insert().await;
    let id = user.id;
    let totals = async || read!(library, [id], |c| ledger::totals_of_user(c, *id).await);
    assert_eq!(totals().await, Totals::default());
    for (entry, charged, balance) in [
        ((LedgerKind::Charge, 500), 500, 500),
        ((LedgerKind::Payment, 200), 500, 300),
        ((LedgerKind::Charge, 25), 525, 325),
        ((LedgerKind::Waiver, 300), 525, 25),
        ((LedgerKind::Refund, 50), 525, 75),
        ((LedgerKind::Payment, 75), 525, 0),
        ((LedgerKind::Charge, 40), 565, 40),
        ((LedgerKind::Reversal, 40), 525, 0),
    ] {
        library.entry(&borrowing, entry.0, entry.1).await.unwrap();
        assert_eq!(
            totals().await,
            Totals {
                charged: Amount(charged),
                balance: Amount(balance),
            },
            "{entry:?}"
        );
    }
    library
        .entry(&others, LedgerKind::Charge, 9_000_000_000_000_000)
        .await
        .unwrap();
    assert_eq!(totals().await.balance, Amount(0), "others' entries do not count");
    let id = other.id;
    let large = read!(library, [id], |c| ledger::totals_of_user(c, *id).await);
    assert_eq!(
        large.balance,
        Amount(9_000_000_000_000_000),
        "more than a 32-bit sum or a double of cents would hold"
    );
}

on_both_engines!(entries_of_the_ledger_cannot_be_changed);
async fn entries_of_the_ledger_cannot_be_changed(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let borrowing = library.borrowing(&user, &book).insert().await;
    library.entry(&borrowing, LedgerKind::Charge, 500).await.unwrap();
    for sql in [
        "UPDATE ledger SET amount_minor = 1",
        "UPDATE ledger SET note = 'forgiven' WHERE kind = 'charge'",
        "DELETE FROM ledger",
        "INSERT INTO ledger (id, user_id, kind, reason, amount_minor, at, actor_id) \
         SELECT id, user_id, kind, reason, 1, at, actor_id FROM ledger WHERE true \
         ON CONFLICT (id) DO UPDATE SET amount_minor = 1",
    ] {
        let refused = library.sql(sql).await;
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{sql}: {refused:?}"
        );
    }
    assert_eq!(library.integer("SELECT amount_minor FROM ledger").await, 500);
}

on_both_engines!(an_invalid_entry_is_refused);
async fn an_invalid_entry_is_refused(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let borrowing = library.borrowing(&user, &book).insert().await;
    for (kind, cents) in [
        (LedgerKind::Charge, 0),
        (LedgerKind::Charge, -5),
        (LedgerKind::Payment, 0),
    ] {
        let refused = library.entry(&borrowing, kind, cents).await;
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{kind:?} {cents}: {refused:?}"
        );
    }
    let user_id = user.id;
    for (user_id, kind, reason) in [
        (user_id, "charge", "NULL"),
        (user_id, "charge", "'because'"),
        (user_id, "payment", "'overdue'"),
        (UserId::UNASSIGNED, "payment", "NULL"),
    ] {
        let sql = format!(
            "INSERT INTO ledger (id, user_id, kind, reason, amount_minor, at, actor_id) \
             VALUES (1000, {}, '{kind}', {reason}, 5, 1, 1)",
            user_id.number()
        );
        let refused = library.sql(&sql).await;
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{sql}: {refused:?}"
        );
    }
}
