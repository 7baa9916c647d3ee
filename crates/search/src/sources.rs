//! The words and documents of a segment that meet one unit, looked up in its dictionaries.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use carrel_domain::catalogue::languages::language_named;
use fixedbitset::FixedBitSet;
use tantivy::DocId;
use tantivy::columnar::Column;
use tantivy::postings::TermInfo;
use tantivy::query::{DfaWrapper, EnableScoring, FuzzyTermQuery, PhraseQuery, Query as _, Weight};

use crate::ask::{Prefix, Unit};
use crate::docs::list;
use crate::error::Error;
use crate::fold::fold;
use crate::forms::{Forms, MAX_COMPARED};
use crate::query::Sort;
use crate::schema::{Fields, TextField};
use crate::snapshot::{Segment, Snapshot};

/// The maximum number of words of one field that a prefix or a typo expands to in a segment; bounds the cost.
const MAX_EXPANSIONS: usize = 65_536;
/// The length of the longest code of a language.
const MAX_LANGUAGE_CODE_CHARS: usize = 3;
/// Prefixes of at most this many characters are looked up last.
const LATE_PREFIX_CHARS: usize = 2;

/// How a word of a book meets a unit.
#[derive(Clone, Copy)]
enum Way {
    Exact,
    /// Another form of the word: joined, split, a number in letters, an abbreviation in full.
    Variant,
    /// Another form of the word, with the same stem.
    Form,
    Prefix,
    Sound,
    Typo,
}

/// The score of a word found this way in this field, before its rarity. The gaps between the values leave room for
/// the quarter that a short title adds.
fn weight(field: TextField, way: Way) -> u32 {
    let field = match field {
        TextField::Title => 10,
        TextField::Author | TextField::Sound => 8,
        TextField::Series => 6,
        TextField::Subject
        | TextField::Category
        | TextField::Publisher
        | TextField::CallNumber
        | TextField::Shelf => 4,
        TextField::Description => 2,
    };
    let way = match way {
        Way::Exact => 10,
        Way::Variant => 8,
        Way::Form => 7,
        Way::Prefix => 6,
        Way::Sound => 4,
        Way::Typo => 3,
    };
    field * way
}
/// Whether words with typos also meet a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typos {
    Refused,
    /// Words that differ by one typo.
    One,
    /// Long words may differ by two.
    Two,
}

/// Words of at least this many characters may differ by two typos.
const MIN_TWO_TYPOS: usize = 7;

/// A unit, with what all fields and segments are searched for.
pub(crate) struct Searched<'a> {
    unit: &'a Unit,
    /// Accepts the words that differ from the unit's term by typos. To build it costs more than to search a field.
    typos: Option<DfaWrapper>,
    forms: Option<Forms<'a>>,
}

impl<'a> Searched<'a> {
    pub(crate) fn new(fields: &Fields, unit: &'a Unit, typos: Typos) -> Result<Self, Error> {
        let word = unit
            .term
            .as_ref()
            .filter(|_| unit.typo && typos != Typos::Refused);
        // The field does not matter: a dictionary contains the words of one field.
        let typos = word.map(|word| {
            let long = word.chars().nth(MIN_TWO_TYPOS - 1).is_some();
            let distance = if long && typos == Typos::Two { 2 } else { 1 };
            FuzzyTermQuery::new(fields.term(TextField::Title, word), distance, true).automaton()
        });
        Ok(Self {
            unit,
            forms: unit.term.as_deref().filter(|_| unit.forms).and_then(Forms::of),
            typos: typos.transpose()?,
        })
    }
}

/// All terms and documents of a segment that meet one unit.
pub(crate) struct Sources {
    /// Documents with a matching ISBN, year or language, ascending.
    pub(crate) docs: Vec<DocId>,
    pub(crate) groups: Vec<Group>,
    /// Upper bound of the number of documents that may meet the unit, counted once per posting.
    pub(crate) cost: u64,
}

/// Words, or a phrase, that meet a unit with the same weight.
pub(crate) struct Group {
    pub(crate) field: TextField,
    pub(crate) weight: u32,
    pub(crate) words: Words,
}

pub(crate) enum Words {
    Terms(Vec<TermInfo>),
    Phrase(Box<dyn Weight>),
}

impl Sources {
    pub(crate) fn look_up(
        snapshot: &Snapshot,
        segment: &Segment,
        fields: &Fields,
        searched: &Searched<'_>,
    ) -> Result<Self, Error> {
        let unit = searched.unit;
        let mut sources = Self {
            docs: Vec::new(),
            groups: Vec::new(),
            cost: 0,
        };
        if let Some(range) = &unit.isbn {
            sources.look_up_range(segment, &segment.isbn, range);
        }
        if let Some(years) = &unit.years {
            sources.look_up_years(segment, years);
        }
        if let Some(language) = &unit.language {
            sources.look_up_language(segment, language)?;
        }
        sources.cost += sources.docs.len() as u64;
        for &field in unit.fields() {
            let dictionary = segment.inverted(field).terms();
            if let Some(word) = &unit.term {
                sources.push(field, Way::Exact, dictionary.get(word)?.into_iter().collect());
            }
            if let Some(automaton) = &searched.typos {
                let mut stream = dictionary.search(automaton).without_keys().into_stream()?;
                let next = || stream.advance().then(|| stream.value().clone());
                sources.push(field, Way::Typo, expansions(next));
            }
            if let Some(forms) = &searched.forms {
                let (start, end) = forms.range();
                let mut stream = dictionary.range().ge(start).lt(end).into_stream()?;
                let (mut found, mut compared) = (Vec::new(), 0);
                while stream.advance() && compared < MAX_COMPARED {
                    compared += 1;
                    if forms.accept(stream.key()) {
                        found.push(stream.value().clone());
                    }
                }
                sources.push(field, Way::Form, found);
            }
            for variant in &unit.variants {
                sources.push(
                    field,
                    Way::Variant,
                    dictionary.get(variant)?.into_iter().collect(),
                );
            }
            if !unit.phrase.is_empty() {
                sources.look_up_phrase(snapshot, segment, fields, (field, Way::Exact), &unit.phrase)?;
            }
            for split in &unit.splits {
                sources.look_up_phrase(snapshot, segment, fields, (field, Way::Variant), split)?;
            }
        }
        // The keys do not say whether they are of a title or of a name.
        for key in unit.sounds.iter().filter(|_| unit.field.is_none()) {
            let found = segment.inverted(TextField::Sound).terms().get(key)?;
            sources.push(TextField::Sound, Way::Sound, found.into_iter().collect());
        }
        if !is_late(unit) {
            sources.look_up_prefix(segment, unit)?;
        }
        Ok(sources)
    }

    /// Adds the words that begin with the unit's term.
    pub(crate) fn look_up_prefix(&mut self, segment: &Segment, unit: &Unit) -> Result<(), Error> {
        let (Some(word), Some(searched)) = (&unit.term, unit.prefix) else {
            return Ok(());
        };
        let bound = |byte: u8| [word.as_bytes(), &[byte]].concat();
        for &field in unit.fields() {
            let is_short = searched == Prefix::AllFields || field != TextField::Description;
            if !is_short && unit.field.is_none() {
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

    /// Adds the documents with a value in a range. A column finds wrong documents for a range below all of its values
    /// (tantivy-columnar 0.27, `transform_range_before_linear_transformation`), so it is not asked for one.
    fn look_up_range<T: PartialOrd + Copy + Send + Sync + Debug + 'static>(
        &mut self,
        segment: &Segment,
        column: &Column<T>,
        range: &RangeInclusive<T>,
    ) {
        if *range.end() >= column.min_value() {
            column.get_docids_for_value_range(range.clone(), 0..segment.max_doc(), &mut self.docs);
        }
    }

    /// Adds the documents of some years.
    fn look_up_years(&mut self, segment: &Segment, years: &RangeInclusive<i64>) {
        let latest_first = segment.sorted(Sort::PublishedYear);
        let year = |doc: &DocId| segment.published_year.first(*doc);
        let start = latest_first.partition_point(|doc| year(doc).is_some_and(|year| year > *years.end()));
        let end = latest_first.partition_point(|doc| year(doc).is_some_and(|year| year >= *years.start()));
        let mut docs = FixedBitSet::with_capacity(latest_first.len());
        docs.extend(
            latest_first[start..end.max(start)]
                .iter()
                .map(|&doc| doc as usize),
        );
        self.docs.extend(list(&docs));
    }

    /// Adds the documents in a language.
    fn look_up_language(&mut self, segment: &Segment, wanted: &str) -> Result<(), Error> {
        let meant = language_named(wanted);
        let beginning = fold(wanted);
        // The beginning of a name is longer than a code.
        let is_beginning = meant.is_none() || beginning.chars().count() > MAX_LANGUAGE_CODE_CHARS;
        let mut ordinal = 0;
        let mut stream = segment.language.dictionary().stream()?;
        while stream.advance() {
            let name = String::from_utf8_lossy(stream.key());
            let is_meant = meant.is_some() && language_named(&name) == meant;
            let begins = is_beginning && !beginning.is_empty() && fold(&name).starts_with(&beginning);
            if is_meant || begins {
                self.look_up_range(segment, segment.language.ords(), &(ordinal..=ordinal));
            }
            ordinal += 1;
        }
        self.docs.sort_unstable();
        Ok(())
    }

    fn look_up_phrase(
        &mut self,
        snapshot: &Snapshot,
        segment: &Segment,
        fields: &Fields,
        (field, way): (TextField, Way),
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
            weight: weight(field, way),
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
pub(crate) fn is_late(unit: &Unit) -> bool {
    let short = |word: &String| word.chars().nth(LATE_PREFIX_CHARS).is_none();
    unit.prefix.is_some() && unit.term.as_ref().is_some_and(short)
}

/// The words of a stream, at most [`MAX_EXPANSIONS`].
fn expansions(next: impl FnMut() -> Option<TermInfo>) -> Vec<TermInfo> {
    std::iter::from_fn(next).take(MAX_EXPANSIONS).collect()
}
