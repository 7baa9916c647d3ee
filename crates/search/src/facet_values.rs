//! The values of the facets of every document of a segment, unpacked: to count a million books by seven facets from the
//! columns of the engine takes about twice as long.

use tantivy::columnar::{Column, StrColumn};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::bits::Bits;
use crate::error::Error;
use crate::names::Names;
use crate::query::Facet;
use crate::schema::Fields;
use crate::snapshot::Segment;

/// The number of decades: from the earliest to the latest year of a book, and one for books without a year.
pub(crate) const DECADES: u16 = 1301;
/// The place of the decade that begins with the year 0; the place 0 stands for books without a year.
const DECADE_ZERO: i64 = 301;

const STARS: u8 = 0b0000_0111;
const AVAILABLE: u8 = 0b0000_1000;
const MARKED: u8 = 0b0001_0000;
const MORE_AUTHORS: u8 = 0b0010_0000;
const MORE_SUBJECTS: u8 = 0b0100_0000;

/// Names are numbers: 0 for none, else the ordinal in the column plus one.
#[derive(Debug)]
pub(crate) struct FacetValues {
    names_of_categories: Names,
    names_of_languages: Names,
    names_of_authors: Names,
    names_of_subjects: Names,
    categories: Vec<u32>,
    languages: Vec<u32>,
    /// The first author of each document.
    authors: Vec<u32>,
    /// The other authors, by document.
    more_authors: Vec<(DocId, u32)>,
    /// The first subject of each document.
    subjects: Vec<u32>,
    /// The other subjects, by document.
    more_subjects: Vec<(DocId, u32)>,
    /// Places of decades.
    decades: Vec<u16>,
    /// The stars of the average rating, rounded down, and the other flags.
    flags: Vec<u8>,
}

impl FacetValues {
    pub(crate) fn read(segment: &Segment, fields: &Fields) -> Result<Self, Error> {
        let (authors, more_authors) = all_numbers(segment, &segment.author_name);
        let (subjects, more_subjects) = all_numbers(segment, &segment.subject);
        let mut decades = vec![0; segment.max_doc() as usize];
        each(segment, &segment.published_year, |doc, year| {
            decades[doc] = place_of_decade(decade_of(year));
        });
        let mut flags = vec![0; segment.max_doc() as usize];
        each(segment, &segment.rating, |doc, rating| {
            flags[doc] |= u8::try_from(rating / 100).unwrap_or(0).min(STARS);
        });
        each(segment, &segment.available, |doc, available| {
            flags[doc] |= if available { AVAILABLE } else { 0 };
        });
        let marked = Bits::of_field(segment, fields.semester_category)?;
        for (doc, flags) in (0..).zip(&mut flags) {
            *flags |= if marked.has(doc) { MARKED } else { 0 };
        }
        for (more, flag) in [(&more_authors, MORE_AUTHORS), (&more_subjects, MORE_SUBJECTS)] {
            for (doc, _) in more {
                flags[*doc as usize] |= flag;
            }
        }
        Ok(Self {
            names_of_categories: Names::read(&segment.category)?,
            names_of_languages: Names::read(&segment.language)?,
            names_of_authors: Names::read(&segment.author_name)?,
            names_of_subjects: Names::read(&segment.subject)?,
            categories: all_numbers(segment, &segment.category).0,
            languages: all_numbers(segment, &segment.language).0,
            authors,
            more_authors,
            subjects,
            more_subjects,
            decades,
            flags,
        })
    }

    /// The names of a facet that has names.
    pub(crate) fn names(&self, facet: Facet) -> &Names {
        match facet {
            Facet::Category => &self.names_of_categories,
            Facet::Language => &self.names_of_languages,
            Facet::Subject => &self.names_of_subjects,
            _ => &self.names_of_authors,
        }
    }

    /// Calls `see` with the place of each document in `docs` and the number of a name, once for each name. A document without a
    /// name has the number 0.
    pub(crate) fn each_name(&self, facet: Facet, docs: &[DocId], mut see: impl FnMut(usize, u32)) {
        let numbers = match facet {
            Facet::Category => &self.categories,
            Facet::Language => &self.languages,
            Facet::Subject => &self.subjects,
            _ => &self.authors,
        };
        for (at, &doc) in docs.iter().enumerate() {
            see(at, numbers[doc as usize]);
        }
        let (all, flag) = match facet {
            Facet::Author => (&self.more_authors, MORE_AUTHORS),
            Facet::Subject => (&self.more_subjects, MORE_SUBJECTS),
            _ => return,
        };
        if all.is_empty() {
            return;
        }
        for (at, &doc) in docs.iter().enumerate() {
            if self.flags[doc as usize] & flag != 0 {
                let from = all.partition_point(|(other, _)| *other < doc);
                let more = all[from..].iter().take_while(|(other, _)| *other == doc);
                for &(_, number) in more {
                    see(at, number);
                }
            }
        }
    }

    /// The place of the decade of a document.
    pub(crate) fn decade(&self, doc: DocId) -> u16 {
        self.decades[doc as usize]
    }

    pub(crate) fn stars(&self, doc: DocId) -> u8 {
        self.flags[doc as usize] & STARS
    }

    pub(crate) fn is_available(&self, doc: DocId) -> bool {
        self.flags[doc as usize] & AVAILABLE != 0
    }

    /// Whether a document is marked for semester study.
    pub(crate) fn is_marked(&self, doc: DocId) -> bool {
        self.flags[doc as usize] & MARKED != 0
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
pub(crate) fn decade_at(place: u16) -> i64 {
    (i64::from(place) - DECADE_ZERO) * 10
}

/// The number of the first name of each document, and the others.
fn all_numbers(segment: &Segment, column: &StrColumn) -> (Vec<u32>, Vec<(DocId, u32)>) {
    let number = |ordinal: u64| u32::try_from(ordinal + 1).unwrap_or(0);
    let mut first = vec![0; segment.max_doc() as usize];
    let mut more = Vec::new();
    let ordinals = column.ords();
    if ordinals.get_cardinality().is_multivalue() {
        for (doc, first) in (0..).zip(&mut first) {
            let mut numbers = ordinals.values_for_doc(doc).map(number);
            *first = numbers.next().unwrap_or(0);
            more.extend(numbers.map(|number| (doc, number)));
        }
    } else {
        each(segment, ordinals, |doc, ordinal| first[doc] = number(ordinal));
    }
    (first, more)
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
