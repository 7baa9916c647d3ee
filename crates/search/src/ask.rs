//! Parses the text of a query into units.

use std::ops::RangeInclusive;

use crate::fold::fold;
use crate::isbn;
use crate::schema::TextField;
use crate::words::{Piece, common_pair, joined, pieces, run_terms};

/// Longest text that is searched, in characters; the rest is ignored.
const MAX_CHARS: usize = 200;
/// The maximum number of units; the rest of the text is ignored.
pub(crate) const MAX_UNITS: usize = 12;
/// The maximum number of terms of one phrase; the rest of the phrase is ignored.
const MAX_PHRASE: usize = 32;
/// Fewest letters of a word in which a typo is allowed.
const MIN_TYPO_LETTERS: usize = 4;

/// A condition that a matching book must meet, by the unit's term, phrase or ISBN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unit {
    /// A word of the index.
    pub(crate) term: Option<String>,
    /// Terms that must stand at these distances from each other; empty, or at least two.
    pub(crate) phrase: Vec<(usize, String)>,
    /// A range of ISBN-13s; a book with one of them meets the unit.
    pub(crate) isbn: Option<RangeInclusive<u64>>,
    /// A range of years of publication; a book of one of them meets the unit.
    pub(crate) years: Option<RangeInclusive<i64>>,
    /// A language by its name in any language, by the beginning of its folded name, or by its code; a book in this language
    /// meets the unit.
    pub(crate) language: Option<String>,
    /// The only field that is searched.
    pub(crate) field: Option<TextField>,
    /// The fields in which a word that begins with the term also meets the unit.
    pub(crate) prefix: Option<Prefix>,
    /// Whether a word that differs from the term by one typo also meets the unit.
    pub(crate) typo: bool,
    /// Other words that meet the unit nearly as well as the term.
    pub(crate) variants: Vec<String>,
    /// Whether another form of the term, with the same stem, also meets the unit.
    pub(crate) forms: bool,
    /// The term as several words in one place of a text.
    pub(crate) splits: Vec<Vec<(usize, String)>>,
    /// Keys of the [`sound`](crate::sound) of the term.
    pub(crate) sounds: Vec<String>,
    /// Whether the unit stands in quotation marks: it is searched as typed, and never left out.
    pub(crate) quoted: bool,
    /// The unit as (folded) text.
    pub(crate) shown: String,
}

impl Unit {
    /// The fields that are searched.
    pub(crate) fn fields(&self) -> &[TextField] {
        self.field.as_ref().map_or(&TextField::ALL, std::slice::from_ref)
    }
}

/// The fields that are searched for words that begin with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// All but the description: almost every description has a word that begins with a given letter.
    ShortFields,
    AllFields,
}

/// Parses a text into units; none if it has no letter or digit. The last word may be incomplete.
pub(crate) fn units(text: &str) -> Vec<Unit> {
    parse(text, true)
}

/// Parses a text of which every word is complete.
pub(crate) fn complete_units(text: &str) -> Vec<Unit> {
    parse(text, false)
}

fn parse(text: &str, may_be_incomplete: bool) -> Vec<Unit> {
    let text: String = text.chars().take(MAX_CHARS).collect();
    let folded = fold(&text);
    if let Some(unit) = spaced_isbn(&folded) {
        return vec![unit];
    }
    let mut units = Vec::new();
    let mut ends_in_word = false;
    for (quoted, span) in spans(&folded) {
        if quoted {
            units.extend(phrase(span).map(|unit| Unit { quoted: true, ..unit }));
            ends_in_word = false;
        } else {
            for piece in pieces(span) {
                units.push(unit(&piece));
                ends_in_word = true;
            }
        }
    }
    if may_be_incomplete
        && ends_in_word
        && units.len() <= MAX_UNITS
        && let Some(last) = units.last_mut()
    {
        let single = last.shown.chars().nth(1).is_none();
        last.prefix.get_or_insert(if single {
            Prefix::ShortFields
        } else {
            Prefix::AllFields
        });
    }
    if units.iter().any(|unit| unit.isbn.is_some()) {
        units.retain(|unit| !matches!(unit.shown.as_str(), "isbn" | "isbn10" | "isbn13"));
    }
    units.truncate(MAX_UNITS);
    units
}

/// Whether a character is a quotation mark.
pub(crate) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// Splits the text into alternating plain and quoted spans. A last quotation mark without a partner is ignored.
fn spans(folded: &str) -> Vec<(bool, &str)> {
    let spans: Vec<&str> = folded.split(is_quote).collect();
    let unpaired = spans.len().is_multiple_of(2);
    let last = spans.len() - 1;
    spans
        .into_iter()
        .enumerate()
        .map(|(place, span)| (place % 2 == 1 && !(unpaired && place == last), span))
        .collect()
}

/// The unit of a text that is one ISBN written with spaces.
fn spaced_isbn(folded: &str) -> Option<Unit> {
    let number = folded
        .trim()
        .trim_start_matches("isbn")
        .trim_start_matches(':')
        .trim();
    let plain: String = number
        .chars()
        .filter(|c| !matches!(c, ' ' | '-' | '\u{2010}'..='\u{2015}'))
        .collect();
    let whole = number.contains(' ') && matches!(plain.len(), 10 | 13);
    let isbn = isbn::typed(&plain).filter(|range| whole && range.start() == range.end())?;
    Some(Unit {
        isbn: Some(isbn),
        shown: plain,
        ..Unit::default()
    })
}

/// The unit of a piece outside quotation marks.
fn unit(piece: &Piece<'_>) -> Unit {
    match piece {
        Piece::Word {
            parts,
            symbol: Some(symbol),
            ..
        } if parts.len() == 1 => word_unit((*symbol).to_owned()),
        Piece::Word { text, parts, .. } => {
            let term = joined(parts);
            if let Some(isbn) = whole_isbn(&term) {
                return Unit {
                    isbn: Some(isbn),
                    shown: term,
                    ..Unit::default()
                };
            }
            let phrase = if parts.len() > 1 {
                with_common_pairs(parts.iter().map(ToString::to_string))
            } else {
                Vec::new()
            };
            let shown = if parts.len() > 1 {
                (*text).to_owned()
            } else {
                term.clone()
            };
            Unit {
                isbn: isbn::typed(&term),
                phrase,
                shown,
                ..word_unit(term)
            }
        }
        Piece::Run(run) => run_unit(run),
    }
}

/// The ISBN that a word is as a whole. Ten digits that also begin an ISBN-13 are not one.
fn whole_isbn(term: &str) -> Option<RangeInclusive<u64>> {
    isbn::typed(term).filter(|range| range.start() == range.end())
}

fn word_unit(term: String) -> Unit {
    // A number that differs by one digit is a different number.
    let typo = term.chars().count() >= MIN_TYPO_LETTERS && !term.contains(char::is_numeric);
    Unit {
        shown: term.clone(),
        typo,
        term: Some(term),
        ..Unit::default()
    }
}

fn run_unit(run: &str) -> Unit {
    let shown = run.to_owned();
    let mut terms: Vec<String> = run_terms(run).map(str::to_owned).collect();
    if terms.len() == 1 {
        // A character is the start of the pair that begins with it; the last one of a run is a separate term.
        return Unit {
            term: terms.pop(),
            prefix: Some(Prefix::AllFields),
            shown,
            ..Unit::default()
        };
    }
    terms.pop();
    terms.truncate(MAX_PHRASE);
    if terms.len() == 1 {
        return Unit {
            term: terms.pop(),
            shown,
            ..Unit::default()
        };
    }
    Unit {
        phrase: terms.into_iter().enumerate().collect(),
        shown,
        ..Unit::default()
    }
}

/// The unit of a quoted span.
fn phrase(span: &str) -> Option<Unit> {
    let mut words: Vec<String> = Vec::new();
    let mut single = None;
    let cut = pieces(span);
    let only = cut.len() == 1;
    for piece in cut {
        match piece {
            Piece::Word { parts, symbol, .. } => {
                words.extend(parts.into_iter().map(str::to_owned));
                if let (Some(symbol), Some(last)) = (symbol, words.last_mut()) {
                    symbol.clone_into(last);
                }
            }
            Piece::Run(run) if only => single = Some(run_unit(run)),
            Piece::Run(run) => words.extend(run_terms(run).map(str::to_owned)),
        }
    }
    if single.is_some() {
        return single;
    }
    words.truncate(MAX_PHRASE);
    let shown = words.join(" ");
    match words.len() {
        0 => None,
        1 => Some(Unit {
            isbn: isbn::typed(&words[0]),
            term: words.pop(),
            shown,
            ..Unit::default()
        }),
        _ => {
            let phrase = with_common_pairs(words.into_iter());
            match <[(usize, String); 1]>::try_from(phrase) {
                Ok([(_, pair)]) => Some(Unit {
                    term: Some(pair),
                    shown,
                    ..Unit::default()
                }),
                Err(phrase) => Some(Unit {
                    phrase,
                    shown,
                    ..Unit::default()
                }),
            }
        }
    }
}

/// Numbers the words of a phrase, and replaces pairs of common words by the term of the pair.
pub(crate) fn with_common_pairs(words: impl Iterator<Item = String>) -> Vec<(usize, String)> {
    let words: Vec<String> = words.collect();
    let mut terms = Vec::new();
    let mut covered = false;
    for (place, word) in words.iter().enumerate() {
        let pair = words.get(place + 1).and_then(|next| common_pair(word, next));
        let begins_pair = pair.is_some();
        if let Some(pair) = pair {
            terms.push((place, pair));
        } else if !covered {
            terms.push((place, word.clone()));
        }
        covered = begins_pair;
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::{Prefix, units};

    /// `word`, `word*` (prefix), `word^` (prefix in short fields), `word~` (typos), `"0:a 1:b"` (phrase), `#first` (ISBN), joined by `|`.
    fn show(text: &str) -> String {
        let shown: Vec<String> = units(text)
            .into_iter()
            .map(|unit| {
                let mut ways = Vec::new();
                if let Some(term) = unit.term {
                    let star = match unit.prefix {
                        None => "",
                        Some(Prefix::AllFields) => "*",
                        Some(Prefix::ShortFields) => "^",
                    };
                    let tilde = if unit.typo { "~" } else { "" };
                    ways.push(format!("{}{star}{tilde}", term.replace(' ', "_")));
                }
                if !unit.phrase.is_empty() {
                    let terms: Vec<_> = unit
                        .phrase
                        .iter()
                        .map(|(place, term)| format!("{place}:{}", term.replace(' ', "_")))
                        .collect();
                    ways.push(format!("\"{}\"", terms.join(" ")));
                }
                if let Some(isbn) = unit.isbn {
                    ways.push(format!("#{}", isbn.start()));
                }
                ways.join("|")
            })
            .collect();
        shown.join(" + ")
    }

    #[test]
    fn parses_typed_queries() {
        for (text, expected) in [
            ("", ""),
            ("  ", ""),
            ("* ? ! \u{1F600}", ""),
            ("dosto", "dosto*~"),
            ("War and Peace", "war + and + peace*~"),
            ("\"war and\" peace", "\"0:war 1:and\" + peace*~"),
            ("\"of the\"", "of_the"),
            ("\"lord of the rings\"", "\"0:lord 1:of_the 3:rings\""),
            ("\"to be or not\"", "\"0:to_be 1:be_or 2:or_not\""),
            ("“Émile”", "emile"),
            ("\"unbalanced", "unbalanced*~"),
            ("a \"b\" \"c", "a + b + c^"),
            ("\"\"", ""),
            ("AND OR", "and + or*"),
            ("c++", "c++*"),
            ("C# basics", "c# + basics*~"),
            ("e-book", "ebook*~|\"0:e 1:book\""),
            ("978-0-14-044913-6", "#9780140449136"),
            ("978 0 14 044913 6", "#9780140449136"),
            ("ISBN: 0140449132", "#9780140449136"),
            ("1984", "1984*"),
            ("魯迅全集", "\"0:魯迅 1:迅全 2:全集\""),
            ("魯迅", "魯迅*"),
            ("魯 x", "魯* + x^"),
            ("魯", "魯*"),
            ("я", "я^"),
            ("\"魯迅\"", "魯迅"),
            ("война", "воина*~"),
        ] {
            assert_eq!(show(text), expected, "{text}");
        }
    }

    #[test]
    fn limits_words_and_characters() {
        let many = units(&"word ".repeat(30));
        assert_eq!(many.len(), 12);
        assert_eq!(many[11].prefix, None);
        let long = units(&"x".repeat(10_000));
        assert_eq!(long[0].shown.len(), 40);
        let phrase = units(&format!("\"{}\"", "a b ".repeat(40)));
        assert!(phrase[0].phrase.len() <= 32);
    }
}
