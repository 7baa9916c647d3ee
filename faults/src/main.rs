//! Runs fault trials on the real binary. `make faults` runs all of them at full length on the release binary.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use carrel_faults::{Outcome, Trial, disk, dump, kills, power, restarts, say, slow};
use clap::{Parser, Subcommand};

/// Run fault trials on the real binary; exit code 1 when one finds a violation.
#[derive(Debug, Parser)]
struct Options {
    /// The binary to test.
    #[arg(long, global = true, default_value = "target/release/carrel")]
    binary: PathBuf,
    /// The seed of all random choices.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Number of concurrent writers.
    #[arg(long, global = true, default_value_t = 32)]
    writers: usize,
    #[command(subcommand)]
    fault: Fault,
}

#[derive(Debug, Subcommand)]
enum Fault {
    /// Kill the server under load, repeatedly.
    Kills {
        /// Number of kills.
        #[arg(long, default_value_t = 50)]
        rounds: usize,
    },
    /// Record the server's writes to its disk, and check the states that power cuts may leave.
    Power {
        /// Number of disk states.
        #[arg(long, default_value_t = 2000)]
        states: usize,
    },
    /// Fill the disk under load, in several ways, and free it again.
    DiskFull,
    /// Make reads fail under load, then reads at the start, then a sync.
    ReadErrors,
    /// Run more slow clients of every kind than there are connections, beside clients that work.
    SlowClients {
        /// Duration in seconds.
        #[arg(long, default_value_t = 75)]
        seconds: u64,
    },
    /// Crash a separate PostgreSQL under load, repeatedly.
    Restarts {
        /// Number of crashes.
        #[arg(long, default_value_t = 20)]
        rounds: usize,
        /// The folder of PostgreSQL's server programs (initdb, pg_ctl, postgres).
        #[arg(long)]
        postgres_programs: PathBuf,
    },
    /// Move a library to a new PostgreSQL as a dump, without its data folder.
    Dump {
        /// The folder of PostgreSQL's programs (initdb, pg_ctl, postgres, pg_dump, pg_restore).
        #[arg(long)]
        postgres_programs: PathBuf,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    let began = Instant::now();
    match run(options).await {
        Ok(found) => {
            for wrong in found.iter().take(20) {
                say(&format!("wrong: {wrong}"));
            }
            let seconds = began.elapsed().as_secs();
            if found.is_empty() {
                say(&format!("nothing wrong ({seconds} s)"));
                return ExitCode::SUCCESS;
            }
            say(&format!("{} things are wrong ({seconds} s)", found.len()));
        }
        Err(error) => say(&format!("the trial could not run: {error}")),
    }
    ExitCode::FAILURE
}

async fn run(options: Options) -> Outcome<Vec<String>> {
    let trial = Trial {
        binary: options.binary,
        seed: options.seed,
        writers: options.writers,
    };
    match options.fault {
        Fault::Kills { rounds } => kills::run(&trial, rounds).await,
        Fault::Power { states } => power::run(&trial, states).await,
        Fault::DiskFull => disk::full(&trial).await,
        Fault::ReadErrors => disk::failing(&trial).await,
        Fault::SlowClients { seconds } => slow::run(&trial, Duration::from_secs(seconds)).await,
        Fault::Restarts {
            rounds,
            postgres_programs,
        } => restarts::run(&trial, rounds, &postgres_programs).await,
        Fault::Dump { postgres_programs } => dump::run(&trial, &postgres_programs).await,
    }
}
