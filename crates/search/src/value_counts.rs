//! Counts the values of a facet in one segment.

use std::cmp::Reverse;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use crate::docs::{Docs, list};
use crate::docs_by_value::MOST_FREQUENT;
use crate::facet_values::{FacetValues, ValueColumn};
use crate::names::Names;

/// While fewer documents are counted than this share of all values, their values are listed and sorted; for more, there is a
/// table of all values. To clear and read the table of a large library costs more than most searches.
const LISTED_SHARE: usize = 32;
/// If fewer documents than one in this many of a segment are counted, all their values are: the most frequent values of such a part
/// are often others than those of the segment.
const COUNTED_SHARE: usize = 4;
/// Up to this many values are each counted by their sets and lists of documents. It is more than there are decades; the authors of
/// a large library are more, and are counted by document.
const MOST_COUNTED_BY_VALUE: usize = 2_000;
/// The number of counts that are compared at once.
const PART: usize = 16;

/// The number of a value, and how often it was counted.
pub(crate) type Counted = (u32, u32);

/// How often each value of a column occurs in some documents of one segment.
pub(crate) struct ValueCounts<'a> {
    values: &'a FacetValues,
    column: ValueColumn,
    counts: Counts,
}

enum Counts {
    /// Of the values that occur, by number.
    List(Vec<Counted>),
    /// Of each value, by its number, and of documents without a value.
    Table(Vec<u32>),
    /// To be counted among many documents. Of a facet with hundreds of thousands of values, only the largest counts are
    /// wanted, and most values need not be counted to find them.
    Of(Rc<FixedBitSet>),
}

impl<'a> ValueCounts<'a> {
    pub(crate) fn new(values: &'a FacetValues, column: ValueColumn, docs: &Docs) -> Self {
        let counts = match docs {
            Docs::List(docs) => count(values, column, docs),
            Docs::Set(docs) => Counts::Of(Rc::clone(docs)),
        };
        Self {
            values,
            column,
            counts,
        }
    }

    /// The names of the values; `None` if they have none.
    pub(crate) fn names(&self) -> Option<&'a Names> {
        self.values.names(self.column)
    }

    /// The values that occur, by number.
    pub(crate) fn all(mut self) -> Vec<Counted> {
        self.count_all();
        match self.counts {
            Counts::List(counts) => counts,
            Counts::Table(counts) => (0..)
                .zip(counts)
                .skip(1)
                .filter(|(_, count)| *count > 0)
                .collect(),
            Counts::Of(_) => Vec::new(),
        }
    }

    /// How often a value occurs.
    pub(crate) fn of(&self, number: u32) -> usize {
        match &self.counts {
            Counts::List(counts) => {
                let at = counts.binary_search_by_key(&number, |counted| counted.0);
                at.map_or(0, |at| counts[at].1 as usize)
            }
            Counts::Table(counts) => counts[number as usize] as usize,
            Counts::Of(docs) => self.values.docs(self.column).count(number, docs),
        }
    }

    /// Values with the largest counts, at most `taken`, in any order, and a number that no other count exceeds. No other value
    /// with this count comes before them by number.
    pub(crate) fn top(&mut self, taken: usize) -> (Vec<u32>, usize) {
        let is_small = |docs: &FixedBitSet| docs.count_ones(..) * COUNTED_SHARE < docs.len();
        if taken > MOST_FREQUENT || matches!(&self.counts, Counts::Of(docs) if is_small(docs)) {
            self.count_all();
        }
        let (top, next) = match &self.counts {
            Counts::List(counts) => {
                let mut top = Top::new(taken);
                for &counted in counts {
                    top.add(counted);
                }
                top.finish()
            }
            Counts::Table(counts) => {
                let mut top = Top::new(taken);
                for (part, counts) in counts.chunks(PART).enumerate() {
                    // The processor compares several counts at once, and most parts have none that is large.
                    if counts.iter().any(|count| *count > top.next) {
                        let counted = (part * PART..).zip(counts);
                        for (number, &count) in counted.filter(|(number, _)| *number > 0) {
                            let number = u32::try_from(number).expect("values have numbers of 32 bits");
                            top.add((number, count));
                        }
                    }
                }
                top.finish()
            }
            Counts::Of(_) => {
                // A value does not occur more often than in the whole segment. Others with this count may come before, so that
                // the number is one more.
                let (numbers, next) = self.values.docs(self.column).most_frequent(taken);
                return (numbers.collect(), if next > 0 { next + 1 } else { 0 });
            }
        };
        (top.into_iter().map(|(number, _)| number).collect(), next as usize)
    }

    fn count_all(&mut self) {
        if let Counts::Of(docs) = &self.counts {
            let greatest = self.values.greatest(self.column);
            self.counts = if greatest > MOST_COUNTED_BY_VALUE {
                count(self.values, self.column, &list(docs))
            } else {
                let by_value = self.values.docs(self.column);
                let count = |number| u32::try_from(by_value.count(number, docs)).unwrap_or(u32::MAX);
                let greatest = u32::try_from(greatest).expect("values have numbers of 32 bits");
                Counts::Table((0..=greatest).map(count).collect())
            };
        }
    }
}

/// Counts the values of some documents, which ascend.
fn count(values: &FacetValues, column: ValueColumn, docs: &[DocId]) -> Counts {
    let greatest = values.greatest(column);
    if docs.len() < greatest / LISTED_SHARE {
        let mut numbers = Vec::new();
        values.each_value(column, docs, |_, number| numbers.push(number));
        numbers.sort_unstable();
        let counts = numbers
            .chunk_by(|one, other| one == other)
            .map(|same| (same[0], u32::try_from(same.len()).unwrap_or(u32::MAX)))
            .filter(|(number, _)| *number > 0);
        Counts::List(counts.collect())
    } else {
        let mut counts = vec![0; greatest + 1];
        values.each_value(column, docs, |_, number| counts[number as usize] += 1);
        Counts::Table(counts)
    }
}

/// The largest counts so far; of equal ones, the first by number.
struct Top {
    taken: usize,
    counts: Vec<Counted>,
    /// The largest count that is not among them.
    next: u32,
}

impl Top {
    fn new(taken: usize) -> Self {
        Self {
            taken,
            counts: Vec::new(),
            next: 0,
        }
    }

    /// Adds a count. The numbers ascend.
    fn add(&mut self, counted: Counted) {
        if counted.1 > self.next {
            self.counts.push(counted);
            if self.counts.len() / 4 > self.taken {
                self.drop_others();
            }
        }
    }

    fn drop_others(&mut self) {
        if self.taken < self.counts.len() {
            let rank = |&(number, count): &Counted| (Reverse(count), number);
            let (_, &mut (_, next), _) = self.counts.select_nth_unstable_by_key(self.taken, rank);
            self.next = next;
            self.counts.truncate(self.taken);
        }
    }

    fn finish(mut self) -> (Vec<Counted>, u32) {
        self.drop_others();
        (self.counts, self.next)
    }
}
