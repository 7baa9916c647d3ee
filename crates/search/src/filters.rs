//! The filters of a query on one segment.

use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::error::Error;
use crate::facet_values::{FacetValues, NameColumn, place_of_decade};
use crate::query::{Facet, Filters};
use crate::snapshot::Segment;

/// The facets whose filters a book does not pass: a bit for each, at its place in [`Facet::ALL`].
pub(crate) type Failed = u8;

/// The bit of a facet in [`Failed`].
pub(crate) fn bit(facet: Facet) -> Failed {
    1 << facet as usize
}

/// The filters of a query, with their values looked up in one segment.
pub(crate) struct SegmentFilters<'a> {
    filters: Filters<'a>,
    /// Filters by a name, with the numbers of the chosen names.
    names: Vec<(Facet, NameColumn, Vec<u32>)>,
    decades: Vec<u16>,
}

impl<'a> SegmentFilters<'a> {
    pub(crate) fn new(segment: &Segment, filters: Filters<'a>) -> Result<Self, Error> {
        let mut names = Vec::new();
        for (facet, chosen) in [
            (Facet::Category, filters.categories),
            (Facet::Author, filters.authors),
            (Facet::Subject, filters.subjects),
            (Facet::Language, filters.languages),
        ] {
            let column = NameColumn::of(facet, filters.semester_study);
            if let Some(column) = column.filter(|_| !chosen.is_empty()) {
                let known = segment.facet_values()?.names(column);
                let numbers = chosen.iter().filter_map(|name| known.number_of(name));
                names.push((facet, column, numbers.collect()));
            }
        }
        Ok(Self {
            filters,
            names,
            decades: filters
                .decades
                .iter()
                .map(|&decade| place_of_decade(decade.into()))
                .collect(),
        })
    }

    /// Sets which filters each document fails, for at most [`BLOCK`] documents.
    pub(crate) fn fail(&self, values: &FacetValues, docs: &[DocId], failed: &mut [Failed; BLOCK]) {
        let failed = &mut failed[..docs.len()];
        failed.fill(0);
        for (facet, column, chosen) in &self.names {
            let bit = bit(*facet);
            for failed in &mut *failed {
                *failed |= bit;
            }
            values.each_name(*column, docs, |at, number| {
                if chosen.contains(&number) {
                    failed[at] &= !bit;
                }
            });
        }
        let mut fail = |facet, keeps: &dyn Fn(DocId) -> bool| {
            for (&doc, failed) in docs.iter().zip(&mut *failed) {
                if !keeps(doc) {
                    *failed |= bit(facet);
                }
            }
        };
        if self.filters.semester_study {
            fail(Facet::SemesterStudy, &|doc| values.is_marked(doc));
        }
        if self.filters.available {
            fail(Facet::Availability, &|doc| values.is_available(doc));
        }
        let least = self.filters.least_stars;
        if least > 0 {
            fail(Facet::Rating, &|doc| values.stars(doc) >= least);
        }
        if !self.decades.is_empty() {
            fail(Facet::Decade, &|doc| self.decades.contains(&values.decade(doc)));
        }
    }
}
