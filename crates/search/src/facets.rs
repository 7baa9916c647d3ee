//! Counts matching documents by the values of facets.

use crate::docs::Docs;
use crate::error::Error;
use crate::facet_values::{MOST_STARS, ValueColumn, decade_at};
use crate::filters::{Facets, bit};
use crate::query::{Facet, FacetCounts};
use crate::snapshot::Snapshot;
use crate::value_counts::ValueCounts;

/// The documents to count by one facet.
pub(crate) struct Tally {
    facet: Facet,
    column: ValueColumn,
    /// The filters that do not restrict it.
    pub(crate) free: Facets,
    /// For each segment in order.
    docs: Vec<Docs>,
}

impl Tally {
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
            docs: Vec::new(),
        }
    }

    /// Adds the documents of the next segment.
    pub(crate) fn add(&mut self, docs: Docs) {
        self.docs.push(docs);
    }

    /// The facet with its values and their counts; values without books are left out.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn finish(self, snapshot: &Snapshot) -> Result<(Facet, FacetCounts), Error> {
        let facet = self.facet;
        let counts = ValueCounts::new(snapshot, self.column, self.docs)?;
        let named = |most| {
            let named = |(number, count)| (counts.name(number).to_owned(), count as usize);
            Ok::<_, Error>(counts.largest(most)?.into_iter().map(named).collect())
        };
        let counts = match facet {
            Facet::Author | Facet::Subject => named(Facet::MOST_NAMES)?,
            Facet::Category | Facet::Language => named(usize::MAX)?,
            Facet::Decade => counts
                .all()
                .into_iter()
                .rev()
                .map(|(place, count)| (decade_at(place).to_string(), count as usize))
                .collect(),
            Facet::Rating => {
                let counts = counts.all();
                let at_least = |stars: u8| {
                    let enough = counts.iter().filter(|(number, _)| *number >= stars.into());
                    enough.map(|(_, count)| *count as usize).sum()
                };
                // The highest rating is counted with the one below it.
                (1..MOST_STARS)
                    .rev()
                    .map(|stars| (stars.to_string(), at_least(stars)))
                    .filter(|(_, count)| *count > 0)
                    .collect()
            }
            Facet::Availability => only("available", &counts),
            Facet::SemesterStudy => only("true", &counts),
        };
        Ok((facet, counts))
    }
}

/// The counts of a facet that has one value.
fn only(value: &str, counts: &ValueCounts<'_>) -> FacetCounts {
    let counts = counts.all().into_iter();
    counts
        .map(|(_, count)| (value.to_owned(), count as usize))
        .collect()
}
