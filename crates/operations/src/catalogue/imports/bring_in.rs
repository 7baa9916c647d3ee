//! Brings a batch of records into the catalogue, in one transaction.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carrel_domain::catalogue::book::{BookId, digest};
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::catalogue::copy_form::BARCODE_TAKEN;
use carrel_domain::imports::{
    FindingKind, ImportCounts, ImportId, ImportState, LISTED_DUPLICATES, OnDuplicate,
};
use carrel_storage::books::{self, NewBook};
use carrel_storage::engine::Lock;
use carrel_storage::imports::{self, FindingRow, ImportedBook, effect};
use carrel_storage::{Transaction, changes};

use super::check::split;
use super::facts::Facts;
use super::findings::{duplicate, reject, reject_incomplete, rejected};
use super::incoming::{Incoming, IncomingCopy, Reading};
use super::matching::Known;
use super::new_copies::{NewShelf, insert_copies};
use super::update::update_book;
use crate::core::context::Context;
use crate::core::error::{Error, Result};

/// A batch to be brought in.
pub(crate) struct Batch {
    pub context: Context,
    pub id: ImportId,
    pub records: Vec<Reading>,
    pub on_duplicate: OnDuplicate,
    /// The number of records that are done.
    pub before: i64,
    /// The number of duplicates that are listed already.
    pub listed_duplicates: i64,
    pub facts: Arc<Facts>,
}

/// What becomes of the valid records of a batch.
#[derive(Default)]
struct Plan<'a> {
    new: Vec<(BookId, &'a Incoming)>,
    /// Changes of books of the library, by book.
    updates: BTreeMap<BookId, Vec<&'a Incoming>>,
    /// Copies to be added, by book and record.
    copies: Vec<(BookId, i64, &'a IncomingCopy)>,
    findings: Vec<(FindingKind, FindingRow)>,
    counts: ImportCounts,
}

/// Brings a batch in. `None` when the import has been stopped, or another server has brought the batch in.
pub(crate) async fn bring_in(transaction: &mut Transaction, batch: &Batch) -> Result<Option<ImportCounts>> {
    let goes_on = imports::find(transaction, batch.id)
        .await?
        .is_some_and(|import| import.state == ImportState::Importing && import.counts.read == batch.before);
    if !goes_on {
        return Ok(None);
    }
    let (valid, invalid) = split(batch.records.clone());
    let mut known = Known::load(transaction, &valid).await?;
    let mut plan = Plan::default();
    for one in &invalid {
        plan.findings.push(rejected(one));
    }
    plan.counts.read = count(valid.len() + invalid.len());
    plan.counts.rejected = count(invalid.len());
    let ids: Vec<BookId> = transaction.fresh_ids(valid.len()).await?;
    for (incoming, id) in valid.iter().zip(ids) {
        decide(transaction, batch, &mut known, &mut plan, incoming, id).await?;
    }
    write(transaction, batch, plan).await
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Decides what becomes of a record, which gets this id if it becomes a new book.
async fn decide<'a>(
    transaction: &mut Transaction,
    batch: &Batch,
    known: &mut Known,
    plan: &mut Plan<'a>,
    incoming: &'a Incoming,
    new_id: BookId,
) -> Result<()> {
    let mut existing = known.book_of(incoming);
    let mut is_of_file = false;
    if let Some(book_id) = existing {
        is_of_file = plan.new.iter().any(|(id, _)| *id == book_id)
            || imports::effects_on(transaction, batch.id, book_id)
                .await?
                .iter()
                .any(|written| written.effect == effect::ADDED);
        if known.is_other_record(incoming, book_id, is_of_file) {
            existing = None;
        }
    }
    let target = match existing {
        Some(book_id) if is_of_file || batch.on_duplicate != OnDuplicate::Add => book_id,
        _ => new_id,
    };
    if target == new_id && !incoming.missing.is_empty() {
        plan.counts.rejected += 1;
        plan.findings.push(rejected(&reject_incomplete(incoming)));
        return Ok(());
    }
    let is_skipped = existing.is_some() && !is_of_file && batch.on_duplicate == OnDuplicate::Skip;
    let mut added: Vec<&IncomingCopy> = Vec::new();
    for copy in &incoming.copies {
        match copy.key() {
            // A record may list the same copy twice.
            Some(key) if added.iter().any(|one| one.key() == Some(key)) => {}
            Some(key) => match known.copy_with(key) {
                Some((_, holder)) if holder == target => {}
                Some(_) if is_skipped => {}
                Some(_) => {
                    if !books::erase_deleted_with_barcode(transaction, key).await? {
                        plan.counts.rejected += 1;
                        plan.findings
                            .push(rejected(&reject(incoming, "barcode", BARCODE_TAKEN)));
                        return Ok(());
                    }
                    known.forget_copy(key);
                    added.push(copy);
                }
                None => added.push(copy),
            },
            // A book of the library has its copies: only those with new barcodes are known to be others.
            None if target == new_id || is_of_file => added.push(copy),
            None => {}
        }
    }
    plan.counts.valid += 1;
    if existing.is_some() {
        plan.counts.duplicates += 1;
        if batch.listed_duplicates + plan.counts.duplicates <= LISTED_DUPLICATES {
            plan.findings
                .push(duplicate(incoming, existing.filter(|_| !is_of_file)));
        }
    }
    if is_skipped {
        plan.counts.skipped += 1;
        return Ok(());
    }
    if target == new_id {
        known.note(incoming, new_id);
        plan.new.push((new_id, incoming));
        plan.counts.added += 1;
    } else if !is_of_file {
        plan.updates.entry(target).or_default().push(incoming);
    } else if added.is_empty() {
        plan.counts.skipped += 1;
    }
    for copy in added {
        if let Some(key) = copy.key() {
            known.note_copy(key, CopyId::UNASSIGNED, target);
        }
        plan.copies.push((target, incoming.number, copy));
    }
    Ok(())
}

/// Locks the books of the library that get fields or copies.
///
/// All of them before the first is changed, in the order of their ids: a change also locks counters that every change of the
/// catalogue needs, so that two transactions would wait for each other.
async fn lock_books(transaction: &mut Transaction, plan: &Plan<'_>, shelf: &NewShelf<'_>) -> Result<()> {
    let new: BTreeSet<BookId> = plan.new.iter().map(|(id, _)| *id).collect();
    let mut wanted: BTreeSet<BookId> = plan.updates.keys().copied().collect();
    wanted.extend(shelf.books().into_iter().filter(|book_id| !new.contains(book_id)));
    for book_id in &wanted {
        transaction.lock(Lock::Book(*book_id)).await?;
    }
    for book_id in wanted {
        let found = books::find(transaction, book_id).await?;
        if found.is_none_or(|book| book.merged_into.is_some()) {
            // It was deleted, or merged into another book, before the lock: the next attempt knows that.
            return Err(Error::overtaken());
        }
    }
    Ok(())
}

/// Writes what was decided, and the counts of the batch.
async fn write(
    transaction: &mut Transaction,
    batch: &Batch,
    mut plan: Plan<'_>,
) -> Result<Option<ImportCounts>> {
    let now = batch.context.now_ms();
    let mut written: BTreeMap<(BookId, i64), ImportedBook> = BTreeMap::new();
    let mut shelf = NewShelf::default();
    for (book_id, number, copy) in &plan.copies {
        shelf.add(*book_id, *number, copy);
    }
    lock_books(transaction, &plan, &shelf).await?;
    let mut changed: Vec<BookId> = Vec::new();
    for (book_id, records) in &plan.updates {
        for incoming in records {
            match update_book(transaction, &batch.context, *book_id, incoming, &batch.facts).await? {
                Ok(Some(row)) => {
                    plan.counts.updated += 1;
                    changed.push(*book_id);
                    written.insert((*book_id, incoming.number), row);
                }
                Ok(None) if shelf.has(*book_id, incoming.number) => {
                    plan.counts.updated += 1;
                }
                Ok(None) => plan.counts.skipped += 1,
                Err(refused) => {
                    plan.counts.valid -= 1;
                    plan.counts.duplicates -= 1;
                    plan.counts.rejected += 1;
                    shelf.remove(*book_id, incoming.number);
                    plan.findings
                        .retain(|(_, finding)| finding.number != incoming.number);
                    plan.findings.push(rejected(&refused));
                }
            }
        }
    }
    let new: Vec<NewBook<'_>> = plan
        .new
        .iter()
        .map(|(id, incoming)| {
            let (copies, available) = shelf.counts(*id);
            NewBook {
                id: *id,
                book: &incoming.book,
                copies,
                available,
                details: Some(&incoming.details),
                marc: incoming.marc.as_ref(),
            }
        })
        .collect();
    if !new.is_empty() {
        books::insert_many(transaction, &new, now).await?;
    }
    for (book_id, incoming) in &plan.new {
        let marc_sha256 = incoming.marc.as_ref().map(|marc| marc.sha256.as_str());
        let after = digest(&incoming.book.record, &incoming.details, marc_sha256);
        let row = ImportedBook {
            after_digest: Some(after.to_vec()),
            ..imported(*book_id, incoming.number, effect::ADDED)
        };
        written.insert((*book_id, incoming.number), row);
        changed.push(*book_id);
    }
    let new_ids: Vec<BookId> = plan.new.iter().map(|(id, _)| *id).collect();
    for (book_id, number, copy_id) in insert_copies(transaction, &batch.context, &shelf, &new_ids).await? {
        plan.counts.copies += 1;
        changed.push(book_id);
        written
            .entry((book_id, number))
            .or_insert_with(|| imported(book_id, number, effect::COPIES))
            .copy_ids
            .push(copy_id.number().to_string());
    }
    changed.sort_unstable();
    changed.dedup();
    changes::append_many(transaction, &changed, now).await?;
    let written: Vec<ImportedBook> = written.into_values().collect();
    imports::insert_books(transaction, batch.id, &written).await?;
    imports::insert_findings(transaction, batch.id, &plan.findings).await?;
    let from = (ImportState::Importing, batch.before);
    if imports::advance(transaction, batch.id, from, &plan.counts, now).await? {
        Ok(Some(plan.counts))
    } else {
        // Another server was faster: what is written here is rolled back, and found to be done the next time.
        Err(crate::core::error::Error::overtaken())
    }
}

fn imported(book_id: BookId, number: i64, effect: &str) -> ImportedBook {
    ImportedBook {
        book_id,
        number,
        effect: effect.to_owned(),
        before_record: None,
        before_marc: None,
        copy_ids: Vec::new(),
        after_digest: None,
    }
}
