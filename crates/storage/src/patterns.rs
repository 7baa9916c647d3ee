//! Patterns for searches that read texts from end to end.

use crate::engine::Value;

/// The text of a book, current or archived, in which words are searched for. The argument is the alias of `books`.
macro_rules! book_text {
    ($books:literal) => {
        concat!(
            $books,
            ".title_key || ' ' || ",
            $books,
            ".author_key || ' ' || COALESCE(",
            $books,
            ".isbn, '')"
        )
    };
}
pub(crate) use book_text;

/// The maximum number of words in a search; further words are ignored.
pub(crate) const WORDS: usize = 6;

/// The patterns for `LIKE`. Their number is fixed, so that there is one statement to cache. The words are folded like
/// the keys of titles, so they contain no character with a meaning in a pattern. Without a word nothing matches.
pub(crate) fn patterns(words: &[String]) -> [String; WORDS] {
    let mut patterns = std::array::from_fn(|place| {
        words
            .get(place)
            .map_or_else(|| "%".to_owned(), |word| format!("%{word}%"))
    });
    if words.is_empty() {
        patterns[0].clear();
    }
    patterns
}

/// The condition that the text of the book `f` matches every pattern. `bind` adds a value to the statement, and returns
/// its placeholder.
pub(crate) fn matches_all<'a>(
    patterns: &'a [String; WORDS],
    mut bind: impl FnMut(Value<'a>) -> String,
) -> String {
    let matches = patterns
        .iter()
        .map(|pattern| format!("{} LIKE {}", book_text!("f"), bind(Value::Text(pattern))));
    matches.collect::<Vec<String>>().join(" AND ")
}
