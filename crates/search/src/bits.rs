//! Sets of documents of one segment.

use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Term};

use crate::error::Error;
use crate::snapshot::Segment;

/// A set of documents of a segment.
#[derive(Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    fn none(segment: &Segment) -> Self {
        Self(vec![0; (segment.max_doc() as usize).div_ceil(64)])
    }

    /// The documents that contain any of these terms of a field.
    pub(crate) fn of_terms(segment: &Segment, field: Field, terms: &[String]) -> Result<Self, Error> {
        let mut bits = Self::none(segment);
        let inverted = segment.reader.inverted_index(field)?;
        for term in terms {
            let term = Term::from_field_text(field, term);
            if let Some(blocks) = inverted.read_block_postings(&term, IndexRecordOption::Basic)? {
                bits.add(blocks);
            }
        }
        Ok(bits)
    }

    /// The documents that contain any term of a field that has few terms.
    pub(crate) fn of_field(segment: &Segment, field: Field) -> Result<Self, Error> {
        let mut bits = Self::none(segment);
        let inverted = segment.reader.inverted_index(field)?;
        let mut terms = inverted.terms().stream()?;
        while let Some((_, info)) = terms.next() {
            bits.add(inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?);
        }
        Ok(bits)
    }

    fn add(&mut self, mut blocks: BlockSegmentPostings) {
        while !blocks.docs().is_empty() {
            for &doc in blocks.docs() {
                self.0[doc as usize / 64] |= 1_u64 << (doc % 64);
            }
            blocks.advance();
        }
    }

    pub(crate) fn has(&self, doc: DocId) -> bool {
        self.0[doc as usize / 64] & 1 << (doc % 64) != 0
    }
}
