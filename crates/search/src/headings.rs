//! The headings of all subjects.

use std::collections::BTreeMap;

use crate::docs::Docs;
use crate::error::Error;
use crate::facet_values::ValueColumn;
use crate::fold::fold;
use crate::index::Index;
use crate::query::FacetCounts;
use crate::value_counts::ValueCounts;

impl Index {
    /// The subjects whose headings contain every word of `search`, or part of a word, each with the number of its books. They
    /// are in the order of their folded headings.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn subjects(&self, search: &str) -> Result<FacetCounts, Error> {
        let folded = fold(search);
        let wanted: Vec<&str> = folded.split_whitespace().collect();
        let mut all: BTreeMap<(String, String), usize> = BTreeMap::new();
        let snapshot = self.snapshot();
        let docs = snapshot
            .segments
            .iter()
            .map(|segment| Docs::of(segment.alive().clone()));
        let counts = ValueCounts::new(&snapshot, ValueColumn::Subject, docs.collect())?;
        for (number, count) in counts.all() {
            let heading = counts.name(number);
            let folded = fold(heading);
            if wanted.iter().all(|word| folded.contains(*word)) {
                all.insert((folded, heading.to_owned()), count as usize);
            }
        }
        Ok(all
            .into_iter()
            .map(|((_, heading), count)| (heading, count))
            .collect())
    }
}
