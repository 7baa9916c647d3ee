//! The filters of a query on one segment.

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use crate::error::Error;
use crate::facet_values::{FacetValues, MOST_STARS, ValueColumn, place_of_decade};
use crate::query::{Facet, Filters};
use crate::snapshot::Snapshot;

/// Some facets: a bit for each, at its place in [`Facet::ALL`].
pub(crate) type Facets = u8;

/// The bit of a facet in [`Facets`].
pub(crate) fn bit(facet: Facet) -> Facets {
    1 << facet as usize
}

/// The filters of a query that restrict, each with the values that pass it, looked up in one segment.
pub(crate) struct SegmentFilters<'a> {
    values: &'a FacetValues,
    chosen: Vec<(Facet, ValueColumn, Vec<u32>)>,
}

impl<'a> SegmentFilters<'a> {
    /// Looks up the values in the segment at a place of a snapshot.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn new(snapshot: &'a Snapshot, segment: usize, filters: &Filters<'_>) -> Result<Self, Error> {
        let mut chosen = Vec::new();
        let column = |facet| ValueColumn::of(facet, filters.semester_study);
        for (facet, names) in [
            (Facet::Category, filters.categories),
            (Facet::Author, filters.authors),
            (Facet::Subject, filters.subjects),
            (Facet::Language, filters.languages),
        ] {
            if !names.is_empty()
                && let Some(known) = snapshot.names(column(facet))?
            {
                let number = |name: &String| known.number_in_segment(segment, known.number(name)?);
                chosen.push((facet, column(facet), names.iter().filter_map(number).collect()));
            }
        }
        let mut choose = |facet, numbers| chosen.push((facet, column(facet), numbers));
        if !filters.decades.is_empty() {
            let place = |&decade: &i32| place_of_decade(decade.into()).into();
            choose(Facet::Decade, filters.decades.iter().map(place).collect());
        }
        if filters.available {
            choose(Facet::Availability, vec![1]);
        }
        if filters.semester_study {
            choose(Facet::SemesterStudy, vec![1]);
        }
        if filters.least_stars > 0 {
            choose(
                Facet::Rating,
                (filters.least_stars.into()..=MOST_STARS.into()).collect(),
            );
        }
        let values = snapshot.segments[segment].facet_values();
        Ok(Self { values, chosen })
    }

    /// The filters that each of some documents does not pass.
    pub(crate) fn failed(&self, docs: &[DocId]) -> Vec<Facets> {
        let mut failed = vec![self.all(); docs.len()];
        for (facet, column, chosen) in &self.chosen {
            let passed = !bit(*facet);
            self.values
                .each_value(*column, docs.iter().copied(), |at, number| {
                    if chosen.contains(&number) {
                        failed[at] &= passed;
                    }
                });
        }
        failed
    }

    /// Every filter.
    pub(crate) fn all(&self) -> Facets {
        self.chosen.iter().fold(0, |all, (facet, ..)| all | bit(*facet))
    }

    /// The documents of the segment that pass each filter.
    pub(crate) fn passing(&self, documents: usize) -> Vec<(Facets, FixedBitSet)> {
        let passing = |(facet, column, chosen): &(Facet, ValueColumn, Vec<u32>)| {
            let mut docs = FixedBitSet::with_capacity(documents);
            for &number in chosen {
                self.values.docs(*column).add_to(number, &mut docs);
            }
            (bit(*facet), docs)
        };
        self.chosen.iter().map(passing).collect()
    }
}
