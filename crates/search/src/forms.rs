//! Forms of a word: words of the index with the same stem.

use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};

/// The languages whose rules are tried. The language of a query is not known, so a form in any of them counts.
static STEMMERS: LazyLock<[Stemmer; 8]> = LazyLock::new(|| {
    [
        Algorithm::English,
        Algorithm::German,
        Algorithm::French,
        Algorithm::Spanish,
        Algorithm::Italian,
        Algorithm::Portuguese,
        Algorithm::Dutch,
        Algorithm::Russian,
    ]
    .map(Stemmer::new)
});

/// Fewest letters of a word whose other forms are searched, and of what its forms begin with.
const MIN_LETTERS: usize = 4;
/// By how many bytes a form may be longer than the word.
const MAX_LONGER: usize = 5;
/// The maximum number of words of one field that are compared; bounds the cost.
pub(crate) const MAX_COMPARED: usize = 2_048;

/// Accepts the other forms of a word.
#[derive(Debug, Clone)]
pub(crate) struct Forms<'a> {
    word: &'a str,
    /// The stem in each language, and what its forms begin with there.
    stems: Vec<(String, &'a str)>,
    /// What all forms begin with.
    start: &'a str,
}

impl<'a> Forms<'a> {
    /// The forms of a folded word. None for a short one, and for one that contains digits.
    pub(crate) fn of(word: &'a str) -> Option<Self> {
        let letters = word.chars().count();
        if letters < MIN_LETTERS || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        let stems: Vec<(String, &str)> = STEMMERS
            .iter()
            .map(|stemmer| {
                let stem = stemmer.stem(word).into_owned();
                // A rule may change the last letter of a stem, as in "stories" and "story".
                let common = common_letters(&stem, word).saturating_sub(1);
                let start = common.max(MIN_LETTERS - 1);
                let end = word.char_indices().nth(start).map_or(word.len(), |(at, _)| at);
                (stem, &word[..end])
            })
            .collect();
        let start = stems
            .iter()
            .map(|(_, start)| *start)
            .min_by_key(|start| start.len())?;
        Some(Forms { word, stems, start })
    }

    /// The range of the dictionary in which the forms are: from the first word to the one after the last.
    pub(crate) fn range(&self) -> (Vec<u8>, Vec<u8>) {
        // No byte of UTF-8 is 0xFF.
        (self.start.into(), [self.start.as_bytes(), &[0xFF]].concat())
    }

    /// Whether a word of the range is another form of the word: they have the same stem in one of the languages.
    pub(crate) fn accept(&self, other: &[u8]) -> bool {
        if other.len() > self.word.len() + MAX_LONGER || other == self.word.as_bytes() {
            return false;
        }
        let Ok(other) = std::str::from_utf8(other) else {
            return false;
        };
        let mut languages = STEMMERS.iter().zip(&self.stems);
        languages.any(|(stemmer, (stem, start))| other.starts_with(start) && stemmer.stem(other) == *stem)
    }
}

/// How many letters two words have in common at their beginning.
fn common_letters(one: &str, other: &str) -> usize {
    one.chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other)
        .count()
}

#[cfg(test)]
mod tests {
    use super::Forms;

    #[test]
    fn words_with_the_same_stem_are_forms_of_each_other() {
        for (one, other) in [
            ("stories", "story"),
            ("story", "stories"),
            ("running", "runs"),
            ("algorithms", "algorithm"),
            ("mathematics", "mathematical"),
            ("hauser", "haus"),
            ("bucher", "buchern"),
            ("contes", "conte"),
            ("historias", "historia"),
            ("книги", "книга"),
        ] {
            let forms = Forms::of(one).unwrap();
            let (start, end) = forms.range();
            let bytes = other.as_bytes();
            assert!(
                start.as_slice() <= bytes && bytes < end.as_slice(),
                "{one}: {other}"
            );
            assert!(forms.accept(bytes), "{one}: {other}");
        }
    }

    #[test]
    fn other_words_are_no_forms() {
        for (one, other) in [
            ("stories", "stories"),
            ("stories", "stork"),
            ("general", "generation"),
            ("univers", "universum"),
            ("story", "storytelling"),
        ] {
            assert!(
                !Forms::of(one).unwrap().accept(other.as_bytes()),
                "{one}: {other}"
            );
        }
        for word in ["run", "1984", "mp3s", ""] {
            assert!(Forms::of(word).is_none(), "{word}");
        }
    }
}
