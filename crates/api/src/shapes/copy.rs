use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy::{BookCopy, CopyId, CopyOfBook};
use carrel_domain::catalogue::copy_form;
use carrel_domain::money::{Amount, Currency};
use carrel_domain::patch::Patch;
use carrel_domain::users::UserId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::{CopyCondition, CopyState, SettableCopyState};
use crate::input::{Whole, given, words};

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
    /// Why it is in this state, in words of staff.
    pub state_reason: Option<String>,
    /// The room or the shelf.
    pub location: Option<String>,
    pub call_number: Option<String>,
    #[schema(value_type = Option<CopyCondition>)]
    pub condition: Option<&'static str>,
    /// The code of the copy's own item type; null for the book's item type.
    pub item_type: Option<String>,
    /// False for a copy that is only used in the library.
    pub is_lendable: bool,
    /// What a new copy costs, in the library's currency; null when it is not known.
    pub price: Option<f64>,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The borrower; null for callers who may not see anyone's open borrowings.
    pub borrower: Option<CopyBorrower>,
    /// When it is due back; null for callers who may not see anyone's open borrowings.
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

impl Copy {
    pub(crate) fn of(copy: BookCopy, currency: Currency) -> Self {
        Copy {
            is_lendable: copy.is_lendable,
            price: copy.price.map(|price| currency.to_json(price)),
            id: copy.id,
            barcode: copy.barcode,
            state: copy.state.as_str(),
            state_reason: copy.state_reason,
            location: copy.location,
            call_number: copy.call_number,
            condition: copy.condition.map(Condition::as_str),
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

/// A copy with its book, in a list of the copies of all books.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedCopy {
    #[serde(flatten)]
    pub copy: Copy,
    pub book: CopyBook,
    /// Whether its due day has passed.
    pub is_overdue: bool,
}

/// The book of a copy.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopyBook {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    pub title: String,
    pub author: String,
    #[schema(format = DateTime)]
    pub archived_at: Option<String>,
}

impl ListedCopy {
    /// A copy as it is at an instant.
    pub(crate) fn at(entry: CopyOfBook, now: Timestamp, currency: Currency) -> Self {
        ListedCopy {
            is_overdue: entry.due_at.is_some_and(|due| due < now),
            book: CopyBook {
                id: entry.copy.book_id,
                title: entry.book_title,
                author: entry.book_author,
                archived_at: entry.book_archived_at.map(time),
            },
            copy: Copy::of(entry.copy, currency),
        }
    }
}

/// Copies to add: a number of them with generated barcodes, or each with its own barcode and condition.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopiesForm {
    /// 1 when it and `copies` are absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    pub count: Option<Whole>,
    /// Instead of `count`.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    pub copies: Option<Vec<NewCopyForm>>,
    /// The room or the shelf of all of them.
    pub location: Option<String>,
    /// The call number of all of them.
    pub call_number: Option<String>,
    /// The code of an item type; absent or null for the book's item type.
    pub item_type: Option<String>,
    /// False for copies that are only used in the library; true when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    pub is_lendable: Option<bool>,
    /// What a new copy costs, in the library's currency, with no more decimal places than it has; at most 100 million of its
    /// smallest units.
    #[schema(maximum = 1e8)]
    pub price: Option<f64>,
}

/// A copy to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewCopyForm {
    /// Absent, null or empty for a generated one.
    pub barcode: Option<String>,
    #[schema(value_type = Option<CopyCondition>)]
    pub condition: Option<String>,
}

impl CopiesForm {
    /// The form with its price in minor units.
    pub(crate) fn priced(self, price: Option<Amount>) -> copy_form::CopiesForm {
        let form = self;
        let copy = |copy: NewCopyForm| copy_form::NewCopyForm {
            barcode: copy.barcode,
            condition: copy.condition,
        };
        copy_form::CopiesForm {
            count: form.count.map(|count| count.0),
            copies: form.copies.map(|copies| copies.into_iter().map(copy).collect()),
            location: form.location,
            call_number: form.call_number,
            item_type: words(form.item_type),
            is_lendable: form.is_lendable,
            price,
        }
    }
}

/// A change of a copy. An absent property is unchanged; null clears it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopyChangeForm {
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    pub barcode: Patch<String>,
    /// The room or the shelf.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub location: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub call_number: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<CopyCondition>)]
    pub condition: Patch<String>,
    /// The code of an item type; null for the book's item type.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub item_type: Patch<String>,
    /// False for a copy that is only used in the library.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    pub is_lendable: Patch<bool>,
    /// What a new copy costs, in the library's currency, with no more decimal places than it has; at most 100 million of its
    /// smallest units.
    #[serde(default)]
    #[schema(value_type = Option<f64>, maximum = 1e8)]
    pub price: Patch<f64>,
    /// Declares the copy lost or damaged, sends it to repair, or puts it back on the shelf; a withdrawn one, too.
    #[serde(default)]
    #[schema(value_type = Option<SettableCopyState>, nullable = false)]
    pub state: Patch<String>,
    /// Why it is in its state. A change of the state clears the former reason.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub state_reason: Patch<String>,
}

impl CopyChangeForm {
    /// The change with its price in minor units.
    pub(crate) fn priced(self, price: Patch<Amount>) -> copy_form::CopyDraft {
        let form = self;
        copy_form::CopyDraft {
            price,
            is_lendable: form.is_lendable,
            barcode: form.barcode,
            location: form.location,
            call_number: form.call_number,
            condition: form.condition,
            item_type: form.item_type,
            state: form.state,
            state_reason: form.state_reason,
        }
    }
}
