//! Use cases: one function, one transaction each. The only callers of storage and search.
//!
//! Every use case takes the [`Library`] it works on and a [`Context`]: the instant, the seed of all randomness, the
//! actor. It reads the facts, asks `carrel_domain` to decide, writes, appends to the audit log, and commits. Refusals
//! are codes with data; the API words them.
//!
//! The modules import only earlier ones, in this order: `core`, `settings`, `integrations`, `identity`, `people`, `catalogue`,
//! `circulation`, `money`, `imports`, `reports`, `live`, `upkeep`. Inside the crate an import names the concrete file; the
//! names below are for callers.

pub mod catalogue;
pub mod circulation;
pub mod core;
pub mod identity;
pub mod imports;
pub mod integrations;
pub mod live;
pub mod money;
pub mod people;
pub mod reports;
pub mod settings;
pub mod upkeep;

pub use carrel_storage::Error as StorageError;
pub use carrel_storage::engine::LoadError;

pub use self::core::cache_version::CacheVersion;
pub use self::core::context::{Actor, Context};
pub use self::core::error::{Conflict, Error, Noun, Result, SecondStep};
pub use self::core::idempotent_call::{BodyDigest, IdempotentCall};
pub use self::core::library::Library;
pub use self::core::limits::{self, Limits};
pub use self::core::page::{Page, Paged};
pub use self::core::passwords::PasswordCost;
pub use self::core::settings::Settings;
pub use self::core::visitors::VisitorCall;
