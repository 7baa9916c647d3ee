//! The headings of all subjects.

use std::collections::BTreeMap;

use tantivy::DocId;

use crate::error::Error;
use crate::facet_values::{FacetValues, NameColumn};
use crate::fold::fold;
use crate::index::Index;
use crate::name_counts::{Counted, NameCounts};
use crate::query::FacetCounts;
use crate::snapshot::Segment;

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
        for segment in &self.snapshot().segments {
            let values = segment.facet_values()?;
            for (number, count) in counted(segment, values) {
                let heading = values.names(NameColumn::Subject).get(number);
                let folded = fold(heading);
                if wanted.iter().all(|word| folded.contains(*word)) {
                    *all.entry((folded, heading.to_owned())).or_default() += count as usize;
                }
            }
        }
        Ok(all
            .into_iter()
            .map(|((_, heading), count)| (heading, count))
            .collect())
    }
}

/// The subjects of a segment with the numbers of their books.
fn counted(segment: &Segment, values: &FacetValues) -> Vec<Counted> {
    let alive = segment.reader.alive_bitset();
    let docs: Vec<DocId> = (0..segment.max_doc())
        .filter(|doc| alive.is_none_or(|alive| alive.is_alive(*doc)))
        .collect();
    let mut counts = NameCounts::new(NameColumn::Subject);
    counts.count(values, &docs);
    counts.finish()
}
