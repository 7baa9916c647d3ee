//! Words that a guesser who knows a person tries first: the person's own, and the library's.

use std::collections::BTreeSet;

use super::common_passwords::{folded, lettered};

/// The minimum length of a word: shorter ones are parts of too many other words.
const SHORTEST: usize = 4;
/// The number of letters beside one's own words that makes another password of them.
const ENOUGH_LETTERS: usize = 4;

/// The words of a person and of the library, folded.
#[derive(Clone, Debug, Default)]
pub struct OwnWords(BTreeSet<String>);

impl OwnWords {
    /// The words of these texts, such as names and addresses, each text as a whole included.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> OwnWords {
        let mut words = BTreeSet::new();
        for text in texts {
            let text = folded(text);
            let parts = text.split(|c: char| !c.is_alphanumeric());
            let whole: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
            words.extend(parts.map(str::to_owned).chain([whole]));
        }
        words.retain(|word| word.chars().count() >= SHORTEST);
        OwnWords(words)
    }

    /// Whether a password is made of these words, with too little beside them.
    pub fn make(&self, password: &str) -> bool {
        let folded = folded(password);
        let lettered = lettered(&folded);
        self.cover(folded.chars().zip(folded.chars())) || self.cover(lettered.chars().zip(folded.chars()))
    }

    /// The same for pairs of a character as it is compared and as it was typed.
    fn cover(&self, pairs: impl Iterator<Item = (char, char)>) -> bool {
        let pairs: Vec<(char, char)> = pairs.filter(|(compared, _)| compared.is_alphanumeric()).collect();
        let mut covered = vec![false; pairs.len()];
        for word in &self.0 {
            let word: Vec<char> = word.chars().collect();
            for start in 0..(pairs.len() + 1).saturating_sub(word.len()) {
                let part = &pairs[start..start + word.len()];
                if part.iter().map(|(compared, _)| compared).eq(&word) {
                    covered[start..start + word.len()].fill(true);
                }
            }
        }
        let letters = pairs.iter().zip(&covered);
        let letters = letters.filter(|((_, typed), covered)| !**covered && typed.is_alphabetic());
        covered.contains(&true) && letters.count() < ENOUGH_LETTERS
    }
}

#[cfg(test)]
mod tests {
    use super::OwnWords;

    #[test]
    fn passwords_of_ones_own_words_are_found() {
        let words = OwnWords::of([
            "Ada Lovelace",
            "ada.lovelace@town.example",
            "S2026-00002-2",
            "Town Library",
        ]);
        for password in [
            "Lovelace1815",
            "adaLovelace1",
            "L0vel4ce!!",
            "1815L0v3lace7A",
            "Library2026",
            "Town-Library-1",
            "ada.lovelace@town.example",
            "S2026-00002-2x",
            // A word of four letters, a word at the end, and three letters beside a word.
            "Town2026",
            "1815Lovelace",
            "Lovelacexyz1",
        ] {
            assert!(words.make(password), "{password}");
        }
        for password in [
            "Reading1",
            "Lovelace likes poetry 1",
            "Adamant99",
            "Ada12345",
            "Lovelacewxyz1",
            "Analytical1",
            "",
        ] {
            assert!(!words.make(password), "{password}");
        }
        assert!(!OwnWords::default().make("Reading1"));
        assert!(!OwnWords::of(["", "Li", "a@b.c"]).make("Li12345a"));
    }
}
