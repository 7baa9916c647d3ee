//! The details of a book as they were sent, and their validation.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    BookDetails, Contributor, DEFAULT_ROLE, Identifier, IdentifierKind, Link, Series, Subject, limit,
};
use crate::catalogue::book::message;
use crate::catalogue::isbn::Isbn;
use crate::limits::{List, Text};
use crate::patch::Patch;
use crate::validation::{FieldError, Findings, distinct_lines, optional_line, optional_lines, required_line};

/// Details as they were sent. In a new book, an absent field has no value; in a change, it stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = BookDetailsForm)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DetailsDraft {
    /// The people and bodies behind the book, the first author first.
    #[schema(value_type = Option<Vec<Contributor>>)]
    #[serde(default)]
    pub contributors: Patch<Vec<Contributor>>,
    /// What the book is about.
    #[schema(value_type = Option<Vec<Subject>>)]
    #[serde(default)]
    pub subjects: Patch<Vec<Subject>>,
    /// The series that the book is a part of.
    #[schema(value_type = Option<Vec<Series>>)]
    #[serde(default)]
    pub series: Patch<Vec<Series>>,
    /// Further titles.
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(default)]
    pub other_titles: Patch<Vec<String>>,
    /// The identifiers besides the preferred ISBN.
    #[schema(value_type = Option<Vec<Identifier>>)]
    #[serde(default)]
    pub identifiers: Patch<Vec<Identifier>>,
    /// The call number for new copies.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub call_number: Patch<String>,
    /// The readers that the book is for.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub audience: Patch<String>,
    /// Such as a grade or an age.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub reading_level: Patch<String>,
    /// Notes of one or several lines.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub notes: Patch<String>,
    /// The table of contents.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub contents: Patch<String>,
    /// Addresses on the web.
    #[schema(value_type = Option<Vec<Link>>)]
    #[serde(default)]
    pub links: Patch<Vec<Link>>,
}

impl DetailsDraft {
    /// Completes a change: absent fields get the stored values. When the text of the author changes alone, nobody can tell
    /// which of the authors are meant, so those among the contributors go.
    #[must_use]
    pub fn over(self, before: &BookDetails, author_changes: bool) -> DetailsDraft {
        let mut contributors = before.contributors.clone();
        if author_changes {
            contributors.retain(|one| one.role != DEFAULT_ROLE);
        }
        DetailsDraft {
            contributors: self.contributors.over(Some(contributors)),
            subjects: self.subjects.over(Some(before.subjects.clone())),
            series: self.series.over(Some(before.series.clone())),
            other_titles: self.other_titles.over(Some(before.other_titles.clone())),
            identifiers: self.identifiers.over(Some(before.identifiers.clone())),
            call_number: self.call_number.over(before.call_number.clone()),
            audience: self.audience.over(before.audience.clone()),
            reading_level: self.reading_level.over(before.reading_level.clone()),
            notes: self.notes.over(before.notes.clone()),
            contents: self.contents.over(before.contents.clone()),
            links: self.links.over(Some(before.links.clone())),
        }
    }

    /// Validates the details. Repeated entries are dropped.
    ///
    /// # Errors
    /// Every invalid field with its message.
    pub fn validate(self) -> Result<BookDetails, Vec<FieldError>> {
        let mut findings = Findings::default();
        let contributors = findings.take("contributors", contributors(self.contributors));
        let subjects = findings.take("subjects", subjects(self.subjects));
        let series = findings.take("series", series(self.series));
        let other_titles = findings.take("otherTitles", other_titles(self.other_titles));
        let identifiers = findings.take("identifiers", identifiers(self.identifiers));
        let call_number = optional_line(
            self.call_number.as_str(),
            limit::CALL_NUMBER,
            message::CALL_NUMBER_TOO_LONG,
            message::CALL_NUMBER_NOT_ALLOWED,
        );
        let call_number = findings.take("callNumber", call_number);
        let audience = optional_line(
            self.audience.as_str(),
            limit::AUDIENCE,
            message::AUDIENCE_TOO_LONG,
            message::AUDIENCE_NOT_ALLOWED,
        );
        let audience = findings.take("audience", audience);
        let reading_level = optional_line(
            self.reading_level.as_str(),
            limit::READING_LEVEL,
            message::READING_LEVEL_TOO_LONG,
            message::READING_LEVEL_NOT_ALLOWED,
        );
        let reading_level = findings.take("readingLevel", reading_level);
        let notes = lines(
            &self.notes,
            limit::NOTES,
            message::NOTES_TOO_LONG,
            message::NOTES_NOT_ALLOWED,
        );
        let notes = findings.take("notes", notes);
        let contents = lines(
            &self.contents,
            limit::CONTENTS,
            message::CONTENTS_TOO_LONG,
            message::CONTENTS_NOT_ALLOWED,
        );
        let contents = findings.take("contents", contents);
        let links = findings.take("links", links(self.links));
        let details = || {
            Some(BookDetails {
                contributors: contributors?,
                subjects: subjects?,
                series: series?,
                other_titles: other_titles?,
                identifiers: identifiers?,
                call_number: call_number?,
                audience: audience?,
                reading_level: reading_level?,
                notes: notes?,
                contents: contents?,
                links: links?,
            })
        };
        details().ok_or_else(|| findings.into_errors())
    }
}

/// The entries of a list within its limit, read one by one; repeated ones are dropped.
fn entries<T, U: PartialEq>(
    sent: Patch<Vec<T>>,
    limit: List,
    too_many: &'static str,
    read: impl Fn(T) -> Result<U, &'static str>,
) -> Result<Vec<U>, &'static str> {
    let sent = sent.into_option().unwrap_or_default();
    if sent.len() > limit.max {
        return Err(too_many);
    }
    let mut entries = Vec::with_capacity(sent.len());
    for one in sent {
        let entry = read(one)?;
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// Lines with `\n` as their only line end.
fn lines(
    text: &Patch<String>,
    limit: Text,
    too_long: &'static str,
    not_allowed: &'static str,
) -> Result<Option<String>, &'static str> {
    let text = optional_lines(text.as_str(), limit, too_long, not_allowed)?;
    Ok(text.map(|text| text.replace("\r\n", "\n").replace('\r', "\n")))
}

fn contributors(sent: Patch<Vec<Contributor>>) -> Result<Vec<Contributor>, &'static str> {
    entries(sent, limit::CONTRIBUTORS, message::CONTRIBUTORS_TOO_MANY, |one| {
        let role = optional_line(
            Some(&one.role),
            limit::CONTRIBUTOR_ROLE,
            message::ROLE_TOO_LONG,
            message::ROLE_NOT_ALLOWED,
        )?;
        Ok(Contributor {
            name: required_line(
                Some(&one.name),
                limit::CONTRIBUTOR_NAME,
                message::CONTRIBUTOR_REQUIRED,
                message::CONTRIBUTOR_TOO_LONG,
                message::CONTRIBUTOR_NOT_ALLOWED,
            )?,
            role: role.map_or_else(|| DEFAULT_ROLE.to_owned(), |role| role.to_lowercase()),
        })
    })
}

fn subjects(sent: Patch<Vec<Subject>>) -> Result<Vec<Subject>, &'static str> {
    entries(sent, limit::SUBJECTS, message::SUBJECTS_TOO_MANY, |one| {
        Ok(Subject {
            heading: required_line(
                Some(&one.heading),
                limit::SUBJECT_HEADING,
                message::SUBJECT_REQUIRED,
                message::SUBJECT_TOO_LONG,
                message::SUBJECT_NOT_ALLOWED,
            )?,
            scheme: optional_line(
                one.scheme.as_deref(),
                limit::SUBJECT_SCHEME,
                message::SCHEME_TOO_LONG,
                message::SCHEME_NOT_ALLOWED,
            )?,
        })
    })
}

fn series(sent: Patch<Vec<Series>>) -> Result<Vec<Series>, &'static str> {
    entries(sent, limit::SERIES, message::SERIES_TOO_MANY, |one| {
        Ok(Series {
            title: required_line(
                Some(&one.title),
                limit::SERIES_TITLE,
                message::SERIES_REQUIRED,
                message::SERIES_TOO_LONG,
                message::SERIES_NOT_ALLOWED,
            )?,
            volume: optional_line(
                one.volume.as_deref(),
                limit::SERIES_VOLUME,
                message::VOLUME_TOO_LONG,
                message::VOLUME_NOT_ALLOWED,
            )?,
        })
    })
}

fn other_titles(sent: Patch<Vec<String>>) -> Result<Vec<String>, &'static str> {
    let sent = sent.into_option().unwrap_or_default();
    if sent.len() > limit::OTHER_TITLES.max {
        return Err(message::OTHER_TITLES_TOO_MANY);
    }
    distinct_lines(
        &sent,
        limit::OTHER_TITLE,
        message::OTHER_TITLE_TOO_LONG,
        message::OTHER_TITLE_NOT_ALLOWED,
    )
}

fn identifiers(sent: Patch<Vec<Identifier>>) -> Result<Vec<Identifier>, &'static str> {
    entries(sent, limit::IDENTIFIERS, message::IDENTIFIERS_TOO_MANY, |one| {
        let value = required_line(
            Some(&one.value),
            limit::IDENTIFIER,
            message::IDENTIFIER_REQUIRED,
            message::IDENTIFIER_TOO_LONG,
            message::IDENTIFIER_NOT_ALLOWED,
        )?;
        let value = match one.kind {
            IdentifierKind::Isbn => value
                .parse::<Isbn>()
                .map_err(|_| message::ISBN_INVALID)?
                .to_string(),
            _ => value,
        };
        Ok(Identifier {
            kind: one.kind,
            value,
        })
    })
}

fn links(sent: Patch<Vec<Link>>) -> Result<Vec<Link>, &'static str> {
    entries(sent, limit::LINKS, message::LINKS_TOO_MANY, |one| {
        let address = required_line(
            Some(&one.address),
            limit::LINK_ADDRESS,
            message::LINK_INVALID,
            message::LINK_TOO_LONG,
            message::LINK_INVALID,
        )?;
        if !is_web_address(&address) {
            return Err(message::LINK_INVALID);
        }
        Ok(Link {
            address,
            label: optional_line(
                one.label.as_deref(),
                limit::LINK_LABEL,
                message::LINK_LABEL_TOO_LONG,
                message::LINK_LABEL_NOT_ALLOWED,
            )?,
        })
    })
}

/// Whether a text is an `http` or `https` address without spaces and quotes; other schemes could run code in the reader's
/// browser.
pub fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let is_known = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let is_refused = |sign: char| sign.is_whitespace() || matches!(sign, '<' | '>' | '"' | '\\');
    is_known && !rest.is_empty() && !rest.starts_with('/') && !rest.contains(is_refused)
}
