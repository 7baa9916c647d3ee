//! The index: opening, changing and searching it.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use serde::{Deserialize, Serialize};
use tantivy::index::IndexMeta;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, NoMergePolicy};
use tantivy::{IndexReader, IndexWriter, ReloadPolicy};

use crate::ask::{Unit, units};
use crate::collect::Collected;
use crate::combine::{Alternative, alternatives, in_call_number, more_lenient};
use crate::document::{BookDocument, Change};
use crate::error::Error;
use crate::expression::{Expression, parse};
use crate::found::{collect_matches, found, list};
use crate::lenient::lenient;
use crate::query::{Filters, Found, Query, Sort};
use crate::schema::{FORMAT, Fields, whole_title};
use crate::snapshot::Snapshot;
use crate::some::find_some;
use crate::sources::Typos;
use crate::{combine, matching, suggest};

/// Memory for the documents of a batch of changes, in bytes; the minimum that the engine accepts.
pub(crate) const APPLY_MEMORY: usize = 15_000_000;
/// Memory for the documents of a rebuild, in bytes.
const REBUILD_MEMORY: usize = 50_000_000;

/// The data stored with every commit.
#[derive(Serialize, Deserialize)]
struct Note {
    format: u32,
    position: String,
}

/// A searchable replica of the catalogue. Share it in an `Arc`: searches run in parallel and never wait for
/// changes; changes wait for each other.
pub struct Index {
    pub(crate) engine: tantivy::Index,
    pub(crate) fields: Fields,
    reader: IndexReader,
    /// Created by the first change or merge, so that an index that is only read starts no threads.
    writer: Mutex<Option<IndexWriter>>,
    snapshot: RwLock<Arc<Snapshot>>,
    /// Whether a snapshot is read before searches see it.
    is_prepared: AtomicBool,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let snapshot = self.snapshot();
        formatter
            .debug_struct("Index")
            .field("books", &snapshot.books())
            .field("position", &snapshot.position)
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in its own directory, or creates it there.
    ///
    /// A damaged index, or one written by another version of this crate, is removed and replaced by an empty one without
    /// a [`Self::position`], which the caller rebuilds. Files that do not belong to an index are left alone.
    ///
    /// # Errors
    /// If the directory cannot be created, cleared or written.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        fs::create_dir_all(dir)?;
        if dir.join("meta.json").exists() {
            match Self::open_existing(dir) {
                Ok(Some(index)) => return Ok(index),
                Ok(None) => tracing::info!("search index has another format and is replaced"),
                Err(error) => tracing::warn!(%error, "search index is damaged and is replaced"),
            }
        }
        clear(dir)?;
        let (schema, fields) = Fields::new();
        Self::with_engine(tantivy::Index::create_in_dir(dir, schema)?, fields, None)
    }

    /// Creates an index in memory.
    ///
    /// # Errors
    /// None are expected.
    pub fn in_memory() -> Result<Self, Error> {
        let (schema, fields) = Fields::new();
        Self::with_engine(tantivy::Index::create_in_ram(schema), fields, None)
    }

    /// Opens the index in the directory; `None` if it has another format, an error if it is damaged.
    fn open_existing(dir: &Path) -> Result<Option<Self>, Error> {
        let (schema, fields) = Fields::new();
        let engine = tantivy::Index::open_in_dir(dir)?;
        let IndexMeta {
            payload, segments, ..
        } = engine.load_metas()?;
        let note: Option<Note> = match payload {
            Some(payload) => Some(serde_json::from_str(&payload)?),
            None if segments.is_empty() => None,
            None => return Ok(None),
        };
        if note.as_ref().is_some_and(|note| note.format != FORMAT) || engine.schema() != schema {
            return Ok(None);
        }
        let damaged = engine.validate_checksum()?;
        if let Some(file) = damaged.into_iter().next() {
            return Err(std::io::Error::new(
                std::io::ErrorKind::InvalidData,
                format!("{} is damaged", file.display()),
            )
            .into());
        }
        Self::with_engine(engine, fields, note.map(|note| note.position)).map(Some)
    }

    fn with_engine(engine: tantivy::Index, fields: Fields, position: Option<String>) -> Result<Self, Error> {
        Fields::register(&engine);
        let reader = engine
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let position = position.map(Arc::from);
        let snapshot = Arc::new(Snapshot::open(reader.searcher(), &fields, position, None)?);
        Ok(Self {
            engine,
            fields,
            reader,
            writer: Mutex::new(None),
            snapshot: RwLock::new(snapshot),
            is_prepared: AtomicBool::new(false),
        })
    }

    /// The position in the caller's change log of the last commit that searches see; `None` when the index was
    /// never filled.
    pub fn position(&self) -> Option<Arc<str>> {
        self.snapshot().position.clone()
    }

    /// The number of commits that searches have seen since the index was opened. It changes with every commit.
    pub fn generation(&self) -> u64 {
        self.snapshot().generation
    }

    /// Reads what searches need of the index, now and after each change, so that no search waits for it. This takes one or
    /// two seconds for a million books.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn prepare(&self) -> Result<(), Error> {
        self.is_prepared.store(true, Ordering::Relaxed);
        self.snapshot().prepare()
    }

    /// Applies a batch of changes in order, in one commit that also stores `position`. When this returns, searches
    /// see the changes.
    ///
    /// # Errors
    /// If the disk or the engine fails; then no change is applied.
    pub fn apply(&self, changes: Vec<Change>, position: &str) -> Result<(), Error> {
        self.apply_with(&mut self.lock_writer(), changes, position)
    }

    /// Like [`Self::apply`], by a writer that the caller has locked.
    pub(crate) fn apply_with(
        &self,
        slot: &mut Option<IndexWriter>,
        changes: Vec<Change>,
        position: &str,
    ) -> Result<(), Error> {
        // Taken out of its slot until success: a failed writer is dropped with its uncommitted changes.
        let mut writer = match slot.take() {
            Some(writer) => writer,
            None => self.open_writer(APPLY_MEMORY)?,
        };
        for change in changes {
            match change {
                Change::Put(book) => {
                    writer.delete_term(self.fields.id_term(book.id));
                    writer.add_document(self.fields.document(&book))?;
                }
                Change::Remove(id) => {
                    writer.delete_term(self.fields.id_term(id));
                }
            }
        }
        commit(&mut writer, position)?;
        let snapshot = self.open_snapshot(position)?;
        self.prepare_if_wanted(&snapshot);
        self.publish(snapshot);
        *slot = Some(writer);
        Ok(())
    }

    /// Replaces the whole content in one commit, which also stores `position`, and returns the number of books. Ids
    /// must be distinct. Searches see the old content until the new one is complete.
    ///
    /// # Errors
    /// If the disk or the engine fails; then the old content remains.
    pub fn rebuild(
        &self,
        documents: impl Iterator<Item = BookDocument>,
        position: &str,
    ) -> Result<u64, Error> {
        self.try_rebuild(documents.map(Ok), position)
    }

    /// Like [`Self::rebuild`] from a source that may fail, such as a database.
    ///
    /// # Errors
    /// The first error of the source, or that of the disk or the engine; then the old content remains.
    pub fn try_rebuild<E: From<Error>>(
        &self,
        documents: impl Iterator<Item = Result<BookDocument, E>>,
        position: &str,
    ) -> Result<u64, E> {
        let mut slot = self.lock_writer();
        // A writer holds the lock of the directory, so close the small one first.
        drop(slot.take());
        let mut writer = self.open_writer(REBUILD_MEMORY)?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        writer.delete_all_documents().map_err(Error::from)?;
        let mut count = 0;
        for book in documents {
            writer
                .add_document(self.fields.document(&book?))
                .map_err(Error::from)?;
            count += 1;
        }
        commit(&mut writer, position)?;
        self.publish(self.open_snapshot(position)?);
        if let Err(error) = self.merge_all(&mut writer, position) {
            tracing::warn!(%error, "search index is rebuilt but not merged; searches are slower");
        }
        self.prepare_if_wanted(&self.snapshot());
        Ok(count)
    }

    pub(crate) fn open_writer(&self, memory: usize) -> Result<IndexWriter, Error> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(memory)
            .build();
        let writer = self.engine.writer_with_options(options)?;
        let mut policy = LogMergePolicy::default();
        policy.set_min_num_segments(4);
        policy.set_min_layer_size(1_000);
        policy.set_del_docs_ratio_before_merge(0.25);
        writer.set_merge_policy(Box::new(policy));
        Ok(writer)
    }

    /// The last commit.
    pub(crate) fn open_snapshot(&self, position: &str) -> Result<Snapshot, Error> {
        self.reader.reload()?;
        Snapshot::open(
            self.reader.searcher(),
            &self.fields,
            Some(position.into()),
            Some(&self.snapshot()),
        )
    }

    /// Reads what searches need of a snapshot if the caller asked for it. A search that cannot read it fails by itself.
    pub(crate) fn prepare_if_wanted(&self, snapshot: &Snapshot) {
        if self.is_prepared.load(Ordering::Relaxed)
            && let Err(error) = snapshot.prepare()
        {
            tracing::warn!(%error, "search index cannot be read before it is searched");
        }
    }

    /// Makes a snapshot visible to searches.
    pub(crate) fn publish(&self, snapshot: Snapshot) {
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A panic during a change leaves the slot empty, and one while merged segments are opened leaves it as it was, so the content
    /// of a poisoned lock is still valid.
    pub(crate) fn lock_writer(&self) -> MutexGuard<'_, Option<IndexWriter>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Like [`Self::lock_writer`]; `None` while it is locked.
    pub(crate) fn try_lock_writer(&self) -> Option<MutexGuard<'_, Option<IndexWriter>>> {
        match self.writer.try_lock() {
            Ok(slot) => Some(slot),
            Err(TryLockError::Poisoned(slot)) => Some(slot.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Searches the index.
    ///
    /// Every word of the text must be in the title, author, category, publisher, description or ISBN; the last
    /// word may be a prefix. Words in quotation marks must be adjacent. Case, accents and punctuation do not
    /// matter. `AND`, `OR` and `NOT` in capitals, parentheses and fields such as `author:` combine words, as the module
    /// `expression` describes. An empty text matches all books, and one without any letter or digit none. Only the first 200 characters
    /// and the first 12 words are searched, of an expression in each of its texts.
    ///
    /// If no book matches, the first of these that matches a book: a text with a number is a call number; every word may
    /// be a prefix, joined with its neighbour, several words, a number in letters, an abbreviation, or a name in another script, and function words are ignored;
    /// words of at least four letters may also differ by one typo; books that have only some of the words, the best ones.
    /// Words in quotation marks are always searched as typed. If no book has the words without a typo, the result has a
    /// corrected spelling, if there is one.
    ///
    /// # Errors
    /// If the index cannot be read; never because of the query.
    pub fn search(&self, query: &Query<'_>) -> Result<Found, Error> {
        let snapshot = self.snapshot();
        let expression = parse(query.text);
        let Expression::Text(text) = &expression else {
            return self.search_expression(&snapshot, query, &expression);
        };
        if query.text.trim().is_empty() {
            return list(&snapshot, query);
        }
        let query = &Query { text, ..*query };
        let units = units(text);
        if units.is_empty() {
            // No book can have it.
            return found(&snapshot, query, collect_matches(&snapshot, query, Vec::new())?);
        }
        let mut collected = self.collect(&snapshot, query, &units, Typos::Refused)?;
        if collected.matched == 0
            && let Some(units) = in_call_number(&units)
        {
            collected = self.collect(&snapshot, query, &units, Typos::Refused)?;
        }
        let mut suggestion = None;
        let mut left_out = Vec::new();
        if collected.matched == 0 {
            let lenient = lenient(&snapshot, &units)?;
            collected = self.collect(&snapshot, query, &lenient, Typos::Refused)?;
            if collected.matched == 0 {
                collected = self.collect(&snapshot, query, &lenient, Typos::One)?;
                suggestion = self.suggest(&snapshot, &units)?;
            }
            if collected.matched == 0 {
                let (matches, missing) = find_some(&snapshot, &self.fields, &lenient)?;
                collected = collect_matches(&snapshot, query, matches)?;
                let words = missing.into_iter().map(|place| lenient[place].shown.clone());
                left_out = words.collect();
            }
        }
        Ok(Found {
            left_out,
            did_you_mean: suggestion,
            ..found(&snapshot, query, collected)?
        })
    }

    /// Searches for an expression with operators or fields.
    fn search_expression(
        &self,
        snapshot: &Snapshot,
        query: &Query<'_>,
        expression: &Expression,
    ) -> Result<Found, Error> {
        let exact = alternatives(expression);
        if exact.is_empty() {
            return found(snapshot, query, collect_matches(snapshot, query, Vec::new())?);
        }
        let collect = |alternatives: &[Alternative], typos| {
            let matches = combine::find(snapshot, &self.fields, alternatives, typos)?;
            collect_matches(snapshot, query, matches)
        };
        let mut collected = collect(&exact, Typos::Refused)?;
        if collected.matched == 0 {
            let lenient = more_lenient(snapshot, &exact)?;
            collected = collect(&lenient, Typos::Refused)?;
            if collected.matched == 0 {
                collected = collect(&lenient, Typos::One)?;
            }
        }
        found(snapshot, query, collected)
    }

    /// Collects the books that contain the units.
    fn collect<'a>(
        &self,
        snapshot: &'a Snapshot,
        query: &Query<'_>,
        units: &[Unit],
        typos: Typos,
    ) -> Result<Collected<'a>, Error> {
        let title = whole_title(query.text);
        let segments = matching::find(snapshot, &self.fields, units, &title, typos)?;
        collect_matches(snapshot, query, segments)
    }

    /// Suggests a spelling that finds at least one book.
    fn suggest(&self, snapshot: &Snapshot, wrong: &[Unit]) -> Result<Option<String>, Error> {
        let Some(text) = suggest::correct(snapshot, &self.fields, wrong)? else {
            return Ok(None);
        };
        let query = Query {
            text: &text,
            filters: Filters::default(),
            facets: &[],
            sort: Sort::Relevance,
            offset: 0,
            limit: 0,
        };
        let found = self.collect(snapshot, &query, &units(&text), Typos::Refused)?;
        Ok((found.total() > 0).then_some(text))
    }
}

pub(crate) fn commit(writer: &mut IndexWriter, position: &str) -> Result<(), Error> {
    let note = serde_json::to_string(&Note {
        format: FORMAT,
        position: position.to_owned(),
    })?;
    let mut commit = writer.prepare_commit()?;
    commit.set_payload(&note);
    commit.commit()?;
    Ok(())
}

/// Removes the files of an index and no others: the engine's own files, and segments named by 32 hexadecimal digits.
fn clear(dir: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let stem = name.split('.').next().unwrap_or_default();
        let is_segment = stem.len() == 32 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_note = matches!(
            name,
            "meta.json" | ".managed.json" | ".tantivy-writer.lock" | ".tantivy-meta.lock"
        );
        if (is_segment || is_note) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
