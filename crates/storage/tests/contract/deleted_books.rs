//! Deleted books: hidden everywhere, restored when the deletion is undone, and erased.

use carrel_domain::catalogue::book::Book;
use carrel_domain::users::User;
use carrel_storage::books::{self, Order, Shelf};
use carrel_storage::{check, copies, favorites, tombstones};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

on_both_engines!(an_erased_book_leaves_nothing_behind);
async fn an_erased_book_leaves_nothing_behind(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let book = library
        .book()
        .semester_study(&["First year"])
        .copies(2)
        .insert()
        .await;
    let (book_id, user_id) = (book.id, user.id);
    change!(library, [book_id, user_id], |t| carrel_storage::ratings::set(
        t, *book_id, *user_id, 5, 1
    )
    .await)
    .unwrap();
    change!(library, [book], |t| books::delete(t, book, 7).await).unwrap();
    for (before, erased) in [(7, 0), (8, 1), (8, 0)] {
        let count = change!(library, [before], |t| books::erase_deleted(t, *before, 10).await);
        assert_eq!(count.unwrap(), erased, "{before}");
    }
    let gone = read!(library, [], |c| tombstones::since::<Book>(c, 7, 10).await);
    assert_eq!(gone, [(book.id, 7)]);
    assert_eq!(
        read!(library, [], |c| tombstones::since::<Book>(c, 8, 10).await),
        []
    );
    assert_eq!(
        read!(library, [], |c| tombstones::since::<User>(c, 0, 10).await),
        []
    );
    for table in [
        "books",
        "book_counts",
        "book_identifiers",
        "book_details",
        "covers",
        "copies",
        "copy_events",
        "ratings",
        "semester_study",
    ] {
        assert_eq!(
            library.integer(&format!("SELECT count(*) FROM {table}")).await,
            0,
            "{table}"
        );
    }
    // A book that was borrowed has a history: it can be archived, but not erased.
    let book = library.book().insert().await;
    library.borrowing(&user, &book).returned().insert().await;
    change!(library, [book], |t| books::delete(t, book, 7).await).unwrap();
    let erased = change!(library, [], |t| books::erase_deleted(t, 8, 10).await);
    assert!(
        matches!(erased, Err(carrel_storage::Error::Constraint { .. })),
        "{erased:?}"
    );
    assert_eq!(library.integer("SELECT count(*) FROM copies").await, 1);
}

on_both_engines!(a_deletion_is_undone_and_everything_is_as_it_was);
async fn a_deletion_is_undone_and_everything_is_as_it_was(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await.id;
    let current = library
        .book()
        .semester_study(&["First year"])
        .copies(2)
        .insert()
        .await;
    let archived = library.book().insert().await;
    change!(library, [archived], |t| books::archive(t, archived, 5).await).unwrap();
    let id = archived.id;
    let archived = read!(library, [id], |c| books::find(c, *id).await).unwrap();
    let filter = copies::Filter {
        state: copies::State::Available,
        location: None,
        search: None,
        now: 0,
    };
    for (book, shelf) in [(current, Shelf::All), (archived, Shelf::Archived)] {
        let id = book.id;
        change!(library, [user, id], |t| favorites::add(t, *user, *id, 1).await).unwrap();
        let seen = async || {
            let found = read!(library, [id], |c| books::find(c, *id).await);
            let listed = read!(library, [shelf], |c| books::list(c, *shelf, Order::Newest, 10, 0)
                .await);
            let counted = read!(library, [shelf], |c| books::count(c, *shelf).await);
            let favorite = read!(library, [user], |c| favorites::list(c, *user, 10, 0).await);
            let favorites = read!(library, [user], |c| favorites::count(c, *user).await);
            let copies = read!(library, [filter], |c| copies::list(
                c,
                filter,
                copies::Order::Barcode,
                10,
                0
            )
            .await);
            let copy_count = read!(library, [filter], |c| copies::count(c, filter).await);
            let totals = [
                (listed.len(), counted),
                (favorite.len(), favorites),
                (copies.len(), copy_count),
            ];
            for (length, count) in totals {
                assert_eq!(i64::try_from(length).unwrap(), count);
            }
            let is_copied = copies.iter().any(|row| row.copy.book_id == id);
            (found, listed, favorite, is_copied, copy_count)
        };
        let before = seen().await;
        assert_eq!(before.0.as_ref(), Some(&book));
        change!(library, [book], |t| books::delete(t, book, 7).await).unwrap();
        let deleted = seen().await;
        assert_eq!(
            (deleted.0, deleted.1.len(), deleted.2.len()),
            (None, 0, before.2.len() - 1)
        );
        assert!(!deleted.3);
        assert_eq!(read!(library, [], |c| check::violations(c).await), []);
        let undone = change!(library, [id], |t| {
            let found = books::find_deleted(t, *id)
                .await?
                .ok_or(carrel_storage::Error::NoRow)?;
            books::undelete(t, &found, found.book.updated_at.as_millisecond()).await
        });
        undone.unwrap();
        assert_eq!(seen().await, before);
        assert_eq!(library.integer("SELECT count(*) FROM tombstones").await, 0);
        assert_eq!(read!(library, [], |c| check::violations(c).await), []);
        let found = change!(library, [id], |t| books::find_deleted(t, *id).await);
        assert_eq!(found.unwrap(), None);
    }
}
