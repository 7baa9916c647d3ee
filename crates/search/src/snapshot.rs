//! A snapshot of the index, open for reading.

use std::sync::{Arc, OnceLock};

use carrel_domain::catalogue::book::BookId;
use tantivy::columnar::{BytesColumn, Column, DynamicColumn, HasAssociatedColumnType, StrColumn};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::{DocId, InvertedIndexReader, Searcher, SegmentReader};

use crate::error::Error;
use crate::facet_values::FacetValues;
use crate::page::Address;
use crate::query::{Facet, FacetCounts};
use crate::schema::{Fields, TextField, column};

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
    /// Read on first use, and handed on to the next snapshot: a segment never changes, it only loses documents.
    facet_values: Arc<OnceLock<FacetValues>>,
    pub(crate) isbn: Column<u64>,
    pub(crate) created_at: Column<i64>,
    pub(crate) rating: Column<i64>,
    pub(crate) published_year: Column<i64>,
    pub(crate) popularity: Column<i64>,
    pub(crate) available: Column<bool>,
    pub(crate) title: OrderColumn,
    pub(crate) author: OrderColumn,
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
                segment.facet_values = Arc::clone(&known.facet_values);
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
            facet_values: Arc::default(),
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
        if let Some(values) = self.facet_values.get() {
            return Ok(values);
        }
        let values = FacetValues::read(self)?;
        Ok(self.facet_values.get_or_init(|| values))
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
