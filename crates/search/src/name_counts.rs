//! Counts the names of a facet in one segment.

use tantivy::DocId;

use crate::facet_values::{FacetValues, NameColumn};

/// While fewer numbers than this share of all names have been counted, they are listed; after that, there is a table of
/// all names. To clear and read the table of a large library costs more than most searches.
const LISTED_SHARE: usize = 32;

/// How often each name was counted so far.
pub(crate) struct NameCounts {
    column: NameColumn,
    counts: Counts,
}

enum Counts {
    /// The numbers of the names, once for each time that they were counted.
    List(Vec<u32>),
    /// The count of each name, by its number.
    Table(Vec<u32>),
}

/// The number of a name, and how often it was counted.
pub(crate) type Counted = (u32, u32);

impl NameCounts {
    pub(crate) fn new(column: NameColumn) -> Self {
        Self {
            column,
            counts: Counts::List(Vec::new()),
        }
    }

    /// Counts the names of some documents.
    pub(crate) fn count(&mut self, values: &FacetValues, docs: &[DocId]) {
        let names = values.names(self.column).len();
        if let Counts::List(numbers) = &self.counts
            && numbers.len() + docs.len() > names / LISTED_SHARE
        {
            let mut counts = vec![0; names + 1];
            for &number in numbers {
                counts[number as usize] += 1;
            }
            self.counts = Counts::Table(counts);
        }
        match &mut self.counts {
            Counts::List(numbers) => values.each_name(self.column, docs, |_, number| numbers.push(number)),
            Counts::Table(counts) => {
                values.each_name(self.column, docs, |_, number| counts[number as usize] += 1);
            }
        }
    }

    /// The names that were counted, by number. Documents without a name are left out.
    pub(crate) fn finish(self) -> Vec<Counted> {
        match self.counts {
            Counts::List(mut numbers) => {
                numbers.sort_unstable();
                numbers
                    .chunk_by(|one, other| one == other)
                    .map(|same| (same[0], u32::try_from(same.len()).unwrap_or(u32::MAX)))
                    .filter(|(number, _)| *number > 0)
                    .collect()
            }
            Counts::Table(counts) => (0..)
                .zip(counts)
                .skip(1)
                .filter(|(_, count)| *count > 0)
                .collect(),
        }
    }
}
