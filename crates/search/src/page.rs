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
    offset: usize,
    limit: usize,
    /// Documents beyond this number cannot be on the page.
    last: u64,
    capacity: usize,
    candidates: Vec<(u64, Address)>,
}

impl Window {
    pub(crate) fn new(offset: usize, limit: usize) -> Self {
        let mut window = Self {
            offset,
            limit,
            last: u64::MAX,
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

    pub(crate) fn push(&mut self, key: u64, at: Address) {
        if key > self.last {
            return;
        }
        self.candidates.push((key, at));
        if self.candidates.len() == self.capacity {
            // Here offset + limit is at most a quarter of the capacity.
            let place = self.offset + self.limit - 1;
            let (_, &mut (last, _), _) = self.candidates.select_nth_unstable_by_key(place, |(key, _)| *key);
            self.last = last;
            self.candidates.retain(|(key, _)| *key <= last);
            self.capacity = self.wanted_capacity();
        }
    }

    /// The ids of the page in order.
    pub(crate) fn ids(mut self, snapshot: &Snapshot, sort: Sort) -> Result<Vec<BookId>, Error> {
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
        let text = match sort {
            Sort::Title => Some((|segment| &segment.title.text) as fn(&Segment) -> &StrColumn),
            Sort::Author => Some((|segment| &segment.author.text) as fn(&Segment) -> &StrColumn),
            _ => None,
        };
        if let Some(column) = text {
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
            let id = snapshot.segments[entry.at.segment as usize].book_id(entry.at.doc);
            entry.keys[2] = id.number().unsigned_abs();
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
