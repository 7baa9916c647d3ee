//! The copies that a batch of records adds.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::call_number;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_storage::code_lists::MAIN_BRANCH;
use carrel_storage::copies::{self, NewCopy, StateChange};
use carrel_storage::{Transaction, books, harvest};

use super::incoming::IncomingCopy;
use crate::catalogue::copies::{generated_barcodes, taken};
use crate::core::context::Context;
use crate::core::error::Result;

/// Copies to be added, by book and record.
#[derive(Default)]
pub(super) struct NewShelf<'a>(BTreeMap<(BookId, i64), Vec<&'a IncomingCopy>>);

impl<'a> NewShelf<'a> {
    pub(super) fn add(&mut self, book_id: BookId, number: i64, copy: &'a IncomingCopy) {
        self.0.entry((book_id, number)).or_default().push(copy);
    }

    /// Forgets the copies of a record that is rejected.
    pub(super) fn remove(&mut self, book_id: BookId, number: i64) {
        self.0.remove(&(book_id, number));
    }

    /// Whether a record adds copies to a book.
    pub(super) fn has(&self, book_id: BookId, number: i64) -> bool {
        self.0.contains_key(&(book_id, number))
    }

    /// How many copies a book gets that belong to the collection, and how many of them are available.
    pub(super) fn counts(&self, book_id: BookId) -> (i64, i64) {
        let of_book = self.0.range((book_id, i64::MIN)..=(book_id, i64::MAX));
        of_book
            .flat_map(|(_, copies)| copies)
            .fold((0, 0), |(total, available), copy| {
                let is_borrowable = copy.state().is_borrowable(!copy.not_for_loan);
                (
                    total + i64::from(copy.state().is_in_collection()),
                    available + i64::from(is_borrowable),
                )
            })
    }

    pub(super) fn books(&self) -> Vec<BookId> {
        let mut books: Vec<BookId> = self.0.keys().map(|(book_id, _)| *book_id).collect();
        books.dedup();
        books
    }

    fn all(&self) -> impl Iterator<Item = (BookId, i64, &'a IncomingCopy)> {
        self.0
            .iter()
            .flat_map(|((book_id, number), copies)| copies.iter().map(|copy| (*book_id, *number, *copy)))
    }
}

/// Inserts the copies, and counts those of books that are not new. Returns book, record and copy.
pub(super) async fn insert_copies(
    transaction: &mut Transaction,
    context: &Context,
    shelf: &NewShelf<'_>,
    new_books: &[BookId],
) -> Result<Vec<(BookId, i64, CopyId)>> {
    let all: Vec<(BookId, i64, &IncomingCopy)> = shelf.all().collect();
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let own_keys: Vec<String> = all
        .iter()
        .filter_map(|(_, _, copy)| copy.key().map(str::to_owned))
        .collect();
    let mut generated = generated_barcodes(transaction, all.len() - own_keys.len(), &own_keys)
        .await?
        .into_iter();
    let ids: Vec<CopyId> = transaction.fresh_ids(all.len()).await?;
    // A generated barcode is equal to its key.
    let barcodes: Vec<(String, String)> = all
        .iter()
        .map(|(_, _, copy)| {
            copy.barcode.clone().unwrap_or_else(|| {
                let barcode = generated.next().unwrap_or_default();
                (barcode.clone(), barcode)
            })
        })
        .collect();
    let places: Vec<String> = all
        .iter()
        .map(|(_, _, copy)| call_number::key_or_none(copy.call_number.as_deref()))
        .collect();
    let now = context.now_ms();
    let rows: Vec<NewCopy<'_>> = all
        .iter()
        .zip(&ids)
        .zip(barcodes.iter().zip(&places))
        .map(
            |(((book_id, _, copy), id), ((barcode, barcode_key), call_number_key))| NewCopy {
                id: *id,
                book_id: *book_id,
                barcode,
                barcode_key,
                state: copy.state(),
                location: copy.location.as_deref(),
                call_number: copy.call_number.as_deref(),
                call_number_key,
                condition: copy.condition,
                price_minor: copy.price_minor,
                is_lendable: i64::from(!copy.not_for_loan),
                item_type: copy.item_type.as_deref(),
                branch: MAIN_BRANCH,
                current_branch: MAIN_BRANCH,
                created_at: now,
                updated_at: now,
            },
        )
        .collect();
    copies::insert_many(transaction, &rows).await.map_err(taken)?;
    for ((_, _, copy), id) in all.iter().zip(&ids) {
        record_state(transaction, context, *id, copy.state()).await?;
    }
    for book_id in shelf.books() {
        if !new_books.contains(&book_id) {
            let (total, available) = shelf.counts(book_id);
            books::add_copies(transaction, book_id, total, available).await?;
            harvest::date(transaction, book_id, now).await?;
        }
    }
    Ok(all
        .iter()
        .zip(ids)
        .map(|((book_id, number, _), id)| (*book_id, *number, id))
        .collect())
}

/// Records why a copy is not on the shelf: a copy without events is available.
async fn record_state(
    transaction: &mut Transaction,
    context: &Context,
    copy_id: CopyId,
    state: CopyState,
) -> Result<()> {
    let change = StateChange {
        copy_id,
        from: CopyState::Available,
        to: state,
        actor_id: context.actor_id(),
        reason: copies::IMPORTED,
        at: context.now_ms(),
    };
    if state != CopyState::Available
        && let Some(event) = copies::recording(&change)
    {
        transaction.execute_all(&[event]).await?;
    }
    Ok(())
}
