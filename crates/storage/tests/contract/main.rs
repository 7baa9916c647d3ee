//! The contract of the storage, tested on both engines: one file per entity, and the engine itself.

#![expect(
    clippy::unwrap_used,
    reason = "the whole crate is a test, and a test stops where it fails"
)]

use carrel_domain::catalogue::book::BookId;
use carrel_storage::{Result, Transaction};

/// The result of a reading function of the storage: `read!(library, [id], |connection| books::find(connection,
/// id).await)`. The values in brackets are borrowed.
macro_rules! read {
    ($database:expr, [$($value:ident),*], |$connection:ident| $call:expr) => {
        $database
            .read(&($(&$value,)*), |$connection, &($($value,)*)| {
                Box::pin(async move { $call })
            })
            .await
            .unwrap()
    };
}

/// The result of a writing function of the storage, in a separate transaction: `change!(library, [book],
/// |transaction| books::erase(transaction, book).await)`. The values in brackets are cloned.
macro_rules! change {
    ($database:expr, [$($value:ident),*], |$transaction:ident| $call:expr) => {
        $database
            .write(($($value.clone(),)*), |$transaction, ($($value,)*)| {
                Box::pin(async move { $call })
            })
            .await
    };
}

/// A length as the database counts it.
fn length<T>(list: &[T]) -> i64 {
    i64::try_from(list.len()).unwrap()
}

/// Takes a copy of a book off the shelf; false when none was available.
async fn take_copy(transaction: &mut Transaction, book_id: BookId, popularity: i64) -> Result<bool> {
    let changed = transaction
        .execute_all(&[carrel_storage::books::taking_copy(book_id, true, popularity)])
        .await?;
    Ok(changed == [1])
}

mod access_tokens;
mod audit;
mod book_lists;
mod books;
mod borrowing_lists;
mod borrowings;
mod bulk;
mod bulk_edits;
mod changes;
mod charges;
mod check;
mod classes;
mod copies;
mod counters;
mod data_inventory;
mod deleted_books;
mod duplicates;
mod engine;
mod favorites;
mod harvest;
mod idempotency_keys;
mod ids;
mod imports;
mod jobs;
mod known_devices;
mod labels;
mod ledger;
mod lock_order;
mod merges;
mod migrations;
mod newer_schemas;
mod one_time_links;
mod pages;
mod plans;
mod ratings;
mod reviews;
mod roles;
mod rules;
mod saved_searches;
mod sessions;
mod sign_in_failures;
mod throttles;
mod totals;
mod undo;
mod users;
mod webhooks;
mod writer;
