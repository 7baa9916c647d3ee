//! Categories and subjects.

use carrel_operations::catalogue::headings;
use serde::Serialize;
use utoipa::ToSchema;

/// A category or a subject.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Heading {
    pub name: String,
    /// The number of its current books.
    pub books: i64,
    /// The number of its books in the archive; null for subjects.
    #[schema(required)]
    pub archived_books: Option<i64>,
}

impl From<headings::Heading> for Heading {
    fn from(heading: headings::Heading) -> Self {
        Heading {
            name: heading.name,
            books: heading.books,
            archived_books: heading.archived_books,
        }
    }
}
