//! All data that the library stores about the caller, read in parts: a person may have more data than fits into memory.

use std::sync::Arc;

use carrel_domain::audit::AuditEntry;
use carrel_domain::catalogue::favorite::Favorite;
use carrel_domain::catalogue::rating::Rating;
use carrel_domain::catalogue::saved_search::SavedSearch;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::{Currency, LedgerEntry};
use carrel_domain::users::{AccessToken, Act, Session, User, UserId};
use carrel_storage::borrowings::{self, Filter, Order};
use carrel_storage::{
    Connection, access_tokens, audit as audit_log, favorites, ledger, ratings, saved_searches, sessions,
    users,
};
use jiff::Timestamp;

use crate::catalogue::saved_searches::{SavedQuery, own_searches};
use crate::circulation::view::Borrowing;
use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::exports::ExportPlace;
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::identity::second_factors::{self, OwnFactors};
use crate::identity::throttling;

/// The maximum number of entries of a part.
const ENTRIES: i64 = 200;

/// Entries of one kind.
#[derive(Debug, Clone)]
pub enum Entries {
    /// Newest first.
    Borrowings(Vec<Borrowing>),
    /// In the order of booking.
    Ledger(Vec<LedgerEntry>),
    /// Earliest first.
    Ratings(Vec<Rating>),
    /// Latest first.
    Favorites(Vec<Favorite>),
    /// The newest first, each with its words and filters.
    SavedSearches(Vec<(SavedSearch, SavedQuery)>),
    AccessTokens(Vec<AccessToken>),
    Sessions(Vec<Session>),
    /// All of them, without secrets.
    SecondFactors(OwnFactors),
    /// The audit entries about the account, by any actor, earliest first.
    Audit(Vec<AuditEntry>),
}

/// Some of the entries of a kind.
#[derive(Debug, Clone)]
pub struct Part {
    pub entries: Entries,
    /// Whether these are the first entries of their kind.
    pub is_first: bool,
    /// Whether no more entries of this kind follow.
    pub is_last: bool,
}

/// The kinds of entries, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Borrowings,
    Ledger,
    Ratings,
    Favorites,
    SavedSearches,
    AccessTokens,
    Sessions,
    SecondFactors,
    Audit,
}

impl Kind {
    const ALL: [Kind; 9] = [
        Kind::Borrowings,
        Kind::Ledger,
        Kind::Ratings,
        Kind::Favorites,
        Kind::SavedSearches,
        Kind::AccessTokens,
        Kind::Sessions,
        Kind::SecondFactors,
        Kind::Audit,
    ];
}

/// The position after the entries that were read of a kind.
#[derive(Debug, Clone, Copy, Default)]
struct Position {
    /// How many were read.
    offset: i64,
    /// The instant, in milliseconds, and the number of the last one.
    last: (i64, i64),
}

/// An export under way. Parts are read one by one, so data that changes meanwhile may be in it in either state.
pub struct Export {
    library: Arc<Library>,
    now: Timestamp,
    settings: Arc<Settings>,
    /// The person as the export began.
    pub user: User,
    /// The index of the kind in [`Kind::ALL`].
    kind: usize,
    position: Position,
    /// Lets the next export begin when it is dropped.
    _place: ExportPlace,
}

/// Begins an export of all data about the person who is signed in. The export itself is recorded in the audit log, and
/// is part of the result.
pub async fn begin(library: &Arc<Library>, context: Context) -> Result<Export> {
    let user_id = context.require(Act::ExportOwnData)?.user.id;
    let place = library.exports.begin(user_id).ok_or_else(|| {
        let reason = "too many exports at once".to_owned();
        Error::Storage(carrel_storage::Error::Unavailable(reason))
    })?;
    let throttle = (
        format!("export:account:{user_id}"),
        library.limits.exports_by_account,
    );
    throttling::take(library, &[throttle], context.now).await?;
    let now = context.now;
    let user = library
        .database
        .write((context, user_id), |transaction, (context, user_id)| {
            Box::pin(async move {
                let event = audit::Event {
                    action: "user.exported",
                    subject: Subject::of(*user_id),
                    before: None,
                    after: None,
                };
                audit::record(transaction, context, event).await?;
                users::find(transaction, *user_id)
                    .await?
                    .ok_or(Error::NotFound(Noun::User))
            })
        })
        .await?;
    Ok(Export {
        library: Arc::clone(library),
        now,
        settings: library.shown_settings(),
        user,
        kind: 0,
        position: Position::default(),
        _place: place,
    })
}

impl Export {
    /// The currency of the ledger.
    pub fn currency(&self) -> Currency {
        self.settings.currency
    }

    /// Reads the next part; `None` after the last one.
    pub async fn next(&mut self) -> Result<Option<Part>> {
        let Some(kind) = Kind::ALL.get(self.kind).copied() else {
            return Ok(None);
        };
        let input = Input {
            kind,
            user_id: self.user.id,
            position: self.position,
            now: self.now,
            settings: Arc::clone(&self.settings),
        };
        let (entries, read, last) = self
            .library
            .database
            .read_long(input, |connection, input| Box::pin(read(connection, input)))
            .await?;
        let part = Part {
            entries,
            is_first: self.position.offset == 0,
            is_last: read < ENTRIES,
        };
        if part.is_last {
            self.kind += 1;
            self.position = Position::default();
        } else {
            self.position = Position {
                offset: self.position.offset + read,
                last,
            };
        }
        Ok(Some(part))
    }
}

struct Input {
    kind: Kind,
    user_id: UserId,
    position: Position,
    now: Timestamp,
    settings: Arc<Settings>,
}

/// The entries after the position, how many they are, and the last one's instant and number.
async fn read(connection: &mut Connection, input: &Input) -> Result<(Entries, i64, (i64, i64))> {
    let Input {
        user_id, position, ..
    } = input;
    let (now_ms, Position { offset, last }) = (input.now.as_millisecond(), *position);
    let (entries, count, last) = match input.kind {
        Kind::Borrowings => {
            let filter = Filter::of_user(*user_id, BorrowingState::Any, now_ms);
            let found = borrowings::list(connection, &filter, Order::Newest, ENTRIES, offset).await?;
            let borrowings = Borrowing::all_at(found, input.now, &input.settings);
            let count = borrowings.len();
            (Entries::Borrowings(borrowings), count, last)
        }
        Kind::Ledger => {
            let found = ledger::of_user(connection, *user_id, last, ENTRIES).await?;
            let last = found
                .last()
                .map_or(last, |entry| (entry.at.as_millisecond(), entry.id.number()));
            let count = found.len();
            (Entries::Ledger(found), count, last)
        }
        Kind::Ratings => {
            let found = ratings::all_of_user(connection, *user_id, last, ENTRIES).await?;
            let last = found.last().map_or(last, |rating| {
                (rating.created_at.as_millisecond(), rating.book_id.number())
            });
            let count = found.len();
            (Entries::Ratings(found), count, last)
        }
        Kind::Favorites => {
            let found = favorites::list(connection, *user_id, ENTRIES, offset).await?;
            let count = found.len();
            (Entries::Favorites(found), count, last)
        }
        Kind::SavedSearches => (
            Entries::SavedSearches(own_searches(
                saved_searches::of_user(connection, *user_id).await?,
            )?),
            0,
            last,
        ),
        Kind::AccessTokens => (
            Entries::AccessTokens(access_tokens::of_user(connection, *user_id).await?),
            0,
            last,
        ),
        Kind::Sessions => {
            let found = sessions::of_user(connection, *user_id, now_ms, ENTRIES, offset).await?;
            let count = found.len();
            (Entries::Sessions(found), count, last)
        }
        Kind::SecondFactors => {
            let own = second_factors::of_user(connection, *user_id).await?;
            (Entries::SecondFactors(own), 0, last)
        }
        Kind::Audit => {
            let found = audit_log::of_account(connection, *user_id, last, ENTRIES).await?;
            let last = found
                .last()
                .map_or(last, |entry| (entry.at.as_millisecond(), entry.id.number()));
            let count = found.len();
            (Entries::Audit(found), count, last)
        }
    };
    Ok((entries, i64::try_from(count).unwrap_or(i64::MAX), last))
}
