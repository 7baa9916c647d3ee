//! What the record of a book says beyond the fields of lists.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::book::details::{BookDetails, Identifier};
use serde_json::Value as Json;

use crate::books::record::of_ids;
use crate::engine::{Error, Value, values};
use crate::{Connection, Result, Transaction};

/// The details as they are stored: JSON without empty fields. `None` when all are empty.
pub(crate) fn stored(details: &BookDetails) -> Result<Option<String>> {
    let unreadable = |error: serde_json::Error| Error::Other(format!("details of a book: {error}"));
    let Json::Object(mut fields) = serde_json::to_value(details).map_err(unreadable)? else {
        return Ok(None);
    };
    fields.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    if fields.is_empty() {
        return Ok(None);
    }
    serde_json::to_string(&fields).map(Some).map_err(unreadable)
}

fn read(text: &str) -> Result<BookDetails> {
    serde_json::from_str(text).map_err(|error| Error::Unreadable(format!("details of a book: {error}")))
}

/// The rows of the details of many books, for one insert each. The texts in JSON are made by [`stored`].
#[derive(Default)]
pub(super) struct DetailRows<'a> {
    details: Vec<Vec<Value<'a>>>,
    identifiers: Vec<Vec<Value<'a>>>,
}

impl<'a> DetailRows<'a> {
    /// Adds the rows of a book with this preferred ISBN.
    pub(super) fn push(
        &mut self,
        id: BookId,
        isbn: Option<&'a str>,
        identifiers: &'a [Identifier],
        stored: Option<&'a str>,
    ) {
        if let Some(isbn) = isbn {
            self.identifiers.push(values![id, 0, "isbn", isbn, isbn].to_vec());
        }
        for (position, one) in (1i64..).zip(identifiers) {
            self.identifiers
                .push(values![id, position, one.kind.name(), &one.value, &one.value].to_vec());
        }
        if let Some(stored) = stored {
            self.details.push(values![id, stored].to_vec());
        }
    }

    /// Inserts all rows.
    pub(super) async fn insert(self, transaction: &mut Transaction) -> Result<()> {
        transaction
            .insert_rows("book_details", &["book_id", "details"], &self.details)
            .await?;
        transaction
            .insert_rows(
                "book_identifiers",
                &["book_id", "position", "kind", "value", "value_key"],
                &self.identifiers,
            )
            .await
    }
}

/// The details of a book.
pub async fn details_of(connection: &mut Connection, id: BookId) -> Result<BookDetails> {
    let found: Option<(String,)> = connection
        .optional("SELECT details FROM book_details WHERE book_id = $1", values![id])
        .await?;
    found.map_or_else(|| Ok(BookDetails::default()), |(text,)| read(&text))
}

/// The details of some books, in no order; books without details are left out.
pub async fn details_of_many(
    connection: &mut Connection,
    ids: &[BookId],
) -> Result<Vec<(BookId, BookDetails)>> {
    let rows: Vec<(BookId, String)> = of_ids(
        connection,
        "SELECT book_id, details FROM book_details WHERE book_id IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        ids,
    )
    .await?;
    rows.into_iter()
        .map(|(id, text)| Ok((id, read(&text)?)))
        .collect()
}

/// The details of all books after an id up to another one, in the order of ids: for iterating over the whole catalogue.
pub async fn details_between(
    connection: &mut Connection,
    after: BookId,
    last: BookId,
) -> Result<Vec<(BookId, BookDetails)>> {
    let rows: Vec<(BookId, String)> = connection
        .rows(
            "SELECT book_id, details FROM book_details WHERE book_id > $1 AND book_id <= $2 ORDER BY book_id",
            values![after, last],
        )
        .await?;
    rows.into_iter()
        .map(|(id, text)| Ok((id, read(&text)?)))
        .collect()
}

/// Replaces the details of a book. Its preferred ISBN stays.
pub async fn set_details(transaction: &mut Transaction, id: BookId, details: &BookDetails) -> Result<()> {
    transaction
        .execute("DELETE FROM book_details WHERE book_id = $1", values![id])
        .await?;
    transaction
        .execute(
            "DELETE FROM book_identifiers WHERE book_id = $1 AND position > 0",
            values![id],
        )
        .await?;
    let stored = stored(details)?;
    let mut rows = DetailRows::default();
    rows.push(id, None, &details.identifiers, stored.as_deref());
    rows.insert(transaction).await
}
