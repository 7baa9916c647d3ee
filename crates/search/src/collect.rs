//! Counts the matching documents and collects the candidates for the page.

use tantivy::columnar::Column;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN as BLOCK, DocId, Term};

use crate::error::Error;
use crate::hits::Hit;
use crate::page::{Address, Window};
use crate::query::{Semester, Sort};
use crate::schema::Fields;
use crate::snapshot::{Segment, Snapshot};

/// The filters for matching documents.
pub(crate) struct Filter<'a> {
    pub(crate) category: CategoryFilter,
    pub(crate) semester: Semester<'a>,
}

/// The filter by category.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CategoryFilter {
    All,
    /// The category at this index of [`Snapshot::categories`].
    One(u32),
    /// No category, because the requested one does not exist.
    None,
}

impl CategoryFilter {
    fn keeps(self, category: Option<u32>) -> bool {
        match self {
            Self::All => true,
            Self::One(wanted) => category == Some(wanted),
            Self::None => false,
        }
    }
}

/// The counts over all segments, and the candidates for the page.
pub(crate) struct Collected {
    /// Matching books before any filter.
    pub(crate) matched: usize,
    /// Matching books after all filters.
    pub(crate) total: usize,
    /// Matching books per category after all filters except the category filter.
    pub(crate) per_category: Vec<usize>,
    pub(crate) window: Window,
}

impl Collected {
    pub(crate) fn new(snapshot: &Snapshot, window: Window) -> Self {
        Self {
            matched: 0,
            total: 0,
            per_category: vec![0; snapshot.categories.len()],
            window,
        }
    }
}

/// Adds the matching documents of one segment to `collected`.
pub(crate) struct Collector<'a> {
    segment: &'a Segment,
    number: u32,
    sort: Sort,
    category: CategoryFilter,
    semester: Option<Bits>,
    /// Whether categories have to be counted document by document.
    count: bool,
    collected: &'a mut Collected,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        fields: &Fields,
        number: usize,
        sort: Sort,
        filter: &Filter<'_>,
        count: bool,
        collected: &'a mut Collected,
    ) -> Result<Self, Error> {
        let segment = &snapshot.segments[number];
        let field = fields.semester_category;
        let semester = match filter.semester {
            Semester::All => None,
            Semester::Marked => Some(Bits::of_field(segment, field)?),
            Semester::Category(name) => Some(Bits::of_term(segment, &Term::from_field_text(field, name))?),
        };
        let number = u32::try_from(number).expect("an index has few segments");
        Ok(Self {
            segment,
            number,
            sort,
            category: filter.category,
            semester,
            count,
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
            self.collected.matched += 1;
            if self.semester.as_ref().is_some_and(|bits| !bits.has(doc)) {
                continue;
            }
            kept[length] = doc;
            places[length] = place;
            length += 1;
        }

        if self.count || self.category != CategoryFilter::All {
            let mut ordinals = [None; BLOCK];
            self.segment
                .category
                .first_vals(&kept[..length], &mut ordinals[..length]);
            let mut left = 0;
            for at in 0..length {
                let ordinal = ordinals[at].and_then(|ordinal| usize::try_from(ordinal).ok());
                let category = ordinal.map(|ordinal| self.segment.category_places[ordinal]);
                if self.count
                    && let Some(category) = category
                {
                    self.collected.per_category[category as usize] += 1;
                }
                if self.category.keeps(category) {
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

/// A set of documents of a segment.
struct Bits(Vec<u64>);

impl Bits {
    fn none(segment: &Segment) -> Self {
        Self(vec![0; (segment.max_doc() as usize).div_ceil(64)])
    }

    /// The documents that contain a term.
    fn of_term(segment: &Segment, term: &Term) -> Result<Self, Error> {
        let mut bits = Self::none(segment);
        let inverted = segment.reader.inverted_index(term.field())?;
        if let Some(blocks) = inverted.read_block_postings(term, IndexRecordOption::Basic)? {
            bits.add(blocks);
        }
        Ok(bits)
    }

    /// The documents that contain any term of a field that has few terms.
    fn of_field(segment: &Segment, field: Field) -> Result<Self, Error> {
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

    fn has(&self, doc: DocId) -> bool {
        self.0[doc as usize / 64] & 1 << (doc % 64) != 0
    }
}
