//! Browsing books: lists, search, one book.

use std::collections::BTreeMap;

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::isbn::Isbn;
use carrel_domain::users::Act;
use carrel_search::{Facet, FacetCounts, Filters, Index, Query, search_words};
use carrel_storage::books::{self, Order, Searched, Shelf};
use carrel_storage::{Connection, copies};
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// The sort orders of a list of books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookSort {
    CreatedAt,
    Title,
    Author,
    Rating,
    PublishedYear,
    Popular,
    Relevance,
}

impl BookSort {
    fn order(self) -> Order {
        match self {
            BookSort::CreatedAt | BookSort::Relevance => Order::Newest,
            BookSort::Title => Order::Title,
            BookSort::Author => Order::Author,
            BookSort::Rating => Order::Rating,
            BookSort::PublishedYear => Order::Year,
            BookSort::Popular => Order::Popular,
        }
    }

    fn in_search(self) -> carrel_search::Sort {
        match self {
            BookSort::CreatedAt => carrel_search::Sort::CreatedAt,
            BookSort::Title => carrel_search::Sort::Title,
            BookSort::Author => carrel_search::Sort::Author,
            BookSort::Rating => carrel_search::Sort::Rating,
            BookSort::PublishedYear => carrel_search::Sort::PublishedYear,
            BookSort::Popular => carrel_search::Sort::Popular,
            BookSort::Relevance => carrel_search::Sort::Relevance,
        }
    }
}

/// What the books of a list must have besides the words. A list of values that is empty does not restrict; of several values, one
/// suffices.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BookFilters {
    /// Categories; with `semester_study`, semester categories.
    pub categories: Vec<String>,
    /// Names as [`author_names`](carrel_domain::catalogue::author_names::author_names) finds them.
    pub authors: Vec<String>,
    /// Headings of subjects.
    pub subjects: Vec<String>,
    pub languages: Vec<String>,
    /// First years of decades, such as 1990.
    pub decades: Vec<i32>,
    /// Only books with a copy on the shelf.
    pub available: bool,
    /// Only books with at least this average rating, in stars; 0 for all.
    pub least_stars: u8,
    /// Only books marked for semester study.
    pub semester_study: bool,
}

impl BookFilters {
    /// Whether nothing but categories and the marks for semester study restricts the list.
    pub fn is_by_category_only(&self) -> bool {
        let by_category = BookFilters {
            categories: self.categories.clone(),
            semester_study: self.semester_study,
            ..BookFilters::default()
        };
        *self == by_category
    }

    /// The shelf of the database with these books, if there is one.
    fn shelf(&self) -> Option<Shelf<'_>> {
        if !self.is_by_category_only() {
            return None;
        }
        match (self.semester_study, self.categories.as_slice()) {
            (true, []) => Some(Shelf::AnySemesterStudy),
            (true, [category]) => Some(Shelf::SemesterStudy(category)),
            (false, []) => Some(Shelf::All),
            (false, [category]) => Some(Shelf::Category(category)),
            _ => None,
        }
    }

    pub(crate) fn in_search(&self) -> Filters<'_> {
        Filters {
            categories: &self.categories,
            authors: &self.authors,
            subjects: &self.subjects,
            languages: &self.languages,
            decades: &self.decades,
            available: self.available,
            least_stars: self.least_stars,
            semester_study: self.semester_study,
        }
    }
}

/// The filter and the order of a list of books.
#[derive(Debug, Clone, Default)]
pub struct BookQuery {
    /// Words to find; empty for all books.
    pub search: String,
    pub filters: BookFilters,
    /// What to count the books by. The archive is counted by category only.
    pub facets: Vec<Facet>,
    /// Without an order: the best match first in a search, else the newest.
    pub sort: Option<BookSort>,
    /// Books in the archive instead of the current ones. There a search reads title, author and ISBN, and the only filter is
    /// one category.
    pub archived: bool,
    /// Whether the barcode of a copy finds its book.
    pub by_barcode: bool,
    pub page: Page,
}

impl BookQuery {
    /// The order of the books in a search.
    pub(crate) fn in_search_order(&self) -> carrel_search::Sort {
        self.sort.unwrap_or(BookSort::Relevance).in_search()
    }

    /// Whether it finds all books.
    pub fn is_everything(&self) -> bool {
        self.search.trim().is_empty() && self.filters == BookFilters::default()
    }

    /// The category of a list that has one at most.
    fn category(&self) -> Option<&str> {
        self.filters.categories.first().map(String::as_str)
    }

    /// Whether the database counts all requested facets: it does not count semester categories.
    fn is_counted_by_database(&self) -> bool {
        let facets = &self.facets;
        facets.iter().all(|facet| *facet == Facet::Category)
            && (facets.is_empty() || !self.filters.semester_study)
    }
}

/// A page of books with facets and, in a search, what it had to change.
#[derive(Debug, Clone)]
pub struct Found {
    pub books: Paged<Book>,
    /// The requested facets: the values, each with the number of found books. The filter by a facet does not restrict its counts.
    pub facets: BTreeMap<Facet, FacetCounts>,
    /// Words of the search that the closest book does not have, when no book has all words.
    pub left_out: Vec<String>,
    /// A corrected search, when no book has the words as typed.
    pub did_you_mean: Option<String>,
}

impl Found {
    fn unchanged(books: Paged<Book>, categories: FacetCounts) -> Self {
        Found {
            books,
            facets: BTreeMap::from([(Facet::Category, categories)]),
            left_out: Vec::new(),
            did_you_mean: None,
        }
    }
}

/// A page of books.
pub async fn list(library: &Library, context: &Context, query: BookQuery) -> Result<Found> {
    if query.by_barcode
        && query.filters.is_by_category_only()
        && context.require(Act::ReadInventory).is_ok()
        && let Some(book) = of_barcode(library, &query).await?
    {
        let categories = vec![(book.record.category.clone(), 1)];
        return Ok(Found::unchanged(
            Paged::new(vec![book], query.page, 1),
            categories,
        ));
    }
    if query.archived {
        context.require(Act::ReadInventory)?;
        return from_archive(library, query).await;
    }
    context.require_reader()?;
    let is_on_shelf = query.filters.shelf().is_some() && query.is_counted_by_database();
    if query.search.trim().is_empty() && is_on_shelf {
        from_shelf(library, context, query).await
    } else {
        from_index(library, context, query).await
    }
}

/// The book of the copy with the searched barcode, if it belongs to the list. It has one page.
async fn of_barcode(library: &Library, query: &BookQuery) -> Result<Option<Book>> {
    let key = barcode::key(&query.search);
    if key.is_empty() {
        return Ok(None);
    }
    let book = library
        .database
        .read(&key, |connection, key| {
            Box::pin(async move {
                match copies::find_by_barcode(connection, key).await? {
                    Some(copy) => books::find(connection, copy.book_id).await,
                    None => Ok(None),
                }
            })
        })
        .await
        .map_err(Error::Storage)?;
    let categories = &query.filters.categories;
    let belongs = |book: &Book| {
        book.archived_at.is_some() == query.archived
            && (categories.is_empty() || categories.contains(&book.record.category))
    };
    Ok(book.filter(|book| query.page.number() == 1 && belongs(book)))
}

async fn from_shelf(library: &Library, context: &Context, query: BookQuery) -> Result<Found> {
    if query.page.is_far_down() {
        library.count_search(context)?;
        library
            .database
            .read_long(query, |connection, query| {
                Box::pin(from_shelf_in(connection, query))
            })
            .await
    } else {
        library
            .database
            .read(&query, |connection, query| {
                Box::pin(from_shelf_in(connection, query))
            })
            .await
    }
}

async fn from_shelf_in(connection: &mut Connection, query: &BookQuery) -> Result<Found> {
    let shelf = query
        .filters
        .shelf()
        .ok_or_else(|| Error::Defect("the books of no shelf were read from the database".to_owned()))?;
    let order = query.sort.unwrap_or(BookSort::CreatedAt).order();
    let page = query.page;
    let rows = books::list(connection, shelf, order, page.sql_limit(), page.sql_offset()).await?;
    let total = books::count(connection, shelf).await?;
    let mut found = Found::unchanged(Paged::new(rows, page, total), Vec::new());
    if query.facets.is_empty() {
        found.facets.clear();
    } else {
        found
            .facets
            .insert(Facet::Category, category_counts(connection).await?);
    }
    Ok(found)
}

/// The archive is not in the index, which contains the books that can be borrowed. A search in the archive reads it
/// from end to end, so it runs as a long read.
async fn from_archive(library: &Library, query: BookQuery) -> Result<Found> {
    library
        .database
        .read_long(query, |connection, query| {
            Box::pin(async move {
                let words = searched_words(&query.search);
                let searched = Searched::new(query.category(), &words);
                let shelf = if words.is_empty() && query.category().is_none() {
                    Shelf::Archived
                } else {
                    Shelf::FoundInArchive(&searched)
                };
                let order = query.sort.unwrap_or(BookSort::CreatedAt).order();
                let page = query.page;
                let rows = books::list(connection, shelf, order, page.sql_limit(), page.sql_offset()).await?;
                let total = books::count(connection, shelf).await?;
                let in_any_category = Searched::new(None, &words);
                let categories = books::archived_categories(connection, &in_any_category).await?;
                Ok(Found::unchanged(Paged::new(rows, page, total), sized(categories)))
            })
        })
        .await
}

/// The words to search for in the sort keys of titles and authors; an ISBN in any form as its thirteen digits.
pub(crate) fn searched_words(search: &str) -> Vec<String> {
    if let Ok(isbn) = search.parse::<Isbn>() {
        return vec![isbn.as_str().to_owned()];
    }
    search_words(search)
}

async fn category_counts(connection: &mut Connection) -> Result<FacetCounts> {
    Ok(sized(books::categories(connection).await?))
}

fn sized(counts: Vec<(String, i64)>) -> FacetCounts {
    counts
        .into_iter()
        .map(|(name, count)| (name, usize::try_from(count).unwrap_or(0)))
        .collect()
}

async fn from_index(library: &Library, context: &Context, query: BookQuery) -> Result<Found> {
    let asked = query.clone();
    let search = move |index: &Index| {
        index.search(&carrel_search::Query {
            text: &asked.search,
            filters: asked.filters.in_search(),
            facets: &asked.facets,
            sort: asked.in_search_order(),
            offset: usize::try_from(asked.page.sql_offset()).unwrap_or(usize::MAX),
            limit: usize::try_from(asked.page.sql_limit()).unwrap_or(0),
        })
    };
    let hits = library.search(context, search).await?;
    let rows = library
        .database
        .read(&hits.ids, |connection, ids| {
            Box::pin(books::find_many(connection, ids))
        })
        .await
        .map_err(Error::Storage)?;
    // Books that were removed since the index was written are not among the rows.
    let total = i64::try_from(hits.total - (hits.ids.len() - rows.len())).unwrap_or(i64::MAX);
    Ok(Found {
        books: Paged::new(rows, query.page, total),
        facets: hits.facets,
        left_out: hits.left_out,
        did_you_mean: hits.did_you_mean,
    })
}

/// Every category with current books, and the number of its books.
pub async fn categories(library: &Library, context: &Context) -> Result<FacetCounts> {
    context.require_reader()?;
    library
        .database
        .read(&(), |connection, ()| Box::pin(category_counts(connection)))
        .await
}

/// The most popular books, then the best rated.
pub async fn popular(library: &Library, context: &Context, limit: u32) -> Result<Vec<Book>> {
    context.require(Act::ReadCatalogue)?;
    let page = Page::new(1, limit);
    library
        .database
        .read(&page, |connection, page| {
            Box::pin(books::list(
                connection,
                Shelf::All,
                Order::Popular,
                page.sql_limit(),
                0,
            ))
        })
        .await
        .map_err(Error::Storage)
}

/// Title, author and category of a book, which its generated cover shows.
pub async fn cover_facts(library: &Library, id: BookId) -> Result<(String, String, String)> {
    let book = library
        .database
        .read(&id, |connection, id| Box::pin(books::find(connection, *id)))
        .await
        .map_err(Error::Storage)?
        .ok_or(Error::NotFound(Noun::Book))?;
    let record = book.record;
    Ok((record.title, record.author, record.category))
}

/// The ids of all books that a query finds, in its order. Its page does not count.
pub(super) async fn found_ids(library: &Library, context: &Context, query: BookQuery) -> Result<Vec<BookId>> {
    let search = move |index: &Index| {
        index.search(&Query {
            text: &query.search,
            filters: query.filters.in_search(),
            facets: &[],
            sort: query.in_search_order(),
            offset: 0,
            limit: usize::MAX,
        })
    };
    Ok(library.search(context, search).await?.ids)
}
