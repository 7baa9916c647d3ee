//! Copies: their states, their borrowers, and their events.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::call_number;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::copy_state::CopyState::{self, Available, InRepair, Lost, OnLoan};
use carrel_domain::users::UserId;
use carrel_storage::copies::{self, LoanCandidate, NewCopy, StateChange};
use carrel_storage::{Database, Error};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

const COPY_1: CopyId = CopyId::new(101);
const COPY_2: CopyId = CopyId::new(102);
const COPY_3: CopyId = CopyId::new(103);

/// The events of a copy, the first one first.
async fn events_of(library: &Library, copy_id: CopyId) -> Vec<(String, String, String)> {
    let sql = format!(
        "SELECT from_state, to_state, reason FROM copy_events WHERE copy_id = {} ORDER BY number",
        copy_id.number()
    );
    library.rows(&sql).await
}

/// The copy of a book that has one.
async fn only_copy(library: &Library, book_id: BookId) -> LoanCandidate {
    let mut copies = read!(library, [book_id], |c| copies::loan_candidates(c, *book_id).await);
    assert_eq!(copies.len(), 1);
    copies.remove(0)
}

fn on_shelf<'a>(id: CopyId, book_id: BookId, barcode: &'a str, barcode_key: &'a str) -> NewCopy<'a> {
    NewCopy {
        id,
        book_id,
        barcode,
        barcode_key,
        state: Available,
        location: None,
        call_number: None,
        call_number_key: call_number::NONE,
        condition: None,
        price_minor: None,
        is_lendable: 1,
        item_type: None,
        branch: "main",
        current_branch: "main",
        created_at: 1,
        updated_at: 1,
    }
}

/// Moves a copy; false when it was not in the expected state.
async fn move_copy(database: &Database, copy_id: CopyId, from: CopyState, to: CopyState) -> bool {
    change!(database, [copy_id, from, to], |transaction| {
        copies::change_state(
            transaction,
            &StateChange {
                copy_id: *copy_id,
                from: *from,
                to: *to,
                actor_id: Some(UserId::new(1)),
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
    let book_id = book.id;
    for (id, barcode) in [(COPY_1, "B-2"), (COPY_2, "a-3"), (COPY_3, "A-1")] {
        let (barcode, key) = (barcode.to_owned(), barcode.to_lowercase());
        change!(library, [id, book_id, barcode, key], |transaction| {
            copies::insert(transaction, &on_shelf(*id, *book_id, barcode, key)).await
        })
        .unwrap();
        change!(library, [book_id], |t| carrel_storage::books::add_copies(
            t, *book_id, 1, 1
        )
        .await)
        .unwrap();
    }
    let candidates = read!(library, [book_id], |c| copies::loan_candidates(c, *book_id).await);
    let mut barcodes: Vec<_> = candidates
        .iter()
        .map(|copy| {
            (
                copy.barcode_key.as_str(),
                copy.barcode.as_str(),
                copy.id,
                copy.state,
                copy.branch.as_str(),
            )
        })
        .collect();
    barcodes.sort_unstable_by_key(|(key, ..)| *key);
    let free = |key, barcode, id| (key, barcode, id, Available, "main");
    assert_eq!(
        barcodes,
        [
            free("a-1", "A-1", COPY_3),
            free("a-3", "a-3", COPY_2),
            free("b-2", "B-2", COPY_1)
        ]
    );
    let borrowing = library.borrowing(&user, &book).insert().await;
    assert_eq!(borrowing.copy_barcode, "A-1");

    let rows = read!(library, [book_id], |c| copies::of_book(c, *book_id).await);
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
    assert_eq!(rows[0].borrower_id, Some(user.id));
    let (id, unknown, no_book) = (COPY_3, CopyId::UNASSIGNED, BookId::UNASSIGNED);
    assert_eq!(
        read!(library, [id], |c| copies::find(c, *id).await).as_ref(),
        Some(&rows[0])
    );
    assert_eq!(
        read!(library, [unknown], |c| copies::find(c, *unknown).await),
        None
    );
    assert_eq!(
        read!(library, [no_book], |c| copies::of_book(c, *no_book).await),
        []
    );
    assert_eq!(
        read!(library, [no_book], |c| copies::loan_candidates(c, *no_book).await),
        []
    );

    let again = change!(library, [book_id], |transaction| copies::insert(
        transaction,
        &on_shelf(CopyId::new(104), *book_id, "b-2", "b-2")
    )
    .await);
    assert!(
        matches!(&again, Err(error) if error.is_unique_on("barcode_key")),
        "{again:?}"
    );
    let nowhere = change!(library, [], |transaction| copies::insert(
        transaction,
        &on_shelf(CopyId::new(105), BookId::UNASSIGNED, "x", "x")
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
    let book_id = book.id;
    let rows = read!(library, [book_id], |c| copies::of_book(c, *book_id).await);
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
    let book_id = book.id;
    let copy_id = only_copy(&library, book_id).await.id;
    assert!(!move_copy(&library, copy_id, OnLoan, Available).await);
    assert!(!move_copy(&library, CopyId::UNASSIGNED, Available, Lost).await);
    assert!(move_copy(&library, copy_id, Available, InRepair).await);
    assert!(!move_copy(&library, copy_id, Available, Lost).await);
    let expected = [("available", "in_repair", "a test")]
        .map(|(from, to, reason)| (from.to_owned(), to.to_owned(), reason.to_owned()));
    let events = events_of(&library, copy_id).await;
    assert_eq!(events, expected, "a refused move is not recorded");
    assert_eq!(
        read!(library, [copy_id], |c| copies::find(c, *copy_id).await)
            .unwrap()
            .state,
        InRepair
    );
    assert_eq!(only_copy(&library, book_id).await.state, InRepair);
}

on_both_engines!(of_simultaneous_moves_of_a_copy_one_succeeds);
async fn of_simultaneous_moves_of_a_copy_one_succeeds(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().insert().await;
    let book_id = book.id;
    let copy_id = only_copy(&library, book_id).await.id;
    let under_way = (0..24).map(|_| move_copy(&library, copy_id, Available, Lost));
    let moved = futures_util::future::join_all(under_way).await;
    assert_eq!(moved.into_iter().filter(|moved| *moved).count(), 1);
    assert_eq!(events_of(&library, copy_id).await.len(), 1);
}

on_both_engines!(the_last_event_of_a_copy_has_the_latest_instant);
async fn the_last_event_of_a_copy_has_the_latest_instant(database: TestDatabase) {
    let library = Library::new(database);
    library.book().copies(1).insert().await;
    let copies: Vec<(CopyId,)> = library.rows("SELECT id FROM copies").await;
    let (copy_id,) = copies[0];
    assert!(move_copy(&library, copy_id, Available, InRepair).await);
    library.sql("UPDATE copy_events SET at = 1000").await.unwrap();
    // A call that came before the copy's last event and ran after it.
    assert!(move_copy(&library, copy_id, InRepair, Lost).await);
    let events: Vec<(i64, i64, String)> = library
        .rows("SELECT number, at, to_state FROM copy_events ORDER BY number")
        .await;
    let expected = [(1, 1000, "in_repair"), (2, 1000, "lost")];
    assert_eq!(
        events,
        expected.map(|(number, at, state)| (number, at, state.to_owned()))
    );
}

on_both_engines!(a_state_of_a_newer_version_is_read_and_not_changed);
async fn a_state_of_a_newer_version_is_read_and_not_changed(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().copies(2).insert().await;
    library
        .sql("UPDATE copies SET state = 'in_a_dream' WHERE id = (SELECT min(id) FROM copies)")
        .await
        .unwrap();
    let id = book.id;
    let listed = read!(library, [id], |c| copies::of_book(c, *id).await);
    let mut states: Vec<CopyState> = listed.iter().map(|copy| copy.state).collect();
    states.sort_unstable();
    assert_eq!(states, [Available, CopyState::Unknown]);
    let candidates = read!(library, [id], |c| copies::loan_candidates(c, *id).await);
    assert_eq!(candidates.len(), 2);
    let unknown = listed
        .iter()
        .find(|copy| copy.state == CopyState::Unknown)
        .unwrap();
    assert!(!move_copy(&library, unknown.id, CopyState::Unknown, Available).await);
    let kept: Vec<(String,)> = library
        .rows("SELECT state FROM copies WHERE id = (SELECT min(id) FROM copies)")
        .await;
    assert_eq!(kept, [("in_a_dream".to_owned(),)]);
}
