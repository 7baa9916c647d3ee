//! The keys that documents are sorted by, the smallest first.

use tantivy::columnar::{Column, StrColumn};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::query::Sort;
use crate::snapshot::Segment;

/// The whole text of an order whose numbers are only the first bytes of it.
pub(crate) fn text_of(sort: Sort) -> Option<fn(&Segment) -> &StrColumn> {
    match sort {
        Sort::Title => Some(|segment| &segment.title.text),
        Sort::Author => Some(|segment| &segment.author.text),
        Sort::Relevance | Sort::CreatedAt | Sort::Rating | Sort::PublishedYear | Sort::Popular => None,
    }
}

/// The keys of at most [`BLOCK`] documents. The order by relevance needs their scores.
pub(crate) fn keys(segment: &Segment, sort: Sort, docs: &[DocId], scores: &[u32; BLOCK]) -> [u64; BLOCK] {
    let mut keys = [0; BLOCK];
    match sort {
        Sort::Relevance => {
            let popularity = values(&segment.popularity, docs);
            let available = values(&segment.available, docs);
            for at in 0..docs.len() {
                let popularity = u64::try_from(popularity[at].unwrap_or(0)).unwrap_or(0);
                keys[at] = relevance(scores[at], available[at].unwrap_or(false), popularity);
            }
        }
        Sort::CreatedAt => descending(&segment.created_at, docs, &mut keys),
        Sort::Rating => descending(&segment.rating, docs, &mut keys),
        Sort::PublishedYear => descending(&segment.published_year, docs, &mut keys),
        Sort::Popular => descending(&segment.popularity, docs, &mut keys),
        Sort::Title => ascending(&segment.title.prefix, docs, &mut keys),
        Sort::Author => ascending(&segment.author.prefix, docs, &mut keys),
    }
    keys
}

/// The key by relevance: 24 bits of score, one of availability, 39 of popularity; the greatest first.
pub(crate) fn relevance(score: u32, available: bool, popularity: u64) -> u64 {
    !(u64::from(score) << 40 | u64::from(available) << 39 | popularity.min((1 << 39) - 1))
}

/// The least score of a document whose key by relevance is not beyond `last`.
pub(crate) fn least_score(last: u64) -> u32 {
    u32::try_from(!last >> 40).unwrap_or(u32::MAX)
}

/// All documents of a segment in an order other than by relevance.
pub(crate) fn sorted(segment: &Segment, sort: Sort) -> Vec<DocId> {
    let all: Vec<DocId> = (0..segment.max_doc()).collect();
    let mut keys_and_docs = Vec::with_capacity(all.len());
    for docs in all.chunks(BLOCK) {
        let keys = match text_of(sort) {
            // The numbers of the texts of a column are in their order.
            Some(column) => {
                let mut keys = [0; BLOCK];
                ascending(column(segment).ords(), docs, &mut keys);
                keys
            }
            None => keys(segment, sort, docs, &[0; BLOCK]),
        };
        let ids = values(&segment.id, docs);
        keys_and_docs.extend(docs.iter().enumerate().map(|(at, &doc)| (keys[at], ids[at], doc)));
    }
    keys_and_docs.sort_unstable();
    keys_and_docs.into_iter().map(|(_, _, doc)| doc).collect()
}

fn values<T>(column: &Column<T>, docs: &[DocId]) -> [Option<T>; BLOCK]
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static,
{
    let mut values = [None; BLOCK];
    column.first_vals(docs, &mut values[..docs.len()]);
    values
}

fn descending(column: &Column<i64>, docs: &[DocId], keys: &mut [u64; BLOCK]) {
    for (key, value) in keys.iter_mut().zip(values(column, docs)) {
        // Flipping the sign bit gives u64 the order of i64; a missing value comes last.
        *key = value.map_or(u64::MAX, |value| !(value.cast_unsigned() ^ (1 << 63)));
    }
}

fn ascending(column: &Column<u64>, docs: &[DocId], keys: &mut [u64; BLOCK]) {
    for (key, value) in keys.iter_mut().zip(values(column, docs)) {
        *key = value.unwrap_or(0);
    }
}
