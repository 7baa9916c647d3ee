//! The values of the facets of every document of a segment, unpacked: to read them from the columns of the engine takes about
//! twice as long. Few documents are counted with them; for many, they become the documents of each value.

use std::sync::OnceLock;

use tantivy::columnar::{Column, StrColumn};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::docs_by_value::DocsByValue;
use crate::error::Error;
use crate::names::Names;
use crate::query::Facet;
use crate::snapshot::Segment;

/// The number of decades: from the earliest to the latest year of a book, and one for books without a year.
const DECADES: u16 = 1301;
/// The place of the decade that begins with the year 0; the place 0 stands for books without a year.
const DECADE_ZERO: i64 = 301;
/// The maximum of a rating in stars.
pub(crate) const MOST_STARS: u8 = 5;

const STARS: u8 = 0b0000_0111;
const AVAILABLE: u8 = 0b0000_1000;
const MARKED: u8 = 0b0001_0000;
const MORE_AUTHORS: u8 = 0b0010_0000;
const MORE_SUBJECTS: u8 = 0b0100_0000;

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
}

/// Names are numbers: 0 for none, else the ordinal in the column plus one.
#[derive(Debug)]
pub(crate) struct FacetValues {
    names_of_categories: Names,
    names_of_semester_categories: Names,
    names_of_languages: Names,
    names_of_authors: Names,
    names_of_subjects: Names,
    categories: Vec<u32>,
    /// The semester categories of the marked documents, by document; most have none.
    semester_categories: Vec<(DocId, u32)>,
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
    /// The documents with each value, by column; made on first use.
    docs: [OnceLock<DocsByValue>; ValueColumn::ALL.len()],
}

impl FacetValues {
    pub(crate) fn read(segment: &Segment) -> Result<Self, Error> {
        let (authors, more_authors) = all_numbers(segment, &segment.author_name);
        let (subjects, more_subjects) = all_numbers(segment, &segment.subject);
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
        let semester_categories = each_number(segment, &segment.semester_category);
        for (more, flag) in [
            (&more_authors, MORE_AUTHORS),
            (&more_subjects, MORE_SUBJECTS),
            (&semester_categories, MARKED),
        ] {
            for (doc, _) in more {
                flags[*doc as usize] |= flag;
            }
        }
        Ok(Self {
            names_of_categories: Names::read(&segment.category)?,
            names_of_semester_categories: Names::read(&segment.semester_category)?,
            names_of_languages: Names::read(&segment.language)?,
            names_of_authors: Names::read(&segment.author_name)?,
            names_of_subjects: Names::read(&segment.subject)?,
            categories: all_numbers(segment, &segment.category).0,
            semester_categories,
            languages: all_numbers(segment, &segment.language).0,
            authors,
            more_authors,
            subjects,
            more_subjects,
            decades,
            flags,
            docs: Default::default(),
        })
    }

    /// The names of a column; `None` if its numbers mean something else.
    pub(crate) fn names(&self, column: ValueColumn) -> Option<&Names> {
        match column {
            ValueColumn::Category => Some(&self.names_of_categories),
            ValueColumn::SemesterCategory => Some(&self.names_of_semester_categories),
            ValueColumn::Language => Some(&self.names_of_languages),
            ValueColumn::Subject => Some(&self.names_of_subjects),
            ValueColumn::Author => Some(&self.names_of_authors),
            ValueColumn::Decade | ValueColumn::Stars | ValueColumn::Available | ValueColumn::Marked => None,
        }
    }

    /// The greatest number of a column.
    pub(crate) fn greatest(&self, column: ValueColumn) -> usize {
        match column {
            ValueColumn::Decade => usize::from(DECADES - 1),
            ValueColumn::Stars => usize::from(MOST_STARS),
            ValueColumn::Available | ValueColumn::Marked => 1,
            _ => self.names(column).map_or(0, Names::len),
        }
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
            let all: Vec<DocId> = (0..).take(self.flags.len()).collect();
            DocsByValue::new(all.len(), self.greatest(column), |see| {
                self.each_value(column, &all, |at, number| see(all[at], number));
            })
        })
    }

    /// Calls `see` with the place of each document in `docs`, which ascend, and the number of a value, once for each value. Of a
    /// document without a value, the number is 0 if it is seen at all.
    pub(crate) fn each_value(&self, column: ValueColumn, docs: &[DocId], mut see: impl FnMut(usize, u32)) {
        let docs_with_places = docs.iter().map(|&doc| doc as usize).enumerate();
        let (first, more) = match column {
            ValueColumn::Category => (Some(&self.categories), None),
            ValueColumn::SemesterCategory => (None, Some((&self.semester_categories, MARKED))),
            ValueColumn::Language => (Some(&self.languages), None),
            ValueColumn::Subject => (Some(&self.subjects), Some((&self.more_subjects, MORE_SUBJECTS))),
            ValueColumn::Author => (Some(&self.authors), Some((&self.more_authors, MORE_AUTHORS))),
            ValueColumn::Decade => {
                return docs_with_places.for_each(|(at, doc)| see(at, self.decades[doc].into()));
            }
            ValueColumn::Stars => {
                return docs_with_places.for_each(|(at, doc)| see(at, (self.flags[doc] & STARS).into()));
            }
            ValueColumn::Available => {
                return docs_with_places
                    .for_each(|(at, doc)| see(at, (self.flags[doc] & AVAILABLE != 0).into()));
            }
            ValueColumn::Marked => {
                return docs_with_places
                    .for_each(|(at, doc)| see(at, (self.flags[doc] & MARKED != 0).into()));
            }
        };
        if let Some(numbers) = first {
            for (at, doc) in docs_with_places {
                see(at, numbers[doc]);
            }
        }
        let Some((all, flag)) = more.filter(|(all, _)| !all.is_empty()) else {
            return;
        };
        let mut from = 0;
        for (at, &doc) in docs.iter().enumerate() {
            if self.flags[doc as usize] & flag != 0 {
                from = seek(all, from, doc);
                let more = all[from..].iter().take_while(|(other, _)| *other == doc);
                for &(_, number) in more {
                    see(at, number);
                }
            }
        }
    }
}

/// The place of the first entry of a document, or of the entry that would follow it. `from` must not be after that place. The
/// entries of the next document are near in most searches with many results, so the steps begin small and double.
fn seek(entries: &[(DocId, u32)], mut from: usize, doc: DocId) -> usize {
    let mut end = from;
    let mut step = 1;
    while entries.get(end).is_some_and(|(other, _)| *other < doc) {
        from = end + 1;
        end += step;
        step *= 2;
    }
    let end = end.min(entries.len());
    from + entries[from..end].partition_point(|(other, _)| *other < doc)
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

/// The numbers of the names of the documents that have any.
fn each_number(segment: &Segment, column: &StrColumn) -> Vec<(DocId, u32)> {
    let mut numbers = Vec::new();
    for doc in 0..segment.max_doc() {
        let of_document = column.ords().values_for_doc(doc);
        numbers.extend(of_document.map(|ordinal| (doc, number(ordinal))));
    }
    numbers
}

/// The number of the name at an ordinal.
fn number(ordinal: u64) -> u32 {
    u32::try_from(ordinal + 1).unwrap_or(0)
}

/// The number of the first name of each document, and the others.
fn all_numbers(segment: &Segment, column: &StrColumn) -> (Vec<u32>, Vec<(DocId, u32)>) {
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

#[cfg(test)]
mod tests {
    use super::seek;

    #[test]
    fn the_entries_of_a_document_are_found_from_every_earlier_place() {
        let entries: Vec<(u32, u32)> = [1, 1, 3, 7, 7, 7, 8, 20, 21, 40].map(|doc| (doc, 0)).to_vec();
        for doc in 0..=41 {
            let expected = entries.partition_point(|(other, _)| *other < doc);
            for from in 0..=expected {
                assert_eq!(seek(&entries, from, doc), expected, "{doc} from {from}");
            }
        }
        assert_eq!(seek(&[], 0, 5), 0);
    }
}
