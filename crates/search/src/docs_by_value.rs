//! The documents of a segment that have each value of a facet.

use fixedbitset::FixedBitSet;
use tantivy::DocId;

/// The documents of a value are kept as a set if more than one in this many has the value: a list would need more memory, and
/// more time to count.
const SET_SHARE: usize = 32;

/// The documents with each value of a facet. Values are numbers from 1.
#[derive(Debug)]
pub(crate) struct DocsByValue {
    /// Where the list of each value begins in `docs`, by number; it ends where the next one begins.
    starts: Vec<u32>,
    /// The lists of the values that have no set.
    docs: Vec<DocId>,
    /// The documents of the values that many have, by number.
    sets: Vec<(u32, FixedBitSet)>,
}

impl DocsByValue {
    /// For the values 1 to `values` of `documents` documents. `each` calls what it is given with every document and each of its
    /// values; the value 0 is ignored.
    pub(crate) fn new(documents: usize, values: usize, each: impl Fn(&mut dyn FnMut(DocId, u32))) -> Self {
        let mut lengths = vec![0_u32; values + 1];
        each(&mut |_, value| lengths[value as usize] += 1);
        lengths[0] = 0;

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
        Self { starts, docs, sets }
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

    /// How many documents have each value, by number.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = u32> {
        let mut sets = self.sets.iter().peekable();
        let lists = (0..).zip(self.starts.windows(2));
        lists.map(move |(value, ends)| match sets.next_if(|set| set.0 == value) {
            Some((_, set)) => u32::try_from(set.count_ones(..)).unwrap_or(u32::MAX),
            None => ends[1] - ends[0],
        })
    }
}
