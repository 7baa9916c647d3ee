//! Faults tried on the real binary: kills, power loss, a full disk, a disk that fails to read, a database that restarts,
//! clients that dawdle. Each trial is bounded and seeded, tells what it did, and ends with what it found wrong.
//!
//! Writers drive the API and keep a [`journal`] of what was acknowledged; [`facts`] are read from the database itself, and
//! [`verdict`] compares the two: what was acknowledged is there once and whole, and nothing is there that nobody asked for.

pub mod disk;
pub mod facts;
pub mod http;
pub mod journal;
pub mod kills;
pub mod postgres;
pub mod power;
pub mod readers;
pub mod recording;
pub mod restarts;
pub mod scene;
pub mod server;
pub mod shim;
pub mod slow;
pub mod verdict;
pub mod writers;

use std::path::PathBuf;

/// What a trial answers: what it found wrong, or why it could not be held.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What every trial needs to know.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The binary that is tried.
    pub binary: PathBuf,
    /// Of what chance all choices come.
    pub seed: u64,
    /// Clients that write at the same time.
    pub writers: usize,
}

/// Writes a line for the person at the shell.
pub fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
