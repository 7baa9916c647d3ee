//! A MARC record as a record of the catalogue.

use carrel_domain::catalogue::book::{BookDraft, limit};
use carrel_domain::catalogue::class_category::{of_dewey, of_library_of_congress};
use carrel_domain::catalogue::copy_form::{CopiesForm, NewCopyForm, limit as copy_limit};
use carrel_domain::catalogue::imports::{ImportFormat, ImportOptions, message as import_message};
use carrel_domain::catalogue::isbn::Isbn;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::identity::hexadecimal;
use carrel_domain::limits::Text;
use carrel_domain::patch::Patch;
use carrel_formats::marc::{self, Description, Item, ItemState, Raw};
use carrel_storage::books::{BookDetails, Contributor, Identifier, MarcRecord, Subject};
use sha2::{Digest as _, Sha256};

use super::facts::Facts;
use super::incoming::{IncomingCopy, RECORD, RawRecord, line_of};
use crate::core::keys::order_key;

/// The author of a record that names nobody.
const UNKNOWN_AUTHOR: &str = "Unknown author";

/// Reads a record. `number` is that of the record in the file.
pub(super) fn read(
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
    let parsed = match format {
        ImportFormat::MarcXml => marc::parse_xml(&raw.bytes),
        ImportFormat::Marc | ImportFormat::Csv => marc::parse_iso2709(&raw.bytes),
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
    format: ImportFormat,
    raw: &[u8],
    options: &ImportOptions,
    facts: &Facts,
) -> RawRecord {
    let mut errors = Vec::new();
    let copies = copies(&described.items, options, facts, &mut errors);
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
    let category = dewey.or_else(|| described.lc_class.as_deref().and_then(of_library_of_congress));
    let range = facts.current_year;
    let draft = BookDraft {
        title: shortened(title.as_deref(), limit::TITLE),
        author: shortened(Some(&author), limit::AUTHOR),
        description: shortened(described.summary.as_deref(), limit::DESCRIPTION),
        isbn: isbns.first().cloned().map_or(Patch::Keep, Patch::Set),
        publisher: shortened(described.publisher.as_deref(), limit::PUBLISHER),
        edition_statement: shortened(described.edition.as_deref(), limit::EDITION_STATEMENT),
        language: shortened(described.language.as_deref(), limit::LANGUAGE),
        // A year or a number of pages that cannot be true is left out; the record as it came keeps it.
        published_year: described
            .published_year
            .filter(|year| *year <= i64::from(range) + 2)
            .map_or(Patch::Keep, Patch::Set),
        pages: described
            .pages
            .filter(|pages| (limit::PAGES.min..=limit::PAGES.max).contains(pages))
            .map_or(Patch::Keep, Patch::Set),
        ..BookDraft::default()
    };
    RawRecord {
        number,
        line: None,
        draft,
        category: category.map(str::to_owned).or_else(|| options.category.clone()),
        details: Some(details(described, &isbns, format, raw)),
        isbns,
        copies,
        errors,
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

fn details(described: &Description, isbns: &[String], format: ImportFormat, raw: &[u8]) -> BookDetails {
    let language = described.language.as_deref().unwrap_or_default();
    let identifier = |kind: &str, value: &String| Identifier {
        kind: kind.to_owned(),
        value: line_of(value),
    };
    let mut identifiers: Vec<Identifier> = Vec::new();
    identifiers.extend(isbns.iter().skip(1).map(|isbn| identifier("isbn", isbn)));
    identifiers.extend(described.issns.iter().map(|issn| identifier("issn", issn)));
    identifiers.extend(
        described
            .oclc_number
            .iter()
            .map(|number| identifier("oclc", number)),
    );
    identifiers.extend(described.lccn.iter().map(|number| identifier("lccn", number)));
    BookDetails {
        contributors: described
            .contributors
            .iter()
            .map(|one| (line_of(&one.name), line_of(&one.role)))
            .map(|(name, role)| Contributor {
                name_key: order_key(&name, language),
                name,
                role,
            })
            .collect(),
        subjects: described
            .subjects
            .iter()
            .map(|one| (line_of(&one.heading), one.scheme.as_deref().map(line_of)))
            .map(|(heading, scheme)| Subject {
                heading_key: order_key(&heading, language),
                heading,
                scheme,
            })
            .collect(),
        identifiers,
        marc: Some(MarcRecord {
            format: match format {
                ImportFormat::MarcXml => "marcxml",
                ImportFormat::Marc | ImportFormat::Csv => "marc21",
            }
            .to_owned(),
            raw: raw.to_vec(),
            control_number: described.control_number.as_deref().map(line_of),
            source: described.source.as_deref().map(line_of),
            sha256: hexadecimal(&Sha256::digest(raw)),
        }),
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
        .filter_map(|item| copy(item, facts, errors))
        .collect()
}

fn copy(item: &Item, facts: &Facts, errors: &mut Vec<(String, String)>) -> Option<IncomingCopy> {
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
