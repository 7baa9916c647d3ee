//! The facts that decide whether a borrowing or its return can be undone, and the reversal of a charge.

use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::money::{Amount, LedgerKind};
use carrel_storage::borrowings;
use carrel_testkit::{DAY, Library, TestDatabase, on_both_engines};

on_both_engines!(the_facts_of_a_return_are_those_since_it);
async fn the_facts_of_a_return_are_those_since_it(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    let book = library.book().copies(2).insert().await;
    let earlier = library
        .borrowing(&ada, &book)
        .days_ago(20)
        .returned()
        .insert()
        .await;
    let borrowing = library.borrowing(&ada, &book).days_ago(2).insert().await;
    let id = borrowing.id;
    let case = async || read!(library, [id], |c| borrowings::undo_case(c, *id).await).expect("a case");
    let open = case().await;
    assert_eq!(
        (open.lent_by, open.returned_by, open.copy_state),
        (Some(ada.id), None, CopyState::OnLoan)
    );
    assert_eq!(
        (open.other_borrowings, open.other_open_borrowings, open.ratings),
        (1, 0, 0)
    );

    // A payment of an earlier charge says nothing about the return.
    library.entry(&borrowing, LedgerKind::Charge, 100).await.unwrap();
    library.entry(&borrowing, LedgerKind::Payment, 100).await.unwrap();
    library.clock.advance(DAY);
    let (now, by) = (library.clock.now_ms(), bob.id);
    assert!(
        change!(library, [id, now, by], |t| borrowings::close(
            t, *id, *now, *by, *now
        )
        .await)
        .unwrap()
    );
    let copy_id = borrowing.copy_id.number();
    library
        .sql(&format!(
            "UPDATE copies SET state = 'available' WHERE id = {copy_id}"
        ))
        .await
        .unwrap();
    let returned = case().await;
    assert_eq!(returned.returned_by, Some(bob.id));
    assert_eq!((returned.settlements, returned.copy_moves), (0, 0));

    library.entry(&borrowing, LedgerKind::Charge, 75).await.unwrap();
    let charged = read!(library, [id, now], |c| borrowings::charged_after(
        c,
        *id,
        *now - 1
    )
    .await);
    assert_eq!(charged, Amount(75), "the charge of the return alone");
    assert_eq!(case().await.settlements, 0);
    library.entry(&borrowing, LedgerKind::Waiver, 5).await.unwrap();
    assert_eq!(case().await.settlements, 1);
    library
        .sql(&format!(
            "INSERT INTO copy_events (copy_id, number, at, from_state, to_state, reason) \
             VALUES ({copy_id}, 1, {now}, 'available', 'damaged', 'test')"
        ))
        .await
        .unwrap();
    library
        .sql(&format!(
            "UPDATE borrowings SET returned_at = NULL, returned_by = NULL WHERE id = {}",
            earlier.id.number()
        ))
        .await
        .unwrap();
    library
        .sql(&format!(
            "INSERT INTO ratings (book_id, user_id, stars, created_at) VALUES ({}, {}, 4, 1)",
            book.id.number(),
            ada.id.number()
        ))
        .await
        .unwrap();
    let last = case().await;
    assert_eq!(
        (last.copy_moves, last.other_open_borrowings, last.ratings),
        (1, 1, 1)
    );
}

on_both_engines!(a_reversal_counts_as_never_charged);
async fn a_reversal_counts_as_never_charged(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let borrowing = library.borrowing(&user, &book).insert().await;
    for (kind, amount) in [
        (LedgerKind::Charge, 100),
        (LedgerKind::Payment, 60),
        (LedgerKind::Charge, 75),
        (LedgerKind::Reversal, 75),
    ] {
        library.entry(&borrowing, kind, amount).await.unwrap();
    }
    let id = borrowing.id;
    let found = read!(library, [id], |c| borrowings::find(c, *id).await).expect("a borrowing");
    assert_eq!(
        (found.charged, found.overdue_charged, found.settled),
        (Amount(100), Amount(100), Amount(60))
    );
}
