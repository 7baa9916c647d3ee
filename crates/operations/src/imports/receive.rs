//! Receives files: from a browser, or from the command line.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use carrel_domain::identity::hexadecimal;
use carrel_domain::imports::{
    Import, ImportFormat, ImportId, ImportKind, ImportOptions, ImportState, OnDuplicate, TableOptions,
    default_category, message,
};
use carrel_domain::validation::FieldError;
use carrel_storage::imports::{self, NewImport};
use carrel_storage::{Connection, Transaction};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::analyse::{Wanted, analyse, headings_key};
use super::files::{
    Arrived, Upload, failure, folder, format_of, on_a_thread, path_of, refused_file, sample_of, unreadable,
};
use super::manage::{read_import, record, require};
use super::work::enqueue_import;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::identity::write_limits::leave_disk_reserve;
use crate::people::import_rows::rights_of;

/// Begins to receive a file.
pub fn begin_upload(library: &Library, context: &Context, kind: ImportKind) -> Result<Upload> {
    require(context, kind)?;
    leave_room(library)?;
    Upload::begin(folder(library)?)
}

/// Refuses to take more of a file when it would use the disk space that is reserved for the desk.
pub fn leave_room(library: &Library) -> Result<()> {
    leave_disk_reserve(library, false)
}

/// Starts the import of a file that has arrived: it will be checked. `name` is that of the file at the sender.
///
/// # Errors
/// The file is empty, or neither a table nor MARC records; or it has MARC records where others are expected.
pub async fn finish_upload(
    library: &Library,
    context: Context,
    upload: Upload,
    name: &str,
    kind: ImportKind,
    format: Option<ImportFormat>,
) -> Result<Import> {
    require(&context, kind)?;
    let arrived = on_a_thread(move || upload.arrive(format)).await?;
    let table = table_of(kind, arrived.format, arrived.file.path()).await?;
    let mut options = options(library, kind, arrived.format, table).await?;
    options.rights = rights_of(&context);
    let new = New {
        kind,
        name: name
            .trim()
            .chars()
            .filter(|sign| !sign.is_control())
            .take(200)
            .collect(),
        options,
        format: arrived.format,
        size_bytes: arrived.size_bytes,
        sha256: arrived.sha256.clone(),
        works_here: true,
        context,
    };
    let import = insert(library, new).await?;
    let path = path_of(library, import.id)?;
    if let Err(error) = keep(arrived, path).await {
        // Without its file, the import can do nothing.
        drop(forget(library, import.id).await);
        return Err(error);
    }
    library.import_waits.notify_one();
    Ok(import)
}

async fn keep(arrived: Arrived, path: PathBuf) -> Result<()> {
    on_a_thread(move || {
        let kept = arrived
            .file
            .persist(&path)
            .map_err(|error| failure(&error.error))?;
        kept.sync_all().map_err(|error| failure(&error))?;
        let beside = path.parent().unwrap_or(Path::new("."));
        // The name of the file is durable when its folder is.
        File::open(beside)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| failure(&error))
    })
    .await
}

async fn forget(library: &Library, id: ImportId) -> Result<()> {
    library
        .database
        .write(id, |transaction, id| Box::pin(imports::remove(transaction, *id)))
        .await
        .map_err(Error::Storage)
}

/// How the table of a file is written; `None` for MARC records, which only books have.
async fn table_of(kind: ImportKind, format: ImportFormat, path: &Path) -> Result<Option<TableOptions>> {
    match (format, kind) {
        (ImportFormat::Csv, _) => analysed(kind, path.to_owned()).await.map(Some),
        (ImportFormat::Marc | ImportFormat::MarcXml, ImportKind::Books) => Ok(None),
        (ImportFormat::Marc | ImportFormat::MarcXml, _) => Err(refused_file(message::NOT_A_TABLE)),
    }
}

async fn analysed(kind: ImportKind, path: PathBuf) -> Result<TableOptions> {
    on_a_thread(move || {
        File::open(path)
            .and_then(|mut file| analyse(&mut file, kind, &Wanted::default()))
            .map_err(|error| failure(&error))
    })
    .await
}

/// How a new file is read: a table with the same headings as an earlier one gets the columns that were chosen then.
async fn options(
    library: &Library,
    kind: ImportKind,
    format: ImportFormat,
    table: Option<TableOptions>,
) -> Result<ImportOptions> {
    let is_books = kind == ImportKind::Books;
    let category = default_category(library.shown_settings().language);
    let mut options = ImportOptions {
        table,
        category: is_books.then(|| category.to_owned()),
        copies: u16::from(is_books && format == ImportFormat::Csv),
        ..ImportOptions::default()
    };
    let table = options.table.as_ref();
    let Some(key) = table.and_then(|table| headings_key(kind, table)) else {
        return Ok(options);
    };
    let remembered = library
        .database
        .read(&key, |connection, key| {
            Box::pin(imports::options_for_headings(connection, key))
        })
        .await
        .map_err(Error::Storage)?;
    let remembered: Option<ImportOptions> = remembered.and_then(|(text,)| serde_json::from_str(&text).ok());
    if let (Some(remembered), Some(table)) = (remembered, &mut options.table)
        && let Some(before) = remembered.table
        && before.columns.len() == table.columns.len()
    {
        table.columns = before.columns;
        options.category = remembered.category;
        options.copies = remembered.copies;
    }
    Ok(options)
}

struct New {
    context: Context,
    kind: ImportKind,
    name: String,
    format: ImportFormat,
    size_bytes: i64,
    sha256: String,
    options: ImportOptions,
    /// Whether servers work on it, and not the command line.
    works_here: bool,
}

async fn insert(library: &Library, new: New) -> Result<Import> {
    library
        .write_once(new.context.call(), new, |transaction, new| {
            Box::pin(insert_in(transaction, new))
        })
        .await
}

async fn insert_in(transaction: &mut Transaction, new: &New) -> Result<Import> {
    let id = transaction.fresh_id().await?;
    let options = serde_json::to_string(&new.options).map_err(|error| Error::Defect(error.to_string()))?;
    let table = new.options.table.as_ref();
    let headings_key = table.and_then(|table| headings_key(new.kind, table));
    let row = NewImport {
        id,
        kind: new.kind,
        name: &new.name,
        format: new.format,
        size_bytes: new.size_bytes,
        sha256: &new.sha256,
        state: ImportState::Checking,
        options: &options,
        headings_key: headings_key.as_deref(),
        created_by: new.context.actor_id(),
        created_at: new.context.now_ms(),
    };
    imports::insert(transaction, &row).await?;
    if new.works_here {
        enqueue_import(transaction, &new.context, id, true).await?;
    }
    let after =
        json!({ "name": new.name, "kind": new.kind, "format": new.format, "sizeBytes": new.size_bytes });
    record(transaction, &new.context, "import.received", id, Some(after)).await?;
    read_import(transaction, id).await
}

/// A file of the machine on which the command line runs.
pub struct LocalFile {
    pub path: PathBuf,
    pub import: Import,
    /// Whether it goes on where an earlier run was interrupted.
    pub resumed: bool,
    /// Holds a spreadsheet that was converted.
    _converted: Option<tempfile::NamedTempFile>,
}

/// How a file of this machine is imported.
#[derive(Debug, Clone, Copy)]
pub struct LocalOptions {
    pub kind: ImportKind,
    /// `None` when the file itself tells.
    pub format: Option<ImportFormat>,
    pub on_duplicate: OnDuplicate,
    /// Whether the file is only checked.
    pub dry_run: bool,
}

/// Opens a file of this machine for an import, or, unless it is only to be checked, the import that an earlier run of the
/// same file left unfinished.
///
/// # Errors
/// The file cannot be read, is empty, or is neither a table nor MARC records.
pub async fn open_local(
    library: &Library,
    context: Context,
    path: &Path,
    local: LocalOptions,
) -> Result<LocalFile> {
    let LocalOptions {
        kind,
        on_duplicate,
        dry_run,
        ..
    } = local;
    if !kind.choices().contains(&on_duplicate) {
        let error = FieldError::new("onDuplicate", message::ON_DUPLICATE_NOT_OF_KIND);
        return Err(Error::Invalid(vec![error]));
    }
    let opened = {
        let path = path.to_owned();
        on_a_thread(move || Opened::of(path, local.format)).await?
    };
    let unfinished = library
        .database
        .read(&(&opened.sha256, kind), |connection, (sha256, kind)| {
            Box::pin(unfinished(connection, sha256, *kind))
        })
        .await?;
    if let Some(import) = unfinished.filter(|_| !dry_run) {
        return Ok(LocalFile {
            path: opened.path,
            import,
            resumed: true,
            _converted: opened.converted,
        });
    }
    let table = table_of(kind, opened.format, &opened.path).await?;
    let mut options = options(library, kind, opened.format, table).await?;
    options.on_duplicate = on_duplicate;
    let new = New {
        context,
        kind,
        name: path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default(),
        format: opened.format,
        size_bytes: opened.size_bytes,
        sha256: opened.sha256,
        options,
        works_here: false,
    };
    let import = insert(library, new).await?;
    Ok(LocalFile {
        path: opened.path,
        import,
        resumed: false,
        _converted: opened.converted,
    })
}

/// Forgets an import that only checked a file of this machine.
pub async fn discard_local(library: &Library, file: &LocalFile) -> Result<()> {
    forget(library, file.import.id).await
}

/// An import of the command line of this file that was interrupted while it brought books in.
async fn unfinished(connection: &mut Connection, sha256: &str, kind: ImportKind) -> Result<Option<Import>> {
    let newest = imports::newest_of_file(connection, sha256, kind).await?;
    let goes_on = newest.filter(|row| {
        row.has_begun
            && row.created_by.is_none()
            && matches!(row.state, ImportState::Importing | ImportState::Failed)
    });
    match goes_on {
        Some(row) => read_import(connection, row.id).await.map(Some),
        None => Ok(None),
    }
}

/// A file of this machine, and what it is.
struct Opened {
    path: PathBuf,
    format: ImportFormat,
    size_bytes: i64,
    sha256: String,
    converted: Option<tempfile::NamedTempFile>,
}

impl Opened {
    fn of(path: PathBuf, format: Option<ImportFormat>) -> Result<Self> {
        let open = || -> io::Result<_> {
            let mut file = File::open(&path)?;
            let sample = sample_of(&mut file)?;
            let mut digest = Sha256::new();
            let mut file = File::open(&path)?;
            let mut bytes = vec![0; 256 * 1024];
            let mut size = 0u64;
            loop {
                let read = file.read(&mut bytes)?;
                if read == 0 {
                    break;
                }
                size += read as u64;
                digest.update(&bytes[..read]);
            }
            Ok((sample, hexadecimal(&digest.finalize()), size))
        };
        let (sample, sha256, size) = open().map_err(|error| unreadable(&error))?;
        if size == 0 {
            return Err(refused_file(message::FILE_EMPTY));
        }
        let sheet = carrel_formats::table::Spreadsheet::sniff(&sample);
        let (path, format, converted) = if let Some(sheet) = sheet {
            let converted = super::files::converted_file(sheet, &path)?;
            (converted.path().to_owned(), ImportFormat::Csv, Some(converted))
        } else {
            let found = format.or_else(|| format_of(&sample));
            let unknown = message::FILE_UNKNOWN;
            let found = found.ok_or_else(|| refused_file(unknown))?;
            (path, found, None)
        };
        Ok(Opened {
            path,
            format,
            size_bytes: i64::try_from(size).unwrap_or(i64::MAX),
            sha256,
            converted,
        })
    }
}
