//! The names in the author of a book, which is one text with any number of people.

/// Words that a personal name has in lower case.
const PARTICLES: [&str; 21] = [
    "al", "bin", "da", "de", "degli", "del", "della", "den", "der", "di", "dos", "du", "el", "ibn", "la",
    "las", "le", "van", "von", "zu", "zur",
];
/// Words between two names.
const CONJUNCTIONS: [&str; 5] = ["&", "and", "et", "u.", "und"];
/// What follows the first name instead of further names.
const AND_OTHERS: [&str; 4] = ["et al.", "et al", "u. a.", "and others"];

/// The names of the authors in their order, without roles in parentheses; each name once.
///
/// Semicolons always separate names. A comma or an "and" does only if all its neighbours look like a personal name of
/// several words, because a comma is also in `Tolkien, J. R. R.`, and an "and" in the name of an institution.
pub fn author_names(author: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for group in author.split(';') {
        let group = without_roles(group);
        for name in split(without_others(group.trim())) {
            let name = name.trim_matches([',', ' ']);
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// The text without what is in parentheses or brackets.
fn without_roles(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    if depth > 0 { text.to_owned() } else { kept }
}

fn without_others(group: &str) -> &str {
    AND_OTHERS
        .iter()
        .find_map(|others| group.strip_suffix(others))
        .map_or(group, |before| before.trim_end_matches([' ', ',', '…']))
}

/// The names of a group, if all of them look like a personal name; otherwise the whole group.
fn split(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in group.split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        names.extend(
            words
                .split(|word| CONJUNCTIONS.contains(word))
                .map(|name| name.join(" ")),
        );
    }
    // `A, B, and C` has nothing between the comma and the "and".
    names.retain(|name| !name.is_empty());
    if names.iter().all(|name| is_personal(name)) {
        names
    } else {
        vec![group.split_whitespace().collect::<Vec<_>>().join(" ")]
    }
}

/// Whether a text looks like the name of one person: two to five words, none in lower case but particles.
fn is_personal(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_name = |word: &&str| {
        PARTICLES.contains(word) || word.chars().next().is_some_and(|first| !first.is_lowercase())
    };
    (2..=5).contains(&words.len()) && words.iter().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::author_names;
    use proptest::prelude::*;

    #[test]
    fn separates_the_authors_of_a_book() {
        for (author, expected) in [
            ("Jane Austen", "Jane Austen"),
            ("  Jane   Austen ", "Jane Austen"),
            ("", ""),
            ("Tolkien, J. R. R.", "Tolkien, J. R. R."),
            ("García Márquez, Gabriel", "García Márquez, Gabriel"),
            ("Martin Luther King, Jr.", "Martin Luther King, Jr."),
            (
                "Brian W. Kernighan, Dennis M. Ritchie",
                "Brian W. Kernighan|Dennis M. Ritchie",
            ),
            (
                "Brian W. Kernighan and Dennis M. Ritchie",
                "Brian W. Kernighan|Dennis M. Ritchie",
            ),
            (
                "Erich Gamma, Richard Helm, and Ralph Johnson",
                "Erich Gamma|Richard Helm|Ralph Johnson",
            ),
            ("Karl Marx und Friedrich Engels", "Karl Marx|Friedrich Engels"),
            ("Terry Pratchett & Neil Gaiman", "Terry Pratchett|Neil Gaiman"),
            (
                "Kernighan, Brian; Ritchie, Dennis",
                "Kernighan, Brian|Ritchie, Dennis",
            ),
            ("Jane Doe; Jane Doe", "Jane Doe"),
            (
                "Ludwig van Beethoven and Maria de la Cruz",
                "Ludwig van Beethoven|Maria de la Cruz",
            ),
            (
                "Food and Agriculture Organization",
                "Food and Agriculture Organization",
            ),
            (
                "Department of Energy and Climate Change",
                "Department of Energy and Climate Change",
            ),
            ("Homer and Emily Wilson", "Homer and Emily Wilson"),
            ("Emily Wilson (translator)", "Emily Wilson"),
            ("Ann Lee (ed.); Bo Lee [illustrator]", "Ann Lee|Bo Lee"),
            ("Ann Lee (unclosed", "Ann Lee (unclosed"),
            ("Thomas Cormen et al.", "Thomas Cormen"),
            ("Thomas Cormen, et al.", "Thomas Cormen"),
            ("Лев Толстой, Антон Чехов", "Лев Толстой|Антон Чехов"),
            ("魯迅", "魯迅"),
        ] {
            assert_eq!(author_names(author).join("|"), expected, "{author}");
        }
    }

    proptest! {
        #[test]
        fn every_author_has_a_name(author in "[A-Za-z,;&()\\[\\] .]{0,60}|.{0,40}") {
            let names = author_names(&author);
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            prop_assert!(names.iter().all(|name| !name.trim().is_empty()));
            prop_assert!(names.iter().map(|name| letters(name)).sum::<usize>() <= letters(&author));
        }
    }
}
