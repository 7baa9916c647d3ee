//! The documents of a segment that may still match while its units are processed.

use std::cmp::Reverse;
use std::hint::select_unpredictable;

use fixedbitset::FixedBitSet;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::query::Weight;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, InvertedIndexReader, TERMINATED};

use crate::docs::doc_id;
use crate::error::Error;
use crate::hits::{Hit, MET_MASK, SCORE_SHIFT, TITLE_SHIFT, WHOLE_TITLE};
use crate::schema::{Fields, TextField};
use crate::snapshot::Segment;
use crate::sources::{Sources, Words};

/// The array over the segment is used when at least 1/16 of its documents may match.
pub(crate) const DENSE_SHARE: u64 = 16;
/// Postings that are this many times longer than the list of candidates are searched by seeking, not read in full.
const JUMP_RATIO: usize = 8;
/// Weight of a unit met by an ISBN.
pub(crate) const ISBN_WEIGHT: u32 = 200;

/// Documents that may still match.
pub(crate) enum Candidates {
    Dense {
        /// The state of every document of the segment.
        states: Vec<u32>,
        /// Those that have met all units so far, once the first one is finished.
        docs: FixedBitSet,
    },
    Few(Vec<Hit>),
}

/// What a document that meets a unit adds to its state.
#[derive(Clone, Copy)]
struct Gain {
    /// Units met before.
    before: u32,
    state: u32,
}

impl Candidates {
    /// All documents of a segment, of which many are expected to match.
    pub(crate) fn dense(documents: usize) -> Self {
        Self::Dense {
            states: vec![0; documents],
            docs: FixedBitSet::new(),
        }
    }

    /// Keeps the documents that meet the unit; `place` is the number of units before it.
    pub(crate) fn meet(
        &mut self,
        segment: &Segment,
        mut unit: Sources,
        place: u32,
        rarity: u32,
    ) -> Result<(), Error> {
        let gain = |weight: u32, title: bool| Gain {
            before: place,
            state: 1 + (u32::from(title) << TITLE_SHIFT) + ((weight * rarity) << SCORE_SHIFT),
        };
        self.take(&unit.docs, gain(ISBN_WEIGHT, false));
        // Best way first: a document keeps the first way in which it meets the unit.
        unit.groups.sort_by_key(|group| Reverse(group.weight));
        for group in unit.groups {
            let gain = gain(group.weight, group.field == TextField::Title);
            match group.words {
                Words::Terms(terms) => self.take_terms(segment.inverted(group.field), &terms, gain)?,
                Words::Phrase(phrase) => self.take_phrase(segment, phrase.as_ref(), gain)?,
            }
        }
        self.finish_unit(place, segment.max_doc());
        Ok(())
    }

    /// Whether no document can match.
    pub(crate) fn are_none(&self) -> bool {
        matches!(self, Self::Few(hits) if hits.is_empty())
    }

    /// Adds the gain to the candidates among `docs`, which are ascending.
    fn take(&mut self, docs: &[DocId], gain: Gain) {
        match self {
            Self::Dense { states, .. } => {
                for &doc in docs {
                    let state = &mut states[doc as usize];
                    *state += select_unpredictable(*state & MET_MASK == gain.before, gain.state, 0);
                }
            }
            Self::Few(hits) if gain.before == 0 => {
                hits.extend(docs.iter().map(|&doc| Hit {
                    doc,
                    state: gain.state,
                }));
            }
            Self::Few(hits) => {
                let mut rest = hits.as_mut_slice();
                for &doc in docs {
                    rest = from_doc(rest, doc);
                    match rest.first_mut() {
                        None => break,
                        Some(hit) if hit.doc == doc && hit.state & MET_MASK == gain.before => {
                            hit.state += gain.state;
                        }
                        Some(_) => {}
                    }
                }
            }
        }
    }

    fn take_terms(
        &mut self,
        inverted: &InvertedIndexReader,
        terms: &[TermInfo],
        gain: Gain,
    ) -> Result<(), Error> {
        let mut blocks = BlockSegmentPostings::empty();
        for (place, info) in terms.iter().enumerate() {
            if place == 0 {
                blocks = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
            } else {
                inverted.reset_block_postings_from_terminfo(info, &mut blocks)?;
            }
            if let Self::Few(hits) = self
                && gain.before > 0
                && info.doc_freq as usize > hits.len() * JUMP_RATIO
            {
                jump(&mut blocks, hits, gain);
                continue;
            }
            while !blocks.docs().is_empty() {
                self.take(blocks.docs(), gain);
                blocks.advance();
            }
        }
        Ok(())
    }

    fn take_phrase(&mut self, segment: &Segment, phrase: &dyn Weight, gain: Gain) -> Result<(), Error> {
        let mut scorer = phrase.scorer(&segment.reader, 1.0)?;
        if let Self::Few(hits) = self
            && gain.before > 0
        {
            for hit in hits.iter_mut().filter(|hit| hit.state & MET_MASK == gain.before) {
                if scorer.doc() < hit.doc {
                    scorer.seek(hit.doc);
                }
                if scorer.doc() == hit.doc {
                    hit.state += gain.state;
                }
            }
            return Ok(());
        }
        let mut doc = scorer.doc();
        while doc != TERMINATED {
            self.take(&[doc], gain);
            doc = scorer.advance();
        }
        Ok(())
    }

    /// Drops the documents that missed the unit, and changes to a list when few are left.
    fn finish_unit(&mut self, place: u32, max_doc: DocId) {
        match self {
            Self::Few(hits) if place == 0 => {
                // The sort is stable: each document keeps its best way, which came first.
                hits.sort_by_key(|hit| hit.doc);
                hits.dedup_by_key(|hit| hit.doc);
            }
            Self::Few(hits) => hits.retain(|hit| hit.state & MET_MASK == place + 1),
            Self::Dense { states, docs } => {
                *docs = that_met(place + 1, states);
                if docs.count_ones(..) as u64 * DENSE_SHARE < u64::from(max_doc) {
                    let hit = |doc: usize| Hit {
                        doc: doc_id(doc),
                        state: states[doc],
                    };
                    *self = Self::Few(docs.ones().map(hit).collect());
                }
            }
        }
    }

    /// Marks the books whose whole title equals the text of the query.
    pub(crate) fn mark_whole_title(
        &mut self,
        segment: &Segment,
        fields: &Fields,
        title: &str,
        units: u32,
    ) -> Result<(), Error> {
        let inverted = segment.reader.inverted_index(fields.whole_title)?;
        let Some(info) = inverted.get_term_info(&fields.whole_title_term(title))? else {
            return Ok(());
        };
        let mut blocks = inverted.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
        while !blocks.docs().is_empty() {
            self.take(
                blocks.docs(),
                Gain {
                    before: units,
                    state: WHOLE_TITLE,
                },
            );
            blocks.advance();
        }
        Ok(())
    }
}

/// The documents whose states have met so many units.
fn that_met(units: u32, states: &[u32]) -> FixedBitSet {
    let block = |states: &[u32]| {
        let eights = states.chunks(8).enumerate();
        eights.fold(0, |bits, (place, states)| {
            // The processor compares several states at once.
            let mut met = [0; 8];
            for (met, state) in met.iter_mut().zip(states) {
                *met = u8::from(state & MET_MASK == units);
            }
            bits | usize::from(bits_of(met)) << (8 * place)
        })
    };
    let blocks = states.chunks(usize::BITS as usize).map(block);
    FixedBitSet::with_capacity_and_blocks(states.len(), blocks)
}

/// The lowest bit of each of eight bytes, which are 0 or 1; that of the first byte is the lowest one.
fn bits_of(bytes: [u8; 8]) -> u8 {
    // The factor has a bit for each byte, which moves the bit of that byte to its place in the highest byte of the product. No two
    // bits meet in one place.
    (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Adds the gain to the candidates in a long posting list, and reads only the blocks that may contain them.
fn jump(blocks: &mut BlockSegmentPostings, hits: &mut [Hit], gain: Gain) {
    for hit in hits.iter_mut().filter(|hit| hit.state & MET_MASK == gain.before) {
        let place = blocks.seek(hit.doc);
        if blocks.docs().get(place) == Some(&hit.doc) {
            hit.state += gain.state;
        }
    }
}

/// The hits from `doc` on. The step doubles, because the next candidate is usually near.
fn from_doc(hits: &mut [Hit], doc: DocId) -> &mut [Hit] {
    let (mut before, mut end) = (0, 1);
    while end <= hits.len() && hits[end - 1].doc < doc {
        before = end;
        end *= 2;
    }
    let end = end.min(hits.len());
    let at = before + hits[before..end].partition_point(|hit| hit.doc < doc);
    &mut hits[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_that_met_all_units_are_a_set() {
        for documents in [0, 1, 7, 8, 64, 65, 200] {
            let states: Vec<u32> = (0..documents).map(|doc| (doc * 7 % 4) | (doc << 12)).collect();
            let expected: Vec<usize> = (0..states.len())
                .filter(|&doc| states[doc] & MET_MASK == 2)
                .collect();
            let found: Vec<usize> = that_met(2, &states).ones().collect();
            assert_eq!(found, expected, "{documents}");
        }
        for bits in 0..=u8::MAX {
            assert_eq!(bits_of(std::array::from_fn(|place| bits >> place & 1)), bits);
        }
    }
}
