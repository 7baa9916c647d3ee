//! The filters of a query on one segment.

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use crate::facet_values::{FacetValues, MOST_STARS, ValueColumn, place_of_decade};
use crate::query::{Facet, Filters};

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
    pub(crate) fn new(values: &'a FacetValues, filters: &Filters<'_>) -> Self {
        let mut chosen = Vec::new();
        let mut choose = |facet, numbers: &dyn Fn(ValueColumn) -> Vec<u32>| {
            let column = ValueColumn::of(facet, filters.semester_study);
            chosen.push((facet, column, numbers(column)));
        };
        for (facet, names) in [
            (Facet::Category, filters.categories),
            (Facet::Author, filters.authors),
            (Facet::Subject, filters.subjects),
            (Facet::Language, filters.languages),
        ] {
            if !names.is_empty() {
                choose(facet, &|column| {
                    let number_of = |name: &String| values.names(column)?.number_of(name);
                    names.iter().filter_map(number_of).collect()
                });
            }
        }
        if !filters.decades.is_empty() {
            let place = |&decade: &i32| place_of_decade(decade.into()).into();
            choose(Facet::Decade, &|_| filters.decades.iter().map(place).collect());
        }
        if filters.available {
            choose(Facet::Availability, &|_| vec![1]);
        }
        if filters.semester_study {
            choose(Facet::SemesterStudy, &|_| vec![1]);
        }
        if filters.least_stars > 0 {
            choose(Facet::Rating, &|_| {
                (filters.least_stars.into()..=MOST_STARS.into()).collect()
            });
        }
        Self { values, chosen }
    }

    /// The filters that each of some documents does not pass.
    pub(crate) fn failed(&self, docs: &[DocId]) -> Vec<Facets> {
        let mut failed = vec![self.all(); docs.len()];
        for (facet, column, chosen) in &self.chosen {
            let passed = !bit(*facet);
            self.values.each_value(*column, docs, |at, number| {
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
