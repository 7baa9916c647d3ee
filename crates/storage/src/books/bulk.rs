//! Adds many books at once to a library in use, as imports do.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{BookId, BookRecord};

use crate::books::details::{DetailRows, stored};
use crate::books::marc::{self, MarcRecord};
use crate::books::write::{KEYS, KeyedRecord, add_to_category, count_change};
use crate::engine::{Fields, values};
use crate::{Result, Transaction};

/// A book to be added, with the number of its copies.
#[derive(Debug, Clone, Copy)]
pub struct NewBook<'a> {
    pub id: BookId,
    pub book: &'a KeyedRecord,
    /// Copies in the collection; the caller adds them with [`crate::copies::insert_many`].
    pub copies: i64,
    /// Available ones among them.
    pub available: i64,
    pub details: Option<&'a BookDetails>,
    /// The record that it comes from.
    pub marc: Option<&'a MarcRecord>,
}

/// Adds books. Each table gets its rows in one insert, and the count of each category changes once.
pub async fn insert_many(transaction: &mut Transaction, books: &[NewBook<'_>], now: i64) -> Result<()> {
    count_change(transaction).await?;
    let mut records = Vec::with_capacity(books.len());
    let mut counts = Vec::with_capacity(books.len());
    let details: Vec<Option<String>> = books
        .iter()
        .map(|book| book.details.map_or(Ok(None), stored))
        .collect::<Result<_>>()?;
    let mut rows = DetailRows::default();
    let mut marc_rows = Vec::new();
    let mut study = Vec::new();
    let mut categories: BTreeMap<&str, i64> = BTreeMap::new();
    for (new, stored) in books.iter().zip(&details) {
        let NewBook {
            id,
            book,
            copies,
            available,
            details,
            marc,
        } = new;
        let record = &book.record;
        let mut row = values![*id, now, now, now].to_vec();
        book.write(&mut row);
        records.push(row);
        counts.push(values![*id, &record.category, 1, *copies, *available].to_vec());
        let identifiers = details.map_or(&[][..], |details| &details.identifiers);
        rows.push(*id, record.isbn.as_deref(), identifiers, stored.as_deref());
        marc_rows.extend(marc.map(|marc| marc::row(*id, marc, now)));
        for category in &record.semester_categories {
            study.push(values![category, *id].to_vec());
        }
        *categories.entry(&record.category).or_default() += 1;
    }
    let columns = [
        &["id", "created_at", "updated_at", "shared_at"],
        KEYS,
        BookRecord::NAMES,
    ]
    .concat();
    transaction.insert_rows("books", &columns, &records).await?;
    let columns = [
        "book_id",
        "category",
        "is_current",
        "total_copies",
        "available_copies",
    ];
    transaction.insert_rows("book_counts", &columns, &counts).await?;
    rows.insert(transaction).await?;
    transaction
        .insert_rows("marc_records", marc::COLUMNS, &marc_rows)
        .await?;
    transaction
        .insert_rows("semester_study", &["category", "book_id"], &study)
        .await?;
    for (category, books) in categories {
        add_to_category(transaction, category, books).await?;
    }
    Ok(())
}
