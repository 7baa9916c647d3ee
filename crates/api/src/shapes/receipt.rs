use carrel_operations::money::receipts;
use serde::Serialize;
use utoipa::ToSchema;

use super::time::time;

/// What a person paid at one moment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Receipt {
    /// Receipts of a library are numbered from 1.
    pub number: i64,
    #[schema(format = DateTime)]
    pub paid_at: String,
    /// In the library's currency.
    pub total: f64,
    pub items: Vec<ReceiptItem>,
    pub note: Option<String>,
    /// The name of the person who recorded it; null when the account is erased.
    pub recorded_by: Option<String>,
}

/// A paid fine, or another paid charge.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReceiptItem {
    /// The title of the book; null for a charge without a borrowing, and for callers who may not see the history of others.
    pub title: Option<String>,
    pub barcode: Option<String>,
    /// The description of a charge without a borrowing.
    pub description: Option<String>,
    /// In the library's currency.
    pub amount: f64,
}

impl From<receipts::Receipt> for Receipt {
    fn from(receipt: receipts::Receipt) -> Self {
        let currency = receipt.currency;
        let items = receipt.items.into_iter().map(|item| ReceiptItem {
            title: item.title,
            barcode: item.barcode,
            description: item.description,
            amount: currency.to_json(item.amount),
        });
        Receipt {
            number: receipt.number,
            paid_at: time(receipt.at),
            total: currency.to_json(receipt.total),
            items: items.collect(),
            note: receipt.note,
            recorded_by: receipt.recorded_by,
        }
    }
}
