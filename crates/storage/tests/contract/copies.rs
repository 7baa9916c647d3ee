//! Copies: their states, their borrowers, and their events.

use carrel_domain::circulation::copy_state::CopyState::{self, Available, InRepair, Lost, OnLoan};
use carrel_storage::copies::{self, FreeCopy, NewCopy, StateChange};
use carrel_storage::{Database, Error};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

async fn events_of(library: &Library, copy_id: &str) -> Vec<(String, String, String)> {
    let sql = format!(
        "SELECT from_state, to_state, reason FROM copy_events WHERE copy_id = '{copy_id}' ORDER BY at, id"
    );
    library.rows(&sql).await
}

fn on_shelf<'a>(id: &'a str, book_id: &'a str, barcode: &'a str, barcode_key: &'a str) -> NewCopy<'a> {
    NewCopy {
        id,
        book_id,
        barcode,
        barcode_key,
        state: Available,
        item_type: None,
        branch: "main",
        current_branch: "main",
        created_at: 1,
        updated_at: 1,
    }
}

/// Moves a copy; false when it was not in the expected state.
async fn move_copy(
    database: &Database,
    event_id: &str,
    copy_id: &str,
    from: CopyState,
    to: CopyState,
) -> bool {
    let (event_id, copy_id) = (event_id.to_owned(), copy_id.to_owned());
    change!(database, [event_id, copy_id, from, to], |transaction| {
        copies::change_state(
            transaction,
            &StateChange {
                event_id,
                copy_id,
                from: *from,
                to: *to,
                actor_id: Some("somebody"),
                reason: "a test",
                at: 5,
            },
        )
        .await
    })
    .unwrap()
}

on_both_engines!(copies_are_listed_by_barcode_with_their_borrowers);
async fn copies_are_listed_by_barcode_with_their_borrowers(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().name("Ada").insert().await;
    let book = library.book().copies(0).insert().await;
    let book_id = &book.id;
    for (id, barcode) in [("c1", "B-2"), ("c2", "a-3"), ("c3", "A-1")] {
        let (id, barcode, key) = (id.to_owned(), barcode.to_owned(), barcode.to_lowercase());
        change!(library, [id, book_id, barcode, key], |transaction| {
            copies::insert(transaction, &on_shelf(id, book_id, barcode, key)).await
        })
        .unwrap();
        change!(library, [book_id], |t| carrel_storage::books::add_copies(
            t, book_id, 1, 1
        )
        .await)
        .unwrap();
    }
    let first = read!(library, [book_id], |c| copies::first_available(c, book_id).await);
    let free = |id: &str, barcode: &str| {
        Some(FreeCopy {
            id: id.to_owned(),
            barcode: barcode.to_owned(),
            item_type: None,
            branch: "main".to_owned(),
        })
    };
    assert_eq!(first, free("c3", "A-1"));
    let borrowing = library.borrowing(&user, &book).insert().await;
    assert_eq!(borrowing.copy_barcode, "A-1");
    let first = read!(library, [book_id], |c| copies::first_available(c, book_id).await);
    assert_eq!(first, free("c2", "a-3"));

    let rows = read!(library, [book_id], |c| copies::of_book(c, book_id).await);
    let shown: Vec<_> = rows
        .iter()
        .map(|copy| {
            (
                copy.barcode.as_str(),
                copy.state.as_str(),
                copy.borrower_name.as_deref(),
                copy.due_on,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("A-1", "on_loan", Some("Ada"), Some(borrowing.due_on)),
            ("a-3", "available", None, None),
            ("B-2", "available", None, None)
        ]
    );
    assert_eq!(rows[0].borrower_id.as_ref(), Some(&user.id));
    let (id, unknown) = ("c3", "unknown");
    assert_eq!(
        read!(library, [id], |c| copies::find(c, id).await).as_ref(),
        Some(&rows[0])
    );
    assert_eq!(
        read!(library, [unknown], |c| copies::find(c, unknown).await),
        None
    );
    assert_eq!(
        read!(library, [unknown], |c| copies::of_book(c, unknown).await),
        []
    );
    assert_eq!(
        read!(library, [unknown], |c| copies::first_available(c, unknown).await),
        None
    );

    let again = change!(library, [book_id], |transaction| copies::insert(
        transaction,
        &on_shelf("c4", book_id, "b-2", "b-2")
    )
    .await);
    assert!(
        matches!(&again, Err(error) if error.is_unique_on("barcode_key")),
        "{again:?}"
    );
    let nowhere = change!(library, [], |transaction| copies::insert(
        transaction,
        &on_shelf("c5", "nowhere", "x", "x")
    )
    .await);
    assert!(matches!(nowhere, Err(Error::Constraint { .. })), "{nowhere:?}");
}

on_both_engines!(a_returned_copy_has_no_borrower);
async fn a_returned_copy_has_no_borrower(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    library
        .borrowing(&user, &book)
        .days_ago(5)
        .returned()
        .insert()
        .await;
    library
        .borrowing(&user, &book)
        .days_ago(3)
        .returned()
        .insert()
        .await;
    let book_id = &book.id;
    let rows = read!(library, [book_id], |c| copies::of_book(c, book_id).await);
    assert_eq!(rows.len(), 1, "a copy is listed once, however often it was lent");
    assert_eq!(
        (rows[0].state, &rows[0].borrower_id, &rows[0].due_on),
        (Available, &None, &None)
    );
}

on_both_engines!(a_copy_is_moved_only_from_its_present_state);
async fn a_copy_is_moved_only_from_its_present_state(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().insert().await;
    let book_id = &book.id;
    let copy_id = read!(library, [book_id], |c| copies::first_available(c, book_id).await)
        .unwrap()
        .id;
    assert!(!move_copy(&library, "e1", &copy_id, OnLoan, Available).await);
    assert!(!move_copy(&library, "e1", "unknown", Available, Lost).await);
    assert!(move_copy(&library, "e1", &copy_id, Available, InRepair).await);
    assert!(!move_copy(&library, "e2", &copy_id, Available, Lost).await);
    let expected = [("available", "in_repair", "a test")]
        .map(|(from, to, reason)| (from.to_owned(), to.to_owned(), reason.to_owned()));
    let events = events_of(&library, &copy_id).await;
    assert_eq!(events, expected, "a refused move is not recorded");
    let id = &copy_id;
    assert_eq!(
        read!(library, [id], |c| copies::find(c, id).await).unwrap().state,
        InRepair
    );
    assert_eq!(
        read!(library, [book_id], |c| copies::first_available(c, book_id).await),
        None
    );
}

on_both_engines!(of_simultaneous_moves_of_a_copy_one_succeeds);
async fn of_simultaneous_moves_of_a_copy_one_succeeds(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().insert().await;
    let book_id = &book.id;
    let copy_id = read!(library, [book_id], |c| copies::first_available(c, book_id).await)
        .unwrap()
        .id;
    let events: Vec<String> = (0..24).map(|number| format!("event {number}")).collect();
    let under_way = events
        .iter()
        .map(|event| move_copy(&library, event, &copy_id, Available, Lost));
    let moved = futures_util::future::join_all(under_way).await;
    assert_eq!(moved.into_iter().filter(|moved| *moved).count(), 1);
    assert_eq!(events_of(&library, &copy_id).await.len(), 1);
}

on_both_engines!(the_last_event_of_a_copy_has_the_latest_instant);
async fn the_last_event_of_a_copy_has_the_latest_instant(database: TestDatabase) {
    let library = Library::new(database);
    library.book().copies(1).insert().await;
    let copies: Vec<(String,)> = library.rows("SELECT id FROM copies").await;
    let (copy_id,) = &copies[0];
    assert!(move_copy(&library, "z", copy_id, Available, InRepair).await);
    library.sql("UPDATE copy_events SET at = 1000").await.unwrap();
    // A call that came before the copy's last event and ran after it.
    assert!(move_copy(&library, "a", copy_id, InRepair, Lost).await);
    let latest = format!(
        "SELECT to_state FROM copy_events e WHERE copy_id = '{copy_id}' AND at = \
         (SELECT max(at) FROM copy_events l WHERE l.copy_id = e.copy_id)"
    );
    let latest: Vec<(String,)> = library.rows(&latest).await;
    assert!(latest.contains(&("lost".to_owned(),)), "{latest:?}");
}
