use carrel_domain::catalogue::copy::{BookCopy, CopyId};
use carrel_domain::users::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::CopyState;
use crate::input::{Whole, given};

/// A copy of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Copy {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: CopyId,
    pub barcode: String,
    #[schema(value_type = CopyState)]
    pub state: &'static str,
    /// The code of the copy's own item type; null for the book's item type.
    pub item_type: Option<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The borrower.
    pub borrower: Option<CopyBorrower>,
    #[schema(format = Date)]
    pub due_on: Option<String>,
}

/// The borrower of a copy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CopyBorrower {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: UserId,
    pub name: String,
}

impl From<BookCopy> for Copy {
    fn from(copy: BookCopy) -> Self {
        Copy {
            id: copy.id,
            barcode: copy.barcode,
            state: copy.state.as_str(),
            item_type: copy.item_type,
            created_at: time(copy.created_at),
            borrower: copy
                .borrower_id
                .zip(copy.borrower_name)
                .map(|(id, name)| CopyBorrower { id, name }),
            due_on: copy.due_on.map(|day| day.to_string()),
        }
    }
}

/// Copies to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopiesForm {
    /// 1 when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    pub count: Option<Whole>,
    /// The code of an item type; absent or null for the book's item type.
    pub item_type: Option<String>,
}

/// A change of a copy.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopyChangeForm {
    /// The code of an item type; absent or null for the book's item type.
    pub item_type: Option<String>,
}
