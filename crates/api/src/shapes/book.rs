use axum::Json;
use axum::response::{IntoResponse, Response};
use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::circulation::recommendation::Reason;
use carrel_operations::BookRow;
use carrel_operations::catalogue::{self, BookChange, SavedBook};
use carrel_operations::circulation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::{BorrowingStatus, ReasonCode, RefusalCode};
use crate::codes::Code;
use crate::failure::refusals::refusal_words;
use crate::input::{Whole, given, present};
use crate::respond::Pagination;

/// A book of the catalogue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Book {
    #[serde(rename = "_id")]
    pub id: String,
    pub title: String,
    pub author: String,
    pub category: String,
    /// An address; null for a generated cover.
    pub cover_image: Option<String>,
    pub available_copies: i64,
    pub total_copies: i64,
    pub pages: Option<i64>,
    pub description: String,
    /// Thirteen digits.
    pub isbn: Option<String>,
    pub publisher: Option<String>,
    pub language: String,
    pub published_year: Option<i64>,
    /// The loan period, in days.
    pub borrowing_period: i64,
    /// The code of its item type.
    pub item_type: Option<String>,
    pub rating: Rating,
    pub is_semester_study: bool,
    pub semester_categories: Vec<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
    #[schema(format = DateTime)]
    pub archived_at: Option<String>,
}

/// A book that was added, changed or restored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookSaved {
    /// Always true.
    pub success: bool,
    pub message: &'static str,
    pub data: Book,
    /// What to look at; the book is saved all the same.
    pub warnings: Vec<BookWarning>,
}

/// Something unusual about a book that was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum BookWarning {
    /// Another current book, this one, has the same ISBN.
    IsbnInUse {
        #[serde(rename = "bookId")]
        book_id: String,
        title: String,
    },
}

impl BookSaved {
    /// `default_days` is the loan length of books that have none of their own.
    pub(crate) fn new(message: &'static str, saved: SavedBook, default_days: u16) -> Self {
        let warnings = saved.warnings.into_iter().map(|warning| match warning {
            catalogue::BookWarning::IsbnInUse { book_id, title } => BookWarning::IsbnInUse { book_id, title },
        });
        BookSaved {
            success: true,
            message,
            data: Book::new(saved.book, default_days),
            warnings: warnings.collect(),
        }
    }
}

impl IntoResponse for BookSaved {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// What readers think of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BookRating)]
pub(crate) struct Rating {
    /// One to five stars, two decimals; 0 without ratings.
    pub average: f64,
    pub count: i64,
}

impl Book {
    /// `default_days` is the loan length of books that have none of their own.
    pub(crate) fn new(book: BookRow, default_days: u16) -> Self {
        let semester_categories = book.semester_categories();
        Book {
            id: book.id,
            title: book.title,
            author: book.author,
            category: book.category,
            cover_image: book.cover_image,
            available_copies: book.available_copies,
            total_copies: book.total_copies,
            pages: book.pages,
            description: book.description,
            isbn: book.isbn,
            publisher: book.publisher,
            language: book.language,
            published_year: book.published_year,
            borrowing_period: book.borrowing_period_days.unwrap_or(i64::from(default_days)),
            item_type: book.item_type,
            rating: Rating {
                average: average(book.rating_sum, book.rating_count),
                count: book.rating_count,
            },
            is_semester_study: !semester_categories.is_empty(),
            semester_categories,
            created_at: time(book.created_at),
            updated_at: time(book.updated_at),
            archived_at: book.archived_at.map(time),
        }
    }
}

/// The average of ratings to two decimals; 0 without any.
#[expect(clippy::cast_precision_loss, reason = "sums of stars are far below 2^53")]
pub(super) fn average(sum: i64, count: i64) -> f64 {
    if count == 0 {
        return 0.0;
    }
    (sum as f64 / count as f64 * 100.0).round() / 100.0
}

/// A short form of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookSummary {
    #[serde(rename = "_id")]
    pub id: String,
    pub title: String,
    pub author: String,
    pub cover_image: Option<String>,
    pub category: String,
}

/// A book, with what applies to the caller.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookDetail {
    #[serde(flatten)]
    pub book: Book,
    /// The next due date of a borrowed copy.
    #[schema(format = DateTime)]
    pub next_due_date: Option<String>,
    pub viewer: Viewer,
}

/// What applies to the caller.
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
}

/// The caller's open borrowing of the book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyBorrowing {
    #[serde(rename = "_id")]
    pub id: String,
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
    pub(crate) fn new(detail: circulation::BookDetail, default_days: u16, now_ms: i64) -> Self {
        let viewer = detail.viewer;
        BookDetail {
            book: Book::new(detail.book, default_days),
            next_due_date: detail.next_due_at.map(time),
            viewer: Viewer {
                my_borrowing: viewer.my_borrowing.map(|mine| MyBorrowing {
                    id: mine.id,
                    due_date: time(mine.due_at),
                    due_on: mine.due_on,
                    status: if mine.due_at < now_ms { "overdue" } else { "active" },
                }),
                due_on_if_borrowed_now: viewer.due_on_if_borrowed_now.map(|day| day.to_string()),
                refusals: viewer
                    .refusals
                    .iter()
                    .map(|refusal| RefusalShape {
                        code: Code::from(refusal).as_str(),
                        message: refusal_words(refusal),
                    })
                    .collect(),
            },
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

/// A category and how many books it has.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CategoryCount {
    pub name: String,
    pub count: u64,
}

/// Counts by which a list can be narrowed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Facets {
    pub categories: Vec<CategoryCount>,
}

/// A page of books, with facets and a suggestion.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundBooks {
    /// Always true.
    pub success: bool,
    pub data: Vec<Book>,
    pub pagination: Pagination,
    pub facets: Facets,
    /// A correction of the search, when nothing was found.
    pub suggestion: Option<String>,
}

/// A new book. Title, author and category are required.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookForm {
    #[schema(required, nullable = false)]
    title: Option<String>,
    #[schema(required, nullable = false)]
    author: Option<String>,
    #[schema(required, nullable = false)]
    category: Option<String>,
    description: Option<String>,
    /// Ten or thirteen digits, with or without hyphens.
    isbn: Option<String>,
    publisher: Option<String>,
    language: Option<String>,
    #[schema(value_type = Option<i64>)]
    published_year: Option<Whole>,
    #[schema(value_type = Option<i64>)]
    pages: Option<Whole>,
    cover_image: Option<String>,
    /// In days; null for the library's default.
    #[schema(value_type = Option<i64>)]
    borrowing_period: Option<Whole>,
    /// The code of an item type.
    item_type: Option<String>,
    /// Marks the book for its own category when `semesterCategories` is absent.
    is_semester_study: Option<bool>,
    semester_categories: Option<Vec<String>>,
    /// Copies to create, with generated barcodes; 1 when absent.
    #[schema(value_type = Option<i64>)]
    copies: Option<Whole>,
}

impl From<BookForm> for BookDraft {
    fn from(form: BookForm) -> Self {
        BookDraft {
            title: form.title,
            author: form.author,
            category: form.category,
            publisher: form.publisher,
            language: form.language,
            description: form.description,
            pages: form.pages.map(|number| number.0),
            published_year: form.published_year.map(|number| number.0),
            borrowing_period: form.borrowing_period.map(|number| number.0),
            item_type: form.item_type,
            isbn: form.isbn,
            cover_image: form.cover_image,
            semester_categories: form.semester_categories,
            is_semester_study: form.is_semester_study,
            copies: form.copies.map(|number| number.0),
        }
    }
}

/// A change of a book. An absent property is unchanged; null clears it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things here"
)]
pub(crate) struct BookChangeForm {
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    author: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    category: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    language: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    description: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    cover_image: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pages: Option<Option<Whole>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    isbn: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    publisher: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    published_year: Option<Option<Whole>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    borrowing_period: Option<Option<Whole>>,
    /// The code of an item type.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    item_type: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    is_semester_study: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    semester_categories: Option<Vec<String>>,
}

impl From<BookChangeForm> for BookChange {
    fn from(form: BookChangeForm) -> Self {
        BookChange {
            title: form.title,
            author: form.author,
            category: form.category,
            language: form.language,
            description: form.description,
            cover_image: form.cover_image,
            pages: form.pages.map(|number| number.map(|number| number.0)),
            isbn: form.isbn,
            publisher: form.publisher,
            published_year: form.published_year.map(|number| number.map(|number| number.0)),
            borrowing_period: form.borrowing_period.map(|number| number.map(|number| number.0)),
            item_type: form.item_type,
            semester_categories: form.semester_categories,
            is_semester_study: form.is_semester_study,
        }
    }
}
