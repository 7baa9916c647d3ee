//! References to a book: for lists of references in three styles, and for reference managers.
//!
//! The styles follow the Publication Manual of the American Psychological Association (7th edition), the MLA Handbook (9th
//! edition) and the Chicago Manual of Style (18th edition, notes and bibliography). Titles keep the capitals of the catalogue.

mod bibtex;
mod person;
mod ris;
mod styles;

use serde::Serialize;
use utoipa::ToSchema;

use self::person::Person;
use super::author_names::author_names;
use super::book::BookRecord;
use super::book::details::{BookDetails, IdentifierKind};

/// The style or the format of a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CitationStyle {
    Apa,
    Mla,
    Chicago,
    /// The format of BibTeX.
    Bibtex,
    /// The format that most reference managers read.
    Ris,
}

/// A reference to a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Citation {
    pub style: CitationStyle,
    pub text: String,
    /// The part of the text that is set in italics.
    pub italic: Option<String>,
}

/// What citations are made of.
struct Cited<'a> {
    record: &'a BookRecord,
    details: &'a BookDetails,
    authors: Vec<Person>,
    editors: Vec<Person>,
    translators: Vec<Person>,
}

/// All citations of a book.
pub fn citations(record: &BookRecord, details: &BookDetails) -> Vec<Citation> {
    let people = |role: &str| -> Vec<Person> {
        let of_role = details.contributors.iter().filter(|one| one.role == role);
        of_role.map(|one| Person::of(&one.name)).collect()
    };
    let mut authors = people("author");
    if authors.is_empty() && details.contributors.is_empty() {
        authors = author_names(&record.author)
            .iter()
            .map(|name| Person::of(name))
            .collect();
    }
    let cited = Cited {
        record,
        details,
        authors,
        editors: people("editor"),
        translators: people("translator"),
    };
    let styled = |style, text| Citation {
        style,
        text,
        italic: Some(record.title.clone()),
    };
    let format = |style, text| Citation {
        style,
        text,
        italic: None,
    };
    vec![
        styled(CitationStyle::Apa, styles::apa(&cited)),
        styled(CitationStyle::Mla, styles::mla(&cited)),
        styled(CitationStyle::Chicago, styles::chicago(&cited)),
        format(CitationStyle::Bibtex, bibtex::entry(&cited)),
        format(CitationStyle::Ris, ris::record(&cited)),
    ]
}

impl Cited<'_> {
    /// The year as in a text.
    fn year(&self) -> Option<String> {
        let year = self.record.published_year?;
        Some(if year < 0 {
            format!("{} BCE", year.unsigned_abs())
        } else {
            year.to_string()
        })
    }

    /// The edition with the usual abbreviation, such as `2nd ed.`
    fn edition(&self) -> Option<String> {
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

    fn doi(&self) -> Option<&str> {
        let mut identifiers = self.details.identifiers.iter();
        let doi = identifiers.find(|one| one.kind == IdentifierKind::Doi)?;
        Some(doi.value.as_str())
    }

    /// The people who are named first: the authors, or the editors if there is no author.
    fn leaders(&self) -> &[Person] {
        if self.authors.is_empty() {
            &self.editors
        } else {
            &self.authors
        }
    }

    fn has_authors(&self) -> bool {
        !self.authors.is_empty()
    }
}

/// Ends a text with a full stop, unless it ends with a mark already.
fn stopped(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '?', '!', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

#[cfg(test)]
mod tests;
