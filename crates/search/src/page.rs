//! Selects one page of many documents without sorting all of them.
//!
//! The documents of each segment are known in every order but that by relevance. Of many documents, those before the page are
//! skipped in this order, so that a page far down is as fast as the first one.
//!
//! The others have a number as their sort key. Only documents whose number lies between those of the page's first
//! and last document are compared further: by the whole title or author where the number is only its first bytes,
//! then by the id.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::book::BookId;
use fixedbitset::FixedBitSet;
use tantivy::columnar::StrColumn;
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId};

use crate::docs::doc_id;
use crate::error::Error;
use crate::hits::{Hit, Selected, least_state};
use crate::query::Sort;
use crate::snapshot::{Segment, Snapshot};
use crate::sort_keys::{keys, least_score, relevance, text_of};

/// The number of documents in a word of a set.
const WORD_DOCS: usize = usize::BITS as usize;
/// The number of documents whose scores are compared at once.
const PART_DOCS: usize = 16;
/// The number of candidates to collect, at least, before those that cannot be on the page are dropped.
const MIN_CAPACITY: usize = 4096;

/// The location of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address {
    pub(crate) segment: u32,
    pub(crate) doc: DocId,
}

/// The ids of one page of the documents that are selected in each segment in order.
pub(crate) fn page(
    snapshot: &Snapshot,
    sort: Sort,
    offset: usize,
    limit: usize,
    segments: &[Selected],
) -> Result<Vec<BookId>, Error> {
    let total: usize = segments.iter().map(Selected::len).sum();
    let end = offset.saturating_add(limit).min(total);
    if offset >= end {
        return Ok(Vec::new());
    }
    // If all documents of the other segments were before the page, these first ones of a segment would still be before it.
    let skipped: Vec<usize> = segments
        .iter()
        .map(|selected| match selected {
            Selected::Set { .. } if sort != Sort::Relevance => {
                (offset + selected.len()).saturating_sub(total)
            }
            _ => 0,
        })
        .collect();
    let mut window = Window::new(sort, offset - skipped.iter().sum::<usize>(), end - offset);
    for (number, (selected, skipped)) in segments.iter().zip(skipped).enumerate() {
        let segment = &snapshot.segments[number];
        let mut adder = Adder {
            snapshot,
            segment,
            number: u32::try_from(number).expect("an index has few segments"),
            window: &mut window,
        };
        match selected {
            Selected::List(hits) => hits.chunks(BLOCK).for_each(|hits| adder.add(hits)),
            Selected::Set { docs, states } if sort == Sort::Relevance => adder.add_best(docs, states),
            Selected::Set { docs, .. } => {
                let sorted = segment.sorted(sort).iter();
                let selected = sorted.filter(|doc| docs.contains(**doc as usize));
                let near = selected.take(end).skip(skipped).map(|&doc| Hit { doc, state: 0 });
                let near: Vec<Hit> = near.collect();
                near.chunks(BLOCK).for_each(|hits| adder.add(hits));
            }
        }
    }
    window.ids(snapshot)
}

/// Adds documents of one segment to the window.
struct Adder<'a> {
    snapshot: &'a Snapshot,
    segment: &'a Segment,
    number: u32,
    window: &'a mut Window,
}

impl Adder<'_> {
    /// Adds the documents with the best scores.
    fn add_best(&mut self, docs: &FixedBitSet, states: &[u32]) {
        debug_assert!(
            !states.is_empty(),
            "documents without states have no order by relevance"
        );
        let mut hits = [Hit { doc: 0, state: 0 }; BLOCK + PART_DOCS];
        let mut length = 0;
        let mut least = 0;
        for (place, (bits, states)) in docs.as_slice().iter().zip(states.chunks(WORD_DOCS)).enumerate() {
            for (part, states) in states.chunks(PART_DOCS).enumerate() {
                // The processor compares several states at once, and most parts of a common word have none that is good.
                if states.iter().all(|state| *state < least) {
                    continue;
                }
                for (at, &state) in (part * PART_DOCS..).zip(states) {
                    let doc = doc_id(place * WORD_DOCS + at);
                    hits[length] = Hit { doc, state };
                    // Without a branch, which would often go another way than the last time.
                    length += usize::from(state >= least) & bits >> at;
                }
                if length >= BLOCK {
                    self.add(&hits[..BLOCK]);
                    hits.copy_within(BLOCK..length, 0);
                    length -= BLOCK;
                    least = least_state(least_score(self.window.last));
                }
            }
        }
        self.add(&hits[..length]);
    }

    /// Adds at most [`BLOCK`] documents.
    fn add(&mut self, hits: &[Hit]) {
        let sort = self.window.sort;
        let mut docs = [0; BLOCK];
        let mut scores = [0; BLOCK];
        let mut length = 0;
        for hit in hits {
            if sort == Sort::Relevance {
                // Most documents of a common word score too low for the page. Drop them before reading other columns.
                let score = hit.score(self.segment);
                if relevance(score, true, u64::MAX) > self.window.last {
                    continue;
                }
                scores[length] = score;
            }
            docs[length] = hit.doc;
            length += 1;
        }
        let docs = &docs[..length];
        let keys = keys(self.segment, sort, docs, &scores);
        for (&doc, &key) in docs.iter().zip(&keys) {
            let segment = self.number;
            self.window.push(self.snapshot, key, Address { segment, doc });
        }
    }
}

/// Keeps every document that may be among the first `offset + limit`.
struct Window {
    sort: Sort,
    offset: usize,
    limit: usize,
    /// Documents beyond this number cannot be on the page.
    last: u64,
    /// Of the documents with the number `last`, those beyond this id cannot be on the page.
    last_id: Option<BookId>,
    capacity: usize,
    candidates: Vec<(u64, Address)>,
}

impl Window {
    fn new(sort: Sort, offset: usize, limit: usize) -> Self {
        let mut window = Self {
            sort,
            offset,
            limit,
            last: u64::MAX,
            last_id: None,
            capacity: 0,
            candidates: Vec::new(),
        };
        window.capacity = window.wanted_capacity();
        window
    }

    /// Several times the number of documents that may be on the page, so that most documents cost one comparison.
    fn wanted_capacity(&self) -> usize {
        let certain = self
            .offset
            .saturating_add(self.limit)
            .max(self.candidates.len() / 2);
        certain.saturating_mul(4).max(MIN_CAPACITY)
    }

    fn push(&mut self, snapshot: &Snapshot, key: u64, at: Address) {
        if key > self.last {
            return;
        }
        let is_beyond = |last: BookId| snapshot.book_id(at) > last;
        if key == self.last && self.last_id.is_some_and(is_beyond) {
            return;
        }
        self.candidates.push((key, at));
        if self.candidates.len() == self.capacity {
            self.drop_beyond(snapshot);
        }
    }

    /// Drops the candidates that cannot be on the page.
    fn drop_beyond(&mut self, snapshot: &Snapshot) {
        // offset + limit is at most a quarter of the capacity.
        let wanted = self.offset + self.limit;
        let (_, &mut (last, _), _) = self
            .candidates
            .select_nth_unstable_by_key(wanted - 1, |(key, _)| *key);
        self.last = last;
        self.last_id = None;
        if text_of(self.sort).is_some() {
            self.candidates.retain(|(key, _)| *key <= last);
        } else {
            // Every book of a language may have the same score, and only the ids order those books.
            let candidates = self.candidates.drain(..).filter(|(key, _)| *key <= last);
            let (before, tied): (Vec<_>, Vec<_>) = candidates.partition(|(key, _)| *key < last);
            let mut tied: Vec<(BookId, Address)> = tied
                .into_iter()
                .map(|(_, at)| (snapshot.book_id(at), at))
                .collect();
            let kept = wanted - before.len();
            let (_, &mut (last_id, _), _) = tied.select_nth_unstable_by_key(kept - 1, |(id, _)| *id);
            tied.truncate(kept);
            self.last_id = Some(last_id);
            self.candidates = before;
            self.candidates.extend(tied.into_iter().map(|(_, at)| (last, at)));
        }
        self.capacity = self.wanted_capacity();
    }

    /// The ids of the page in order.
    fn ids(mut self, snapshot: &Snapshot) -> Result<Vec<BookId>, Error> {
        let offset = narrow(&mut self.candidates, self.offset, self.limit, |(key, _)| *key);
        let entry = |(key, at)| Entry {
            keys: [key, 0, 0],
            at,
        };
        let mut page = Page {
            offset,
            limit: self.limit,
            entries: self.candidates.into_iter().map(entry).collect(),
        };
        if let Some(column) = text_of(self.sort) {
            page.rank_texts(snapshot, column)?;
            page.narrow();
        }
        page.rank_ids(snapshot);
        page.narrow();
        Ok(page.ids())
    }
}

/// Drops the items that are certainly before or after the page, and returns the new offset of the page.
fn narrow<T, K: Ord>(items: &mut Vec<T>, offset: usize, limit: usize, key: fn(&T) -> K) -> usize {
    let end = offset.saturating_add(limit).min(items.len());
    if offset >= end {
        items.clear();
        return 0;
    }
    let (_, first, rest) = items.select_nth_unstable_by_key(offset, key);
    let first = key(first);
    let last = match (end - offset).checked_sub(2) {
        Some(place) => key(rest.select_nth_unstable_by_key(place, key).1),
        None => key(&items[offset]),
    };
    let before = items.iter().filter(|item| key(item) < first).count();
    items.retain(|item| first <= key(item) && key(item) <= last);
    offset - before
}

struct Entry {
    keys: [u64; 3],
    at: Address,
}

struct Page {
    offset: usize,
    limit: usize,
    entries: Vec<Entry>,
}

impl Page {
    fn narrow(&mut self) {
        self.offset = narrow(&mut self.entries, self.offset, self.limit, |entry| entry.keys);
    }

    /// Sets the second key to the rank of a text among those of all entries.
    fn rank_texts(&mut self, snapshot: &Snapshot, column: fn(&Segment) -> &StrColumn) -> Result<(), Error> {
        let ordinal = |at: Address| {
            column(&snapshot.segments[at.segment as usize])
                .ords()
                .first(at.doc)
        };
        let mut ordinals: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
        for entry in &self.entries {
            ordinals
                .entry(entry.at.segment)
                .or_default()
                .extend(ordinal(entry.at));
        }
        let mut texts: Vec<(Vec<u8>, u32, u64)> = Vec::new();
        for (segment, ordinals) in ordinals {
            let ordinals: Vec<u64> = ordinals.into_iter().collect();
            let mut next = ordinals.iter();
            column(&snapshot.segments[segment as usize])
                .dictionary()
                .sorted_ords_to_term_cb(&ordinals, |text| {
                    texts.extend(next.next().map(|&ordinal| (text.to_vec(), segment, ordinal)));
                })?;
        }
        texts.sort_unstable();
        let mut ranks = BTreeMap::new();
        let mut rank = 0;
        let mut previous: Option<&[u8]> = None;
        for (text, segment, ordinal) in &texts {
            rank += u64::from(previous.is_some_and(|previous| previous != text.as_slice()));
            previous = Some(text);
            ranks.insert((*segment, *ordinal), rank);
        }
        for entry in &mut self.entries {
            let known = ordinal(entry.at).and_then(|ordinal| ranks.get(&(entry.at.segment, ordinal)));
            entry.keys[1] = known.copied().unwrap_or(0);
        }
        Ok(())
    }

    /// Sets the third key to the id.
    fn rank_ids(&mut self, snapshot: &Snapshot) {
        for entry in &mut self.entries {
            entry.keys[2] = snapshot.book_id(entry.at).number().unsigned_abs();
        }
    }

    fn ids(mut self) -> Vec<BookId> {
        self.entries.sort_unstable_by_key(|entry| entry.keys);
        let id = |entry: &Entry| BookId::new(entry.keys[2].cast_signed());
        self.entries
            .iter()
            .skip(self.offset)
            .take(self.limit)
            .map(id)
            .collect()
    }
}
