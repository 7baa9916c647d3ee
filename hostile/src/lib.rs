//! Hostile clients of a running server: calls generated from its own OpenAPI document and then made invalid, sign-ins
//! that compare responses for known and unknown accounts, markup in every text, a check of all headers, thousands of
//! connections from one address, large exports with slow readers, a flood of one student, guesses of passwords beside
//! their owner and beside a school, and access tokens that try to gain permissions.
//!
//! `make hostile` runs all of it on the release binary; a short version runs with the other tests.

pub mod calls;
pub mod connections;
pub mod dice;
pub mod document;
pub mod enumeration;
pub mod exports;
pub mod flood;
pub mod fuzz;
pub mod guesses;
pub mod headers;
pub mod judge;
pub mod markup;
pub mod measure;
pub mod people;
pub mod school;
pub mod server;
pub mod session_calls;
pub mod station;
pub mod values;
pub mod wire;

/// The result of a run, or why it could not run.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Prints a line to standard output; a closed output does not change the verdict.
pub fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
