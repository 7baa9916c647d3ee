//! The copies of all books, as a list and as a file.

use carrel_domain::catalogue::copy::CopyOfBook;
use carrel_domain::catalogue::{barcode, call_number};
use carrel_domain::users::Act;
use carrel_storage::Connection;
use carrel_storage::copies::{self, Filter, Search};
pub use carrel_storage::copies::{Order as CopyOrder, State as CopyFilter};
use serde_json::json;

use crate::catalogue::browse::searched_words;
use crate::circulation::readings::{self, Reading};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// The filter and the order of the list of copies.
#[derive(Debug, Clone)]
pub struct CopiesQuery {
    pub state: CopyFilter,
    pub location: Option<String>,
    /// A barcode, the beginning of a call number, or words of a book.
    pub search: String,
    pub order: CopyOrder,
    pub page: Page,
}

/// The maximum number of copies in one file.
pub const LARGEST_FILE: u32 = 20_000;

/// The maximum number of locations that are offered.
const MOST_LOCATIONS: i64 = 500;

/// A page of the copies of all books. Their borrowers are left out unless the caller may see anyone's open borrowings.
pub async fn all_copies(
    library: &Library,
    context: &Context,
    query: CopiesQuery,
) -> Result<Paged<CopyOfBook>> {
    context.require(Act::ReadInventory)?;
    if query.state == CopyFilter::Overdue || query.order == CopyOrder::Due {
        context.require(Act::ReadAnyBorrowing)?;
    }
    let mut found = found(library, context, query).await?;
    if context.require(Act::ReadAnyBorrowing).is_err() {
        found.entries.iter_mut().for_each(hide_borrower);
    }
    Ok(found)
}

/// The copies for a file with their borrowers: the first [`LARGEST_FILE`] that match. Each file with content is recorded
/// in the audit log.
pub async fn copies_for_file(
    library: &Library,
    context: &Context,
    query: CopiesQuery,
) -> Result<Paged<CopyOfBook>> {
    let actor = context.require(Act::ExportBorrowings)?;
    // An access token needs one scope for the file; the role of its owner must allow both.
    if !actor.user.role.acts.contains(Act::ReadInventory) {
        return Err(Error::NotAllowed);
    }
    let page = Page::whole(LARGEST_FILE);
    let found = found(library, context, CopiesQuery { page, ..query }).await?;
    if !found.entries.is_empty() {
        let reading = Reading {
            action: "copies.exported",
            user_id: None,
            of_several: "copies",
            details: Some(json!({ "rows": found.entries.len() })),
        };
        readings::record(library, context, reading).await?;
    }
    Ok(found)
}

/// The locations of copies, by name.
pub async fn copy_locations(library: &Library, context: &Context) -> Result<Vec<String>> {
    context.require(Act::ReadInventory)?;
    library
        .database
        .read(&(), |connection, ()| {
            Box::pin(copies::locations(connection, MOST_LOCATIONS))
        })
        .await
        .map_err(Error::Storage)
}

async fn found(library: &Library, context: &Context, query: CopiesQuery) -> Result<Paged<CopyOfBook>> {
    let text = query.search.trim();
    let search = text.contains(char::is_alphanumeric).then(|| {
        Search::new(
            &barcode::key(text),
            &call_number::key(text),
            &searched_words(text),
        )
    });
    let input = (query, search, context.now_ms());
    library
        .database
        .read_long(input, |connection, (query, search, now)| {
            Box::pin(found_in(connection, query, search.as_ref(), *now))
        })
        .await
}

async fn found_in(
    connection: &mut Connection,
    query: &CopiesQuery,
    search: Option<&Search>,
    now: i64,
) -> Result<Paged<CopyOfBook>> {
    let filter = Filter {
        state: query.state,
        location: query.location.as_deref(),
        search,
        now,
    };
    let page = query.page;
    let rows = copies::list(
        connection,
        &filter,
        query.order,
        page.sql_limit(),
        page.sql_offset(),
    )
    .await?;
    let total = copies::count(connection, &filter).await?;
    Ok(Paged::new(rows, page, total))
}

fn hide_borrower(entry: &mut CopyOfBook) {
    entry.copy.borrower_id = None;
    entry.copy.borrower_name = None;
    entry.copy.due_on = None;
    entry.borrower_email = None;
    entry.due_at = None;
}
