//! One book, with the facts about it that concern the viewer.

use std::cmp::Reverse;
use std::sync::Arc;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::copy::Place;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::users::User;
use carrel_storage::{Connection, books, borrowings, copies, favorites};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::catalogue::{OpinionReader, Opinions, opinions_in};
use crate::circulation::decision::{LoanFacts, Wanted, decision};
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;
use crate::core::settings::Settings;

/// One book with the facts that concern the viewer.
#[derive(Debug, Clone)]
pub struct BookDetail {
    pub book: Book,
    pub details: BookDetails,
    /// Other current books with the same title and author, the latest first.
    pub editions: Vec<Book>,
    /// Where its copies stand.
    pub places: Vec<Place>,
    /// When the next copy on loan is due back.
    pub next_due_at: Option<Timestamp>,
    /// `None` for a visitor of an open catalogue.
    pub viewer: Option<Viewer>,
    /// Its ratings and reviews, if they were requested.
    pub opinions: Option<Opinions>,
}

/// The facts about a book that concern the viewer.
#[derive(Debug, Clone)]
pub struct Viewer {
    pub my_borrowing: Option<MyBorrowing>,
    /// The due date if borrowed now; absent when it cannot be borrowed.
    pub due_on_if_borrowed_now: Option<Date>,
    /// Every reason against borrowing it now.
    pub refusals: Vec<Refusal>,
    /// Whether it is among the viewer's favorites.
    pub is_favorite: bool,
}

/// The viewer's open borrowing of the book.
#[derive(Debug, Clone)]
pub struct MyBorrowing {
    pub id: BorrowingId,
    pub due_on: Date,
    pub due_at: Timestamp,
}

/// One book, with the reasons against borrowing it for the viewer, and with its ratings and reviews if requested. Visitors of
/// an open catalogue see no archived book.
pub async fn detail(
    library: &Library,
    context: &Context,
    id: BookId,
    with_opinions: bool,
) -> Result<BookDetail> {
    let input = Input {
        id,
        reader: OpinionReader::of(library, context)?,
        now: context.now,
        settings: library.shown_settings(),
        with_opinions,
    };
    library
        .database
        .read(&input, |connection, input| Box::pin(detail_in(connection, input)))
        .await
}

/// The maximum number of other editions that are shown beside a book.
const MOST_EDITIONS: i64 = 20;

struct Input {
    id: BookId,
    reader: OpinionReader,
    now: Timestamp,
    settings: Arc<Settings>,
    with_opinions: bool,
}

async fn detail_in(connection: &mut Connection, input: &Input) -> Result<BookDetail> {
    let Input {
        id,
        reader,
        now,
        settings,
        with_opinions,
    } = input;
    let book = reader.book(connection, *id).await?;
    let next_due_at = borrowings::next_due_of_book(connection, *id).await?;
    let viewer = match reader {
        OpinionReader::Person(user) => Some(viewer(connection, settings, user, &book, *now).await?),
        OpinionReader::Visitor { .. } => None,
    };
    let opinions = match with_opinions {
        true => Some(opinions_in(connection, &book, reader).await?),
        false => None,
    };
    let mut editions = books::other_editions(connection, *id, MOST_EDITIONS).await?;
    editions.sort_by_key(|edition| (Reverse(edition.published_year), edition.id));
    Ok(BookDetail {
        details: books::details_of(connection, *id).await?,
        editions,
        places: copies::places_of_book(connection, *id).await?,
        book,
        next_due_at,
        viewer,
        opinions,
    })
}

async fn viewer(
    connection: &mut Connection,
    settings: &Settings,
    user: &User,
    book: &Book,
    now: Timestamp,
) -> Result<Viewer> {
    let facts = LoanFacts::read(connection, user.id, book.id, now).await?;
    let decision = decision(facts, settings, user, book, Wanted::AnyCopy, None, now)?;
    Ok(Viewer {
        my_borrowing: decision
            .same
            .map(|(id, due_on, due_at)| MyBorrowing { id, due_on, due_at }),
        due_on_if_borrowed_now: decision.refusals.is_empty().then_some(decision.due.on),
        refusals: decision.refusals,
        is_favorite: favorites::has(connection, user.id, book.id).await?,
    })
}
