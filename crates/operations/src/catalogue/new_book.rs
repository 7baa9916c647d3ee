//! Adding a book to the catalogue.

use carrel_domain::catalogue::book::{BookDraft, ValidBook, limit};
use carrel_domain::catalogue::copy_form::NewCopies;
use carrel_domain::imports::message::NOT_BIBLIOGRAPHIC;
use carrel_domain::settings::KindField;
use carrel_domain::users::Act;
use carrel_domain::validation::{EntryError, FormErrors};
use carrel_formats::marc;
use carrel_storage::Transaction;
use carrel_storage::books::{self, MarcRecord};

use crate::catalogue::copies::insert_copies;
use crate::catalogue::imports::marc_record::stored_record;
use crate::catalogue::maintain::{SavedBook, audited, current_year, insert_book, record, saved};
use crate::catalogue::marc_format::MarcFormat;
use crate::catalogue::search_feed;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::settings::kinds::offered;

/// Adds a book with its first copies, which get generated barcodes.
pub async fn add(library: &Library, context: Context, draft: BookDraft) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    let marc = draft.marc_record.as_str().map(described_by).transpose()?;
    let book = draft
        .validate(current_year(library, &context))
        .map_err(Error::Invalid)?;
    let added = library
        .write_once(
            context.call(),
            (context, book, marc),
            |transaction, (context, book, marc)| Box::pin(add_in(transaction, context, book, marc.as_ref())),
        )
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(added)
}

/// The record by which a new book is described, as it is stored: byte for byte.
fn described_by(text: &str) -> Result<MarcRecord> {
    let invalid = |message: String| {
        Error::InvalidForm(FormErrors::of(EntryError {
            field: "marcRecord".to_owned(),
            message,
        }))
    };
    let most = limit::MARC_RECORD.max;
    if text.chars().count() > most {
        return Err(invalid(format!("The record cannot exceed {most} characters")));
    }
    let record = marc::parse_xml(text.as_bytes()).map_err(|problem| invalid(problem.to_string()))?;
    if !marc::is_bibliographic(&record) {
        return Err(invalid(NOT_BIBLIOGRAPHIC.to_owned()));
    }
    let described = marc::describe(&record);
    Ok(stored_record(
        &described,
        MarcFormat::MarcXml,
        text.as_bytes().to_vec(),
    ))
}

async fn add_in(
    transaction: &mut Transaction,
    context: &Context,
    book: &ValidBook,
    marc: Option<&MarcRecord>,
) -> Result<SavedBook> {
    if let Some(code) = &book.record.item_type {
        offered(transaction, KindField::ItemType, code, None).await?;
    }
    let id = insert_book(transaction, &book.record, &book.details, context.now_ms()).await?;
    if let Some(marc) = marc {
        books::set_marc(transaction, id, Some(marc), context.now_ms()).await?;
    }
    let copies = NewCopies {
        call_number: book.details.call_number.clone(),
        ..NewCopies::generated(book.copies.unwrap_or(1))
    };
    insert_copies(transaction, context, id, &copies).await?;
    let added = saved(transaction, id).await?;
    record(
        transaction,
        context,
        "book.added",
        id,
        None,
        Some(audited(&added.book, &added.details)),
    )
    .await?;
    Ok(added)
}
