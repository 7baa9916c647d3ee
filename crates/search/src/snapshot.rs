//! A snapshot of the index, open for reading.

use std::sync::{Arc, OnceLock};

use carrel_domain::catalogue::book::BookId;
use fixedbitset::FixedBitSet;
use tantivy::columnar::{BytesColumn, Column, DynamicColumn, HasAssociatedColumnType, StrColumn};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::{BitSet, DocId, InvertedIndexReader, Searcher, SegmentReader};

use crate::error::Error;
use crate::facet_values::FacetValues;
use crate::page::Address;
use crate::query::{Facet, FacetCounts, Sort};
use crate::schema::{Fields, TextField, column};
use crate::sort_keys::sorted;

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
            if let Some(known) = { known }.find(|known| known.reader.segment_id() == reader.segment_id()) {
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
        })
    }

    /// Reads what searches would read on first use.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        for segment in &self.segments {
            segment.facet_values()?.prepare();
            for sort in Sort::WITHOUT_SCORES {
                segment.sorted(sort);
            }
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
    pub(crate) fn facet_values(&self) -> Result<&FacetValues, Error> {
        let read = &self.read.facet_values;
        if let Some(values) = read.get() {
            return Ok(values);
        }
        let values = FacetValues::read(self)?;
        Ok(read.get_or_init(|| values))
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
