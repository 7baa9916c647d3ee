//! The MARC record of a book, as those who know MARC read and edit it.

use carrel_domain::catalogue::book::details::DetailsDraft;
use carrel_domain::catalogue::book::{BookDraft, BookId};
use carrel_domain::patch::Patch;
use carrel_domain::users::Act;
use carrel_domain::validation::{EntryError, FormErrors};
use carrel_formats::marc::{self, Finding, Problem, Record, Severity};
use carrel_storage::books::{self, MarcRecord};
use carrel_storage::{Connection, Transaction};
use jiff::Timestamp;

use crate::catalogue::export::read;
use crate::catalogue::export::record::record;
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::imports::marc_record::{read_description, stored_record};
use crate::catalogue::maintain::{SavedBook, change_locked, lock_with_item_type};
use crate::catalogue::marc_format::MarcFormat;
use crate::catalogue::search_feed;
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;

/// The maximum length of the text of a record, in characters.
pub const MAX_CHARS: usize = 200_000;

/// The MARC record of a book.
#[derive(Debug, Clone)]
pub struct MarcText {
    /// A line a field, such as `=245  10$aTitle`.
    pub text: String,
    /// Whether a record is stored; otherwise it was made of the fields of the book.
    pub is_stored: bool,
    /// What is wrong with the record.
    pub findings: Vec<Finding>,
}

/// The MARC record of a book: the stored one, with what the library knows by now.
pub async fn marc_text(library: &Library, context: &Context, id: BookId) -> Result<MarcText> {
    context.require(Act::ReadInventory)?;
    let facts = Facts::of(library, context).await?;
    library
        .database
        .read(&(id, facts), |connection, (id, facts)| {
            Box::pin(marc_text_in(connection, *id, facts))
        })
        .await
}

async fn marc_text_in(connection: &mut Connection, id: BookId, facts: &Facts) -> Result<MarcText> {
    let book = read(connection, &[id]).await?.pop();
    let book = book.ok_or(Error::NotFound(Noun::Book))?;
    let record = record(&book.exported(), book.stored(), facts);
    Ok(MarcText {
        text: marc::write_text(&record),
        is_stored: book.marc.is_some(),
        findings: marc::check(&record),
    })
}

/// Replaces the MARC record of a book, and the fields of the book with what the record says. Copies stay as they are.
///
/// `based_on` is when the record that the caller has seen was last changed, as in [`crate::catalogue::change`]. Returns the book and
/// what is unusual in the record.
///
/// # Errors
/// Lines that are no fields, and what makes the record invalid.
pub async fn change_marc(
    library: &Library,
    context: Context,
    id: BookId,
    text: &str,
    based_on: Option<Timestamp>,
) -> Result<(SavedBook, Vec<Finding>)> {
    context.require(Act::ManageCatalogue)?;
    let found = library
        .database
        .read(&id, |connection, id| Box::pin(books::find(connection, *id)))
        .await
        .map_err(Error::Storage)?;
    found.ok_or(Error::NotFound(Noun::Book))?;
    let (parsed, stored, findings) = valid_record(text).map_err(Error::InvalidForm)?;
    let facts = Facts::of(library, &context).await?;
    let change = Change {
        new: read_description(&marc::describe(&parsed), &facts).draft,
        stored,
        facts,
        based_on,
    };
    let saved = library
        .write_once(
            context.call(),
            (context, id, change),
            |transaction, (context, id, change)| Box::pin(change_marc_in(transaction, context, *id, change)),
        )
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok((saved, findings))
}

#[derive(Clone)]
struct Change {
    /// What the new record says.
    new: BookDraft,
    stored: MarcRecord,
    facts: Facts,
    based_on: Option<Timestamp>,
}

async fn change_marc_in(
    transaction: &mut Transaction,
    context: &Context,
    id: BookId,
    change: &Change,
) -> Result<SavedBook> {
    lock_with_item_type(transaction, id, &change.new).await?;
    let book = read(transaction, &[id]).await?.pop();
    let book = book.ok_or(Error::NotFound(Noun::Book))?;
    let present = record(&book.exported(), book.stored(), &change.facts);
    let present = read_description(&marc::describe(&present), &change.facts).draft;
    let draft = changed(change.new.clone(), present);
    let year = change.facts.current_year;
    let saved = change_locked(transaction, context, id, &draft, year, change.based_on).await?;
    books::set_marc(transaction, id, Some(&change.stored), context.now_ms()).await?;
    Ok(saved)
}

/// The record that a text says, as it is stored, and what is unusual in it.
fn valid_record(text: &str) -> std::result::Result<(Record, MarcRecord, Vec<Finding>), FormErrors> {
    const FIELD: &str = "text";
    let error = |message: String| EntryError {
        field: FIELD.to_owned(),
        message,
    };
    if text.chars().count() > MAX_CHARS {
        let message = format!("The record cannot exceed {MAX_CHARS} characters");
        return Err(FormErrors::of(error(message)));
    }
    let record = marc::parse_text(text).map_err(|problems| {
        let lines = problems.iter();
        let errors = lines.map(|problem| error(format!("Line {}: {}", problem.line, problem.kind)));
        FormErrors::of_all(errors).unwrap_or_default()
    })?;
    let (wrong, unusual): (Vec<Finding>, Vec<Finding>) = marc::check(&record)
        .into_iter()
        .partition(|finding| finding.severity() == Severity::Error);
    let wrong = wrong.iter();
    let errors = wrong.map(|finding| error(format!("Field {}: {finding}", finding.tag)));
    if let Some(errors) = FormErrors::of_all(errors) {
        return Err(errors);
    }
    let stored = stored(&record).ok_or_else(|| FormErrors::of(error(Problem::TooLong.to_string())))?;
    Ok((record, stored, unusual))
}

/// The fields in which a record differs from the present one; those that it no longer has are cleared. A field of a book may
/// have more than a record can say, such as line breaks: it stays as long as the record does not change there.
fn changed(new: BookDraft, present: BookDraft) -> BookDraft {
    let (details, present_details) = (new.details, present.details);
    BookDraft {
        title: other(new.title, &present.title),
        author: other(new.author, &present.author),
        category: new.category,
        description: other(new.description, &present.description),
        isbn: other(new.isbn, &present.isbn),
        publisher: other(new.publisher, &present.publisher),
        edition_statement: other(new.edition_statement, &present.edition_statement),
        language: other(new.language, &present.language),
        published_year: other(new.published_year, &present.published_year),
        pages: other(new.pages, &present.pages),
        cover_image: other(new.cover_image, &present.cover_image),
        borrowing_period: other(new.borrowing_period, &present.borrowing_period),
        item_type: other(new.item_type, &present.item_type),
        semester_categories: other(new.semester_categories, &present.semester_categories),
        details: DetailsDraft {
            contributors: other(details.contributors, &present_details.contributors),
            subjects: other(details.subjects, &present_details.subjects),
            series: other(details.series, &present_details.series),
            other_titles: other(details.other_titles, &present_details.other_titles),
            identifiers: other(details.identifiers, &present_details.identifiers),
            call_number: other(details.call_number, &present_details.call_number),
            audience: other(details.audience, &present_details.audience),
            reading_level: other(details.reading_level, &present_details.reading_level),
            notes: other(details.notes, &present_details.notes),
            contents: other(details.contents, &present_details.contents),
            links: other(details.links, &present_details.links),
        },
        ..BookDraft::default()
    }
}

fn other<T: PartialEq>(new: Patch<T>, present: &Patch<T>) -> Patch<T> {
    match new {
        new if new == *present => Patch::Keep,
        Patch::Keep => Patch::Clear,
        new => new,
    }
}

/// The record as it is stored: as MARC 21, or as MARCXML when it is too long for it. `None` when it is too long to be read.
fn stored(record: &Record) -> Option<MarcRecord> {
    let (format, raw) = match marc::write_iso2709(record) {
        Ok(raw) => (MarcFormat::Marc21, raw),
        Err(_) => (MarcFormat::MarcXml, marc::write_xml(record).into_bytes()),
    };
    (raw.len() <= marc::MAX_RECORD_BYTES).then(|| stored_record(&marc::describe(record), format, raw))
}
