//! SRU: programs of other libraries search the catalogue, while the settings allow it.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::cql::{Search, Tree};
use carrel_formats::marc::language_name;
use carrel_storage::harvest;
use jiff::Timestamp;

use crate::catalogue::export::read;
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::shared_record::{SharedFormat, content};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;

/// The maximum number of records of one response.
pub const MAX_RECORDS: usize = 100;

/// The database, as it explains itself.
#[derive(Debug, Clone)]
pub struct SharedDatabase {
    /// The address of the site.
    pub site: String,
    pub name: String,
}

/// One page of what was found.
#[derive(Debug, Clone)]
pub struct FoundRecords {
    pub total: usize,
    /// Each book with its XML. `None` when there are too many books to sort.
    pub records: Option<Vec<(BookId, String)>>,
}

/// The database. Not found while the library cannot be searched by others.
pub fn database(library: &Library) -> Result<SharedDatabase> {
    let settings = library.shown_settings();
    let catalogue = &settings.catalogue;
    let is_shared = catalogue.sru && !settings.awaits_setup;
    let site = catalogue.site_address.clone().filter(|_| is_shared);
    Ok(SharedDatabase {
        site: site.ok_or(Error::NotFound(Noun::Page))?,
        name: settings.name.clone(),
    })
}

/// Finds books. `offset` is how many come before the page, and `limit` at most [`MAX_RECORDS`].
pub async fn find(
    library: &Library,
    context: &Context,
    mut search: Search,
    format: SharedFormat,
    (offset, limit): (usize, usize),
) -> Result<FoundRecords> {
    let site = database(library)?.site;
    replace_values(library, &mut search.tree).await?;
    let limit = limit.min(MAX_RECORDS);
    let found = library
        .search(context, move |index| {
            index.find_exactly(&search.tree, &search.sort, offset, limit)
        })
        .await?;
    let Some(ids) = found.ids else {
        return Ok(FoundRecords {
            total: found.total,
            records: None,
        });
    };
    let facts = Facts::of(library, context).await?;
    let records = library
        .database
        .read_long(
            (ids, facts, format, site),
            |connection, (ids, facts, format, site)| {
                Box::pin(async move {
                    let mut records = Vec::with_capacity(ids.len());
                    let books = read(connection, ids).await?;
                    // The index may still have a book that was archived or deleted a moment ago.
                    for book in books.iter().filter(|book| book.book.archived_at.is_none()) {
                        let changed: Timestamp = book.book.updated_at;
                        records.push((book.book.id, content(book, changed, *format, site, facts)));
                    }
                    Ok::<_, carrel_storage::Error>(records)
                })
            },
        )
        .await
        .map_err(Error::Storage)?;
    Ok(FoundRecords {
        total: found.total,
        records: Some(records),
    })
}

/// Replaces what the search index does not have: ISSNs by their books, and codes of languages by their names.
async fn replace_values(library: &Library, tree: &mut Tree) -> Result<()> {
    let mut issns: Vec<String> = Vec::new();
    tree.for_each_leaf(&mut |leaf| match leaf {
        Tree::Issn(issn) => issns.push(issn.clone()),
        Tree::Language(language) => {
            if let Some(name) = language_name(&language.to_lowercase()) {
                name.clone_into(language);
            }
        }
        _ => {}
    });
    if issns.is_empty() {
        return Ok(());
    }
    let books = library
        .database
        .read(&issns, |connection, issns| {
            Box::pin(async move {
                let mut books = Vec::new();
                for issn in issns {
                    books.push((issn.clone(), harvest::with_issn(connection, issn).await?));
                }
                Ok::<_, carrel_storage::Error>(books)
            })
        })
        .await
        .map_err(Error::Storage)?;
    tree.for_each_leaf(&mut |leaf| {
        if let Tree::Issn(issn) = leaf {
            let found = books.iter().find(|(known, _)| known == issn);
            *leaf = Tree::Books(found.map(|(_, ids)| ids.clone()).unwrap_or_default());
        }
    });
    Ok(())
}
