//! Labels for copies.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::language::Language;
use carrel_domain::printing::{LabelKind, Labels, WhichCopies, limit, message};
use carrel_domain::users::Act;
use carrel_domain::validation::{EntryError, FieldError, FormErrors};
use carrel_labels::{BarcodeLabel, Label, SpineLabel};
use carrel_storage::copies::{self, CopyToLabel};
use carrel_storage::{Connection, books, imports};
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::settings::printing::document::{Document, Preview, Printed, chosen_sheet, symbology};

/// One more than the maximum number of labels, so that a larger selection is noticed.
const READ_AT_MOST: i64 = 10_001;
/// The key after those of all barcodes.
const LAST_KEY: &str = "\u{10FFFF}";

/// The labels as a PDF.
pub async fn labels(library: &Library, context: &Context, labels: Labels) -> Result<Printed> {
    document(library, context, labels).await?.print(library).await
}

/// The first page of the labels.
pub async fn labels_preview(library: &Library, context: &Context, labels: Labels) -> Result<Preview> {
    document(library, context, labels).await?.preview(library).await
}

async fn document(library: &Library, context: &Context, labels: Labels) -> Result<Document> {
    context.require(Act::ManageCatalogue)?;
    let settings = library.shown_settings();
    library
        .database
        .read_long((labels, settings), |connection, (labels, settings)| {
            Box::pin(document_in(connection, labels, settings))
        })
        .await
}

async fn document_in(
    connection: &mut Connection,
    labels: &Labels,
    settings: &Arc<Settings>,
) -> Result<Document> {
    let sheet = chosen_sheet(connection, &labels.options).await?;
    let found = selected(connection, &labels.copies, &settings.zone).await?;
    if found.is_empty() {
        return Err(invalid("copies", message::NO_COPIES));
    }
    if found.len() > limit::MOST_LABELS {
        return Err(invalid("copies", message::TOO_MANY));
    }
    let of_all = found.len();
    let drawn: Vec<(String, Label)> = found
        .into_iter()
        .filter_map(|copy| Some((copy.barcode.clone(), label_of(copy, labels, &settings.name)?)))
        .collect();
    if drawn.is_empty() {
        return Err(invalid("copies", message::NO_CALL_NUMBER));
    }
    Ok(Document {
        sheet,
        options: labels.options.clone(),
        left_out: of_all - drawn.len(),
        labels: drawn,
        list: "labels",
        title: title(settings.language),
        language: settings.language,
    })
}

fn invalid(field: &'static str, message: &'static str) -> Error {
    Error::Invalid(vec![FieldError::new(field, message)])
}

/// The title of the document.
fn title(language: Language) -> &'static str {
    match language {
        Language::German => "Etiketten",
        Language::English => "Labels",
    }
}

/// What is printed of a copy; none for the spine of a copy without a call number.
fn label_of(copy: CopyToLabel, labels: &Labels, library: &str) -> Option<Label> {
    let spine = SpineLabel {
        call_number: copy.call_number,
    };
    let barcode = BarcodeLabel {
        library: library.to_owned(),
        title: copy.book_title,
        barcode: copy.barcode,
        symbology: symbology(labels.options.symbology),
    };
    match labels.kind {
        LabelKind::Barcode => Some(Label::Barcode(barcode)),
        LabelKind::Combined => Some(Label::Combined(spine, barcode)),
        LabelKind::Spine => spine.call_number.is_some().then_some(Label::Spine(spine)),
    }
}

/// The copies of a selection, in the order in which they are printed.
async fn selected(
    connection: &mut Connection,
    copies: &WhichCopies,
    zone: &TimeZone,
) -> Result<Vec<CopyToLabel>> {
    match copies {
        WhichCopies::Copies(ids) => {
            let found = copies::to_label(connection, ids).await?;
            in_order("copies", ids, found, |copy| copy.id, message::COPY_UNKNOWN)
        }
        WhichCopies::Barcodes(barcodes) => {
            let keys: Vec<String> = barcodes.iter().map(|text| barcode::key(text)).collect();
            let texts: Vec<&str> = keys.iter().map(String::as_str).collect();
            let found = copies::to_label_by_barcodes(connection, &texts).await?;
            let key = |copy: &CopyToLabel| copy.barcode_key.clone();
            in_order("barcodes", &keys, found, key, message::BARCODE_UNKNOWN)
        }
        WhichCopies::Range { from, to } => {
            let from = from.as_deref().map(barcode::key).unwrap_or_default();
            let to = to.as_deref().map_or_else(|| LAST_KEY.to_owned(), barcode::key);
            Ok(copies::to_label_in_range(connection, &from, &to, READ_AT_MOST).await?)
        }
        WhichCopies::Book(id) => {
            let book = books::find(connection, *id).await?;
            book.ok_or_else(|| invalid("book", message::BOOK_UNKNOWN))?;
            Ok(copies::to_label_of_book(connection, *id).await?)
        }
        WhichCopies::Import(id) => {
            let import = imports::find(connection, *id).await?;
            import.ok_or_else(|| invalid("import", message::IMPORT_UNKNOWN))?;
            let added = imports::added_copies(connection, *id, READ_AT_MOST).await?;
            if added.len() > limit::MOST_LABELS {
                return Err(invalid("copies", message::TOO_MANY));
            }
            let numbers = added.iter().filter_map(|text| text.parse().ok());
            let ids: Vec<CopyId> = numbers.map(CopyId::new).collect();
            let mut found = copies::to_label(connection, &ids).await?;
            found.sort_by(|left, right| left.barcode_key.cmp(&right.barcode_key));
            Ok(found)
        }
        WhichCopies::AddedSince(day) => {
            let since = beginning_of(*day, zone)?;
            Ok(copies::to_label_added_since(connection, since, READ_AT_MOST).await?)
        }
    }
}

/// The first instant of a day of the library, in milliseconds.
fn beginning_of(day: Date, zone: &TimeZone) -> Result<i64> {
    let beginning = day.to_zoned(zone.clone());
    let beginning = beginning.map_err(|error| Error::Defect(format!("the day {day}: {error}")))?;
    Ok(beginning.timestamp().as_millisecond())
}

/// What was found, in the order in which it was wanted, also repeatedly; or an error for each that was not found.
fn in_order<K: Hash + Eq, T: Clone>(
    list: &str,
    wanted: &[K],
    found: Vec<T>,
    key: impl Fn(&T) -> K,
    unknown: &str,
) -> Result<Vec<T>> {
    let found: HashMap<K, T> = found.into_iter().map(|one| (key(&one), one)).collect();
    let missing = wanted
        .iter()
        .enumerate()
        .filter(|(_, key)| !found.contains_key(key));
    let errors = missing.map(|(index, _)| EntryError {
        field: format!("{list}.{index}"),
        message: unknown.to_owned(),
    });
    if let Some(errors) = FormErrors::of_all(errors) {
        return Err(Error::InvalidForm(errors));
    }
    Ok(wanted.iter().filter_map(|key| found.get(key).cloned()).collect())
}
