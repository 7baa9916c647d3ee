use std::collections::BTreeMap;

use axum::Json;
use axum::response::{IntoResponse, Response};
use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{self, BookDraft, BookId};
use carrel_domain::catalogue::copy;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::recommendation::Reason;
use carrel_operations::catalogue::{self, Facet, FacetCounts, SavedBook};
use carrel_operations::circulation;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use super::rating::{Opinions, ReviewReader, average};
use super::time::time;
use super::words::{BorrowingStatus, ReasonCode, RefusalCode};
use crate::codes::Code;
use crate::failure::Failure;
use crate::failure::refusals::{Action, Reader, refusal_words};
use crate::respond::Pagination;

/// A book of the catalogue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Book {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    pub title: String,
    pub author: String,
    pub category: String,
    /// The address of the image; null for a generated cover.
    pub cover_image: Option<String>,
    pub available_copies: i64,
    pub total_copies: i64,
    pub pages: Option<i64>,
    pub description: String,
    /// Thirteen digits.
    pub isbn: Option<String>,
    pub publisher: Option<String>,
    /// The edition statement on the title page.
    pub edition_statement: Option<String>,
    pub language: String,
    pub published_year: Option<i64>,
    /// The loan period, in days.
    pub borrowing_period: i64,
    /// The code of its item type.
    pub item_type: Option<String>,
    /// How often it was borrowed. A book that never was can be deleted.
    pub borrow_count: i64,
    pub rating: Rating,
    pub is_semester_study: bool,
    pub semester_categories: Vec<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
    #[schema(format = DateTime)]
    pub archived_at: Option<String>,
    /// The book into which it was merged, which has its copies and its history.
    #[schema(inline)]
    pub merged_into: Option<BookId>,
}

/// A book that was added, changed or restored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookSaved {
    /// Always true.
    pub success: bool,
    pub message: &'static str,
    pub data: FullBook,
    /// Warnings about the saved book.
    pub warnings: Vec<BookWarning>,
}

/// A book with all that the library knows of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FullBook {
    #[serde(flatten)]
    pub book: Book,
    pub details: BookDetails,
}

/// A warning about a book that was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum BookWarning {
    /// Another current book has the same ISBN.
    IsbnInUse {
        #[serde(rename = "bookId")]
        #[schema(inline)]
        book_id: BookId,
        title: String,
    },
}

impl BookSaved {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(message: &'static str, saved: SavedBook, default_days: u16) -> Self {
        let warnings = saved.warnings.into_iter().map(|warning| match warning {
            catalogue::BookWarning::IsbnInUse { book_id, title } => BookWarning::IsbnInUse { book_id, title },
        });
        BookSaved {
            success: true,
            message,
            data: FullBook {
                book: Book::new(saved.book, default_days),
                details: saved.details,
            },
            warnings: warnings.collect(),
        }
    }
}

impl IntoResponse for BookSaved {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// A book that was removed from the catalogue.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BookRemoved {
    /// True: it has a history, and is in the archive. False: it is deleted.
    pub archived: bool,
}

/// The ratings of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BookRating)]
pub(crate) struct Rating {
    /// One to five stars, two decimals; 0 without ratings.
    pub average: f64,
    pub count: i64,
}

impl Book {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(book: book::Book, default_days: u16) -> Self {
        let record = book.record;
        Book {
            id: book.id,
            title: record.title,
            author: record.author,
            category: record.category,
            cover_image: record.cover_image,
            available_copies: book.available_copies,
            total_copies: book.total_copies,
            pages: record.pages,
            description: record.description,
            isbn: record.isbn,
            publisher: record.publisher,
            edition_statement: record.edition_statement,
            language: record.language,
            published_year: record.published_year,
            borrowing_period: record.borrowing_period_days.unwrap_or(i64::from(default_days)),
            item_type: record.item_type,
            borrow_count: book.borrow_count,
            rating: Rating {
                average: average(book.rating_sum, book.rating_count),
                count: book.rating_count,
            },
            is_semester_study: !record.semester_categories.is_empty(),
            semester_categories: record.semester_categories,
            created_at: time(book.created_at),
            updated_at: time(book.updated_at),
            archived_at: book.archived_at.map(time),
            merged_into: book.merged_into,
        }
    }
}

/// A short form of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookSummary {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    pub title: String,
    pub author: String,
    pub cover_image: Option<String>,
    pub category: String,
}

/// A book, with the information that depends on the caller.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookDetail {
    #[serde(flatten)]
    pub book: Book,
    pub details: BookDetails,
    /// Other current books with the same title and author, the latest first.
    pub editions: Vec<Book>,
    /// Where its copies stand, by location and call number.
    pub places: Vec<Place>,
    /// The next due date of a borrowed copy.
    #[schema(format = DateTime)]
    pub next_due_date: Option<String>,
    /// Null for a visitor of an open catalogue.
    pub viewer: Option<Viewer>,
    /// Null without `include=opinions`.
    pub opinions: Option<Opinions>,
}

/// Copies of a book that stand at the same place.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookPlace)]
pub(crate) struct Place {
    /// The room or the shelf.
    pub location: Option<String>,
    pub call_number: Option<String>,
    /// How many of them are available.
    pub available: i64,
    /// How many of them are only used in the library.
    pub not_for_loan: i64,
    pub total: i64,
}

impl From<copy::Place> for Place {
    fn from(place: copy::Place) -> Self {
        Place {
            location: place.location,
            call_number: place.call_number,
            available: place.available,
            not_for_loan: place.not_for_loan,
            total: place.total,
        }
    }
}

/// The information about a book that depends on the caller.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookViewer)]
pub(crate) struct Viewer {
    pub my_borrowing: Option<MyBorrowing>,
    /// The due date if borrowed now; null when it cannot be borrowed.
    #[schema(format = Date)]
    pub due_on_if_borrowed_now: Option<String>,
    /// All reasons against borrowing it now.
    pub refusals: Vec<RefusalShape>,
    /// Whether it is among the caller's favorites.
    pub is_favorite: bool,
}

/// The caller's open borrowing of the book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyBorrowing {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BorrowingId,
    #[schema(format = DateTime)]
    pub due_date: String,
    #[schema(format = Date)]
    pub due_on: String,
    /// `active` or `overdue`.
    #[schema(value_type = BorrowingStatus)]
    pub status: &'static str,
}

/// A reason against borrowing.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Refusal)]
pub(crate) struct RefusalShape {
    #[schema(value_type = RefusalCode)]
    pub code: &'static str,
    pub message: String,
}

impl BookDetail {
    pub(crate) fn new(
        detail: circulation::BookDetail,
        default_days: u16,
        now_ms: i64,
        reader: ReviewReader,
    ) -> Self {
        let viewer = |viewer: circulation::Viewer| Viewer {
            my_borrowing: viewer.my_borrowing.map(|mine| MyBorrowing {
                id: mine.id,
                due_date: time(mine.due_at),
                due_on: mine.due_on.to_string(),
                status: if mine.due_at.as_millisecond() < now_ms {
                    "overdue"
                } else {
                    "active"
                },
            }),
            due_on_if_borrowed_now: viewer.due_on_if_borrowed_now.map(|day| day.to_string()),
            refusals: viewer
                .refusals
                .iter()
                .map(|refusal| RefusalShape {
                    code: Code::from(refusal).as_str(),
                    message: refusal_words(refusal, Action::Borrow, Reader::Borrower),
                })
                .collect(),
            is_favorite: viewer.is_favorite,
        };
        BookDetail {
            viewer: detail.viewer.map(viewer),
            opinions: detail.opinions.map(|opinions| Opinions::new(opinions, reader)),
            book: Book::new(detail.book, default_days),
            details: detail.details,
            editions: detail
                .editions
                .into_iter()
                .map(|book| Book::new(book, default_days))
                .collect(),
            places: detail.places.into_iter().map(Place::from).collect(),
            next_due_date: detail.next_due_at.map(time),
        }
    }
}

/// A recommended book.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Recommendation {
    #[serde(flatten)]
    pub book: Book,
    pub reason: ReasonShape,
}

/// Why a book is recommended.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RecommendationReason)]
pub(crate) struct ReasonShape {
    #[schema(value_type = ReasonCode)]
    pub code: &'static str,
    /// The title, author or category it refers to.
    pub subject: Option<String>,
}

impl From<Reason> for ReasonShape {
    fn from(reason: Reason) -> Self {
        let (code, subject) = match reason {
            Reason::BorrowedTogether { title } => ("borrowed_together", Some(title)),
            Reason::SameAuthor { author } => ("same_author", Some(author)),
            Reason::SemesterStudy { category } => ("semester_study", Some(category)),
            Reason::SameCategory { category } => ("same_category", Some(category)),
            Reason::Popular => ("popular", None),
        };
        ReasonShape { code, subject }
    }
}

/// A category and its number of books.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CategoryCount {
    pub name: String,
    pub count: u64,
}

impl From<(String, usize)> for CategoryCount {
    fn from((name, count): (String, usize)) -> Self {
        CategoryCount {
            name,
            count: count as u64,
        }
    }
}

/// A value of a facet, as the filter takes it, and the number of found books with it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct FacetCount {
    pub value: String,
    pub count: u64,
}

/// The found books counted by facets, the largest count first; decades and ratings from the highest. A facet that was not
/// requested is null.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facets {
    pub category: Option<Vec<FacetCount>>,
    /// The 50 authors with most books.
    pub author: Option<Vec<FacetCount>>,
    /// The 50 subjects with most books.
    pub subject: Option<Vec<FacetCount>>,
    pub language: Option<Vec<FacetCount>>,
    /// By the first year of the decade.
    pub decade: Option<Vec<FacetCount>>,
    pub availability: Option<Vec<FacetCount>>,
    pub semester_study: Option<Vec<FacetCount>>,
    /// Books with at least so many stars.
    pub rating: Option<Vec<FacetCount>>,
}

impl From<BTreeMap<Facet, FacetCounts>> for Facets {
    fn from(mut counts: BTreeMap<Facet, FacetCounts>) -> Self {
        let mut of = |facet| {
            let shown = |(value, count)| FacetCount {
                value,
                count: count as u64,
            };
            counts
                .remove(&facet)
                .map(|counts| counts.into_iter().map(shown).collect())
        };
        Facets {
            category: of(Facet::Category),
            author: of(Facet::Author),
            subject: of(Facet::Subject),
            language: of(Facet::Language),
            decade: of(Facet::Decade),
            availability: of(Facet::Availability),
            semester_study: of(Facet::SemesterStudy),
            rating: of(Facet::Rating),
        }
    }
}

/// A page of books, with facets and, in a search, what it had to change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundBooks {
    /// Always true.
    pub success: bool,
    pub data: Vec<Book>,
    pub pagination: Pagination,
    pub facets: Facets,
    /// Words of the search that the closest book does not have, when no book has all words; then the closest ones are listed.
    pub left_out: Vec<String>,
    /// A correction of the search, when no book has its words as typed.
    pub did_you_mean: Option<String>,
}

/// A change of a book. An absent property is unchanged; null clears it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookChangeForm {
    /// The `updatedAt` of the record that the change is based on.
    updated_at: Option<String>,
    #[serde(flatten)]
    pub draft: BookDraft,
}

impl BookChangeForm {
    /// The instant of the record that the change is based on, if it is named.
    pub(crate) fn based_on(&self) -> Result<Option<Timestamp>, Failure> {
        based_on(self.updated_at.as_deref())
    }
}

/// The instant of the book that a change is based on, if it is named.
pub(crate) fn based_on(updated_at: Option<&str>) -> Result<Option<Timestamp>, Failure> {
    let message = "updatedAt must be the updatedAt of a book, such as 2026-11-24T10:30:00Z";
    let parsed = updated_at.map(str::parse).transpose();
    parsed.map_err(|_| Failure::parameter("updatedAt", message))
}

/// The schema of a new book, without required properties and without the number of copies.
impl PartialSchema for BookChangeForm {
    fn schema() -> RefOr<Schema> {
        let mut schema = BookDraft::schema();
        if let RefOr::T(Schema::Object(book)) = &mut schema {
            book.description =
                Some("A change of a book. An absent property is unchanged; null clears it.".to_owned());
            book.required.clear();
            book.properties.remove("copies");
            book.properties.remove("marcRecord");
            let updated_at = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
                .description(Some(
                    "The `updatedAt` of the record that this change is based on. A field that others have changed since \
                     is not overwritten: 409 `book_changed`, with these fields as `errors`. Without it, the change is made \
                     in any case.",
                ));
            book.properties.insert(
                "updatedAt".to_owned(),
                RefOr::T(Schema::Object(updated_at.build())),
            );
        }
        schema
    }
}

impl ToSchema for BookChangeForm {}
