//! The order of titles and authors.

use crate::fold::fold;
use crate::words::{Piece, pieces};

/// Longest text that takes part in the order, in characters.
const ORDER_CHARS: usize = 300;

/// The sort key of a title or an author: folded, without punctuation and leading article.
///
/// `language` decides which articles are dropped: English "A", French "Le" and German "Die" only from texts in
/// their language. If the language is unknown, the articles of all languages are dropped.
pub fn order_text(text: &str, language: &str) -> String {
    let folded = fold(text);
    let mut words = Vec::new();
    for piece in pieces(&folded) {
        match piece {
            Piece::Word { parts, symbol } => {
                let last = parts.len().saturating_sub(1);
                words.extend(parts.into_iter().enumerate().map(|(place, part)| {
                    if place == last {
                        symbol.unwrap_or(part)
                    } else {
                        part
                    }
                }));
            }
            Piece::Run(run) => words.push(run),
        }
    }
    let start = usize::from(words.len() > 1 && articles(language).contains(&words[0]));
    words[start..].join(" ").chars().take(ORDER_CHARS).collect()
}

/// The first eight bytes as a number: comparing the numbers compares the texts, except that texts with the same
/// eight bytes are equal.
pub(crate) fn order_prefix(text: &str) -> u64 {
    let mut prefix = [0; 8];
    let length = text.len().min(8);
    prefix[..length].copy_from_slice(&text.as_bytes()[..length]);
    u64::from_be_bytes(prefix)
}

fn articles(language: &str) -> &'static [&'static str] {
    match fold(language.trim()).as_str() {
        "en" | "eng" | "english" => &["the", "a", "an"],
        "de" | "ger" | "deu" | "german" | "deutsch" => &["der", "die", "das"],
        "fr" | "fre" | "fra" | "french" | "francais" => &["le", "la", "les", "l"],
        "es" | "spa" | "spanish" | "espanol" | "castellano" => &["el", "la", "los", "las"],
        "it" | "ita" | "italian" | "italiano" => &["il", "lo", "la", "i", "gli", "le", "l"],
        "" | "und" | "mul" | "unknown" | "multiple" | "multilingual" => &[
            "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il",
        ],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{order_prefix, order_text};

    #[test]
    fn ignores_articles_of_the_language() {
        for (title, language, order) in [
            ("The Hobbit", "English", "hobbit"),
            ("A Tale of Two Cities", "en", "tale of two cities"),
            ("Die Verwandlung", "German", "verwandlung"),
            ("Die Hard", "English", "die hard"),
            ("L'Étranger", "French", "etranger"),
            ("Les Misérables", "Français", "miserables"),
            ("El Aleph", "Spanish", "aleph"),
            ("Il nome della rosa", "Italian", "nome della rosa"),
            ("Das Kapital", "", "kapital"),
            ("A Hét Szabad Művészet", "Hungarian", "a het szabad muveszet"),
            ("A", "English", "a"),
            ("«Ça ira!»", "French", "ca ira"),
            ("C# in Depth", "English", "c# in depth"),
            ("阿Q正传", "Chinese", "阿 q 正传"),
            ("!!!", "English", ""),
        ] {
            assert_eq!(order_text(title, language), order, "{title}");
        }
    }

    #[test]
    fn prefixes_compare_like_texts() {
        let texts = ["", "a", "a b", "ab", "abcdefgh", "b", "zebra", "война"];
        assert!(texts.is_sorted());
        assert!(texts.map(order_prefix).is_sorted());
        assert!(order_prefix("a") < order_prefix("ab"));
    }
}
