//! The books of the demo library, read from hand-written files.

use std::collections::HashSet;

use carrel_domain::catalogue::book::{BookDraft, LIMITS, ValidBook};
use carrel_domain::patch::Patch;
use carrel_domain::validation::FieldError;
use serde::Deserialize;
use serde::de::Error as _;
use toml::Table;

/// The latest year for validation: the files are part of the program, so their years are not compared with a clock.
const NO_YEAR: i16 = 9000;

/// Books for the demo library, validated like every other book.
#[derive(Debug, Clone)]
pub struct DemoBooks(pub(super) Vec<ValidBook>);

/// An error in the files of the demo's books.
#[derive(Debug, thiserror::Error)]
pub enum DemoBooksError {
    /// Not TOML, or not the fields of a book.
    #[error("{file}: {error}")]
    Unreadable {
        /// The name of the file.
        file: String,
        /// The error of the TOML parser.
        error: Box<toml::de::Error>,
    },
    /// A book that the catalogue would refuse.
    #[error("{file}: {title}: {errors:?}")]
    Invalid {
        /// The name of the file.
        file: String,
        /// The book's title.
        title: String,
        /// The errors of its fields.
        errors: Vec<FieldError>,
    },
    /// Two books have the same ISBN.
    #[error("{file}: ISBN {isbn} occurs twice")]
    SameIsbn {
        /// The name of the file with the second one.
        file: String,
        /// The ISBN, 13 digits.
        isbn: String,
    },
}

/// One file: a category and its books.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    category: String,
    book: Vec<Table>,
}

/// The fields of an entry beside those of every book's record.
const OWN_FIELDS: [&str; 2] = ["copies", "details"];

/// Reads an entry of a file. Unknown fields are errors.
fn draft(entry: Table, category: &str) -> Result<BookDraft, toml::de::Error> {
    let is_known =
        |field: &str| LIMITS.iter().any(|(known, _)| *known == field) || OWN_FIELDS.contains(&field);
    if let Some(unknown) = entry.keys().find(|field| !is_known(field)) {
        return Err(toml::de::Error::custom(format!("unknown field `{unknown}`")));
    }
    let draft: BookDraft = entry.try_into()?;
    Ok(BookDraft {
        category: Patch::Set(category.to_owned()),
        ..draft
    })
}

impl DemoBooks {
    /// Reads the files, given as name and TOML text: `category` and a list `[[book]]`. Their order does not matter.
    pub fn parse<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, DemoBooksError> {
        let mut files: Vec<(&str, &str)> = files.into_iter().collect();
        files.sort_unstable();
        let mut books = Vec::new();
        let mut isbns = HashSet::new();
        for (name, text) in files {
            let unreadable = |error| DemoBooksError::Unreadable {
                file: name.to_owned(),
                error: Box::new(error),
            };
            let file: File = toml::from_str(text).map_err(unreadable)?;
            for entry in file.book {
                let draft = draft(entry, &file.category).map_err(unreadable)?;
                let title = draft.title.as_option().cloned().unwrap_or_default();
                let book = draft.validate(NO_YEAR);
                let book = book.map_err(|errors| DemoBooksError::Invalid {
                    file: name.to_owned(),
                    title,
                    errors,
                })?;
                if let Some(isbn) = &book.record.isbn
                    && !isbns.insert(isbn.clone())
                {
                    return Err(DemoBooksError::SameIsbn {
                        file: name.to_owned(),
                        isbn: isbn.clone(),
                    });
                }
                books.push(book);
            }
        }
        Ok(DemoBooks(books))
    }

    /// How many books there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no books.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{DemoBooks, DemoBooksError};

    const BOOK: &str = r#"
        [[book]]
        title = "On Shelves"
        author = "A. Carpenter"
        language = "English"
        copies = 2
        isbn = "9780201896831"
        description = "Wood, and what stands on it."
    "#;

    fn file(books: &str) -> String {
        format!("category = \"Furniture\"\n{books}")
    }

    #[test]
    fn files_are_read_in_the_order_of_their_names() {
        let later = file(&BOOK.replace("isbn", "# isbn").replace("Shelves", "Tables"));
        let files = [("b.toml", later.as_str()), ("a.toml", &file(BOOK))];
        let titles: Vec<String> = DemoBooks::parse(files)
            .unwrap()
            .0
            .into_iter()
            .map(|book| format!("{}: {}", book.record.category, book.record.title))
            .collect();
        assert_eq!(titles, ["Furniture: On Shelves", "Furniture: On Tables"]);
    }

    #[test]
    fn a_misspelt_field_is_an_error_that_names_the_file() {
        let text = file(&BOOK.replace("copies", "copeis"));
        let error = DemoBooks::parse([("a.toml", text.as_str())]).unwrap_err();
        assert!(matches!(error, DemoBooksError::Unreadable { .. }));
        assert!(error.to_string().starts_with("a.toml: "), "{error}");
    }

    #[test]
    fn a_book_that_the_catalogue_would_refuse_is_an_error() {
        let text = file(&BOOK.replace("9780201896831", "9780201896832"));
        let error = DemoBooks::parse([("a.toml", text.as_str())]).unwrap_err();
        assert!(
            matches!(&error, DemoBooksError::Invalid { errors, .. } if errors[0].field == "isbn"),
            "{error}"
        );
    }

    #[test]
    fn two_books_with_one_isbn_are_an_error() {
        let text = file(&BOOK.repeat(2));
        let error = DemoBooks::parse([("a.toml", text.as_str())]).unwrap_err();
        assert!(matches!(error, DemoBooksError::SameIsbn { .. }), "{error}");
    }
}
