//! Books: bibliographic records, and the counts kept beside them.

use const_format::concatcp;
use serde::{Deserialize, Serialize};

use crate::engine::{Rank, Statement, Value, from_row, values};
use crate::tombstones::{self, Entity};
use crate::{Connection, Result, Transaction, totals};

/// A book as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookRow {
    pub id: String,
    pub title: String,
    pub author: String,
    pub category: String,
    pub description: String,
    pub cover_image: Option<String>,
    pub pages: Option<i64>,
    pub isbn: Option<String>,
    pub publisher: Option<String>,
    pub language: String,
    pub published_year: Option<i64>,
    pub borrowing_period_days: Option<i64>,
    pub item_type: Option<String>,
    /// One category a line.
    pub semester_categories: String,
    pub total_copies: i64,
    pub available_copies: i64,
    pub borrow_count: i64,
    pub popularity: i64,
    pub rating_sum: i64,
    pub rating_count: i64,
    pub archived_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
}

from_row!(BookRow {
    id,
    title,
    author,
    category,
    description,
    cover_image,
    pages,
    isbn,
    publisher,
    language,
    published_year,
    borrowing_period_days,
    item_type,
    semester_categories,
    total_copies,
    available_copies,
    borrow_count,
    popularity,
    rating_sum,
    rating_count,
    archived_at,
    created_at,
    updated_at,
});

impl BookRow {
    /// The semester-study categories as a list.
    pub fn semester_categories(&self) -> Vec<String> {
        self.semester_categories.lines().map(str::to_owned).collect()
    }
}

/// The columns of a [`BookRow`], of `books b` and `book_counts k`.
pub(crate) const COLUMNS: &str = "b.id, b.title, b.author, b.category, b.description, b.cover_image, b.pages, b.isbn, \
    b.publisher, b.language, b.published_year, b.borrowing_period_days, b.item_type, b.semester_categories, \
    k.total_copies, k.available_copies, k.borrow_count, k.popularity, k.rating_sum, k.rating_count, b.archived_at, \
    b.created_at, b.updated_at";

/// Books with their counts, for what is found by the record.
const BY_RECORD: &str = "books b JOIN book_counts k ON k.book_id = b.id";

/// What a person wrote into a book's record, with the keys it is sorted by.
#[derive(Debug, Clone)]
pub struct BookFields {
    pub title: String,
    pub title_key: String,
    pub author: String,
    pub author_key: String,
    pub category: String,
    pub description: String,
    pub cover_image: Option<String>,
    pub pages: Option<i64>,
    pub isbn: Option<String>,
    pub publisher: Option<String>,
    pub language: String,
    pub published_year: Option<i64>,
    pub borrowing_period_days: Option<i64>,
    /// The code of an item type.
    pub item_type: Option<String>,
    pub semester_categories: Vec<String>,
}

/// The orders a list of books can have. Each has an index, with and without a category.
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
    const fn sql(self) -> &'static str {
        match self {
            Order::Newest => "b.created_at DESC, b.id DESC",
            Order::Title => "b.title_key, b.id",
            Order::Author => "b.author_key, b.id",
            Order::Rating => "k.rating_key DESC, k.rating_count DESC, k.book_id DESC",
            Order::Year => "b.year_key DESC, b.id DESC",
            Order::Popular => "k.popularity DESC, k.rating_key DESC, k.book_id DESC",
        }
    }

    /// Whether the index of this order is on book_counts.
    const fn is_of_counts(self) -> bool {
        matches!(self, Order::Rating | Order::Popular)
    }
}

/// Which books a list holds.
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
    /// Books in the archive that are looked for.
    FoundInArchive(&'a Searched<'a>),
}

/// What is looked for in the archive. It is read from end to end: the search index does not hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched<'a> {
    category: Option<&'a str>,
    patterns: [String; Searched::WORDS],
}

impl<'a> Searched<'a> {
    /// How many words are looked for; the rest is ignored.
    pub const WORDS: usize = 6;

    /// Books of a category, or of any, that have every word, or part of a word, in title, author or ISBN.
    /// The words are folded as the keys of titles are, so they hold no sign that means something in a pattern.
    pub fn new(category: Option<&'a str>, words: &[String]) -> Self {
        // Always six, so that there is one statement to cache.
        let pattern = |place: usize| {
            words
                .get(place)
                .map_or_else(|| "%".to_owned(), |word| format!("%{word}%"))
        };
        Searched {
            category,
            patterns: std::array::from_fn(pattern),
        }
    }

    fn bind<'b>(&'b self, bound: &mut Vec<Value<'b>>) {
        bound.push(self.category.into());
        bound.extend(self.patterns.iter().map(|pattern| Value::Text(pattern)));
    }
}

/// The books that are [`Searched`], of the placeholders that follow the first.
macro_rules! searched {
    ($category:literal, $($pattern:literal),*) => {
        concat!(
            "b.archived_at IS NOT NULL AND (CAST(", $category, " AS TEXT) IS NULL OR b.category = ", $category, ")",
            $(" AND b.title_key || ' ' || b.author_key || ' ' || COALESCE(b.isbn, '') LIKE ", $pattern,)*
        )
    };
}

/// The SQL of a page of books and its values; public so that tests can look at its plan.
pub fn list_sql(shelf: Shelf<'_>, order: Order, limit: i64, offset: i64) -> (String, Vec<Value<'_>>) {
    let mut bound = vec![Value::Integer(limit), Value::Integer(offset)];
    let place = match shelf {
        Shelf::All if order.is_of_counts() => "k.is_current = 1",
        Shelf::All => "b.archived_at IS NULL",
        Shelf::Category(category) => {
            bound.push(Value::Text(category));
            if order.is_of_counts() {
                "k.is_current = 1 AND k.category = $3"
            } else {
                "b.archived_at IS NULL AND b.category = $3"
            }
        }
        Shelf::SemesterStudy(category) => {
            bound.push(Value::Text(category));
            "b.id IN (SELECT s.book_id FROM semester_study s WHERE s.category = $3) AND b.archived_at IS NULL"
        }
        Shelf::AnySemesterStudy => "b.archived_at IS NULL AND b.semester_categories <> ''",
        Shelf::Archived => "b.archived_at IS NOT NULL",
        Shelf::FoundInArchive(searched) => {
            searched.bind(&mut bound);
            searched!("$3", "$4", "$5", "$6", "$7", "$8", "$9")
        }
    };
    let order = match shelf {
        Shelf::Archived | Shelf::FoundInArchive(_) if order == Order::Newest => {
            "b.archived_at DESC, b.id DESC"
        }
        _ => order.sql(),
    };
    (
        format!("SELECT {COLUMNS} FROM {BY_RECORD} WHERE {place} ORDER BY {order} LIMIT $1 OFFSET $2"),
        bound,
    )
}

/// A page of books.
pub async fn list(
    connection: &mut Connection,
    shelf: Shelf<'_>,
    order: Order,
    limit: i64,
    offset: i64,
) -> Result<Vec<BookRow>> {
    let (sql, bound) = list_sql(shelf, order, limit, offset);
    connection.rows(&sql, &bound).await
}

/// How many books a shelf holds. Counts of current books are kept, not counted.
pub async fn count(connection: &mut Connection, shelf: Shelf<'_>) -> Result<i64> {
    let (count,) =
        match shelf {
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
            Shelf::AnySemesterStudy => connection
                .one(
                    "SELECT count(DISTINCT s.book_id) FROM semester_study s JOIN books b ON b.id = s.book_id \
                     WHERE b.archived_at IS NULL",
                    &[],
                )
                .await?,
            Shelf::Archived => {
                connection
                    .one("SELECT count(*) FROM books WHERE archived_at IS NOT NULL", &[])
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

/// Every category with current books, by name, with how many it has.
pub async fn categories(connection: &mut Connection) -> Result<Vec<(String, i64)>> {
    connection
        .rows(
            "SELECT category, books FROM category_counts WHERE books > 0 ORDER BY category",
            &[],
        )
        .await
}

/// The categories of what is looked for in the archive, by name, with how many books each has there.
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

/// One book, archived or not.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<BookRow>> {
    connection
        .optional(
            concatcp!("SELECT ", COLUMNS, " FROM ", BY_RECORD, " WHERE b.id = $1"),
            values![id],
        )
        .await
}

/// One book, kept from others until the transaction ends.
pub async fn find_locked(transaction: &mut Transaction, id: &str) -> Result<Option<BookRow>> {
    transaction
        .locked(
            Rank::Book,
            concatcp!("SELECT ", COLUMNS, " FROM ", BY_RECORD, " WHERE b.id = $1"),
            values![id],
        )
        .await
}

/// How many copies of a book are on the shelf, kept from others until the transaction ends.
pub async fn available_copies(transaction: &mut Transaction, id: &str) -> Result<Option<i64>> {
    let found: Option<(i64,)> = transaction
        .locked(
            Rank::Book,
            "SELECT available_copies FROM book_counts WHERE book_id = $1",
            values![id],
        )
        .await?;
    Ok(found.map(|(copies,)| copies))
}

/// The current books with these ids, in the order of the ids; those that are gone are left out.
pub async fn find_many(connection: &mut Connection, ids: &[String]) -> Result<Vec<BookRow>> {
    let mut found: Vec<BookRow> = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(20) {
        // Always twenty placeholders, so that there is one statement to cache.
        let mut bound = [Value::Null; 20];
        for (value, id) in bound.iter_mut().zip(chunk) {
            *value = Value::Text(id);
        }
        let rows: Vec<BookRow> = connection
            .rows(
                concatcp!(
                    "SELECT ",
                    COLUMNS,
                    " FROM ",
                    BY_RECORD,
                    " WHERE b.archived_at IS NULL AND b.id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
                     $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)"
                ),
                &bound,
            )
            .await?;
        found.extend(rows);
    }
    let place = |id: &str| ids.iter().position(|wanted| wanted == id).unwrap_or(usize::MAX);
    found.sort_by_key(|book| place(&book.id));
    Ok(found)
}

/// A page of all books after an id, archived or not, in the order of ids: for walking through the whole catalogue.
pub async fn page_after(connection: &mut Connection, after_id: &str, limit: i64) -> Result<Vec<BookRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                COLUMNS,
                " FROM ",
                BY_RECORD,
                " WHERE b.id > $1 ORDER BY b.id LIMIT $2"
            ),
            values![after_id, limit],
        )
        .await
}

/// The first other current book with an ISBN: its id and title.
pub async fn other_with_isbn(
    connection: &mut Connection,
    isbn: &str,
    except_id: &str,
) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT b.id, b.title FROM book_identifiers i JOIN books b ON b.id = i.book_id \
             WHERE i.kind = 'isbn' AND i.value_key = $1 AND i.book_id <> $2 AND b.archived_at IS NULL \
             ORDER BY i.book_id LIMIT 1",
            values![isbn, except_id],
        )
        .await
}

/// Current books by the same author, most popular first.
pub async fn by_author(connection: &mut Connection, author_key: &str, limit: i64) -> Result<Vec<(String,)>> {
    connection
        .rows(
            "SELECT b.id FROM books b JOIN book_counts k ON k.book_id = b.id WHERE b.author_key = $1 \
             AND b.archived_at IS NULL ORDER BY k.popularity DESC, b.id LIMIT $2",
            values![author_key, limit],
        )
        .await
}

/// The most borrowed books of all time, those that were never borrowed left out.
pub async fn most_borrowed(connection: &mut Connection, limit: i64, offset: i64) -> Result<Vec<BookRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                COLUMNS,
                " FROM ",
                BY_RECORD,
                " WHERE k.borrow_count > 0 ORDER BY k.borrow_count DESC, k.book_id DESC LIMIT $1 OFFSET $2"
            ),
            values![limit, offset],
        )
        .await
}

/// How many books were ever borrowed.
pub async fn count_ever_borrowed(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one("SELECT count(*) FROM book_counts WHERE borrow_count > 0", &[])
        .await?;
    Ok(count)
}

/// Current books without any copy, by title.
pub async fn without_copies(connection: &mut Connection, limit: i64) -> Result<Vec<BookRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                COLUMNS,
                " FROM ",
                BY_RECORD,
                " WHERE k.total_copies = 0 AND k.is_current = 1 ORDER BY b.title_key, b.id LIMIT $1"
            ),
            values![limit],
        )
        .await
}

/// How many current books have no copy.
pub async fn count_without_copies(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM book_counts WHERE total_copies = 0 AND is_current = 1",
            &[],
        )
        .await?;
    Ok(count)
}

/// Adds a book without copies.
pub async fn insert(transaction: &mut Transaction, id: &str, fields: &BookFields, now: i64) -> Result<()> {
    let semester_categories = fields.semester_categories.join("\n");
    transaction
        .execute(
            "INSERT INTO books (id, title, title_key, author, author_key, category, description, cover_image, pages, \
             isbn, publisher, language, published_year, year_key, borrowing_period_days, semester_categories, \
             created_at, updated_at, item_type) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)",
            values![
                id,
                &fields.title,
                &fields.title_key,
                &fields.author,
                &fields.author_key,
                &fields.category,
                &fields.description,
                &fields.cover_image,
                fields.pages,
                &fields.isbn,
                &fields.publisher,
                &fields.language,
                fields.published_year,
                fields.published_year.unwrap_or(i64::MIN),
                fields.borrowing_period_days,
                &semester_categories,
                now,
                &fields.item_type
            ],
        )
        .await?;
    transaction
        .execute(
            "INSERT INTO book_counts (book_id, category, is_current) VALUES ($1, $2, 1)",
            values![id, &fields.category],
        )
        .await?;
    set_author(transaction, id, &fields.author, &fields.author_key).await?;
    set_isbn(transaction, id, fields.isbn.as_deref()).await?;
    for category in &fields.semester_categories {
        mark_for_study(transaction, id, category).await?;
    }
    add_to_category(transaction, &fields.category, 1).await
}

/// Overwrites what people write into a book's record.
pub async fn update(
    transaction: &mut Transaction,
    before: &BookRow,
    fields: &BookFields,
    now: i64,
) -> Result<()> {
    let semester_categories = fields.semester_categories.join("\n");
    transaction
        .execute(
            "UPDATE books SET title = $2, title_key = $3, author = $4, author_key = $5, category = $6, \
             description = $7, cover_image = $8, pages = $9, isbn = $10, publisher = $11, language = $12, \
             published_year = $13, year_key = $14, borrowing_period_days = $15, semester_categories = $16, \
             updated_at = $17, item_type = $18 WHERE id = $1",
            values![
                &before.id,
                &fields.title,
                &fields.title_key,
                &fields.author,
                &fields.author_key,
                &fields.category,
                &fields.description,
                &fields.cover_image,
                fields.pages,
                &fields.isbn,
                &fields.publisher,
                &fields.language,
                fields.published_year,
                fields.published_year.unwrap_or(i64::MIN),
                fields.borrowing_period_days,
                &semester_categories,
                now,
                &fields.item_type
            ],
        )
        .await?;
    if before.author != fields.author {
        set_author(transaction, &before.id, &fields.author, &fields.author_key).await?;
    }
    if before.isbn != fields.isbn {
        set_isbn(transaction, &before.id, fields.isbn.as_deref()).await?;
    }
    if before.semester_categories != semester_categories {
        set_semester_study(transaction, &before.id, &fields.semester_categories).await?;
    }
    if before.category != fields.category {
        transaction
            .execute(
                "UPDATE book_counts SET category = $2 WHERE book_id = $1",
                values![&before.id, &fields.category],
            )
            .await?;
        totals::move_book(transaction, &before.id, &before.category, &fields.category).await?;
    }
    if before.archived_at.is_none() && before.category != fields.category {
        add_to_category(transaction, &before.category, -1).await?;
        add_to_category(transaction, &fields.category, 1).await?;
    }
    Ok(())
}

/// Puts a current book into the archive. False when it was there already.
pub async fn archive(transaction: &mut Transaction, book: &BookRow, now: i64) -> Result<bool> {
    let changed = transaction
        .execute(
            "UPDATE books SET archived_at = $2, updated_at = $2 WHERE id = $1 AND archived_at IS NULL",
            values![&book.id, now],
        )
        .await?;
    if changed > 0 {
        set_current(transaction, &book.id, 0).await?;
        add_to_category(transaction, &book.category, -1).await?;
    }
    Ok(changed > 0)
}

/// Takes a book out of the archive. False when it was not there.
pub async fn restore(transaction: &mut Transaction, book: &BookRow, now: i64) -> Result<bool> {
    let changed = transaction
        .execute(
            "UPDATE books SET archived_at = NULL, updated_at = $2 WHERE id = $1 AND archived_at IS NOT NULL",
            values![&book.id, now],
        )
        .await?;
    if changed > 0 {
        set_current(transaction, &book.id, 1).await?;
        add_to_category(transaction, &book.category, 1).await?;
    }
    Ok(changed > 0)
}

/// Erases a book that never was borrowed, with its copies, and leaves a tombstone.
pub async fn erase(transaction: &mut Transaction, book: &BookRow, now: i64) -> Result<()> {
    let id = values![&book.id];
    transaction
        .execute(
            "DELETE FROM copy_events WHERE copy_id IN (SELECT id FROM copies WHERE book_id = $1)",
            id,
        )
        .await?;
    transaction
        .execute("DELETE FROM copies WHERE book_id = $1", id)
        .await?;
    transaction
        .execute("DELETE FROM ratings WHERE book_id = $1", id)
        .await?;
    transaction.execute("DELETE FROM books WHERE id = $1", id).await?;
    tombstones::insert(transaction, Entity::Book, &book.id, now).await?;
    if book.archived_at.is_none() {
        add_to_category(transaction, &book.category, -1).await?;
    }
    Ok(())
}

/// Changes the counts of copies kept on a book. A CHECK refuses what cannot be.
pub async fn add_copies(transaction: &mut Transaction, id: &str, total: i64, available: i64) -> Result<()> {
    transaction
        .execute_all(&[adding_copies(id, total, available)])
        .await?;
    Ok(())
}

/// What [`add_copies`] does.
pub fn adding_copies(id: &str, total: i64, available: i64) -> Statement<'_> {
    Statement {
        sql: "UPDATE book_counts SET total_copies = total_copies + $2, available_copies = available_copies + $3 \
              WHERE book_id = $1",
        values: values![id, total, available].to_vec(),
    }
}

/// Takes one copy off the shelf for a borrowing. False when none was there.
pub async fn take_copy(transaction: &mut Transaction, id: &str, popularity: i64) -> Result<bool> {
    let changed = transaction.execute_all(&[taking_copy(id, popularity)]).await?;
    Ok(changed == [1])
}

/// What [`take_copy`] does; it changes no row when none was there.
pub fn taking_copy(id: &str, popularity: i64) -> Statement<'_> {
    Statement {
        sql: "UPDATE book_counts SET available_copies = available_copies - 1, borrow_count = borrow_count + 1, \
              popularity = $2 WHERE book_id = $1 AND available_copies > 0",
        values: values![id, popularity].to_vec(),
    }
}

/// Overwrites what is derived from ratings: their sum, their number, the average in hundredths.
pub async fn set_rating(
    transaction: &mut Transaction,
    id: &str,
    sum: i64,
    count: i64,
    average_hundredths: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE book_counts SET rating_sum = $2, rating_count = $3, rating_key = $4 WHERE book_id = $1",
            values![id, sum, count, average_hundredths],
        )
        .await?;
    Ok(())
}

async fn set_current(transaction: &mut Transaction, id: &str, is_current: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE book_counts SET is_current = $2 WHERE book_id = $1",
            values![id, is_current],
        )
        .await?;
    Ok(())
}

/// Writes the author of the record as the first contributor.
async fn set_author(transaction: &mut Transaction, id: &str, author: &str, author_key: &str) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO contributors (book_id, position, name, name_key, role) VALUES ($1, 0, $2, $3, 'author') \
             ON CONFLICT (book_id, position) DO UPDATE SET name = excluded.name, name_key = excluded.name_key",
            values![id, author, author_key],
        )
        .await?;
    Ok(())
}

/// Writes the preferred ISBN as the first identifier, or removes it.
async fn set_isbn(transaction: &mut Transaction, id: &str, isbn: Option<&str>) -> Result<()> {
    match isbn {
        Some(isbn) => {
            transaction
                .execute(
                    "INSERT INTO book_identifiers (book_id, position, kind, value, value_key) \
                     VALUES ($1, 0, 'isbn', $2, $2) ON CONFLICT (book_id, position) \
                     DO UPDATE SET value = excluded.value, value_key = excluded.value_key",
                    values![id, isbn],
                )
                .await?
        }
        None => {
            transaction
                .execute(
                    "DELETE FROM book_identifiers WHERE book_id = $1 AND position = 0",
                    values![id],
                )
                .await?
        }
    };
    Ok(())
}

async fn set_semester_study(transaction: &mut Transaction, id: &str, categories: &[String]) -> Result<()> {
    transaction
        .execute("DELETE FROM semester_study WHERE book_id = $1", values![id])
        .await?;
    for category in categories {
        mark_for_study(transaction, id, category).await?;
    }
    Ok(())
}

async fn mark_for_study(transaction: &mut Transaction, id: &str, category: &str) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO semester_study (category, book_id) VALUES ($1, $2)",
            values![category, id],
        )
        .await?;
    Ok(())
}

async fn add_to_category(transaction: &mut Transaction, category: &str, books: i64) -> Result<()> {
    // Taking away never makes a row: the insert's value is checked even where it only meets the row that is there.
    if books < 0 {
        transaction
            .execute(
                "UPDATE category_counts SET books = books + $2 WHERE category = $1",
                values![category, books],
            )
            .await?;
        return Ok(());
    }
    transaction
        .execute(
            "INSERT INTO category_counts (category, books) VALUES ($1, $2) \
             ON CONFLICT (category) DO UPDATE SET books = category_counts.books + excluded.books",
            values![category, books],
        )
        .await?;
    Ok(())
}
