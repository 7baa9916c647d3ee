//! Counts matching documents by the values of facets.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::docs::Docs;
use crate::facet_values::{FacetValues, MOST_STARS, ValueColumn, decade_at};
use crate::filters::{Facets, bit};
use crate::query::{Facet, FacetCounts};
use crate::value_counts::ValueCounts;

/// The counts of one facet so far.
pub(crate) struct Tally<'a> {
    facet: Facet,
    column: ValueColumn,
    /// The filters that do not restrict it.
    pub(crate) free: Facets,
    /// For each segment in order.
    segments: Vec<ValueCounts<'a>>,
}

impl<'a> Tally<'a> {
    /// Counts by a facet, of books for semester study alone or of any.
    pub(crate) fn new(facet: Facet, semester_study: bool) -> Self {
        let free = match facet {
            // The mark gives the filter by category another meaning, so that nobody keeps the chosen category with it.
            Facet::SemesterStudy if !semester_study => bit(facet) | bit(Facet::Category),
            _ => bit(facet),
        };
        Self {
            facet,
            column: ValueColumn::of(facet, semester_study),
            free,
            segments: Vec::new(),
        }
    }

    /// Counts documents of a segment.
    pub(crate) fn count(&mut self, values: &'a FacetValues, docs: &Docs) {
        self.segments.push(ValueCounts::new(values, self.column, docs));
    }

    /// The facet with its values and their counts; values without books are left out.
    pub(crate) fn finish(self) -> (Facet, FacetCounts) {
        let facet = self.facet;
        let counts = match facet {
            Facet::Author | Facet::Subject => most_frequent(self.segments, Facet::MOST_NAMES),
            Facet::Category | Facet::Language => most_frequent(self.segments, usize::MAX),
            Facet::Decade => totals(self.segments)
                .into_iter()
                .rev()
                .map(|(place, count)| (decade_at(place).to_string(), count))
                .collect(),
            Facet::Rating => {
                let totals = totals(self.segments);
                let at_least = |stars: u8| totals.range(u32::from(stars)..).map(|(_, count)| count).sum();
                // The highest rating is counted with the one below it.
                (1..MOST_STARS)
                    .rev()
                    .map(|stars| (stars.to_string(), at_least(stars)))
                    .filter(|(_, count)| *count > 0)
                    .collect()
            }
            Facet::Availability => only("available", totals(self.segments)),
            Facet::SemesterStudy => only("true", totals(self.segments)),
        };
        (facet, counts)
    }
}

/// The counts of a facet that has one value.
fn only(value: &str, totals: BTreeMap<u32, usize>) -> FacetCounts {
    totals
        .into_values()
        .map(|count| (value.to_owned(), count))
        .collect()
}

/// The counts of all values over all segments, for values whose numbers mean the same in each.
fn totals(segments: Vec<ValueCounts<'_>>) -> BTreeMap<u32, usize> {
    let mut totals = BTreeMap::new();
    for segment in segments {
        for (number, count) in segment.all() {
            *totals.entry(number).or_default() += count as usize;
        }
    }
    totals
}

/// The names with the largest counts over all segments, at most `most`; then by name.
///
/// A name is counted in each segment by itself, so a name that is frequent in none of them may be frequent in all. Names
/// are taken from the top of each segment until those below cannot have as many books together as the last name of the result.
/// (This is the threshold algorithm of Fagin, Lotem and Naor, 2001.)
fn most_frequent(mut segments: Vec<ValueCounts<'_>>, most: usize) -> FacetCounts {
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    let mut taken = most.saturating_mul(2);
    loop {
        let mut below = 0;
        for place in 0..segments.len() {
            let (numbers, next) = segments[place].top(taken);
            below += next;
            let Some(names) = segments[place].names() else {
                continue;
            };
            for number in numbers {
                let name = names.get(number);
                totals.entry(name).or_insert_with(|| total(&segments, name));
            }
        }
        let mut names: Vec<(&str, usize)> = totals
            .iter()
            .map(|(&name, &count)| (name, count))
            .filter(|(_, count)| *count > 0)
            .collect();
        // The sort is stable, and the names are in order already.
        names.sort_by_key(|(_, count)| Reverse(*count));
        let last = most.checked_sub(1).and_then(|place| names.get(place));
        // In one segment, the first names were taken of those with the same count.
        let is_last = |count: usize| count > below || count == below && segments.len() == 1;
        if below == 0 || last.is_some_and(|(_, count)| is_last(*count)) {
            names.truncate(most);
            return names
                .into_iter()
                .map(|(name, count)| (name.to_owned(), count))
                .collect();
        }
        taken = taken.saturating_mul(2);
    }
}

/// How often a name was counted in all segments.
fn total(segments: &[ValueCounts<'_>], name: &str) -> usize {
    let of_segment = |segment: &ValueCounts<'_>| {
        let number = segment.names()?.number_of(name)?;
        Some(segment.of(number))
    };
    segments.iter().filter_map(of_segment).sum()
}
