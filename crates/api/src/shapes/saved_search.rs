use carrel_domain::catalogue::saved_search::SavedSearchId;
use carrel_operations::catalogue::saved_searches::{OwnSearch, SavedQuery};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::Book;
use super::time::time;
use crate::input::given;

/// A search that a person has saved.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSearch {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: SavedSearchId,
    pub name: String,
    /// The query of `GET /api/books` that finds the same books, such as `search=history&category=Science`; empty for all books.
    pub query: String,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Books that were added later are new.
    #[schema(format = DateTime)]
    pub seen_at: String,
    /// Whether a feed reader can follow it.
    pub has_feed: bool,
    /// The new books, the latest first; at most six.
    pub new_books: Vec<Book>,
    /// The number of new books; 20 stands for more, too.
    pub new_count: usize,
}

impl SavedSearch {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(own: OwnSearch, default_days: u16) -> Self {
        let books = own.new_books.into_iter();
        SavedSearch {
            id: own.search.id,
            query: query_text(&own.query),
            name: own.search.name,
            created_at: time(own.search.created_at),
            seen_at: time(own.search.seen_at),
            has_feed: own.search.has_feed,
            new_books: books.map(|book| Book::new(book, default_days)).collect(),
            new_count: own.new_count,
        }
    }
}

/// The words and filters as `BooksQuery` reads them.
pub(crate) fn query_text(query: &SavedQuery) -> String {
    let filters = &query.filters;
    let mut pairs: Vec<(&str, String)> = Vec::new();
    if !query.search.is_empty() {
        pairs.push(("search", query.search.clone()));
    }
    for (field, names) in [
        ("category", &filters.categories),
        ("author", &filters.authors),
        ("subject", &filters.subjects),
        ("language", &filters.languages),
    ] {
        pairs.extend(names.iter().map(|name| (field, name.clone())));
    }
    pairs.extend(
        filters
            .decades
            .iter()
            .map(|decade| ("decade", decade.to_string())),
    );
    if filters.available {
        pairs.push(("availability", "available".to_owned()));
    }
    if filters.least_stars > 0 {
        pairs.push(("minRating", filters.least_stars.to_string()));
    }
    if filters.semester_study {
        pairs.push(("isSemesterStudy", "true".to_owned()));
    }
    // Pairs of texts can always be written.
    serde_html_form::to_string(pairs).unwrap_or_default()
}

/// A search to save.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSearchForm {
    #[schema(required, nullable = false)]
    pub name: Option<String>,
}

/// A change of a saved search. An absent property is unchanged.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSearchChangeForm {
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// Books that were added later are new; an instant in the future counts as now.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, format = DateTime)]
    pub seen_at: Option<String>,
}

/// The feed of a saved search.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct MadeFeed {
    /// The address of the feed on this server. Everybody who has it can read the feed. Only this response contains it.
    pub address: String,
}
