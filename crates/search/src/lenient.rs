//! Other ways in which books may have the words of a query, for texts that no book has as typed.

use std::ops::RangeInclusive;

use crate::ask::{Prefix, Unit, with_common_pairs};
use crate::error::Error;
use crate::numerals::{in_words, numbers};
use crate::schema::TextField;
use crate::snapshot::Snapshot;
use crate::sound::keys_of_word;
use crate::words::is_common;

/// Fewest letters of a word that is searched as the beginning of words in all fields.
const MIN_PREFIX_LETTERS: usize = 3;
/// Letters of a word that may be two words without the space.
const SPLIT_LETTERS: RangeInclusive<usize> = 4..=24;
/// The most letters of a word that may be three words; bounds the number of looked-up parts.
const MAX_THREE_PARTS_LETTERS: usize = 20;
/// Fewest letters of a part of such a word, except for initials.
const MIN_PART_LETTERS: usize = 2;
/// The most letters that are read as initials, as in `jrr`.
const MAX_INITIALS: usize = 4;
/// The most ways to split a word that are searched.
const MAX_SPLITS: usize = 4;

/// Words that stand for each other: numbers, and abbreviations in titles and names.
const SAME: &[&[&str]] = &[
    &["0", "zero", "null"],
    &["1", "one", "first", "i", "1st", "eins"],
    &["2", "two", "second", "ii", "2nd", "zwei"],
    &["3", "three", "third", "iii", "3rd", "drei"],
    &["4", "four", "fourth", "iv", "4th", "vier"],
    &["5", "five", "fifth", "v", "5th", "funf"],
    &["6", "six", "sixth", "vi", "6th", "sechs"],
    &["7", "seven", "seventh", "vii", "7th", "sieben"],
    &["8", "eight", "eighth", "viii", "8th", "acht"],
    &["9", "nine", "ninth", "ix", "9th", "neun"],
    &["10", "ten", "tenth", "x", "10th", "zehn"],
    &["11", "eleven", "xi", "11th", "elf"],
    &["12", "twelve", "xii", "12th", "zwolf"],
    &["13", "thirteen", "xiii", "13th"],
    &["14", "fourteen", "xiv", "14th"],
    &["15", "fifteen", "xv", "15th", "fifteenth"],
    &["16", "sixteen", "xvi", "16th", "sixteenth"],
    &["17", "seventeen", "xvii", "17th", "seventeenth"],
    &["18", "eighteen", "xviii", "18th", "eighteenth"],
    &["19", "nineteen", "xix", "19th", "nineteenth", "xixe"],
    &["20", "twenty", "xx", "20th", "twentieth", "xxe"],
    &["21", "xxi", "21st", "xxie"],
    &["30", "thirty"],
    &["40", "forty"],
    &["50", "fifty"],
    &["60", "sixty"],
    &["70", "seventy"],
    &["80", "eighty"],
    &["90", "ninety"],
    &["100", "hundred"],
    &["1000", "thousand"],
    &["vol", "volume", "bd", "band", "tome", "том"],
    &["ed", "edition", "edn", "aufl", "auflage"],
    &["intro", "introduction"],
    &["mr", "mister"],
    &["mrs", "missus"],
    &["dr", "doctor", "doktor"],
    &["st", "saint", "sankt"],
    &["jr", "junior"],
    &["sr", "senior"],
    &["maths", "math", "mathematics"],
    &["chem", "chemistry"],
    &["bio", "biology"],
    &["econ", "economics"],
    &["psych", "psychology"],
    &["eng", "engineering", "english"],
    &["univ", "university"],
    &["ww1", "wwi"],
    &["ww2", "wwii"],
];

/// The units with other ways in which a book may meet them. Function words are left out if there are other words.
pub(crate) fn lenient(snapshot: &Snapshot, units: &[Unit]) -> Result<Vec<Unit>, Error> {
    let is_telling = |unit: &Unit| unit.quoted || unit.term.as_deref().is_none_or(|term| !is_common(term));
    let all = !units.iter().any(is_telling);
    let words: Vec<Vec<&str>> = units.iter().map(words_of).collect();
    let numbers = numbers(&words);
    let mut more: Vec<Unit> = Vec::with_capacity(units.len());
    for (place, unit) in units.iter().enumerate() {
        if !all && !is_telling(unit) {
            continue;
        }
        let mut unit = unit.clone();
        if let Some(term) = unit.term.clone().filter(|_| !unit.quoted) {
            widen(snapshot, &mut unit, &term)?;
            let neighbour = |place: Option<usize>| {
                let unit = units.get(place?)?;
                unit.term.clone().filter(|_| !unit.quoted)
            };
            if let Some(before) = neighbour(place.checked_sub(1)) {
                unit.variants.push(format!("{before}{term}"));
            }
            if let Some(after) = neighbour(Some(place + 1)) {
                unit.variants.push(format!("{term}{after}"));
            }
            for (_, digits) in numbers.iter().filter(|(units, _)| units.contains(&place)) {
                unit.variants.extend(digits.iter().cloned());
            }
        }
        more.push(unit);
    }
    Ok(more)
}

fn widen(snapshot: &Snapshot, unit: &mut Unit, term: &str) -> Result<(), Error> {
    let letters = term.chars().count();
    unit.prefix = Some(if letters < MIN_PREFIX_LETTERS {
        Prefix::ShortFields
    } else {
        Prefix::AllFields
    });
    if letters >= MIN_PREFIX_LETTERS {
        unit.sounds = keys_of_word(term);
    }
    for group in SAME.iter().filter(|group| group.contains(&term)) {
        let others = group.iter().filter(|other| **other != term);
        unit.variants.extend(others.map(ToString::to_string));
    }
    unit.forms = true;
    unit.splits = splits(snapshot, term)?;
    for words in in_words(term) {
        let words = words.into_iter().map(str::to_owned);
        unit.splits.push(with_common_pairs(words));
    }
    Ok(())
}

/// The words of a unit as typed; none if it is quoted.
fn words_of(unit: &Unit) -> Vec<&str> {
    if unit.quoted || unit.term.is_none() {
        return Vec::new();
    }
    unit.shown
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The ways to read a word as several: as initials, and as two or three words of titles or names.
fn splits(snapshot: &Snapshot, term: &str) -> Result<Vec<Vec<(usize, String)>>, Error> {
    let letters = term.chars().count();
    let mut found = Vec::new();
    if (2..=MAX_INITIALS).contains(&letters) && term.chars().all(char::is_alphabetic) {
        found.push(term.chars().map(String::from).collect());
    }
    if SPLIT_LETTERS.contains(&letters) {
        for (start, end) in parts(term) {
            if !is_known(snapshot, start)? {
                continue;
            }
            if is_known(snapshot, end)? {
                found.push(vec![start.to_owned(), end.to_owned()]);
                continue;
            }
            if letters > MAX_THREE_PARTS_LETTERS {
                continue;
            }
            for (middle, end) in parts(end) {
                if is_known(snapshot, middle)? && is_known(snapshot, end)? {
                    found.push(vec![start.to_owned(), middle.to_owned(), end.to_owned()]);
                }
            }
        }
    }
    found.truncate(MAX_SPLITS);
    Ok(found
        .into_iter()
        .map(|words: Vec<String>| with_common_pairs(words.into_iter()))
        .filter(|phrase| phrase.len() > 1)
        .collect())
}

/// The ways to cut a word into two parts.
fn parts(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let letters = word.chars().count();
    word.char_indices()
        .enumerate()
        .filter(move |(place, _)| *place >= MIN_PART_LETTERS && place + MIN_PART_LETTERS <= letters)
        .map(|(_, (at, _))| word.split_at(at))
}

/// Whether a title or a name has the word.
fn is_known(snapshot: &Snapshot, word: &str) -> Result<bool, Error> {
    for segment in &snapshot.segments {
        for field in [TextField::Title, TextField::Author] {
            if segment.inverted(field).terms().get(word)?.is_some() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::SAME;
    use crate::fold::fold;

    #[test]
    fn words_that_stand_for_each_other_are_folded_and_in_one_group() {
        let mut words: Vec<&str> = SAME.concat();
        for word in &words {
            assert_eq!(fold(word), *word);
        }
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
