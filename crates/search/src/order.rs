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
    let words = words(&folded);
    let start = usize::from(words.len() > 1 && articles(language).contains(&words[0]));
    words[start..].join(" ").chars().take(ORDER_CHARS).collect()
}

/// The words to search for in texts of [`order_text`]. Articles of any language are left out wherever they are, because
/// the texts have none at their beginning; a search of nothing but articles keeps those that are not leading.
pub fn search_words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words = words(&folded);
    if words.iter().all(|word| is_article(word)) {
        let start = usize::from(words.len() > 1);
        words.drain(..start);
    } else {
        words.retain(|word| !is_article(word));
    }
    words.into_iter().map(str::to_owned).collect()
}

/// The words of a folded text, in their order.
fn words(folded: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for piece in pieces(folded) {
        match piece {
            Piece::Word { parts, symbol, .. } => {
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
    words
}

/// The first eight bytes as a number: comparing the numbers compares the texts, except that texts with the same
/// eight bytes are equal.
pub(crate) fn order_prefix(text: &str) -> u64 {
    let mut prefix = [0; 8];
    let length = text.len().min(8);
    prefix[..length].copy_from_slice(&text.as_bytes()[..length]);
    u64::from_be_bytes(prefix)
}

/// The names and codes of a language, folded, and its articles.
struct Language {
    names: &'static [&'static str],
    articles: &'static [&'static str],
}

const LANGUAGES: [Language; 6] = [
    Language {
        names: &["en", "eng", "english"],
        articles: &["the", "a", "an"],
    },
    Language {
        names: &["de", "ger", "deu", "german", "deutsch"],
        articles: &["der", "die", "das"],
    },
    Language {
        names: &["fr", "fre", "fra", "french", "francais"],
        articles: &["le", "la", "les", "l"],
    },
    Language {
        names: &["es", "spa", "spanish", "espanol", "castellano"],
        articles: &["el", "la", "los", "las"],
    },
    Language {
        names: &["it", "ita", "italian", "italiano"],
        articles: &["il", "lo", "la", "i", "gli", "le", "l"],
    },
    // Unknown, or several. Words that are articles in few languages and other words in many are not among these.
    Language {
        names: &["", "und", "mul", "unknown", "multiple", "multilingual"],
        articles: &[
            "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il",
        ],
    },
];

/// The articles of a language, by its name or code.
fn articles(language: &str) -> &'static [&'static str] {
    let name = fold(language.trim());
    LANGUAGES
        .iter()
        .find(|language| language.names.contains(&name.as_str()))
        .map_or(&[], |language| language.articles)
}

/// Whether a word is an article in any language.
fn is_article(word: &str) -> bool {
    LANGUAGES.iter().any(|language| language.articles.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, order_prefix, order_text, search_words};

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
    fn searches_leave_out_articles() {
        for (search, words) in [
            ("The Hobbit", &["hobbit"][..]),
            ("Tolkien The Hobbit", &["tolkien", "hobbit"]),
            ("Hobbit, The", &["hobbit"]),
            ("Kafka Die Verwandlung", &["kafka", "verwandlung"]),
            ("Camus: L'Étranger", &["camus", "etranger"]),
            ("Moravia, Gli indifferenti", &["moravia", "indifferenti"]),
            ("of the worlds", &["of", "worlds"]),
            ("The", &["the"]),
            ("The The", &["the"]),
            ("The A", &["a"]),
            ("C#", &["c#"]),
            ("%", &[]),
            ("", &[]),
        ] {
            assert_eq!(search_words(search), words, "{search}");
        }
    }

    /// A title is found by its own text, whatever its language is, also behind its author.
    #[test]
    fn every_word_of_a_search_is_in_the_text_it_was_made_of() {
        for language in LANGUAGES.iter().flat_map(|language| language.names) {
            for article in LANGUAGES.iter().flat_map(|language| language.articles) {
                for title in [format!("{article} Mask"), format!("{article} {article}")] {
                    let text = format!("{} author", order_text(&title, language));
                    for search in [title.clone(), format!("Author, {title}")] {
                        for word in search_words(&search) {
                            assert!(text.contains(&word), "{search} in {text}, {language}");
                        }
                    }
                }
            }
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
