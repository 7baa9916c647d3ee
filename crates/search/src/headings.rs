//! The headings of all subjects.

use std::collections::BTreeMap;

use tantivy::DocId;

use crate::error::Error;
use crate::fold::fold;
use crate::index::Index;
use crate::query::{Facet, FacetCounts};
use crate::schema::Fields;
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
            let counts = counts_of(segment, &self.fields)?;
            let mut stream = segment.subject.dictionary().stream()?;
            // The number of a heading is its ordinal plus one.
            for count in &counts[1..] {
                if !stream.advance() {
                    break;
                }
                if *count == 0 {
                    continue;
                }
                let heading = String::from_utf8_lossy(stream.key());
                let folded = fold(&heading);
                if wanted.iter().all(|word| folded.contains(*word)) {
                    *all.entry((folded, heading.into_owned())).or_default() += *count;
                }
            }
        }
        Ok(all
            .into_iter()
            .map(|((_, heading), count)| (heading, count))
            .collect())
    }
}

/// The numbers of books of the subjects of a segment. The first is that of books without a subject.
fn counts_of(segment: &Segment, fields: &Fields) -> Result<Vec<usize>, Error> {
    let values = segment.facet_values(fields)?;
    let mut counts = vec![0; segment.subject.num_terms() + 1];
    let alive = segment.reader.alive_bitset();
    let docs: Vec<DocId> = (0..segment.max_doc())
        .filter(|doc| alive.is_none_or(|alive| alive.is_alive(*doc)))
        .collect();
    values.each_name(Facet::Subject, &docs, |_, number| counts[number as usize] += 1);
    Ok(counts)
}
