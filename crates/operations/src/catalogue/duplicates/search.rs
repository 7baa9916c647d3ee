//! Searches for duplicates as a job.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::book::details::IdentifierKind;
use carrel_domain::catalogue::duplicates::{
    self, AuthorKey, Candidate, DuplicateReason, DuplicateSearchId, DuplicateSearchState, FoundGroup,
    MOST_IN_GROUP,
};
use carrel_search::order_text;
use carrel_storage::duplicates::{self as stored, Identified};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, jobs};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::job_lease::{Clock, Found, Lease, LongWork, enqueue, passes};
use crate::core::library::Library;

/// How often a server looks for searches of others that died.
const INTERVAL: Duration = Duration::from_secs(2);
/// Books that are read at once.
const AT_ONCE: i64 = 2000;
/// About how many books are compared at a time: their titles and authors are in memory.
const PART_BOOKS: i64 = 50_000;
/// The maximum number of groups of a search. Staff never look through more; the next search finds the others.
const MOST_GROUPS: usize = 5000;
/// The maximum number of groups of one transaction: the desk never waits long.
const GROUPS_AT_ONCE: usize = 50;
/// How often the progress is written, in milliseconds.
const PROGRESS_MS: i64 = 1000;
/// How often the lease is looked at while records are compared.
const COMPARISON_LOOK: Duration = Duration::from_secs(5);
/// The kinds of identifiers that identify one book. An ISSN is that of a whole serial.
const IDENTIFYING: [IdentifierKind; 5] = [
    IdentifierKind::Isbn,
    IdentifierKind::Oclc,
    IdentifierKind::Lccn,
    IdentifierKind::Ean,
    IdentifierKind::Doi,
];

const SEARCHES: LongWork = LongWork {
    kind: jobs::kind::DUPLICATES,
    goes_on: |transaction, number| {
        Box::pin(async move { stored::lock(transaction, DuplicateSearchId::new(*number)).await })
    },
};

/// Begins a search in the caller's transaction. False when one is under way.
pub(super) async fn begin_in(transaction: &mut Transaction, context: &Context) -> Result<bool> {
    let id: DuplicateSearchId = transaction.fresh_id().await?;
    let has_begun = stored::begin(transaction, id, context.now_ms()).await?;
    if has_begun {
        enqueue(transaction, context, &SEARCHES, id.number(), "{}").await?;
    }
    Ok(has_begun)
}

/// Begins the search of the night.
pub async fn start_nightly(library: &Library, context: Context) -> Result<()> {
    library
        .database
        .write(context, |transaction, context| {
            Box::pin(begin_in(transaction, context))
        })
        .await?;
    library.duplicates_wait.notify_one();
    Ok(())
}

/// Works on searches as long as the process lives.
pub async fn follow(library: Arc<Library>, clock: Arc<Clock<'static>>) {
    loop {
        match work_on_next(&library, &*clock).await {
            Ok(true) => {}
            Ok(false) => {
                drop(tokio::time::timeout(INTERVAL, library.duplicates_wait.notified()).await);
            }
            Err(error) => {
                tracing::warn!(%error, "duplicate books could not be searched");
                tokio::time::sleep(INTERVAL).await;
            }
        }
    }
}

/// Works on the search that waits, until it ends. False when none waits.
pub async fn work_on_next(library: &Library, clock: &Clock<'_>) -> Result<bool> {
    let lease = match Lease::next(library, &SEARCHES, clock().now_ms(), |_, _| true).await? {
        Found::Nothing => return Ok(false),
        Found::Elsewhere => return Ok(true),
        Found::Mine(lease) => lease,
    };
    let id = DuplicateSearchId::new(lease.number);
    let mut search = Search {
        library,
        clock,
        id,
        lease,
        progress: (0, 0),
        written_at: 0,
        found: Vec::new(),
        known: HashSet::new(),
    };
    let outcome = search.run().await;
    let lease = search.lease;
    if let Err(error) = outcome {
        tracing::warn!(%error, search = id.number(), "a search for duplicate books has failed");
        if !passes(&error) {
            end(library, id, DuplicateSearchState::Failed, clock().now_ms()).await?;
        }
    }
    lease.give_back(library, &SEARCHES, clock().now_ms()).await?;
    Ok(true)
}

async fn end(library: &Library, id: DuplicateSearchId, state: DuplicateSearchState, now: i64) -> Result<()> {
    library
        .database
        .write((id, state, now), |transaction, (id, state, now)| {
            Box::pin(async move {
                if stored::lock(transaction, *id).await? {
                    stored::end(transaction, *id, *state, *now).await?;
                    // Those of earlier nights.
                    jobs::remove_finished(transaction, SEARCHES.kind, *now).await?;
                }
                Ok::<_, Error>(())
            })
        })
        .await
}

/// A run of a search.
struct Search<'a> {
    library: &'a Library,
    clock: &'a Clock<'a>,
    id: DuplicateSearchId,
    lease: Lease,
    /// Books that were read, and that will be.
    progress: (i64, i64),
    /// When the progress was written, in milliseconds.
    written_at: i64,
    /// Groups that are not written yet.
    found: Vec<FoundGroup>,
    /// The books of all groups of this run: a group of the same books is found once, for its strongest reason.
    known: HashSet<Vec<BookId>>,
}

impl Search<'_> {
    async fn run(&mut self) -> Result<()> {
        let books = self.begin().await?;
        let parts = books / PART_BOOKS + 1;
        self.progress = (0, books * parts);
        for kind in IDENTIFYING {
            if !self.find_by_identifier(kind).await? {
                return Ok(());
            }
        }
        for part in 0..parts {
            if !self.find_in_part(part, parts).await? {
                return Ok(());
            }
        }
        self.write_groups().await?;
        let now = (self.clock)().now_ms();
        end(self.library, self.id, DuplicateSearchState::Done, now).await
    }

    /// Removes what an interrupted run has found. Returns the number of books.
    async fn begin(&self) -> Result<i64> {
        self.library
            .database
            .write(self.id, |transaction, id| {
                Box::pin(async move {
                    stored::remove_groups(transaction, *id).await?;
                    stored::count_books(transaction).await
                })
            })
            .await
            .map_err(Error::Storage)
    }

    /// Finds current books with the same identifier of a kind. False when the lease was lost.
    async fn find_by_identifier(&mut self, kind: IdentifierKind) -> Result<bool> {
        let mut last = Identified {
            value_key: String::new(),
            book_id: BookId::UNASSIGNED,
            is_current: 0,
        };
        let mut same: Vec<BookId> = Vec::new();
        loop {
            let input = (kind, last.clone());
            let page = self
                .library
                .database
                .read_long(input, |connection, (kind, last)| {
                    Box::pin(stored::identifiers_after(connection, kind.name(), last, AT_ONCE))
                })
                .await
                .map_err(Error::Storage)?;
            let is_last = page.is_empty();
            for one in page {
                if one.value_key != last.value_key {
                    self.add_identified(&mut same);
                }
                if one.is_current == 1 {
                    same.push(one.book_id);
                }
                last = one;
            }
            if is_last {
                self.add_identified(&mut same);
            }
            if !self.go_on().await? {
                return Ok(false);
            }
            if is_last {
                return Ok(true);
            }
        }
    }

    fn add_identified(&mut self, same: &mut Vec<BookId>) {
        let mut books = std::mem::take(same);
        books.sort_unstable();
        books.dedup();
        for books in books.chunks(MOST_IN_GROUP).filter(|books| books.len() > 1) {
            self.add(FoundGroup {
                reason: DuplicateReason::Identifier,
                books: books.to_vec(),
            });
        }
    }

    fn add(&mut self, group: FoundGroup) {
        if self.known.len() < MOST_GROUPS && self.known.insert(group.books.clone()) {
            self.found.push(group);
        }
    }

    /// Compares the books by the surnames of a part. False when the lease was lost.
    async fn find_in_part(&mut self, part: i64, parts: i64) -> Result<bool> {
        let (part, parts) = (part.unsigned_abs(), parts.unsigned_abs());
        let mut candidates = Vec::new();
        let mut after = BookId::UNASSIGNED;
        loop {
            let page = self
                .library
                .database
                .read_long(after, |connection, after| {
                    Box::pin(stored::facts_after(connection, *after, AT_ONCE))
                })
                .await
                .map_err(Error::Storage)?;
            let Some(last) = page.last() else {
                break;
            };
            after = last.id;
            self.progress.0 += i64::try_from(page.len()).unwrap_or(0);
            candidates.extend(page.into_iter().filter_map(|facts| {
                let author = AuthorKey::of(&facts.author, &order_text);
                let is_in_part = duplicates::part_of(&author.surname, parts) == part;
                is_in_part
                    .then(|| Candidate::new(facts, author, &order_text))
                    .flatten()
            }));
            if !self.go_on().await? {
                return Ok(false);
            }
        }
        let mut comparison = tokio::task::spawn_blocking(move || duplicates::groups(candidates));
        // On a slow machine it takes longer than the lease.
        let groups = loop {
            match tokio::time::timeout(COMPARISON_LOOK, &mut comparison).await {
                Ok(groups) => break groups.map_err(|error| Error::Defect(error.to_string()))?,
                Err(_) if self.go_on().await? => {}
                Err(_) => return Ok(false),
            }
        };
        for group in groups {
            self.add(group);
        }
        self.go_on().await
    }

    /// Writes what was found, and now and then the progress. False when another server has taken the search over.
    async fn go_on(&mut self) -> Result<bool> {
        let now = (self.clock)().now_ms();
        if !self.lease.keep(self.library, now).await? {
            return Ok(false);
        }
        while self.found.len() >= GROUPS_AT_ONCE {
            self.write_groups().await?;
        }
        if now - self.written_at >= PROGRESS_MS {
            self.written_at = now;
            let input = (self.id, self.progress);
            self.library
                .database
                .write(input, |transaction, (id, progress)| {
                    Box::pin(stored::set_progress(transaction, *id, *progress))
                })
                .await
                .map_err(Error::Storage)?;
        }
        Ok(true)
    }

    /// Writes some of the groups that were found.
    async fn write_groups(&mut self) -> Result<()> {
        while !self.found.is_empty() {
            let rest = self.found.split_off(self.found.len().min(GROUPS_AT_ONCE));
            let groups = std::mem::replace(&mut self.found, rest);
            let now = (self.clock)().now_ms();
            self.library
                .database
                .write((self.id, groups, now), |transaction, (id, groups, now)| {
                    Box::pin(write_groups_in(transaction, *id, groups, *now))
                })
                .await?;
        }
        Ok(())
    }
}

async fn write_groups_in(
    transaction: &mut Transaction,
    search: DuplicateSearchId,
    groups: &[FoundGroup],
    now: i64,
) -> Result<()> {
    // A book that leaves the catalogue leaves its groups: it must not leave while they are written.
    let ids: BTreeSet<BookId> = groups
        .iter()
        .flat_map(|group| group.books.iter().copied())
        .collect();
    for id in ids {
        transaction.lock(Lock::Book(id)).await?;
    }
    if !stored::lock(transaction, search).await? {
        return Ok(());
    }
    for group in groups {
        let dismissed_at = are_different(transaction, &group.books).await?.then_some(now);
        let id = transaction.fresh_id().await?;
        stored::insert_group(transaction, id, search, group, dismissed_at).await?;
    }
    Ok(())
}

/// Whether staff have decided that each two of some books are different ones.
async fn are_different(transaction: &mut Transaction, books: &[BookId]) -> Result<bool> {
    for (place, first) in books.iter().enumerate() {
        let others = &books[place + 1..];
        if others.is_empty() {
            break;
        }
        let different = stored::different_from(transaction, *first).await?;
        if !others.iter().all(|other| different.contains(other)) {
            return Ok(false);
        }
    }
    Ok(true)
}
