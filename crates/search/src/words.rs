//! Splits folded text into words.
//!
//! Documents and queries are split in the same way; only the use of the pieces differs. Scripts that put no
//! spaces between words (Han, kana, hangul, Thai, Lao, Khmer, Burmese) are indexed as overlapping pairs of
//! characters, so that a phrase query finds any part of a run.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use unicode_normalization::char::is_combining_mark;

use crate::fold::fold;

/// Longest word that is indexed or searched, in characters; longer ones are truncated in documents and queries.
pub(crate) const MAX_WORD_CHARS: usize = 40;

/// A piece of folded text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// A word of an alphabetic script. `parts` has more than one entry if apostrophes, hyphens, dots or
    /// ampersands join it (`o'brien`, `catch-22`, `j.r.r`, `at&t`); `symbol` is the last part with the signs
    /// that belong to it (`c++`, `c#`).
    Word {
        /// The word with its connectors, without its signs.
        text: &'a str,
        parts: Vec<&'a str>,
        symbol: Option<&'a str>,
    },
    /// Characters of scripts without spaces.
    Run(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Unspaced,
    Connector,
    Sign,
    Other,
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' | '0'..='9' => Class::Letter,
        '\'' | '’' | '‘' | 'ʼ' | '-' | '‐' | '.' | '&' | '·' => Class::Connector,
        '+' | '#' => Class::Sign,
        _ if c.is_ascii() => Class::Other,
        _ if !c.is_alphanumeric() && !is_combining_mark(c) => Class::Other,
        '\u{0E00}'..='\u{0EFF}'
        | '\u{1000}'..='\u{109F}'
        | '\u{1100}'..='\u{11FF}'
        | '\u{1780}'..='\u{17FF}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3031}'..='\u{318F}'
        | '\u{31A0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Class::Unspaced,
        _ => Class::Letter,
    }
}

/// Splits folded text into pieces.
pub(crate) fn pieces(folded: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = folded;
    while let Some(first) = rest.chars().next() {
        match class(first) {
            Class::Letter => {
                let (piece, after) = word(rest);
                found.push(piece);
                rest = after;
            }
            Class::Unspaced => {
                let (run, after) = span(rest, Class::Unspaced);
                found.push(Piece::Run(run));
                rest = after;
            }
            Class::Connector | Class::Sign | Class::Other => rest = &rest[first.len_utf8()..],
        }
    }
    found
}

/// The leading characters of a class, and what follows them.
fn span(text: &str, wanted: Class) -> (&str, &str) {
    let end = text.find(|c| class(c) != wanted).unwrap_or(text.len());
    text.split_at(end)
}

fn word(text: &str) -> (Piece<'_>, &str) {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let (part, after) = span(rest, Class::Letter);
        parts.push(cut(part));
        let mut next = after.chars();
        let connector = next.next().filter(|&c| class(c) == Class::Connector);
        match connector {
            Some(_) if next.clone().next().is_some_and(|c| class(c) == Class::Letter) => rest = next.as_str(),
            _ => {
                let (signs, beyond) = span(after, Class::Sign);
                let glued = !signs.is_empty()
                    && !beyond
                        .chars()
                        .next()
                        .is_some_and(|c| matches!(class(c), Class::Letter | Class::Unspaced));
                let symbol = glued.then(|| cut(&rest[..part.len() + signs.len()]));
                let piece = Piece::Word {
                    text: &text[..text.len() - after.len()],
                    parts,
                    symbol,
                };
                return (piece, if glued { beyond } else { after });
            }
        }
    }
}

/// The first [`MAX_WORD_CHARS`] characters.
fn cut(word: &str) -> &str {
    word.char_indices()
        .nth(MAX_WORD_CHARS)
        .map_or(word, |(end, _)| &word[..end])
}

/// The parts of a joined word as one word (`obrien`, `catch22`, `jrr`).
pub(crate) fn joined(parts: &[&str]) -> String {
    cut(&parts.concat()).to_owned()
}

/// The terms of a run: every pair of neighbours, and the last character alone, so that any single character is the
/// start of a term.
pub(crate) fn run_terms(run: &str) -> impl Iterator<Item = &str> {
    let mut ends = run.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.next();
    run.char_indices()
        .map(move |(at, _)| &run[at..ends.next().unwrap_or(run.len())])
}

/// Function words so common that a phrase of two of them would have to read half of all books. Two adjacent ones are
/// also indexed as one term (`of the`), which a phrase uses instead.
const COMMON: &[&str] = &[
    "a", "about", "after", "all", "an", "and", "are", "as", "at", "au", "aux", "be", "been", "but", "by",
    "con", "da", "dans", "das", "de", "degli", "dei", "del", "della", "dem", "den", "der", "des", "di",
    "die", "do", "du", "e", "een", "ein", "eine", "einer", "el", "en", "es", "est", "et", "for", "from",
    "fur", "had", "has", "have", "he", "her", "het", "his", "how", "i", "il", "im", "in", "into", "is",
    "ist", "it", "its", "la", "las", "le", "les", "lo", "los", "mit", "no", "not", "o", "of", "on", "one",
    "or", "os", "par", "para", "per", "por", "pour", "que", "qui", "she", "sich", "so", "su", "sur", "that",
    "the", "their", "they", "this", "to", "un", "una", "und", "une", "up", "van", "von", "was", "were",
    "what", "when", "which", "who", "with", "y", "zu", "zum", "zur",
];

/// Whether a word is a function word.
pub(crate) fn is_common(word: &str) -> bool {
    COMMON.binary_search(&word).is_ok()
}

/// The term for two adjacent words if both are function words.
pub(crate) fn common_pair(first: &str, second: &str) -> Option<String> {
    (is_common(first) && is_common(second)).then(|| format!("{first} {second}"))
}

/// Feeds the words of a document to the engine.
#[derive(Clone, Default)]
pub(crate) struct WordTokenizer;

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream {
        WordStream {
            terms: Terms::of(text),
            next: 0,
            token: Token::default(),
        }
    }
}

pub(crate) struct WordStream {
    terms: Terms,
    next: usize,
    token: Token,
}

impl TokenStream for WordStream {
    fn advance(&mut self) -> bool {
        let Some((position, text)) = self.terms.get(self.next) else {
            return false;
        };
        self.token.position = position;
        self.token.text.clear();
        self.token.text.push_str(text);
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// All terms of a document's text with their positions, counted in words.
#[derive(Default)]
struct Terms {
    /// The terms one after the other.
    text: String,
    /// Position of each term, and where it ends in `text`.
    ends: Vec<(usize, usize)>,
}

impl Terms {
    fn of(text: &str) -> Self {
        let folded = fold(text);
        let mut terms = Self {
            text: String::with_capacity(2 * folded.len()),
            ends: Vec::with_capacity(folded.len() / 4),
        };
        let mut position = 0;
        let mut previous = None;
        for piece in pieces(&folded) {
            match piece {
                Piece::Word { parts, symbol, .. } => {
                    if parts.len() > 1 {
                        terms.push(position, &joined(&parts));
                    }
                    for part in parts {
                        if let Some(pair) = previous.and_then(|before| common_pair(before, part)) {
                            terms.push(position - 1, &pair);
                        }
                        terms.push(position, part);
                        previous = Some(part);
                        position += 1;
                    }
                    if let Some(symbol) = symbol {
                        terms.push(position - 1, symbol);
                    }
                }
                Piece::Run(run) => {
                    for term in run_terms(run) {
                        terms.push(position, term);
                        position += 1;
                    }
                    previous = None;
                }
            }
        }
        terms
    }

    fn push(&mut self, position: usize, term: &str) {
        self.text.push_str(term);
        self.ends.push((position, self.text.len()));
    }

    /// Position and text of a term.
    fn get(&self, number: usize) -> Option<(usize, &str)> {
        let &(position, end) = self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before].1);
        Some((position, &self.text[start..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMON, Terms};

    #[test]
    fn cuts_texts_into_terms() {
        for (text, expected) in [
            ("War and Peace", "0:war 1:and 2:peace"),
            (
                "The Lord of the Rings",
                "0:the 1:lord 2:of 2:of_the 3:the 4:rings",
            ),
            ("O'Brien’s", "0:obriens 0:o 1:brien 2:s"),
            ("Catch-22", "0:catch22 0:catch 1:22"),
            ("J.R.R. Tolkien", "0:jrr 0:j 1:r 2:r 3:tolkien"),
            ("C++ and C#: a+b", "0:c 0:c++ 1:and 2:c 2:c# 3:a 4:b"),
            ("AT&T", "0:att 0:at 1:t"),
            ("1914–1918", "0:1914 1:1918"),
            ("魯迅全集", "0:魯迅 1:迅全 2:全集 3:集"),
            ("Python入門", "0:python 1:入門 2:門"),
            ("हिन्दी साहित्य", "0:हिन्दी 1:साहित्य"),
            ("ภาษาไทย", "0:ภา 1:าษ 2:ษา 3:าไ 4:ไท 5:ทย 6:ย"),
            (" -- ' . * \u{1F600}", ""),
        ] {
            let terms = Terms::of(text);
            let mut found: Vec<_> = (0..terms.ends.len())
                .filter_map(|number| terms.get(number))
                .collect();
            found.sort_by_key(|(position, _)| *position);
            let shown: Vec<_> = found
                .iter()
                .map(|(position, term)| format!("{position}:{}", term.replace(' ', "_")))
                .collect();
            assert_eq!(shown.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn cuts_long_words() {
        let terms = Terms::of(&"ä".repeat(1000));
        assert_eq!(
            (terms.get(0), terms.get(1)),
            (Some((0, "a".repeat(40).as_str())), None)
        );
    }

    #[test]
    fn common_words_can_be_searched_by_bisection() {
        assert!(COMMON.is_sorted());
    }
}
