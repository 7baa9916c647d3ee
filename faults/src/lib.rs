//! Fault trials of the real binary: kills, power cuts, a full disk, a disk that fails to read, a database that
//! restarts, a dump that moves to another cluster, slow clients. Each trial is bounded and seeded, prints a report, and
//! returns the violations.
//!
//! Writers call the API and keep a [`journal`] of what was acknowledged; [`facts`] are read from the database itself,
//! and [`verdict`] compares the two: everything acknowledged exists exactly once and completely, and nothing exists
//! that was not requested.

pub mod disk;
pub mod dump;
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

/// The result of a trial: its violations, or why it could not run.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The parameters of every trial.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The binary under test.
    pub binary: PathBuf,
    /// The seed of all random choices.
    pub seed: u64,
    /// Clients that write at the same time.
    pub writers: usize,
}

/// Prints a line to standard output.
pub fn say(line: &str) {
    use std::io::Write as _;
    drop(writeln!(std::io::stdout(), "{line}"));
}
