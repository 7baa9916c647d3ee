//! Bulk edits: their states and counts, and their books.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{BulkEditCounts, BulkEditId, BulkEditState};
use carrel_storage::Database;
use carrel_storage::bulk_edits::{self, BulkEditRow, EditedBook, outcome};
use carrel_testkit::{TestDatabase, on_both_engines};

const EDIT: BulkEditId = BulkEditId::new(501);
const BOOKS: [BookId; 3] = [BookId::new(11), BookId::new(12), BookId::new(13)];

async fn insert(database: &Database, id: BulkEditId, at: i64) {
    change!(database, [id, at], |t| {
        bulk_edits::insert(t, *id, "{}", &BOOKS, None, *at).await
    })
    .unwrap();
}

async fn found(database: &Database, id: BulkEditId) -> BulkEditRow {
    read!(database, [id], |c| bulk_edits::find(c, *id).await).expect("a bulk edit")
}

async fn with_outcome(database: &Database, wanted: &'static str, after: i64, limit: i64) -> Vec<EditedBook> {
    read!(database, [wanted, after, limit], |c| {
        bulk_edits::books_after(c, EDIT, wanted, BookId::new(*after), *limit).await
    })
}

fn changed(book_id: BookId) -> EditedBook {
    EditedBook {
        outcome: outcome::CHANGED.to_owned(),
        before_record: Some("{}".to_owned()),
        after_digest: Some(vec![7, 0, 0xff]),
        ..EditedBook::waiting(book_id)
    }
}

on_both_engines!(the_books_of_a_bulk_edit_wait_until_they_are_changed);
async fn the_books_of_a_bulk_edit_wait_until_they_are_changed(database: TestDatabase) {
    insert(&database, EDIT, 5).await;
    let waiting = with_outcome(&database, outcome::WAITING, 0, 2).await;
    assert_eq!(
        waiting,
        BOOKS[..2]
            .iter()
            .map(|id| EditedBook::waiting(*id))
            .collect::<Vec<_>>()
    );
    change!(database, [], |t| {
        bulk_edits::remove_books(t, EDIT, outcome::WAITING, BOOKS[1]).await?;
        bulk_edits::insert_books(t, EDIT, &[changed(BOOKS[0]), changed(BOOKS[1])]).await?;
        let counts = BulkEditCounts {
            done: 2,
            changed: 2,
            ..BulkEditCounts::default()
        };
        bulk_edits::add_counts(t, EDIT, &counts, 7).await
    })
    .unwrap();
    assert_eq!(
        with_outcome(&database, outcome::WAITING, 0, 9).await,
        [EditedBook::waiting(BOOKS[2])]
    );
    assert_eq!(
        with_outcome(&database, outcome::CHANGED, 11, 9).await,
        [changed(BOOKS[1])]
    );
    let row = found(&database, EDIT).await;
    assert_eq!((row.counts.books, row.counts.done, row.counts.changed), (3, 2, 2));
    assert_eq!((row.created_at, row.updated_at), (5, 7));
}

on_both_engines!(a_bulk_edit_moves_only_from_the_state_in_which_it_is);
async fn a_bulk_edit_moves_only_from_the_state_in_which_it_is(database: TestDatabase) {
    insert(&database, EDIT, 5).await;
    let done = (BulkEditState::Changing, BulkEditState::Done);
    for moved in [true, false] {
        let is = change!(database, [done], |t| bulk_edits::set_state(t, EDIT, *done, 8)
            .await)
        .unwrap();
        assert_eq!(is, moved);
    }
    let locked = change!(database, [], |t| bulk_edits::locked(t, EDIT).await).unwrap();
    assert_eq!(locked.map(|row| row.state), Some(BulkEditState::Done));
}

on_both_engines!(only_bulk_edits_that_ended_long_ago_are_removed);
async fn only_bulk_edits_that_ended_long_ago_are_removed(database: TestDatabase) {
    const OTHER: BulkEditId = BulkEditId::new(502);
    insert(&database, EDIT, 5).await;
    insert(&database, OTHER, 6).await;
    let newest = read!(database, [], |c| bulk_edits::list(c, 1, 0).await);
    assert_eq!(newest.iter().map(|row| row.id).collect::<Vec<_>>(), [OTHER]);
    assert_eq!(read!(database, [], |c| bulk_edits::count(c).await), 2);
    let done = (BulkEditState::Changing, BulkEditState::Done);
    change!(database, [done], |t| bulk_edits::set_state(t, EDIT, *done, 8)
        .await)
    .unwrap();
    for (before, removed) in [(8, 0), (9, 1)] {
        let number = change!(database, [before], |t| bulk_edits::remove_ended(t, *before).await).unwrap();
        assert_eq!(number, removed);
    }
    assert_eq!(database.integer("SELECT count(*) FROM bulk_edit_books").await, 3);
    assert_eq!(found(&database, OTHER).await.state, BulkEditState::Changing);
}
