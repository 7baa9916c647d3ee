//! Carrel: a library management system in one binary.
//!
//! This crate connects the command line, configuration, listener, background jobs and the embedded web app.

mod allocator;
mod background;
mod backup;
mod check;
mod command;
mod configuration;
mod connections;
mod demo;
mod doctor;
mod documents;
mod export;
mod generate;
mod health;
mod http;
mod import;
mod key;
mod listener;
mod logging;
mod metrics;
mod open;
mod patient;
mod private;
mod reindex;
mod restore;
mod security_txt;
mod serve;
mod users;
mod web_app;
mod wording;

use std::process::ExitCode;

use clap::Parser as _;

use command::{Command, CommandLine};
use configuration::Mistake;

/// Exit codes: 0 done, 1 failed, 2 wrong usage (from the command line parser, or a mistake in the configuration).
fn main() -> ExitCode {
    private::restrict_new_files();
    let command = CommandLine::parse().command;
    if matches!(command, Command::Serve(_)) {
        allocator::return_memory_early();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let outcome = runtime.block_on(async {
        match command {
            Command::Serve(options) => serve::run(options).await,
            Command::User(command) => users::run(command).await,
            Command::Check(options) => check::run(options).await,
            Command::Reindex(options) => reindex::run(options).await,
            Command::Key(command) => key::run(command).await,
            Command::Doctor(options) => doctor::run(*options).await,
            Command::Backup(options) => backup::run(options).await,
            Command::Restore(options) => restore::run(options).await,
            Command::Import(options) => import::run(options).await,
            Command::Export(options) => export::run(options).await,
            Command::Generate(options) => generate::run(options).await,
            Command::Openapi => documents::run(),
        }
    });
    runtime.shutdown_background();
    match outcome {
        Ok(code) => code,
        Err(error) => failed(&*error),
    }
}

fn failed(error: &(dyn std::error::Error + 'static)) -> ExitCode {
    use std::io::Write as _;
    if !error.is::<OutputClosed>() {
        drop(writeln!(std::io::stderr(), "carrel: {error}"));
    }
    if error.is::<Mistake>() {
        return ExitCode::from(2);
    }
    ExitCode::FAILURE
}

/// The reader of standard output has closed it, such as `head`: the command ends without an error message.
#[derive(Debug, thiserror::Error)]
#[error("standard output is closed")]
struct OutputClosed;

/// The result of a command: its exit code, or the error.
type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

/// Prints a line to standard output.
fn say(line: &str) -> Result<(), Box<dyn std::error::Error>> {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => OutputClosed.into(),
        _ => error.into(),
    })
}

/// Prints a line to standard error, beside the log, so that programs that read standard output do not get it.
fn tell(line: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    writeln!(std::io::stderr().lock(), "{line}")
}
