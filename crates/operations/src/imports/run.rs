//! Works on imports: on a server as a job, on the command line to its end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use carrel_domain::imports::{
    Import, ImportAct, ImportCounts, ImportFormat, ImportId, ImportKind, ImportState, LISTED_DUPLICATES,
};
use carrel_storage::imports;
use carrel_storage::users;
use serde_json::json;

use super::files::{path_of, unreadable};
use super::manage::{act_in, read_import, record};
use super::mapping::missing_column;
use super::pace::{Pace, RECORDS_ALONE};
use super::problem;
use super::reader::Batches;
use super::receive::{LocalFile, leave_room};
use super::row_work::{RowCheck, RowWork, undo_rows};
use super::work::{IMPORTS, is_mine};
use crate::catalogue::imports::bring_in::{Batch, bring_in};
use crate::catalogue::imports::check::Check;
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::imports::incoming::Reading;
use crate::catalogue::imports::undo::undo_next;
use crate::core::context::{Actor, Context};
use crate::core::error::{Error, Noun, Result};
use crate::core::job_lease::{Clock, Found, Lease};
use crate::core::library::Library;

/// How often a server looks for imports of others that died.
const INTERVAL: Duration = Duration::from_secs(2);

/// Is called after each batch.
type Progress<'a> = &'a (dyn Fn(&Import) + Send + Sync);

/// An import that is worked on.
struct Run<'a> {
    library: &'a Library,
    clock: &'a Clock<'a>,
    id: ImportId,
    path: PathBuf,
    actor: Option<Actor>,
    lease: Option<Lease>,
}

/// Whether an import goes on, as an outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Again,
    /// It has ended, or staff have stopped it.
    Stop,
}

/// Works on imports as long as the process lives.
pub async fn follow(library: Arc<Library>, clock: Arc<Clock<'static>>) {
    loop {
        match work_on_next(&library, &*clock).await {
            Ok(true) => {}
            Ok(false) => wait_for_work(&library).await,
            Err(error) => {
                tracing::warn!(%error, "imports could not be worked on");
                tokio::time::sleep(INTERVAL).await;
            }
        }
    }
}

/// Waits until an import may have work.
async fn wait_for_work(library: &Library) {
    drop(tokio::time::timeout(INTERVAL, library.import_waits.notified()).await);
}

/// Works on the next import that waits, until it ends or is stopped. False when none waits.
pub async fn work_on_next(library: &Library, clock: &Clock<'_>) -> Result<bool> {
    let now = clock().now_ms();
    let mine = |number, job: &_| is_mine(library, number, job, now);
    let lease = match Lease::next(library, &IMPORTS, now, mine).await? {
        Found::Nothing => return Ok(false),
        Found::Elsewhere => return Ok(true),
        Found::Mine(lease) => lease,
    };
    let id = ImportId::new(lease.number);
    let mut run = Run {
        library,
        clock,
        id,
        path: path_of(library, id)?,
        actor: None,
        lease: Some(lease),
    };
    let outcome = run.work().await;
    if let Err(error) = outcome {
        tracing::warn!(%error, import = id.number(), "an import has failed");
        run.fail(&error).await?;
    }
    if let Some(lease) = run.lease {
        lease.give_back(library, &IMPORTS, clock().now_ms()).await?;
    }
    Ok(true)
}

/// Checks a file of this machine, brings it in unless `dry_run`, and returns the import at its end. `progress` is called after
/// each batch.
pub async fn run_local(
    library: &Library,
    clock: &Clock<'_>,
    file: &LocalFile,
    dry_run: bool,
    progress: Progress<'_>,
) -> Result<Import> {
    let mut run = Run {
        library,
        clock,
        id: file.import.id,
        path: file.path.clone(),
        actor: None,
        lease: None,
    };
    if file.resumed {
        run.resume_local().await?;
    } else {
        run.go_on(progress).await?;
        let import = run.import().await?;
        if dry_run || import.state != ImportState::Ready {
            return Ok(import);
        }
        run.act(ImportAct::Commit).await?;
    }
    run.go_on(progress).await?;
    run.import().await
}

impl Run<'_> {
    /// The context of the next transaction.
    fn context(&self) -> Context {
        let mut context = (self.clock)();
        context.actor.clone_from(&self.actor);
        context
    }

    async fn import(&self) -> Result<Import> {
        self.library
            .database
            .read(&self.id, |connection, id| Box::pin(read_import(connection, *id)))
            .await
    }

    async fn act(&self, wanted: ImportAct) -> Result<()> {
        let import = self.import().await?;
        self.library
            .database
            .write(
                (self.context(), import, wanted),
                |transaction, (context, import, wanted)| {
                    let on_duplicate = import.options.on_duplicate;
                    Box::pin(act_in(transaction, context, import.id, *wanted, on_duplicate))
                },
            )
            .await?;
        Ok(())
    }

    /// An import that failed goes on; one whose process died is still being brought in.
    async fn resume_local(&self) -> Result<()> {
        if self.import().await?.state == ImportState::Failed {
            self.act(ImportAct::Commit).await?;
        }
        Ok(())
    }

    /// The person who has started the import acts in it; the audit log names them.
    async fn find_actor(&mut self) -> Result<()> {
        let Some(user_id) = self.import().await?.created_by else {
            return Ok(());
        };
        let user = self
            .library
            .database
            .read(&user_id, |connection, user_id| {
                Box::pin(users::find(connection, *user_id))
            })
            .await
            .map_err(Error::Storage)?;
        self.actor = user.map(|user| Actor::inside(Arc::new(user)));
        Ok(())
    }

    async fn work(&mut self) -> Result<()> {
        self.find_actor().await?;
        self.go_on(&|_| {}).await
    }

    async fn go_on(&mut self, progress: Progress<'_>) -> Result<()> {
        let import = match self.import().await {
            // Its file could not be stored.
            Err(Error::NotFound(Noun::Import)) => return Ok(()),
            found => found?,
        };
        match import.state {
            ImportState::Checking => self.check(&import, progress).await,
            ImportState::Importing => self.bring_in(&import, progress).await,
            ImportState::Undoing => self.undo(&import).await,
            _ => Ok(()),
        }
    }

    async fn books(&self, import: &Import, skip: i64) -> Result<Batches<Reading>> {
        let facts = Facts::of(self.library, &self.context()).await?;
        let path = self.path.clone();
        Ok(Batches::of_books(
            path,
            import.format,
            &import.options,
            facts,
            skip,
        ))
    }

    /// Checks the file from its first record on: what an interrupted check has seen is not stored.
    async fn check(&mut self, import: &Import, progress: Progress<'_>) -> Result<()> {
        self.library
            .database
            .write((self.id, self.context().now_ms()), |transaction, (id, now)| {
                Box::pin(imports::begin(transaction, *id, false, *now))
            })
            .await
            .map_err(Error::Storage)?;
        let columns = import.options.table.as_ref().map(|table| &table.columns);
        if import.format == ImportFormat::Csv
            && missing_column(import.kind, columns.map_or(&[], Vec::as_slice)).is_some()
        {
            // Every row would be rejected: the columns are to be chosen first.
            return self.end_check(0, Some(problem::of_columns(import.kind))).await;
        }
        let checked = match import.kind {
            ImportKind::Books => self.check_books(import, progress).await?,
            _ => self.check_rows(import, progress).await?,
        };
        let Some(total) = checked else { return Ok(()) };
        let problem = (total == 0).then_some(problem::NO_RECORDS);
        self.end_check(total, problem).await
    }

    /// Checks books. Returns how many records the file has, unless the check was stopped.
    async fn check_books(&mut self, import: &Import, progress: Progress<'_>) -> Result<Option<i64>> {
        let mut batches = self.books(import, 0).await?;
        let mut check = Check::default();
        while let Some(batch) = batches
            .next(RECORDS_ALONE)
            .await
            .map_err(|error| unreadable(&error))?
        {
            let now = self.context().now_ms();
            let goes_on = check.batch(self.library, self.id, batch, now).await?;
            if !goes_on || self.keep_lease().await? == Next::Stop {
                return Ok(None);
            }
            progress(&import.with_counts(check.counts));
        }
        Ok(Some(check.counts.read))
    }

    async fn check_rows(&mut self, import: &Import, progress: Progress<'_>) -> Result<Option<i64>> {
        let mut batches = Batches::of_rows(self.path.clone(), &import.options);
        // The command line has chosen what happens to duplicates; a browser chooses later.
        let is_chosen = self.lease.is_none();
        let mut check = RowCheck::of(self.library, import, is_chosen, &self.context())?;
        while let Some(batch) = batches
            .next(RECORDS_ALONE)
            .await
            .map_err(|error| unreadable(&error))?
        {
            let goes_on = check.batch(self.library, self.context(), batch).await?;
            if !goes_on || self.keep_lease().await? == Next::Stop {
                return Ok(None);
            }
            progress(&import.with_counts(check.counts));
        }
        Ok(Some(check.counts.read))
    }

    async fn end_check(&self, total: i64, problem: Option<&'static str>) -> Result<()> {
        let to = match problem {
            Some(_) => ImportState::Failed,
            None => ImportState::Ready,
        };
        self.library
            .database
            .write(
                (self.id, total, to, problem, self.context().now_ms()),
                |transaction, (id, total, to, problem, now)| {
                    Box::pin(async move {
                        imports::set_total(transaction, *id, *total).await?;
                        imports::set_state(transaction, *id, (ImportState::Checking, *to), *problem, *now)
                            .await
                    })
                },
            )
            .await
            .map_err(Error::Storage)?;
        Ok(())
    }

    /// Brings the records in that are not done yet.
    async fn bring_in(&mut self, import: &Import, progress: Progress<'_>) -> Result<()> {
        self.keep_many_pages(true).await?;
        let outcome = match import.kind {
            ImportKind::Books => self.bring_in_books(import, progress).await,
            _ => self.bring_in_rows(import, progress).await,
        };
        self.keep_many_pages(false).await?;
        outcome
    }

    async fn keep_many_pages(&self, many: bool) -> Result<()> {
        self.library
            .database
            .write(many, |transaction, many| {
                Box::pin(transaction.keep_many_pages(*many))
            })
            .await
            .map_err(Error::Storage)
    }

    async fn bring_in_books(&mut self, import: &Import, progress: Progress<'_>) -> Result<()> {
        let facts = Arc::new(Facts::of(self.library, &self.context()).await?);
        let mut batches = self.books(import, import.counts.read).await?;
        let mut counts = import.counts;
        let mut pace = Pace::after(self.library.database.writes());
        loop {
            let most = pace.records(self.context().now_ms());
            let records = batches.next(most).await.map_err(|error| unreadable(&error))?;
            let Some(records) = records else { break };
            // The desk needs the rest of the disk.
            leave_room(self.library)?;
            let batch = Batch {
                context: self.context(),
                id: self.id,
                records,
                on_duplicate: import.options.on_duplicate,
                before: counts.read,
                listed_duplicates: counts.duplicates.min(LISTED_DUPLICATES),
                facts: Arc::clone(&facts),
            };
            let done = self
                .library
                .database
                .write(batch, |transaction, batch| Box::pin(bring_in(transaction, batch)))
                .await?;
            let Some(done) = done else { return Ok(()) };
            counts.add(&done);
            self.library.changed.notify_one();
            pace.see(self.library.database.writes(), 1, self.context().now_ms());
            if self.keep_lease().await? == Next::Stop {
                return Ok(());
            }
            pace.skip(self.library.database.writes());
            progress(&import.with_counts(counts));
        }
        self.end_import(counts).await
    }

    /// Brings the rows of a table of another kind in that are not done yet.
    async fn bring_in_rows(&mut self, import: &Import, progress: Progress<'_>) -> Result<()> {
        let mut batches = Batches::of_rows(self.path.clone(), &import.options);
        let mut work = RowWork::of(self.library, import, &self.context()).await?;
        let mut pace = Pace::after(self.library.database.writes());
        loop {
            let most = pace.records(self.context().now_ms());
            let rows = batches.next(most).await.map_err(|error| unreadable(&error))?;
            let Some(rows) = rows else { break };
            // The desk needs the rest of the disk.
            leave_room(self.library)?;
            if !work.batch(self.library, self.context(), rows).await? {
                return Ok(());
            }
            pace.see(self.library.database.writes(), 1, self.context().now_ms());
            if self.keep_lease().await? == Next::Stop {
                return Ok(());
            }
            pace.skip(self.library.database.writes());
            progress(&import.with_counts(work.counts));
        }
        self.end_import(work.counts).await
    }

    async fn end_import(&self, counts: ImportCounts) -> Result<()> {
        self.end(
            ImportState::Importing,
            ImportState::Done,
            "import.done",
            Some(counts),
        )
        .await
    }

    async fn undo(&mut self, import: &Import) -> Result<()> {
        loop {
            let settings = self.library.shown_settings();
            let input = (self.context(), settings, self.id, import.kind);
            let database = &self.library.database;
            let goes_on = database
                .write(input, |transaction, (context, settings, id, kind)| {
                    Box::pin(async move {
                        match kind {
                            ImportKind::Books => undo_next(transaction, context, *id).await,
                            _ => undo_rows(transaction, context, settings, (*id, *kind)).await,
                        }
                    })
                })
                .await?;
            self.library.changed.notify_one();
            if self.keep_lease().await? == Next::Stop {
                return Ok(());
            }
            if !goes_on {
                return self
                    .end(ImportState::Undoing, ImportState::Undone, "import.undone", None)
                    .await;
            }
        }
    }

    async fn end(
        &self,
        from: ImportState,
        to: ImportState,
        action: &'static str,
        counts: Option<ImportCounts>,
    ) -> Result<()> {
        self.library
            .database
            .write(
                (self.context(), self.id, from, to, action, counts),
                |transaction, (context, id, from, to, action, counts)| {
                    Box::pin(async move {
                        let now = context.now_ms();
                        if imports::set_state(transaction, *id, (*from, *to), None, now).await? {
                            let after = counts.map(|counts| {
                                json!({
                                    "added": counts.added, "updated": counts.updated, "skipped": counts.skipped,
                                    "rejected": counts.rejected, "copies": counts.copies,
                                })
                            });
                            record(transaction, context, action, *id, after).await?;
                        }
                        Ok::<_, Error>(())
                    })
                },
            )
            .await
    }

    /// Records why the import cannot go on. Staff can let it go on when the cause is removed.
    async fn fail(&self, error: &Error) -> Result<()> {
        let Some(code) = problem::of(error) else {
            return Ok(());
        };
        self.library
            .database
            .write(
                (self.id, code, self.context().now_ms()),
                |transaction, (id, code, now)| {
                    Box::pin(async move {
                        for state in [
                            ImportState::Checking,
                            ImportState::Importing,
                            ImportState::Undoing,
                        ] {
                            imports::set_state(
                                transaction,
                                *id,
                                (state, ImportState::Failed),
                                Some(code),
                                *now,
                            )
                            .await?;
                        }
                        Ok::<_, Error>(())
                    })
                },
            )
            .await
    }

    /// Keeps the lease; the command line has none.
    async fn keep_lease(&mut self) -> Result<Next> {
        let now = self.context().now_ms();
        let Some(lease) = &mut self.lease else {
            return Ok(Next::Again);
        };
        let is_kept = lease.keep(self.library, now).await?;
        Ok(if is_kept { Next::Again } else { Next::Stop })
    }
}
