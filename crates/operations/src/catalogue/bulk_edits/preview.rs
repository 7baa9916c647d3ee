//! What a bulk edit would do.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::bulk_edit::{BulkChanges, Outcome};
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use serde_json::Value;

use super::book::with_details;
use super::choose::{ChosenBooks, current_year, ids_of, valid};
use crate::catalogue::maintain::audited;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// Books that are read at once.
const AT_ONCE: usize = 500;
/// Books of each outcome that a preview shows.
const SHOWN: usize = 50;

/// What a bulk edit would do.
#[derive(Debug, Default)]
pub struct Preview {
    /// The number of chosen books.
    pub books: usize,
    /// Books that would change.
    pub changed: usize,
    /// Books that would not be valid.
    pub refused: usize,
    /// The first books that would change, and the first that would not be valid.
    pub shown: Vec<PreviewedBook>,
}

/// A book, as a preview shows it.
#[derive(Debug)]
pub struct PreviewedBook {
    pub id: BookId,
    pub title: String,
    pub author: String,
    /// The fields that would change; empty when the book would not be valid.
    pub fields: Vec<FieldChange>,
    /// Why the book would not be valid.
    pub errors: Vec<FieldError>,
}

/// The change of a field, as values of the API.
#[derive(Debug)]
pub struct FieldChange {
    pub field: String,
    pub before: Value,
    pub after: Value,
}

/// What a bulk edit of the chosen books would do. Nothing is changed. `expected` is only checked to be a possible number.
pub async fn preview(
    library: &Library,
    context: &Context,
    chosen: ChosenBooks,
    changes: BulkChanges,
    expected: Option<i64>,
) -> Result<Preview> {
    context.require(Act::ManageCatalogue)?;
    let changes = valid(library, context, changes, expected).await?;
    let ids = ids_of(library, context, chosen, &changes).await?;
    let year = current_year(library, context);
    let mut preview = Preview {
        books: ids.len(),
        ..Preview::default()
    };
    for ids in ids.chunks(AT_ONCE) {
        let some = library
            .database
            .read_long(ids.to_vec(), |connection, ids| {
                Box::pin(with_details(connection, ids))
            })
            .await
            .map_err(Error::Storage)?;
        for (book, details) in some {
            match changes.outcome(&book.record, &details, year) {
                Outcome::Unchanged => {}
                Outcome::Changed(after) => {
                    preview.changed += 1;
                    if preview.changed <= SHOWN {
                        let before = audited(&book.record, &details);
                        let after = audited(&after.record, &after.details);
                        preview
                            .shown
                            .push(shown(book, different(&before, &after), Vec::new()));
                    }
                }
                Outcome::Refused(errors) => {
                    preview.refused += 1;
                    if preview.refused <= SHOWN {
                        preview.shown.push(shown(book, Vec::new(), errors));
                    }
                }
            }
        }
    }
    Ok(preview)
}

fn shown(book: Book, fields: Vec<FieldChange>, errors: Vec<FieldError>) -> PreviewedBook {
    PreviewedBook {
        id: book.id,
        title: book.record.title,
        author: book.record.author,
        fields,
        errors,
    }
}

fn different(before: &Value, after: &Value) -> Vec<FieldChange> {
    let fields = after.as_object().into_iter().flatten();
    let different = fields.filter(|(field, value)| before.get(field) != Some(value));
    different
        .map(|(field, value)| FieldChange {
            field: field.clone(),
            before: before.get(field).cloned().unwrap_or_default(),
            after: value.clone(),
        })
        .collect()
}
