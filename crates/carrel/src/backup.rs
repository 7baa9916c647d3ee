//! `carrel backup`: the whole library in one file, while it is served.

use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufReader, BufWriter};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use carrel_api::Clock;
use carrel_operations::upkeep::backup::{self, BackedUp, Out};
use carrel_storage::Database;
use carrel_storage::check::Violation;

use crate::command::BackupOptions;
use crate::configuration::Data;
use crate::{Outcome, open, say};

/// Writes the backup, reads it again, and prints a summary.
pub async fn run(options: BackupOptions) -> Outcome {
    let data = Data::load(&options.data)?;
    open::refuse_missing(&data)?;
    if options.file == Path::new("-") {
        let database = Database::attach(&data.database).await?;
        let backed_up = write(&database, Box::new(std::io::stdout())).await?;
        return match &backed_up.violations[..] {
            [] => Ok(ExitCode::SUCCESS),
            violations => Err(unverified(violations, "the backup on standard output").into()),
        };
    }
    let began = Instant::now();
    let file = File::create_new(&options.file, options.force)?;
    let database = Database::attach(&data.database).await?;
    let backed_up = write(&database, Box::new(BufWriter::new(file.out()?))).await;
    let BackedUp { rows, violations, .. } = backed_up.map_err(|error| fail(&options.file, &*error))?;
    let read = BufReader::with_capacity(1 << 20, std::fs::File::open(&file.unfinished)?);
    let (manifest, read_again) = backup::verify(read).map_err(|error| fail(&options.file, &error))?;
    if read_again != rows {
        return Err(fail(&options.file, &"reading it back gives other data"));
    }
    if !violations.is_empty() {
        let kept = file.finish_unverified()?;
        return Err(unverified(&violations, &kept.display().to_string()).into());
    }
    let bytes = file.finish()?;
    // Only for reports of the last backup's age. A library of another schema may refuse it, which does not matter.
    drop(backup::note(&database, Clock::System.now()).await);
    say(&format!(
        "Backed up {} rows of {} tables ({}, schema {}) to {} in {} ms: {:.1} MB, verified",
        rows.values().sum::<u64>(),
        rows.len(),
        manifest.engine,
        manifest.schema,
        options.file.display(),
        began.elapsed().as_millis(),
        megabytes(bytes)
    ))?;
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::cast_precision_loss, reason = "shown to a tenth of a megabyte")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

async fn write(database: &Database, out: Out) -> Result<BackedUp, Box<dyn Error>> {
    let backed_up = backup::back_up(database, env!("CARGO_PKG_VERSION"), Clock::System.now(), out).await?;
    Ok(backed_up)
}

/// How many violations a message names.
const NAMED: usize = 5;

/// Why a backup is not verified, and what to do.
fn unverified(violations: &[Violation], kept: &str) -> String {
    let mut lines: Vec<String> = violations
        .iter()
        .take(NAMED)
        .map(|violation| format!("violated: {}: {}", violation.invariant, violation.found))
        .collect();
    if violations.len() > NAMED {
        lines.push(format!("and {} more", violations.len() - NAMED));
    }
    format!(
        "{kept} is not verified: the library is damaged, and a restore of this backup would fail or be incomplete.\n{}\n\
         Earlier backups are unchanged. Restore the last verified one; carrel check lists all violations",
        lines.join("\n")
    )
}

fn fail(file: &Path, error: &dyn std::fmt::Display) -> Box<dyn Error> {
    format!("{} was not written: {error}", file.display()).into()
}

/// The file of a backup, under a temporary name until it is complete; removed if it never is.
struct File {
    path: PathBuf,
    unfinished: PathBuf,
    finished: bool,
}

impl File {
    fn create_new(path: &Path, force: bool) -> Result<Self, Box<dyn Error>> {
        // Behind a link, the file that it refers to is replaced, and not the link.
        let path = match std::fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_symlink() => {
                std::fs::canonicalize(path).map_err(|error| fail(path, &error))?
            }
            _ => path.to_owned(),
        };
        if path.exists() && !path.is_file() {
            return Err(fail(&path, &"it is not a regular file"));
        }
        if path.exists() && !force {
            return Err(format!("{} exists already; --force overwrites it", path.display()).into());
        }
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".unfinished");
        Ok(File {
            path,
            unfinished: unfinished.into(),
            finished: false,
        })
    }

    /// Only the owner can read it: it contains all personal data of the library.
    fn out(&self) -> Result<std::fs::File, Box<dyn Error>> {
        // A file that is left over from an interrupted backup may have other rights.
        drop(std::fs::remove_file(&self.unfinished));
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&self.unfinished);
        file.map_err(|error| fail(&self.path, &error))
    }

    /// Keeps it under another name, so that it does not replace an earlier backup that can be restored. Returns its path.
    fn finish_unverified(mut self) -> Result<PathBuf, Box<dyn Error>> {
        let mut path = std::mem::take(&mut self.path).into_os_string();
        path.push(".unverified");
        self.path = path.into();
        let path = self.path.clone();
        self.finish().map(|_| path)
    }

    /// Syncs it to the disk under its final name. Returns its size in bytes.
    fn finish(mut self) -> Result<u64, Box<dyn Error>> {
        let failed = |error: std::io::Error| fail(&self.path, &error);
        let file = std::fs::File::open(&self.unfinished).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        std::fs::rename(&self.unfinished, &self.path).map_err(failed)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::File::open(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        folder.sync_all().map_err(failed)?;
        self.finished = true;
        Ok(bytes)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if !self.finished {
            drop(std::fs::remove_file(&self.unfinished));
        }
    }
}
