//! One book, with the facts about it that concern the viewer.

use std::sync::Arc;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::users::{Act, User};
use carrel_storage::{Connection, books, borrowings};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::circulation::decision::{Wanted, decision};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// One book with the facts that concern the viewer.
#[derive(Debug, Clone)]
pub struct BookDetail {
    pub book: Book,
    /// When the next copy on loan is due back.
    pub next_due_at: Option<Timestamp>,
    pub viewer: Viewer,
}

/// The facts about a book that concern the viewer.
#[derive(Debug, Clone)]
pub struct Viewer {
    pub my_borrowing: Option<MyBorrowing>,
    /// The due date if borrowed now; absent when it cannot be borrowed.
    pub due_on_if_borrowed_now: Option<Date>,
    /// Every reason against borrowing it now.
    pub refusals: Vec<Refusal>,
}

/// The viewer's open borrowing of the book.
#[derive(Debug, Clone)]
pub struct MyBorrowing {
    pub id: BorrowingId,
    pub due_on: Date,
    pub due_at: Timestamp,
}

/// One book, with the reasons against borrowing it for the viewer.
pub async fn detail(library: &Library, context: &Context, id: BookId) -> Result<BookDetail> {
    let actor = context.require(Act::ReadCatalogue)?;
    let input = (id, Arc::clone(&actor.user), context.now, library.shown_settings());
    library
        .database
        .read(&input, |connection, input| Box::pin(detail_in(connection, input)))
        .await
}

async fn detail_in(
    connection: &mut Connection,
    (id, user, now, settings): &(BookId, Arc<User>, Timestamp, Arc<Settings>),
) -> Result<BookDetail> {
    let book = books::find(connection, *id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let next_due_at = borrowings::next_due_of_book(connection, *id).await?;
    let decision = decision(connection, settings, user, &book, Wanted::AnyCopy, *now).await?;
    let due = decision.refusals.is_empty().then_some(decision.due_on);
    Ok(BookDetail {
        next_due_at,
        viewer: Viewer {
            my_borrowing: decision
                .same
                .map(|(id, due_on, due_at)| MyBorrowing { id, due_on, due_at }),
            due_on_if_borrowed_now: due,
            refusals: decision.refusals,
        },
        book,
    })
}
