//! Tries faults on the real binary. `make faults` runs all of them at their full figures on the release binary.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use carrel_faults::{Outcome, Trial, disk, kills, power, restarts, say, slow};
use clap::{Parser, Subcommand};

/// Tries faults on the real binary; exit code 1 when something is wrong afterwards.
#[derive(Debug, Parser)]
struct Options {
    /// The binary to try.
    #[arg(long, global = true, default_value = "target/release/carrel")]
    binary: PathBuf,
    /// Of what chance all choices come.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Clients that write at the same time.
    #[arg(long, global = true, default_value_t = 32)]
    writers: usize,
    #[command(subcommand)]
    fault: Fault,
}

#[derive(Debug, Subcommand)]
enum Fault {
    /// Kill the server under load, again and again.
    Kills {
        /// How often.
        #[arg(long, default_value_t = 50)]
        rounds: usize,
    },
    /// Record what the server does to its disk, and look over what power cuts may leave of it.
    Power {
        /// States of the disk.
        #[arg(long, default_value_t = 2000)]
        states: usize,
    },
    /// Fill the disk under load, in several ways, and make room again.
    DiskFull,
    /// Let reads fail under load, then reads at the start, then a sync.
    ReadErrors,
    /// Dawdle in every way, with more clients than there is room for, beside others who work.
    SlowClients {
        /// For how long.
        #[arg(long, default_value_t = 75)]
        seconds: u64,
    },
    /// Crash a PostgreSQL of its own under load, again and again.
    Restarts {
        /// How often.
        #[arg(long, default_value_t = 20)]
        rounds: usize,
        /// The folder of PostgreSQL's server programs (initdb, pg_ctl, postgres).
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
        Err(error) => say(&format!("the trial could not be held: {error}")),
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
    }
}
