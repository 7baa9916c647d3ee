//! Reviews: one beside each rating, deleted with it.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::rating::ReviewId;
use carrel_domain::users::UserId;
use carrel_storage::reviews::{self, NewReview};
use carrel_storage::{Error, Result, ratings};
use carrel_testkit::{Library, TestDatabase, instant, on_both_engines};

async fn write(
    library: &Library,
    id: ReviewId,
    book: BookId,
    user: UserId,
    body: &str,
    at: i64,
) -> Result<()> {
    let input = (id, book, user, body.to_owned(), at);
    library
        .write(input, |transaction, (id, book_id, user_id, body, at)| {
            Box::pin(async move {
                let review = NewReview {
                    id: *id,
                    book_id: *book_id,
                    user_id: *user_id,
                    body,
                };
                reviews::set(transaction, &review, *at).await
            })
        })
        .await
}

on_both_engines!(a_review_belongs_to_a_rating);
async fn a_review_belongs_to_a_rating(database: TestDatabase) {
    let library = Library::new(database);
    let [first, second, third, fourth] = [1, 2, 3, 4].map(ReviewId::new);
    let ada = library.user().name("Ada").insert().await.id;
    let bob = library.user().name("Bob").insert().await.id;
    let book = library.book().insert().await.id;
    let refused = write(&library, first, book, ada, "Words.", 1).await;
    assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
    for (user, stars) in [(ada, 5), (bob, 2)] {
        change!(library, [book, user, stars], |t| ratings::set(
            t, *book, *user, *stars, 1
        )
        .await)
        .unwrap();
    }
    write(&library, first, book, ada, "First words.", 10)
        .await
        .unwrap();
    write(&library, second, book, bob, "Others.", 20).await.unwrap();
    change!(library, [first], |t| reviews::set_hidden(t, *first, Some(15))
        .await)
    .unwrap();
    // A new text keeps the id and stays hidden.
    write(&library, third, book, ada, "Second words.", 30)
        .await
        .unwrap();
    let found = read!(library, [book, ada], |c| reviews::of_person(c, *book, *ada).await).unwrap();
    assert_eq!(
        (found.id, found.user_name.as_str(), found.stars),
        (first, "Ada", 5)
    );
    assert_eq!(
        (found.created_at, found.updated_at, found.hidden_at),
        (instant(10), instant(30), Some(instant(15)))
    );
    assert_eq!(found.body, "Second words.");
    assert_eq!(
        read!(library, [first], |c| reviews::find(c, *first).await),
        Some(found)
    );

    for (with_hidden, ids) in [(true, &[second, first][..]), (false, &[second])] {
        let page = read!(library, [book, with_hidden], |c| reviews::of_book(
            c,
            *book,
            *with_hidden,
            10,
            0
        )
        .await);
        assert_eq!(page.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
        let count = read!(library, [book, with_hidden], |c| reviews::count_of_book(
            c,
            *book,
            *with_hidden
        )
        .await);
        assert_eq!(count, crate::length(ids));
    }
    let stars = read!(library, [book, ada], |c| {
        ratings::of_user(c, *ada, &[*book, BookId::UNASSIGNED]).await
    });
    assert_eq!(stars, [(book, 5)]);
    let removed = change!(library, [book, ada], |t| ratings::remove(t, *book, *ada).await);
    assert!(removed.unwrap());
    assert_eq!(read!(library, [first], |c| reviews::find(c, *first).await), None);
    change!(library, [book, bob], |t| reviews::remove(t, *book, *bob).await).unwrap();
    assert_eq!(
        read!(library, [book], |c| reviews::count_of_book(c, *book, true).await),
        0
    );
    assert_eq!(
        read!(library, [book, bob], |c| ratings::find(c, *book, *bob).await),
        Some(2)
    );
    let empty = write(&library, fourth, book, bob, "", 40).await;
    assert!(matches!(empty, Err(Error::Constraint { .. })), "{empty:?}");
}
