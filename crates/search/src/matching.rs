//! Finds and scores the documents of a segment that contain all units.
//!
//! Units are processed one after the other, the rarest first. Each document has a state: the number of units it has
//! met so far, and its score. A document that missed a unit is not examined again. While many documents can match,
//! the states are an array over the whole segment, which costs a nanosecond or two per posting, however common the
//! words are. When few documents are left, they become a sorted list, and only the blocks of long postings that may
//! contain them are read.
//!
//! The score of a unit is the weight of the best field and way in which it is met, times its rarity.

use std::cmp::Reverse;

use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::query::{DfaWrapper, EnableScoring, FuzzyTermQuery, PhraseQuery, Query as _, Weight};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, InvertedIndexReader, TERMINATED};

use crate::ask::{Prefix, Unit};
use crate::error::Error;
use crate::hits::{Hit, MET_MASK, Matches, SCORE_SHIFT, TITLE_SHIFT, WHOLE_TITLE};
use crate::schema::{Fields, TextField};
use crate::snapshot::{Segment, Snapshot};

/// The maximum number of words of one field that a prefix or a typo expands to in a segment; bounds the cost.
const MAX_EXPANSIONS: usize = 65_536;
/// The array over the segment is used when at least 1/16 of its documents may match.
const DENSE_SHARE: u64 = 16;
/// Prefixes of at most this many characters are looked up last.
const LATE_PREFIX_CHARS: usize = 2;
/// Such a prefix is assumed to match at least 1/64 of all books.
const LATE_PREFIX_SHARE: u64 = 64;
/// Postings that are this many times longer than the list of candidates are searched by seeking, not read in full.
const JUMP_RATIO: usize = 8;

/// Weight of a unit met by an ISBN.
const ISBN_WEIGHT: u32 = 200;
/// How a word of a book meets a unit.
#[derive(Clone, Copy)]
enum Way {
    Exact,
    Prefix,
    Typo,
}

/// The score of a word found this way in this field, before its rarity. The gaps between the values leave room for
/// the quarter that a short title adds.
fn weight(field: TextField, way: Way) -> u32 {
    let field = match field {
        TextField::Title => 10,
        TextField::Author => 8,
        TextField::Category | TextField::Publisher => 4,
        TextField::Description => 2,
    };
    let way = match way {
        Way::Exact => 10,
        Way::Prefix => 6,
        Way::Typo => 3,
    };
    field * way
}

/// Finds the documents that contain all units, for each segment in order. With `typos`, words that differ by one
/// typo also meet a unit.
pub(crate) fn find(
    snapshot: &Snapshot,
    fields: &Fields,
    units: &[Unit],
    whole_title: &str,
    typos: bool,
) -> Result<Vec<Matches>, Error> {
    let searched = units
        .iter()
        .map(|unit| Searched::new(fields, unit, typos))
        .collect::<Result<Vec<_>, Error>>()?;
    let mut segments = Vec::with_capacity(snapshot.segments.len());
    for segment in &snapshot.segments {
        let mut sources = Vec::with_capacity(units.len());
        for unit in &searched {
            sources.push(Sources::look_up(snapshot, segment, fields, unit)?);
        }
        segments.push(sources);
    }
    let books = snapshot.books();
    let rarity_of = |(place, unit): (usize, &Unit)| {
        let cost: u64 = segments.iter().map(|sources| sources[place].cost).sum();
        // The words of a short prefix are not known yet, but they are not rare.
        let least = if is_late(unit) {
            books / LATE_PREFIX_SHARE
        } else {
            0
        };
        rarity(books, cost.max(least))
    };
    let rarities: Vec<u32> = units.iter().enumerate().map(rarity_of).collect();
    snapshot
        .segments
        .iter()
        .zip(segments)
        .map(|(segment, sources)| intersect(segment, fields, units, sources, &rarities, whole_title))
        .collect()
}

/// Whether any document of the index meets the unit, with typos allowed.
pub(crate) fn is_known(snapshot: &Snapshot, fields: &Fields, unit: &Unit) -> Result<bool, Error> {
    let searched = Searched::new(fields, unit, true)?;
    for segment in &snapshot.segments {
        let mut sources = Sources::look_up(snapshot, segment, fields, &searched)?;
        if is_late(unit) {
            sources.look_up_prefix(segment, unit)?;
        }
        if sources.cost > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The factor for a unit that is met `cost` times in `books` books: 4 for a word in every book, 44 at most.
fn rarity(books: u64, cost: u64) -> u32 {
    4 + 2 * ((books + 1) / (cost + 1)).max(1).ilog2().min(20)
}

/// A unit, with what all fields and segments are searched for.
struct Searched<'a> {
    unit: &'a Unit,
    /// Accepts the words that differ from the unit's term by one typo. To build it costs more than to search a field.
    typos: Option<DfaWrapper>,
}

impl<'a> Searched<'a> {
    fn new(fields: &Fields, unit: &'a Unit, typos: bool) -> Result<Self, Error> {
        let word = unit.term.as_ref().filter(|_| unit.typo && typos);
        // The field does not matter: a dictionary contains the words of one field.
        let term = word.map(|word| fields.term(TextField::Title, word));
        let typos = term.map(|term| FuzzyTermQuery::new(term, 1, true).automaton());
        Ok(Self {
            unit,
            typos: typos.transpose()?,
        })
    }
}

/// All terms and documents of a segment that meet one unit.
struct Sources {
    /// Documents with a matching ISBN.
    isbn: Vec<DocId>,
    groups: Vec<Group>,
    /// Upper bound of the number of documents that may meet the unit, counted once per posting.
    cost: u64,
}

/// Words, or a phrase, that meet a unit with the same weight.
struct Group {
    field: TextField,
    weight: u32,
    words: Words,
}

enum Words {
    Terms(Vec<TermInfo>),
    Phrase(Box<dyn Weight>),
}

impl Sources {
    fn look_up(
        snapshot: &Snapshot,
        segment: &Segment,
        fields: &Fields,
        searched: &Searched<'_>,
    ) -> Result<Self, Error> {
        let unit = searched.unit;
        let mut sources = Self {
            isbn: Vec::new(),
            groups: Vec::new(),
            cost: 0,
        };
        if let Some(range) = &unit.isbn {
            segment
                .isbn
                .get_docids_for_value_range(range.clone(), 0..segment.max_doc(), &mut sources.isbn);
            sources.cost += sources.isbn.len() as u64;
        }
        for field in TextField::ALL {
            let dictionary = segment.inverted(field).terms();
            if let Some(word) = &unit.term {
                sources.push(field, Way::Exact, dictionary.get(word)?.into_iter().collect());
            }
            if let Some(automaton) = &searched.typos {
                let mut stream = dictionary.search(automaton).without_keys().into_stream()?;
                let next = || stream.advance().then(|| stream.value().clone());
                sources.push(field, Way::Typo, expansions(next));
            }
            if !unit.phrase.is_empty() {
                sources.look_up_phrase(snapshot, segment, fields, field, &unit.phrase)?;
            }
        }
        if !is_late(unit) {
            sources.look_up_prefix(segment, unit)?;
        }
        Ok(sources)
    }

    /// Adds the words that begin with the unit's term.
    fn look_up_prefix(&mut self, segment: &Segment, unit: &Unit) -> Result<(), Error> {
        let (Some(word), Some(searched)) = (&unit.term, unit.prefix) else {
            return Ok(());
        };
        let bound = |byte: u8| [word.as_bytes(), &[byte]].concat();
        for field in TextField::ALL {
            if searched == Prefix::ShortFields && field == TextField::Description {
                continue;
            }
            // All words that are longer than the term: no byte of UTF-8 is 0xFF.
            let longer = segment
                .inverted(field)
                .terms()
                .range()
                .ge(bound(0))
                .lt(bound(0xFF));
            let mut stream = longer.without_keys().into_stream()?;
            self.push(
                field,
                Way::Prefix,
                expansions(|| stream.advance().then(|| stream.value().clone())),
            );
        }
        Ok(())
    }

    fn look_up_phrase(
        &mut self,
        snapshot: &Snapshot,
        segment: &Segment,
        fields: &Fields,
        field: TextField,
        phrase: &[(usize, String)],
    ) -> Result<(), Error> {
        let mut rarest = u64::MAX;
        let mut terms = Vec::with_capacity(phrase.len());
        for (place, word) in phrase {
            let term = fields.term(field, word);
            let Some(info) = segment.inverted(field).get_term_info(&term)? else {
                return Ok(());
            };
            rarest = rarest.min(u64::from(info.doc_freq));
            terms.push((*place, term));
        }
        let query = PhraseQuery::new_with_offset(terms);
        let phrase = query.weight(EnableScoring::disabled_from_searcher(&snapshot.searcher))?;
        self.groups.push(Group {
            field,
            weight: weight(field, Way::Exact),
            words: Words::Phrase(phrase),
        });
        self.cost += rarest;
        Ok(())
    }

    fn push(&mut self, field: TextField, way: Way, terms: Vec<TermInfo>) {
        if !terms.is_empty() {
            self.cost += terms.iter().map(|info| u64::from(info.doc_freq)).sum::<u64>();
            self.groups.push(Group {
                field,
                weight: weight(field, way),
                words: Words::Terms(terms),
            });
        }
    }
}

/// Whether so many words begin with the unit's term that they are looked up last, and only if other units have
/// left candidates.
fn is_late(unit: &Unit) -> bool {
    let short = |word: &String| word.chars().nth(LATE_PREFIX_CHARS).is_none();
    unit.prefix.is_some() && unit.term.as_ref().is_some_and(short)
}

/// The words of a stream, at most [`MAX_EXPANSIONS`].
fn expansions(next: impl FnMut() -> Option<TermInfo>) -> Vec<TermInfo> {
    std::iter::from_fn(next).take(MAX_EXPANSIONS).collect()
}

/// Finds the documents of one segment that contain all units.
fn intersect(
    segment: &Segment,
    fields: &Fields,
    units: &[Unit],
    sources: Vec<Sources>,
    rarities: &[u32],
    whole_title: &str,
) -> Result<Matches, Error> {
    if sources
        .iter()
        .zip(units)
        .any(|(sources, unit)| sources.cost == 0 && !is_late(unit))
    {
        return Ok(Matches::Few(Vec::new()));
    }
    let mut order: Vec<_> = sources.into_iter().zip(units).zip(rarities).collect();
    order.sort_by_key(|((sources, unit), _)| (is_late(unit), sources.cost));

    let mut candidates = Candidates::Few(Vec::new());
    for (place, ((mut sources, unit), rarity)) in (0..).zip(order) {
        if is_late(unit) {
            sources.look_up_prefix(segment, unit)?;
        }
        if place == 0 && sources.cost * DENSE_SHARE > u64::from(segment.max_doc()) {
            candidates = Candidates::Dense(vec![0; segment.max_doc() as usize]);
        }
        candidates.meet(segment, sources, place, *rarity)?;
        if candidates.are_none() {
            return Ok(Matches::Few(Vec::new()));
        }
    }
    let count = u32::try_from(units.len()).expect("the number of units is bounded");
    candidates.mark_whole_title(segment, fields, whole_title, count)?;
    Ok(match candidates {
        Candidates::Dense(states) => Matches::Dense { states, units: count },
        Candidates::Few(hits) => Matches::Few(hits),
    })
}

/// Documents that may still match.
enum Candidates {
    Dense(Vec<u32>),
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
    /// Keeps the documents that meet the unit; `place` is the number of units before it.
    fn meet(&mut self, segment: &Segment, mut unit: Sources, place: u32, rarity: u32) -> Result<(), Error> {
        let gain = |weight: u32, title: bool| Gain {
            before: place,
            state: 1 + (u32::from(title) << TITLE_SHIFT) + ((weight * rarity) << SCORE_SHIFT),
        };
        self.take(&unit.isbn, gain(ISBN_WEIGHT, false));
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
    fn are_none(&self) -> bool {
        matches!(self, Self::Few(hits) if hits.is_empty())
    }

    /// Adds the gain to the candidates among `docs`, which are ascending.
    fn take(&mut self, docs: &[DocId], gain: Gain) {
        match self {
            Self::Dense(states) => {
                for &doc in docs {
                    let state = &mut states[doc as usize];
                    if *state & MET_MASK == gain.before {
                        *state += gain.state;
                    }
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
            Self::Dense(states) => {
                let met = |state: u32| state & MET_MASK == place + 1;
                let left = states.iter().filter(|&&state| met(state)).count() as u64;
                if left * DENSE_SHARE < u64::from(max_doc) {
                    let hits = (0..).zip(states.iter()).filter(|&(_, &state)| met(state));
                    *self = Self::Few(hits.map(|(doc, &state)| Hit { doc, state }).collect());
                }
            }
        }
    }

    /// Marks the books whose whole title equals the text of the query.
    fn mark_whole_title(
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
