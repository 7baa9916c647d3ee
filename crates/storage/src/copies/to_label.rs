//! Copies that get labels: what is printed of them.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use const_format::concatcp;

use super::record::OF_KEPT_BOOK;
use crate::engine::{Columns, record, values};
use crate::{Connection, Result};

record! {
    /// A copy, as far as it is printed on its label.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CopyToLabel of "c" {
        pub id: CopyId,
        pub barcode: String,
        pub barcode_key: String,
        pub call_number: Option<String>,
        pub book_title: String = "b.title",
    }
}

const SELECT: &str = concatcp!(
    "SELECT ",
    CopyToLabel::COLUMNS,
    " FROM copies c JOIN books b ON b.id = c.book_id"
);

/// The condition that a copy is in the collection.
const KEPT: &str = concatcp!("c.state <> 'withdrawn' AND ", OF_KEPT_BOOK);

/// Copies by their ids, in any order; those of deleted books are not found, those that were withdrawn are.
pub async fn to_label(connection: &mut Connection, ids: &[CopyId]) -> Result<Vec<CopyToLabel>> {
    let query = concatcp!(SELECT, " WHERE ", OF_KEPT_BOOK, " AND c.id");
    connection.rows_of_ids(query, ids).await
}

/// Copies by their barcodes, given by their keys, in any order; those of deleted books are not found, those that were
/// withdrawn are.
pub async fn to_label_by_barcodes(connection: &mut Connection, keys: &[&str]) -> Result<Vec<CopyToLabel>> {
    let query = concatcp!(SELECT, " WHERE ", OF_KEPT_BOOK, " AND c.barcode_key");
    connection.rows_of_keys(query, keys).await
}

/// The copies in the collection from one barcode to another, given by their keys and both included, by barcode.
pub async fn to_label_in_range(
    connection: &mut Connection,
    from: &str,
    to: &str,
    limit: i64,
) -> Result<Vec<CopyToLabel>> {
    let sql = concatcp!(
        SELECT,
        " WHERE c.barcode_key >= $1 AND c.barcode_key <= $2 AND ",
        KEPT,
        " ORDER BY c.barcode_key LIMIT $3"
    );
    connection.rows(sql, values![from, to, limit]).await
}

/// The copies of a book in the collection, by barcode.
pub async fn to_label_of_book(connection: &mut Connection, book_id: BookId) -> Result<Vec<CopyToLabel>> {
    let sql = concatcp!(
        SELECT,
        " WHERE c.book_id = $1 AND ",
        KEPT,
        " ORDER BY c.barcode_key"
    );
    connection.rows(sql, values![book_id]).await
}

/// The copies in the collection that were added at an instant or later, in the order in which they were added.
pub async fn to_label_added_since(
    connection: &mut Connection,
    since: i64,
    limit: i64,
) -> Result<Vec<CopyToLabel>> {
    let sql = concatcp!(
        SELECT,
        " WHERE c.created_at >= $1 AND ",
        KEPT,
        " ORDER BY c.created_at, c.id LIMIT $2"
    );
    connection.rows(sql, values![since, limit]).await
}
