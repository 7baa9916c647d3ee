//! The query and its result.

use carrel_domain::catalogue::book::BookId;

/// The order of the result. Ties are always broken by id, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Best match first, then available books, then the more popular ones. Newest first when the text is empty.
    Relevance,
    /// Newest in the catalogue first.
    CreatedAt,
    /// By title from A to Z, leading articles ignored.
    Title,
    /// By author from A to Z, leading articles ignored.
    Author,
    /// Highest rated first, unrated last.
    Rating,
    /// Latest year first, books without a year last.
    PublishedYear,
    /// Most popular first.
    Popular,
}

/// Which marks for semester study a book must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semester<'a> {
    /// None: marked books and others.
    All,
    /// One for any category.
    Marked,
    /// The one for this category.
    Category(&'a str),
}

/// A search query.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The text as typed. Any text is valid; see [`crate::Index::search`].
    pub text: &'a str,
    /// Only books of this category.
    pub category: Option<&'a str>,
    /// Only books marked for semester study.
    pub semester: Semester<'a>,
    /// The order of the ids.
    pub sort: Sort,
    /// How many books to skip at the start of the order.
    pub offset: usize,
    /// The maximum number of ids to return.
    pub limit: usize,
}

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The ids of the page, in order.
    pub ids: Vec<BookId>,
    /// How many books match, on all pages.
    pub total: usize,
    /// How many books match in each category, largest count first, then by name. The category filter does not
    /// affect these counts, so that the reader sees how many books match in the other categories.
    pub facets: Vec<(String, usize)>,
    /// The words of the text that the closest book does not have, when no book has all words. Folded, in the order of the text.
    pub left_out: Vec<String>,
    /// A spelling that finds books, when no book contains the text as typed. Folded: lower case, no accents.
    pub suggestion: Option<String>,
}
