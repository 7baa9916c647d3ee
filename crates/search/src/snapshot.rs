//! A snapshot of the index, open for reading.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use carrel_domain::catalogue::book::BookId;
use tantivy::columnar::{BytesColumn, Column, DynamicColumn, HasAssociatedColumnType, StrColumn};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::{DocId, InvertedIndexReader, Searcher, SegmentReader};

use crate::error::Error;
use crate::schema::{Fields, TextField, column};

/// A committed state of the index; every column that a search reads is opened once.
pub(crate) struct Snapshot {
    pub(crate) searcher: Searcher,
    pub(crate) segments: Vec<Segment>,
    /// All categories by name, ascending; segments refer to them by index.
    pub(crate) categories: Vec<String>,
    /// The position in the caller's change log; `None` when the index was never filled.
    pub(crate) position: Option<Arc<str>>,
    /// How many snapshots were published before this one.
    pub(crate) generation: u64,
    /// Books per category over the whole index, in the order of `categories`; counted on first use.
    pub(crate) books_per_category: OnceLock<Vec<usize>>,
}

/// One segment with its columns opened.
pub(crate) struct Segment {
    pub(crate) reader: SegmentReader,
    /// The fields with words in the order of [`TextField::ALL`], then the one with keys of sounds.
    pub(crate) text: [Arc<InvertedIndexReader>; 6],
    pub(crate) title_lengths: FieldNormReader,
    pub(crate) id: Column<i64>,
    pub(crate) category: Column<u64>,
    /// Index in [`Snapshot::categories`] of each category ordinal of this segment.
    pub(crate) category_places: Vec<u32>,
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
    /// Opens the snapshot that `searcher` sees.
    pub(crate) fn open(
        searcher: Searcher,
        fields: &Fields,
        position: Option<Arc<str>>,
        generation: u64,
    ) -> Result<Self, Error> {
        let mut names = Vec::new();
        let mut segments = Vec::new();
        for reader in searcher.segment_readers() {
            let (segment, categories) = Segment::open(reader.clone(), fields)?;
            segments.push(segment);
            names.push(categories);
        }

        let mut places: BTreeMap<&str, u32> = names.iter().flatten().map(|name| (name.as_str(), 0)).collect();
        for (next, place) in (0..).zip(places.values_mut()) {
            *place = next;
        }
        for (segment, names) in segments.iter_mut().zip(&names) {
            segment.category_places = names.iter().map(|name| places[name.as_str()]).collect();
        }
        let categories = places.into_keys().map(str::to_owned).collect();
        Ok(Self {
            searcher,
            segments,
            categories,
            position,
            generation,
            books_per_category: OnceLock::new(),
        })
    }

    /// The index of a category in [`Self::categories`].
    pub(crate) fn category_place(&self, name: &str) -> Option<u32> {
        let place = self
            .categories
            .binary_search_by(|category| category.as_str().cmp(name))
            .ok()?;
        u32::try_from(place).ok()
    }

    /// The number of books.
    pub(crate) fn books(&self) -> u64 {
        self.searcher.num_docs()
    }
}

impl Segment {
    /// Opens a segment; also returns the names of its categories by ordinal.
    fn open(reader: SegmentReader, fields: &Fields) -> Result<(Self, Vec<String>), Error> {
        let inverted = |field: TextField| reader.inverted_index(fields.text[field as usize]);
        let category = text_column(&reader, column::CATEGORY)?;
        let mut categories = Vec::with_capacity(category.num_terms());
        let mut stream = category.dictionary().stream()?;
        while stream.advance() {
            categories.push(String::from_utf8_lossy(stream.key()).into_owned());
        }
        let segment = Self {
            text: [
                inverted(TextField::Title)?,
                inverted(TextField::Author)?,
                inverted(TextField::Category)?,
                inverted(TextField::Publisher)?,
                inverted(TextField::Description)?,
                inverted(TextField::Sound)?,
            ],
            title_lengths: reader.get_fieldnorms_reader(fields.text[TextField::Title as usize])?,
            id: number_column(&reader, column::ID)?,
            category: category.ords().clone(),
            category_places: Vec::new(),
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
        };
        Ok((segment, categories))
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
