//! Hostile clients of a running server: calls made of its own OpenAPI document and then broken, sign-ins that listen for
//! the difference between a known and an unknown account, markup in every text, and a look at the headers of everything.
//!
//! `make hostile` runs all of it on the release binary; a short piece of it runs with the other tests.

pub mod calls;
pub mod dice;
pub mod document;
pub mod enumeration;
pub mod fuzz;
pub mod headers;
pub mod judge;
pub mod markup;
pub mod people;
pub mod server;
pub mod values;
pub mod wire;

/// What a run comes to, or why there was none.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Writes a line for the person at the shell; if nobody reads it, the verdict stands all the same.
pub fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
