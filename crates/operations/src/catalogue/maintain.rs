//! Maintaining the catalogue: the records of books, and their changes.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookDraft, BookId, BookRecord};
use carrel_domain::settings::KindField;
use carrel_domain::users::Act;
use carrel_storage::audit as stored_audit;
use carrel_storage::books::{self, KeyedRecord};
use carrel_storage::code_lists::{self, CodeList};
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction, changes};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::catalogue::search_feed;
use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::keys::order_key;
use crate::core::library::Library;
use crate::settings::kinds::offered;

/// A record with its sort keys.
pub(super) fn keyed(record: &BookRecord) -> KeyedRecord {
    KeyedRecord {
        title_key: order_key(&record.title, &record.language),
        author_key: order_key(&record.author, &record.language),
        record: record.clone(),
    }
}

/// A book's record with its details in the audit.
pub(super) fn audited(record: &BookRecord, details: &BookDetails) -> Value {
    let mut audited = json!(record);
    if let (Value::Object(fields), Value::Object(more)) = (&mut audited, json!(details)) {
        fields.extend(more);
    }
    audited
}

pub(super) fn current_year(library: &Library, context: &Context) -> i16 {
    library.shown_settings().zone.to_datetime(context.now).year()
}

/// Writes a book's record and details without copies, and its change for the index. Returns its id.
pub async fn insert_book(
    transaction: &mut Transaction,
    record: &BookRecord,
    details: &BookDetails,
    created_at: i64,
) -> Result<BookId> {
    let id = transaction.fresh_id().await?;
    books::insert(transaction, id, &keyed(record), created_at).await?;
    if *details != BookDetails::default() {
        books::set_details(transaction, id, details).await?;
    }
    changes::append(transaction, id, created_at).await?;
    Ok(id)
}

/// A book that was added, changed or restored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedBook {
    pub book: Book,
    pub details: BookDetails,
    /// Warnings for staff; the book was saved nevertheless.
    pub warnings: Vec<BookWarning>,
}

/// An unusual fact about a book that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BookWarning {
    /// Another current book has the same ISBN. Editions may share one.
    IsbnInUse {
        /// The other book.
        book_id: BookId,
        title: String,
    },
}

/// The maximum number of books with the same ISBN that a warning names.
const LINKED: i64 = 10;

/// Reads a book that was just written, and collects its warnings.
pub(super) async fn saved(transaction: &mut Transaction, id: BookId) -> Result<SavedBook> {
    let book = books::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let mut warnings = Vec::new();
    if let Some(isbn) = &book.isbn {
        let others = books::others_with_isbn(transaction, isbn, id, LINKED)
            .await?
            .into_iter();
        warnings.extend(others.map(|(book_id, title)| BookWarning::IsbnInUse { book_id, title }));
    }
    let details = books::details_of(transaction, id).await?;
    Ok(SavedBook {
        book,
        details,
        warnings,
    })
}

/// Changes a book's record; fields that are absent from the change stay.
///
/// `based_on` is when the record that the caller has seen was last changed. A field that others have changed since is not
/// overwritten: [`Conflict::BookChanged`].
pub async fn change(
    library: &Library,
    context: Context,
    id: BookId,
    change: BookDraft,
    based_on: Option<Timestamp>,
) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    let year = current_year(library, &context);
    let changed = library
        .write_once(
            context.call(),
            (context, id, change, year, based_on),
            |transaction, (context, id, change, year, based_on)| {
                Box::pin(async move {
                    lock_with_item_type(transaction, *id, change).await?;
                    change_locked(transaction, context, *id, change, *year, *based_on).await
                })
            },
        )
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(changed)
}

/// Locks a book that a draft is to change. The item type of the draft must be offered, and stays so until the transaction
/// ends.
pub(super) async fn lock_with_item_type(
    transaction: &mut Transaction,
    id: BookId,
    change: &BookDraft,
) -> Result<()> {
    if let Some(code) = change.item_type.as_option() {
        let before = books::find(transaction, id)
            .await?
            .and_then(|book| book.record.item_type);
        offered(transaction, KindField::ItemType, code, before.as_deref()).await?;
    }
    Ok(transaction.lock(Lock::Book(id)).await?)
}

/// Replaces an item type that is to be restored, but was removed from the list since, by the present one. Returns whether it
/// was.
pub(super) async fn replace_removed_item_type(
    connection: &mut Connection,
    restored: &mut BookRecord,
    present: &BookRecord,
) -> Result<bool> {
    let Some(code) = restored.item_type.as_deref() else {
        return Ok(false);
    };
    let is_valid = restored.item_type == present.item_type
        || code_lists::find(connection, CodeList::ItemTypes, code)
            .await?
            .is_some();
    if !is_valid {
        restored.item_type.clone_from(&present.item_type);
    }
    Ok(!is_valid)
}

/// Changes a book that [`lock_with_item_type`] has locked for this draft, or for one with the same item type.
pub(super) async fn change_locked(
    transaction: &mut Transaction,
    context: &Context,
    id: BookId,
    change: &BookDraft,
    year: i16,
    based_on: Option<Timestamp>,
) -> Result<SavedBook> {
    let before = books::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    if before.merged_into.is_some() {
        return Err(Conflict::BookMerged.into());
    }
    let details_before = books::details_of(transaction, id).await?;
    let book = change
        .clone()
        .over(&before, &details_before)
        .validate(year)
        .map_err(Error::Invalid)?;
    if let Some(based_on) = based_on.filter(|based_on| *based_on < before.updated_at) {
        let present = audited(&before, &details_before);
        let wanted = audited(&book.record, &book.details);
        refuse_overwriting(transaction, id, &present, &wanted, based_on).await?;
    }
    books::update(transaction, &before, &keyed(&book.record), context.now_ms()).await?;
    if book.details != details_before {
        books::set_details(transaction, id, &book.details).await?;
    }
    changes::append(transaction, id, context.now_ms()).await?;
    let after = saved(transaction, id).await?;
    record(
        transaction,
        context,
        "book.changed",
        id,
        Some(audited(&before, &details_before)),
        Some(audited(&after.book, &after.details)),
    )
    .await?;
    Ok(after)
}

/// The maximum number of entries of the audit log that are compared; nobody edits a book for so long.
const MOST_COMPARED: i64 = 200;

/// Refuses to overwrite fields that others have changed since an instant.
pub(super) async fn refuse_overwriting(
    transaction: &mut Transaction,
    id: BookId,
    present: &Value,
    wanted: &Value,
    since: Timestamp,
) -> Result<()> {
    let place = (since.as_millisecond(), i64::MAX);
    let entries = stored_audit::of_book(transaction, id, place, MOST_COMPARED).await?;
    let mut others = BTreeSet::new();
    for entry in &entries {
        if let (Some(was), Some(is)) = (&entry.before_state, &entry.after_state) {
            let parsed = |state: &str| serde_json::from_str(state).unwrap_or_default();
            others.extend(different_fields(&parsed(was), &parsed(is)));
        }
    }
    let mut fields = different_fields(present, wanted);
    fields.retain(|field| others.contains(field));
    if fields.is_empty() {
        return Ok(());
    }
    let fields = fields.into_iter().map(|field| {
        let value = present[&field].clone();
        (field, value)
    });
    Err(Conflict::BookChanged {
        fields: fields.collect(),
    }
    .into())
}

/// The names of the fields in which two records differ.
fn different_fields(one: &Value, other: &Value) -> Vec<String> {
    let fields = one.as_object().into_iter().flatten();
    let different = fields.filter(|(field, value)| other.get(field) != Some(value));
    different.map(|(field, _)| field.clone()).collect()
}

pub(super) async fn record(
    transaction: &mut Transaction,
    context: &Context,
    action: &str,
    id: BookId,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    audit::record(
        transaction,
        context,
        audit::Event {
            action,
            subject: Subject::of(id),
            before,
            after,
        },
    )
    .await
}
