//! A book's record as it is typed, and what of it may be stored.

use url::Url;

use super::isbn::Isbn;
use crate::limits::Whole;
use crate::validation::{
    FieldError, Findings, length, optional_line, optional_lines, required_line, trimmed,
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

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text, Whole};

    /// `title`
    pub const TITLE: Text = Text::of(1, 300, Form::FILLED_LINE);
    /// `author`
    pub const AUTHOR: Text = Text::of(1, 200, Form::FILLED_LINE);
    /// `category`
    pub const CATEGORY: Text = Text::of(1, 80, Form::FILLED_LINE);
    /// `publisher`
    pub const PUBLISHER: Text = Text::up_to(200, Form::LINE);
    /// `language`
    pub const LANGUAGE: Text = Text::up_to(60, Form::LINE);
    /// `description`
    pub const DESCRIPTION: Text = Text::up_to(5000, Form::LINES);
    /// `pages`
    pub const PAGES: Whole = Whole::of(1, 20_000);
    /// `publishedYear`; besides, at most two years from now.
    pub const PUBLISHED_YEAR: Whole = Whole::of(-3000, 9999);
    /// `borrowingPeriod`, in days
    pub const BORROWING_PERIOD: Whole = Whole::of(1, 365);
    /// `itemType`
    pub const ITEM_TYPE: Text = Text::up_to(80, Form::LINE);
    /// `isbn`
    pub const ISBN: Text = Text::up_to(100, Form::ISBN);
    /// `coverImage`
    pub const COVER_IMAGE: Text = Text::up_to(500, Form::IMAGE_ADDRESS);
    /// `semesterCategories`
    pub const SEMESTER_CATEGORIES: List = List::up_to(12);
    /// One of them.
    pub const SEMESTER_CATEGORY: Text = Text::up_to(80, Form::LINE);
    /// Copies that are made with a book.
    pub const COPIES: Whole = Whole::of(0, 1000);
    /// Copies that are added to a book.
    pub const ADDED_COPIES: Whole = Whole::of(1, 1000);
}

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
    /// `isSemesterStudy`: true stands for the book's own category when there are none, false for none.
    pub is_semester_study: Option<bool>,
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
            within(self.pages, limit::PAGES, message::PAGES_OUT_OF_RANGE),
        );
        let latest_year = i64::from(current_year) + 2;
        let published_year = findings.take(
            "publishedYear",
            within(
                self.published_year,
                Whole {
                    max: latest_year,
                    ..limit::PUBLISHED_YEAR
                },
                message::PUBLISHED_YEAR_OUT_OF_RANGE,
            ),
        );
        let borrowing_period = findings.take(
            "borrowingPeriod",
            within(
                self.borrowing_period,
                limit::BORROWING_PERIOD,
                message::BORROWING_PERIOD_OUT_OF_RANGE,
            ),
        );
        let item_type = findings.take("itemType", item_type(self.item_type.as_deref()));
        let isbn = findings.take("isbn", isbn(self.isbn.as_deref()));
        let cover_image = findings.take("coverImage", cover_image(self.cover_image.as_deref()));
        let named = match (self.semester_categories, self.is_semester_study) {
            (None, Some(true)) => self.category.into_iter().collect(),
            (named, _) => named.unwrap_or_default(),
        };
        let semester_categories = findings.take(
            "semesterCategories",
            semester_categories(&named).map(|categories| match self.is_semester_study {
                Some(false) => Vec::new(),
                _ => categories,
            }),
        );
        let copies = findings.take(
            "copies",
            within(self.copies, limit::COPIES, message::COPIES_OUT_OF_RANGE),
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

fn category(text: Option<&str>) -> Read {
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

fn language(text: Option<&str>) -> Read {
    let language = optional_line(
        text,
        limit::LANGUAGE,
        message::LANGUAGE_TOO_LONG,
        message::LANGUAGE_NOT_ALLOWED,
    )?;
    Ok(language.unwrap_or_else(|| DEFAULT_LANGUAGE.to_owned()))
}

fn description(text: Option<&str>) -> ReadOptional {
    let text = optional_lines(
        text,
        limit::DESCRIPTION,
        message::DESCRIPTION_TOO_LONG,
        message::DESCRIPTION_NOT_ALLOWED,
    )?;
    Ok(text.map(|text| text.replace("\r\n", "\n").replace('\r', "\n")))
}

fn within<T: TryFrom<i64>>(
    value: Option<i64>,
    limit: Whole,
    out_of_range: &'static str,
) -> Result<Option<T>, &'static str> {
    let Some(value) = value else { return Ok(None) };
    if !limit.holds(value) {
        return Err(out_of_range);
    }
    T::try_from(value).map(Some).map_err(|_| out_of_range)
}

/// A text that can be no code at all is refused as one that is on no list.
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

fn cover_image(text: Option<&str>) -> ReadOptional {
    if text.is_some_and(|text| length(text) > limit::COVER_IMAGE.max) {
        return Err(message::COVER_IMAGE_TOO_LONG);
    }
    match trimmed(text) {
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
    if texts.len() > limit::SEMESTER_CATEGORIES.max {
        return Err(message::SEMESTER_CATEGORIES_TOO_MANY);
    }
    for text in texts {
        let text = optional_line(
            Some(text),
            limit::SEMESTER_CATEGORY,
            message::SEMESTER_CATEGORY_TOO_LONG,
            message::SEMESTER_CATEGORY_NOT_ALLOWED,
        )?;
        let Some(text) = text else { continue };
        if !categories
            .iter()
            .any(|known| known.to_lowercase() == text.to_lowercase())
        {
            categories.push(text);
        }
    }
    Ok(categories)
}
