//! A book with the people that citations name.

use super::person::Person;
use crate::catalogue::book::BookRecord;
use crate::catalogue::book::details::{BookDetails, IdentifierKind};

/// What citations are made of.
pub(super) struct Cited<'a> {
    pub(super) record: &'a BookRecord,
    pub(super) details: &'a BookDetails,
    pub(super) authors: Vec<Person>,
    pub(super) editors: Vec<Person>,
    pub(super) translators: Vec<Person>,
}

impl Cited<'_> {
    /// The year as in a text.
    pub(super) fn year(&self) -> Option<String> {
        let year = self.record.published_year?;
        Some(if year < 0 {
            format!("{} BCE", year.unsigned_abs())
        } else {
            year.to_string()
        })
    }

    /// The edition with the usual abbreviation, such as `2nd ed.`
    pub(super) fn edition(&self) -> Option<String> {
        let statement = self.record.edition_statement.as_deref()?;
        let words = statement.trim_end_matches('.').split_whitespace();
        let words: Vec<&str> = words
            .map(|word| match word.to_lowercase().as_str() {
                "edition" | "ed" => "ed.",
                _ => word,
            })
            .collect();
        Some(words.join(" "))
    }

    pub(super) fn doi(&self) -> Option<&str> {
        let mut identifiers = self.details.identifiers.iter();
        let doi = identifiers.find(|one| one.kind == IdentifierKind::Doi)?;
        Some(doi.value.as_str())
    }

    /// The people who are named first: the authors, or the editors if there is no author.
    pub(super) fn leaders(&self) -> &[Person] {
        if self.authors.is_empty() {
            &self.editors
        } else {
            &self.authors
        }
    }

    pub(super) fn has_authors(&self) -> bool {
        !self.authors.is_empty()
    }
}

/// Ends a text with a full stop, unless it ends with a mark already.
pub(super) fn stopped(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '?', '!', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}
