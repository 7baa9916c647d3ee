//! The index itself: opening, feeding and asking it.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use tantivy::index::IndexMeta;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, NoMergePolicy};
use tantivy::{IndexReader, IndexWriter, ReloadPolicy};

use crate::ask::{Unit, units};
use crate::collect::{CategoryFilter, Collected, Collector, Filter};
use crate::document::{BookDocument, Change};
use crate::error::Error;
use crate::matching::{self, Matches};
use crate::page::Window;
use crate::query::{Found, Query, Semester, Sort};
use crate::schema::{FORMAT, Fields, whole_title};
use crate::snapshot::Snapshot;
use crate::suggest;

/// Memory in which the documents of a batch of changes are collected, in bytes; the least the engine takes.
const APPLY_MEMORY: usize = 15_000_000;
/// Memory in which the documents of a rebuild are collected, in bytes.
const REBUILD_MEMORY: usize = 50_000_000;
/// A text that matches fewer books than this is looked for once more with typos forgiven.
const ENOUGH: usize = 20;

/// What is written beside the documents in every commit.
#[derive(Serialize, Deserialize)]
struct Note {
    format: u32,
    last_sequence: u64,
}

/// A searchable replica of the catalogue. Share it behind an `Arc`: searches run in parallel and never wait for
/// changes, changes wait for each other.
pub struct Index {
    engine: tantivy::Index,
    fields: Fields,
    reader: IndexReader,
    /// Opened by the first change, so that an index that is only read costs no threads.
    writer: Mutex<Option<IndexWriter>>,
    snapshot: RwLock<Arc<Snapshot>>,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let snapshot = self.snapshot();
        formatter
            .debug_struct("Index")
            .field("books", &snapshot.books())
            .field("last_sequence", &snapshot.last_sequence)
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in a directory of its own, or creates it there.
    ///
    /// A damaged index, or one written by another version of this crate, is removed and created anew; its
    /// [`Self::last_sequence`] is then 0 and the caller rebuilds. Files that do not belong to an index are left
    /// alone.
    ///
    /// # Errors
    /// If the directory cannot be made, cleared or written.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        fs::create_dir_all(dir)?;
        if dir.join("meta.json").exists() {
            match Self::open_existing(dir) {
                Ok(Some(index)) => return Ok(index),
                Ok(None) => tracing::info!("search index has another format and is created anew"),
                Err(error) => tracing::warn!(%error, "search index is damaged and is created anew"),
            }
        }
        clear(dir)?;
        let (schema, fields) = Fields::new();
        Self::with_engine(tantivy::Index::create_in_dir(dir, schema)?, fields, 0)
    }

    /// An index that lives and dies with this value.
    ///
    /// # Errors
    /// None that can be expected.
    pub fn in_memory() -> Result<Self, Error> {
        let (schema, fields) = Fields::new();
        Self::with_engine(tantivy::Index::create_in_ram(schema), fields, 0)
    }

    /// The index in the directory if it is whole; `None` if it has another format.
    fn open_existing(dir: &Path) -> Result<Option<Self>, Error> {
        let (schema, fields) = Fields::new();
        let engine = tantivy::Index::open_in_dir(dir)?;
        let IndexMeta {
            payload, segments, ..
        } = engine.load_metas()?;
        let note = match payload {
            Some(payload) => serde_json::from_str(&payload)?,
            None if segments.is_empty() => Note {
                format: FORMAT,
                last_sequence: 0,
            },
            None => return Ok(None),
        };
        if note.format != FORMAT || engine.schema() != schema {
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
        Self::with_engine(engine, fields, note.last_sequence).map(Some)
    }

    fn with_engine(engine: tantivy::Index, fields: Fields, last_sequence: u64) -> Result<Self, Error> {
        Fields::register(&engine);
        let reader = engine
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let snapshot = Arc::new(Snapshot::open(reader.searcher(), &fields, last_sequence)?);
        Ok(Self {
            engine,
            fields,
            reader,
            writer: Mutex::new(None),
            snapshot: RwLock::new(snapshot),
        })
    }

    /// The sequence of the last change that searches see; 0 if there was none.
    pub fn last_sequence(&self) -> u64 {
        self.snapshot().last_sequence
    }

    /// Applies a batch of changes in their order, in one commit that also notes `last_sequence`. When this
    /// returns, searches see it.
    ///
    /// # Errors
    /// If the disk or the engine fails; then none of the changes is made.
    pub fn apply(&self, changes: Vec<Change>, last_sequence: u64) -> Result<(), Error> {
        let mut slot = self.lock_writer();
        // Out of its slot until all went well: a writer that failed is dropped with everything uncommitted.
        let mut writer = match slot.take() {
            Some(writer) => writer,
            None => self.open_writer(APPLY_MEMORY)?,
        };
        for change in changes {
            match change {
                Change::Put(book) => {
                    writer.delete_term(self.fields.id_term(&book.id));
                    writer.add_document(self.fields.document(&book))?;
                }
                Change::Remove(id) => {
                    writer.delete_term(self.fields.id_term(&id));
                }
            }
        }
        commit(&mut writer, last_sequence)?;
        self.publish(last_sequence)?;
        *slot = Some(writer);
        Ok(())
    }

    /// Replaces the whole content in one commit, which also notes `last_sequence`, and returns the number of
    /// books. Ids must be distinct. Searches see the old content until the new one is complete.
    ///
    /// # Errors
    /// If the disk or the engine fails; then the old content stays.
    pub fn rebuild(
        &self,
        documents: impl Iterator<Item = BookDocument>,
        last_sequence: u64,
    ) -> Result<u64, Error> {
        self.try_rebuild(documents.map(Ok), last_sequence)
    }

    /// Like [`Self::rebuild`] from a source that may fail, such as a database.
    ///
    /// # Errors
    /// The first error of the source, or that of the disk or the engine; then the old content stays.
    pub fn try_rebuild<E: From<Error>>(
        &self,
        documents: impl Iterator<Item = Result<BookDocument, E>>,
        last_sequence: u64,
    ) -> Result<u64, E> {
        let mut slot = self.lock_writer();
        // A writer holds the lock of the directory, so the small one has to go first.
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
        commit(&mut writer, last_sequence)?;
        self.publish(last_sequence)?;
        if let Err(error) = self.merge_all(&mut writer, last_sequence) {
            tracing::warn!(%error, "search index is rebuilt but not merged; searches are slower");
        }
        Ok(count)
    }

    /// Merges all segments into one, which every search has less work with, and removes the old files.
    fn merge_all(&self, writer: &mut IndexWriter, last_sequence: u64) -> Result<(), Error> {
        let segments = self.engine.searchable_segment_ids()?;
        if segments.len() > 1 {
            writer.merge(&segments).wait()?;
            self.publish(last_sequence)?;
        }
        writer.garbage_collect_files().wait()?;
        Ok(())
    }

    fn open_writer(&self, memory: usize) -> Result<IndexWriter, Error> {
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

    /// Makes the last commit visible to searches.
    fn publish(&self, last_sequence: u64) -> Result<(), Error> {
        self.reader.reload()?;
        let snapshot = Arc::new(Snapshot::open(
            self.reader.searcher(),
            &self.fields,
            last_sequence,
        )?);
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = snapshot;
        Ok(())
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A panic while changing leaves an empty slot behind, so a poisoned lock is a sound one.
    fn lock_writer(&self) -> MutexGuard<'_, Option<IndexWriter>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches.
    ///
    /// Every word of the text must be in the title, author, category, publisher, description or ISBN; the last
    /// one may be the beginning of a word. Words in quotation marks must stand side by side. Case, accents and
    /// punctuation do not matter. If fewer than 20 books match, words of at least four letters may also differ by
    /// one typo. An empty text, or one without any letter or digit, matches all books. At most 200 characters and
    /// 12 words are looked at.
    ///
    /// # Errors
    /// If the index cannot be read; never because of the query.
    pub fn search(&self, query: &Query<'_>) -> Result<Found, Error> {
        let snapshot = self.snapshot();
        let units = units(query.text);
        if units.is_empty() {
            return self.list(&snapshot, query);
        }
        let collected = self.collect(&snapshot, query, &units)?;
        let suggestion = if collected.matched == 0 {
            self.suggest(&snapshot, &units)?
        } else {
            None
        };
        Ok(Found {
            total: collected.total,
            facets: facets(&snapshot, &collected.per_category),
            ids: collected.window.ids(&snapshot, query.sort)?,
            suggestion,
        })
    }

    /// All books.
    fn list(&self, snapshot: &Snapshot, query: &Query<'_>) -> Result<Found, Error> {
        let sort = if query.sort == Sort::Relevance {
            Sort::CreatedAt
        } else {
            query.sort
        };
        let filter = filter(snapshot, query);
        // The facets of the whole catalogue are counted once for each state of it.
        let known = snapshot
            .books_per_category
            .get()
            .filter(|_| query.semester == Semester::All);
        let mut collected = Collected::new(snapshot, Window::new(query.offset, query.limit));
        for number in 0..snapshot.segments.len() {
            let count = known.is_none();
            Collector::new(
                snapshot,
                &self.fields,
                number,
                sort,
                &filter,
                count,
                &mut collected,
            )?
            .take_all();
        }
        let per_category = match known {
            Some(known) => known.clone(),
            None => collected.per_category,
        };
        if query.semester == Semester::All {
            snapshot.books_per_category.get_or_init(|| per_category.clone());
        }
        Ok(Found {
            total: collected.total,
            facets: facets(snapshot, &per_category),
            ids: collected.window.ids(snapshot, sort)?,
            suggestion: None,
        })
    }

    /// The books that contain the units; with typos forgiven if there are few.
    fn collect(&self, snapshot: &Snapshot, query: &Query<'_>, units: &[Unit]) -> Result<Collected, Error> {
        let title = whole_title(query.text);
        let filter = filter(snapshot, query);
        let attempt = |typos: bool| -> Result<Collected, Error> {
            let mut collected = Collected::new(snapshot, Window::new(query.offset, query.limit));
            let segments = matching::find(snapshot, &self.fields, units, &title, typos)?;
            for (number, matches) in segments.iter().enumerate() {
                if matches!(matches, Matches::Few(hits) if hits.is_empty()) {
                    continue;
                }
                let mut collector = Collector::new(
                    snapshot,
                    &self.fields,
                    number,
                    query.sort,
                    &filter,
                    true,
                    &mut collected,
                )?;
                matches.for_each_block(|hits| collector.take_hits(hits));
            }
            Ok(collected)
        };
        let collected = attempt(false)?;
        if collected.matched < ENOUGH && units.iter().any(|unit| unit.typo) {
            return attempt(true);
        }
        Ok(collected)
    }

    /// A spelling that finds something.
    fn suggest(&self, snapshot: &Snapshot, wrong: &[Unit]) -> Result<Option<String>, Error> {
        let Some(text) = suggest::correct(snapshot, &self.fields, wrong)? else {
            return Ok(None);
        };
        let query = Query {
            text: &text,
            category: None,
            semester: Semester::All,
            sort: Sort::Relevance,
            offset: 0,
            limit: 0,
        };
        let found = self.collect(snapshot, &query, &units(&text))?;
        Ok((found.total > 0).then_some(text))
    }
}

fn filter<'a>(snapshot: &Snapshot, query: &Query<'a>) -> Filter<'a> {
    Filter {
        category: match query.category {
            None => CategoryFilter::All,
            Some(name) => snapshot
                .category_place(name)
                .map_or(CategoryFilter::None, CategoryFilter::One),
        },
        semester: query.semester,
    }
}

/// The categories that have books, by count and name.
fn facets(snapshot: &Snapshot, per_category: &[usize]) -> Vec<(String, usize)> {
    let mut facets: Vec<(&String, usize)> = snapshot
        .categories
        .iter()
        .zip(per_category.iter().copied())
        .filter(|(_, count)| *count > 0)
        .collect();
    // Stable, and the names are in order.
    facets.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    facets
        .into_iter()
        .map(|(name, count)| (name.clone(), count))
        .collect()
}

fn commit(writer: &mut IndexWriter, last_sequence: u64) -> Result<(), Error> {
    let note = serde_json::to_string(&Note {
        format: FORMAT,
        last_sequence,
    })?;
    let mut commit = writer.prepare_commit()?;
    commit.set_payload(&note);
    commit.commit()?;
    Ok(())
}

/// Removes the files of an index, and only those: the engine's notes, and segments named by 32 hexadecimal digits.
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
