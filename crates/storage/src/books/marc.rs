//! The MARC record that a book was imported from, or that staff have edited: byte for byte.

use carrel_domain::catalogue::book::BookId;
use serde::{Deserialize, Serialize};

use crate::books::record::of_ids;
use crate::engine::{Value, record, values};
use crate::{Connection, Result, Transaction};

record! {
    /// A MARC record.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct MarcRecord {
        /// `marc21` or `marcxml`.
        pub format: String,
        #[serde(skip)]
        pub raw: Vec<u8>,
        pub control_number: Option<String>,
        /// The system that gave the control number.
        pub source: Option<String>,
        /// In hexadecimal digits.
        pub sha256: String,
    }
}

pub(crate) const COLUMNS: &[&str] = &[
    "book_id",
    "format",
    "raw",
    "control_number",
    "source",
    "sha256",
    "imported_at",
];

/// The values of [`COLUMNS`].
pub(crate) fn row(id: BookId, marc: &MarcRecord, now: i64) -> Vec<Value<'_>> {
    values![
        id,
        &marc.format,
        marc.raw.as_slice(),
        &marc.control_number,
        &marc.source,
        &marc.sha256,
        now
    ]
    .to_vec()
}

/// The MARC record of a book.
pub async fn marc_of(connection: &mut Connection, id: BookId) -> Result<Option<MarcRecord>> {
    connection
        .optional(
            "SELECT format, raw, control_number, source, sha256 FROM marc_records WHERE book_id = $1",
            values![id],
        )
        .await
}

/// The bytes of the MARC records of some books, with their formats, in no order.
pub async fn marc_of_many(
    connection: &mut Connection,
    ids: &[BookId],
) -> Result<Vec<(BookId, String, Vec<u8>)>> {
    of_ids(
        connection,
        "SELECT book_id, format, raw FROM marc_records WHERE book_id IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        ids,
    )
    .await
}

/// Replaces the MARC record of a book, or removes it.
pub async fn set_marc(
    transaction: &mut Transaction,
    id: BookId,
    marc: Option<&MarcRecord>,
    now: i64,
) -> Result<()> {
    transaction
        .execute("DELETE FROM marc_records WHERE book_id = $1", values![id])
        .await?;
    let rows: Vec<_> = marc.into_iter().map(|marc| row(id, marc, now)).collect();
    transaction.insert_rows("marc_records", COLUMNS, &rows).await
}
