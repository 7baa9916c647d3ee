//! A book's record as it is typed, and what of it may be stored.

use url::Url;

use super::isbn::Isbn;
use crate::validation::{
    FieldError, Findings, is_plain_text, is_single_line, length, optional_line, required_line, trimmed,
};

/// The messages, all our own: the specification has no form for books.
pub mod message {
    /// No title.
    pub const TITLE_REQUIRED: &str = "Title is required";
    /// Over 300 characters.
    pub const TITLE_TOO_LONG: &str = "Title cannot exceed 300 characters";
    /// Control characters.
    pub const TITLE_NOT_ALLOWED: &str = "Title contains characters that are not allowed";
    /// No author.
    pub const AUTHOR_REQUIRED: &str = "Author is required";
    /// Over 200 characters.
    pub const AUTHOR_TOO_LONG: &str = "Author cannot exceed 200 characters";
    /// Control characters.
    pub const AUTHOR_NOT_ALLOWED: &str = "Author contains characters that are not allowed";
    /// No category.
    pub const CATEGORY_REQUIRED: &str = "Category is required";
    /// Over 80 characters.
    pub const CATEGORY_TOO_LONG: &str = "Category cannot exceed 80 characters";
    /// Control characters.
    pub const CATEGORY_NOT_ALLOWED: &str = "Category contains characters that are not allowed";
    /// Over 200 characters.
    pub const PUBLISHER_TOO_LONG: &str = "Publisher cannot exceed 200 characters";
    /// Control characters.
    pub const PUBLISHER_NOT_ALLOWED: &str = "Publisher contains characters that are not allowed";
    /// Over 60 characters.
    pub const LANGUAGE_TOO_LONG: &str = "Language cannot exceed 60 characters";
    /// Control characters.
    pub const LANGUAGE_NOT_ALLOWED: &str = "Language contains characters that are not allowed";
    /// Over 5000 characters.
    pub const DESCRIPTION_TOO_LONG: &str = "Description cannot exceed 5000 characters";
    /// Control characters other than line ends and tabs.
    pub const DESCRIPTION_NOT_ALLOWED: &str = "Description contains characters that are not allowed";
    /// Not 1 to 20,000.
    pub const PAGES_OUT_OF_RANGE: &str = "Pages must be between 1 and 20000";
    /// Before 3000 BC or more than two years ahead.
    pub const PUBLISHED_YEAR_OUT_OF_RANGE: &str = "Published year is out of range";
    /// Not 1 to 365.
    pub const BORROWING_PERIOD_OUT_OF_RANGE: &str = "Borrowing period must be between 1 and 365 days";
    /// On no list.
    pub const ITEM_TYPE_UNKNOWN: &str = "There is no such item type";
    /// Not 10 or 13 digits, or a wrong check digit.
    pub const ISBN_INVALID: &str = "Invalid ISBN";
    /// Neither an https address nor a path of our own.
    pub const COVER_IMAGE_INVALID: &str = "Cover image must be an https address or a path on this site";
    /// Over 500 characters.
    pub const COVER_IMAGE_TOO_LONG: &str = "Cover image address cannot exceed 500 characters";
    /// Over 12.
    pub const SEMESTER_CATEGORIES_TOO_MANY: &str = "A book can have at most 12 semester categories";
    /// One is over 80 characters.
    pub const SEMESTER_CATEGORY_TOO_LONG: &str = "Semester category cannot exceed 80 characters";
    /// Control characters.
    pub const SEMESTER_CATEGORY_NOT_ALLOWED: &str =
        "Semester category contains characters that are not allowed";
    /// Not 0 to 1000.
    pub const COPIES_OUT_OF_RANGE: &str = "Copies must be between 0 and 1000";
}

/// The language of a book that names none.
pub const DEFAULT_LANGUAGE: &str = "English";

/// The most characters of a category, also of a semester category.
const CATEGORY_CHARACTERS: usize = 80;
/// The most semester categories of a book.
const SEMESTER_CATEGORIES: usize = 12;
/// The most characters of the address of a cover.
const COVER_IMAGE_CHARACTERS: usize = 500;
/// The most characters of a description.
const DESCRIPTION_CHARACTERS: usize = 5000;
/// The earliest year that a book can be from: before the oldest known writing that fills a volume.
const EARLIEST_YEAR: i64 = -3000;

/// A book's record as it was sent; nothing stands for a field that was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookDraft {
    /// `title`
    pub title: Option<String>,
    /// `author`
    pub author: Option<String>,
    /// `category`
    pub category: Option<String>,
    /// `publisher`
    pub publisher: Option<String>,
    /// `language`
    pub language: Option<String>,
    /// `description`
    pub description: Option<String>,
    /// `pages`
    pub pages: Option<i64>,
    /// `publishedYear`; years before our era are negative.
    pub published_year: Option<i64>,
    /// `borrowingPeriod` in days
    pub borrowing_period: Option<i64>,
    /// `itemType`, the code of a kind
    pub item_type: Option<String>,
    /// `isbn`
    pub isbn: Option<String>,
    /// `coverImage`
    pub cover_image: Option<String>,
    /// `semesterCategories`
    pub semester_categories: Option<Vec<String>>,
    /// `copies` to make; only when the book is added.
    pub copies: Option<i64>,
}

/// A book's record that may be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidBook {
    /// The title, 1 to 300 characters.
    pub title: String,
    /// The author or authors, 1 to 200 characters.
    pub author: String,
    /// The category, 1 to 80 characters.
    pub category: String,
    /// The publisher.
    pub publisher: Option<String>,
    /// The English name of the language.
    pub language: String,
    /// What the book is about; may have several lines, ended by `\n`.
    pub description: Option<String>,
    /// The number of pages.
    pub pages: Option<u16>,
    /// The year of publication.
    pub published_year: Option<i16>,
    /// The book's own loan length in days.
    pub borrowing_period: Option<u16>,
    /// The code of the kind of what is lent; whether it is on the library's list is not known here.
    pub item_type: Option<String>,
    /// The ISBN.
    pub isbn: Option<Isbn>,
    /// Where the picture of the cover is.
    pub cover_image: Option<String>,
    /// The study subjects whose semester shelves it stands on, without repetition, as typed.
    pub semester_categories: Vec<String>,
    /// How many copies to make.
    pub copies: Option<u16>,
}

impl BookDraft {
    /// Checks a record; `current_year` bounds the year of publication (two years ahead at most).
    pub fn validate(self, current_year: i16) -> Result<ValidBook, Vec<FieldError>> {
        let mut findings = Findings::default();
        let title = findings.take("title", title(self.title.as_deref()));
        let author = findings.take("author", author(self.author.as_deref()));
        let category = findings.take("category", category(self.category.as_deref()));
        let publisher = findings.take("publisher", publisher(self.publisher.as_deref()));
        let language = findings.take("language", language(self.language.as_deref()));
        let description = findings.take("description", description(self.description.as_deref()));
        let pages = findings.take(
            "pages",
            within(self.pages, 1, 20_000, message::PAGES_OUT_OF_RANGE),
        );
        let latest_year = i64::from(current_year) + 2;
        let published_year = findings.take(
            "publishedYear",
            within(
                self.published_year,
                EARLIEST_YEAR,
                latest_year,
                message::PUBLISHED_YEAR_OUT_OF_RANGE,
            ),
        );
        let borrowing_period = findings.take(
            "borrowingPeriod",
            within(
                self.borrowing_period,
                1,
                365,
                message::BORROWING_PERIOD_OUT_OF_RANGE,
            ),
        );
        let item_type = findings.take("itemType", item_type(self.item_type.as_deref()));
        let isbn = findings.take("isbn", isbn(self.isbn.as_deref()));
        let cover_image = findings.take("coverImage", cover_image(self.cover_image.as_deref()));
        let semester_categories = findings.take(
            "semesterCategories",
            semester_categories(&self.semester_categories.unwrap_or_default()),
        );
        let copies = findings.take(
            "copies",
            within(self.copies, 0, 1000, message::COPIES_OUT_OF_RANGE),
        );

        // A field that was not taken has left its error, so an incomplete book always comes with errors.
        let book = || {
            Some(ValidBook {
                title: title?,
                author: author?,
                category: category?,
                publisher: publisher?,
                language: language?,
                description: description?,
                pages: pages?,
                published_year: published_year?,
                borrowing_period: borrowing_period?,
                item_type: item_type?,
                isbn: isbn?,
                cover_image: cover_image?,
                semester_categories: semester_categories?,
                copies: copies?,
            })
        };
        book().ok_or_else(|| findings.into_errors())
    }
}

type Read = Result<String, &'static str>;
type ReadOptional = Result<Option<String>, &'static str>;

fn title(text: Option<&str>) -> Read {
    required_line(
        text,
        300,
        message::TITLE_REQUIRED,
        message::TITLE_TOO_LONG,
        message::TITLE_NOT_ALLOWED,
    )
}

fn author(text: Option<&str>) -> Read {
    required_line(
        text,
        200,
        message::AUTHOR_REQUIRED,
        message::AUTHOR_TOO_LONG,
        message::AUTHOR_NOT_ALLOWED,
    )
}

fn category(text: Option<&str>) -> Read {
    required_line(
        text,
        CATEGORY_CHARACTERS,
        message::CATEGORY_REQUIRED,
        message::CATEGORY_TOO_LONG,
        message::CATEGORY_NOT_ALLOWED,
    )
}

fn publisher(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        200,
        message::PUBLISHER_TOO_LONG,
        message::PUBLISHER_NOT_ALLOWED,
    )
}

fn language(text: Option<&str>) -> Read {
    let language = optional_line(
        text,
        60,
        message::LANGUAGE_TOO_LONG,
        message::LANGUAGE_NOT_ALLOWED,
    )?;
    Ok(language.unwrap_or_else(|| DEFAULT_LANGUAGE.to_owned()))
}

fn description(text: Option<&str>) -> ReadOptional {
    let Some(text) = trimmed(text) else {
        return Ok(None);
    };
    if !is_plain_text(text) {
        return Err(message::DESCRIPTION_NOT_ALLOWED);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if length(&text) > DESCRIPTION_CHARACTERS {
        return Err(message::DESCRIPTION_TOO_LONG);
    }
    Ok(Some(text))
}

fn within<T: TryFrom<i64>>(
    value: Option<i64>,
    min: i64,
    max: i64,
    out_of_range: &'static str,
) -> Result<Option<T>, &'static str> {
    let Some(value) = value else { return Ok(None) };
    if !(min..=max).contains(&value) {
        return Err(out_of_range);
    }
    T::try_from(value).map(Some).map_err(|_| out_of_range)
}

/// A text that can be no code at all is refused as one that is on no list.
fn item_type(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        CATEGORY_CHARACTERS,
        message::ITEM_TYPE_UNKNOWN,
        message::ITEM_TYPE_UNKNOWN,
    )
}

fn isbn(text: Option<&str>) -> Result<Option<Isbn>, &'static str> {
    trimmed(text)
        .map(|text| text.parse().map_err(|_| message::ISBN_INVALID))
        .transpose()
}

fn cover_image(text: Option<&str>) -> ReadOptional {
    match trimmed(text) {
        Some(address) if length(address) > COVER_IMAGE_CHARACTERS => Err(message::COVER_IMAGE_TOO_LONG),
        Some(address) if !is_image_address(address) => Err(message::COVER_IMAGE_INVALID),
        address => Ok(address.map(str::to_owned)),
    }
}

/// An https address with a host and nobody's password, or a path of our own; `//host` would be another site's.
fn is_image_address(address: &str) -> bool {
    let is_plain = address
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !br#""'<>\^`{|}"#.contains(&byte));
    let has_host = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    let is_remote = address.strip_prefix("https://").is_some_and(has_host)
        && Url::parse(address).is_ok_and(|url| url.username().is_empty() && url.password().is_none());
    let is_own = address.starts_with('/') && !address.starts_with("//");
    is_plain && (is_remote || is_own)
}

/// Empty entries and repetitions (without regard to case) are dropped.
fn semester_categories(texts: &[String]) -> Result<Vec<String>, &'static str> {
    let mut categories: Vec<String> = Vec::new();
    for text in texts.iter().filter_map(|text| trimmed(Some(text))) {
        if !is_single_line(text) {
            return Err(message::SEMESTER_CATEGORY_NOT_ALLOWED);
        }
        if length(text) > CATEGORY_CHARACTERS {
            return Err(message::SEMESTER_CATEGORY_TOO_LONG);
        }
        if !categories
            .iter()
            .any(|known| known.to_lowercase() == text.to_lowercase())
        {
            if categories.len() == SEMESTER_CATEGORIES {
                return Err(message::SEMESTER_CATEGORIES_TOO_MANY);
            }
            categories.push(text.to_owned());
        }
    }
    Ok(categories)
}
