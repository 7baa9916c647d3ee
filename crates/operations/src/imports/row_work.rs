//! The work on imports of tables that are not about books: each kind says what its rows are and do.

use std::sync::Arc;

use carrel_domain::imports::{
    FindingKind, Import, ImportCounts, ImportId, ImportKind, ImportOptions, ImportState, LISTED_DUPLICATES,
    OnDuplicate,
};
use carrel_formats::table::RowColumn;
use carrel_storage::imports::FindingRow;
use carrel_storage::{Transaction, import_rows, imports};

use super::analyse::row_kind;
use crate::circulation::loan_rows::{self, SeenLoans};
use crate::circulation::loan_undo;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::row_import::{NumberedRow, RowsOutcome, TableRows};
use crate::core::settings::Settings;
use crate::money::fine_rows::{self, SeenFines};
use crate::people::import_lines::SeenPeople;
use crate::people::import_rows::{self as people_rows, PeopleFacts};

/// The maximum number of rows that one transaction takes back.
const UNDONE_AT_ONCE: i64 = 50;

/// What the rows before have used.
#[derive(Clone)]
enum Seen {
    People(SeenPeople),
    Loans(SeenLoans),
    Fines(SeenFines),
}

impl Seen {
    fn of(kind: ImportKind) -> Result<Self> {
        match kind {
            ImportKind::Books => Err(no_rows()),
            ImportKind::Users => Ok(Seen::People(SeenPeople::default())),
            ImportKind::Loans => Ok(Seen::Loans(SeenLoans::default())),
            ImportKind::Fines => Ok(Seen::Fines(SeenFines::default())),
        }
    }
}

fn no_rows() -> Error {
    Error::Defect("books are no rows".to_owned())
}

/// How the rows of an import are read.
#[derive(Clone)]
struct Table {
    import_id: ImportId,
    columns: Vec<Option<RowColumn>>,
    options: ImportOptions,
    facts: PeopleFacts,
    settings: Arc<Settings>,
}

impl Table {
    fn of(library: &Library, import: &Import, context: &Context) -> Result<Self> {
        let kind = row_kind(import.kind).ok_or_else(no_rows)?;
        let columns = import.options.table.iter().flat_map(|table| &table.columns);
        let settings = library.shown_settings();
        Ok(Table {
            import_id: import.id,
            columns: columns
                .map(|code| code.as_deref().and_then(|code| kind.column(code)))
                .collect(),
            options: import.options.clone(),
            facts: PeopleFacts {
                year: settings.zone.to_datetime(context.now).year(),
                library_phone: settings.contact.phone.clone(),
                password_hash: library.passwords.unusable_hash()?,
            },
            settings,
        })
    }

    fn rows<'a>(&'a self, rows: &'a [NumberedRow]) -> TableRows<'a> {
        TableRows {
            rows,
            columns: &self.columns,
            options: &self.options,
        }
    }
}

/// The check of a table, as far as it has gone.
pub(super) struct RowCheck {
    table: Table,
    keep_existing: bool,
    seen: Seen,
    /// The counts of all batches.
    pub counts: ImportCounts,
}

impl RowCheck {
    /// `is_chosen` says whether it is known by now what happens to duplicates.
    pub(super) fn of(library: &Library, import: &Import, is_chosen: bool, context: &Context) -> Result<Self> {
        Ok(RowCheck {
            table: Table::of(library, import, context)?,
            keep_existing: is_chosen && import.options.on_duplicate == OnDuplicate::Skip,
            seen: Seen::of(import.kind)?,
            counts: ImportCounts::default(),
        })
    }

    /// Checks a batch, and stores its counts and findings. False when staff have ended the check meanwhile.
    pub(super) async fn batch(
        &mut self,
        library: &Library,
        context: Context,
        rows: Vec<NumberedRow>,
    ) -> Result<bool> {
        let now = context.now_ms();
        let input = (
            self.table.clone(),
            rows,
            self.keep_existing,
            self.seen.clone(),
            context,
        );
        let (outcome, seen) = library
            .database
            .read(
                &input,
                |connection, (table, rows, keep_existing, seen, context)| {
                    Box::pin(async move {
                        let mut seen = seen.clone();
                        let rows = table.rows(rows);
                        let outcome = match &mut seen {
                            Seen::People(seen) => {
                                let facts = &table.facts;
                                people_rows::check(connection, context, &rows, *keep_existing, facts, seen)
                                    .await?
                            }
                            Seen::Loans(seen) => {
                                loan_rows::check(connection, context, &rows, &table.settings, seen).await?
                            }
                            Seen::Fines(seen) => {
                                fine_rows::check(connection, context, &rows, &table.settings, seen).await?
                            }
                        };
                        Ok::<_, Error>((outcome, seen))
                    })
                },
            )
            .await?;
        self.seen = seen;
        let before = self.counts;
        self.counts.add(&outcome.counts);
        let findings = listed(outcome.findings, before.duplicates);
        let input = (self.table.import_id, before.read, outcome.counts, findings, now);
        library
            .database
            .write(input, |transaction, (id, before, counts, findings, now)| {
                Box::pin(async move {
                    let from = (ImportState::Checking, *before);
                    let goes_on = imports::advance(transaction, *id, from, counts, *now).await?;
                    if goes_on {
                        imports::insert_findings(transaction, *id, findings).await?;
                    }
                    Ok::<_, Error>(goes_on)
                })
            })
            .await
    }
}

/// The findings that are stored: all rejected records, and so many of the duplicates.
fn listed(findings: Vec<(FindingKind, FindingRow)>, mut duplicates: i64) -> Vec<(FindingKind, FindingRow)> {
    let is_listed = |(kind, _): &(FindingKind, FindingRow)| {
        if *kind == FindingKind::Duplicate {
            duplicates += 1;
        }
        *kind == FindingKind::Rejected || duplicates <= LISTED_DUPLICATES
    };
    findings.into_iter().filter(is_listed).collect()
}

/// The import of a table, as far as it has gone.
pub(super) struct RowWork {
    table: Table,
    seen: Seen,
    /// The rows up to this number were done before an interruption.
    done_before: i64,
    pub counts: ImportCounts,
}

/// A batch of rows that is brought in.
struct Batch {
    context: Context,
    table: Table,
    rows: Vec<NumberedRow>,
    seen: Seen,
    before: ImportCounts,
}

impl RowWork {
    pub(super) async fn of(library: &Library, import: &Import, context: &Context) -> Result<Self> {
        let input = (import.id, Seen::of(import.kind)?);
        let seen = library
            .database
            .read(&input, |connection, (id, seen)| {
                Box::pin(async move {
                    let mut seen = seen.clone();
                    if let Seen::People(seen) = &mut seen {
                        people_rows::note_written(connection, *id, seen).await?;
                    }
                    Ok::<_, Error>(seen)
                })
            })
            .await?;
        Ok(RowWork {
            table: Table::of(library, import, context)?,
            seen,
            done_before: import.counts.read,
            counts: import.counts,
        })
    }

    /// Brings a batch in. False when the import has been stopped, or another server has brought the batch in.
    pub(super) async fn batch(
        &mut self,
        library: &Library,
        context: Context,
        mut rows: Vec<NumberedRow>,
    ) -> Result<bool> {
        let next = rows.partition_point(|row| row.number <= self.done_before);
        let waiting = rows.split_off(next);
        match &mut self.seen {
            Seen::People(seen) => people_rows::note(&rows, &self.table.columns, seen),
            Seen::Loans(seen) => loan_rows::note(&rows, &self.table.columns, seen),
            // What was brought in is found in the ledger.
            Seen::Fines(_) => {}
        }
        if waiting.is_empty() {
            return Ok(true);
        }
        let batch = Batch {
            context,
            table: self.table.clone(),
            rows: waiting,
            seen: self.seen.clone(),
            before: self.counts,
        };
        let done = library
            .database
            .write(batch, |transaction, batch| Box::pin(bring_in(transaction, batch)))
            .await?;
        let Some((counts, seen)) = done else {
            return Ok(false);
        };
        self.counts.add(&counts);
        self.seen = seen;
        // About changed addresses.
        library.mail_queued.notify_one();
        // Loans change what is available.
        library.changed.notify_one();
        Ok(true)
    }
}

async fn bring_in(transaction: &mut Transaction, batch: &Batch) -> Result<Option<(ImportCounts, Seen)>> {
    let id = batch.table.import_id;
    let from = (ImportState::Importing, batch.before.read);
    let goes_on = imports::find(transaction, id)
        .await?
        .is_some_and(|import| (import.state, import.counts.read) == from);
    if !goes_on {
        return Ok(None);
    }
    let mut seen = batch.seen.clone();
    let rows = batch.table.rows(&batch.rows);
    let (context, table) = (&batch.context, &batch.table);
    let outcome = match &mut seen {
        Seen::People(seen) => people_rows::bring_in(transaction, context, &rows, &table.facts, seen).await?,
        Seen::Loans(seen) => loan_rows::bring_in(transaction, context, &rows, &table.settings, seen).await?,
        Seen::Fines(seen) => fine_rows::bring_in(transaction, context, &rows, &table.settings, seen).await?,
    };
    let RowsOutcome {
        counts,
        findings,
        written,
    } = outcome;
    import_rows::insert(transaction, id, &written).await?;
    let findings = listed(findings, batch.before.duplicates);
    imports::insert_findings(transaction, id, &findings).await?;
    if imports::advance(transaction, id, from, &counts, batch.context.now_ms()).await? {
        Ok(Some((counts, seen)))
    } else {
        // Another server was faster: what is written here is rolled back, and found to be done the next time.
        Err(Error::overtaken())
    }
}

/// Takes some rows back, the last ones first. False when none is left, or the undo has been stopped.
pub(super) async fn undo_rows(
    transaction: &mut Transaction,
    context: &Context,
    settings: &Arc<Settings>,
    (id, kind): (ImportId, ImportKind),
) -> Result<bool> {
    if imports::locked_state(transaction, id).await? != Some(ImportState::Undoing) {
        return Ok(false);
    }
    let rows = import_rows::last(transaction, id, UNDONE_AT_ONCE).await?;
    let Some(first) = rows.last().map(|row| row.number) else {
        return Ok(false);
    };
    let kept = match kind {
        ImportKind::Books => return Err(no_rows()),
        ImportKind::Loans => loan_undo::undo(transaction, context, rows).await?,
        ImportKind::Fines => fine_rows::undo(transaction, context, settings, rows).await?,
        ImportKind::Users => people_rows::undo(transaction, context, rows).await?,
    };
    import_rows::remove_from(transaction, id, first).await?;
    if kept > 0 {
        imports::add_kept(transaction, id, kept, context.now_ms()).await?;
    }
    Ok(true)
}
