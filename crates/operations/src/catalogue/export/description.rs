//! A book of the library in the terms of a bibliographic record.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::details::{BookDetails, DEFAULT_ROLE, IdentifierKind};
use carrel_domain::catalogue::book::{BookRecord, DEFAULT_LANGUAGE};
use carrel_domain::catalogue::citation::further_authors;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::patch::Patch;
use carrel_formats::marc::{
    Contributor, Description, Item, ItemState, Link, Local, Record, Series, Subject, describe,
};
use carrel_storage::copies::ExportedCopy;

use crate::catalogue::imports::facts::Facts;
use crate::catalogue::imports::marc_record::{ReadDescription, read_copy, read_description};

/// A book with all that a record can say of it.
pub(in crate::catalogue) struct Exported<'a> {
    pub record: &'a BookRecord,
    pub details: &'a BookDetails,
    /// In the order in which they are written.
    pub copies: &'a [ExportedCopy],
}

/// What the record of a book must say. An aspect in which the book is as an import of the present record would make it, is
/// taken from that record: it may say it at more length.
pub(in crate::catalogue) fn wanted(
    book: &Exported<'_>,
    present: Option<&Record>,
    facts: &Facts,
) -> Description {
    let is_new = present.is_none();
    let present = present.map(describe).unwrap_or_default();
    let read = read_description(&present, facts);
    let mut wanted = present.clone();
    let (record, details) = (book.record, book.details);
    let draft = &read.draft;
    if draft.title.as_str() != Some(&record.title) {
        wanted.title = Some(record.title.clone());
        wanted.title_in_script = None;
    }
    set_people(&mut wanted, record, details, &read);
    set_numbers(&mut wanted, record, details, &read);
    if !says(&draft.publisher, record.publisher.as_ref()) {
        wanted.publisher.clone_from(&record.publisher);
    }
    if !says(&draft.published_year, record.published_year.as_ref()) {
        wanted.published_year = record.published_year;
    }
    if !says(&draft.edition_statement, record.edition_statement.as_ref()) {
        wanted.edition.clone_from(&record.edition_statement);
    }
    if !says(&draft.pages, record.pages.as_ref()) {
        wanted.pages = record.pages;
    }
    if is_new || draft.language.as_str().unwrap_or(DEFAULT_LANGUAGE) != record.language {
        wanted.language = Some(record.language.clone());
    }
    let description = Some(&record.description).filter(|text| !text.is_empty());
    if !says(&draft.description, description) {
        wanted.summary = description.cloned();
    }
    set_details(&mut wanted, details, &read);
    wanted.local = local(record, &wanted.local, &read);
    wanted.items = items(&present, book.copies, facts);
    wanted
}

/// Whether a record says this value; one that says nothing does so for no value.
fn says<T: PartialEq>(read: &Patch<T>, value: Option<&T>) -> bool {
    read.as_option() == value
}

/// Whether a record has these entries of a list.
fn lists<T: PartialEq>(read: &Patch<Vec<T>>, entries: &[T]) -> bool {
    read.as_option().map_or(&[][..], Vec::as_slice) == entries
}

fn set_people(wanted: &mut Description, record: &BookRecord, details: &BookDetails, read: &ReadDescription) {
    let is_said = read.draft.author.as_str() == Some(&record.author)
        && lists(&read.draft.details.contributors, &details.contributors);
    if is_said {
        return;
    }
    // Without a heading, a field with this name stays as it is, with its dates.
    let contributor = |name: &str, role: &str| Contributor {
        name: name.to_owned(),
        heading: String::new(),
        role: role.to_owned(),
    };
    let named = details.contributors.iter();
    wanted.contributors = named.map(|one| contributor(&one.name, &one.role)).collect();
    if details.contributors.iter().all(|one| one.role != DEFAULT_ROLE) {
        let authors = further_authors(&record.author, &details.contributors);
        let authors = authors.iter().map(|name| contributor(name, DEFAULT_ROLE));
        wanted.contributors.splice(0..0, authors);
    }
    wanted.author = Some(record.author.clone());
}

fn set_numbers(wanted: &mut Description, record: &BookRecord, details: &BookDetails, read: &ReadDescription) {
    let of_kind = |kind| {
        let identifiers = details.identifiers.iter().filter(move |one| one.kind == kind);
        identifiers.map(|one| one.value.clone())
    };
    let read_of_kind = |kind| {
        let read = read.draft.details.identifiers.as_option().into_iter().flatten();
        let read = read.filter(move |one| one.kind == kind);
        read.map(|one| one.value.clone())
    };
    let isbns_are_said = says(&read.draft.isbn, record.isbn.as_ref())
        && read_of_kind(IdentifierKind::Isbn).eq(of_kind(IdentifierKind::Isbn));
    if !isbns_are_said {
        wanted.isbns = record
            .isbn
            .iter()
            .cloned()
            .chain(of_kind(IdentifierKind::Isbn))
            .collect();
    }
    let differs = |kind| !read_of_kind(kind).eq(of_kind(kind));
    if differs(IdentifierKind::Issn) {
        wanted.issns = of_kind(IdentifierKind::Issn).collect();
    }
    if differs(IdentifierKind::Oclc) {
        wanted.oclc_number = of_kind(IdentifierKind::Oclc).next();
    }
    if differs(IdentifierKind::Lccn) {
        wanted.lccn = of_kind(IdentifierKind::Lccn).next();
    }
}

fn set_details(wanted: &mut Description, details: &BookDetails, read: &ReadDescription) {
    let said = &read.draft.details;
    if !lists(&said.subjects, &details.subjects) {
        let subjects = details.subjects.iter();
        wanted.subjects = subjects
            .map(|one| Subject {
                heading: one.heading.clone(),
                scheme: one.scheme.clone(),
            })
            .collect();
    }
    if !lists(&said.series, &details.series) {
        let series = details.series.iter();
        wanted.series = series
            .map(|one| Series {
                title: one.title.clone(),
                volume: one.volume.clone(),
            })
            .collect();
    }
    if !lists(&said.other_titles, &details.other_titles) {
        wanted.other_titles.clone_from(&details.other_titles);
    }
    if !lists(&said.links, &details.links) {
        let links = details.links.iter();
        wanted.links = links
            .map(|one| Link {
                address: one.address.clone(),
                label: one.label.clone(),
            })
            .collect();
    }
    if !says(&said.call_number, details.call_number.as_ref()) {
        wanted.call_number.clone_from(&details.call_number);
    }
    if !says(&said.audience, details.audience.as_ref()) {
        wanted.audience.clone_from(&details.audience);
    }
    if !says(&said.reading_level, details.reading_level.as_ref()) {
        wanted.reading_level.clone_from(&details.reading_level);
    }
    if !says(&said.contents, details.contents.as_ref()) {
        wanted.contents.clone_from(&details.contents);
    }
    if !says(&said.notes, details.notes.as_ref()) {
        let notes = details.notes.as_deref().unwrap_or_default();
        wanted.notes = notes.lines().map(str::to_owned).collect();
    }
}

/// What only this system records. A category that follows from the class of the record is not repeated.
fn local(record: &BookRecord, present: &Local, read: &ReadDescription) -> Local {
    let follows = read.class_category == Some(record.category.as_str()) && present.category.is_none();
    Local {
        category: (!follows).then(|| record.category.clone()),
        item_type: record.item_type.clone(),
        loan_period_days: record.borrowing_period_days,
        semester_categories: record.semester_categories.clone(),
        cover_image: record.cover_image.clone(),
        author: present.author.clone(),
    }
}

/// The copies. One that the present record describes as it is, keeps its description.
fn items(present: &Description, copies: &[ExportedCopy], facts: &Facts) -> Vec<Item> {
    let mut known: BTreeMap<&str, &Item> = BTreeMap::new();
    for item in &present.items {
        if let Some(barcode) = &item.barcode {
            known.entry(barcode).or_insert(item);
        }
    }
    let item = |copy: &ExportedCopy| {
        let described = known.get(copy.barcode.as_str());
        match described.filter(|item| describes(item, copy, facts)) {
            Some(item) => (*item).clone(),
            None => Item {
                barcode: Some(copy.barcode.clone()),
                call_number: copy.call_number.clone(),
                location: copy.location.clone(),
                item_type: copy.item_type.clone(),
                price_text: copy.price_minor.map(|price| facts.price_text(price)),
                state: state(copy.state),
                not_for_loan: !copy.is_lendable,
                ..Item::default()
            },
        }
    };
    copies.iter().map(item).collect()
}

/// Whether an import would make this copy of an item.
fn describes(item: &Item, copy: &ExportedCopy, facts: &Facts) -> bool {
    read_copy(item, facts, &mut Vec::new()).is_some_and(|read| {
        read.call_number == copy.call_number
            && read.location == copy.location
            && read.price_minor == copy.price_minor
            && read.item_type == copy.item_type
            && read.not_for_loan != copy.is_lendable
            && item.state == state(copy.state)
    })
}

fn state(state: CopyState) -> ItemState {
    match state {
        CopyState::Lost => ItemState::Lost,
        CopyState::Damaged | CopyState::InRepair => ItemState::Damaged,
        CopyState::Withdrawn => ItemState::Withdrawn,
        CopyState::Available
        | CopyState::OnLoan
        | CopyState::HoldShelf
        | CopyState::InTransit
        | CopyState::Unknown => ItemState::Available,
    }
}
