//! The filters of a query on one segment.

use std::borrow::Cow;

use tantivy::columnar::StrColumn;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::bits::Bits;
use crate::error::Error;
use crate::query::{Facet, Filters, Semester};
use crate::schema::Fields;
use crate::snapshot::Segment;

/// The facets whose filters a book does not pass: a bit for each, at its place in [`Facet::ALL`].
pub(crate) type Failed = u8;

/// The bit of a facet in [`Failed`].
pub(crate) fn bit(facet: Facet) -> Failed {
    1 << facet as usize
}

/// The filters of a query, with their values looked up in one segment.
pub(crate) struct SegmentFilters<'a> {
    segment: &'a Segment,
    filters: Filters<'a>,
    /// Filters by a name: the column, and the ordinals of the chosen names in it.
    names: Vec<(Facet, &'a StrColumn, Vec<u64>)>,
    semester: Option<Cow<'a, Bits>>,
}

impl<'a> SegmentFilters<'a> {
    pub(crate) fn new(segment: &'a Segment, fields: &Fields, filters: Filters<'a>) -> Result<Self, Error> {
        let mut names = Vec::new();
        for (facet, column, chosen) in [
            (Facet::Category, &segment.category, filters.categories),
            (Facet::Author, &segment.author_name, filters.authors),
            (Facet::Language, &segment.language, filters.languages),
        ] {
            if chosen.is_empty() {
                continue;
            }
            let mut ordinals = Vec::with_capacity(chosen.len());
            for name in chosen {
                ordinals.extend(column.dictionary().term_ord(name)?);
            }
            names.push((facet, column, ordinals));
        }
        let semester = match filters.semester {
            Semester::All => None,
            Semester::Marked => Some(Cow::Borrowed(segment.marked(fields)?)),
            Semester::Categories(names) => Some(Cow::Owned(Bits::of_terms(
                segment,
                fields.semester_category,
                names,
            )?)),
        };
        Ok(Self {
            segment,
            filters,
            names,
            semester,
        })
    }

    /// Sets which filters each document fails, for at most [`BLOCK`] documents.
    pub(crate) fn fail(&self, docs: &[DocId], failed: &mut [Failed; BLOCK]) {
        failed[..docs.len()].fill(0);
        for (facet, column, chosen) in &self.names {
            each_ordinal(column, docs, |at, ordinals| {
                if !ordinals.iter().any(|ordinal| chosen.contains(ordinal)) {
                    failed[at] |= bit(*facet);
                }
            });
        }
        let mut fail = |facet, keeps: &dyn Fn(usize) -> bool| {
            for (at, failed) in failed[..docs.len()].iter_mut().enumerate() {
                if !keeps(at) {
                    *failed |= bit(facet);
                }
            }
        };
        if let Some(marked) = &self.semester {
            fail(Facet::SemesterStudy, &|at| marked.has(docs[at]));
        }
        if self.filters.available {
            let mut values = [None; BLOCK];
            self.segment.available.first_vals(docs, &mut values[..docs.len()]);
            fail(Facet::Availability, &|at| values[at] == Some(true));
        }
        let mut values = [None; BLOCK];
        if self.filters.least_rating_hundredths > 0 {
            self.segment.rating.first_vals(docs, &mut values[..docs.len()]);
            let least = self.filters.least_rating_hundredths;
            fail(Facet::Rating, &|at| {
                values[at].is_some_and(|rating| rating >= least)
            });
        }
        if !self.filters.decades.is_empty() {
            self.segment
                .published_year
                .first_vals(docs, &mut values[..docs.len()]);
            let chosen = self.filters.decades;
            fail(Facet::Decade, &|at| {
                values[at]
                    .is_some_and(|year| chosen.iter().any(|&decade| decade_of(year) == i64::from(decade)))
            });
        }
    }
}

/// The first year of the decade of a year. The decade of the year -1 is -10 to -1.
pub(crate) fn decade_of(year: i64) -> i64 {
    year.div_euclid(10) * 10
}

/// Calls `see` with the place of each document in `docs` and the ordinals of its names, at most [`BLOCK`] documents.
pub(crate) fn each_ordinal(column: &StrColumn, docs: &[DocId], mut see: impl FnMut(usize, &[u64])) {
    let ordinals = column.ords();
    if ordinals.get_cardinality().is_multivalue() {
        let mut names = Vec::new();
        for (at, &doc) in docs.iter().enumerate() {
            names.clear();
            names.extend(ordinals.values_for_doc(doc));
            see(at, &names);
        }
    } else {
        let mut first = [None; BLOCK];
        ordinals.first_vals(docs, &mut first[..docs.len()]);
        for (at, ordinal) in first[..docs.len()].iter().enumerate() {
            see(at, ordinal.as_slice());
        }
    }
}
