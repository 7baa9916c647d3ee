//! Exact retrieval: the books of a query of CQL, by operations on sets of documents.
//!
//! Nothing is added or left out: no other spellings, no beginnings of words without a mask, and the number of books is exact.

use std::cmp::Ordering;
use std::fmt::Debug;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::cql::{How, SortBy, SortKey, TextIndex, Tree, Word};
use tantivy::columnar::Column;
use tantivy::query::{EnableScoring, PhraseQuery, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet as _, TERMINATED};

use crate::error::Error;
use crate::fold::fold;
use crate::index::Index;
use crate::isbn;
use crate::page::Address;
use crate::schema::{Fields, TextField};
use crate::snapshot::{Segment, Snapshot};
use crate::words::{Piece, joined, pieces, run_terms};

/// The books of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactFound {
    /// The number of all books.
    pub total: usize,
    /// The ids of the page; `None` when there are too many books to sort.
    pub ids: Option<Vec<BookId>>,
}

/// The maximum number of books that are sorted by a text or a year.
const MAX_SORTED: usize = 200_000;

impl Index {
    /// Finds the books of a tree. Without keys they are in the order of their ids, which also breaks ties.
    ///
    /// # Errors
    /// If the index cannot be read; never because of the tree.
    pub fn find_exactly(
        &self,
        tree: &Tree,
        sort: &[SortKey],
        offset: usize,
        limit: usize,
    ) -> Result<ExactFound, Error> {
        let snapshot = self.snapshot();
        let finder = Finder {
            snapshot: &snapshot,
            fields: &self.fields,
        };
        let mut found = Vec::new();
        for (number, segment) in snapshot.segments.iter().enumerate() {
            let set = finder.set(segment, tree)?;
            let alive = segment.reader.alive_bitset();
            let segment_number = u32::try_from(number).unwrap_or(u32::MAX);
            found.extend(
                set.docs()
                    .filter(|doc| alive.is_none_or(|alive| alive.is_alive(*doc)))
                    .map(|doc| {
                        (
                            segment.book_id(doc),
                            Address {
                                segment: segment_number,
                                doc,
                            },
                        )
                    }),
            );
        }
        let total = found.len();
        if !sort.is_empty() && total > MAX_SORTED {
            return Ok(ExactFound { total, ids: None });
        }
        found.sort_unstable_by_key(|(id, _)| *id);
        for key in sort.iter().rev() {
            order_by(&snapshot, &mut found, *key)?;
        }
        let page = found.into_iter().skip(offset).take(limit);
        Ok(ExactFound {
            total,
            ids: Some(page.map(|(id, _)| id).collect()),
        })
    }
}

/// What a book is sorted by; none for a book without it.
type SortValue = Option<Vec<u8>>;

/// Sorts books by a key, and keeps the order of those that are equal. Books without a year are last.
fn order_by(snapshot: &Snapshot, found: &mut Vec<(BookId, Address)>, key: SortKey) -> Result<(), Error> {
    let segment = |at: Address| &snapshot.segments[at.segment as usize];
    let mut keyed: Vec<(SortValue, (BookId, Address))> = Vec::with_capacity(found.len());
    for (id, at) in found.drain(..) {
        let value = match key.by {
            SortBy::Title => text_of(segment(at), at.doc, true)?,
            SortBy::Creator => text_of(segment(at), at.doc, false)?,
            SortBy::Date => segment(at).published_year.first(at.doc).map(sortable),
        };
        keyed.push((value, (id, at)));
    }
    keyed.sort_by(|(one, _), (other, _)| match (one, other) {
        (Some(one), Some(other)) if key.is_descending => other.cmp(one),
        (Some(one), Some(other)) => one.cmp(other),
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (None, None) => Ordering::Equal,
    });
    found.extend(keyed.into_iter().map(|(_, book)| book));
    Ok(())
}

fn text_of(segment: &Segment, doc: DocId, is_title: bool) -> Result<SortValue, Error> {
    let column = if is_title {
        &segment.title.text
    } else {
        &segment.author.text
    };
    let mut text = Vec::new();
    let Some(ordinal) = column.ords().first(doc) else {
        return Ok(None);
    };
    column.dictionary().ord_to_term(ordinal, &mut text)?;
    Ok(Some(text))
}

/// A number as bytes in its order.
fn sortable(number: i64) -> Vec<u8> {
    (number.cast_unsigned() ^ 1 << 63).to_be_bytes().to_vec()
}

/// Documents of a segment, also deleted ones.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn none(segment: &Segment) -> Self {
        Set(vec![0; (segment.max_doc() as usize).div_ceil(64)])
    }

    fn all(segment: &Segment) -> Self {
        let mut set = Self::none(segment);
        (0..segment.max_doc()).for_each(|doc| set.add(doc));
        set
    }

    /// The documents with a wanted value.
    fn of_values<T>(segment: &Segment, column: &Column<T>, is_wanted: impl Fn(T) -> bool) -> Self
    where
        T: PartialOrd + Copy + Debug + Send + Sync + 'static,
    {
        let mut set = Self::none(segment);
        for doc in 0..segment.max_doc() {
            if column.values_for_doc(doc).any(&is_wanted) {
                set.add(doc);
            }
        }
        set
    }

    fn add(&mut self, doc: DocId) {
        self.0[doc as usize / 64] |= 1_u64 << (doc % 64);
    }

    fn change(&mut self, other: &Set, how: fn(u64, u64) -> u64) {
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            *one = how(*one, *other);
        }
    }

    fn docs(&self) -> impl Iterator<Item = DocId> {
        let blocks = self.0.iter().zip((0_u32..).step_by(64));
        blocks.flat_map(|(block, first)| {
            (0..64).filter_map(move |bit| (block >> bit & 1 == 1).then_some(first + bit))
        })
    }
}

struct Finder<'a> {
    snapshot: &'a Snapshot,
    fields: &'a Fields,
}

impl Finder<'_> {
    fn set(&self, segment: &Segment, tree: &Tree) -> Result<Set, Error> {
        let combined = |one: &Tree, other: &Tree, how: fn(u64, u64) -> u64| {
            let mut set = self.set(segment, one)?;
            set.change(&self.set(segment, other)?, how);
            Ok(set)
        };
        match tree {
            Tree::All => Ok(Set::all(segment)),
            Tree::And(one, other) => combined(one, other, |one, other| one & other),
            Tree::Or(one, other) => combined(one, other, |one, other| one | other),
            Tree::Without(one, other) => combined(one, other, |one, other| one & !other),
            Tree::Words { index, how, words } => self.words(segment, *index, *how, words),
            Tree::Books(ids) => {
                let mut set = Set::none(segment);
                for id in ids {
                    let query = TermQuery::new(self.fields.id_term(*id), IndexRecordOption::Basic);
                    self.add(segment, &query, &mut set)?;
                }
                Ok(set)
            }
            // Every value is compared: ranges of a column that ends before them find wrong documents.
            Tree::Years(years) => Ok(Set::of_values(segment, &segment.published_year, |year| {
                years.contains(&year)
            })),
            Tree::Isbn(text) => {
                let number = isbn::stored(&text.to_lowercase());
                Ok(Set::of_values(segment, &segment.isbn, |isbn| {
                    Some(isbn) == number
                }))
            }
            Tree::Language(name) => language(segment, name),
            // The caller replaces these by their books.
            Tree::Issn(_) => Ok(Set::none(segment)),
        }
    }

    fn words(&self, segment: &Segment, index: TextIndex, how: How, words: &[Word]) -> Result<Set, Error> {
        let fields: &[TextField] = match index {
            TextIndex::Anywhere => &TextField::ALL,
            TextIndex::Title => &[TextField::Title],
            TextIndex::Creator => &[TextField::Author],
            TextIndex::Subject => &[TextField::Subject, TextField::Category],
            TextIndex::Publisher => &[TextField::Publisher],
        };
        if let (How::Adjacent, false) = (how, words.iter().any(|word| word.is_prefix)) {
            let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            return self.in_fields(segment, fields, &texts.join(" "));
        }
        let mut all: Option<Set> = None;
        for word in words {
            let set = if word.is_prefix {
                prefix(segment, fields, &word.text)?
            } else {
                self.in_fields(segment, fields, &word.text)?
            };
            let combine: fn(u64, u64) -> u64 = match how {
                How::Any => |one, other| one | other,
                How::All | How::Adjacent => |one, other| one & other,
            };
            match &mut all {
                None => all = Some(set),
                Some(all) => all.change(&set, combine),
            }
        }
        Ok(all.unwrap_or_else(|| Set::none(segment)))
    }

    /// The documents with a phrase in one of the fields. A single joined word such as `e-mail` is also found as one word.
    fn in_fields(&self, segment: &Segment, fields: &[TextField], text: &str) -> Result<Set, Error> {
        let folded = fold(text);
        let pieces = pieces(&folded);
        let mut terms: Vec<String> = Vec::new();
        for piece in &pieces {
            match piece {
                Piece::Word { parts, symbol, .. } => {
                    let last = parts.len() - 1;
                    let parts = parts.iter().enumerate();
                    terms.extend(parts.map(|(place, part)| match symbol {
                        Some(symbol) if place == last => (*symbol).to_owned(),
                        _ => (*part).to_owned(),
                    }));
                }
                Piece::Run(run) => {
                    let all: Vec<&str> = run_terms(run).collect();
                    // The last term is the last character alone, with which longer runs need not end.
                    let count = if all.len() > 1 { all.len() - 1 } else { 1 };
                    terms.extend(all.into_iter().take(count).map(str::to_owned));
                }
            }
        }
        let whole = match pieces.as_slice() {
            [
                Piece::Word {
                    parts, symbol: None, ..
                },
            ] if parts.len() > 1 => Some(joined(parts)),
            _ => None,
        };
        let mut set = Set::none(segment);
        for field in fields {
            let terms: Vec<_> = terms.iter().map(|term| self.fields.term(*field, term)).collect();
            match terms.as_slice() {
                [] => {}
                [only] => self.add(
                    segment,
                    &TermQuery::new(only.clone(), IndexRecordOption::Basic),
                    &mut set,
                )?,
                _ => self.add(segment, &PhraseQuery::new(terms), &mut set)?,
            }
            if let Some(whole) = &whole {
                let term = self.fields.term(*field, whole);
                self.add(segment, &TermQuery::new(term, IndexRecordOption::Basic), &mut set)?;
            }
        }
        Ok(set)
    }

    fn add(&self, segment: &Segment, query: &dyn Query, set: &mut Set) -> Result<(), Error> {
        let weight = query.weight(EnableScoring::disabled_from_searcher(&self.snapshot.searcher))?;
        let mut docs = weight.scorer(&segment.reader, 1.0)?;
        while docs.doc() != TERMINATED {
            set.add(docs.doc());
            docs.advance();
        }
        Ok(())
    }
}

/// The documents with a word that begins with a text.
fn prefix(segment: &Segment, fields: &[TextField], text: &str) -> Result<Set, Error> {
    let folded = fold(text);
    let begin: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut set = Set::none(segment);
    if begin.is_empty() {
        return Ok(set);
    }
    for field in fields {
        let inverted = segment.inverted(*field);
        let mut terms = inverted.terms().range().ge(begin.as_bytes()).into_stream()?;
        while let Some((term, info)) = terms.next() {
            if !term.starts_with(begin.as_bytes()) {
                break;
            }
            let mut blocks = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
            while !blocks.docs().is_empty() {
                blocks.docs().iter().for_each(|doc| set.add(*doc));
                blocks.advance();
            }
        }
    }
    Ok(set)
}

/// The documents in a language of this name.
fn language(segment: &Segment, name: &str) -> Result<Set, Error> {
    let wanted = fold(name);
    let mut ordinals = Vec::new();
    let mut ordinal = 0;
    let mut stream = segment.language.dictionary().stream()?;
    while stream.advance() {
        if fold(&String::from_utf8_lossy(stream.key())) == wanted {
            ordinals.push(ordinal);
        }
        ordinal += 1;
    }
    Ok(Set::of_values(segment, segment.language.ords(), |ordinal| {
        ordinals.contains(&ordinal)
    }))
}
