//! What every user of the storage may rely on, proved on both engines.

#![expect(
    clippy::unwrap_used,
    reason = "the whole crate is a test, and a test stops where it fails"
)]

mod changes;
mod engine;
