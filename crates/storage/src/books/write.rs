//! Adding, changing and removing books.

use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use carrel_domain::catalogue::uploaded_cover::is_uploaded;

use crate::counters::{self, Counter};
use crate::engine::record::Sql;
use crate::engine::{Fields, Value, sql, values};
use crate::{Result, Transaction, covers, duplicates, totals};

/// A record with the keys by which it is sorted.
#[derive(Debug, Clone, Default)]
pub struct KeyedRecord {
    pub record: BookRecord,
    pub title_key: String,
    pub author_key: String,
}

/// The columns of `books` that [`KeyedRecord::write`] gives values for, beside the id and the instants.
pub(crate) const KEYS: &[&str] = &["title_key", "author_key", "year_key"];

impl KeyedRecord {
    /// Appends the values of [`KEYS`] and of the record.
    pub(crate) fn write<'a>(&'a self, values: &mut Vec<Value<'a>>) {
        values.extend([
            Value::Text(&self.title_key),
            Value::Text(&self.author_key),
            Value::Integer(self.record.published_year.unwrap_or(i64::MIN)),
        ]);
        self.record.write(values);
    }
}

/// Adds a book without copies.
pub async fn insert(transaction: &mut Transaction, id: BookId, book: &KeyedRecord, now: i64) -> Result<()> {
    count_change(transaction).await?;
    let mut bound = values![id, now, now, now].to_vec();
    book.write(&mut bound);
    transaction
        .execute(
            sql!(Sql::insert(
                "books",
                &[
                    &["id", "created_at", "updated_at", "shared_at"],
                    KEYS,
                    BookRecord::NAMES
                ]
            )),
            &bound,
        )
        .await?;
    let record = &book.record;
    transaction
        .execute(
            "INSERT INTO book_counts (book_id, category, is_current) VALUES ($1, $2, 1)",
            values![id, &record.category],
        )
        .await?;
    if record.isbn.is_some() {
        set_isbn(transaction, id, record.isbn.as_deref()).await?;
    }
    for category in &record.semester_categories {
        mark_for_study(transaction, id, category).await?;
    }
    add_to_category(transaction, &record.category, 1).await
}

/// Overwrites the record of a book. An uploaded cover that it no longer has is removed.
pub async fn update(
    transaction: &mut Transaction,
    before: &Book,
    book: &KeyedRecord,
    now: i64,
) -> Result<()> {
    count_change(transaction).await?;
    let mut bound = values![&before.id, now, now].to_vec();
    book.write(&mut bound);
    transaction
        .execute(
            sql!(Sql::update(
                "books",
                &[&["updated_at", "shared_at"], KEYS, BookRecord::NAMES]
            )),
            &bound,
        )
        .await?;
    let record = &book.record;
    if before.isbn != record.isbn {
        set_isbn(transaction, before.id, record.isbn.as_deref()).await?;
    }
    if before.cover_image != record.cover_image && before.cover_image.as_deref().is_some_and(is_uploaded) {
        covers::remove(transaction, before.id).await?;
    }
    if before.semester_categories != record.semester_categories {
        set_semester_study(transaction, before.id, &record.semester_categories).await?;
    }
    if before.category != record.category {
        transaction
            .execute(
                "UPDATE book_counts SET category = $2 WHERE book_id = $1",
                values![&before.id, &record.category],
            )
            .await?;
        totals::move_book(transaction, before.id, &before.category, &record.category).await?;
    }
    if before.archived_at.is_none() && before.category != record.category {
        // Every transaction changes categories in this order, so that no two of them wait for each other.
        let mut changes = [(&before.category, -1), (&record.category, 1)];
        changes.sort();
        for (category, books) in changes {
            add_to_category(transaction, category, books).await?;
        }
    }
    Ok(())
}

/// Puts a current book into the archive. False when it was there already.
pub async fn archive(transaction: &mut Transaction, book: &Book, now: i64) -> Result<bool> {
    count_change(transaction).await?;
    let changed = transaction
        .execute(
            "UPDATE books SET archived_at = $2, updated_at = $2, shared_at = $2 WHERE id = $1 AND archived_at IS NULL",
            values![&book.id, now],
        )
        .await?;
    if changed > 0 {
        set_current(transaction, book.id, 0).await?;
        add_to_category(transaction, &book.category, -1).await?;
        duplicates::remove_book(transaction, book.id).await?;
    }
    Ok(changed > 0)
}

/// Takes a book out of the archive. False when it was not there.
pub async fn restore(transaction: &mut Transaction, book: &Book, now: i64) -> Result<bool> {
    count_change(transaction).await?;
    let changed = transaction
        .execute(
            "UPDATE books SET archived_at = NULL, updated_at = $2, shared_at = $2 WHERE id = $1 AND archived_at IS NOT NULL",
            values![&book.id, now],
        )
        .await?;
    if changed > 0 {
        set_current(transaction, book.id, 1).await?;
        add_to_category(transaction, &book.category, 1).await?;
    }
    Ok(changed > 0)
}

/// Gives the lists of books another version. It comes first, so that on PostgreSQL the changes of books wait for each
/// other here, and cannot meet in another order at the counts of the categories.
pub(crate) async fn count_change(transaction: &mut Transaction) -> Result<()> {
    counters::take(transaction, Counter::CatalogueVersion, 1).await?;
    Ok(())
}

pub(super) async fn set_current(transaction: &mut Transaction, id: BookId, is_current: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE book_counts SET is_current = $2 WHERE book_id = $1",
            values![id, is_current],
        )
        .await?;
    Ok(())
}

/// Writes the preferred ISBN as the first identifier, or removes it.
async fn set_isbn(transaction: &mut Transaction, id: BookId, isbn: Option<&str>) -> Result<()> {
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

async fn set_semester_study(transaction: &mut Transaction, id: BookId, categories: &[String]) -> Result<()> {
    transaction
        .execute("DELETE FROM semester_study WHERE book_id = $1", values![id])
        .await?;
    for category in categories {
        mark_for_study(transaction, id, category).await?;
    }
    Ok(())
}

async fn mark_for_study(transaction: &mut Transaction, id: BookId, category: &str) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO semester_study (category, book_id) VALUES ($1, $2)",
            values![category, id],
        )
        .await?;
    Ok(())
}

pub(crate) async fn add_to_category(transaction: &mut Transaction, category: &str, books: i64) -> Result<()> {
    // A decrement never inserts a row: the CHECK applies to the inserted value even when the row exists already.
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
