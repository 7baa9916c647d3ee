//! The query of a list of books.

use carrel_operations::catalogue::{BookFilters, BookQuery, Facet};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::failure::Failure;
use crate::input::{PageQuery, choice, words};
use crate::respond::Answer;
use crate::shapes::choices::{AVAILABILITY, FACETS, SORTS, STARS, YES_OR_NO};
use crate::shapes::words::{AvailabilityName, BookSortName, Decade, FacetName, StarsText, YesOrNo};

/// The maximum number of values of one filter.
const MAX_VALUES: usize = 20;

/// The filters and the order of a list of books. Of several values of one filter, a book needs one.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct BooksQuery {
    /// Words of title, author, ISBN, category, publisher, description, subjects or series; the last word may be incomplete. Words
    /// in quotation marks must be adjacent. `AND`, `OR` and `NOT` in capitals, parentheses, and the fields `title:`, `author:`,
    /// `subject:`, `series:`, `category:`, `publisher:`, `description:`, `call:` (call numbers), `shelf:`, `isbn:`, `language:` and
    /// `year:` (`year:1990-1999`) combine words. If nothing matches, the text is read more leniently. Only the first 300 characters
    /// count.
    search: Option<String>,
    /// Categories; with `isSemesterStudy`, semester categories.
    #[param(max_items = 20)]
    #[serde(default)]
    category: Vec<String>,
    /// Names of authors, as the facet `author` writes them.
    #[param(max_items = 20)]
    #[serde(default)]
    author: Vec<String>,
    /// Headings of subjects, as the facet `subject` writes them.
    #[param(max_items = 20)]
    #[serde(default)]
    subject: Vec<String>,
    /// Languages, by their English names.
    #[param(max_items = 20)]
    #[serde(default)]
    language: Vec<String>,
    /// First years of decades of publication.
    #[param(inline, max_items = 20, value_type = Vec<Decade>)]
    #[serde(default)]
    decade: Vec<String>,
    /// `available` for books with a copy on the shelf.
    #[param(inline, value_type = Option<AvailabilityName>)]
    availability: Option<String>,
    /// The least average rating, in stars.
    #[param(inline, value_type = Option<StarsText>)]
    min_rating: Option<String>,
    /// `true` for books marked for semester study.
    #[param(inline, value_type = Option<YesOrNo>)]
    is_semester_study: Option<String>,
    /// The newest, the highest rated, the latest or the most popular first; `relevance` needs `search`.
    #[param(inline, value_type = Option<BookSortName>)]
    sort: Option<String>,
    /// What to count the found books by, `category` when absent. One parameter can have several words, separated by commas. The
    /// filter by a facet does not restrict its own counts.
    #[param(inline, value_type = Vec<FacetName>)]
    #[serde(default)]
    facets: Option<Vec<String>>,
}

impl BooksQuery {
    pub(crate) fn into_query(self, page: &PageQuery, archived: bool) -> Answer<BookQuery> {
        let semester_study = choice("isSemesterStudy", self.is_semester_study.as_deref(), YES_OR_NO)?;
        let filters = BookFilters {
            categories: names("category", self.category)?,
            authors: names("author", self.author)?,
            subjects: names("subject", self.subject)?,
            languages: names("language", self.language)?,
            decades: decades(&self.decade)?,
            available: choice("availability", self.availability.as_deref(), AVAILABILITY)?.is_some(),
            least_stars: choice("minRating", self.min_rating.as_deref(), STARS)?.unwrap_or(0),
            semester_study: semester_study.unwrap_or(false),
        };
        let is_of_archive =
            filters.is_by_category_only() && !filters.semester_study && filters.categories.len() <= 1;
        if archived && !is_of_archive {
            return Err(Failure::parameter(
                "status",
                "Archived books can be filtered by one category only",
            ));
        }
        Ok(BookQuery {
            search: words(self.search).unwrap_or_default(),
            filters,
            facets: facets(self.facets.as_deref())?,
            sort: choice("sort", self.sort.as_deref(), SORTS)?,
            archived,
            by_barcode: false,
            page: page.page()?,
        })
    }
}

/// The distinct values of a filter without those that have no text.
fn names(field: &'static str, values: Vec<String>) -> Result<Vec<String>, Failure> {
    check_number(field, values.len())?;
    let mut names: Vec<String> = Vec::new();
    for name in values.into_iter().filter_map(|value| words(Some(value))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

fn check_number(field: &'static str, values: usize) -> Result<(), Failure> {
    if values > MAX_VALUES {
        return Err(Failure::parameter(
            field,
            format!("{field} can have at most {MAX_VALUES} values"),
        ));
    }
    Ok(())
}

fn decades(values: &[String]) -> Result<Vec<i32>, Failure> {
    check_number("decade", values.len())?;
    let decade = |value: &String| {
        let year = value.parse().ok().filter(|year: &i32| {
            // One way to write a number, so that equal lists have equal addresses.
            Decade::YEARS.contains(year) && year % 10 == 0 && year.to_string() == *value
        });
        year.ok_or_else(|| {
            Failure::parameter(
                "decade",
                "decade must be the first year of a decade, such as 1990",
            )
        })
    };
    values.iter().map(decade).collect()
}

fn facets(words: Option<&[String]>) -> Result<Vec<Facet>, Failure> {
    let Some(words) = words else {
        return Ok(vec![Facet::Category]);
    };
    let mut facets = Vec::new();
    for word in words.iter().flat_map(|words| words.split(',')) {
        if !word.is_empty() {
            facets.extend(choice("facets", Some(word), FACETS)?);
        }
    }
    Ok(facets)
}
