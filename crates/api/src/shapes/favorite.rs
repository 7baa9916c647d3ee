use carrel_domain::catalogue::favorite;
use serde::Serialize;
use utoipa::ToSchema;

use super::book::Book;
use super::time::time;

/// A favorite book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Favorite {
    #[serde(flatten)]
    pub book: Book,
    #[schema(format = DateTime)]
    pub added_at: String,
}

impl Favorite {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(favorite: favorite::Favorite, default_days: u16) -> Self {
        Favorite {
            book: Book::new(favorite.book, default_days),
            added_at: time(favorite.added_at),
        }
    }
}
