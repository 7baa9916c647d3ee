//! Overwrites a book of the library with the fields of a record.

use carrel_domain::catalogue::book::details::{BookDetails, DetailsDraft, IdentifierKind};
use carrel_domain::catalogue::book::{BookId, BookRecord, digest};
use carrel_domain::catalogue::uploaded_cover::is_uploaded;
use carrel_domain::patch::Patch;
use carrel_storage::Transaction;
use carrel_storage::books::{self, MarcRecord};
use carrel_storage::imports::{ImportedBook, effect};
use serde::{Deserialize, Serialize};

use super::facts::Facts;
use super::findings::reject;
use super::incoming::{Incoming, Rejected};
use crate::catalogue::export;
use crate::catalogue::maintain::{audited, keyed, record};
use crate::catalogue::marc_format::MarcFormat;
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};

/// A book before an import has changed it. The bytes of its MARC record are stored beside it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Before {
    pub record: BookRecord,
    pub details: BookDetails,
    pub marc: Option<MarcRecord>,
}

/// Overwrites the fields that the record has. The caller holds the lock of the book. Returns what was written: nothing when the
/// book is as the record says, or the record with its errors when the book would not be valid with it.
pub(super) async fn update_book(
    transaction: &mut Transaction,
    context: &Context,
    book_id: BookId,
    incoming: &Incoming,
    facts: &Facts,
) -> Result<std::result::Result<Option<ImportedBook>, Rejected>> {
    let before = books::find(transaction, book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    if is_exported(transaction, book_id, incoming, facts).await? {
        return Ok(Ok(None));
    }
    let details_before = books::details_of(transaction, book_id).await?;
    let mut draft = incoming.draft.clone();
    if incoming.marc.is_none() {
        keep_unsaid(&mut draft.details, &details_before);
    }
    // Staff have chosen an uploaded cover, and its files would be lost.
    if before.cover_image.as_deref().is_some_and(is_uploaded) {
        draft.cover_image = Patch::Keep;
    }
    let draft = draft.over(&before, &details_before);
    let after = match draft.validate(facts.current_year) {
        Ok(valid) => valid,
        Err(errors) => {
            let mut refused = reject(incoming, "record", "");
            let errors = errors.into_iter();
            refused.errors = errors
                .map(|error| (error.field.to_owned(), error.message.to_owned()))
                .collect();
            return Ok(Err(refused));
        }
    };
    let marc_before = books::marc_of(transaction, book_id).await?;
    let has_new_marc = incoming.marc.is_some() && incoming.marc != marc_before;
    if after.record == before.record && after.details == details_before && !has_new_marc {
        return Ok(Ok(None));
    }
    let now = context.now_ms();
    books::update(transaction, &before, &keyed(&after.record), now).await?;
    if after.details != details_before {
        books::set_details(transaction, book_id, &after.details).await?;
    }
    if has_new_marc {
        books::set_marc(transaction, book_id, incoming.marc.as_ref(), now).await?;
    }
    let old = audited(&before, &details_before);
    let new = audited(&after.record, &after.details);
    record(
        transaction,
        context,
        "book.changed",
        book_id,
        Some(old),
        Some(new),
    )
    .await?;
    let marc = if has_new_marc {
        incoming.marc.as_ref()
    } else {
        marc_before.as_ref()
    };
    let marc_sha256 = marc.map(|marc| marc.sha256.as_str());
    let after_digest = digest(&after.record, &after.details, marc_sha256);
    let before = Before {
        record: before.record,
        details: details_before,
        marc: marc_before,
    };
    Ok(Ok(Some(ImportedBook {
        book_id,
        number: incoming.number,
        effect: effect::UPDATED.to_owned(),
        before_record: Some(
            serde_json::to_string(&before).map_err(|error| Error::Defect(error.to_string()))?,
        ),
        before_marc: before.marc.map(|marc| marc.raw),
        copy_ids: Vec::new(),
        after_digest: Some(after_digest.to_vec()),
    })))
}

/// Whether the record is the one that an export of the book would write.
async fn is_exported(
    transaction: &mut Transaction,
    book_id: BookId,
    incoming: &Incoming,
    facts: &Facts,
) -> Result<bool> {
    let Some(marc) = &incoming.marc else {
        return Ok(false);
    };
    let book = export::read(transaction, &[book_id]).await?.pop();
    let book = book.ok_or(Error::NotFound(Noun::Book))?;
    let exported = export::record::bytes(
        &book.exported(),
        book.stored(),
        MarcFormat::named(&marc.format),
        facts,
    );
    Ok(exported.as_deref() == Some(marc.raw.as_slice()))
}

/// Keeps what a table has no column for: the lists that subjects are from, further series, and identifiers of other
/// kinds.
fn keep_unsaid(draft: &mut DetailsDraft, before: &BookDetails) {
    if let Patch::Set(subjects) = &mut draft.subjects {
        for subject in subjects.iter_mut() {
            let same = before.subjects.iter().find(|one| one.heading == subject.heading);
            subject.scheme = same.and_then(|one| one.scheme.clone());
        }
    }
    if let Patch::Set(series) = &mut draft.series {
        // A table has the first series only.
        let said: Vec<String> = series.iter().map(|one| one.title.clone()).collect();
        let further = before.series.iter().skip(1);
        series.extend(further.filter(|one| !said.contains(&one.title)).cloned());
    }
    if let Patch::Set(identifiers) = &mut draft.identifiers {
        let kinds: Vec<IdentifierKind> = identifiers.iter().map(|one| one.kind).collect();
        let others = before.identifiers.iter().filter(|one| !kinds.contains(&one.kind));
        identifiers.extend(others.cloned());
    }
}
