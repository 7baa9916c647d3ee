//! Documents that match, and their scores.

use tantivy::{COLLECT_BLOCK_BUFFER_LEN, DocId};

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
        let score = (self.state & !WHOLE_TITLE) >> SCORE_SHIFT;
        let in_title = (self.state >> TITLE_SHIFT) & MET_MASK;
        let mut total = score;
        if in_title > 0 {
            // Up to a quarter more if the title has few other words.
            let length = segment.title_lengths.fieldnorm(self.doc).max(1);
            total += score * in_title.min(length) / (4 * length);
        }
        if self.state & WHOLE_TITLE != 0 {
            total += WHOLE_TITLE_SCORE;
        }
        total
    }
}

/// The documents of one segment that contain all units, ascending.
pub(crate) enum Matches {
    /// The state of every document of the segment; those that met `units` units match.
    Dense { states: Vec<u32>, units: u32 },
    /// The documents that match.
    Few(Vec<Hit>),
}

impl Matches {
    /// Calls `see` with the matching documents in blocks of at most [`COLLECT_BLOCK_BUFFER_LEN`].
    pub(crate) fn for_each_block(&self, mut see: impl FnMut(&[Hit])) {
        match self {
            Self::Few(hits) => hits.chunks(COLLECT_BLOCK_BUFFER_LEN).for_each(see),
            Self::Dense { states, units } => {
                let mut block = Vec::with_capacity(COLLECT_BLOCK_BUFFER_LEN);
                for (doc, &state) in (0..).zip(states) {
                    if state & MET_MASK == *units {
                        block.push(Hit { doc, state });
                        if block.len() == COLLECT_BLOCK_BUFFER_LEN {
                            see(&block);
                            block.clear();
                        }
                    }
                }
                if !block.is_empty() {
                    see(&block);
                }
            }
        }
    }
}
