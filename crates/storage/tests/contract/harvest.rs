//! The records that other systems harvest: their order, their sets, and their instants.

use carrel_domain::catalogue::book::BookId;
use carrel_storage::books;
use carrel_storage::harvest::{self, Range};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

/// A range from the beginning.
fn everything(category: Option<&str>) -> Range {
    Range {
        after: (i64::MIN, 0),
        until: i64::MAX,
        category: category.map(str::to_owned),
    }
}

/// The ids, instants and states of the records of a range.
async fn page(library: &Library, range: Range, limit: i64) -> Vec<(BookId, i64, bool)> {
    let input = (range, limit);
    let entries = read!(library, [input], |c| harvest::page(c, &input.0, input.1).await);
    let entries = entries.into_iter();
    entries
        .map(|entry| (entry.id, entry.at.as_millisecond(), entry.is_deleted == 1))
        .collect()
}

/// Sets the instant of a record.
async fn set_at(library: &Library, id: BookId, at: i64) {
    let sql = format!("UPDATE books SET shared_at = {at} WHERE id = {}", id.number());
    library.sql(&sql).await.unwrap();
}

on_both_engines!(records_are_read_in_the_order_of_their_changes);
async fn records_are_read_in_the_order_of_their_changes(database: TestDatabase) {
    let library = Library::new(database);
    let science = library.book().category("Science").insert().await;
    let poetry = library.book().category("Poetry").insert().await;
    let third = library.book().category("Science").insert().await;
    for (id, at) in [(science.id, 20), (poetry.id, 10), (third.id, 20)] {
        set_at(&library, id, at).await;
    }
    let all = [
        (poetry.id, 10, false),
        (science.id, 20, false),
        (third.id, 20, false),
    ];
    assert_eq!(page(&library, everything(None), 10).await, all);
    assert_eq!(page(&library, everything(None), 2).await, all[..2]);
    assert_eq!(page(&library, everything(Some("Science")), 10).await, all[1..]);
    assert_eq!(page(&library, everything(Some("None")), 10).await, []);
    for (after, until, expected) in [
        ((10, 0), i64::MAX, &all[..]),
        ((10, poetry.id.number()), i64::MAX, &all[1..]),
        ((20, science.id.number()), i64::MAX, &all[2..]),
        ((20, third.id.number()), i64::MAX, &[]),
        ((i64::MIN, 0), 10, &all[..1]),
        ((i64::MIN, 0), 9, &[]),
    ] {
        let range = Range {
            after,
            until,
            category: None,
        };
        assert_eq!(page(&library, range, 10).await, expected, "{after:?} {until}");
    }
    assert_eq!(read!(library, [], |c| harvest::earliest(c).await), Some(10));
}

on_both_engines!(archived_and_erased_books_are_deleted_records);
async fn archived_and_erased_books_are_deleted_records(database: TestDatabase) {
    let library = Library::new(database);
    assert_eq!(read!(library, [], |c| harvest::earliest(c).await), None);
    let archived = library.book().category("Science").insert().await;
    let deleted = library.book().category("Science").insert().await;
    change!(library, [archived], |t| books::archive(t, archived, 30).await).unwrap();
    change!(library, [deleted], |t| books::delete(t, deleted, 40).await).unwrap();
    let gone = [(archived.id, 30, true), (deleted.id, 40, true)];
    for category in [None, Some("Science")] {
        assert_eq!(page(&library, everything(category), 10).await, gone);
    }
    // The undo dates the record, because a harvester may have read the deletion.
    let id = deleted.id;
    let found = change!(library, [id], |t| books::find_deleted(t, *id).await);
    let found = found.unwrap().expect("a deleted book");
    change!(library, [found], |t| books::undelete(t, found, 50).await).unwrap();
    let back = [(archived.id, 30, true), (deleted.id, 50, false)];
    assert_eq!(page(&library, everything(None), 10).await, back);

    change!(library, [deleted], |t| books::delete(t, deleted, 60).await).unwrap();
    change!(library, [], |t| books::erase_deleted(t, 61, 10).await).unwrap();
    let gone = [(archived.id, 30, true), (deleted.id, 60, true)];
    for category in [None, Some("Science")] {
        assert_eq!(page(&library, everything(category), 10).await, gone);
    }
    let erased = read!(library, [id], |c| harvest::find(c, *id).await).expect("a record");
    assert_eq!((erased.is_deleted, erased.category.as_str()), (1, "Science"));
    let unknown = BookId::new(999_999);
    assert_eq!(
        read!(library, [unknown], |c| harvest::find(c, *unknown).await),
        None
    );
    let sets = read!(library, [], |c| harvest::categories_after(c, "", 10).await);
    assert_eq!(sets, ["Science"]);
    let sets = read!(library, [], |c| harvest::categories_after(c, "Science", 10).await);
    assert_eq!(sets, [""; 0]);
}

on_both_engines!(the_instant_of_a_record_never_goes_back);
async fn the_instant_of_a_record_never_goes_back(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().copies(1).insert().await;
    let id = book.id;
    set_at(&library, id, 50).await;
    for (now, expected) in [(60, 60), (55, 60), (60, 60), (61, 61)] {
        change!(library, [id, now], |t| harvest::date(t, *id, *now).await).unwrap();
        let at = page(&library, everything(None), 1).await[0].1;
        assert_eq!(at, expected, "{now}");
    }
    let kept = read!(library, [id], |c| books::find(c, *id).await).expect("a book");
    assert_eq!(kept.updated_at, book.updated_at);
}
