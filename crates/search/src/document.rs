//! The input of the index: books and changes.

use carrel_domain::catalogue::book::BookId;

/// The searchable fields of one book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookDocument {
    /// The book's identifier; unique in the index.
    pub id: BookId,
    /// The title, subtitle included.
    pub title: String,
    /// Further titles, such as a translated one.
    pub other_titles: Vec<String>,
    /// The titles of the series, each with the volume.
    pub series: Vec<String>,
    /// The author or authors as shown.
    pub author: String,
    /// The names of all people and bodies behind the book; searched like the author.
    pub contributors: Vec<String>,
    /// The name of each author, by which books are filtered and counted.
    pub author_names: Vec<String>,
    /// ISBN-10 or ISBN-13, hyphens allowed. Any other text is not indexed.
    pub isbns: Vec<String>,
    /// The call numbers of the book and of its copies.
    pub call_numbers: Vec<String>,
    /// The rooms and shelves of the copies.
    pub shelves: Vec<String>,
    /// Headings of subjects; filters and facets compare them exactly.
    pub subjects: Vec<String>,
    /// The category as shown; filters and facets compare it exactly. Empty means none.
    pub category: String,
    /// The description; searched, never returned.
    pub description: String,
    /// The publisher as shown.
    pub publisher: Option<String>,
    /// The language of the title, by name or code; decides which leading articles the order of titles ignores.
    pub language: String,
    /// The year of publication, negative before the common era.
    pub published_year: Option<i32>,
    /// The semester-study categories the book belongs to.
    pub semester_categories: Vec<String>,
    /// When the book entered the catalogue, in milliseconds since 1970-01-01 UTC.
    pub created_at_ms: i64,
    /// The average rating times 100; 0 means unrated.
    pub rating_hundredths: i64,
    /// Any number that grows with demand; negative numbers count as 0 among equally relevant books.
    pub popularity: i64,
    /// Whether a copy is available. Among equally relevant books, available ones come first.
    pub available: bool,
}

impl BookDocument {
    /// A book of which only the title is known.
    pub fn new(id: BookId, title: &str) -> Self {
        Self {
            id,
            title: title.to_owned(),
            other_titles: Vec::new(),
            series: Vec::new(),
            author: String::new(),
            contributors: Vec::new(),
            author_names: Vec::new(),
            isbns: Vec::new(),
            call_numbers: Vec::new(),
            shelves: Vec::new(),
            subjects: Vec::new(),
            category: String::new(),
            description: String::new(),
            publisher: None,
            language: String::new(),
            published_year: None,
            semester_categories: Vec::new(),
            created_at_ms: 0,
            rating_hundredths: 0,
            popularity: 0,
            available: false,
        }
    }
}

/// One change to the index.
#[expect(
    clippy::large_enum_variant,
    reason = "changes are nearly all `Put`, and live for one batch"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Adds the book, or replaces the one with the same id.
    Put(BookDocument),
    /// Removes the book with this id; an unknown id changes nothing.
    Remove(BookId),
}
