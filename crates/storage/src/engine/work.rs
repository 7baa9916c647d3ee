//! The signatures of a use case, as the engine runs it.

use futures_util::future::BoxFuture;

use super::connection::Connection;
use super::transaction::Transaction;

/// A use case that writes: gets its transaction and its input, and may run again when transactions collide. It is a
/// plain function over borrowed input, so that a second run needs no copy.
pub type Work<S, T, E> = for<'a> fn(&'a mut Transaction, &'a S) -> BoxFuture<'a, Result<T, E>>;

/// A use case that only reads.
pub type Read<S, T, E> = for<'a> fn(&'a mut Connection, &'a S) -> BoxFuture<'a, Result<T, E>>;
