//! A snapshot of the index, open for reading.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use carrel_domain::catalogue::book::BookId;
use fixedbitset::FixedBitSet;
use tantivy::columnar::{BytesColumn, Column, DynamicColumn, HasAssociatedColumnType, StrColumn};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::SegmentId;
use tantivy::{BitSet, DocId, InvertedIndexReader, Searcher, SegmentReader};

use crate::error::Error;
use crate::facet_values::{FacetValues, ValueColumn};
use crate::frequent::Frequent;
use crate::names::ColumnNames;
use crate::page::Address;
use crate::query::{Facet, FacetCounts, Sort};
use crate::schema::{Fields, TextField, column};
use crate::sort_keys::sorted;
use crate::value_counts::MOST_COUNTED_BY_VALUE;

/// A committed state of the index; every column that a search reads is opened once.
pub(crate) struct Snapshot {
    pub(crate) searcher: Searcher,
    pub(crate) segments: Vec<Segment>,
    /// The position in the caller's change log; `None` when the index was never filled.
    pub(crate) position: Option<Arc<str>>,
    /// How many snapshots were published before this one.
    pub(crate) generation: u64,
    /// The counts of each facet over the whole index, in the order of [`Facet::ALL`]; counted on first use.
    pub(crate) of_all: [OnceLock<FacetCounts>; Facet::ALL.len()],
    /// Of each column of names, in the order of [`ValueColumn::NAMED`]; read on first use.
    names: [OnceLock<Arc<ColumnNames>>; ValueColumn::NAMED.len()],
    /// The names of an earlier snapshot, until they are read.
    names_before: [Mutex<Option<Arc<ColumnNames>>>; ValueColumn::NAMED.len()],
    /// The most frequent names of each column of names; counted on first use.
    frequent: [OnceLock<Frequent>; ValueColumn::NAMED.len()],
}

/// One segment with its columns opened.
pub(crate) struct Segment {
    pub(crate) reader: SegmentReader,
    /// The fields with words and keys, in the order of [`TextField`].
    pub(crate) text: [Arc<InvertedIndexReader>; 10],
    pub(crate) title_lengths: FieldNormReader,
    pub(crate) id: Column<i64>,
    pub(crate) category: StrColumn,
    /// The names of all authors of a book.
    pub(crate) author_name: StrColumn,
    /// The headings of all subjects of a book.
    pub(crate) subject: StrColumn,
    pub(crate) language: StrColumn,
    pub(crate) semester_category: StrColumn,
    /// Handed on to the next snapshot: a segment never changes, it only loses documents.
    read: Arc<ReadColumns>,
    /// The documents that are not deleted; made on first use.
    alive: OnceLock<FixedBitSet>,
    pub(crate) isbn: Column<u64>,
    pub(crate) created_at: Column<i64>,
    pub(crate) rating: Column<i64>,
    pub(crate) published_year: Column<i64>,
    pub(crate) popularity: Column<i64>,
    pub(crate) available: Column<bool>,
    pub(crate) title: OrderColumn,
    pub(crate) author: OrderColumn,
}

/// What is read of the columns of a segment on first use.
#[derive(Default)]
struct ReadColumns {
    facet_values: OnceLock<FacetValues>,
    /// By the place of the sort.
    sorted: [OnceLock<Vec<DocId>>; Sort::COUNT],
}

/// A text that books are ordered by.
pub(crate) struct OrderColumn {
    /// The whole text.
    pub(crate) text: StrColumn,
    /// Its first eight bytes.
    pub(crate) prefix: Column<u64>,
}

impl Snapshot {
    /// Opens the snapshot that `searcher` sees, which follows another one.
    pub(crate) fn open(
        searcher: Searcher,
        fields: &Fields,
        position: Option<Arc<str>>,
        before: Option<&Self>,
    ) -> Result<Self, Error> {
        let mut segments = Vec::new();
        for reader in searcher.segment_readers() {
            let mut segment = Segment::open(reader.clone(), fields)?;
            let known = before.into_iter().flat_map(|before| &before.segments);
            if let Some(known) = { known }.find(|known| known.segment_id() == reader.segment_id()) {
                segment.read = Arc::clone(&known.read);
            }
            segments.push(segment);
        }
        Ok(Self {
            searcher,
            segments,
            position,
            generation: before.map_or(0, |before| before.generation + 1),
            of_all: Default::default(),
            names: Default::default(),
            names_before: std::array::from_fn(|place| {
                Mutex::new(before.and_then(|before| before.names_or_earlier(place)))
            }),
            frequent: Default::default(),
        })
    }

    /// The names of a column; `None` if its values are not names.
    pub(crate) fn names(&self, column: ValueColumn) -> Result<Option<&ColumnNames>, Error> {
        let place = column as usize;
        let Some(names) = self.names.get(place) else {
            return Ok(None);
        };
        if let Some(names) = names.get() {
            return Ok(Some(names));
        }
        let before = self.names_or_earlier(place);
        let read = ColumnNames::read(&self.segments, column, before.as_deref())?;
        let names = names.get_or_init(|| Arc::new(read));
        *lock(&self.names_before[place]) = None;
        Ok(Some(names))
    }

    /// The names of the column at a place; those of an earlier snapshot while they are not read.
    fn names_or_earlier(&self, place: usize) -> Option<Arc<ColumnNames>> {
        let before = lock(&self.names_before[place]);
        self.names[place].get().or(before.as_ref()).cloned()
    }

    /// The most frequent names of a column; `None` if its values are not names, or so few that all can be counted.
    pub(crate) fn frequent(&self, column: ValueColumn) -> Result<Option<&Frequent>, Error> {
        let names = self.names(column)?;
        let Some(names) = names.filter(|names| names.len() > MOST_COUNTED_BY_VALUE) else {
            return Ok(None);
        };
        let frequent = &self.frequent[column as usize];
        if let Some(frequent) = frequent.get() {
            return Ok(Some(frequent));
        }
        let mut segments = Vec::with_capacity(self.segments.len());
        for (place, segment) in self.segments.iter().enumerate() {
            segments.push((names.numbers(place), segment.facet_values().docs(column)));
        }
        Ok(Some(
            frequent.get_or_init(|| Frequent::count(names.len(), &segments)),
        ))
    }

    /// Reads what searches would read on first use.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        for segment in &self.segments {
            segment.facet_values().prepare();
            for sort in Sort::WITHOUT_SCORES {
                segment.sorted(sort);
            }
        }
        for column in ValueColumn::NAMED {
            self.frequent(column)?;
        }
        Ok(())
    }

    /// The number of books.
    pub(crate) fn books(&self) -> u64 {
        self.searcher.num_docs()
    }

    pub(crate) fn book_id(&self, at: Address) -> BookId {
        self.segments[at.segment as usize].book_id(at.doc)
    }
}

impl Segment {
    fn open(reader: SegmentReader, fields: &Fields) -> Result<Self, Error> {
        let inverted = |field: TextField| reader.inverted_index(fields.text[field as usize]);
        Ok(Self {
            text: [
                inverted(TextField::Title)?,
                inverted(TextField::Author)?,
                inverted(TextField::Category)?,
                inverted(TextField::Publisher)?,
                inverted(TextField::Description)?,
                inverted(TextField::Subject)?,
                inverted(TextField::Series)?,
                inverted(TextField::Sound)?,
                inverted(TextField::CallNumber)?,
                inverted(TextField::Shelf)?,
            ],
            title_lengths: reader.get_fieldnorms_reader(fields.text[TextField::Title as usize])?,
            id: number_column(&reader, column::ID)?,
            category: text_column(&reader, column::CATEGORY)?,
            author_name: text_column(&reader, column::AUTHOR_NAME)?,
            subject: text_column(&reader, column::SUBJECT)?,
            language: text_column(&reader, column::LANGUAGE)?,
            semester_category: text_column(&reader, column::SEMESTER_CATEGORY)?,
            read: Arc::default(),
            alive: OnceLock::new(),
            isbn: number_column(&reader, column::ISBN)?,
            created_at: number_column(&reader, column::CREATED_AT)?,
            rating: number_column(&reader, column::RATING)?,
            published_year: number_column(&reader, column::PUBLISHED_YEAR)?,
            popularity: number_column(&reader, column::POPULARITY)?,
            available: number_column(&reader, column::AVAILABLE)?,
            title: OrderColumn {
                text: text_column(&reader, column::TITLE)?,
                prefix: number_column(&reader, column::TITLE_PREFIX)?,
            },
            author: OrderColumn {
                text: text_column(&reader, column::AUTHOR)?,
                prefix: number_column(&reader, column::AUTHOR_PREFIX)?,
            },
            reader,
        })
    }

    /// The values of the facets of all documents.
    pub(crate) fn facet_values(&self) -> &FacetValues {
        self.read.facet_values.get_or_init(|| FacetValues::read(self))
    }

    /// The column of a facet's names; `None` if its values are not names.
    pub(crate) fn names_column(&self, column: ValueColumn) -> Option<&StrColumn> {
        match column {
            ValueColumn::Category => Some(&self.category),
            ValueColumn::SemesterCategory => Some(&self.semester_category),
            ValueColumn::Language => Some(&self.language),
            ValueColumn::Subject => Some(&self.subject),
            ValueColumn::Author => Some(&self.author_name),
            ValueColumn::Decade | ValueColumn::Stars | ValueColumn::Available | ValueColumn::Marked => None,
        }
    }

    pub(crate) fn segment_id(&self) -> SegmentId {
        self.reader.segment_id()
    }

    /// All documents in an order other than by relevance.
    pub(crate) fn sorted(&self, sort: Sort) -> &[DocId] {
        self.read.sorted[sort as usize].get_or_init(|| sorted(self, sort))
    }

    /// The documents that are not deleted.
    pub(crate) fn alive(&self) -> &FixedBitSet {
        self.alive.get_or_init(|| {
            let mut docs = BitSet::with_max_value_and_full(self.max_doc());
            if let Some(alive) = self.reader.alive_bitset() {
                docs.intersect_update(alive.bitset());
            }
            set_of(&docs)
        })
    }

    pub(crate) fn inverted(&self, field: TextField) -> &InvertedIndexReader {
        &self.text[field as usize]
    }

    pub(crate) fn max_doc(&self) -> DocId {
        self.reader.max_doc()
    }

    /// The id of a book of this segment.
    pub(crate) fn book_id(&self, doc: DocId) -> BookId {
        BookId::new(self.id.first(doc).unwrap_or(0))
    }
}

/// Nothing that holds these locks panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The documents of a set of the engine, which has no operations that count.
fn set_of(docs: &BitSet) -> FixedBitSet {
    const DOCS_OF_TINY_SET: u32 = u64::BITS;
    let tiny_sets = 0..docs.max_value().div_ceil(DOCS_OF_TINY_SET);
    let bytes: Vec<u8> = tiny_sets
        .flat_map(|place| docs.tinyset(place).into_bytes())
        .collect();
    let blocks = bytes.as_chunks().0.iter();
    FixedBitSet::with_capacity_and_blocks(
        docs.max_value() as usize,
        blocks.map(|&block| usize::from_le_bytes(block)),
    )
}

/// Opens a number column. If no book of the segment has a value, the column is missing on disk and empty here.
fn number_column<T>(reader: &SegmentReader, name: &str) -> Result<Column<T>, Error>
where
    T: HasAssociatedColumnType + Default,
    DynamicColumn: Into<Option<Column<T>>>,
{
    let column = reader.fast_fields().column_opt(name)?;
    Ok(column.unwrap_or_else(|| Column::build_empty_column(reader.max_doc())))
}

fn text_column(reader: &SegmentReader, name: &str) -> Result<StrColumn, Error> {
    let column = reader.fast_fields().str(name)?;
    Ok(column.unwrap_or_else(|| StrColumn::wrap(BytesColumn::empty(reader.max_doc()))))
}
