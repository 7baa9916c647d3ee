//! Patterns for searches that read texts from end to end.

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
