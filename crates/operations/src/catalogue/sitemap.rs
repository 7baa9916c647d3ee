//! What search engines find: the current books, while the library lets them list its catalogue.

use carrel_domain::catalogue::book::BookId;
use carrel_storage::books;
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;

/// The maximum number of books in one file of the sitemap. The protocol allows 50,000 addresses.
pub const BOOKS_OF_FILE: u32 = 49_000;

/// The number of books that are read at once.
const BATCH: u32 = 1000;

/// The site address of a library that search engines may list; otherwise it has no sitemap.
pub fn indexed_site(library: &Library) -> Result<String> {
    let settings = library.shown_settings();
    let catalogue = &settings.catalogue;
    let is_listed = catalogue.open_to_visitors && catalogue.indexed && !settings.awaits_setup;
    let address = catalogue.site_address.clone().filter(|_| is_listed);
    address.ok_or(Error::NotFound(Noun::Page))
}

/// The ids after which the files of the sitemap begin; the first is [`BookId::UNASSIGNED`].
pub async fn sitemap_files(library: &Library, context: &Context, books_of_file: u32) -> Result<Vec<BookId>> {
    indexed_site(library)?;
    // It steps over the whole catalogue.
    library.count_search(context)?;
    library
        .database
        .read_long(books_of_file, |connection, books_of_file| {
            Box::pin(async move {
                let mut begins = vec![BookId::UNASSIGNED];
                let mut after = BookId::UNASSIGNED;
                let last_of_file = i64::from(*books_of_file) - 1;
                while let Some((last,)) = books::current_at(connection, after, last_of_file).await? {
                    after = last;
                    begins.push(last);
                }
                Ok(begins)
            })
        })
        .await
}

/// The next books of a file after an id, at most `limit` of them, each with its last change. Empty at the end.
pub async fn sitemap_books(library: &Library, after: BookId, limit: u32) -> Result<Vec<(BookId, Timestamp)>> {
    indexed_site(library)?;
    let input = (after, i64::from(limit.min(BATCH)));
    library
        .database
        .read(&input, |connection, (after, limit)| {
            Box::pin(books::current_after(connection, *after, *limit))
        })
        .await
        .map_err(Error::Storage)
}
