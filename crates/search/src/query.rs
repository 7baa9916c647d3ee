//! The query and its result.

use std::collections::BTreeMap;

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

impl Sort {
    /// The number of orders; the place of an order is `sort as usize`.
    pub(crate) const COUNT: usize = 7;
    /// The orders that do not depend on the text.
    pub(crate) const WITHOUT_SCORES: [Self; 6] = [
        Self::CreatedAt,
        Self::Title,
        Self::Author,
        Self::Rating,
        Self::PublishedYear,
        Self::Popular,
    ];
}

/// What books are counted by. The words in [`Found::facets`] are those of the value that a filter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Facet {
    /// Every category, by its name; every semester category when only books for semester study are found.
    Category,
    /// The authors with most books, by their names; at most [`Facet::MOST_NAMES`].
    Author,
    /// The subjects with most books, by their headings; at most [`Facet::MOST_NAMES`].
    Subject,
    /// Every language.
    Language,
    /// Every decade of publication, by its first year, latest first.
    Decade,
    /// `available`: books with a copy on the shelf.
    Availability,
    /// `true`: books that are marked for semester study, in any category: the filter by category means other categories then.
    SemesterStudy,
    /// `4` to `1`: books with at least this average rating.
    Rating,
}

impl Facet {
    /// All facets; the place of a facet is `facet as usize`.
    pub const ALL: [Self; 8] = [
        Self::Category,
        Self::Author,
        Self::Subject,
        Self::Language,
        Self::Decade,
        Self::Availability,
        Self::SemesterStudy,
        Self::Rating,
    ];
    /// The maximum number of authors, and of subjects, that are returned.
    pub const MOST_NAMES: usize = 50;
}

/// What books must have besides the words. A list that is empty does not restrict; of several values, one suffices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filters<'a> {
    /// Categories; with `semester_study`, semester categories.
    pub categories: &'a [String],
    /// Names of authors as in [`crate::BookDocument::author_names`].
    pub authors: &'a [String],
    /// Headings as in [`crate::BookDocument::subjects`].
    pub subjects: &'a [String],
    pub languages: &'a [String],
    /// First years of decades, such as 1990.
    pub decades: &'a [i32],
    /// Only books with a copy on the shelf.
    pub available: bool,
    /// Only books with at least this average rating, in stars; 0 for all.
    pub least_stars: u8,
    /// Only books that are marked for semester study.
    pub semester_study: bool,
}

/// A search query.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The text as typed. Any text is valid; see [`crate::Index::search`].
    pub text: &'a str,
    pub filters: Filters<'a>,
    /// What to count the books by. A facet that occurs twice is counted once.
    pub facets: &'a [Facet],
    /// The order of the ids.
    pub sort: Sort,
    /// How many books to skip at the start of the order.
    pub offset: usize,
    /// The maximum number of ids to return.
    pub limit: usize,
}

/// The values of a facet, each with the number of books.
pub type FacetCounts = Vec<(String, usize)>;

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The ids of the page, in order.
    pub ids: Vec<BookId>,
    /// How many books match, on all pages.
    pub total: usize,
    /// How many books match by each requested facet, the largest count first, then by value. The filter by a facet does
    /// not affect its own counts, so that the reader sees how many books match with other values.
    pub facets: BTreeMap<Facet, FacetCounts>,
    /// The words of the text that the closest book does not have, when no book has all words. Folded, in the order of the text.
    pub left_out: Vec<String>,
    /// A spelling that finds books, when no book contains the text as typed. Folded: lower case, no accents.
    pub did_you_mean: Option<String>,
}
