//! Suggests another spelling for a text that no book contains as typed.

use tantivy::query::FuzzyTermQuery;

use crate::ask::Unit;
use crate::error::Error;
use crate::matching::is_known;
use crate::schema::{Fields, TextField};
use crate::snapshot::Snapshot;

/// The maximum number of words of a text that are corrected.
const MAX_CORRECTIONS: usize = 3;
/// The maximum number of neighbours of a word that are compared in one field of a segment.
const MAX_NEIGHBOURS: usize = 1024;
/// Words of at least this length may differ by two typos, shorter ones by one.
const MIN_TWO_TYPOS: usize = 5;
/// Words shorter than this are not corrected, because too many words are similar to them.
const MIN_LETTERS: usize = 3;

/// The text with its unknown words replaced by known ones; `None` if all words are known or one has no neighbour.
/// The caller makes sure that the new text finds something.
pub(crate) fn correct(snapshot: &Snapshot, fields: &Fields, units: &[Unit]) -> Result<Option<String>, Error> {
    let mut corrections = 0;
    let mut words = Vec::with_capacity(units.len());
    for unit in units {
        if is_known(snapshot, fields, unit)? {
            words.push(unit.shown.clone());
            continue;
        }
        corrections += 1;
        let neighbour = match &unit.term {
            Some(word) if corrections <= MAX_CORRECTIONS => neighbour(snapshot, fields, word)?,
            _ => None,
        };
        match neighbour {
            Some(word) => words.push(word),
            None => return Ok(None),
        }
    }
    Ok((corrections > 0).then(|| words.join(" ")))
}

/// The nearest word of titles, authors and categories; among equally near ones the most frequent.
fn neighbour(snapshot: &Snapshot, fields: &Fields, word: &str) -> Result<Option<String>, Error> {
    let letters = word.chars().count();
    if letters < MIN_LETTERS {
        return Ok(None);
    }
    let farthest = if letters < MIN_TWO_TYPOS { 1 } else { 2 };
    for distance in 1..=farthest {
        let mut best: Option<(u64, String)> = None;
        for field in [TextField::Title, TextField::Author, TextField::Category] {
            let automaton = FuzzyTermQuery::new(fields.term(field, word), distance, true).automaton()?;
            for segment in &snapshot.segments {
                let mut stream = segment.inverted(field).terms().search(&automaton).into_stream()?;
                let mut seen = 0;
                while seen < MAX_NEIGHBOURS && stream.advance() {
                    seen += 1;
                    let books = u64::from(stream.value().doc_freq);
                    let Ok(found) = std::str::from_utf8(stream.key()) else {
                        continue;
                    };
                    // A space marks the term of two common words, which is never typed as one word.
                    let better = best.as_ref().is_none_or(|(most, _)| books > *most);
                    if better && !found.contains(' ') {
                        best = Some((books, found.to_owned()));
                    }
                }
            }
        }
        if let Some((_, found)) = best {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
