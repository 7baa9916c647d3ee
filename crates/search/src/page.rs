//! Selects one page of many documents without sorting all of them.
//!
//! Every document has a number as its sort key. Only documents whose number lies between those of the page's first
//! and last document are compared further: by the whole title or author where the number is only its first bytes,
//! then by the id.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::book::BookId;
use tantivy::DocId;
use tantivy::columnar::StrColumn;

use crate::error::Error;
use crate::query::Sort;
use crate::snapshot::{Segment, Snapshot};

/// The number of candidates to collect, at least, before those that cannot be on the page are dropped.
const MIN_CAPACITY: usize = 4096;

/// The location of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address {
    pub(crate) segment: u32,
    pub(crate) doc: DocId,
}

/// Keeps every document that may be among the first `offset + limit`.
pub(crate) struct Window {
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
    pub(crate) fn new(sort: Sort, offset: usize, limit: usize) -> Self {
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

    /// Whether the page has room for any document.
    pub(crate) fn is_wanted(&self) -> bool {
        self.limit > 0
    }

    /// Documents with a greater number than this cannot be on the page.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    pub(crate) fn push(&mut self, snapshot: &Snapshot, key: u64, at: Address) {
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
            // Half of a library may have the same rating, and only the ids order those books.
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
    pub(crate) fn ids(mut self, snapshot: &Snapshot) -> Result<Vec<BookId>, Error> {
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

/// The whole text of an order whose numbers are only the first bytes of it.
fn text_of(sort: Sort) -> Option<fn(&Segment) -> &StrColumn> {
    match sort {
        Sort::Title => Some(|segment| &segment.title.text),
        Sort::Author => Some(|segment| &segment.author.text),
        Sort::Relevance | Sort::CreatedAt | Sort::Rating | Sort::PublishedYear | Sort::Popular => None,
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
