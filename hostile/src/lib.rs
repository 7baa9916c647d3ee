//! Hostile clients of a running server: calls generated from its own OpenAPI document and then made invalid, sign-ins
//! that compare responses for known and unknown accounts, markup in every text, a check of all headers, and thousands of
//! connections from one address.
//!
//! `make hostile` runs all of it on the release binary; a short version runs with the other tests.

pub mod calls;
pub mod connections;
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

/// The result of a run, or why it could not run.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Prints a line to standard output; a closed output does not change the verdict.
pub fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
