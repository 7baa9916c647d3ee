//! The numbers on the administrators' dashboard.

use std::sync::Arc;

use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::users::Act;
use carrel_storage::books::{self, Shelf};
use carrel_storage::borrowings::{self, Filter, Order};
use carrel_storage::{Connection, totals, users};
use jiff::Timestamp;

use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::core::settings::Settings;

/// Key figures of the library.
#[derive(Debug, Clone)]
pub struct Statistics {
    pub total_users: u64,
    pub total_books: u64,
    pub total_borrowings: u64,
    pub overdue_books: u64,
    /// The books borrowed most often, of all time.
    pub most_borrowed_books: Vec<Book>,
    pub recent_borrowings: Vec<Borrowing>,
}

/// The first page of the most borrowed books; [`most_borrowed`] has the others.
const MOST_BORROWED: i64 = 10;
const RECENT: i64 = 5;

/// Key figures of the library, for administrators.
pub async fn overview(library: &Library, context: &Context) -> Result<Statistics> {
    context.require(Act::ReadStatistics)?;
    let input = (context.now, library.shown_settings());
    library
        .database
        .read_long(input, |connection, input| {
            Box::pin(overview_in(connection, input))
        })
        .await
}

/// A page of all books that were ever borrowed, the most borrowed first, for administrators.
pub async fn most_borrowed(library: &Library, context: &Context, page: Page) -> Result<Paged<Book>> {
    context.require(Act::ReadStatistics)?;
    let (entries, total) = library
        .database
        .read_long(page, |connection, page| {
            Box::pin(async move {
                let (limit, offset) = (page.sql_limit(), page.sql_offset());
                Ok::<_, Error>((
                    books::most_borrowed(connection, limit, offset).await?,
                    books::count_ever_borrowed(connection).await?,
                ))
            })
        })
        .await?;
    Ok(Paged::new(entries, page, total))
}

async fn overview_in(
    connection: &mut Connection,
    (now, settings): &(Timestamp, Arc<Settings>),
) -> Result<Statistics> {
    let now_ms = now.as_millisecond();
    let everything = Filter::everybody(BorrowingState::Any, now_ms);
    let overdue = Filter::everybody(BorrowingState::Overdue, now_ms);
    let recent = borrowings::list(connection, &everything, Order::Newest, RECENT, 0).await?;
    Ok(Statistics {
        total_users: users::count(connection, &users::Filter::default())
            .await?
            .unsigned_abs(),
        total_books: books::count(connection, Shelf::All).await?.unsigned_abs(),
        total_borrowings: totals::borrowed_ever(connection).await?.unsigned_abs(),
        overdue_books: borrowings::count(connection, &overdue).await?.unsigned_abs(),
        most_borrowed_books: books::most_borrowed(connection, MOST_BORROWED, 0).await?,
        recent_borrowings: Borrowing::all_at(recent, *now, settings),
    })
}
