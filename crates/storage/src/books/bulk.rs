//! Adds many books at once to a library in use, as imports do.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::{BookId, BookRecord};

use crate::books::write::{KEYS, KeyedRecord, add_to_category, count_change};
use crate::engine::{Fields, values};
use crate::{Result, Transaction};

/// A book to be added, with the number of copies on its shelf.
#[derive(Debug, Clone, Copy)]
pub struct NewBook<'a> {
    pub id: BookId,
    pub book: &'a KeyedRecord,
    /// Available copies; the caller adds them with [`crate::copies::insert_many`].
    pub copies: i64,
}

/// Adds books. Each table gets its rows in one insert, and the count of each category changes once.
pub async fn insert_many(transaction: &mut Transaction, books: &[NewBook<'_>], now: i64) -> Result<()> {
    count_change(transaction).await?;
    let mut records = Vec::with_capacity(books.len());
    let mut counts = Vec::with_capacity(books.len());
    let mut contributors = Vec::with_capacity(books.len());
    let mut identifiers = Vec::with_capacity(books.len());
    let mut study = Vec::new();
    let mut categories: BTreeMap<&str, i64> = BTreeMap::new();
    for NewBook { id, book, copies } in books {
        let record = &book.record;
        let mut row = values![*id, now, now].to_vec();
        book.write(&mut row);
        records.push(row);
        counts.push(values![*id, &record.category, 1, *copies, *copies].to_vec());
        contributors.push(values![*id, 0, &record.author, &book.author_key, "author"].to_vec());
        if let Some(isbn) = &record.isbn {
            identifiers.push(values![*id, 0, "isbn", isbn, isbn].to_vec());
        }
        for category in &record.semester_categories {
            study.push(values![category, *id].to_vec());
        }
        *categories.entry(&record.category).or_default() += 1;
    }
    let columns = [&["id", "created_at", "updated_at"], KEYS, BookRecord::NAMES].concat();
    transaction.insert_rows("books", &columns, &records).await?;
    let columns = [
        "book_id",
        "category",
        "is_current",
        "total_copies",
        "available_copies",
    ];
    transaction.insert_rows("book_counts", &columns, &counts).await?;
    let columns = ["book_id", "position", "name", "name_key", "role"];
    transaction
        .insert_rows("contributors", &columns, &contributors)
        .await?;
    let columns = ["book_id", "position", "kind", "value", "value_key"];
    transaction
        .insert_rows("book_identifiers", &columns, &identifiers)
        .await?;
    transaction
        .insert_rows("semester_study", &["category", "book_id"], &study)
        .await?;
    for (category, books) in categories {
        add_to_category(transaction, category, books).await?;
    }
    Ok(())
}
