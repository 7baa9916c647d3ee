//! What the record of a book says beyond the fields of lists: people, subjects, series, further identifiers, notes, links.

mod draft;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::draft::{DetailsDraft, is_web_address};
use crate::limits::Limit;

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// `contributors`
    pub const CONTRIBUTORS: List = List::up_to(100);
    /// `name` of a contributor
    pub const CONTRIBUTOR_NAME: Text = Text::of(1, 200, Form::FILLED_LINE);
    /// `role` of a contributor
    pub const CONTRIBUTOR_ROLE: Text = Text::up_to(60, Form::LINE);
    /// `subjects`
    pub const SUBJECTS: List = List::up_to(100);
    /// `heading` of a subject
    pub const SUBJECT_HEADING: Text = Text::of(1, 300, Form::FILLED_LINE);
    /// `scheme` of a subject
    pub const SUBJECT_SCHEME: Text = Text::up_to(30, Form::LINE);
    /// `series`
    pub const SERIES: List = List::up_to(20);
    /// `title` of a series
    pub const SERIES_TITLE: Text = Text::of(1, 300, Form::FILLED_LINE);
    /// `volume` of a series
    pub const SERIES_VOLUME: Text = Text::up_to(60, Form::LINE);
    /// `otherTitles`
    pub const OTHER_TITLES: List = List::up_to(30);
    /// One of `otherTitles`
    pub const OTHER_TITLE: Text = Text::up_to(300, Form::LINE);
    /// `identifiers`
    pub const IDENTIFIERS: List = List::up_to(50);
    /// `value` of an identifier
    pub const IDENTIFIER: Text = Text::of(1, 100, Form::FILLED_LINE);
    /// `callNumber`
    pub const CALL_NUMBER: Text = crate::catalogue::copy_form::limit::CALL_NUMBER;
    /// `audience`
    pub const AUDIENCE: Text = Text::up_to(300, Form::LINE);
    /// `readingLevel`
    pub const READING_LEVEL: Text = Text::up_to(100, Form::LINE);
    /// `notes`
    pub const NOTES: Text = Text::up_to(10_000, Form::LINES);
    /// `contents`
    pub const CONTENTS: Text = Text::up_to(20_000, Form::LINES);
    /// `links`
    pub const LINKS: List = List::up_to(30);
    /// `address` of a link
    pub const LINK_ADDRESS: Text = Text::of(1, 2000, Form::WEB_ADDRESS);
    /// `label` of a link
    pub const LINK_LABEL: Text = Text::up_to(300, Form::LINE);
}

/// The limits of the fields, by their JSON names.
pub const LIMITS: [(&str, Limit); 11] = [
    ("contributors", Limit::List(limit::CONTRIBUTORS)),
    ("subjects", Limit::List(limit::SUBJECTS)),
    ("series", Limit::List(limit::SERIES)),
    (
        "otherTitles",
        Limit::Texts(limit::OTHER_TITLES, limit::OTHER_TITLE),
    ),
    ("identifiers", Limit::List(limit::IDENTIFIERS)),
    ("callNumber", Limit::Text(limit::CALL_NUMBER)),
    ("audience", Limit::Text(limit::AUDIENCE)),
    ("readingLevel", Limit::Text(limit::READING_LEVEL)),
    ("notes", Limit::Text(limit::NOTES)),
    ("contents", Limit::Text(limit::CONTENTS)),
    ("links", Limit::List(limit::LINKS)),
];

/// The details of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookDetails {
    /// The people and bodies behind the book, the first author first. Empty when only the text of the author is known.
    #[serde(default)]
    #[schema(required)]
    pub contributors: Vec<Contributor>,
    #[serde(default)]
    #[schema(required)]
    pub subjects: Vec<Subject>,
    /// The series that the book is a part of.
    #[serde(default)]
    #[schema(required)]
    pub series: Vec<Series>,
    /// Further titles, such as a translated one or one in another script.
    #[serde(default)]
    #[schema(required)]
    pub other_titles: Vec<String>,
    /// The identifiers besides the preferred ISBN.
    #[serde(default)]
    #[schema(required)]
    pub identifiers: Vec<Identifier>,
    /// The call number for new copies: Dewey, Library of Congress, or the library's own.
    #[serde(default)]
    #[schema(required)]
    pub call_number: Option<String>,
    /// The readers that the book is for.
    #[serde(default)]
    #[schema(required)]
    pub audience: Option<String>,
    /// Such as a grade or an age.
    #[serde(default)]
    #[schema(required)]
    pub reading_level: Option<String>,
    /// Notes of one or several lines, ended by `\n`.
    #[serde(default)]
    #[schema(required)]
    pub notes: Option<String>,
    /// The table of contents.
    #[serde(default)]
    #[schema(required)]
    pub contents: Option<String>,
    /// Addresses on the web.
    #[serde(default)]
    #[schema(required)]
    pub links: Vec<Link>,
}

impl BookDetails {
    /// The names of the authors, without those who did something else.
    pub fn author_names(&self) -> Vec<String> {
        let authors = self.contributors.iter().filter(|one| one.role == DEFAULT_ROLE);
        authors.map(|one| one.name.clone()).collect()
    }
}

/// A person or a body behind a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Contributor {
    /// In direct order, such as `Stuart Russell`.
    pub name: String,
    /// What the person did, in lower-case English, such as `author`, `editor` or `translator`; `author` when it is empty.
    #[serde(default)]
    pub role: String,
}

/// A subject of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BookSubject)]
pub struct Subject {
    /// With its subdivisions, such as `Bees -- Behavior`.
    pub heading: String,
    /// The list that the heading is from, such as `lcsh`.
    #[serde(default)]
    pub scheme: Option<String>,
}

/// A series that a book is a part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BookSeries)]
pub struct Series {
    pub title: String,
    /// The number in the series, as on the book.
    #[serde(default)]
    pub volume: Option<String>,
}

/// An identifier of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BookIdentifier)]
pub struct Identifier {
    pub kind: IdentifierKind,
    pub value: String,
}

/// The kind of an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IdentifierKind {
    Isbn,
    Issn,
    /// The number in WorldCat.
    Oclc,
    /// The number at the Library of Congress.
    Lccn,
    Ean,
    Doi,
    Other,
}

impl IdentifierKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Isbn,
        Self::Issn,
        Self::Oclc,
        Self::Lccn,
        Self::Ean,
        Self::Doi,
        Self::Other,
    ];

    /// As in JSON and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Isbn => "isbn",
            Self::Issn => "issn",
            Self::Oclc => "oclc",
            Self::Lccn => "lccn",
            Self::Ean => "ean",
            Self::Doi => "doi",
            Self::Other => "other",
        }
    }
}

/// An address on the web that belongs to a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BookLink)]
pub struct Link {
    /// An `http` or `https` address.
    pub address: String,
    /// What is found there.
    #[serde(default)]
    pub label: Option<String>,
}

/// The role of a contributor without one.
pub const DEFAULT_ROLE: &str = "author";
