//! `carrel check`: verifies every invariant of the data.

use std::process::ExitCode;

use carrel_api::Clock;
use carrel_operations::upkeep::check;

use crate::command::DataOptions;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Checks the data, prints the violated invariants, and stores the result for the servers and `carrel doctor`.
pub async fn run(options: DataOptions) -> Outcome {
    let data = Data::load(&options)?;
    let library = open::for_command(&data).await?;
    let violations = check::run(&library, Clock::System.now()).await?;
    for violation in &violations {
        say(&format!("violated: {}: {}", violation.invariant, violation.found))?;
    }
    if violations.is_empty() {
        say(&format!(
            "{} invariants hold on {}",
            check::count(),
            library.engine()
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("{} violations", violations.len()))?;
    Ok(ExitCode::FAILURE)
}
