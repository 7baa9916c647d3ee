//! Ratings: one per person and book.

use carrel_storage::{Error, ratings};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

on_both_engines!(a_second_rating_replaces_the_first);
async fn a_second_rating_replaces_the_first(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    let (book, other) = (library.book().insert().await.id, library.book().insert().await.id);
    let sums = async || read!(library, [book], |c| ratings::sums_of_book(c, *book).await);
    assert_eq!(sums().await, (0, 0));
    for (user, stars, expected) in [(ada, 5, (5, 1)), (bob, 2, (7, 2)), (ada, 1, (3, 2))] {
        change!(library, [book, user, stars], |t| ratings::set(
            t, *book, *user, *stars, 1
        )
        .await)
        .unwrap();
        assert_eq!(sums().await, expected);
    }
    assert_eq!(
        read!(library, [other], |c| ratings::sums_of_book(c, *other).await),
        (0, 0)
    );
    for stars in [0, 6, -1] {
        let refused = change!(library, [book, ada, stars], |t| ratings::set(
            t, *book, *ada, *stars, 1
        )
        .await);
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{stars}: {refused:?}"
        );
    }
    assert_eq!(sums().await, (3, 2));
}
