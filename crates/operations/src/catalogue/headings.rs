//! The categories and the subjects of the catalogue. Their names are changed by a [bulk edit](super::bulk_edits).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use carrel_domain::catalogue::bulk_edit::HeadingKind;
use carrel_domain::users::Act;
use carrel_search::{Index, fold};
use carrel_storage::Connection;
use carrel_storage::books::{self, Searched};

use crate::catalogue::search_feed;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// The orders of a list of headings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HeadingSort {
    /// By the name, without case and accents.
    #[default]
    Name,
    /// Those of most books first, then by name.
    Books,
}

/// Which headings, and in which order.
#[derive(Debug, Clone)]
pub struct HeadingQuery {
    pub kind: HeadingKind,
    /// Words, or parts of words, that the name contains; empty for all.
    pub search: String,
    pub sort: HeadingSort,
    pub page: Page,
}

/// A category or a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub name: String,
    /// Current books.
    pub books: i64,
    /// Books of the archive; unknown for subjects, which are counted in the search index.
    pub archived_books: Option<i64>,
}

/// A page of the categories or the subjects that books have.
pub async fn list(library: &Library, context: &Context, query: HeadingQuery) -> Result<Paged<Heading>> {
    context.require(Act::ManageCatalogue)?;
    let HeadingQuery {
        kind,
        search,
        sort,
        page,
    } = query;
    let mut headings = match kind {
        HeadingKind::Category => categories(library, &search).await?,
        HeadingKind::Subject => subjects(library, context, search).await?,
    };
    if sort == HeadingSort::Books {
        // The sort is stable, and the names are in order already.
        headings.sort_by_key(|heading| Reverse(heading.books));
    }
    let total = i64::try_from(headings.len()).unwrap_or(i64::MAX);
    let before = usize::try_from(page.sql_offset()).unwrap_or(usize::MAX);
    let most = usize::try_from(page.limit()).unwrap_or(usize::MAX);
    let entries = headings.into_iter().skip(before).take(most).collect();
    Ok(Paged::new(entries, page, total))
}

async fn subjects(library: &Library, context: &Context, search: String) -> Result<Vec<Heading>> {
    // Staff look at the list right after they have renamed a subject.
    search_feed::wait_until_indexed(library).await;
    let counts = library
        .search(context, move |index: &Index| index.subjects(&search))
        .await?;
    let headings = counts.into_iter().map(|(name, books)| Heading {
        name,
        books: i64::try_from(books).unwrap_or(i64::MAX),
        archived_books: None,
    });
    Ok(headings.collect())
}

async fn categories(library: &Library, search: &str) -> Result<Vec<Heading>> {
    let counts = library
        .database
        .read_long((), |connection, ()| Box::pin(counts_of_categories(connection)))
        .await
        .map_err(Error::Storage)?;
    let folded = fold(search);
    let mut found: Vec<(String, Heading)> = counts
        .into_iter()
        .map(|(name, (books, archived))| {
            let heading = Heading {
                name,
                books,
                archived_books: Some(archived),
            };
            (fold(&heading.name), heading)
        })
        .filter(|(name, _)| folded.split_whitespace().all(|word| name.contains(word)))
        .collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(found.into_iter().map(|(_, heading)| heading).collect())
}

/// The numbers of current and of archived books of each category.
async fn counts_of_categories(
    connection: &mut Connection,
) -> carrel_storage::Result<BTreeMap<String, (i64, i64)>> {
    let current = books::categories(connection).await?;
    let archived = books::archived_categories(connection, &Searched::new(None, &[])).await?;
    let mut counts: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (name, books) in current {
        counts.entry(name).or_default().0 = books;
    }
    for (name, books) in archived {
        counts.entry(name).or_default().1 = books;
    }
    Ok(counts)
}
