//! Pages far down a list: all pages of a list, one after the other, equal the list.

use carrel_storage::books::{self, Order, Shelf};
use carrel_storage::borrowings::{self, State};
use carrel_storage::users::Filter;
use carrel_storage::{Connection, Result, favorites, reviews, sessions, users, webhooks};
use carrel_testkit::{TestDatabase, on_both_engines};

use crate::length;
use crate::plans::rows::{NOW, fill};

/// The lists whose pages are read.
#[derive(Debug, Clone, Copy)]
enum List {
    Books(Shelf<'static>, Order),
    MostBorrowed,
    Borrowings(Option<&'static str>, State, borrowings::Order),
    OpenFirst,
    Users(Option<&'static str>),
    Favorites,
    Reviews,
    Sessions,
    Deliveries,
}

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
        State::Any,
        State::Open,
        State::Active,
        State::Overdue,
        State::Returned,
    ] {
        for order in [borrowings::Order::Newest, borrowings::Order::Due] {
            lists.push(List::Borrowings(None, state, order));
            lists.push(List::Borrowings(Some("u100007"), state, order));
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
async fn page(connection: &mut Connection, (list, limit, offset): &(List, i64, i64)) -> Result<Vec<String>> {
    let (c, limit, offset) = (connection, *limit, *offset);
    Ok(match *list {
        List::Books(shelf, order) => {
            let rows = books::list(c, shelf, order, limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
        List::MostBorrowed => {
            let rows = books::most_borrowed(c, limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
        List::Borrowings(user_id, state, order) => {
            let filter = match user_id {
                Some(user_id) => borrowings::Filter::of_user(user_id, state, NOW),
                None => borrowings::Filter::everybody(state, NOW),
            };
            let rows = borrowings::list(c, &filter, order, limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
        List::OpenFirst => {
            let rows = borrowings::list_open_first(c, "u100007", NOW, limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
        List::Users(role) => {
            let rows = users::list(c, &Filter { role, term: None }, NOW, limit, offset).await?;
            rows.into_iter().map(|row| row.user.id).collect()
        }
        List::Favorites => {
            let rows = favorites::list(c, "u100007", limit, offset).await?;
            rows.into_iter().map(|row| row.book.id).collect()
        }
        List::Reviews => {
            let rows = reviews::of_book(c, "b100007", true, limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
        List::Sessions => {
            let rows = sessions::of_user(c, "u100007", 0, limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
        List::Deliveries => {
            let rows = webhooks::deliveries_of(c, "w7", limit, offset).await?;
            rows.into_iter().map(|row| row.id).collect()
        }
    })
}

/// A page, by a short read.
async fn read(database: &TestDatabase, list: List, limit: i64, offset: i64) -> Vec<String> {
    database
        .read(&(list, limit, offset), |connection, input| {
            Box::pin(page(connection, input))
        })
        .await
        .unwrap()
}

/// A page, by a long read in one snapshot.
async fn read_long(database: &TestDatabase, list: List, limit: i64, offset: i64) -> Vec<String> {
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
    // From offsets that are known by now, or nearly.
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

on_both_engines!(pages_far_down_show_later_writes);
async fn pages_far_down_show_later_writes(database: TestDatabase) {
    fill(&database).await;
    let lists = [
        List::Books(Shelf::All, Order::Title),
        List::Books(Shelf::All, Order::Popular),
        List::Borrowings(None, State::Any, borrowings::Order::Newest),
        List::Users(None),
    ];
    let changes = [
        // The first row is removed, the last one becomes the first, and one in the middle moves.
        "UPDATE books SET archived_at = 1 WHERE id = 'b100000'; UPDATE book_counts SET is_current = 0 WHERE book_id = 'b100000'",
        "UPDATE books SET title_key = 'a' WHERE id = 'b108999'; UPDATE book_counts SET popularity = 9999 WHERE book_id = 'b108999'",
        "UPDATE users SET name_key = 'a' WHERE id = 'u102999'",
        "UPDATE borrowings SET borrowed_at = 5 WHERE id = 'o129999'",
    ];
    for change in changes {
        for list in lists {
            assert_whole(&database, list, 1_500).await;
        }
        database.sql(change).await.unwrap();
    }
    for list in lists {
        assert_whole(&database, list, 1_500).await;
    }
}
