//! Checkpoints: a thread of its own copies committed pages from the write-ahead log into the database, so that the writer
//! does not wait for it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::durable::stop_if_not_durable;
use crate::engine::error::Error;

/// The log begins again at its start after about this many pages: 32 MiB. Pages that change in every commit are then
/// copied once for many commits.
const RESTART_AFTER_PAGES: u32 = 8_000;

/// The thread copies as soon as this many pages wait.
const COPY_AFTER_PAGES: u32 = 4_000;

/// So few pages are copied by the writer itself: it takes no longer than a commit.
const FEW_PAGES: u32 = 250;

/// From this length of the log on, 128 MiB, the writer itself copies all that is left: the thread is slower than the
/// changes, and they have to wait for the disk.
const LONGEST_PAGES: u32 = 32_000;

/// Who copies pages after a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Nobody: few pages wait, or the thread is at work.
    Nobody,
    /// The thread, beside the commits that follow.
    Thread,
    /// The writer, before its next commit. Only this lets the log begin again: a page that is committed while the thread
    /// copies stays behind.
    Writer,
}

/// Decides who copies pages when the log is `log_pages` long and `copied_pages` of them are in the database. `copies`
/// says whether the thread is at work.
fn next(log_pages: u32, copied_pages: u32, copies: bool) -> Next {
    let waiting = log_pages.saturating_sub(copied_pages);
    if copies {
        Next::Nobody
    } else if log_pages >= RESTART_AFTER_PAGES && (waiting <= FEW_PAGES || log_pages >= LONGEST_PAGES) {
        Next::Writer
    } else if waiting >= COPY_AFTER_PAGES || log_pages >= RESTART_AFTER_PAGES {
        Next::Thread
    } else {
        Next::Nobody
    }
}

/// The state of the log after the last checkpoint of the thread.
#[derive(Debug, Default)]
struct Progress {
    /// The thread is at work, or has been asked to begin.
    copies: bool,
    log_pages: u32,
    copied_pages: u32,
}

/// The checkpoints of a library's log, as its writer sees them.
pub(in crate::engine) struct Checkpoints {
    /// The length of the log at the last commit.
    log_pages: Arc<AtomicU32>,
    progress: Arc<Mutex<Progress>>,
    asked: SyncSender<()>,
}

impl Checkpoints {
    /// Takes the checkpoints over from `writer`, which makes them itself until then. `copier` is a connection to the same
    /// file, for the thread, which ends when this value is dropped.
    pub(in crate::engine) fn start(
        writer: &mut rusqlite::Connection,
        copier: rusqlite::Connection,
    ) -> Result<Self, Error> {
        let (asked, requests) = sync_channel(1);
        let progress = Arc::<Mutex<Progress>>::default();
        let of_thread = Arc::clone(&progress);
        std::thread::Builder::new()
            .name("carrel-checkpoints".to_owned())
            .spawn(move || copy(&copier, &requests, &of_thread))
            .map_err(|error| Error::Other(format!("no thread for checkpoints: {error}")))?;
        let log_pages = Arc::<AtomicU32>::default();
        let at_commit = Arc::clone(&log_pages);
        writer.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages| {
            at_commit.store(u32::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Checkpoints {
            log_pages,
            progress,
            asked,
        })
    }

    /// To be called between two transactions of the writer: copies pages, or has them copied, if enough of them wait.
    pub(in crate::engine) fn after_commit(&self, writer: &rusqlite::Connection) -> Result<(), Error> {
        let log_pages = self.log_pages.load(Ordering::Relaxed);
        let mut progress = lock(&self.progress);
        if log_pages < progress.log_pages {
            // The log has begun again since the last checkpoint.
            (progress.log_pages, progress.copied_pages) = (0, 0);
        }
        match next(log_pages, progress.copied_pages, progress.copies) {
            Next::Nobody => Ok(()),
            Next::Thread => {
                progress.copies = !matches!(self.asked.try_send(()), Err(TrySendError::Disconnected(())));
                Ok(())
            }
            Next::Writer => {
                (progress.log_pages, progress.copied_pages) = checkpoint(writer)?;
                Ok(())
            }
        }
    }
}

/// Makes the checkpoints that are asked for.
fn copy(copier: &rusqlite::Connection, requests: &Receiver<()>, progress: &Mutex<Progress>) {
    while requests.recv().is_ok() {
        let outcome = checkpoint(copier);
        if let Err(error) = &outcome {
            stop_if_not_durable(error);
            // Nothing is lost: the pages stay in the log, and reads find them there.
            tracing::warn!(%error, "pages of the log were not copied into the database");
        }
        let mut progress = lock(progress);
        progress.copies = false;
        if let Ok(copied) = outcome {
            (progress.log_pages, progress.copied_pages) = copied;
        }
    }
}

/// Copies the committed pages that no reader holds back, without waiting for anyone. Returns the length of the log and how
/// much of it is in the database now, both in pages.
fn checkpoint(connection: &rusqlite::Connection) -> Result<(u32, u32), Error> {
    let began = Instant::now();
    let copied = connection
        .prepare_cached("PRAGMA wal_checkpoint(PASSIVE)")?
        .query_row([], |row| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)))?;
    metrics::histogram!("carrel_database_checkpoint_seconds").record(began.elapsed());
    let pages = |number| u32::try_from(number).unwrap_or(0);
    Ok((pages(copied.0), pages(copied.1)))
}

fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_copies_many_pages_and_the_writer_few() {
        for (log_pages, copied_pages, copies, expected) in [
            (0, 0, false, Next::Nobody),
            (3_999, 0, false, Next::Nobody),
            (4_000, 0, false, Next::Thread),
            (4_000, 0, true, Next::Nobody),
            // The first half is copied; the second one has to grow first.
            (7_999, 4_000, false, Next::Nobody),
            (8_000, 4_000, false, Next::Thread),
            (8_000, 4_000, true, Next::Nobody),
            // The thread is done, and few pages were committed meanwhile: the log can begin again.
            (8_250, 8_000, false, Next::Writer),
            (8_251, 8_000, false, Next::Thread),
            (31_999, 0, false, Next::Thread),
            (32_000, 0, false, Next::Writer),
            (32_000, 0, true, Next::Nobody),
        ] {
            assert_eq!(
                next(log_pages, copied_pages, copies),
                expected,
                "{log_pages} pages, {copied_pages} copied, {copies}"
            );
        }
    }
}
