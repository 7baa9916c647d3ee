//! The engine layer behaves the same on both engines.
//!
//! The tests use the table of settings: a text key, a text, an integer.

mod encryption;
mod failures;
mod file;
mod hanging;
mod loader;
mod log;
mod read_only;
mod stamps;
mod statements;
mod transactions;
mod values;

use carrel_storage::{Database, Result, Transaction, settings};

async fn set(transaction: &mut Transaction, key: &str, value: &str) -> Result<()> {
    settings::set(transaction, key, value, 1).await
}

async fn settings_of(database: &Database) -> Vec<(String, String)> {
    let all = database.read(&(), |connection, ()| Box::pin(settings::all(connection)));
    all.await.expect("settings can be read")
}

fn pair(key: &str, value: &str) -> (String, String) {
    (key.to_owned(), value.to_owned())
}
