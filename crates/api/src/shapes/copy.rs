use carrel_operations::CopyRow;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use super::words::CopyState;

/// A copy of a book.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Copy {
    #[serde(rename = "_id")]
    pub id: String,
    pub barcode: String,
    #[schema(value_type = CopyState)]
    pub state: String,
    /// The code of the copy's own item type; null for that of its book.
    pub item_type: Option<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Who has it.
    pub borrower: Option<CopyBorrower>,
    #[schema(format = Date)]
    pub due_on: Option<String>,
}

/// The person who has a copy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CopyBorrower {
    #[serde(rename = "_id")]
    pub id: String,
    pub name: String,
}

impl From<CopyRow> for Copy {
    fn from(copy: CopyRow) -> Self {
        Copy {
            id: copy.id,
            barcode: copy.barcode,
            state: copy.state,
            item_type: copy.item_type,
            created_at: time(copy.created_at),
            borrower: copy
                .borrower_id
                .zip(copy.borrower_name)
                .map(|(id, name)| CopyBorrower { id, name }),
            due_on: copy.due_on,
        }
    }
}

/// Copies to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopiesForm {
    /// 1 to 1000; 1 when absent.
    #[schema(nullable = false, minimum = 1, maximum = 1000)]
    pub count: Option<i64>,
    /// The code of an item type of their own; absent or null for that of the book.
    pub item_type: Option<String>,
}

/// What changes of a copy.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopyChangeForm {
    /// The code of an item type of its own; absent or null for that of the book.
    pub item_type: Option<String>,
}
