//! References to a book: for lists of references in three styles, and for reference managers.
//!
//! The styles follow the Publication Manual of the American Psychological Association (7th edition), the MLA Handbook (9th
//! edition) and the Chicago Manual of Style (18th edition, notes and bibliography). Titles keep the capitals of the catalogue.

mod bibtex;
mod cited;
mod person;
mod ris;
mod styles;

use serde::Serialize;
use utoipa::ToSchema;

use self::cited::Cited;
use self::person::Person;
use super::author_names::author_names;
use super::book::BookRecord;
use super::book::details::{BookDetails, Contributor};

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

/// The authors of a book that the text of its author names, without the people who have another part in it: an editor is
/// named there, too, when a book has no author.
pub fn further_authors(author: &str, contributors: &[Contributor]) -> Vec<String> {
    let mut names = author_names(author);
    // A book without an author may have a dash there.
    names.retain(|name| name.contains(char::is_alphanumeric));
    names.retain(|name| contributors.iter().all(|one| one.name != *name));
    names
}

/// All citations of a book.
pub fn citations(record: &BookRecord, details: &BookDetails) -> Vec<Citation> {
    let people = |role: &str| -> Vec<Person> {
        let of_role = details.contributors.iter().filter(|one| one.role == role);
        of_role.map(|one| Person::of(&one.name)).collect()
    };
    let mut authors = people("author");
    if authors.is_empty() {
        let names = further_authors(&record.author, &details.contributors);
        authors = names.iter().map(|name| Person::of(name)).collect();
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

#[cfg(test)]
mod tests;
