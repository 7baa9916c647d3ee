//! A MARC record as a record of the catalogue.

use carrel_domain::catalogue::author_names::author_names;
use carrel_domain::catalogue::book::details::{
    self, Contributor, DEFAULT_ROLE, DetailsDraft, Identifier, IdentifierKind, Link, Series, Subject,
    is_web_address,
};
use carrel_domain::catalogue::book::{BookDraft, limit};
use carrel_domain::catalogue::class_category::{of_dewey, of_library_of_congress};
use carrel_domain::catalogue::copy_form::{CopiesForm, NewCopyForm, limit as copy_limit};
use carrel_domain::catalogue::isbn::Isbn;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::identity::hexadecimal;
use carrel_domain::imports::{ImportFormat, ImportOptions, message as import_message};
use carrel_domain::limits::{List, Text, Whole};
use carrel_domain::patch::Patch;
use carrel_formats::marc::{self, Description, Item, ItemState, Raw};
use carrel_storage::books::MarcRecord;
use sha2::{Digest as _, Sha256};

use super::facts::Facts;
use super::incoming::{IncomingCopy, RECORD, RawRecord, cover_image, line_of};
use crate::catalogue::marc_format::MarcFormat;

/// The author of a record that names nobody.
const UNKNOWN_AUTHOR: &str = "Unknown author";

/// Reads a record. `number` is that of the record in the file.
pub(crate) fn read(
    raw: &Raw,
    number: i64,
    format: ImportFormat,
    options: &ImportOptions,
    facts: &Facts,
) -> RawRecord {
    let failed = |error: String| RawRecord {
        number,
        errors: vec![(RECORD.to_owned(), error)],
        ..RawRecord::default()
    };
    if let Some(problem) = &raw.problem {
        return failed(problem.to_string());
    }
    let (parsed, format) = match format {
        ImportFormat::MarcXml => (marc::parse_xml(&raw.bytes), MarcFormat::MarcXml),
        ImportFormat::Marc | ImportFormat::Csv => (marc::parse_iso2709(&raw.bytes), MarcFormat::Marc21),
    };
    match parsed {
        Err(problem) => failed(problem.to_string()),
        Ok(record) if !marc::is_bibliographic(&record) => {
            failed(import_message::NOT_BIBLIOGRAPHIC.to_owned())
        }
        Ok(record) => {
            let described = marc::describe(&record);
            of_description(&described, number, format, &raw.bytes, options, facts)
        }
    }
}

fn of_description(
    described: &Description,
    number: i64,
    format: MarcFormat,
    raw: &[u8],
    options: &ImportOptions,
    facts: &Facts,
) -> RawRecord {
    let mut errors = Vec::new();
    let copies = copies(&described.items, options, facts, &mut errors);
    let read = read_description(described, facts);
    let class_category = read.class_category.map(str::to_owned);
    RawRecord {
        number,
        line: None,
        draft: read.draft,
        category: class_category.or_else(|| options.category.clone()),
        marc: Some(stored_record(described, format, raw.to_vec())),
        isbns: read.isbns,
        copies,
        errors,
    }
}

/// What a record says, in the terms of the catalogue.
pub(crate) struct ReadDescription {
    /// The fields that the record has; the others are absent.
    pub draft: BookDraft,
    /// The category that follows from the class of the record.
    pub class_category: Option<&'static str>,
    /// Every valid ISBN.
    pub isbns: Vec<String>,
}

/// Reads a description.
pub(crate) fn read_description(described: &Description, facts: &Facts) -> ReadDescription {
    let isbns: Vec<String> = described
        .isbns
        .iter()
        .filter_map(|text| text.parse::<Isbn>().ok())
        .map(|isbn| isbn.to_string())
        .collect();
    let title = described
        .title
        .clone()
        .or_else(|| described.title_in_script.clone());
    let author = described
        .author
        .clone()
        .or_else(|| described.publisher.clone())
        .unwrap_or_else(|| UNKNOWN_AUTHOR.to_owned());
    let dewey = described.dewey.as_deref().and_then(of_dewey);
    let class_category = dewey.or_else(|| described.lc_class.as_deref().and_then(of_library_of_congress));
    let local = &described.local;
    let in_range = |number: Option<i64>, range: Whole| {
        let number = number.filter(|number| (range.min..=range.max).contains(number));
        number.map_or(Patch::Keep, Patch::Set)
    };
    // A year or a number of pages that cannot be true is left out; the record as it came keeps it.
    let years = Whole {
        max: i64::from(facts.current_year) + 2,
        ..limit::PUBLISHED_YEAR
    };
    let item_type = local.item_type.as_deref().and_then(|code| facts.item_type(code));
    let semester_categories = local.semester_categories.iter();
    let semester_categories =
        semester_categories.filter_map(|category| cut(category, limit::SEMESTER_CATEGORY));
    let author = shortened(Some(&author), limit::AUTHOR);
    let draft = BookDraft {
        title: shortened(title.as_deref(), limit::TITLE),
        category: shortened(local.category.as_deref(), limit::CATEGORY),
        description: shortened(described.summary.as_deref(), limit::DESCRIPTION),
        isbn: isbns.first().cloned().map_or(Patch::Keep, Patch::Set),
        publisher: shortened(described.publisher.as_deref(), limit::PUBLISHER),
        edition_statement: shortened(described.edition.as_deref(), limit::EDITION_STATEMENT),
        language: shortened(described.language.as_deref(), limit::LANGUAGE),
        published_year: in_range(described.published_year, years),
        pages: in_range(described.pages, limit::PAGES),
        cover_image: cover_image(shortened(local.cover_image.as_deref(), limit::COVER_IMAGE)),
        borrowing_period: in_range(local.loan_period_days, limit::BORROWING_PERIOD),
        item_type: item_type.map_or(Patch::Keep, |code| Patch::Set(code.to_owned())),
        semester_categories: list(semester_categories, limit::SEMESTER_CATEGORIES),
        details: details(described, &isbns, author.as_str()),
        author,
        ..BookDraft::default()
    };
    ReadDescription {
        draft,
        class_category,
        isbns,
    }
}

/// A text of a record, shortened to the limit of the field; the record as it came keeps the whole.
fn shortened(text: Option<&str>, limit: Text) -> Patch<String> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Patch::Keep;
    };
    if text.chars().count() <= limit.max {
        return Patch::Set(text.to_owned());
    }
    let kept: String = text.chars().take(limit.max - 1).collect();
    Patch::Set(format!("{}…", kept.trim_end()))
}

/// The details that a record has. Texts and lists are cut to the limits of the fields; the record as it came keeps the whole.
fn details(described: &Description, isbns: &[String], author: Option<&str>) -> DetailsDraft {
    let identifiers = [
        (IdentifierKind::Isbn, isbns.get(1..).unwrap_or_default()),
        (IdentifierKind::Issn, &described.issns),
        (IdentifierKind::Oclc, described.oclc_number.as_slice()),
        (IdentifierKind::Lccn, described.lccn.as_slice()),
    ];
    let identifiers = identifiers.into_iter().flat_map(|(kind, values)| {
        let values = values
            .iter()
            .filter_map(|value| cut(value, details::limit::IDENTIFIER));
        values.map(move |value| Identifier { kind, value })
    });
    let contributors = described.contributors.iter().filter_map(|one| {
        Some(Contributor {
            name: cut(&one.name, details::limit::CONTRIBUTOR_NAME)?,
            role: cut(&one.role, details::limit::CONTRIBUTOR_ROLE)?,
        })
    });
    let contributors = telling(contributors.collect(), author);
    let subjects = described.subjects.iter().filter_map(|one| {
        Some(Subject {
            heading: cut(&one.heading, details::limit::SUBJECT_HEADING)?,
            scheme: cut_option(one.scheme.as_deref(), details::limit::SUBJECT_SCHEME),
        })
    });
    let series = described.series.iter().filter_map(|one| {
        Some(Series {
            title: cut(&one.title, details::limit::SERIES_TITLE)?,
            volume: cut_option(one.volume.as_deref(), details::limit::SERIES_VOLUME),
        })
    });
    let links = described.links.iter().filter(|one| is_web_address(&one.address));
    let links = links.filter(|one| one.address.chars().count() <= details::limit::LINK_ADDRESS.max);
    let links = links.map(|one| Link {
        address: one.address.clone(),
        label: cut_option(one.label.as_deref(), details::limit::LINK_LABEL),
    });
    let other_titles = described.other_titles.iter();
    let other_titles = other_titles.filter_map(|title| cut(title, details::limit::OTHER_TITLE));
    let notes = described.notes.join("\n");
    DetailsDraft {
        contributors: list(contributors.into_iter(), details::limit::CONTRIBUTORS),
        subjects: list(subjects, details::limit::SUBJECTS),
        series: list(series, details::limit::SERIES),
        other_titles: list(other_titles, details::limit::OTHER_TITLES),
        identifiers: list(identifiers, details::limit::IDENTIFIERS),
        call_number: shortened(described.call_number.as_deref(), details::limit::CALL_NUMBER),
        audience: shortened(described.audience.as_deref(), details::limit::AUDIENCE),
        reading_level: shortened(described.reading_level.as_deref(), details::limit::READING_LEVEL),
        notes: shortened(Some(&notes), details::limit::NOTES),
        contents: shortened(described.contents.as_deref(), details::limit::CONTENTS),
        links: list(links, details::limit::LINKS),
    }
}

/// The contributors, unless they say no more than the text of the author does.
pub(crate) fn telling(contributors: Vec<Contributor>, author: Option<&str>) -> Vec<Contributor> {
    let are_authors = contributors.iter().all(|one| one.role == DEFAULT_ROLE);
    let names = contributors.iter().map(|one| &one.name);
    if are_authors && author_names(author.unwrap_or_default()).iter().eq(names) {
        return Vec::new();
    }
    contributors
}

/// The entries of a list up to its limit; unchanged when there are none.
fn list<T>(entries: impl Iterator<Item = T>, limit: List) -> Patch<Vec<T>> {
    let entries: Vec<T> = entries.take(limit.max).collect();
    if entries.is_empty() {
        Patch::Keep
    } else {
        Patch::Set(entries)
    }
}

/// A text as one line within a limit; `None` when nothing is left.
fn cut(text: &str, limit: Text) -> Option<String> {
    shortened(Some(&line_of(text)), limit).into_option()
}

fn cut_option(text: Option<&str>, limit: Text) -> Option<String> {
    text.and_then(|text| cut(text, limit))
}

/// A record as it is stored.
pub(in crate::catalogue) fn stored_record(
    described: &Description,
    format: MarcFormat,
    raw: Vec<u8>,
) -> MarcRecord {
    MarcRecord {
        format: format.name().to_owned(),
        sha256: hexadecimal(&Sha256::digest(&raw)),
        raw,
        control_number: described.control_number.as_deref().map(line_of),
        source: described.source.as_deref().map(line_of),
    }
}

fn copies(
    items: &[Item],
    options: &ImportOptions,
    facts: &Facts,
    errors: &mut Vec<(String, String)>,
) -> Vec<IncomingCopy> {
    if items.is_empty() {
        return vec![IncomingCopy::default(); usize::from(options.copies)];
    }
    items
        .iter()
        .filter_map(|item| read_copy(item, facts, errors))
        .collect()
}

/// The copy that an item makes; `None` when it is not valid, which is added to the errors.
pub(crate) fn read_copy(
    item: &Item,
    facts: &Facts,
    errors: &mut Vec<(String, String)>,
) -> Option<IncomingCopy> {
    let form = CopiesForm {
        copies: Some(vec![NewCopyForm {
            barcode: item.barcode.clone(),
            condition: None,
        }]),
        location: shortened(item.location.as_deref(), copy_limit::LOCATION).into_option(),
        call_number: shortened(item.call_number.as_deref(), copy_limit::CALL_NUMBER).into_option(),
        ..CopiesForm::default()
    };
    let valid = match form.validate() {
        Ok(valid) => valid,
        Err(refused) => {
            for error in refused.into_errors() {
                let field = error.field.rsplit('.').next().unwrap_or("copies");
                errors.push((field.to_owned(), error.message.clone()));
            }
            return None;
        }
    };
    let copy = IncomingCopy {
        call_number: valid.call_number,
        location: valid.location,
        price_minor: item
            .price_text
            .as_deref()
            .and_then(|text| facts.price_minor(text)),
        state: match item.state {
            ItemState::Available => None,
            ItemState::Lost => Some(CopyState::Lost),
            ItemState::Damaged => Some(CopyState::Damaged),
            ItemState::Withdrawn => Some(CopyState::Withdrawn),
        },
        not_for_loan: item.not_for_loan,
        item_type: item
            .item_type
            .as_deref()
            .and_then(|text| facts.item_type(text))
            .map(str::to_owned),
        ..IncomingCopy::default()
    };
    let barcode = valid.copies.into_iter().find_map(|one| one.barcode);
    Some(match barcode {
        Some(barcode) => copy.with_barcode(&barcode),
        None => copy,
    })
}

#[cfg(test)]
mod tests {
    use carrel_domain::messages::coded;
    use carrel_formats::marc::Problem;

    #[test]
    fn every_problem_of_a_record_has_a_code() {
        for problem in [
            Problem::CutOff,
            Problem::TooLong,
            Problem::Leader,
            Problem::Directory,
            Problem::NotUtf8,
            Problem::NotWellFormed,
            Problem::TooDeep,
            Problem::UnknownEntity {
                name: "eacute".to_owned(),
            },
            Problem::NoRecord,
        ] {
            assert!(coded(&problem.to_string()).is_some(), "{problem}");
        }
    }
}
