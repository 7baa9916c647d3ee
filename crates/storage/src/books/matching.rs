//! Books of the library that may be those of records of an import. A merged book stands for the one into which it was merged.

use carrel_domain::catalogue::book::BookId;

use crate::books::record::of_ids;
use crate::engine::{FromRow, Value, record};
use crate::{Connection, Result};

record! {
    /// A book with a title.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TitleMatch {
        pub title_key: String,
        pub author_key: String,
        pub isbn: Option<String>,
        pub book_id: BookId,
    }
}

/// The books with these ISBNs, archived or not: ISBN and book.
pub async fn with_isbns(connection: &mut Connection, isbns: &[&str]) -> Result<Vec<(String, BookId)>> {
    of_values(
        connection,
        "SELECT i.value_key, COALESCE(b.merged_into, b.id) FROM book_identifiers i JOIN books b ON b.id = i.book_id \
         WHERE i.kind = 'isbn' AND b.deleted_at IS NULL AND i.value_key IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        isbns,
    )
    .await
}

/// The books with these titles, archived or not. The titles are given by their sort keys.
pub async fn with_titles(connection: &mut Connection, title_keys: &[&str]) -> Result<Vec<TitleMatch>> {
    of_values(
        connection,
        "SELECT b.title_key, b.author_key, b.isbn, COALESCE(b.merged_into, b.id) FROM books b WHERE b.deleted_at IS NULL AND b.title_key IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        title_keys,
    )
    .await
}

/// The books that were imported from records with these control numbers: source, control number and book.
pub async fn with_control_numbers(
    connection: &mut Connection,
    control_numbers: &[&str],
) -> Result<Vec<(Option<String>, String, BookId)>> {
    of_values(
        connection,
        "SELECT m.source, m.control_number, COALESCE(b.merged_into, b.id) FROM marc_records m JOIN books b ON b.id = m.book_id \
         WHERE b.deleted_at IS NULL AND m.control_number IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        control_numbers,
    )
    .await
}

/// The control numbers of the records from which these books were imported: book, source and number.
pub async fn control_numbers_of(
    connection: &mut Connection,
    book_ids: &[BookId],
) -> Result<Vec<(BookId, Option<String>, String)>> {
    of_ids(
        connection,
        "SELECT book_id, source, control_number FROM marc_records WHERE control_number IS NOT NULL AND book_id IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        book_ids,
    )
    .await
}

/// The rows for all values, which are bound twenty at a time, so that there is one statement to cache.
async fn of_values<T: FromRow>(
    connection: &mut Connection,
    sql: &'static str,
    values: &[&str],
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for chunk in values.chunks(20) {
        let mut bound = [Value::Null; 20];
        for (value, text) in bound.iter_mut().zip(chunk) {
            *value = Value::Text(text);
        }
        let rows: Vec<T> = connection.rows(sql, &bound).await?;
        found.extend(rows);
    }
    Ok(found)
}
