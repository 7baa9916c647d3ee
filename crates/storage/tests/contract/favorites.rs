//! Favorites: one per person and book, the latest first.

use carrel_domain::users::UserId;
use carrel_storage::{Error, books, favorites};
use carrel_testkit::{Library, TestDatabase, instant, on_both_engines};

on_both_engines!(a_favorite_is_added_once_and_listed_with_its_book);
async fn a_favorite_is_added_once_and_listed_with_its_book(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    let (first, second) = (library.book().insert().await, library.book().insert().await);
    for (user, book, at, added) in [
        (ada, &first, 10, true),
        (ada, &second, 20, true),
        (ada, &first, 30, false),
        (bob, &first, 40, true),
    ] {
        let book = book.id;
        let outcome = change!(library, [user, book, at], |t| favorites::add(
            t, *user, *book, *at
        )
        .await);
        assert_eq!(outcome.unwrap(), added);
    }
    let listed = read!(library, [ada], |c| favorites::list(c, *ada, 10, 0).await);
    let rows: Vec<_> = listed.iter().map(|row| (&row.book, row.added_at)).collect();
    assert_eq!(rows, [(&second, instant(20)), (&first, instant(10))]);
    let ids = read!(library, [ada], |c| favorites::ids(c, *ada, 1).await);
    assert_eq!(ids, [second.id]);
    assert_eq!(read!(library, [bob], |c| favorites::count(c, *bob).await), 1);

    // A deleted book is removed from all favorites.
    change!(library, [first], |t| books::delete(t, first, 7).await).unwrap();
    change!(library, [], |t| books::erase_deleted(t, 8, 10).await).unwrap();
    assert_eq!(read!(library, [bob], |c| favorites::count(c, *bob).await), 0);
    let book = second.id;
    for removed in [true, false] {
        let outcome = change!(library, [ada, book], |t| favorites::remove(t, *ada, *book).await);
        assert_eq!(outcome.unwrap(), removed);
    }
    let nobody = change!(library, [book], |t| favorites::add(
        t,
        UserId::UNASSIGNED,
        *book,
        1
    )
    .await);
    assert!(matches!(nobody, Err(Error::Constraint { .. })), "{nobody:?}");
}
