use carrel_domain::audit;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::saved_search::SavedSearch;
use carrel_domain::catalogue::{favorite, rating};
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::money::{self, ChargeId, Currency, LedgerEntryId};
use carrel_domain::users::{self, UserId};
use carrel_operations::catalogue::saved_searches::SavedQuery;
use carrel_operations::identity::second_factors::OwnFactors;
use carrel_operations::reports::own_data::Entries;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::access_token::ScopeName;
use super::borrowing::Borrowing;
use super::saved_search::query_text;
use super::session::Session;
use super::time::{stored_time, time};
use super::user::User;
use super::words::LedgerKind;

/// Everything the library stores about one person. It is written in parts, see `routes/own_data.rs`.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes the whole body, which is written in parts")]
pub(crate) struct OwnData {
    pub user: User,
    /// The newest first.
    pub borrowings: Vec<Borrowing>,
    /// Charges, payments, waivers and refunds, the earliest first.
    pub ledger: Vec<LedgerEntry>,
    pub ratings: Vec<OwnRating>,
    /// The latest first.
    pub favorites: Vec<OwnFavorite>,
    /// The newest first.
    pub saved_searches: Vec<OwnSavedSearch>,
    pub access_tokens: Vec<OwnAccessToken>,
    pub sessions: Vec<Session>,
    pub second_factors: Vec<OwnSecondFactor>,
    /// The audit entries of the account, the earliest first.
    pub audit: Vec<AuditEntry>,
}

/// An entry of the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LedgerEntry {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: LedgerEntryId,
    #[schema(inline)]
    pub borrowing_id: Option<BorrowingId>,
    /// The charge without a borrowing that a payment or a waiver is about.
    #[schema(inline)]
    pub charge_id: Option<ChargeId>,
    #[schema(value_type = LedgerKind)]
    pub kind: String,
    /// The reason of a charge.
    pub reason: Option<String>,
    /// In the library's currency.
    pub amount: f64,
    #[schema(format = DateTime)]
    pub at: String,
    /// Of a charge without a borrowing its description.
    pub note: Option<String>,
}

/// A book that was rated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnRating {
    #[schema(inline)]
    pub book_id: BookId,
    pub title: String,
    /// 1 to 5.
    pub stars: i64,
    pub review: Option<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
}

/// A favorite book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnFavorite {
    #[schema(inline)]
    pub book_id: BookId,
    pub title: String,
    #[schema(format = DateTime)]
    pub added_at: String,
}

/// A saved search, without the token of its feed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnSavedSearch {
    pub name: String,
    /// The query of `GET /api/books` that finds the same books.
    pub query: String,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Books that were added later are new.
    #[schema(format = DateTime)]
    pub seen_at: String,
    /// Whether a feed reader can follow it.
    pub has_feed: bool,
}

/// An access token, without the token itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnAccessToken {
    pub name: String,
    #[schema(value_type = Vec<ScopeName>)]
    pub scopes: Vec<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub expires_at: String,
}

/// A second factor, without its secret.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnSecondFactor {
    /// `authenticator`, `passkey` or `recovery_codes`.
    pub kind: &'static str,
    /// Of a passkey.
    pub name: Option<String>,
    /// The host name where a passkey works.
    pub site: Option<String>,
    #[schema(format = DateTime)]
    pub added_at: Option<String>,
    /// Of a passkey.
    #[schema(format = DateTime)]
    pub last_used_at: Option<String>,
    /// How many recovery codes are left.
    pub left: Option<i64>,
}

impl OwnSecondFactor {
    fn all(own: OwnFactors) -> Vec<Self> {
        let authenticator = own.factors.authenticator_at.map(|added_at| OwnSecondFactor {
            kind: "authenticator",
            added_at: Some(stored_time(added_at)),
            ..OwnSecondFactor::default()
        });
        let passkeys = own.passkeys.into_iter().map(|passkey| OwnSecondFactor {
            kind: "passkey",
            name: Some(passkey.name),
            site: Some(passkey.site),
            added_at: Some(time(passkey.created_at)),
            last_used_at: passkey.last_used_at.map(time),
            left: None,
        });
        let codes = (own.factors.recovery_codes > 0).then(|| OwnSecondFactor {
            kind: "recovery_codes",
            left: Some(own.factors.recovery_codes),
            ..OwnSecondFactor::default()
        });
        authenticator.into_iter().chain(passkeys).chain(codes).collect()
    }
}

/// An audit entry of the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditEntry {
    #[schema(format = DateTime)]
    pub at: String,
    /// Such as `user.changed`.
    pub action: String,
    /// Whether the person did it themselves.
    pub by_yourself: bool,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// The name of a kind of entries, as in [`OwnData`].
pub(crate) fn name_of(entries: &Entries) -> &'static str {
    match entries {
        Entries::Borrowings(_) => "borrowings",
        Entries::Ledger(_) => "ledger",
        Entries::Ratings(_) => "ratings",
        Entries::Favorites(_) => "favorites",
        Entries::SavedSearches(_) => "savedSearches",
        Entries::AccessTokens(_) => "accessTokens",
        Entries::Sessions(_) => "sessions",
        Entries::SecondFactors(_) => "secondFactors",
        Entries::Audit(_) => "audit",
    }
}

/// Each entry as JSON. `user_id` is the person whose data it is.
pub(crate) fn texts_of(
    entries: Entries,
    user_id: UserId,
    currency: Currency,
) -> serde_json::Result<Vec<String>> {
    match entries {
        Entries::Borrowings(borrowings) => texts(borrowings.into_iter().map(Borrowing::from)),
        Entries::Ledger(entries) => texts(entries.into_iter().map(|entry| LedgerEntry::of(entry, currency))),
        Entries::Ratings(ratings) => texts(ratings.into_iter().map(OwnRating::from)),
        Entries::Favorites(favorites) => texts(favorites.into_iter().map(OwnFavorite::from)),
        Entries::SavedSearches(searches) => texts(searches.into_iter().map(OwnSavedSearch::from)),
        Entries::AccessTokens(tokens) => texts(tokens.into_iter().map(OwnAccessToken::from)),
        Entries::Sessions(sessions) => texts(sessions.iter().map(|session| Session::new(session, false))),
        Entries::SecondFactors(own) => texts(OwnSecondFactor::all(own).into_iter()),
        Entries::Audit(entries) => texts(entries.into_iter().map(|entry| AuditEntry::of(entry, user_id))),
    }
}

fn texts<T: Serialize>(entries: impl Iterator<Item = T>) -> serde_json::Result<Vec<String>> {
    entries.map(|entry| serde_json::to_string(&entry)).collect()
}

impl LedgerEntry {
    fn of(entry: money::LedgerEntry, currency: Currency) -> Self {
        LedgerEntry {
            id: entry.id,
            borrowing_id: entry.borrowing_id,
            charge_id: entry.charge_id,
            kind: entry.kind,
            reason: entry.reason,
            amount: currency.to_json(entry.amount),
            at: time(entry.at),
            note: entry.note,
        }
    }
}

impl From<rating::Rating> for OwnRating {
    fn from(rating: rating::Rating) -> Self {
        OwnRating {
            book_id: rating.book_id,
            title: rating.title,
            stars: rating.stars,
            review: rating.review,
            created_at: time(rating.created_at),
        }
    }
}

impl From<favorite::Favorite> for OwnFavorite {
    fn from(favorite: favorite::Favorite) -> Self {
        OwnFavorite {
            book_id: favorite.book.id,
            title: favorite.book.record.title,
            added_at: time(favorite.added_at),
        }
    }
}

impl From<(SavedSearch, SavedQuery)> for OwnSavedSearch {
    fn from((search, query): (SavedSearch, SavedQuery)) -> Self {
        OwnSavedSearch {
            query: query_text(&query),
            name: search.name,
            created_at: time(search.created_at),
            seen_at: time(search.seen_at),
            has_feed: search.has_feed,
        }
    }
}

impl From<users::AccessToken> for OwnAccessToken {
    fn from(token: users::AccessToken) -> Self {
        OwnAccessToken {
            name: token.name,
            scopes: token
                .scopes
                .iter()
                .map(|scope| scope.as_str().to_owned())
                .collect(),
            created_at: time(token.created_at),
            expires_at: time(token.expires_at),
        }
    }
}

impl AuditEntry {
    fn of(entry: audit::AuditEntry, user_id: UserId) -> Self {
        let state = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        AuditEntry {
            at: time(entry.at),
            by_yourself: entry.actor_id == Some(user_id),
            action: entry.action,
            before: state(entry.before_state),
            after: state(entry.after_state),
        }
    }
}
