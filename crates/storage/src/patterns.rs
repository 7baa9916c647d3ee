//! Patterns of words that texts are searched for from end to end.

/// How many words are searched for; the rest is ignored.
pub(crate) const WORDS: usize = 6;

/// The patterns for `LIKE`, always as many, so that there is one statement to cache. The words are folded as the keys of
/// titles are, so they hold no character that means something in a pattern. Without a word nothing is found.
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
