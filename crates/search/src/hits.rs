//! Documents that match, and their scores.

use std::cmp::Reverse;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use crate::docs::{Docs, doc_id};
use crate::snapshot::Segment;

/// The bits of a document's state: the units met (4 bits), those met by the title (4 bits), and the score (23 bits).
pub(crate) const MET_MASK: u32 = 0b1111;
pub(crate) const TITLE_SHIFT: u32 = 4;
pub(crate) const SCORE_SHIFT: u32 = 8;
/// Set if the text of the query is the whole title.
pub(crate) const WHOLE_TITLE: u32 = 1 << 31;
/// Score that a whole title adds; more than all units together can add.
const WHOLE_TITLE_SCORE: u32 = 1 << 20;

/// A document that contains all units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) doc: DocId,
    pub(crate) state: u32,
}

impl Hit {
    /// How good the match is, below 2²².
    pub(crate) fn score(self, segment: &Segment) -> u32 {
        score(self.state, || segment.title_lengths.fieldnorm(self.doc))
    }
}

/// The score of a state, with the number of words in the title.
fn score(state: u32, title_length: impl FnOnce() -> u32) -> u32 {
    let score = (state & !WHOLE_TITLE) >> SCORE_SHIFT;
    let in_title = (state >> TITLE_SHIFT) & MET_MASK;
    let mut total = score;
    if in_title > 0 {
        // Up to a quarter more if the title has few other words.
        let length = title_length().max(1);
        total += score * in_title.min(length) / (4 * length);
    }
    if state & WHOLE_TITLE != 0 {
        total += WHOLE_TITLE_SCORE;
    }
    total
}

/// A state below which no match has this score or a better one, see [`score`]: the title adds a quarter at most, and no
/// match without a whole title has the score of one.
pub(crate) fn least_state(score: u32) -> u32 {
    let (whole_title, score) = match score.checked_sub(WHOLE_TITLE_SCORE) {
        Some(score) => (WHOLE_TITLE, score),
        None => (0, score),
    };
    whole_title | (score / 5 * 4) << SCORE_SHIFT
}

/// The documents of one segment that match.
pub(crate) enum Matches {
    /// Ascending.
    Few(Vec<Hit>),
    Many {
        docs: FixedBitSet,
        /// The state of each document of the segment, if it matches.
        states: Vec<u32>,
    },
}

impl Matches {
    /// Few documents as a list, which must ascend, and many as a set.
    pub(crate) fn of(hits: Vec<Hit>, segment: &Segment) -> Self {
        let documents = segment.max_doc() as usize;
        if !Docs::are_many(hits.len(), documents) {
            return Self::Few(hits);
        }
        let mut docs = FixedBitSet::with_capacity(documents);
        let mut states = vec![0; documents];
        for hit in hits {
            docs.insert(hit.doc as usize);
            states[hit.doc as usize] = hit.state;
        }
        Self::Many { docs, states }
    }

    /// Removes the documents of other matches.
    pub(crate) fn remove(&mut self, others: &Self) {
        match (self, others) {
            (Self::Few(hits), Self::Few(others)) => {
                hits.retain(|hit| others.binary_search_by_key(&hit.doc, |other| other.doc).is_err());
            }
            (Self::Few(hits), Self::Many { docs, .. }) => hits.retain(|hit| !docs.contains(hit.doc as usize)),
            (Self::Many { docs, .. }, Self::Few(others)) => {
                for other in others {
                    docs.remove(other.doc as usize);
                }
            }
            (Self::Many { docs, .. }, Self::Many { docs: others, .. }) => docs.difference_with(others),
        }
    }

    /// The documents of both, those of both with their better score.
    pub(crate) fn union(self, others: Self, segment: &Segment) -> Self {
        match (self, others) {
            (Self::Few(mut hits), Self::Few(others)) => {
                hits.extend(others);
                hits.sort_by_key(|hit| (hit.doc, Reverse(hit.score(segment))));
                hits.dedup_by_key(|hit| hit.doc);
                Self::of(hits, segment)
            }
            (Self::Many { mut docs, mut states }, Self::Few(hits))
            | (Self::Few(hits), Self::Many { mut docs, mut states }) => {
                for hit in hits {
                    add_better(&mut docs, &mut states, hit, segment);
                }
                Self::Many { docs, states }
            }
            (
                Self::Many { mut docs, mut states },
                Self::Many {
                    docs: others,
                    states: other_states,
                },
            ) => {
                for doc in others.ones() {
                    let hit = Hit {
                        doc: doc_id(doc),
                        state: other_states[doc],
                    };
                    add_better(&mut docs, &mut states, hit, segment);
                }
                Self::Many { docs, states }
            }
        }
    }
}

/// Adds a document to a set, or its state if it has a better score.
fn add_better(docs: &mut FixedBitSet, states: &mut [u32], hit: Hit, segment: &Segment) {
    let doc = hit.doc;
    let state = &mut states[doc as usize];
    let known = Hit { doc, state: *state };
    if !docs.put(doc as usize) || hit.score(segment) > known.score(segment) {
        *state = hit.state;
    }
}

/// The documents of one segment that match and pass the filters.
pub(crate) enum Selected {
    /// Ascending.
    List(Vec<Hit>),
    Set {
        docs: Rc<FixedBitSet>,
        /// The state of each document of the segment, if it matches; empty for all documents, which are not ordered by relevance.
        states: Vec<u32>,
    },
}

impl Selected {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::List(hits) => hits.len(),
            Self::Set { docs, .. } => docs.count_ones(..),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_state_below_the_least_one_has_the_score() {
        for raw in (0..2_000).chain((2_000..110_000).step_by(997)) {
            for (in_title, title_length) in [(0, 5), (1, 1), (1, 2), (2, 3), (3, 2), (1, 40), (12, 12)] {
                for whole_title in [0, WHOLE_TITLE] {
                    let state = whole_title | raw << SCORE_SHIFT | in_title << TITLE_SHIFT | 1;
                    let score = score(state, || title_length);
                    assert!(state >= least_state(score), "{raw} {in_title} {title_length}");
                }
            }
        }
    }
}
