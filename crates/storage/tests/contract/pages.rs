//! Pages far down a list: all pages of a list, one after the other, equal the list.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::users::UserId;
use carrel_domain::webhooks::WebhookId;
use carrel_storage::books::{self, Order, Shelf};
use carrel_storage::borrowings;
use carrel_storage::users::{Filter, RoleFilter};
use carrel_storage::{Connection, Error, Result, favorites, reviews, sessions, users, webhooks};
use carrel_testkit::{Library, TestDatabase, on_both_engines, on_sqlite};

use crate::length;
use crate::plans::rows::{NOW, fill};

/// The lists whose pages are read.
#[derive(Debug, Clone, Copy)]
enum List {
    Books(Shelf<'static>, Order),
    MostBorrowed,
    Borrowings(Option<UserId>, BorrowingState, borrowings::Order),
    OpenFirst,
    Users(Option<&'static str>),
    Favorites,
    Reviews,
    Sessions,
    Deliveries,
}

const READER: UserId = UserId::new(100_007);

fn lists() -> Vec<List> {
    let mut lists = Vec::new();
    for order in Order::ALL {
        for shelf in [
            Shelf::All,
            Shelf::Category("Category 7"),
            Shelf::Archived,
            Shelf::AnySemesterStudy,
            Shelf::SemesterStudy("Year 450"),
        ] {
            lists.push(List::Books(shelf, order));
        }
    }
    for state in [
        BorrowingState::Any,
        BorrowingState::Open,
        BorrowingState::Active,
        BorrowingState::Overdue,
        BorrowingState::Returned,
    ] {
        for order in [borrowings::Order::Newest, borrowings::Order::Due] {
            lists.push(List::Borrowings(None, state, order));
            lists.push(List::Borrowings(Some(READER), state, order));
        }
    }
    lists.extend([
        List::MostBorrowed,
        List::OpenFirst,
        List::Users(None),
        List::Users(Some("admin")),
        List::Favorites,
        List::Reviews,
        List::Sessions,
        List::Deliveries,
    ]);
    lists
}

/// The ids of a page.
async fn page(connection: &mut Connection, (list, limit, offset): &(List, i64, i64)) -> Result<Vec<i64>> {
    let (c, limit, offset) = (connection, *limit, *offset);
    Ok(match *list {
        List::Books(shelf, order) => {
            let rows = books::list(c, shelf, order, limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
        List::MostBorrowed => {
            let rows = books::most_borrowed(c, limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
        List::Borrowings(user_id, state, order) => {
            let filter = match user_id {
                Some(user_id) => borrowings::Filter::of_user(user_id, state, NOW),
                None => borrowings::Filter::everybody(state, NOW),
            };
            let rows = borrowings::list(c, &filter, order, limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
        List::OpenFirst => {
            let rows = borrowings::list_open_first(c, READER, NOW, limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
        List::Users(role) => {
            let filter = Filter {
                role: role.map(RoleFilter::Is),
                term: None,
                barcode: None,
                class_key: None,
            };
            let rows = users::list(c, &filter, NOW, limit, offset).await?;
            rows.into_iter().map(|row| row.user.id.number()).collect()
        }
        List::Favorites => {
            let rows = favorites::list(c, READER, limit, offset).await?;
            rows.into_iter().map(|row| row.book.id.number()).collect()
        }
        List::Reviews => {
            let rows = reviews::of_book(c, BookId::new(100_007), true, limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
        List::Sessions => {
            let rows = sessions::of_user(c, READER, 0, limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
        List::Deliveries => {
            let rows = webhooks::deliveries_of(c, WebhookId::new(7), limit, offset).await?;
            rows.into_iter().map(|row| row.id.number()).collect()
        }
    })
}

/// A page, by a short read.
async fn read(database: &TestDatabase, list: List, limit: i64, offset: i64) -> Vec<i64> {
    database
        .read(&(list, limit, offset), |connection, input| {
            Box::pin(page(connection, input))
        })
        .await
        .unwrap()
}

/// A page, by a long read in one snapshot.
async fn read_long(database: &TestDatabase, list: List, limit: i64, offset: i64) -> Vec<i64> {
    database
        .read_long((list, limit, offset), |connection, input| {
            Box::pin(page(connection, input))
        })
        .await
        .unwrap()
}

/// Reads all pages of a list in pages of a size, from the first to the last, and then some in another order.
async fn assert_whole(database: &TestDatabase, list: List, size: i64) {
    let whole = read(database, list, 1_000_000, 0).await;
    let mut pages = Vec::new();
    loop {
        let next = read(database, list, size, length(&pages)).await;
        if next.is_empty() {
            break;
        }
        pages.extend(next);
    }
    assert_eq!(pages, whole, "{list:?} in pages of {size}");
    // At offsets that are known now, or near to known ones.
    for part in [7, 2, 5, 3, 9, 1, 8] {
        let offset = length(&whole) * part / 9 / size * size;
        let expected = whole.iter().skip(usize::try_from(offset).unwrap()).take(5);
        let found = read_long(database, list, 5, offset).await;
        assert!(expected.eq(&found), "{list:?} from {offset}");
    }
    assert!(read(database, list, size, length(&whole)).await.is_empty());
    assert!(
        read_long(database, list, size, length(&whole) + 100_000)
            .await
            .is_empty()
    );
}

on_both_engines!(all_pages_of_a_list_together_equal_the_list);
async fn all_pages_of_a_list_together_equal_the_list(database: TestDatabase) {
    fill(&database).await;
    for list in lists() {
        let rows = length(&read(&database, list, 1_000_000, 0).await);
        // Few page sizes for a long list, and all of them for a short one.
        let sizes = [1, 7, 100, 499, 1_000, 2_001]
            .into_iter()
            .filter(|size| rows / size < 60);
        for size in sizes {
            assert_whole(&database, list, size).await;
        }
    }
}

/// What every change of a book does in the product.
const NEW_CATALOGUE_VERSION: &str = "INSERT INTO counters (name, value) VALUES ('catalogue_version', 1) \
     ON CONFLICT (name) DO UPDATE SET value = counters.value + 1";

on_both_engines!(pages_far_down_show_later_writes);
async fn pages_far_down_show_later_writes(database: TestDatabase) {
    fill(&database).await;
    let lists = [
        List::Books(Shelf::All, Order::Title),
        List::Books(Shelf::All, Order::Popular),
        List::Borrowings(None, BorrowingState::Any, borrowings::Order::Newest),
        List::Users(None),
    ];
    let changes = [
        // The first row is removed, the last one becomes the first, and one in the middle moves.
        "UPDATE books SET archived_at = 1 WHERE id = 100000; UPDATE book_counts SET is_current = 0 WHERE book_id = 100000",
        "UPDATE books SET title_key = 'a' WHERE id = 108999; UPDATE book_counts SET popularity = 9999 WHERE book_id = 108999",
        "UPDATE users SET name_key = 'a' WHERE id = 102999",
        "UPDATE borrowings SET borrowed_at = 5 WHERE id = 129999",
    ];
    for change in changes {
        for list in lists {
            assert_whole(&database, list, 1_500).await;
        }
        database
            .sql(&format!("{change}; {NEW_CATALOGUE_VERSION}"))
            .await
            .unwrap();
    }
    for list in lists {
        assert_whole(&database, list, 1_500).await;
    }
}

on_sqlite!(a_page_begins_in_the_middle_of_equal_rows_without_reading_those_before);
async fn a_page_begins_in_the_middle_of_equal_rows_without_reading_those_before(database: TestDatabase) {
    fill(&database).await;
    // In a real library nobody has rated most books, and many were added at the same instant.
    database
        .sql("UPDATE book_counts SET popularity = popularity % 2, rating_key = 0, rating_count = 0, rating_sum = 0; ANALYZE")
        .await
        .unwrap();
    for order in [Order::Popular, Order::Rating] {
        assert_whole(&database, List::Books(Shelf::All, order), 1_500).await;
        let plans = read!(database, [order], |c| {
            c.record_plans();
            books::list(c, Shelf::All, *order, 20, 5_000).await?;
            Ok::<_, Error>(c.take_plans())
        });
        assert_eq!(
            plans.len(),
            2,
            "a step from a known place, and the page: {plans:#?}"
        );
        for (_, plan) in &plans {
            let found = plan.lines().find(|line| line.starts_with("SEARCH"));
            assert!(
                found.is_some_and(|line| line.contains("rowid<?")),
                "{order:?}: {plan}"
            );
            assert!(!plan.contains("TEMP B-TREE"), "{order:?}: {plan}");
        }
    }
}

on_both_engines!(a_page_far_down_the_catalogue_is_found_again_after_a_loan);
async fn a_page_far_down_the_catalogue_is_found_again_after_a_loan(database: TestDatabase) {
    fill(&database).await;
    let library = Library::new(database);
    let statements = async || {
        let plans = read!(library, [], |c| {
            c.record_plans();
            books::list(c, Shelf::All, Order::Title, 20, 8_000).await?;
            Ok::<_, Error>(c.take_plans())
        });
        plans.len()
    };
    let from_the_beginning = statements().await;
    let known = statements().await;
    assert!(
        known + 4 <= from_the_beginning,
        "{known} statements, and {from_the_beginning} before"
    );
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    assert_eq!(
        statements().await,
        from_the_beginning,
        "a new book moves the others"
    );
    library.borrowing(&user, &book).returned().insert().await;
    assert_eq!(statements().await, known, "a loan moves no book");
}
