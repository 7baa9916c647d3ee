//! `carrel restore`: restores a library from a backup, on either engine.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use carrel_api::{Clock, Entropy};
use carrel_operations::LoadError;
use carrel_operations::upkeep::backup::{self, BackupError};
use carrel_operations::upkeep::check;

use crate::command::RestoreOptions;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Restores and checks the library, and prints a summary.
pub async fn run(options: RestoreOptions) -> Outcome {
    let began = Instant::now();
    let data = Data::load(&options.data)?;
    let input: Box<dyn BufRead> = if options.file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&options.file)
            .map_err(|error| format!("{} cannot be read: {error}", options.file.display()))?;
        Box::new(BufReader::with_capacity(1 << 20, file))
    };
    open::make_folder(&data)?;
    let now = Clock::System.now();
    let keep_as = now.strftime("before_%Y%m%d_%H%M%S").to_string();
    let keep_as = options.replace.then_some(keep_as.as_str());
    let restored = backup::restore(&data.database, input, keep_as, now, Entropy.seed())
        .await
        .map_err(in_words)?;
    for violation in &restored.violations {
        say(&format!("violated: {}: {}", violation.invariant, violation.found))?;
    }
    let count = |table: &str| restored.rows.get(table).copied().unwrap_or(0);
    say(&format!(
        "Restored the backup of {} (version {}, {}, schema {}) in {} ms: {} books, {} copies, {} people, {} borrowings, \
         {} rows in all",
        restored.manifest.created_at,
        restored.manifest.version,
        restored.manifest.engine,
        restored.manifest.schema,
        began.elapsed().as_millis(),
        count("books"),
        count("copies"),
        count("users"),
        count("borrowings"),
        restored.rows.values().sum::<u64>()
    ))?;
    if let Some(kept) = &restored.kept {
        say(&format!("The previous library is kept as {kept}"))?;
    }
    if restored.violations.is_empty() {
        say(&format!(
            "{} invariants hold. Everybody must sign in again; the server builds the search index at its start",
            check::count()
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    say("The backup was restored unchanged; its data violates these invariants")?;
    Ok(ExitCode::FAILURE)
}

/// Why nothing was restored, and what to do.
fn in_words(error: BackupError) -> Box<dyn Error> {
    match error {
        BackupError::Load(LoadError::Occupied) => format!(
            "{}; --replace restores the backup and keeps the old library under another name",
            LoadError::Occupied
        )
        .into(),
        BackupError::Load(error @ LoadError::OtherSchema { .. }) => {
            format!("{error}; restore into a separate database").into()
        }
        other => format!("nothing was restored: {other}").into(),
    }
}
