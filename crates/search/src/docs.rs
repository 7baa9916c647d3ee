//! Some documents of a segment.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

/// Documents are a set if they are at least one in this many of a segment, else a list.
const SET_SHARE: usize = 32;

/// Some documents of a segment.
#[derive(Clone)]
pub(crate) enum Docs {
    /// Few documents, ascending.
    List(Rc<Vec<DocId>>),
    /// Many documents.
    Set(Rc<FixedBitSet>),
}

impl Docs {
    /// Whether so many of the documents of a segment should be a set.
    pub(crate) fn are_many(count: usize, documents: usize) -> bool {
        count * SET_SHARE >= documents
    }

    /// The documents of a set.
    pub(crate) fn of(set: FixedBitSet) -> Self {
        if Self::are_many(set.count_ones(..), set.len()) {
            Self::Set(Rc::new(set))
        } else {
            Self::List(Rc::new(list(&set)))
        }
    }

    /// How many documents there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::List(docs) => docs.len(),
            Self::Set(docs) => docs.count_ones(..),
        }
    }
}

/// The documents of a set, ascending.
pub(crate) fn list(set: &FixedBitSet) -> Vec<DocId> {
    set.ones().map(doc_id).collect()
}

/// The number of a document in a set.
pub(crate) fn doc_id(place: usize) -> DocId {
    DocId::try_from(place).expect("documents have numbers of 32 bits")
}
