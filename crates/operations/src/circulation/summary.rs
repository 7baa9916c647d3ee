//! A person's borrowings, balance and favorites in a few numbers.

use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::{Amount, Currency};
use carrel_domain::users::{Act, UserId};
use carrel_storage::borrowings::{self, Filter};
use carrel_storage::{Connection, favorites, ledger};
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;

/// A person's borrowings, money and favorites in a few numbers.
#[derive(Debug, Clone)]
pub struct Summary {
    pub open: u64,
    /// Open and overdue borrowings.
    pub overdue: u64,
    pub returned: u64,
    /// The currency of the amounts.
    pub currency: Currency,
    pub fines_outstanding: Amount,
    pub fines_paid: Amount,
    pub favorites: u64,
    /// The category borrowed from most often, and how often.
    pub most_read_category: Option<(String, u64)>,
    /// When the account was made, in milliseconds.
    pub member_since: Timestamp,
}

/// The numbers of the person who is signed in.
pub async fn my_summary(library: &Library, context: &Context) -> Result<Summary> {
    let user = &context.require(Act::ReadOwnBorrowings)?.user;
    let input = SummaryInput {
        user_id: user.id,
        member_since: user.created_at,
        now: context.now,
        currency: library.shown_settings().currency,
    };
    library
        .database
        .read(&input, |connection, input| {
            Box::pin(summary_in(connection, input))
        })
        .await
}

struct SummaryInput {
    user_id: UserId,
    member_since: Timestamp,
    now: Timestamp,
    currency: Currency,
}

async fn summary_in(connection: &mut Connection, input: &SummaryInput) -> Result<Summary> {
    let SummaryInput {
        user_id,
        member_since,
        now,
        currency,
    } = input;
    let now_ms = now.as_millisecond();
    let (open, overdue) = borrowings::load_of_user(connection, *user_id, now_ms).await?;
    let returned = Filter::of_user(*user_id, BorrowingState::Returned, now_ms);
    let most_read = borrowings::most_read_category(connection, *user_id).await?;
    Ok(Summary {
        open: open.unsigned_abs(),
        overdue: overdue.unsigned_abs(),
        returned: borrowings::count(connection, &returned).await?.unsigned_abs(),
        currency: *currency,
        fines_outstanding: ledger::totals_of_user(connection, *user_id).await?.balance,
        fines_paid: ledger::paid_by_user(connection, *user_id).await?,
        favorites: favorites::count(connection, *user_id).await?.unsigned_abs(),
        most_read_category: most_read.map(|(name, count)| (name, count.unsigned_abs())),
        member_since: *member_since,
    })
}
