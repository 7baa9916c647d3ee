//! The books of the demo library, from the files in which people wrote them down.

use std::collections::HashSet;

use carrel_domain::catalogue::book::{BookDraft, ValidBook};
use carrel_domain::validation::FieldError;
use serde::Deserialize;

/// The books are facts that come with the program, so their years are not held against a clock.
const NO_YEAR: i16 = 9000;

/// Books for the demo library, each by the rules for every book.
#[derive(Debug, Clone)]
pub struct DemoBooks(pub(super) Vec<ValidBook>);

/// What is wrong with the files of the demo's books.
#[derive(Debug, thiserror::Error)]
pub enum DemoBooksError {
    /// Not TOML, or not the fields of a book.
    #[error("{file}: {error}")]
    Unreadable {
        /// The name of the file.
        file: String,
        /// What the reader said.
        error: Box<toml::de::Error>,
    },
    /// A book that the catalogue would refuse.
    #[error("{file}: {title}: {errors:?}")]
    Invalid {
        /// The name of the file.
        file: String,
        /// The book's title.
        title: String,
        /// What is wrong with it.
        errors: Vec<FieldError>,
    },
    /// Two books with one ISBN.
    #[error("{file}: ISBN {isbn} comes twice")]
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
    book: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Entry {
    title: String,
    author: String,
    publisher: Option<String>,
    published_year: Option<i64>,
    language: String,
    pages: Option<i64>,
    isbn: Option<String>,
    copies: i64,
    #[serde(default)]
    semester_categories: Vec<String>,
    borrowing_period: Option<i64>,
    description: String,
}

impl Entry {
    fn draft(self, category: &str) -> BookDraft {
        BookDraft {
            title: Some(self.title),
            author: Some(self.author),
            category: Some(category.to_owned()),
            publisher: self.publisher,
            language: Some(self.language),
            description: Some(self.description),
            pages: self.pages,
            published_year: self.published_year,
            borrowing_period: self.borrowing_period,
            item_type: None,
            isbn: self.isbn,
            cover_image: None,
            semester_categories: Some(self.semester_categories),
            is_semester_study: None,
            copies: Some(self.copies),
        }
    }
}

impl DemoBooks {
    /// Reads the files, given as name and TOML text: `category` and a list `[[book]]`. Their order does not matter.
    pub fn parse<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, DemoBooksError> {
        let mut files: Vec<(&str, &str)> = files.into_iter().collect();
        files.sort_unstable();
        let mut books = Vec::new();
        let mut isbns = HashSet::new();
        for (name, text) in files {
            let file: File = toml::from_str(text).map_err(|error| DemoBooksError::Unreadable {
                file: name.to_owned(),
                error: Box::new(error),
            })?;
            for entry in file.book {
                let title = entry.title.clone();
                let book = entry.draft(&file.category).validate(NO_YEAR);
                let book = book.map_err(|errors| DemoBooksError::Invalid {
                    file: name.to_owned(),
                    title,
                    errors,
                })?;
                if let Some(isbn) = &book.isbn
                    && !isbns.insert(isbn.as_str().to_owned())
                {
                    return Err(DemoBooksError::SameIsbn {
                        file: name.to_owned(),
                        isbn: isbn.as_str().to_owned(),
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
            .map(|book| format!("{}: {}", book.category, book.title))
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
