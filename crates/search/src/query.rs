//! What the caller asks and what comes back.

/// The order of the answer. Ties are always broken by id, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Best match first, then what is on the shelf, then the more popular. Newest first when the text is empty.
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

/// A question to the index.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// What was typed. Anything is allowed; see [`crate::Index::search`].
    pub text: &'a str,
    /// Only books of this category.
    pub category: Option<&'a str>,
    /// Only books marked for semester study.
    pub semester: Semester<'a>,
    /// The order of the ids.
    pub sort: Sort,
    /// How many books of the order to leave out at its start.
    pub offset: usize,
    /// At most how many ids to return.
    pub limit: usize,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The ids of the page, in order.
    pub ids: Vec<String>,
    /// How many books match, on all pages.
    pub total: usize,
    /// How many books match in each category, largest count first, then by name. The category filter itself is
    /// left out of account, so that a reader sees what the other categories hold.
    pub facets: Vec<(String, usize)>,
    /// A spelling that does find something, when the text found nothing. Folded: lower case, no accents.
    pub suggestion: Option<String>,
}
