//! The engine layer: embedded SQLite and PostgreSQL behind one connection type, at the speed of their own drivers.
//!
//! - SQL text is portable and uses `$1` placeholders; statements are prepared once a connection and cached.
//! - Use cases are `async`. On SQLite their futures never suspend: short reads run inline on the caller's thread, and a
//!   write is polled once on the [writer](writer::Writer). On PostgreSQL they are ordinary futures over a pool.
//! - A use case is one transaction: [`Database::write`] begins, runs, commits, and returns when the commit is durable.
//! - What the engines cannot share is a named function here, never an `if` in a query.

mod anchors;
mod connection;
mod database;
mod disk_space;
mod error;
mod ids;
mod keys;
mod loader;
mod lock;
mod numbering;
mod pages;
pub mod postgres;
mod query;
pub(crate) mod record;
mod row;
pub mod sqlite;
mod stamp;
mod statement;
mod tables;
mod transaction;
mod value;
mod work;
mod writer;

pub(crate) use anchors::{CATALOGUE_VERSION, Remembered};
pub use connection::Connection;
pub use database::{Database, Options};
pub use disk_space::DiskSpace;
pub use error::{Error, Failure};
pub use loader::{LoadError, Loader, Rows};
pub use lock::{Lock, Rank};
pub(crate) use pages::{List, Order, where_all};
pub use query::{Locked, Queries, Query};
pub use record::{Columns, Fields};
pub(crate) use record::{columns, fields, from_row, new_row, record, sql, written};
pub use row::{FromRow, Row};
pub(crate) use stamp::COUNT_TRANSACTION;
pub use stamp::Stamp;
pub use statement::Statement;
pub use transaction::{Transaction, Written};
pub use value::Value;
pub(crate) use value::values;
pub use work::{Read, Work};
