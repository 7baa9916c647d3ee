//! The bibliographic record of a book and its validation.

pub mod details;
mod digest;
pub mod limit;
pub mod message;

use std::ops::Deref;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::details::{BookDetails, DetailsDraft};
pub use self::digest::digest;
use super::image_address::is_image_address;
use super::isbn::Isbn;
use super::uploaded_cover::is_uploaded;
use crate::identity::{Entity, Id};
use crate::limits::{Limit, Whole};
use crate::patch::{Patch, object, whole};
use crate::validation::{
    FieldError, Findings, distinct_lines, length, optional_line, optional_lines, optional_whole,
    required_line, trimmed,
};

/// The language of a book without one.
pub const DEFAULT_LANGUAGE: &str = "English";

/// The limits of the fields that new and changed books share, by their JSON names.
pub const LIMITS: [(&str, Limit); 14] = [
    ("title", Limit::Text(limit::TITLE)),
    ("author", Limit::Text(limit::AUTHOR)),
    ("category", Limit::Text(limit::CATEGORY)),
    ("publisher", Limit::Text(limit::PUBLISHER)),
    ("editionStatement", Limit::Text(limit::EDITION_STATEMENT)),
    ("language", Limit::Text(limit::LANGUAGE)),
    ("description", Limit::Text(limit::DESCRIPTION)),
    ("pages", Limit::Whole(limit::PAGES)),
    ("publishedYear", Limit::Whole(limit::PUBLISHED_YEAR)),
    ("borrowingPeriod", Limit::Whole(limit::BORROWING_PERIOD)),
    ("itemType", Limit::Text(limit::ITEM_TYPE)),
    ("isbn", Limit::Text(limit::ISBN)),
    ("coverImage", Limit::Text(limit::COVER_IMAGE)),
    (
        "semesterCategories",
        Limit::Texts(limit::SEMESTER_CATEGORIES, limit::SEMESTER_CATEGORY),
    ),
];

/// The body of a new or changed book. In a new book, an absent field has no value; in a change, it stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = BookForm)]
#[serde(rename_all = "camelCase")]
pub struct BookDraft {
    /// The title with its subtitle.
    #[schema(value_type = String, required)]
    #[serde(default)]
    pub title: Patch<String>,
    /// The author or authors, as they are shown.
    #[schema(value_type = String, required)]
    #[serde(default)]
    pub author: Patch<String>,
    /// The category, new or in use.
    #[schema(value_type = String, required)]
    #[serde(default)]
    pub category: Patch<String>,
    /// What the book is about.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub description: Patch<String>,
    /// Ten or thirteen digits, with or without hyphens.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub isbn: Patch<String>,
    /// The publisher.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub publisher: Patch<String>,
    /// The edition statement on the title page, such as `2nd, revised edition`.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub edition_statement: Patch<String>,
    /// The English name of the language; English when it is empty.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub language: Patch<String>,
    /// The year of publication; years BC are negative.
    #[schema(value_type = Option<i64>)]
    #[serde(default, deserialize_with = "whole")]
    pub published_year: Patch<i64>,
    /// The number of pages.
    #[schema(value_type = Option<i64>)]
    #[serde(default, deserialize_with = "whole")]
    pub pages: Patch<i64>,
    /// An https address, or a path on this site; null for a generated cover.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub cover_image: Patch<String>,
    /// In days; null for the library's default.
    #[schema(value_type = Option<i64>)]
    #[serde(default, deserialize_with = "whole")]
    pub borrowing_period: Patch<i64>,
    /// The code of an item type.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub item_type: Patch<String>,
    /// Marks the book for its own category when `semesterCategories` is absent; false unmarks it.
    #[schema(value_type = Option<bool>)]
    #[serde(default)]
    pub is_semester_study: Patch<bool>,
    /// The subjects for which the book is marked as semester study.
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(default)]
    pub semester_categories: Patch<Vec<String>>,
    /// People, subjects, series, further identifiers, notes and links.
    #[serde(default, deserialize_with = "object")]
    pub details: DetailsDraft,
    /// Copies to create, with generated barcodes; 1 when absent.
    #[schema(value_type = Option<i64>)]
    #[serde(default, deserialize_with = "whole")]
    pub copies: Patch<i64>,
    /// The MARCXML record that describes the book, as a lookup of book data returned it. It is stored as it is.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub marc_record: Patch<String>,
    /// The address of the present cover, which a change may repeat.
    #[serde(skip)]
    #[schema(ignore)]
    pub present_cover: Option<String>,
}

/// A valid bibliographic record, without copies and counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BookRecord {
    /// The title, 1 to 300 characters.
    pub title: String,
    /// The author or authors, 1 to 200 characters.
    pub author: String,
    /// The category, 1 to 80 characters.
    pub category: String,
    /// What the book is about; may have several lines, ended by `\n`. Empty if unknown.
    pub description: String,
    /// The address of the cover image.
    pub cover_image: Option<String>,
    /// The number of pages.
    pub pages: Option<i64>,
    /// The ISBN, 13 digits.
    pub isbn: Option<String>,
    /// The publisher.
    pub publisher: Option<String>,
    /// The edition statement on the title page.
    pub edition_statement: Option<String>,
    /// The English name of the language.
    pub language: String,
    /// The year of publication.
    pub published_year: Option<i64>,
    /// The book's own loan period in days.
    #[serde(rename = "borrowingPeriod")]
    pub borrowing_period_days: Option<i64>,
    /// The code of the item type. Validation does not know the library's list of item types.
    pub item_type: Option<String>,
    /// The subjects for which the book is marked as semester study, without duplicates, as typed.
    pub semester_categories: Vec<String>,
}

impl BookRecord {
    /// The book's own loan period in days, if it has one.
    pub fn loan_period(&self) -> Option<u16> {
        self.borrowing_period_days
            .and_then(|days| u16::try_from(days).ok())
    }
}

/// A book with its counts. It reads like its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    pub id: BookId,
    pub record: BookRecord,
    pub total_copies: i64,
    pub available_copies: i64,
    pub borrow_count: i64,
    pub popularity: i64,
    pub rating_sum: i64,
    pub rating_count: i64,
    pub archived_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The book that has its copies and its history since both were merged.
    pub merged_into: Option<BookId>,
}

/// The identifier of a book.
pub type BookId = Id<Book>;

impl Entity for Book {
    const NAME: &'static str = "book";
}

impl Deref for Book {
    type Target = BookRecord;

    fn deref(&self) -> &BookRecord {
        &self.record
    }
}

/// A valid new or changed book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidBook {
    /// The record.
    pub record: BookRecord,
    /// What else is known.
    pub details: BookDetails,
    /// How many copies to create.
    pub copies: Option<u16>,
}

impl BookDraft {
    /// Completes a change: absent fields get the stored values.
    #[must_use]
    pub fn over(self, before: &BookRecord, details: &BookDetails) -> BookDraft {
        let author = self.author.as_str().map(str::trim);
        let author_changes = author.is_some_and(|author| author != before.author);
        let category = self.category.over(Some(before.category.clone()));
        let stored_study = match (&self.is_semester_study, &category) {
            (Patch::Set(true), Patch::Set(category)) if before.semester_categories.is_empty() => {
                vec![category.clone()]
            }
            _ => before.semester_categories.clone(),
        };
        BookDraft {
            title: self.title.over(Some(before.title.clone())),
            author: self.author.over(Some(before.author.clone())),
            category,
            description: self.description.over(Some(before.description.clone())),
            isbn: self.isbn.over(before.isbn.clone()),
            publisher: self.publisher.over(before.publisher.clone()),
            edition_statement: self.edition_statement.over(before.edition_statement.clone()),
            language: self.language.over(Some(before.language.clone())),
            published_year: self.published_year.over(before.published_year),
            pages: self.pages.over(before.pages),
            cover_image: self.cover_image.over(before.cover_image.clone()),
            borrowing_period: self.borrowing_period.over(before.borrowing_period_days),
            item_type: self.item_type.over(before.item_type.clone()),
            is_semester_study: self.is_semester_study,
            semester_categories: self.semester_categories.over(Some(stored_study)),
            details: self.details.over(details, author_changes),
            copies: Patch::Keep,
            marc_record: Patch::Keep,
            present_cover: before.cover_image.clone(),
        }
    }

    /// Validates a record; the year of publication may be at most two years after `current_year`.
    ///
    /// # Errors
    /// Every invalid field with its message.
    pub fn validate(self, current_year: i16) -> Result<ValidBook, Vec<FieldError>> {
        let mut findings = Findings::default();
        let title = findings.take("title", title(self.title.as_str()));
        let author = findings.take("author", author(self.author.as_str()));
        let category = findings.take("category", category(self.category.as_str()));
        let publisher = findings.take("publisher", publisher(self.publisher.as_str()));
        let edition_statement = findings.take(
            "editionStatement",
            edition_statement(self.edition_statement.as_str()),
        );
        let language = findings.take("language", language(self.language.as_str()));
        let description = findings.take("description", description(self.description.as_str()));
        let pages = findings.take("pages", pages(self.pages.into_option()));
        let published_year = findings.take(
            "publishedYear",
            published_year(self.published_year.into_option(), current_year),
        );
        let borrowing_period_days = findings.take(
            "borrowingPeriod",
            borrowing_period(self.borrowing_period.into_option()),
        );
        let item_type = findings.take("itemType", item_type(self.item_type.as_str()));
        let isbn = findings.take("isbn", isbn(self.isbn.as_str()));
        let cover_image = findings.take(
            "coverImage",
            cover_image(self.cover_image.as_str(), self.present_cover.as_deref()),
        );
        let semester_categories = findings.take(
            "semesterCategories",
            semester_categories(
                self.semester_categories,
                self.is_semester_study.into_option(),
                self.category.into_option(),
            ),
        );
        let copies = findings.take("copies", copies(self.copies.into_option()));
        let details = findings.take_all(self.details.validate());

        // An invalid field has recorded its error, so an incomplete book always has errors.
        let book = || {
            let record = BookRecord {
                title: title?,
                author: author?,
                category: category?,
                description: description?,
                cover_image: cover_image?,
                pages: pages?,
                isbn: isbn?.map(|isbn| isbn.to_string()),
                publisher: publisher?,
                edition_statement: edition_statement?,
                language: language?,
                published_year: published_year?,
                borrowing_period_days: borrowing_period_days?,
                item_type: item_type?,
                semester_categories: semester_categories?,
            };
            let copies = copies?.and_then(|copies| u16::try_from(copies).ok());
            let details = details?;
            Some(ValidBook {
                record,
                details,
                copies,
            })
        };
        book().ok_or_else(|| findings.into_errors())
    }
}

type Read = Result<String, &'static str>;
type ReadOptional = Result<Option<String>, &'static str>;
type ReadNumber = Result<Option<i64>, &'static str>;

fn title(text: Option<&str>) -> Read {
    required_line(
        text,
        limit::TITLE,
        message::TITLE_REQUIRED,
        message::TITLE_TOO_LONG,
        message::TITLE_NOT_ALLOWED,
    )
}

fn author(text: Option<&str>) -> Read {
    required_line(
        text,
        limit::AUTHOR,
        message::AUTHOR_REQUIRED,
        message::AUTHOR_TOO_LONG,
        message::AUTHOR_NOT_ALLOWED,
    )
}

pub(in crate::catalogue) fn category(text: Option<&str>) -> Read {
    required_line(
        text,
        limit::CATEGORY,
        message::CATEGORY_REQUIRED,
        message::CATEGORY_TOO_LONG,
        message::CATEGORY_NOT_ALLOWED,
    )
}

fn publisher(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::PUBLISHER,
        message::PUBLISHER_TOO_LONG,
        message::PUBLISHER_NOT_ALLOWED,
    )
}

fn edition_statement(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::EDITION_STATEMENT,
        message::EDITION_STATEMENT_TOO_LONG,
        message::EDITION_STATEMENT_NOT_ALLOWED,
    )
}

fn language(text: Option<&str>) -> Read {
    let language = optional_line(
        text,
        limit::LANGUAGE,
        message::LANGUAGE_TOO_LONG,
        message::LANGUAGE_NOT_ALLOWED,
    )?;
    Ok(language.unwrap_or_else(|| DEFAULT_LANGUAGE.to_owned()))
}

fn description(text: Option<&str>) -> Read {
    let text = optional_lines(
        text,
        limit::DESCRIPTION,
        message::DESCRIPTION_TOO_LONG,
        message::DESCRIPTION_NOT_ALLOWED,
    )?;
    Ok(text.map_or_else(String::new, |text| text.replace("\r\n", "\n").replace('\r', "\n")))
}

/// A text that no code can have gets the message for an unknown code.
fn item_type(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::ITEM_TYPE,
        message::ITEM_TYPE_UNKNOWN,
        message::ITEM_TYPE_UNKNOWN,
    )
}

fn isbn(text: Option<&str>) -> Result<Option<Isbn>, &'static str> {
    if text.is_some_and(|text| length(text) > limit::ISBN.max) {
        return Err(message::ISBN_INVALID);
    }
    trimmed(text)
        .map(|text| text.parse().map_err(|_| message::ISBN_INVALID))
        .transpose()
}

/// An uploaded cover belongs to its book: its address is only kept, and not entered.
fn cover_image(text: Option<&str>, present: Option<&str>) -> ReadOptional {
    if text.is_some_and(|text| length(text) > limit::COVER_IMAGE.max) {
        return Err(message::COVER_IMAGE_TOO_LONG);
    }
    match trimmed(text) {
        Some(address) if !is_image_address(address) => Err(message::COVER_IMAGE_INVALID),
        Some(address) if is_uploaded(address) && Some(address) != present => {
            Err(message::COVER_IMAGE_OF_UPLOAD)
        }
        address => Ok(address.map(str::to_owned)),
    }
}

fn pages(number: Option<i64>) -> ReadNumber {
    optional_whole(number, limit::PAGES, message::PAGES_OUT_OF_RANGE)
}

fn published_year(year: Option<i64>, current_year: i16) -> ReadNumber {
    let years = Whole {
        max: i64::from(current_year) + 2,
        ..limit::PUBLISHED_YEAR
    };
    optional_whole(year, years, message::PUBLISHED_YEAR_OUT_OF_RANGE)
}

fn borrowing_period(days: Option<i64>) -> ReadNumber {
    optional_whole(
        days,
        limit::BORROWING_PERIOD,
        message::BORROWING_PERIOD_OUT_OF_RANGE,
    )
}

fn copies(number: Option<i64>) -> ReadNumber {
    optional_whole(number, limit::COPIES, message::COPIES_OUT_OF_RANGE)
}

/// A book that is only marked as semester study gets its own category.
fn semester_categories(
    named: Patch<Vec<String>>,
    is_semester_study: Option<bool>,
    category: Option<String>,
) -> Result<Vec<String>, &'static str> {
    let named = match (named, is_semester_study) {
        (Patch::Set(named), _) => named,
        (_, Some(true)) => category.into_iter().collect(),
        _ => Vec::new(),
    };
    if named.len() > limit::SEMESTER_CATEGORIES.max {
        return Err(message::SEMESTER_CATEGORIES_TOO_MANY);
    }
    let categories = distinct_lines(
        &named,
        limit::SEMESTER_CATEGORY,
        message::SEMESTER_CATEGORY_TOO_LONG,
        message::SEMESTER_CATEGORY_NOT_ALLOWED,
    )?;
    Ok(match is_semester_study {
        Some(false) => Vec::new(),
        _ => categories,
    })
}
