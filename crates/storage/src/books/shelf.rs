//! Lists of the catalogue and of the archive.

use crate::books::record::SELECT;
use crate::engine::{self, List, Remembered, Value, values};
use crate::patterns::{WORDS, book_text, patterns};
use crate::{Connection, Result};
use carrel_domain::catalogue::book::{Book, BookId};

/// The sort orders of a list of books. Each has an index, with and without a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Newest,
    Title,
    Author,
    Rating,
    Year,
    Popular,
}

impl Order {
    pub const ALL: [Order; 6] = [
        Order::Newest,
        Order::Title,
        Order::Author,
        Order::Rating,
        Order::Year,
        Order::Popular,
    ];

    const fn columns(self) -> engine::Order {
        match self {
            Order::Newest => engine::Order::descending(&["b.created_at", "b.id"]),
            Order::Title => engine::Order::ascending(&["b.title_key", "b.id"]),
            Order::Author => engine::Order::ascending(&["b.author_key", "b.id"]),
            Order::Rating => engine::Order::descending(&["k.rating_key", "k.rating_count", "k.book_id"]),
            Order::Year => engine::Order::descending(&["b.year_key", "b.id"]),
            Order::Popular => engine::Order::descending(&["k.popularity", "k.rating_key", "k.book_id"]),
        }
    }

    /// Whether the index of this order is on book_counts.
    const fn is_of_counts(self) -> bool {
        matches!(self, Order::Rating | Order::Popular)
    }
}

/// Which books a list contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf<'a> {
    /// Every current book.
    All,
    /// The current books of a category.
    Category(&'a str),
    /// The current books marked for semester study in a category.
    SemesterStudy(&'a str),
    /// The current books marked for semester study in any category.
    AnySemesterStudy,
    /// Books in the archive.
    Archived,
    /// Books in the archive that match a search.
    FoundInArchive(&'a Searched<'a>),
}

/// A search in the archive. It reads the archive from end to end, because the search index does not contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched<'a> {
    category: Option<&'a str>,
    patterns: [String; WORDS],
}

impl<'a> Searched<'a> {
    /// Matches books of a category, or of any, whose title, author or ISBN contain every word, or part of a word. The
    /// words are folded like the keys of titles, so they contain no character with a meaning in a pattern.
    pub fn new(category: Option<&'a str>, words: &[String]) -> Self {
        Searched {
            category,
            patterns: if words.is_empty() {
                std::array::from_fn(|_| "%".to_owned())
            } else {
                patterns(words)
            },
        }
    }

    fn bind<'b>(&'b self, bound: &mut Vec<Value<'b>>) {
        bound.push(self.category.into());
        bound.extend(self.patterns.iter().map(|pattern| Value::Text(pattern)));
    }
}

/// The condition on books for a [`Searched`], whose placeholders follow the first one.
macro_rules! searched {
    ($category:literal, $($pattern:literal),*) => {
        concat!(
            "b.archived_at IS NOT NULL AND b.deleted_at IS NULL AND (CAST(", $category, " AS TEXT) IS NULL OR b.category = ", $category, ")",
            $(" AND ", book_text!("b"), " LIKE ", $pattern,)*
        )
    };
}

impl<'a> Shelf<'a> {
    /// The condition on books, or on their counts where the order is an order of counts; appends its values.
    fn condition(self, order: Order, bound: &mut Vec<Value<'a>>) -> &'static str {
        match self {
            Shelf::All if order.is_of_counts() => "k.is_current = 1",
            Shelf::All => "b.archived_at IS NULL",
            Shelf::Category(category) => {
                bound.push(Value::Text(category));
                if order.is_of_counts() {
                    "k.is_current = 1 AND k.category = $1"
                } else {
                    "b.archived_at IS NULL AND b.category = $1"
                }
            }
            Shelf::SemesterStudy(category) => {
                bound.push(Value::Text(category));
                "b.id IN (SELECT s.book_id FROM semester_study s WHERE s.category = $1) AND b.archived_at IS NULL"
            }
            Shelf::AnySemesterStudy => "b.archived_at IS NULL AND b.semester_categories <> ''",
            Shelf::Archived => "b.archived_at IS NOT NULL AND b.deleted_at IS NULL",
            Shelf::FoundInArchive(searched) => {
                searched.bind(bound);
                searched!("$1", "$2", "$3", "$4", "$5", "$6", "$7")
            }
        }
    }

    /// Whether an index returns the books of this shelf in an order. Other shelves have few books, which are sorted.
    fn is_indexed(self, order: Order) -> bool {
        match self {
            Shelf::All | Shelf::Category(_) => true,
            Shelf::AnySemesterStudy | Shelf::Archived => order == Order::Newest,
            Shelf::SemesterStudy(_) | Shelf::FoundInArchive(_) => false,
        }
    }
}

/// A page of books.
pub async fn list(
    connection: &mut Connection,
    shelf: Shelf<'_>,
    order: Order,
    limit: i64,
    offset: i64,
) -> Result<Vec<Book>> {
    let list = List {
        select: SELECT,
        bound: &[],
        table: if order.is_of_counts() {
            "book_counts k"
        } else {
            "books b"
        },
        condition: &|bound| shelf.condition(order, bound).to_owned(),
        order: match shelf {
            Shelf::Archived | Shelf::FoundInArchive(_) if order == Order::Newest => {
                engine::Order::descending(&["b.archived_at", "b.id"])
            }
            _ => order.columns(),
        },
        is_indexed: shelf.is_indexed(order),
        remembered: if order.is_of_counts() {
            Remembered::UntilCommit
        } else {
            Remembered::UntilCatalogueChange
        },
    };
    connection.page(&list, limit, offset).await
}

/// How many books a shelf contains. Counts of current books are stored, not computed.
pub async fn count(connection: &mut Connection, shelf: Shelf<'_>) -> Result<i64> {
    let (count,) = match shelf {
        Shelf::All => {
            connection
                .one(
                    "SELECT CAST(COALESCE(sum(books), 0) AS BIGINT) FROM category_counts",
                    &[],
                )
                .await?
        }
        Shelf::Category(category) => {
            let found = connection
                .optional(
                    "SELECT books FROM category_counts WHERE category = $1",
                    values![category],
                )
                .await?;
            found.unwrap_or((0,))
        }
        Shelf::SemesterStudy(category) => {
            connection
                .one(
                    "SELECT count(*) FROM semester_study s JOIN books b ON b.id = s.book_id \
                     WHERE s.category = $1 AND b.archived_at IS NULL",
                    values![category],
                )
                .await?
        }
        Shelf::AnySemesterStudy => {
            connection
                .one(
                    "SELECT count(*) FROM books WHERE archived_at IS NULL AND semester_categories <> ''",
                    &[],
                )
                .await?
        }
        Shelf::Archived => {
            connection
                .one(
                    "SELECT count(*) FROM books WHERE archived_at IS NOT NULL AND deleted_at IS NULL",
                    &[],
                )
                .await?
        }
        Shelf::FoundInArchive(searched) => {
            let mut bound = Vec::new();
            searched.bind(&mut bound);
            connection
                .one(
                    concat!(
                        "SELECT count(*) FROM books b WHERE ",
                        searched!("$1", "$2", "$3", "$4", "$5", "$6", "$7")
                    ),
                    &bound,
                )
                .await?
        }
    };
    Ok(count)
}

/// Every category with current books, by name, with the number of its books.
pub async fn categories(connection: &mut Connection) -> Result<Vec<(String, i64)>> {
    connection
        .rows(
            "SELECT category, books FROM category_counts WHERE books > 0 ORDER BY category",
            &[],
        )
        .await
}

/// The categories of the archived books that match a search, by name, with the number of matching books.
pub async fn archived_categories(
    connection: &mut Connection,
    searched: &Searched<'_>,
) -> Result<Vec<(String, i64)>> {
    let mut bound = Vec::new();
    searched.bind(&mut bound);
    connection
        .rows(
            concat!(
                "SELECT b.category, count(*) FROM books b WHERE ",
                searched!("$1", "$2", "$3", "$4", "$5", "$6", "$7"),
                " GROUP BY b.category ORDER BY b.category"
            ),
            &bound,
        )
        .await
}

/// The ids of all books with a category, also as a semester category, those of the archive included. An id can occur twice.
pub async fn ids_of_category(connection: &mut Connection, category: &str) -> Result<Vec<BookId>> {
    let rows: Vec<(BookId,)> = connection
        .rows(
            "SELECT b.id FROM books b WHERE b.category = $1 AND b.archived_at IS NULL \
             UNION ALL SELECT b.id FROM books b \
             WHERE b.category = $1 AND b.archived_at IS NOT NULL AND b.deleted_at IS NULL \
             UNION ALL SELECT b.id FROM semester_study s JOIN books b ON b.id = s.book_id \
             WHERE s.category = $1 AND b.deleted_at IS NULL",
            values![category],
        )
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
