//! Comparing titles: equal, different by a typing error, or different.

/// Folds a text in a language to words in lower case without accents, punctuation and leading article.
pub type Fold<'a> = dyn Fn(&str, &str) -> String + Sync + 'a;

/// Marks between a title and its subtitle. Dashes need spaces around them.
const SUBTITLE_MARKS: [&str; 8] = [":", ";", " / ", " - ", " – ", " — ", "(", "["];
/// Words that are left out, because people write a sign instead.
const CONJUNCTIONS: [&str; 3] = ["and", "et", "und"];
/// Words before or behind a number that say what it counts.
const COUNTED: [&str; 24] = [
    "aufl", "auflage", "band", "bd", "book", "buch", "ed", "edition", "heft", "issue", "livre", "no", "nr",
    "number", "part", "partie", "pt", "teil", "tome", "tomo", "vol", "volume", "volumen", "volumes",
];
/// Numbers in words, as they are in titles of volumes, and their values.
const NUMBER_WORDS: [(&str, &str); 54] = [
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("first", "1"),
    ("second", "2"),
    ("third", "3"),
    ("fourth", "4"),
    ("fifth", "5"),
    ("sixth", "6"),
    ("seventh", "7"),
    ("eighth", "8"),
    ("ninth", "9"),
    ("tenth", "10"),
    ("eins", "1"),
    ("zwei", "2"),
    ("drei", "3"),
    ("vier", "4"),
    ("funf", "5"),
    ("sechs", "6"),
    ("sieben", "7"),
    ("acht", "8"),
    ("neun", "9"),
    ("zehn", "10"),
    ("erster", "1"),
    ("zweiter", "2"),
    ("dritter", "3"),
    ("vierter", "4"),
    ("funfter", "5"),
    ("erste", "1"),
    ("zweite", "2"),
    ("dritte", "3"),
    ("vierte", "4"),
    ("funfte", "5"),
    ("erstes", "1"),
    ("zweites", "2"),
    ("drittes", "3"),
    ("viertes", "4"),
    ("un", "1"),
    ("deux", "2"),
    ("trois", "3"),
    ("quatre", "4"),
    ("cinq", "5"),
    ("dos", "2"),
    ("tres", "3"),
    ("cuatro", "4"),
    ("cinco", "5"),
    ("seis", "6"),
];
/// Endings of ordinal numbers in digits.
const ORDINALS: [&str; 8] = ["st", "nd", "rd", "th", "ter", "tes", "te", "e"];
/// The length from which a word may have a typing error, in characters. Short words differ by one letter too easily.
const SHORTEST_WITH_ERROR: usize = 5;
/// The length from which a word may have two.
const SHORTEST_WITH_TWO: usize = 9;
/// The maximum number of typing errors in a title.
const MOST_ERRORS: usize = 2;
/// Scripts from this character on have words of few characters, in which each counts.
const FIRST_OF_SHORT_WORDS: char = '\u{2E80}';

/// Splits a title from its subtitle, which may be empty.
pub fn split_title(title: &str) -> (&str, &str) {
    let marks = SUBTITLE_MARKS
        .iter()
        .filter_map(|mark| Some((title.find(mark)?, mark.len())));
    match marks.min() {
        Some((at, length)) if !title[..at].trim().is_empty() => {
            (title[..at].trim(), title[at + length..].trim())
        }
        _ => (title.trim(), ""),
    }
}

/// A title in the form in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Title {
    /// The words of the title, without numbers.
    main: String,
    /// The numbers of the title and the subtitle, such as that of a volume.
    numbers: String,
    /// The words of the subtitle, without numbers.
    subtitle: String,
}

/// How alike two titles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Closeness {
    Same,
    /// Equal but for typing errors.
    Near,
    Different,
}

impl Title {
    pub(super) fn new(title: &str, language: &str, fold: &Fold<'_>) -> Title {
        let (main, subtitle) = split_title(title);
        let mut numbers = Vec::new();
        let main = without_numbers(&fold(main, language), &mut numbers);
        let subtitle = without_numbers(&fold(subtitle, language), &mut numbers);
        Title {
            main,
            numbers: numbers.join(" "),
            subtitle,
        }
    }

    pub(super) fn has_words(&self) -> bool {
        !self.main.is_empty() || !self.numbers.is_empty()
    }

    /// The words from the last letter to the first, by which titles with an error at their beginning are neighbours.
    pub(super) fn reversed(&self) -> String {
        self.main.chars().rev().collect()
    }

    /// A subtitle that only one of them has is no difference.
    pub(super) fn closeness(&self, other: &Title) -> Closeness {
        if self.numbers != other.numbers {
            return Closeness::Different;
        }
        let main = closeness(&self.main, &other.main);
        if self.subtitle.is_empty() || other.subtitle.is_empty() || main == Closeness::Different {
            return main;
        }
        main.max(closeness(&self.subtitle, &other.subtitle))
    }
}

/// The words of a folded text without its numbers, which are added to `numbers`, and without what they count.
fn without_numbers(folded: &str, numbers: &mut Vec<String>) -> String {
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let number = |place: usize| {
        let word = words.get(place)?;
        let before = place.checked_sub(1).and_then(|before| words.get(before));
        let is_counted = before.is_some_and(|word| COUNTED.contains(word));
        let is_last = place > 0 && place + 1 == words.len();
        number(word, is_counted || is_last)
    };
    let mut plain: Vec<&str> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        if let Some(value) = number(place) {
            numbers.push(value);
            continue;
        }
        let is_beside_number = number(place + 1).is_some()
            || place
                .checked_sub(1)
                .is_some_and(|before| number(before).is_some());
        let is_left_out = CONJUNCTIONS.contains(word) || (COUNTED.contains(word) && is_beside_number);
        if !is_left_out {
            plain.push(word);
        }
    }
    plain.join(" ")
}

/// The value of a word that is a number. A single letter is a Roman number only where one is expected.
fn number(word: &str, is_expected: bool) -> Option<String> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let ending = &word[digits.len()..];
        let is_whole = digits.chars().all(|c| c.is_ascii_digit());
        let text = if is_whole && ORDINALS.contains(&ending) {
            digits
        } else {
            word
        };
        let short = text.trim_start_matches('0');
        return Some(if short.is_empty() { "0" } else { short }.to_owned());
    }
    if let Some((_, value)) = NUMBER_WORDS.iter().find(|(name, _)| *name == word) {
        return Some((*value).to_owned());
    }
    roman(word)
        .filter(|_| word.len() > 1 || is_expected)
        .map(|value| value.to_string())
}

/// The value of a Roman number below 90 in its usual form.
fn roman(word: &str) -> Option<u32> {
    const PARTS: [(&str, u32); 7] = [
        ("l", 50),
        ("xl", 40),
        ("x", 10),
        ("ix", 9),
        ("v", 5),
        ("iv", 4),
        ("i", 1),
    ];
    let (mut rest, mut value) = (word, 0);
    for (part, worth) in PARTS {
        let most = if matches!(part, "x" | "i") { 3 } else { 1 };
        for _ in 0..most {
            if let Some(tail) = rest.strip_prefix(part) {
                rest = tail;
                value += worth;
            }
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

fn closeness(one: &str, other: &str) -> Closeness {
    if one == other {
        return Closeness::Same;
    }
    if one.replace(' ', "") == other.replace(' ', "") {
        return Closeness::Near;
    }
    let count = |text: &str| text.split(' ').count();
    if count(one) != count(other) {
        return Closeness::Different;
    }
    let mut errors = 0;
    for (one, other) in one.split(' ').zip(other.split(' ')) {
        if one != other {
            match errors_between(one, other) {
                Some(more) => errors += more,
                None => return Closeness::Different,
            }
        }
    }
    if errors <= MOST_ERRORS {
        Closeness::Near
    } else {
        Closeness::Different
    }
}

/// The number of typing errors between two words; `None` when these are other words.
fn errors_between(one: &str, other: &str) -> Option<usize> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (shorter, longer) = (one.len().min(other.len()), one.len().max(other.len()));
    let is_of_short_words = |word: &[char]| word.iter().any(|c| *c >= FIRST_OF_SHORT_WORDS);
    if shorter < SHORTEST_WITH_ERROR || is_of_short_words(&one) || is_of_short_words(&other) {
        return None;
    }
    let most = if shorter < SHORTEST_WITH_TWO {
        1
    } else {
        MOST_ERRORS
    };
    if longer - shorter > most {
        return None;
    }
    Some(distance(&one, &other)).filter(|errors| *errors <= most)
}

/// The number of letters that are missing, added, other ones, or exchanged with their neighbour.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut fewest = (last[j] + usize::from(a != b))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                fewest = fewest.min(before[j - 1] + 1);
            }
            row.push(fewest);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, roman};

    #[test]
    fn letters_are_missing_added_other_ones_or_exchanged() {
        for (one, other, errors) in [
            ("", "", 0),
            ("abbey", "abbey", 0),
            ("abbey", "", 5),
            ("abbey", "bbey", 1),
            ("abbey", "abbe", 1),
            ("abbey", "abey", 1),
            ("abbey", "obbey", 1),
            ("abbey", "abbay", 1),
            ("abbey", "babey", 1),
            ("abbey", "abbye", 1),
            ("abbey", "babye", 2),
            ("abbey", "yebba", 4),
            ("kitten", "sitting", 3),
            // Exchanged letters have nothing between them.
            ("ca", "abc", 3),
            ("abcde", "vwxyz", 5),
        ] {
            let (first, second): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
            assert_eq!(distance(&first, &second), errors, "{one} {other}");
            assert_eq!(distance(&second, &first), errors, "{other} {one}");
        }
    }

    #[test]
    fn roman_numbers_have_their_usual_form() {
        for (word, value) in [
            ("i", Some(1)),
            ("iii", Some(3)),
            ("iv", Some(4)),
            ("viii", Some(8)),
            ("ix", Some(9)),
            ("xiv", Some(14)),
            ("xxxix", Some(39)),
            ("xlii", Some(42)),
            ("lxxxix", Some(89)),
            ("iiii", None),
            ("vv", None),
            ("vx", None),
            ("ll", None),
            ("mix", None),
            ("vim", None),
            ("", None),
        ] {
            assert_eq!(roman(word), value, "{word}");
        }
    }
}
