//! Use cases: one function, one transaction each. The only callers of storage and search.
//!
//! Every use case takes the [`Library`] it works on and a [`Context`]: the instant, the seed of all randomness, who acts.
//! It reads the facts, asks `carrel_domain` to decide, writes, appends to the trail, and commits. Refusals are codes with
//! data; words belong to the edge.

pub mod access_tokens;
pub mod account;
pub mod backup;
pub mod catalogue;
mod chance;
pub mod check;
pub mod circulation;
mod context;
pub mod demo;
pub mod diagnosis;
mod edition;
mod error;
pub mod favorites;
pub mod generate;
pub mod health;
mod keys;
mod library;
pub mod mail;
pub mod once;
pub mod own_data;
pub mod own_sessions;
mod page;
pub mod password_links;
mod passwords;
pub mod people;
pub mod people_import;
pub mod reports;
pub mod search_feed;
pub mod sessions;
pub mod settings;
pub mod setup;
pub mod statistics;
mod throttling;
mod trail;
pub mod webhooks;

pub use carrel_storage::Error as StorageError;
pub use carrel_storage::access_tokens::AccessTokenRow;
pub use carrel_storage::books::BookRow;
pub use carrel_storage::borrowings::State as BorrowingState;
pub use carrel_storage::copies::CopyRow;
pub use carrel_storage::engine::LoadError;
pub use carrel_storage::favorites::FavoriteRow;
pub use carrel_storage::kinds::UseRow as KindUseRow;
pub use carrel_storage::reviews::ReviewRow;
pub use carrel_storage::sessions::SessionRow;
pub use carrel_storage::users::{UserRow, UserSummaryRow};
pub use carrel_storage::webhooks::{DeliveryRow, WebhookRow};
pub use context::{Actor, Context};
pub use edition::Edition;
pub use error::{Conflict, Error, Noun};
pub use library::{Library, Limits};
pub use once::Repeatable;
pub use page::{Page, Paged};
pub use passwords::PasswordCost;
pub use settings::Settings;

/// What a use case answers.
pub type Result<T> = std::result::Result<T, Error>;
