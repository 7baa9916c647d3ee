//! Filters and counts the matching documents, and collects the candidates for the page.

use tantivy::columnar::Column;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::error::Error;
use crate::facet_values::FacetValues;
use crate::facets::Tally;
use crate::filters::SegmentFilters;
use crate::hits::Hit;
use crate::page::{Address, Window};
use crate::query::{Facet, Filters, Sort};
use crate::snapshot::{Segment, Snapshot};

/// The counts over all segments, and the candidates for the page.
pub(crate) struct Collected {
    /// Matching books before any filter.
    pub(crate) matched: usize,
    /// Matching books after all filters.
    pub(crate) total: usize,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) window: Window,
}

impl Collected {
    /// Nothing yet, to count by facets among the books that pass the filters.
    pub(crate) fn new(facets: impl Iterator<Item = Facet>, filters: &Filters<'_>, window: Window) -> Self {
        let tallies = facets.map(|facet| Tally::new(facet, filters.semester_study));
        Self {
            matched: 0,
            total: 0,
            tallies: tallies.collect(),
            window,
        }
    }
}

/// Adds the matching documents of one segment to `collected`.
pub(crate) struct Collector<'a> {
    snapshot: &'a Snapshot,
    segment: &'a Segment,
    /// Nothing is read of them without a filter and without facets.
    values: Option<&'a FacetValues>,
    number: u32,
    sort: Sort,
    filters: SegmentFilters<'a>,
    collected: &'a mut Collected,
}

impl<'a> Collector<'a> {
    /// For the segment of this number; segments must come in their order.
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        number: usize,
        sort: Sort,
        filters: Filters<'a>,
        collected: &'a mut Collected,
    ) -> Result<Self, Error> {
        let segment = &snapshot.segments[number];
        for tally in &mut collected.tallies {
            tally.begin();
        }
        let reads_values = filters != Filters::default() || !collected.tallies.is_empty();
        let values = reads_values.then(|| segment.facet_values()).transpose()?;
        Ok(Self {
            snapshot,
            segment,
            values,
            number: u32::try_from(number).expect("an index has few segments"),
            sort,
            filters: SegmentFilters::new(segment, filters)?,
            collected,
        })
    }

    /// Adds all documents of the segment.
    pub(crate) fn take_all(&mut self) {
        let mut docs = [0; BLOCK];
        let mut filled = 0;
        for doc in 0..self.segment.max_doc() {
            docs[filled] = doc;
            filled += 1;
            if filled == BLOCK {
                self.take_docs(&docs, |_| 0);
                filled = 0;
            }
        }
        self.take_docs(&docs[..filled], |_| 0);
    }

    /// Adds a block of matching documents.
    pub(crate) fn take_hits(&mut self, hits: &[Hit]) {
        let mut docs = [0; BLOCK];
        for (doc, hit) in docs.iter_mut().zip(hits) {
            *doc = hit.doc;
        }
        let segment = self.segment;
        self.take_docs(&docs[..hits.len()], |place| hits[place].score(segment));
    }

    /// Adds at most [`BLOCK`] documents; `score` takes an index of `docs`.
    fn take_docs(&mut self, docs: &[DocId], score: impl Fn(usize) -> u32) {
        let mut kept = [0; BLOCK];
        let mut places = [0; BLOCK];
        let mut length = 0;
        let alive = self.segment.reader.alive_bitset();
        for (place, &doc) in docs.iter().enumerate() {
            if alive.is_some_and(|alive| alive.is_deleted(doc)) {
                continue;
            }
            kept[length] = doc;
            places[length] = place;
            length += 1;
        }
        self.collected.matched += length;

        if let Some(values) = self.values {
            let mut failed = [0; BLOCK];
            self.filters.fail(values, &kept[..length], &mut failed);
            for tally in &mut self.collected.tallies {
                tally.count(values, &kept[..length], &failed[..length]);
            }
            let mut left = 0;
            for at in 0..length {
                if failed[at] == 0 {
                    kept[left] = kept[at];
                    places[left] = places[at];
                    left += 1;
                }
            }
            length = left;
        }

        self.collected.total += length;
        if !self.collected.window.is_wanted() {
            return;
        }
        let mut scores = [0; BLOCK];
        if self.sort == Sort::Relevance {
            // Most documents of a common word score too low for the page. Drop them before reading other columns.
            let mut left = 0;
            for at in 0..length {
                let score = score(places[at]);
                if relevance(score, true, u64::MAX) <= self.collected.window.last() {
                    kept[left] = kept[at];
                    scores[left] = score;
                    left += 1;
                }
            }
            length = left;
        }
        if length > 0 {
            let keys = self.keys(&kept[..length], &scores);
            for (&doc, &key) in kept[..length].iter().zip(&keys) {
                self.collected.window.push(
                    self.snapshot,
                    key,
                    Address {
                        segment: self.number,
                        doc,
                    },
                );
            }
        }
    }

    /// The sort key of each document, the smallest first.
    fn keys(&self, docs: &[DocId], scores: &[u32; BLOCK]) -> [u64; BLOCK] {
        let segment = self.segment;
        let mut keys = [0; BLOCK];
        match self.sort {
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
}

/// The sort key by relevance: 24 bits of score, one of availability, 39 of popularity; the greatest first.
fn relevance(score: u32, available: bool, popularity: u64) -> u64 {
    !(u64::from(score) << 40 | u64::from(available) << 39 | popularity.min((1 << 39) - 1))
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
