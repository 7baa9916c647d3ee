//! Which books a bulk edit is about.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{BulkChanges, HeadingKind, Renaming, limit, message};
use carrel_domain::settings::KindField;
use carrel_domain::validation::FieldError;
use carrel_storage::books;

use crate::catalogue::browse::{BookQuery, found_ids};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::settings::kinds::offered_now;

/// The books that staff have chosen.
#[derive(Debug, Clone)]
pub enum ChosenBooks {
    /// One by one.
    Listed(Vec<BookId>),
    /// All that a query of the catalogue finds. Its page does not count.
    Found(Box<BookQuery>),
    /// All that have one of the names that a renaming changes; of a category also those of the archive, whose subjects are in no
    /// index.
    Named,
}

/// Refuses a field.
fn refused(field: &'static str, text: &'static str) -> Error {
    Error::Invalid(vec![FieldError::new(field, text)])
}

/// The ids of the books chosen for valid changes, in ascending order.
///
/// # Errors
/// None or too many are chosen, or one of them does not exist.
pub(super) async fn ids_of(
    library: &Library,
    context: &Context,
    chosen: ChosenBooks,
    changes: &BulkChanges,
) -> Result<Vec<BookId>> {
    let mut ids = match chosen {
        ChosenBooks::Listed(ids) if ids.len() > limit::CHOSEN.max => {
            return Err(refused("books", message::TOO_MANY_CHOSEN));
        }
        ChosenBooks::Listed(ids) => known(library, ids).await?,
        ChosenBooks::Found(query) => found_ids(library, context, *query).await?,
        ChosenBooks::Named => match &changes.rename {
            Some(rename) => named(library, context, rename).await?,
            None => Vec::new(),
        },
    };
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(refused("books", message::NO_BOOKS));
    }
    let most = usize::try_from(limit::BOOKS.max).unwrap_or(usize::MAX);
    if ids.len() > most {
        return Err(refused("books", message::TOO_MANY_BOOKS));
    }
    Ok(ids)
}

/// The ids of the books with one of the names that are changed.
async fn named(library: &Library, context: &Context, rename: &Renaming) -> Result<Vec<BookId>> {
    let names = rename.from.clone();
    if rename.kind == HeadingKind::Subject {
        let mut query = BookQuery::default();
        query.filters.subjects = names;
        return found_ids(library, context, query).await;
    }
    library
        .database
        .read_long(names, |connection, categories| {
            Box::pin(async move {
                let mut ids = Vec::new();
                for category in categories {
                    ids.extend(books::ids_of_category(connection, category).await?);
                }
                Ok(ids)
            })
        })
        .await
        .map_err(Error::Storage)
}

/// The ids of books, if all of them exist.
async fn known(library: &Library, ids: Vec<BookId>) -> Result<Vec<BookId>> {
    let found = library
        .database
        .read_long(ids.clone(), |connection, ids| {
            Box::pin(books::find_kept(connection, ids))
        })
        .await
        .map_err(Error::Storage)?;
    let found: BTreeSet<BookId> = found.into_iter().map(|book| book.id).collect();
    if ids.iter().all(|id| found.contains(id)) {
        Ok(ids)
    } else {
        Err(refused("books", message::BOOK_UNKNOWN))
    }
}

/// The changes when they are valid in this library. `expected` is the number of books that the caller expects.
pub(super) async fn valid(
    library: &Library,
    context: &Context,
    changes: BulkChanges,
    expected: Option<i64>,
) -> Result<BulkChanges> {
    if expected.is_some_and(|expected| !limit::BOOKS.holds(expected)) {
        return Err(refused("expectedBooks", message::EXPECTED_OUT_OF_RANGE));
    }
    let changes = changes
        .validate(current_year(library, context))
        .map_err(Error::Invalid)?;
    if let Some(code) = changes.item_type.as_str().map(str::to_owned) {
        library
            .database
            .read(&code, |connection, code| {
                Box::pin(offered_now(connection, KindField::ItemType, code, None))
            })
            .await?;
    }
    Ok(changes)
}

/// The year in the library's zone.
pub(super) fn current_year(library: &Library, context: &Context) -> i16 {
    library.shown_settings().zone.to_datetime(context.now).year()
}
