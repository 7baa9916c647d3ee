//! Ratings and reviews by people who have borrowed the book.

use std::sync::Arc;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::rating::{RatingDraft, Review, ReviewId, ValidRating, average_hundredths};
use carrel_domain::patch::Patch;
use carrel_domain::settings::ReviewNames;
use carrel_domain::users::{Act, User, UserId};
use carrel_storage::engine::Lock;
use carrel_storage::reviews::{self, NewReview};
use carrel_storage::{Connection, Transaction, books, borrowings, changes, ratings, users};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// A book's ratings, and the caller's own rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookRating {
    pub sum: i64,
    pub count: i64,
    pub mine: Option<MyRating>,
    /// Whether the person has borrowed the book, now or earlier.
    pub may_rate: bool,
}

/// A person's own rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MyRating {
    pub stars: i64,
    pub review: Option<Review>,
}

/// The first reviews that come with [`Opinions`].
const FIRST_REVIEWS: u32 = 10;

/// The ratings and reviews of a book, for one reader.
#[derive(Debug, Clone)]
pub struct Opinions {
    pub rating: BookRating,
    /// The first page of the reviews, the newest first; `None` for visitors to whom the library shows none.
    pub reviews: Option<Paged<Review>>,
}

/// The reader of opinions: a person, or a visitor of an open catalogue.
#[derive(Debug, Clone)]
pub(crate) enum OpinionReader {
    Person(Arc<User>),
    Visitor {
        /// Whether the settings of privacy allow it.
        reads_reviews: bool,
    },
}

impl OpinionReader {
    /// The caller. Visitors never read reviews under full names.
    pub(crate) fn of(library: &Library, context: &Context) -> Result<Self> {
        Ok(match context.require_reader()? {
            Some(actor) => OpinionReader::Person(Arc::clone(&actor.user)),
            None => OpinionReader::Visitor {
                reads_reviews: library.shown_settings().privacy.review_names != ReviewNames::Full,
            },
        })
    }

    /// The id of the person.
    fn id(&self) -> Option<UserId> {
        match self {
            OpinionReader::Person(user) => Some(user.id),
            OpinionReader::Visitor { .. } => None,
        }
    }

    /// Whether the reviews that the reader sees include hidden ones; `None` when the reader sees no reviews.
    fn sees_hidden_reviews(&self) -> Option<bool> {
        match self {
            OpinionReader::Person(user) => Some(user.role.may(Act::ModerateReviews)),
            OpinionReader::Visitor { reads_reviews } => reads_reviews.then_some(false),
        }
    }

    /// The book, which is in the catalogue of the reader: visitors do not see the archive, but books that lead to the one
    /// into which they were merged.
    pub(crate) async fn book(&self, connection: &mut Connection, id: BookId) -> Result<Book> {
        let book = books::find(connection, id).await?;
        let is_shown = |book: &Book| book.archived_at.is_none() || book.merged_into.is_some();
        let book = book.filter(|book| self.id().is_some() || is_shown(book));
        book.ok_or(Error::NotFound(Noun::Book))
    }
}

/// Reads the ratings and reviews of a book, for a reader.
pub(crate) async fn opinions_in(
    connection: &mut Connection,
    book: &Book,
    reader: &OpinionReader,
) -> Result<Opinions> {
    let page = Page::new(1, FIRST_REVIEWS);
    let reviews = match reader.sees_hidden_reviews() {
        Some(with_hidden) => Some(reviews_in(connection, book.id, with_hidden, page).await?),
        None => None,
    };
    Ok(Opinions {
        rating: rating_for(connection, book, reader).await?,
        reviews,
    })
}

/// A book's ratings, and the rating of the person who is signed in.
pub async fn rating(library: &Library, context: &Context, book_id: BookId) -> Result<BookRating> {
    let reader = OpinionReader::of(library, context)?;
    library
        .database
        .read(&(book_id, reader), |connection, (book_id, reader)| {
            Box::pin(async move {
                let book = reader.book(connection, *book_id).await?;
                rating_for(connection, &book, reader).await
            })
        })
        .await
}

async fn rating_for(connection: &mut Connection, book: &Book, reader: &OpinionReader) -> Result<BookRating> {
    match reader.id() {
        Some(user_id) => rating_of(connection, book, user_id).await,
        None => Ok(BookRating {
            sum: book.rating_sum,
            count: book.rating_count,
            mine: None,
            may_rate: false,
        }),
    }
}

async fn rating_in(connection: &mut Connection, book_id: BookId, user_id: UserId) -> Result<BookRating> {
    let book = books::find(connection, book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    rating_of(connection, &book, user_id).await
}

async fn rating_of(connection: &mut Connection, book: &Book, user_id: UserId) -> Result<BookRating> {
    let mine = match ratings::find(connection, book.id, user_id).await? {
        Some(stars) => Some(MyRating {
            stars,
            review: reviews::of_person(connection, book.id, user_id).await?,
        }),
        None => None,
    };
    // The borrowing of a rated book may be anonymous by now.
    let may_rate = mine.is_some() || borrowings::ever_borrowed(connection, user_id, book.id).await?;
    Ok(BookRating {
        sum: book.rating_sum,
        count: book.rating_count,
        mine,
        may_rate,
    })
}

/// Rates a book that the person who is signed in has borrowed; a second rating replaces the first. The same transaction
/// updates the average of the book.
pub async fn rate(
    library: &Library,
    context: Context,
    book_id: BookId,
    draft: RatingDraft,
) -> Result<BookRating> {
    context.require(Act::RateBooks)?;
    let rated = library
        .write_once(
            context.call(),
            (context, book_id, draft),
            |transaction, (context, book_id, draft)| {
                Box::pin(async move {
                    let mut change = Change::begin(transaction, context, *book_id).await?;
                    change.rate(draft).await
                })
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(rated)
}

/// Removes the rating of the person who is signed in, and the review with it. Without one nothing changes.
pub async fn unrate(library: &Library, context: Context, book_id: BookId) -> Result<BookRating> {
    context.require(Act::RateBooks)?;
    let rated = library
        .write_once(
            context.call(),
            (context, book_id),
            |transaction, (context, book_id)| {
                Box::pin(async move {
                    let mut change = Change::begin(transaction, context, *book_id).await?;
                    change.unrate().await
                })
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(rated)
}

/// The change of one person's rating of one book. The book is locked: its sums are recomputed from its ratings.
struct Change<'a> {
    transaction: &'a mut Transaction,
    context: &'a Context,
    book_id: BookId,
    user_id: UserId,
    before: Option<Value>,
}

impl<'a> Change<'a> {
    async fn begin(transaction: &'a mut Transaction, context: &'a Context, book_id: BookId) -> Result<Self> {
        let user_id = context.require(Act::RateBooks)?.user.id;
        // Before the book, as an erasure locks them. Who was erased since the call began is signed in no more.
        transaction.lock(Lock::User(user_id)).await?;
        if users::find(transaction, user_id).await?.is_none() {
            return Err(Error::NotSignedIn);
        }
        transaction.lock(Lock::Book(book_id)).await?;
        books::find(transaction, book_id)
            .await?
            .ok_or(Error::NotFound(Noun::Book))?;
        let before = audit_state(transaction, book_id, user_id).await?;
        Ok(Change {
            transaction,
            context,
            book_id,
            user_id,
            before,
        })
    }

    async fn rate(&mut self, draft: &RatingDraft) -> Result<BookRating> {
        let ValidRating { stars, review } = draft.clone().validate().map_err(Error::Invalid)?;
        let (book_id, user_id, now) = (self.book_id, self.user_id, self.context.now_ms());
        // The borrowing of a rated book may be anonymous by now.
        if self.before.is_none() && !borrowings::ever_borrowed(self.transaction, user_id, book_id).await? {
            return Err(Conflict::NeverBorrowed.into());
        }
        ratings::set(self.transaction, book_id, user_id, i64::from(stars), now).await?;
        match review {
            Patch::Keep => {}
            Patch::Clear => reviews::remove(self.transaction, book_id, user_id).await?,
            Patch::Set(body) => {
                let review = NewReview {
                    id: self.transaction.fresh_id().await?,
                    book_id,
                    user_id,
                    body: &body,
                };
                reviews::set(self.transaction, &review, now).await?;
            }
        }
        self.finish("book.rated").await
    }

    async fn unrate(&mut self) -> Result<BookRating> {
        if ratings::remove(self.transaction, self.book_id, self.user_id).await? {
            return self.finish("book.unrated").await;
        }
        rating_in(self.transaction, self.book_id, self.user_id).await
    }

    async fn finish(&mut self, action: &str) -> Result<BookRating> {
        let (sum, count) = ratings::sums_of_book(self.transaction, self.book_id).await?;
        let average = average_hundredths(sum, count);
        books::set_rating(self.transaction, self.book_id, sum, count, average).await?;
        changes::append(self.transaction, self.book_id, self.context.now_ms()).await?;
        let event = audit::Event {
            action,
            subject: Subject::of(self.book_id).about_user(self.user_id),
            before: self.before.take(),
            after: audit_state(self.transaction, self.book_id, self.user_id).await?,
        };
        audit::record(self.transaction, self.context, event).await?;
        rating_in(self.transaction, self.book_id, self.user_id).await
    }
}

/// The state of a person's rating in the audit log.
async fn audit_state(connection: &mut Connection, book_id: BookId, user_id: UserId) -> Result<Option<Value>> {
    let Some(stars) = ratings::find(connection, book_id, user_id).await? else {
        return Ok(None);
    };
    let review = reviews::of_person(connection, book_id, user_id).await?;
    Ok(Some(
        json!({ "stars": stars, "review": review.map(|review| review.body) }),
    ))
}

/// A page of a book's reviews, the newest first. Only moderators see the hidden ones.
pub async fn reviews(
    library: &Library,
    context: &Context,
    book_id: BookId,
    page: Page,
) -> Result<Paged<Review>> {
    let reader = OpinionReader::of(library, context)?;
    let with_hidden = reader.sees_hidden_reviews().ok_or(Error::NotSignedIn)?;
    let input = (book_id, reader, with_hidden, page);
    library
        .database
        .read(&input, |connection, (book_id, reader, with_hidden, page)| {
            Box::pin(async move {
                reader.book(connection, *book_id).await?;
                reviews_in(connection, *book_id, *with_hidden, *page).await
            })
        })
        .await
}

async fn reviews_in(
    connection: &mut Connection,
    book_id: BookId,
    with_hidden: bool,
    page: Page,
) -> Result<Paged<Review>> {
    let (limit, offset) = (page.sql_limit(), page.sql_offset());
    let entries = reviews::of_book(connection, book_id, with_hidden, limit, offset).await?;
    let total = reviews::count_of_book(connection, book_id, with_hidden).await?;
    Ok(Paged::new(entries, page, total))
}

/// Hides a review from readers, or shows it again. Its stars count either way.
pub async fn moderate(library: &Library, context: Context, id: ReviewId, hidden: bool) -> Result<Review> {
    context.require(Act::ModerateReviews)?;
    library
        .write_once(
            context.call(),
            (context, id, hidden),
            |transaction, (context, id, hidden)| Box::pin(moderate_in(transaction, context, *id, *hidden)),
        )
        .await
}

async fn moderate_in(
    transaction: &mut Transaction,
    context: &Context,
    id: ReviewId,
    hidden: bool,
) -> Result<Review> {
    let before = reviews::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Review))?;
    if before.hidden_at.is_some() == hidden {
        return Ok(before);
    }
    let hidden_at = hidden.then(|| context.stored_now());
    reviews::set_hidden(transaction, id, hidden_at.map(Timestamp::as_millisecond)).await?;
    let event = audit::Event {
        action: if hidden { "review.hidden" } else { "review.shown" },
        subject: Subject::of(id)
            .about_user(before.user_id)
            .about_book(before.book_id),
        before: Some(json!({ "hidden": !hidden, "bookId": before.book_id, "userId": before.user_id })),
        after: Some(json!({ "hidden": hidden })),
    };
    audit::record(transaction, context, event).await?;
    Ok(Review { hidden_at, ..before })
}
