//! What staff see of imports, and do with them.

use carrel_domain::imports::{
    FindingKind, Import, ImportAct, ImportFinding, ImportId, ImportKind, ImportOptions, ImportState,
    OnDuplicate, message,
};
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::imports::{self, ImportRow};
use carrel_storage::{Connection, Transaction};
use serde_json::{Value, json};

use super::analyse::headings_key;
use super::findings::stored;
use super::mapping::{Mapping, mapped};
use super::work::enqueue_import;
use crate::core::audit::{self, Event, Subject};
use crate::core::context::{self, Context};
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::people::import_rows::rights_of;

/// An import as it was stored.
fn restored(row: ImportRow) -> Result<Import> {
    let instant =
        |at| jiff::Timestamp::from_millisecond(at).map_err(|error| Error::Defect(error.to_string()));
    Ok(Import {
        id: row.id,
        kind: row.kind,
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

/// Refuses a caller who may not import records of this kind.
pub(super) fn require(context: &Context, kind: ImportKind) -> Result<()> {
    context.require(Act::ManageCatalogue)?;
    context.require(kind.act())?;
    Ok(())
}

/// A page of the imports of those kinds that the caller may make, the newest first.
pub async fn list(library: &Library, context: &Context, page: Page) -> Result<Paged<Import>> {
    context.require(Act::ManageCatalogue)?;
    // Those that the caller may not see count as books, which the caller may.
    let kinds = ImportKind::ALL.map(|kind| match context.require(kind.act()) {
        Ok(_) => kind,
        Err(_) => ImportKind::Books,
    });
    library
        .database
        .read(&(page, kinds), |connection, (page, kinds)| {
            Box::pin(async move {
                let total = imports::count(connection, *kinds).await?;
                let rows = imports::list(connection, *kinds, page.sql_limit(), page.sql_offset()).await?;
                let entries = rows.into_iter().map(restored).collect::<Result<_>>()?;
                Ok::<_, Error>(Paged::new(entries, *page, total))
            })
        })
        .await
}

/// One import.
pub async fn find(library: &Library, context: &Context, id: ImportId) -> Result<Import> {
    context.require(Act::ManageCatalogue)?;
    let import = library
        .database
        .read(&id, |connection, id| Box::pin(read_import(connection, *id)))
        .await?;
    require(context, import.kind)?;
    Ok(import)
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
    find(library, context, id).await?;
    library
        .database
        .read(
            &(id, kind, after, limit),
            |connection, (id, kind, after, limit)| Box::pin(listed(connection, *id, *kind, *after, *limit)),
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

/// Sets how the file of an import is read, and checks it again.
///
/// # Errors
/// A field is not valid; [`Conflict::ImportState`] when the import cannot be read in another way any more.
pub async fn map(library: &Library, context: Context, id: ImportId, mapping: Mapping) -> Result<Import> {
    let import = find(library, &context, id).await?;
    let mut options = mapped(library, &import, mapping).await?;
    options.rights = rights_of(&context);
    let table = options.table.as_ref();
    let key = table.and_then(|table| headings_key(import.kind, table));
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

/// Commits, pauses, cancels or undoes an import. `on_duplicate` matters when it begins to bring books in.
///
/// # Errors
/// [`Conflict::ImportState`] when this is not possible in its state; [`Error::Invalid`] for a choice that this kind does not have.
pub async fn act(
    library: &Library,
    context: Context,
    id: ImportId,
    wanted: ImportAct,
    on_duplicate: OnDuplicate,
) -> Result<Import> {
    let import = find(library, &context, id).await?;
    if !import.kind.choices().contains(&on_duplicate) {
        let error = FieldError::new("onDuplicate", message::ON_DUPLICATE_NOT_OF_KIND);
        return Err(Error::Invalid(vec![error]));
    }
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
    if matches!(wanted, ImportAct::Commit | ImportAct::Cancel) {
        let begins = wanted == ImportAct::Commit && before == ImportState::Ready;
        let mut options = ImportOptions {
            on_duplicate: if begins {
                on_duplicate
            } else {
                import.options.on_duplicate
            },
            rights: rights_of(context),
            ..import.options
        };
        if import.kind != ImportKind::Books
            && let Some(table) = &mut options.table
        {
            // The columns are remembered, and the people of the first rows are not.
            table.sample.clear();
        }
        let table = options.table.as_ref();
        let key = table.and_then(|table| headings_key(import.kind, table));
        let text = serde_json::to_string(&options).map_err(|error| Error::Defect(error.to_string()))?;
        imports::set_options(transaction, id, &text, key.as_deref(), context.now_ms()).await?;
        if begins {
            imports::begin(transaction, id, true, context.now_ms()).await?;
        }
    }
    let action = match wanted {
        ImportAct::Commit if before == ImportState::Ready => "import.started",
        ImportAct::Commit | ImportAct::Map => "import.resumed",
        ImportAct::Pause => "import.paused",
        ImportAct::Cancel => "import.cancelled",
        ImportAct::Undo => "import.undo_started",
    };
    let after = json!({ "name": import.name, "kind": import.kind });
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
