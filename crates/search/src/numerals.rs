//! Numbers in English words: `nineteen eighty-four` for `1984`, and back.

use std::ops::Range;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
/// Longer numbers are not written in words.
const MAX_DIGITS: usize = 6;
/// Years are read by their hundreds.
const YEARS: Range<u64> = 1100..2000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Small(u64),
    Tens(u64),
    Hundred,
    Thousand,
    And,
}

fn part(word: &str) -> Option<Part> {
    let place = |words: &[&str]| {
        words
            .iter()
            .position(|one| *one == word)
            .map(|place| place as u64)
    };
    match word {
        "hundred" => Some(Part::Hundred),
        "thousand" => Some(Part::Thousand),
        "and" => Some(Part::And),
        _ => place(&SMALL)
            .map(Part::Small)
            .or_else(|| place(&TENS).map(|tens| Part::Tens(20 + 10 * tens))),
    }
}

/// Finds numbers of several words. Each entry of `units` has the words of a unit. Returns the units of each number and its
/// digits, in one or two readings: `nineteen eighty` is 1980.
pub(crate) fn numbers(units: &[Vec<&str>]) -> Vec<(Range<usize>, Vec<String>)> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < units.len() {
        // A number neither begins nor ends with "and".
        if units[start] == ["and"] {
            start += 1;
            continue;
        }
        let is_numeric = |unit: &&Vec<&str>| !unit.is_empty() && unit.iter().all(|word| part(word).is_some());
        let mut end = start + units[start..].iter().take_while(is_numeric).count();
        while end > start && units[end - 1] == ["and"] {
            end -= 1;
        }
        let words = units[start..end].concat();
        if words.len() > 1 {
            let parts: Vec<Part> = words.iter().filter_map(|word| part(word)).collect();
            let readings: Vec<String> = [value(&parts), year(&parts)]
                .into_iter()
                .flatten()
                .map(|number| number.to_string())
                .collect();
            if !readings.is_empty() {
                found.push((start..end, readings));
            }
        }
        start = end.max(start + 1);
    }
    found
}

fn value(parts: &[Part]) -> Option<u64> {
    let (mut total, mut current, mut last) = (0, 0, None);
    for &part in parts {
        match (part, last) {
            (Part::And, Some(Part::Hundred | Part::Thousand)) => continue,
            (Part::Small(number), Some(Part::Tens(_))) if (1..10).contains(&number) => current += number,
            (Part::Small(number) | Part::Tens(number), None | Some(Part::Hundred | Part::Thousand)) => {
                current += number;
            }
            (Part::Hundred, _) if current < 100 => current = current.max(1) * 100,
            (Part::Thousand, _) if total == 0 => {
                total = current.max(1) * 1000;
                current = 0;
            }
            _ => return None,
        }
        last = Some(part);
    }
    Some(total + current)
}

/// A year that is read by its hundreds, such as `nineteen eighty-four`.
fn year(parts: &[Part]) -> Option<u64> {
    if parts
        .iter()
        .any(|part| matches!(part, Part::Hundred | Part::Thousand | Part::And))
    {
        return None;
    }
    (1..parts.len()).find_map(|at| {
        let (hundreds, rest) = (value(&parts[..at])?, value(&parts[at..])?);
        let is_year = (10..100).contains(&hundreds) && (10..100).contains(&rest);
        is_year.then(|| hundreds * 100 + rest)
    })
}

/// The ways to write a number in several words; none for other texts and for small numbers, which are one word.
pub(crate) fn in_words(digits: &str) -> Vec<Vec<&'static str>> {
    if digits.len() > MAX_DIGITS || digits.starts_with('0') {
        return Vec::new();
    }
    let Ok(number) = digits.parse::<u64>() else {
        return Vec::new();
    };
    let mut ways = vec![below_million(number)];
    if YEARS.contains(&number) && number % 100 >= 10 {
        let hundreds = below_hundred(number / 100);
        ways.push([hundreds, below_hundred(number % 100)].concat());
    }
    ways.retain(|words| words.len() > 1);
    ways
}

fn below_million(number: u64) -> Vec<&'static str> {
    match number / 1000 {
        0 => below_thousand(number),
        thousands => [
            below_thousand(thousands),
            vec!["thousand"],
            below_thousand(number % 1000),
        ]
        .concat(),
    }
}

fn below_thousand(number: u64) -> Vec<&'static str> {
    match number / 100 {
        0 => below_hundred(number),
        hundreds => [
            below_hundred(hundreds),
            vec!["hundred"],
            below_hundred(number % 100),
        ]
        .concat(),
    }
}

/// Nothing for 0.
fn below_hundred(number: u64) -> Vec<&'static str> {
    let number = usize::try_from(number).unwrap_or(0);
    match number {
        0 => Vec::new(),
        1..20 => vec![SMALL[number]],
        _ if number.is_multiple_of(10) => vec![TENS[number / 10 - 2]],
        _ => vec![TENS[number / 10 - 2], SMALL[number % 10]],
    }
}

#[cfg(test)]
mod tests {
    use super::{in_words, numbers};
    use proptest::prelude::*;

    fn shown(text: &str) -> String {
        let units: Vec<Vec<&str>> = text.split(' ').map(|unit| unit.split('-').collect()).collect();
        let found = numbers(&units).into_iter();
        let shown =
            found.map(|(units, ways)| format!("{}..{}: {}", units.start, units.end, ways.join(" or ")));
        shown.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn reads_numbers_in_words() {
        for (text, expected) in [
            ("nineteen eighty-four", "0..2: 1984"),
            ("nineteen eighty four by orwell", "0..3: 1984"),
            ("twenty thousand leagues", "0..2: 20000"),
            ("one hundred years of solitude", "0..2: 100"),
            ("a hundred and one dalmatians", "1..4: 101"),
            ("four hundred fifty one", "0..4: 451"),
            ("eighty-four", "0..1: 84"),
            ("the hundred thousand", "1..3: 100000"),
            ("around the world in eighty days", ""),
            ("two and two", ""),
            ("and twenty one and", "1..3: 21"),
            ("five six seven", ""),
            ("war and peace", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn writes_numbers_in_words() {
        for (digits, expected) in [
            (
                "1984",
                "one thousand nine hundred eighty four|nineteen eighty four",
            ),
            ("20000", "twenty thousand"),
            ("100", "one hundred"),
            ("451", "four hundred fifty one"),
            ("1900", "one thousand nine hundred"),
            ("80", ""),
            ("0", ""),
            ("007", ""),
            ("1234567", ""),
            ("12a", ""),
        ] {
            let ways: Vec<String> = in_words(digits).iter().map(|words| words.join(" ")).collect();
            assert_eq!(ways.join("|"), expected, "{digits}");
        }
    }

    proptest! {
        #[test]
        fn reads_what_it_writes(number in 21_u64..1_000_000) {
            let digits = number.to_string();
            for words in in_words(&digits) {
                let units: Vec<Vec<&str>> = words.iter().map(|word| vec![*word]).collect();
                let found = numbers(&units);
                prop_assert_eq!(found.len(), 1);
                prop_assert!(found[0].1.contains(&digits), "{:?} is read as {:?}", words, found);
            }
        }
    }
}
