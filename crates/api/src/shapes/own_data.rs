use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::money::LedgerEntryId;
use carrel_operations::reports::own_data;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::access_token::ScopeName;
use super::borrowing::Borrowing;
use super::session::Session;
use super::time::time;
use super::user::User;
use super::words::LedgerKind;

/// Everything the library stores about one person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnData {
    pub user: User,
    /// The newest first.
    pub borrowings: Vec<Borrowing>,
    /// Charges, payments, waivers and refunds, the earliest first.
    pub ledger: Vec<LedgerEntry>,
    pub ratings: Vec<OwnRating>,
    /// The latest first.
    pub favorites: Vec<OwnFavorite>,
    pub access_tokens: Vec<OwnAccessToken>,
    pub sessions: Vec<Session>,
    /// The audit entries of the account, the earliest first.
    pub trail: Vec<TrailEntry>,
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
    #[schema(value_type = LedgerKind)]
    pub kind: String,
    /// The reason of a charge.
    pub reason: Option<String>,
    /// In the library's currency.
    pub amount: f64,
    #[schema(format = DateTime)]
    pub at: String,
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

/// An audit entry of the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrailEntry {
    #[schema(format = DateTime)]
    pub at: String,
    /// Such as `user.changed`.
    pub action: String,
    /// Whether the person did it themselves.
    pub by_yourself: bool,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl From<own_data::OwnData> for OwnData {
    fn from(data: own_data::OwnData) -> Self {
        let currency = data.currency;
        let ledger = data.ledger.into_iter().map(|entry| LedgerEntry {
            id: entry.id,
            borrowing_id: entry.borrowing_id,
            kind: entry.kind,
            reason: entry.reason,
            amount: currency.to_json(entry.amount),
            at: time(entry.at),
            note: entry.note,
        });
        let ratings = data.ratings.into_iter().map(|rating| OwnRating {
            book_id: rating.book_id,
            title: rating.title,
            stars: rating.stars,
            review: rating.review,
            created_at: time(rating.created_at),
        });
        let favorites = data.favorites.into_iter().map(|favorite| OwnFavorite {
            book_id: favorite.book.id,
            title: favorite.book.record.title,
            added_at: time(favorite.added_at),
        });
        let access_tokens = data.access_tokens.into_iter().map(|token| OwnAccessToken {
            name: token.name,
            scopes: token
                .scopes
                .iter()
                .map(|scope| scope.as_str().to_owned())
                .collect(),
            created_at: time(token.created_at),
            expires_at: time(token.expires_at),
        });
        let state = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        let trail = data.trail.into_iter().map(|entry| TrailEntry {
            at: time(entry.at),
            by_yourself: entry.actor_id.as_ref() == Some(&data.user.id),
            action: entry.action,
            before: state(entry.before_state),
            after: state(entry.after_state),
        });
        OwnData {
            ledger: ledger.collect(),
            ratings: ratings.collect(),
            favorites: favorites.collect(),
            access_tokens: access_tokens.collect(),
            trail: trail.collect(),
            borrowings: data.borrowings.into_iter().map(Borrowing::from).collect(),
            sessions: data
                .sessions
                .iter()
                .map(|session| Session::new(session, false))
                .collect(),
            user: data.user.into(),
        }
    }
}
