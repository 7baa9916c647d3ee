//! Transactions that change the same rows lock them in one order, so that none of them waits for the other.

use carrel_storage::{Error, Result, Transaction, books, borrowings};
use carrel_testkit::{
    Gate, Gatekeeper, Library, TestDatabase, eventually, gate, on_both_engines, on_postgres,
};

/// Changes one row, and another one after the gate.
async fn change_both(
    transaction: &mut Transaction,
    gate: &Gate,
    [first, second]: &[String; 2],
) -> Result<()> {
    transaction.batch(first).await?;
    gate.pass();
    transaction.batch(second).await
}

/// Opens the gate as soon as another transaction waits for a row.
async fn open_once_another_waits(library: &Library, keeper: &Gatekeeper) {
    eventually("a transaction waits for a row", async || {
        let waiting = "SELECT count(*) FROM pg_stat_activity \
             WHERE datname = current_database() AND wait_event_type = 'Lock'";
        library.integer(waiting).await == 1
    })
    .await;
    keeper.open();
}

async fn wait_at(keeper: &Gatekeeper) {
    while !keeper.is_reached() {
        tokio::task::yield_now().await;
    }
}

on_postgres!(categories_are_changed_in_alphabetical_order);
async fn categories_are_changed_in_alphabetical_order(database: TestDatabase) {
    let library = Library::new(database);
    library.book().category("Art").insert().await;
    let book = library.book().category("Zoology").insert().await;
    let (gate, keeper) = gate();
    let statements = ["Art", "Zoology"].map(|category| {
        format!("UPDATE category_counts SET books = books + 0 WHERE category = '{category}'")
    });
    let holding = library.write((gate, statements), |transaction, (gate, statements)| {
        Box::pin(change_both(transaction, gate, statements))
    });
    let moving = async {
        wait_at(&keeper).await;
        let fields = library.book().category("Art").fields();
        tokio::join!(
            library.write((book, fields), |transaction, (book, fields)| {
                Box::pin(books::update(transaction, book, fields, 9))
            }),
            open_once_another_waits(&library, &keeper),
        )
        .0
    };
    let (held, moved) = tokio::join!(holding, moving);
    held.unwrap();
    moved.unwrap();
    assert_eq!(library.retries(), 0, "the transactions stood in each other's way");
}

on_postgres!(borrowings_of_one_due_instant_are_moved_in_the_order_of_their_ids);
async fn borrowings_of_one_due_instant_are_moved_in_the_order_of_their_ids(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let (one, two) = (library.book().insert().await, library.book().insert().await);
    let first = library.borrowing(&user, &one).insert().await;
    let second = library.borrowing(&user, &two).insert().await;
    assert_eq!(first.due_at, second.due_at);
    let statements = [first.id, second.id].map(|id| {
        format!(
            "UPDATE borrowings SET renewals = renewals WHERE id = {}",
            id.number()
        )
    });
    // Moves the row behind the other one in the table.
    library.sql(&statements[0]).await.unwrap();
    let (gate, keeper) = gate();
    let holding = library.write((gate, statements), |transaction, (gate, statements)| {
        Box::pin(change_both(transaction, gate, statements))
    });
    let moving = async {
        wait_at(&keeper).await;
        let (due_on, due_at) = (first.due_on.to_string(), first.due_at.as_millisecond());
        tokio::join!(
            library.write((due_on, due_at), |transaction, (due_on, due_at)| {
                Box::pin(async move {
                    let scan = "SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off";
                    transaction.batch(scan).await?;
                    borrowings::move_due_instant(transaction, due_on, *due_at, due_at + 1).await
                })
            }),
            open_once_another_waits(&library, &keeper),
        )
        .0
    };
    let (held, moved) = tokio::join!(holding, moving);
    held.unwrap();
    let moved: std::result::Result<u64, Error> = moved;
    assert_eq!(moved.unwrap(), 2);
    assert_eq!(library.retries(), 0, "the transactions stood in each other's way");
}

on_both_engines!(due_days_are_listed_by_their_due_instants);
async fn due_days_are_listed_by_their_due_instants(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    for days in [9, 2, 14, 5, 11, 3, 8, 6, 13, 4, 12, 7, 10] {
        let book = library.book().insert().await;
        library.borrowing(&user, &book).for_days(days).insert().await;
    }
    let found = read!(library, [], |c| borrowings::open_due_days(c).await);
    assert_eq!(found.len(), 13);
    assert!(found.is_sorted_by_key(|(_, due_at)| *due_at), "{found:?}");
}
