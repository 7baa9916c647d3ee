//! Lists of books: every shelf in every order.

use std::cmp::Reverse;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_storage::books::{self, Order, Searched, Shelf};
use carrel_testkit::{HOUR, Library, TestDatabase, on_both_engines};

use crate::length;

/// Thirty books with few distinct values, so that every order has ties.
async fn shelve_many(library: &Library) -> Vec<Book> {
    let mut ids = Vec::new();
    for number in 0..30_u32 {
        if number % 4 == 0 {
            library.clock.advance(HOUR);
        }
        let semester: &[&str] = match number % 6 {
            0 => &["First year"],
            1 => &["First year", "Second year"],
            _ => &[],
        };
        let book = library
            .book()
            .title(["Emma", "Dune", "Ulysses", "Émile", "1984"][number as usize % 5])
            .author(["Austen", "Herbert", "Joyce"][number as usize % 3])
            .category(["Fiction", "History"][number as usize % 2])
            .semester_study(semester)
            .with(|fields| {
                fields.published_year = [None, Some(1900), Some(-400)][number as usize / 2 % 3];
            })
            .insert()
            .await;
        let id = book.id;
        let (sum, count) = [(0, 0), (4, 1), (8, 2), (9, 2)][number as usize % 4];
        let popularity = i64::from(number % 3) * 1000;
        let average = if count == 0 { 0 } else { sum * 100 / count };
        change!(library, [id, sum, count, average], |transaction| {
            books::set_rating(transaction, *id, *sum, *count, *average).await
        })
        .unwrap();
        assert!(
            change!(library, [id, popularity], |transaction| crate::take_copy(
                transaction,
                *id,
                *popularity
            )
            .await)
            .unwrap()
        );
        ids.push(id);
    }
    for id in ids.into_iter().skip(3).step_by(7) {
        library.clock.advance(HOUR);
        let book = read!(library, [id], |connection| books::find(connection, *id).await).unwrap();
        let now = library.clock.now_ms();
        assert!(
            change!(library, [book, now], |transaction| books::archive(
                transaction,
                book,
                *now
            )
            .await)
            .unwrap()
        );
    }
    let after = BookId::UNASSIGNED;
    read!(library, [after], |connection| books::page_after(
        connection, *after, 100
    )
    .await)
}

fn sort(books: &mut [Book], shelf: Shelf<'_>, order: Order) {
    let average = |book: &Book| {
        if book.rating_count == 0 {
            0
        } else {
            book.rating_sum * 100 / book.rating_count
        }
    };
    let id = |book: &Book| book.id;
    match order {
        Order::Newest if is_archive(shelf) => {
            books.sort_by_key(|book| Reverse((book.archived_at, id(book))));
        }
        Order::Newest => books.sort_by_key(|book| Reverse((book.created_at, id(book)))),
        Order::Title => books.sort_by_key(|book| (book.title.to_lowercase(), id(book))),
        Order::Author => books.sort_by_key(|book| (book.author.to_lowercase(), id(book))),
        Order::Rating => books.sort_by_key(|book| Reverse((average(book), book.rating_count, id(book)))),
        // `None` is smallest, so books without a year come last.
        Order::Year => books.sort_by_key(|book| Reverse((book.published_year, id(book)))),
        Order::Popular => books.sort_by_key(|book| Reverse((book.popularity, average(book), id(book)))),
    }
}

fn is_archive(shelf: Shelf<'_>) -> bool {
    matches!(shelf, Shelf::Archived | Shelf::FoundInArchive(_))
}

fn belongs(book: &Book, shelf: Shelf<'_>) -> bool {
    let categories = &book.semester_categories;
    book.archived_at.is_some() == is_archive(shelf)
        && match shelf {
            // The match of the test's search.
            Shelf::FoundInArchive(_) => book.category == "History" && book.title == "Ulysses",
            Shelf::All | Shelf::Archived => true,
            Shelf::Category(category) => book.category == category,
            Shelf::SemesterStudy(category) => categories.iter().any(|marked| marked == category),
            Shelf::AnySemesterStudy => !categories.is_empty(),
        }
}

on_both_engines!(every_shelf_is_listed_in_every_order_page_by_page);
async fn every_shelf_is_listed_in_every_order_page_by_page(database: TestDatabase) {
    let library = Library::new(database);
    let all = shelve_many(&library).await;
    assert_eq!(all.len(), 30);
    let words = ["ses".to_owned(), "ul".to_owned()];
    let searched = Searched::new(Some("History"), &words);
    let shelves = [
        Shelf::FoundInArchive(&searched),
        Shelf::All,
        Shelf::Category("Fiction"),
        Shelf::Category("No such category"),
        Shelf::SemesterStudy("First year"),
        Shelf::SemesterStudy("Second year"),
        Shelf::SemesterStudy("Third year"),
        Shelf::AnySemesterStudy,
        Shelf::Archived,
    ];
    for shelf in shelves {
        let mut expected: Vec<Book> = all.iter().filter(|book| belongs(book, shelf)).cloned().collect();
        let count = read!(library, [shelf], |connection| books::count(connection, *shelf)
            .await);
        assert_eq!(count, length(&expected), "{shelf:?}");
        for order in Order::ALL {
            sort(&mut expected, shelf, order);
            let mut listed: Vec<Book> = Vec::new();
            loop {
                let offset = length(&listed);
                let page = read!(library, [shelf, order, offset], |connection| books::list(
                    connection, *shelf, *order, 4, *offset
                )
                .await);
                assert!(page.len() <= 4);
                if page.is_empty() {
                    break;
                }
                listed.extend(page);
            }
            let ids = |books: &[Book]| books.iter().map(|book| book.id).collect::<Vec<_>>();
            assert_eq!(ids(&listed), ids(&expected), "{shelf:?} {order:?}");
            assert_eq!(listed, expected, "{shelf:?} {order:?}");
        }
    }
}
