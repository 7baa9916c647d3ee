//! The folded texts by which books and people are sorted and searched.

use std::collections::BTreeSet;

use carrel_domain::users::email_key;
use carrel_search::{fold, order_text};

/// The sort key of a title or an author.
pub fn order_key(text: &str, language: &str) -> String {
    order_text(text, language)
}

/// The sort key of a person's name.
pub fn name_key(name: &str) -> String {
    fold(name.trim())
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
/// ID.
pub fn person_terms(name: &str, email: &str, student_id: Option<&str>) -> BTreeSet<String> {
    let email = email_key(email);
    let mut terms: BTreeSet<String> = fold(name)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    terms.insert(name_key(name));
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
    terms.remove("");
    terms
}
