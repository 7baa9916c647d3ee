//! `carrel export`: the books of the library as a file. Anybody who can run the binary on the data is trusted.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use carrel_domain::imports::ImportFormat;
use carrel_operations::catalogue::export;

use crate::command::{ExportOptions, ExportedFormat};
use crate::configuration::Data;
use crate::import::context;
use crate::users::in_words;
use crate::{Outcome, open, say, tell};

/// Writes all current books to a file, which has its name only when it is complete.
pub async fn run(options: ExportOptions) -> Outcome {
    let format = format_of(&options)?;
    let library = Arc::new(open::for_command(&Data::load(&options.data)?).await?);
    let mut unfinished = options.file.clone().into_os_string();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = BufWriter::new(File::create(&unfinished).map_err(|error| failed(&unfinished, error))?);
    let mut books = export::begin_local(&library, &context(), format)
        .await
        .map_err(in_words)?;
    while let Some(part) = books.next().await.map_err(in_words)? {
        file.write_all(&part)
            .map_err(|error| failed(&unfinished, error))?;
    }
    let file = file
        .into_inner()
        .map_err(|error| failed(&unfinished, error.into_error()))?;
    file.sync_all().map_err(|error| failed(&unfinished, error))?;
    fs::rename(&unfinished, &options.file).map_err(|error| failed(&options.file, error))?;
    if books.left_out() > 0 {
        tell(&format!(
            "Left out: {} books whose records are too long for MARC 21; MARCXML has no limit",
            books.left_out()
        ))?;
    }
    say(&format!("Books: {}", books.written()))?;
    Ok(ExitCode::SUCCESS)
}

/// The chosen format, or the one that the name of the file has.
fn format_of(options: &ExportOptions) -> Result<ImportFormat, Box<dyn Error>> {
    let ending = options.file.extension().and_then(|ending| ending.to_str());
    match (options.format, ending.map(str::to_lowercase).as_deref()) {
        (Some(ExportedFormat::Marc), _) | (None, Some("mrc" | "marc")) => Ok(ImportFormat::Marc),
        (Some(ExportedFormat::Marcxml), _) | (None, Some("xml" | "marcxml")) => Ok(ImportFormat::MarcXml),
        (Some(ExportedFormat::Csv), _) | (None, Some("csv")) => Ok(ImportFormat::Csv),
        (None, _) => Err("name the file .mrc, .xml or .csv, or choose a format with --format".into()),
    }
}
