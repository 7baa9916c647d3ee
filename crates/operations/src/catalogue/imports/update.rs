//! Overwrites a book of the library with the fields of a record.

use carrel_domain::catalogue::book::{BookId, BookRecord};
use carrel_storage::Transaction;
use carrel_storage::books::{self, BookDetails};
use carrel_storage::engine::Lock;
use carrel_storage::imports::{ImportedBook, effect};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::findings::reject;
use super::incoming::{Incoming, Rejected};
use crate::catalogue::maintain::{audited, keyed, record};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};

/// A book before an import has changed it. The bytes of its MARC record are stored beside it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Before {
    pub record: BookRecord,
    pub details: BookDetails,
}

/// Overwrites the fields that the record has. Returns what was written: nothing when the book is as the record says, or the
/// record with its errors when the book would not be valid with it.
pub(super) async fn update_book(
    transaction: &mut Transaction,
    context: &Context,
    book_id: BookId,
    incoming: &Incoming,
    current_year: i16,
) -> Result<std::result::Result<Option<ImportedBook>, Rejected>> {
    transaction.lock(Lock::Book(book_id)).await?;
    let before = books::find(transaction, book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let after = match incoming.draft.clone().over(&before).validate(current_year) {
        Ok(valid) => keyed(&valid.record),
        Err(errors) => {
            let mut refused = reject(incoming, "record", "");
            let errors = errors.into_iter();
            refused.errors = errors
                .map(|error| (error.field.to_owned(), error.message.to_owned()))
                .collect();
            return Ok(Err(refused));
        }
    };
    let details_before = books::details_of(transaction, book_id).await?;
    let details = merged(&details_before, incoming.details.as_ref());
    if after.record == before.record && details == details_before {
        return Ok(Ok(None));
    }
    let now = context.now_ms();
    books::update(transaction, &before, &after, now).await?;
    if details != details_before {
        let author = (after.record.author.as_str(), after.author_key.as_str());
        let isbn = after.record.isbn.as_deref();
        books::set_details(transaction, book_id, author, isbn, &details, now).await?;
    }
    let (old, new) = (Some(audited(&before)), Some(json!(after.record)));
    record(transaction, context, "book.changed", book_id, old, new).await?;
    let before = Before {
        record: before.record,
        details: details_before,
    };
    Ok(Ok(Some(ImportedBook {
        book_id,
        number: incoming.number,
        effect: effect::UPDATED.to_owned(),
        before_record: Some(
            serde_json::to_string(&before).map_err(|error| Error::Defect(error.to_string()))?,
        ),
        before_marc: before.details.marc.map(|marc| marc.raw),
        copy_ids: Vec::new(),
        written_at: now,
    })))
}

/// The details after an import: a list that the record does not have stays.
fn merged(before: &BookDetails, incoming: Option<&BookDetails>) -> BookDetails {
    let mut after = before.clone();
    let Some(incoming) = incoming else { return after };
    if !incoming.contributors.is_empty() {
        after.contributors.clone_from(&incoming.contributors);
    }
    if !incoming.subjects.is_empty() {
        after.subjects.clone_from(&incoming.subjects);
    }
    if !incoming.identifiers.is_empty() {
        after.identifiers.clone_from(&incoming.identifiers);
    }
    if incoming.marc.is_some() {
        after.marc.clone_from(&incoming.marc);
    }
    after
}
