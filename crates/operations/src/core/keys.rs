//! The folded texts by which books and people are sorted and searched.

use std::collections::BTreeSet;

use carrel_domain::users::{email_key, surname};
use carrel_search::{fold, order_text};

/// The sort key of a title or an author.
pub fn order_key(text: &str, language: &str) -> String {
    order_text(text, language)
}

/// The sort key of a person's name: surname first.
pub fn name_key(name: &str) -> String {
    fold(&surname::split(name).surname_first())
}

/// The digits of a number in the key of a class.
const CLASS_DIGITS: usize = 6;

/// The key of a class: the same for `7b`, `7 B` and `07b`, and before that of `10a`.
pub fn class_key(class: &str) -> String {
    let folded = fold(class);
    let mut key = String::with_capacity(folded.len() + CLASS_DIGITS);
    let mut digits = String::new();
    // A mark at the end lets the last number be written like the others.
    for c in folded.chars().chain(['\0']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            let number = digits.trim_start_matches('0');
            key.extend(std::iter::repeat_n(
                '0',
                CLASS_DIGITS.saturating_sub(number.len()),
            ));
            key.push_str(number);
            digits.clear();
        }
        if !c.is_whitespace() && c != '\0' {
            key.push(c);
        }
    }
    key
}

/// The key by which a student ID is unique.
pub fn student_id_key(student_id: &str) -> String {
    fold(student_id.trim())
}

/// The maximum length of a searched term, in characters.
const TERM_CHARS: usize = 100;

/// The text of a search for people, in the form of [`person_terms`].
pub fn searched_term(search: &str) -> String {
    fold(search.trim()).chars().take(TERM_CHARS).collect()
}

/// The words by which a search finds a person: those of the name, the e-mail address and its first part, the student
/// ID, the class.
pub fn person_terms(
    name: &str,
    email: &str,
    student_id: Option<&str>,
    class: Option<&str>,
) -> BTreeSet<String> {
    let email = email_key(email);
    let mut terms: BTreeSet<String> = fold(name)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    terms.insert(fold(name.trim()));
    terms.extend(
        email
            .split('@')
            .next()
            .into_iter()
            .flat_map(|local| local.split(['.', '-', '_']))
            .map(fold),
    );
    terms.insert(email);
    terms.extend(student_id.map(student_id_key));
    terms.extend(class.map(|class| fold(class.trim())));
    terms.remove("");
    terms
}

#[cfg(test)]
mod tests {
    use super::{class_key, name_key};

    #[test]
    fn classes_are_equal_and_sorted_like_people_write_and_read_them() {
        for [one, other] in [
            ["7b", "7 B"],
            ["7b", "07b"],
            ["Klasse 7b", "klasse 07 B"],
            ["Année 3", "annee 3"],
        ] {
            assert_eq!(class_key(one), class_key(other), "{one} {other}");
        }
        let sorted = ["1", "2a", "7/2", "7a", "7b", "10a", "Q1", "Q2", "Q10"];
        let mut by_key = sorted;
        by_key.reverse();
        by_key.sort_by_key(|class| class_key(class));
        assert_eq!(by_key, sorted);
        assert_ne!(class_key("7b"), class_key("7/b"));
        assert_eq!(class_key("123456789"), "123456789");
    }

    #[test]
    fn names_are_sorted_by_surname() {
        let mut names = [
            "Zoë Adams",
            "Émile Zola",
            "Ada King",
            "Bo Kingsley",
            "Anna van der Berg",
            "Cher",
        ];
        names.sort_by_key(|name| name_key(name));
        assert_eq!(
            names,
            [
                "Zoë Adams",
                "Cher",
                "Ada King",
                "Bo Kingsley",
                "Anna van der Berg",
                "Émile Zola"
            ]
        );
    }
}
