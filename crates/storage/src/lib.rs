//! The database of Carrel: both engines behind one set of queries.
//!
//! Each entity has one file with its SQL, which also maps the entity's type in `carrel_domain` to its columns. Only
//! [`engine`] knows that there are two engines.
//! Functions here run SQL and decide nothing: rules live in `carrel_domain`, use cases in `carrel_operations`.
//!
//! Units: instants are `i64` milliseconds since 1970-01-01 UTC (`…_at`), civil dates are `YYYY-MM-DD` text (`…_on`),
//! money is `i64` whole minor units of the library's currency (`…_minor`), identifiers are `i64` numbers
//! (`docs/decisions/identifiers.md`).

pub mod access_tokens;
pub mod audit;
pub mod books;
pub mod borrowings;
pub mod bulk_edits;
pub mod cards;
pub mod challenges;
pub mod changes;
pub mod charges;
pub mod check;
pub mod code_lists;
pub mod consents;
pub mod copies;
pub mod counters;
pub mod covers;
pub mod diagnosis;
pub mod duplicates;
pub mod email_changes;
pub mod engine;
pub mod favorites;
pub mod harvest;
pub mod idempotency_keys;
pub mod import_rows;
pub mod imports;
pub mod jobs;
pub mod known_devices;
pub mod ledger;
pub mod load;
pub mod merges;
pub mod migrations;
pub mod one_time_links;
pub mod passkeys;
mod patterns;
pub mod policies;
pub mod privacy;
pub mod ratings;
pub mod registrations;
pub mod reviews;
pub mod roles;
pub mod saved_searches;
pub mod second_factors;
pub mod sessions;
pub mod settings;
mod settings_version;
pub mod sign_in_failures;
pub mod texts;
pub mod throttles;
pub mod tombstones;
pub mod totals;
pub mod users;
pub mod webhooks;

pub use engine::{Connection, Database, Error, Failure, Transaction};

/// The result of the queries of this crate.
pub type Result<T> = std::result::Result<T, Error>;
