//! Counts the values of a facet over all segments.

use std::cmp::Reverse;

use crate::docs::Docs;
use crate::error::Error;
use crate::facet_values::{FacetValues, ValueColumn};
use crate::frequent::Frequent;
use crate::names::ColumnNames;
use crate::snapshot::Snapshot;

/// While fewer documents are counted than this share of all values, their values are listed and sorted; for more, there is a
/// table of all values. To clear and read the table of a large library costs more than most searches.
const LISTED_SHARE: usize = 32;
/// If fewer documents than one in this many of all segments are counted, all their values are: the most frequent values of such a
/// part are often others than those of all documents.
const COUNTED_SHARE: usize = 4;
/// Up to this many values are each counted by their sets and lists of documents. It is more than there are decades; the authors of
/// a large library are more, and are counted by document.
pub(crate) const MOST_COUNTED_BY_VALUE: usize = 2_000;
/// The number of counts that are compared at once.
const PART: usize = 16;

/// The number of a value, and how often it was counted.
pub(crate) type Counted = (u32, u32);

/// Some documents of every segment, whose values in a column are counted.
pub(crate) struct ValueCounts<'a> {
    snapshot: &'a Snapshot,
    column: ValueColumn,
    /// Of the values, if they are names. Their numbers are those over all segments.
    names: Option<&'a ColumnNames>,
    /// For each segment in order.
    segments: Vec<(&'a FacetValues, Docs)>,
    /// How many documents are counted.
    documents: usize,
}

/// How often values occur.
enum Counts {
    /// Of the values that occur, by number.
    List(Vec<Counted>),
    /// Of each value, by its number. The first one is not used.
    Table(Vec<u32>),
}

impl<'a> ValueCounts<'a> {
    /// Counts documents, which are given for each segment in order.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn new(snapshot: &'a Snapshot, column: ValueColumn, docs: Vec<Docs>) -> Result<Self, Error> {
        let documents = docs.iter().map(Docs::len).sum();
        let segments = snapshot.segments.iter().zip(docs);
        Ok(Self {
            snapshot,
            column,
            names: snapshot.names(column)?,
            segments: segments
                .map(|(segment, docs)| (segment.facet_values(), docs))
                .collect(),
            documents,
        })
    }

    /// The name with a number; empty if the values are not names.
    pub(crate) fn name(&self, number: u32) -> &'a str {
        self.names.map_or("", |names| names.get(number))
    }

    /// The values that occur, by number.
    pub(crate) fn all(&self) -> Vec<Counted> {
        match self.counts() {
            Counts::List(counts) => counts,
            Counts::Table(counts) => (0..)
                .zip(counts)
                .skip(1)
                .filter(|(_, count)| *count > 0)
                .collect(),
        }
    }

    /// The values with the largest counts, at most `most`; of equal counts, the first by number.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn largest(&self, most: usize) -> Result<Vec<Counted>, Error> {
        if self.are_many()
            && let Some(frequent) = self.snapshot.frequent(self.column)?
            && let Some(largest) = self.largest_of_frequent(frequent, most)
        {
            return Ok(largest);
        }
        let mut top = Top::new(most);
        match self.counts() {
            Counts::List(counts) => counts.into_iter().for_each(|counted| top.add(counted)),
            Counts::Table(counts) => top.add_all(&counts),
        }
        Ok(top.finish().0)
    }

    /// Whether so many documents are counted that the most frequent names of the whole index are probably theirs, too.
    fn are_many(&self) -> bool {
        let documents: usize = self.segments.iter().map(|(values, _)| values.documents()).sum();
        self.documents * COUNTED_SHARE >= documents.max(1)
    }

    /// Counts the most frequent names of all documents, until a name that is not counted cannot have as many documents as the
    /// last one of the result. `None` if the known names are not enough to be sure.
    /// (This is the threshold algorithm of Fagin, Lotem and Naor, 2001.)
    fn largest_of_frequent(&self, frequent: &Frequent, most: usize) -> Option<Vec<Counted>> {
        let of_lists: Vec<Vec<Counted>> = self
            .segments
            .iter()
            .map(|(values, docs)| match docs {
                Docs::List(_) => {
                    let mut numbers = Vec::new();
                    values.each_value_of(self.column, docs, |number| numbers.push(number));
                    sorted_counts(numbers)
                }
                Docs::Set(_) => Vec::new(),
            })
            .collect();
        let count = |place: usize| -> usize {
            let in_segment = |(segment, (values, docs)): (usize, &(&FacetValues, Docs))| match (
                frequent.number_in_segment(segment, place),
                docs,
            ) {
                (0, _) => 0,
                (number, Docs::Set(docs)) => values.docs(self.column).count(number, docs),
                (number, Docs::List(_)) => {
                    let at = of_lists[segment].binary_search_by_key(&number, |counted| counted.0);
                    at.map_or(0, |at| of_lists[segment][at].1 as usize)
                }
            };
            self.segments.iter().enumerate().map(in_segment).sum()
        };
        let mut counts: Vec<Counted> = Vec::new();
        let mut taken = 0;
        loop {
            let from = taken;
            taken = taken.max(most).saturating_mul(2).min(frequent.len());
            counts.extend((from..taken).map(|place| (frequent.number(place), to_count(count(place)))));
            counts.sort_unstable_by_key(|counted| rank(*counted));
            let below = frequent.most_from(taken);
            let last = most.checked_sub(1).and_then(|place| counts.get(place));
            if below == 0 || last.is_some_and(|(_, count)| *count > below) {
                counts.truncate(most);
                counts.retain(|(_, count)| *count > 0);
                return Some(counts);
            }
            if from == taken {
                return None;
            }
        }
    }

    /// The greatest number of a value.
    fn greatest(&self) -> usize {
        match self.names {
            Some(names) => names.len(),
            None => self.column.greatest().unwrap_or(0),
        }
    }

    fn counts(&self) -> Counts {
        let greatest = self.greatest();
        if self.documents < greatest / LISTED_SHARE {
            let mut all = Vec::new();
            for (segment, (values, docs)) in self.segments.iter().enumerate() {
                let numbers = self.numbers(segment);
                values.each_value_of(self.column, docs, |number| {
                    all.push(numbers.map_or(number, |numbers| numbers[number as usize]));
                });
            }
            return Counts::List(sorted_counts(all));
        }
        let mut counts = vec![0; greatest + 1];
        for (segment, (values, docs)) in self.segments.iter().enumerate() {
            match (docs, self.numbers(segment)) {
                (Docs::Set(docs), numbers) if values.greatest(self.column) <= MOST_COUNTED_BY_VALUE => {
                    let docs_by_value = values.docs(self.column);
                    for value in 1..=values.greatest(self.column) {
                        let number = u32::try_from(value).expect("values have numbers of 32 bits");
                        let total = numbers.map_or(value, |numbers| numbers[value] as usize);
                        counts[total] += to_count(docs_by_value.count(number, docs));
                    }
                }
                (docs, Some(numbers)) => values.each_value_of(self.column, docs, |number| {
                    counts[numbers[number as usize] as usize] += 1;
                }),
                (docs, None) => values.each_value_of(self.column, docs, |number| {
                    counts[number as usize] += 1;
                }),
            }
        }
        Counts::Table(counts)
    }

    /// The numbers over all segments of the values of a segment, by their numbers there; `None` if they are the same.
    fn numbers(&self, segment: usize) -> Option<&'a [u32]> {
        self.names?.numbers(segment)
    }
}

/// A count; there are at most as many documents as numbers of 32 bits.
fn to_count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How often each number occurs, by number; the number 0 is none.
fn sorted_counts(mut numbers: Vec<u32>) -> Vec<Counted> {
    numbers.sort_unstable();
    numbers
        .chunk_by(|one, other| one == other)
        .map(|same| (same[0], to_count(same.len())))
        .filter(|(number, _)| *number > 0)
        .collect()
}

/// The largest count is first; of equal ones, the first by number.
fn rank((number, count): Counted) -> (Reverse<u32>, u32) {
    (Reverse(count), number)
}

/// The largest counts so far; of equal ones, the first by number.
pub(crate) struct Top {
    taken: usize,
    counts: Vec<Counted>,
    /// The largest count that is not among them.
    next: u32,
}

impl Top {
    /// At most `taken`.
    pub(crate) fn new(taken: usize) -> Self {
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

    /// Adds a table of counts by number, whose first one is not used.
    pub(crate) fn add_all(&mut self, counts: &[u32]) {
        for (part, counts) in counts.chunks(PART).enumerate() {
            // The processor compares several counts at once, and most parts have none that is large.
            if counts.iter().any(|count| *count > self.next) {
                let counted = (part * PART..).zip(counts);
                for (number, &count) in counted.filter(|(number, _)| *number > 0) {
                    let number = u32::try_from(number).expect("values have numbers of 32 bits");
                    self.add((number, count));
                }
            }
        }
    }

    fn drop_others(&mut self) {
        if self.taken < self.counts.len() {
            let (_, &mut (_, next), _) = self
                .counts
                .select_nth_unstable_by_key(self.taken, |counted| rank(*counted));
            self.next = next;
            self.counts.truncate(self.taken);
        }
    }

    /// The counts in the order of [`rank`], and the largest count of the others; 0 without others.
    pub(crate) fn finish(mut self) -> (Vec<Counted>, u32) {
        self.drop_others();
        self.counts.sort_unstable_by_key(|counted| rank(*counted));
        (self.counts, self.next)
    }
}
