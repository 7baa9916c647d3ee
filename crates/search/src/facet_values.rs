//! The values of the facets of every document of a segment, unpacked: to read them from the columns of the engine takes about
//! twice as long. Also the documents with each value, by which many documents are counted.

use std::sync::OnceLock;

use tantivy::columnar::{Column, StrColumn};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::docs::{Docs, doc_id};
use crate::docs_by_value::DocsByValue;
use crate::query::Facet;
use crate::snapshot::Segment;

/// The number of decades: from the earliest to the latest year of a book, and one for books without a year.
const DECADES: u16 = 1301;
/// The place of the decade that begins with the year 0; the place 0 stands for books without a year.
const DECADE_ZERO: i64 = 301;
/// The maximum of a rating in stars.
pub(crate) const MOST_STARS: u8 = 5;

/// The number of documents whose values are read at once.
const PART_DOCS: usize = 64;

const STARS: u8 = 0b0000_0111;
const AVAILABLE: u8 = 0b0000_1000;
const MARKED: u8 = 0b0001_0000;

/// A column with the values of a facet. Values are numbers; 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueColumn {
    /// Its numbers are those of names, as in the other columns with names.
    Category,
    SemesterCategory,
    Author,
    Subject,
    Language,
    /// Its numbers are the places of decades, see [`place_of_decade`].
    Decade,
    /// The average rating in stars, rounded down.
    Stars,
    /// 1 if a copy is on the shelf.
    Available,
    /// 1 if the book is marked for semester study.
    Marked,
}

impl ValueColumn {
    /// The columns whose numbers are those of names. They are the first columns, so that their place is `column as usize`, too.
    pub(crate) const NAMED: [Self; 5] = [
        Self::Category,
        Self::SemesterCategory,
        Self::Author,
        Self::Subject,
        Self::Language,
    ];
    /// All columns; the place of a column is `column as usize`.
    const ALL: [Self; 9] = [
        Self::Category,
        Self::SemesterCategory,
        Self::Author,
        Self::Subject,
        Self::Language,
        Self::Decade,
        Self::Stars,
        Self::Available,
        Self::Marked,
    ];

    /// The column of a facet. In books for semester study, the categories are semester categories.
    pub(crate) fn of(facet: Facet, semester_study: bool) -> Self {
        match facet {
            Facet::Category if semester_study => Self::SemesterCategory,
            Facet::Category => Self::Category,
            Facet::Author => Self::Author,
            Facet::Subject => Self::Subject,
            Facet::Language => Self::Language,
            Facet::Decade => Self::Decade,
            Facet::Availability => Self::Available,
            Facet::SemesterStudy => Self::Marked,
            Facet::Rating => Self::Stars,
        }
    }

    /// The greatest number that a value can have; `None` for names, of which each segment has others.
    pub(crate) fn greatest(self) -> Option<usize> {
        match self {
            Self::Category | Self::SemesterCategory | Self::Author | Self::Subject | Self::Language => None,
            Self::Decade => Some(usize::from(DECADES - 1)),
            Self::Stars => Some(usize::from(MOST_STARS)),
            Self::Available | Self::Marked => Some(1),
        }
    }
}

/// Names are numbers: 0 for none, else the ordinal in the column plus one.
#[derive(Debug)]
pub(crate) struct FacetValues {
    /// How many names each column of names has.
    names: [usize; ValueColumn::NAMED.len()],
    categories: Vec<u32>,
    semester_categories: ValuesByDoc,
    languages: Vec<u32>,
    authors: ValuesByDoc,
    subjects: ValuesByDoc,
    /// Places of decades.
    decades: Vec<u16>,
    /// The stars of the average rating, rounded down, and the other flags.
    flags: Vec<u8>,
    /// The documents with each value, by column; made on first use.
    docs: [OnceLock<DocsByValue>; ValueColumn::ALL.len()],
}

impl FacetValues {
    pub(crate) fn read(segment: &Segment) -> Self {
        let mut decades = vec![0; segment.max_doc() as usize];
        each(segment, &segment.published_year, |doc, year| {
            decades[doc] = place_of_decade(decade_of(year));
        });
        let mut flags = vec![0; segment.max_doc() as usize];
        each(segment, &segment.rating, |doc, rating| {
            flags[doc] |= u8::try_from(rating / 100).unwrap_or(0).min(MOST_STARS);
        });
        each(segment, &segment.available, |doc, available| {
            flags[doc] |= if available { AVAILABLE } else { 0 };
        });
        let semester_categories = ValuesByDoc::read(segment, &segment.semester_category);
        for (doc, flags) in flags.iter_mut().enumerate() {
            if !semester_categories.of(doc).is_empty() {
                *flags |= MARKED;
            }
        }
        Self {
            names: ValueColumn::NAMED
                .map(|column| segment.names_column(column).map_or(0, |names| names.num_terms())),
            categories: first_numbers(segment, &segment.category),
            semester_categories,
            languages: first_numbers(segment, &segment.language),
            authors: ValuesByDoc::read(segment, &segment.author_name),
            subjects: ValuesByDoc::read(segment, &segment.subject),
            decades,
            flags,
            docs: Default::default(),
        }
    }

    /// How many documents the segment has, deleted ones included.
    pub(crate) fn documents(&self) -> usize {
        self.flags.len()
    }

    /// The greatest number of a column in this segment.
    pub(crate) fn greatest(&self, column: ValueColumn) -> usize {
        column.greatest().unwrap_or_else(|| self.names[column as usize])
    }

    /// Makes the documents with each value of every column.
    pub(crate) fn prepare(&self) {
        for column in ValueColumn::ALL {
            self.docs(column);
        }
    }

    /// The documents with each value of a column.
    pub(crate) fn docs(&self, column: ValueColumn) -> &DocsByValue {
        self.docs[column as usize].get_or_init(|| {
            DocsByValue::new(self.documents(), self.greatest(column), |see| {
                let all = (0..self.documents()).map(doc_id);
                self.each_value(column, all, |doc, number| see(doc_id(doc), number));
            })
        })
    }

    /// Calls `see` with the place of each document in `docs` and the number of a value, once for each value. Of a document without
    /// a value, the number is 0 if it is seen at all.
    pub(crate) fn each_value(
        &self,
        column: ValueColumn,
        docs: impl Iterator<Item = DocId>,
        mut see: impl FnMut(usize, u32),
    ) {
        let docs = docs.map(|doc| doc as usize).enumerate();
        match column {
            ValueColumn::Category => docs.for_each(|(at, doc)| see(at, self.categories[doc])),
            ValueColumn::SemesterCategory => self.semester_categories.each(docs, see),
            ValueColumn::Language => docs.for_each(|(at, doc)| see(at, self.languages[doc])),
            ValueColumn::Subject => self.subjects.each(docs, see),
            ValueColumn::Author => self.authors.each(docs, see),
            ValueColumn::Decade => docs.for_each(|(at, doc)| see(at, self.decades[doc].into())),
            ValueColumn::Stars => docs.for_each(|(at, doc)| see(at, (self.flags[doc] & STARS).into())),
            ValueColumn::Available => docs.for_each(|(at, doc)| see(at, self.has(AVAILABLE, doc))),
            ValueColumn::Marked => docs.for_each(|(at, doc)| see(at, self.has(MARKED, doc))),
        }
    }

    /// Calls `see` with the number of every value of some documents, as [`Self::each_value`] does.
    pub(crate) fn each_value_of(&self, column: ValueColumn, docs: &Docs, mut see: impl FnMut(u32)) {
        let many = match column {
            ValueColumn::SemesterCategory => Some(&self.semester_categories),
            ValueColumn::Subject => Some(&self.subjects),
            ValueColumn::Author => Some(&self.authors),
            _ => None,
        };
        match (docs, many) {
            (Docs::List(docs), Some(values)) => values.each_of_few(docs, see),
            (Docs::List(docs), None) => {
                self.each_value(column, docs.iter().copied(), |_, number| see(number));
            }
            (Docs::Set(docs), _) => self.each_value(column, docs.ones().map(doc_id), |_, number| see(number)),
        }
    }

    /// 1 if the document has a flag.
    fn has(&self, flag: u8, doc: usize) -> u32 {
        u32::from(self.flags[doc] & flag != 0)
    }
}

/// Any number of values of each document.
#[derive(Debug)]
struct ValuesByDoc {
    /// Where those of each document begin in `values`; they end where those of the next document begin.
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl ValuesByDoc {
    /// The numbers of the names of each document.
    fn read(segment: &Segment, column: &StrColumn) -> Self {
        let mut starts = Vec::with_capacity(segment.max_doc() as usize + 1);
        starts.push(0);
        let mut values = Vec::new();
        for doc in 0..segment.max_doc() {
            values.extend(column.ords().values_for_doc(doc).map(number));
            starts.push(
                u32::try_from(values.len()).expect("a segment has fewer names than numbers of 32 bits"),
            );
        }
        values.shrink_to_fit();
        Self { starts, values }
    }

    fn of(&self, doc: usize) -> &[u32] {
        &self.values[self.starts[doc] as usize..self.starts[doc + 1] as usize]
    }

    /// Calls `see` with each value of the documents, which are given with their places.
    fn each(&self, docs: impl Iterator<Item = (usize, usize)>, mut see: impl FnMut(usize, u32)) {
        for (at, doc) in docs {
            for &value in self.of(doc) {
                see(at, value);
            }
        }
    }

    /// Calls `see` with each value of documents that are far from each other.
    ///
    /// The bounds of several documents are read before their values, so that the processor can wait for the memory of all of them at
    /// once. A search for two words among a million books takes about a tenth less time; for many documents, [`Self::each`] is faster.
    fn each_of_few(&self, docs: &[DocId], mut see: impl FnMut(u32)) {
        for docs in docs.chunks(PART_DOCS) {
            let mut bounds = [(0, 0); PART_DOCS];
            for (bounds, &doc) in bounds.iter_mut().zip(docs) {
                *bounds = (self.starts[doc as usize], self.starts[doc as usize + 1]);
            }
            for &(start, end) in &bounds[..docs.len()] {
                self.values[start as usize..end as usize]
                    .iter()
                    .for_each(|&value| see(value));
            }
        }
    }
}

/// The first year of the decade of a year. The decade of the year -1 is -10 to -1.
fn decade_of(year: i64) -> i64 {
    year.div_euclid(10) * 10
}

/// The place of a decade; one beyond the years of books counts as the first or the last.
pub(crate) fn place_of_decade(first_year: i64) -> u16 {
    let last = i64::from(DECADES) - 1;
    u16::try_from((first_year / 10 + DECADE_ZERO).clamp(1, last)).unwrap_or(0)
}

/// The first year of the decade at a place.
pub(crate) fn decade_at(place: u32) -> i64 {
    (i64::from(place) - DECADE_ZERO) * 10
}

/// The number of the name at an ordinal.
fn number(ordinal: u64) -> u32 {
    u32::try_from(ordinal + 1).unwrap_or(0)
}

/// The number of the name of each document in a column with at most one.
fn first_numbers(segment: &Segment, column: &StrColumn) -> Vec<u32> {
    let mut numbers = vec![0; segment.max_doc() as usize];
    each(segment, column.ords(), |doc, ordinal| {
        numbers[doc] = number(ordinal);
    });
    numbers
}

/// Calls `see` with every document that has a value.
fn each<T>(segment: &Segment, column: &Column<T>, mut see: impl FnMut(usize, T))
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static,
{
    let all: Vec<DocId> = (0..segment.max_doc()).collect();
    for docs in all.chunks(BLOCK) {
        let mut values = [None; BLOCK];
        column.first_vals(docs, &mut values[..docs.len()]);
        for (&doc, value) in docs.iter().zip(values) {
            if let Some(value) = value {
                see(doc as usize, value);
            }
        }
    }
}
