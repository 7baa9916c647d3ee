//! The documents of a segment that have each value of a facet.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

/// The documents of a value are kept as a set if more than one in this many has the value: a list would need more memory, and
/// more time to count.
const SET_SHARE: usize = 32;
/// How many values are known as the most frequent ones.
pub(crate) const MOST_FREQUENT: usize = 2_000;

/// The documents with each value of a facet. Values are numbers from 1.
#[derive(Debug)]
pub(crate) struct DocsByValue {
    /// Where the list of each value begins in `docs`, by number; it ends where the next one begins.
    starts: Vec<u32>,
    /// The lists of the values that have no set.
    docs: Vec<DocId>,
    /// The documents of the values that many have, by number.
    sets: Vec<(u32, FixedBitSet)>,
    /// The most frequent values, the first the most frequent, with their numbers of documents.
    most_frequent: Vec<(u32, u32)>,
}

impl DocsByValue {
    /// For the values 1 to `values` of `documents` documents. `each` calls what it is given with every document and each of its
    /// values; the value 0 is ignored.
    pub(crate) fn new(documents: usize, values: usize, each: impl Fn(&mut dyn FnMut(DocId, u32))) -> Self {
        let mut lengths = vec![0_u32; values + 1];
        each(&mut |_, value| lengths[value as usize] += 1);
        lengths[0] = 0;

        let mut most_frequent: Vec<(u32, u32)> = (0..).zip(lengths.iter().copied()).skip(1).collect();
        let rank = |&(value, length): &(u32, u32)| (Reverse(length), value);
        if most_frequent.len() > MOST_FREQUENT {
            most_frequent.select_nth_unstable_by_key(MOST_FREQUENT, rank);
            most_frequent.truncate(MOST_FREQUENT);
        }
        most_frequent.sort_unstable_by_key(rank);
        most_frequent.shrink_to_fit();

        let mut sets = Vec::new();
        for (value, length) in (0..).zip(&mut lengths) {
            if *length as usize * SET_SHARE > documents {
                sets.push((value, FixedBitSet::with_capacity(documents)));
                *length = 0;
            }
        }
        let mut end = 0;
        let mut starts: Vec<u32> = Vec::with_capacity(lengths.len() + 1);
        for length in lengths {
            starts.push(end);
            end += length;
        }
        starts.push(end);
        let mut docs = vec![0; end as usize];
        let mut next = starts.clone();
        each(&mut |doc, value| {
            if let Ok(place) = sets.binary_search_by_key(&value, |set| set.0) {
                sets[place].1.insert(doc as usize);
            } else if value > 0 {
                let next = &mut next[value as usize];
                docs[*next as usize] = doc;
                *next += 1;
            }
        });
        Self {
            starts,
            docs,
            sets,
            most_frequent,
        }
    }

    fn set(&self, value: u32) -> Option<&FixedBitSet> {
        let place = self.sets.binary_search_by_key(&value, |set| set.0).ok()?;
        Some(&self.sets[place].1)
    }

    fn list(&self, value: u32) -> &[DocId] {
        let value = value as usize;
        &self.docs[self.starts[value] as usize..self.starts[value + 1] as usize]
    }

    /// How many documents of a set have the value.
    pub(crate) fn count(&self, value: u32, among: &FixedBitSet) -> usize {
        if let Some(set) = self.set(value) {
            set.intersection_count(among)
        } else {
            let is_among = |doc: &DocId| usize::from(among.contains(*doc as usize));
            self.list(value).iter().map(is_among).sum()
        }
    }

    /// Adds the documents with the value to a set.
    pub(crate) fn add_to(&self, value: u32, docs: &mut FixedBitSet) {
        match self.set(value) {
            Some(set) => docs.union_with(set),
            None => docs.extend(self.list(value).iter().map(|&doc| doc as usize)),
        }
    }

    /// The most frequent values, at most `most` and [`MOST_FREQUENT`], and the largest number of documents of the others.
    pub(crate) fn most_frequent(&self, most: usize) -> (impl Iterator<Item = u32>, usize) {
        let taken = most.min(self.most_frequent.len());
        let values = self.most_frequent[..taken].iter().map(|&(value, _)| value);
        let next = self
            .most_frequent
            .get(taken)
            .or(self.most_frequent.last().filter(|_| self.has_more()));
        (values, next.map_or(0, |&(_, length)| length as usize))
    }

    /// Whether some values are not among the most frequent ones.
    fn has_more(&self) -> bool {
        self.starts.len() - 2 > self.most_frequent.len()
    }
}
