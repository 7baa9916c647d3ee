//! All data that the library stores about the caller.

use carrel_domain::audit::AuditEntry;
use carrel_domain::catalogue::favorite::Favorite;
use carrel_domain::catalogue::rating::Rating;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::{Currency, LedgerEntry};
use carrel_domain::users::{AccessToken, Act, Session, User};
use carrel_storage::borrowings::{self, Filter, Order};
use carrel_storage::{access_tokens, audit as audit_log, favorites, ledger, ratings, sessions, users};

use crate::audit::{self, Subject};
use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::identity::throttling;

/// The maximum number of entries of a kind: a bound for one call that no real account reaches.
const MOST: i64 = 100_000;

/// All data about one person.
#[derive(Debug, Clone)]
pub struct OwnData {
    pub user: User,
    /// The currency of the ledger.
    pub currency: Currency,
    /// Newest first.
    pub borrowings: Vec<Borrowing>,
    /// In the order of booking.
    pub ledger: Vec<LedgerEntry>,
    pub ratings: Vec<Rating>,
    /// Latest first.
    pub favorites: Vec<Favorite>,
    pub access_tokens: Vec<AccessToken>,
    pub sessions: Vec<Session>,
    /// The audit entries about the account, by any actor, earliest first.
    pub trail: Vec<AuditEntry>,
}

/// Collects all data about the person who is signed in. The export itself is recorded in the audit log, and is part of
/// the result.
pub async fn export(library: &Library, context: Context) -> Result<OwnData> {
    let user_id = context.require(Act::ManageOwnAccount)?.user.id;
    let throttle = (
        format!("export:account:{user_id}"),
        library.limits.exports_by_account,
    );
    throttling::take(library, &[throttle], context.now).await?;
    let now = context.now;
    library
        .database
        .write((context, user_id), |transaction, (context, user_id)| {
            Box::pin(async move {
                let event = audit::Event {
                    action: "user.exported",
                    subject: Subject::of(*user_id),
                    before: None,
                    after: None,
                };
                audit::record(transaction, context, event).await
            })
        })
        .await?;
    let input = (user_id, now, library.shown_settings());
    library
        .database
        .read_long(input, |connection, (user_id, now, settings)| {
            Box::pin(async move {
                let user = users::find(connection, *user_id)
                    .await?
                    .ok_or(Error::NotFound(Noun::User))?;
                let now_ms = now.as_millisecond();
                let filter = Filter::of_user(*user_id, BorrowingState::Any, now_ms);
                let borrowed = borrowings::list(connection, &filter, Order::Newest, MOST, 0).await?;
                Ok::<_, Error>(OwnData {
                    user,
                    currency: settings.currency,
                    borrowings: Borrowing::all_at(borrowed, *now, settings),
                    ledger: ledger::of_user(connection, *user_id, MOST).await?,
                    ratings: ratings::all_of_user(connection, *user_id, MOST).await?,
                    favorites: favorites::list(connection, *user_id, MOST, 0).await?,
                    access_tokens: access_tokens::of_user(connection, *user_id).await?,
                    sessions: sessions::of_user(connection, *user_id, now_ms, MOST, 0).await?,
                    trail: audit_log::of_entity(connection, *user_id, MOST).await?,
                })
            })
        })
        .await
}
