//! What staff see of imports, and do with them.

use std::collections::BTreeSet;
use std::fs::File;

use carrel_domain::catalogue::imports::{
    FindingKind, Import, ImportAct, ImportFinding, ImportId, ImportOptions, ImportState, OnDuplicate, limit,
    message,
};
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_formats::table::{BookColumn, Dialect};
use carrel_storage::imports::{self, ImportRow};
use carrel_storage::{Connection, Transaction};
use serde_json::{Value, json};

use super::analyse::{Wanted, analyse, headings_key};
use super::files::{on_a_thread, path_of, unreadable};
use super::findings::stored;
use super::work::enqueue_import;
use crate::audit::{self, Event, Subject};
use crate::core::context::{self, Context};
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// An import as it was stored.
fn restored(row: ImportRow) -> Result<Import> {
    let instant =
        |at| jiff::Timestamp::from_millisecond(at).map_err(|error| Error::Defect(error.to_string()));
    Ok(Import {
        id: row.id,
        name: row.name,
        format: row.format,
        size_bytes: row.size_bytes,
        sha256: row.sha256,
        state: row.state,
        options: serde_json::from_str(&row.options).unwrap_or_default(),
        counts: row.counts,
        has_begun: row.has_begun,
        kept: row.kept,
        problem: row.problem,
        created_by: row.created_by,
        created_at: instant(row.created_at)?,
        updated_at: instant(row.updated_at)?,
    })
}

/// Reads an import.
pub(super) async fn read_import(connection: &mut Connection, id: ImportId) -> Result<Import> {
    let row = imports::find(connection, id).await?;
    restored(row.ok_or(Error::NotFound(Noun::Import))?)
}

/// A page of all imports, the newest first.
pub async fn list(library: &Library, context: &Context, page: Page) -> Result<Paged<Import>> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&page, |connection, page| {
            Box::pin(async move {
                let total = imports::count(connection).await?;
                let rows = imports::list(connection, page.sql_limit(), page.sql_offset()).await?;
                let entries = rows.into_iter().map(restored).collect::<Result<_>>()?;
                Ok::<_, Error>(Paged::new(entries, *page, total))
            })
        })
        .await
}

/// One import.
pub async fn find(library: &Library, context: &Context, id: ImportId) -> Result<Import> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&id, |connection, id| Box::pin(read_import(connection, *id)))
        .await
}

/// The rejected records of an import after one, or its duplicates, in the order of the file.
pub async fn findings(
    library: &Library,
    context: &Context,
    id: ImportId,
    kind: FindingKind,
    after: i64,
    limit: i64,
) -> Result<Vec<ImportFinding>> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(
            &(id, kind, after, limit),
            |connection, (id, kind, after, limit)| {
                Box::pin(async move {
                    read_import(connection, *id).await?;
                    listed(connection, *id, *kind, *after, *limit).await
                })
            },
        )
        .await
}

/// The first records of an import of the command line that need attention.
pub async fn local_findings(
    library: &Library,
    id: ImportId,
    kind: FindingKind,
    limit: i64,
) -> Result<Vec<ImportFinding>> {
    library
        .database
        .read(&(id, kind, limit), |connection, (id, kind, limit)| {
            Box::pin(listed(connection, *id, *kind, 0, *limit))
        })
        .await
}

async fn listed(
    connection: &mut Connection,
    id: ImportId,
    kind: FindingKind,
    after: i64,
    limit: i64,
) -> Result<Vec<ImportFinding>> {
    let rows = imports::findings_after(connection, id, kind, after, limit).await?;
    let mut findings = Vec::with_capacity(rows.len());
    for row in rows {
        findings.push(stored(connection, row).await?);
    }
    Ok(findings)
}

/// How the file of an import is to be read. What is absent stays, or is guessed again when the separator, the encoding or
/// the headings change.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    /// The code of the field of each column; none for a column that is ignored.
    pub columns: Option<Vec<Option<String>>>,
    pub separator: Option<String>,
    pub encoding: Option<String>,
    pub has_headings: Option<bool>,
    /// The category of books without one.
    pub category: Option<String>,
    /// The copies of a record that lists none.
    pub copies: Option<i64>,
}

/// Sets how the file of an import is read, and checks it again.
///
/// # Errors
/// A field is not valid; [`Conflict::ImportState`] when the import cannot be read in another way any more.
pub async fn map(library: &Library, context: Context, id: ImportId, mapping: Mapping) -> Result<Import> {
    context.require(Act::ManageCatalogue)?;
    let import = find(library, &context, id).await?;
    let options = mapped(library, &import, mapping).await?;
    let key = options.table.as_ref().and_then(headings_key);
    let text = serde_json::to_string(&options).map_err(|error| Error::Defect(error.to_string()))?;
    let changed = library
        .write_once(
            context.call(),
            (context, id, text, key),
            |transaction, (context, id, text, key)| {
                Box::pin(async move {
                    move_state(transaction, context, *id, ImportAct::Map).await?;
                    imports::set_options(transaction, *id, text, key.as_deref(), context.now_ms()).await?;
                    imports::begin(transaction, *id, false, context.now_ms()).await?;
                    enqueue_import(transaction, context, *id, true).await?;
                    read_import(transaction, *id).await
                })
            },
        )
        .await?;
    library.import_waits.notify_one();
    Ok(changed)
}

/// The options of an import after a change.
async fn mapped(library: &Library, import: &Import, mapping: Mapping) -> Result<ImportOptions> {
    let mut errors = Vec::new();
    let mut options = import.options.clone();
    if let Some(category) = mapping.category {
        let category = category.trim().to_owned();
        if category.chars().count() > limit::CATEGORY.max {
            errors.push(FieldError::new(
                "category",
                carrel_domain::catalogue::book::message::CATEGORY_TOO_LONG,
            ));
        }
        options.category = (!category.is_empty()).then_some(category);
    }
    if let Some(copies) = mapping.copies {
        match u16::try_from(copies) {
            Ok(copies) if i64::from(copies) <= limit::COPIES.max => options.copies = copies,
            _ => errors.push(FieldError::new("copiesWithout", message::COPIES_OUT_OF_RANGE)),
        }
    }
    if let Some(table) = &mut options.table {
        let separator = mapping.separator.as_deref().map(str::as_bytes);
        let separator = match separator {
            None => None,
            Some([one]) if matches!(one, b',' | b';' | b'\t' | b'|') => Some(*one),
            Some(_) => {
                errors.push(FieldError::new("separator", message::SEPARATOR_UNKNOWN));
                None
            }
        };
        if let Some(encoding) = &mapping.encoding
            && Dialect::from_parts(b',', encoding).is_none()
        {
            errors.push(FieldError::new("encoding", message::ENCODING_UNKNOWN));
        }
        let reads_again = separator.is_some() || mapping.encoding.is_some() || mapping.has_headings.is_some();
        if reads_again && errors.is_empty() {
            let wanted = Wanted {
                separator: separator.or(table.separator.bytes().next()),
                encoding: mapping.encoding.or(Some(table.encoding.clone())),
                has_headings: mapping.has_headings.or(Some(table.has_headings)),
            };
            let path = path_of(library, import.id)?;
            let again = on_a_thread(move || {
                let again = File::open(path).and_then(|mut file| analyse(&mut file, &wanted));
                again.map_err(|error| unreadable(&error))
            });
            *table = again.await?;
        }
        if let Some(columns) = mapping.columns {
            errors.extend(columns_error(&columns, table.columns.len()));
            table.columns = columns;
        }
    }
    if errors.is_empty() {
        Ok(options)
    } else {
        Err(Error::Invalid(errors))
    }
}

fn columns_error(columns: &[Option<String>], width: usize) -> Option<FieldError> {
    if columns.len() != width {
        return Some(FieldError::new("columns", message::COLUMNS_WRONG));
    }
    let mut chosen = BTreeSet::new();
    for code in columns.iter().flatten() {
        let known = BookColumn::from_code(code);
        let Some(column) = known else {
            return Some(FieldError::new("columns", message::COLUMN_UNKNOWN));
        };
        if !chosen.insert(column) {
            return Some(FieldError::new("columns", message::COLUMN_TWICE));
        }
    }
    let has_title = chosen.contains(&BookColumn::Title);
    (!has_title).then(|| FieldError::new("columns", message::TITLE_COLUMN_MISSING))
}

/// Commits, pauses, cancels or undoes an import. `on_duplicate` matters when it begins to bring books in.
///
/// # Errors
/// [`Conflict::ImportState`] when this is not possible in its state.
pub async fn act(
    library: &Library,
    context: Context,
    id: ImportId,
    wanted: ImportAct,
    on_duplicate: OnDuplicate,
) -> Result<Import> {
    context.require(Act::ManageCatalogue)?;
    let changed = library
        .write_once(
            context.call(),
            (context, id, wanted, on_duplicate),
            |transaction, (context, id, wanted, on_duplicate)| {
                Box::pin(async move {
                    let import = act_in(transaction, context, *id, *wanted, *on_duplicate).await?;
                    if import.state.is_working() {
                        let reads_file = *wanted != ImportAct::Undo;
                        enqueue_import(transaction, context, *id, reads_file).await?;
                    }
                    Ok(import)
                })
            },
        )
        .await?;
    library.import_waits.notify_one();
    Ok(changed)
}

/// The same inside a transaction. No server works on the import yet: the command line does it by itself.
pub(super) async fn act_in(
    transaction: &mut Transaction,
    context: &Context,
    id: ImportId,
    wanted: ImportAct,
    on_duplicate: OnDuplicate,
) -> Result<Import> {
    let import = read_import(transaction, id).await?;
    let before = move_state(transaction, context, id, wanted).await?;
    if wanted == ImportAct::Commit && before == ImportState::Ready {
        let options = ImportOptions {
            on_duplicate,
            ..import.options
        };
        let key = options.table.as_ref().and_then(headings_key);
        let text = serde_json::to_string(&options).map_err(|error| Error::Defect(error.to_string()))?;
        imports::set_options(transaction, id, &text, key.as_deref(), context.now_ms()).await?;
        imports::begin(transaction, id, true, context.now_ms()).await?;
    }
    let action = match wanted {
        ImportAct::Commit if before == ImportState::Ready => "import.started",
        ImportAct::Commit | ImportAct::Map => "import.resumed",
        ImportAct::Pause => "import.paused",
        ImportAct::Cancel => "import.cancelled",
        ImportAct::Undo => "import.undo_started",
    };
    let after = json!({ "name": import.name });
    record(transaction, context, action, id, Some(after)).await?;
    read_import(transaction, id).await
}

/// Moves an import by an act of staff. Returns the state before.
async fn move_state(
    transaction: &mut Transaction,
    context: &Context,
    id: ImportId,
    wanted: ImportAct,
) -> Result<ImportState> {
    let row = imports::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Import))?;
    let after = row
        .state
        .after(wanted, row.has_begun)
        .ok_or(Conflict::ImportState { state: row.state })?;
    if !imports::set_state(transaction, id, (row.state, after), None, context.now_ms()).await? {
        return Err(Error::overtaken());
    }
    Ok(row.state)
}

/// Records an act on an import in the audit log.
pub(super) async fn record(
    transaction: &mut Transaction,
    context: &context::Context,
    action: &str,
    id: ImportId,
    after: Option<Value>,
) -> Result<()> {
    let event = Event {
        action,
        subject: Subject::of(id),
        before: None,
        after,
    };
    audit::record(transaction, context, event).await
}
