//! The keys by which books and people are sorted and found: folded texts.

use std::collections::BTreeSet;

use carrel_domain::users::email_key;
use carrel_search::{fold, order_text};

/// The key a title or an author is sorted by.
pub fn order_key(text: &str, language: &str) -> String {
    order_text(text, language)
}

/// The key a person's name is sorted by.
pub fn name_key(name: &str) -> String {
    fold(name.trim())
}

/// The key under which a student ID is unique.
pub fn student_id_key(student_id: &str) -> String {
    fold(student_id.trim())
}

/// The words a person is found by: those of the name, the e-mail address and its first part, the student ID.
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
