//! `carrel import`: books and people from files. Anybody who can run the binary on the data is trusted.

use std::error::Error;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use carrel_api::{Clock, Entropy};
use carrel_domain::imports::{FindingKind, Import, ImportCounts, ImportFormat, ImportState, OnDuplicate};
use carrel_operations::imports::{self, LocalFile, LocalOptions};
use carrel_operations::{Context, Library, Noun};
use serde_json::json;

use crate::command::{Duplicates, ImportKind, ImportOptions, ImportedFormat};
use crate::configuration::Data;
use crate::users::in_words;
use crate::{Outcome, open, say, tell};

/// How often progress is reported.
const REPORTED_EVERY: Duration = Duration::from_secs(2);
/// The maximum number of rejected records whose errors are printed; `--rejects` has all of them.
const PRINTED_REJECTS: i64 = 20;

/// Prints the counts of all files.
fn report(counts: &ImportCounts, as_json: bool) -> Result<(), Box<dyn Error>> {
    let ImportCounts {
        read,
        added,
        updated,
        skipped,
        rejected,
        copies,
        ..
    } = counts;
    if as_json {
        let counts = json!({
            "read": read, "added": added, "updated": updated, "skipped": skipped, "rejected": rejected,
            "copies": copies,
        });
        return say(&counts.to_string());
    }
    say(&format!(
        "Read: {read}; added: {added}; updated: {updated}; skipped: {skipped}; rejected: {rejected}; copies: {copies}"
    ))
}

/// Imports the files one after the other.
pub async fn run(options: ImportOptions) -> Outcome {
    let library = open::for_command(&Data::load(&options.data)?).await?;
    let mut rejects = match &options.rejects {
        Some(path) => Some(File::create(path).map_err(|error| format!("{}: {error}", path.display()))?),
        None => None,
    };
    let mut totals = ImportCounts::default();
    let mut finished = true;
    for path in &options.files {
        let import = import_file(&library, path, &options, &mut rejects).await?;
        totals.add(&import.counts);
        let ended = if options.dry_run {
            ImportState::Ready
        } else {
            ImportState::Done
        };
        finished &= import.state == ended;
    }
    report(&totals, options.json)?;
    Ok(if finished {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn import_file(
    library: &Library,
    path: &Path,
    options: &ImportOptions,
    rejects: &mut Option<File>,
) -> Result<Import, Box<dyn Error>> {
    let format = match options.format {
        ImportedFormat::Auto => None,
        ImportedFormat::Marc => Some(ImportFormat::Marc),
        ImportedFormat::Marcxml => Some(ImportFormat::MarcXml),
        ImportedFormat::Csv => Some(ImportFormat::Csv),
    };
    let on_duplicate = match options.on_duplicate {
        Duplicates::Skip => OnDuplicate::Skip,
        Duplicates::Update => OnDuplicate::Update,
        Duplicates::Add => OnDuplicate::Add,
    };
    let local = LocalOptions {
        kind: match options.kind {
            ImportKind::Books => carrel_domain::imports::ImportKind::Books,
            ImportKind::Users => carrel_domain::imports::ImportKind::Users,
            ImportKind::Loans => carrel_domain::imports::ImportKind::Loans,
            ImportKind::Fines => carrel_domain::imports::ImportKind::Fines,
        },
        format,
        on_duplicate,
        dry_run: options.dry_run,
    };
    let opened = imports::open_local(library, context(), path, local).await;
    let file = opened.map_err(|error| match error {
        carrel_operations::Error::NotFound(Noun::File) => format!("{}: no such file", path.display()).into(),
        other => Box::<dyn Error>::from(format!("{}: {}", path.display(), in_words(other))),
    })?;
    if file.resumed {
        tell(&format!(
            "{}: going on after record {}",
            path.display(),
            file.import.counts.read
        ))?;
    }
    let progress = Progress::default();
    let import = imports::run_local(library, &context, &file, options.dry_run, &|import| {
        progress.report(path, import);
    })
    .await
    .map_err(in_words)?;
    if let Some(problem) = &import.problem {
        tell(&format!("{}: {}", path.display(), problem_in_words(problem)))?;
    }
    print_rejects(library, path, &import).await?;
    if let Some(out) = rejects {
        write_rejects(library, &import, &file, out).await?;
    }
    if options.dry_run {
        imports::discard_local(library, &file).await.map_err(in_words)?;
    }
    Ok(import)
}

/// Why an import has ended, for the command line.
fn problem_in_words(problem: &str) -> &'static str {
    match problem {
        "no_records" => "the file has no records",
        "no_title_column" => {
            "no column is known to be the title; name it Title in the first row, or import the file in the browser"
        }
        "no_person_column" => {
            "no column is known to be the email or the student ID; name it Email or Student ID in the first row, or import the file in \
             the browser"
        }
        "no_loan_column" => {
            "a loan needs the columns Barcode, Due date, and Card number or Email; name them in the first row, or import the file in the \
             browser"
        }
        "disk_full" => "the disk is full; the same command goes on when there is room",
        _ => "the import could not go on",
    }
}

async fn print_rejects(library: &Library, path: &Path, import: &Import) -> Result<(), Box<dyn Error>> {
    let found = imports::local_findings(library, import.id, FindingKind::Rejected, PRINTED_REJECTS).await;
    for finding in found.map_err(in_words)? {
        let messages: Vec<&str> = finding
            .errors
            .iter()
            .map(|(_, message)| message.as_str())
            .collect();
        let place = match finding.line {
            Some(line) => format!("line {line}"),
            None => format!("record {}", finding.number),
        };
        tell(&format!("{}, {place}: {}", path.display(), messages.join("; ")))?;
    }
    if import.counts.rejected > PRINTED_REJECTS {
        let more = import.counts.rejected - PRINTED_REJECTS;
        tell(&format!("{}: {more} more records are rejected", path.display()))?;
    }
    Ok(())
}

async fn write_rejects(
    library: &Library,
    import: &Import,
    file: &LocalFile,
    out: &mut File,
) -> Result<(), Box<dyn Error>> {
    if import.counts.rejected == 0 {
        return Ok(());
    }
    let mut rejects = imports::local_rejects(library, import, file).map_err(in_words)?;
    while let Some(part) = rejects.parts.recv().await {
        out.write_all(&part?)?;
    }
    Ok(out.sync_all()?)
}

/// Reports progress now and then.
#[derive(Debug, Default)]
struct Progress(Mutex<Option<Instant>>);

impl Progress {
    fn report(&self, path: &Path, import: &Import) {
        let mut reported = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if reported.is_some_and(|reported| reported.elapsed() < REPORTED_EVERY) {
            return;
        }
        if reported.replace(Instant::now()).is_some() {
            let done = match import.state {
                ImportState::Checking => "checked",
                _ => "imported",
            };
            let read = import.counts.read;
            // Progress that cannot be shown does not matter.
            drop(tell(&format!("{}: {read} records {done}", path.display())));
        }
    }
}

/// The context of a command: nobody acts.
pub fn context() -> Context {
    Context::without_actor(Clock::System.now(), Entropy.seed())
}
