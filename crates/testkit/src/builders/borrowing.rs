//! Builds borrowings, open and returned.

use carrel_domain::calendar::{civil_date, end_of_day};
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::users::{User, UserId};
use carrel_storage::borrowings::{NewBorrowing, Terms};
use carrel_storage::copies::StateChange;
use carrel_storage::{Error, Result, Transaction, books, borrowings, copies};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::Library;
use crate::clock::DAY;

/// A borrowing to insert.
#[must_use = "nothing is made before `insert`"]
pub struct BorrowingBuilder<'a> {
    library: &'a Library,
    user: &'a User,
    book: &'a Book,
    borrowed_at: i64,
    days: i64,
    returned_at: Option<i64>,
}

struct Facts {
    user_id: UserId,
    book_id: BookId,
    borrowed_at: i64,
    due_on: String,
    due_at: i64,
    returned_at: Option<i64>,
}

impl<'a> BorrowingBuilder<'a> {
    pub(super) fn new(library: &'a Library, user: &'a User, book: &'a Book) -> Self {
        let borrowed_at = library.clock.now_ms();
        BorrowingBuilder {
            library,
            user,
            book,
            borrowed_at,
            days: 14,
            returned_at: None,
        }
    }

    /// Borrowed this many days before now. Due 14 days after that by default.
    pub fn days_ago(mut self, days: i64) -> Self {
        self.borrowed_at = self.library.clock.now_ms() - days * DAY;
        self
    }

    /// Due at the end of the day this many days after it was borrowed; the library's zone is UTC.
    pub fn for_days(mut self, days: i64) -> Self {
        self.days = days;
        self
    }

    /// Returned now.
    pub fn returned(mut self) -> Self {
        self.returned_at = Some(self.library.clock.now_ms());
        self
    }

    /// Adds the borrowing, and moves the copy.
    pub async fn insert(self) -> BorrowingRecord {
        self.try_insert().await.expect("the database takes the borrowing")
    }

    /// Adds the borrowing and moves the copy, if the database accepts it. [`Error::NoRow`] when no copy is on the
    /// shelf.
    pub async fn try_insert(self) -> Result<BorrowingRecord> {
        let due = Timestamp::from_millisecond(self.borrowed_at).expect("tests stay within the range of time")
            + SignedDuration::from_millis(self.days * DAY);
        let due_on = civil_date(due, &TimeZone::UTC);
        let facts = Facts {
            user_id: self.user.id,
            book_id: self.book.id,
            borrowed_at: self.borrowed_at,
            due_on: due_on.to_string(),
            due_at: end_of_day(due_on, &TimeZone::UTC).as_millisecond(),
            returned_at: self.returned_at,
        };
        self.library
            .write(facts, |transaction, facts| Box::pin(insert(transaction, facts)))
            .await
    }
}

async fn insert(transaction: &mut Transaction, facts: &Facts) -> Result<BorrowingRecord> {
    let taking = books::taking_copy(facts.book_id, true, facts.borrowed_at);
    if transaction.execute_all(&[taking]).await? != [1] {
        return Err(Error::NoRow);
    }
    let copy = copies::loan_candidates(transaction, facts.book_id)
        .await?
        .into_iter()
        .filter(|copy| copy.state == CopyState::Available)
        .min_by(|one, other| one.barcode_key.cmp(&other.barcode_key))
        .ok_or(Error::NoRow)?;
    let id = transaction.fresh_id().await?;
    let borrowing = NewBorrowing {
        id,
        book_id: facts.book_id,
        copy_id: copy.id,
        user_id: facts.user_id,
        borrowed_at: facts.borrowed_at,
        due_on: &facts.due_on,
        due_at: facts.due_at,
        terms: Terms { id: 1, body: "{}" },
        branch: &copy.branch,
        patron_category: None,
        item_type: copy.item_type.as_deref(),
        lent_by: facts.user_id,
    };
    borrowings::insert(transaction, &borrowing).await?;
    let lent = StateChange {
        copy_id: copy.id,
        from: CopyState::Available,
        to: CopyState::OnLoan,
        actor_id: Some(facts.user_id),
        reason: "borrowed",
        at: facts.borrowed_at,
    };
    copies::change_state(transaction, &lent).await?;
    if let Some(returned_at) = facts.returned_at {
        borrowings::close(transaction, id, returned_at, facts.user_id, returned_at).await?;
        let back = StateChange {
            from: CopyState::OnLoan,
            to: CopyState::Available,
            reason: "returned",
            at: returned_at,
            ..lent
        };
        copies::change_state(transaction, &back).await?;
        books::add_copies(transaction, facts.book_id, 0, 1).await?;
    }
    borrowings::find(transaction, id).await?.ok_or(Error::NoRow)
}
