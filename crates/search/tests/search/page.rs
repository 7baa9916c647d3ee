//! Order and paging.

use crate::catalogue::{book, index_of, names, query};
use carrel_domain::catalogue::book::BookId;
use carrel_search::{BookDocument, Change, Filters, Index, Query, Sort};

fn sorted(index: &Index, sort: Sort) -> String {
    names(&index.search(&Query { sort, ..query("") }).unwrap().ids)
}

fn shelf() -> [BookDocument; 6] {
    let book = |id, title, author, language: &str, year, created, rating, popularity| BookDocument {
        language: language.into(),
        published_year: year,
        created_at_ms: created,
        rating_hundredths: rating,
        popularity,
        ..book(id, title, author)
    };
    [
        book(
            "a",
            "The Hobbit",
            "J.R.R. Tolkien",
            "English",
            Some(1937),
            5,
            450,
            10,
        ),
        book(
            "b",
            "Émile",
            "Jean-Jacques Rousseau",
            "French",
            Some(1762),
            3,
            0,
            0,
        ),
        book(
            "c",
            "Der Zauberberg",
            "Thomas Mann",
            "German",
            Some(1924),
            9,
            500,
            30,
        ),
        book("d", "emma", "Jane Austen", "English", Some(1815), 3, 450, 30),
        book("e", "Война и мир", "Лев Толстой", "Russian", None, -7, 0, 5),
        book("f", "Odyssey", "Homer", "English", Some(-700), 1, 301, 5),
    ]
}

#[test]
fn sorts_by_each_order() {
    let index = index_of(shelf());
    for (sort, expected) in [
        (Sort::CreatedAt, "c a b d f e"),
        (Sort::Relevance, "c a b d f e"),
        (Sort::Title, "b d a f c e"),
        (Sort::Author, "f a d b c e"),
        (Sort::Rating, "c a d f b e"),
        (Sort::PublishedYear, "a c d b f e"),
        (Sort::Popular, "c d a e f b"),
    ] {
        assert_eq!(sorted(&index, sort), expected, "{sort:?}");
    }
    let found = index
        .search(&Query {
            sort: Sort::PublishedYear,
            ..query("e")
        })
        .unwrap();
    assert_eq!(names(&found.ids), "d b");
}

/// Many books in many commits, more than a search keeps at once, with few different values so that every order has ties, which
/// only the id breaks. The ids have one to four digits, so their order as numbers differs from their order as texts.
fn crowd() -> (Index, Vec<BookDocument>) {
    let index = Index::in_memory().unwrap();
    let mut books = Vec::new();
    for batch in 0..7_u64 {
        let mut changes = Vec::new();
        for n in 0..1350_u64 {
            let number = (batch * 1350 + n) * 7919 % 9450;
            let mut book = book(
                "",
                &format!(
                    "{} Introduction to Subject {}",
                    ["The", "An"][number as usize % 2],
                    number % 40
                ),
                ["Ann Lee", "Bo Lee"][number as usize % 2],
            );
            book.id = BookId::new(i64::try_from(number + 1).unwrap());
            book.created_at_ms = i64::try_from(number % 3).unwrap();
            book.rating_hundredths = i64::try_from(number % 5 * 100).unwrap();
            book.published_year = (number % 4 > 0).then(|| i32::try_from(number % 4).unwrap());
            book.popularity = i64::try_from(number % 6).unwrap();
            book.category = match number % 50 {
                0 => "Dance".into(),
                _ => ["Art", "Biology", "Chemistry"][number as usize % 3].into(),
            };
            changes.push(Change::Put(book.clone()));
            if number % 90 == 45 {
                changes.push(Change::Remove(book.id));
            } else {
                books.push(book);
            }
        }
        index.apply(changes, &(batch + 1).to_string()).unwrap();
    }
    (index, books)
}

#[test]
fn pages_are_slices_of_one_order() {
    let (index, books) = crowd();
    let title = |book: &BookDocument| book.title.split_once(' ').unwrap().1.to_lowercase();
    for sort in [
        Sort::Relevance,
        Sort::CreatedAt,
        Sort::Title,
        Sort::Author,
        Sort::Rating,
        Sort::PublishedYear,
        Sort::Popular,
    ] {
        // All books, many and few.
        for (text, category) in [
            ("", ""),
            ("introduction", ""),
            ("", "Biology"),
            ("introduction", "Dance"),
        ] {
            let mut expected: Vec<_> = books
                .iter()
                .filter(|book| category.is_empty() || book.category == category)
                .map(|book| {
                    let descending = match sort {
                        Sort::Relevance if text.is_empty() => -book.created_at_ms,
                        Sort::CreatedAt => -book.created_at_ms,
                        Sort::Relevance | Sort::Popular => -book.popularity,
                        Sort::Rating => -book.rating_hundredths,
                        Sort::PublishedYear => -i64::from(book.published_year.unwrap_or(i32::MIN)),
                        Sort::Title | Sort::Author => 0,
                    };
                    let ascending = match sort {
                        Sort::Title => title(book),
                        Sort::Author => book.author.to_lowercase(),
                        _ => String::new(),
                    };
                    (descending, ascending, book.id)
                })
                .collect();
            expected.sort();
            let categories: Vec<String> = Some(category.to_owned())
                .into_iter()
                .filter(|category| !category.is_empty())
                .collect();
            for (offset, limit) in [
                (0, 20),
                (0, 1),
                (13, 7),
                (100, 50),
                (500, 33),
                (9330, 20),
                (9345, 5),
                (0, 2000),
                (2, 0),
            ] {
                let found = index
                    .search(&Query {
                        text,
                        sort,
                        offset,
                        limit,
                        filters: Filters {
                            categories: &categories,
                            ..Filters::default()
                        },
                        ..query("")
                    })
                    .unwrap();
                let page: Vec<_> = expected
                    .iter()
                    .skip(offset)
                    .take(limit)
                    .map(|&(_, _, id)| id)
                    .collect();
                assert_eq!(found.ids, page, "{sort:?} {text:?} {category:?} {offset} {limit}");
                assert_eq!(found.total, expected.len());
            }
        }
    }
}

/// Of more matches than a search keeps at once, the best ones are found, though they come last.
#[test]
fn the_best_of_many_matches_are_found() {
    let documents = (0..6_000_i64).map(|number| BookDocument {
        id: BookId::new(number + 1),
        description: if number % 3 == 0 {
            "An introduction.".into()
        } else {
            String::new()
        },
        ..book(
            "",
            &format!(
                "Introduction{}",
                " word".repeat(9 - usize::try_from(number / 667).unwrap())
            ),
            "",
        )
    });
    let index = index_of(documents);
    let page = |limit| {
        let found = index.search(&Query {
            limit,
            ..query("introduction")
        });
        found.unwrap().ids
    };
    let all = page(usize::MAX);
    assert_eq!(all.len(), 6_000);
    for limit in [1, 20, 700] {
        assert_eq!(page(limit), all[..limit], "{limit}");
    }
    assert!(
        all[0].number() > 5_330,
        "the shortest title comes first: {:?}",
        all[0]
    );
}

#[test]
fn takes_any_offset_and_limit() {
    let index = index_of(shelf());
    for (offset, limit, length) in [
        (usize::MAX, 10, 0),
        (0, usize::MAX, 6),
        (2, usize::MAX, 4),
        (usize::MAX, usize::MAX, 0),
    ] {
        let found = index
            .search(&Query {
                offset,
                limit,
                ..query("")
            })
            .unwrap();
        assert_eq!((found.ids.len(), found.total), (length, 6));
    }
}
