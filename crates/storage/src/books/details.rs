//! What a catalogue record says of a book beyond the fields that everybody sees: contributors, subjects, further
//! identifiers, and the record itself as it was imported.

use carrel_domain::catalogue::book::BookId;

use serde::{Deserialize, Serialize};

use crate::engine::{Value, record, values};
use crate::{Connection, Result, Transaction};

/// The details of a book.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookDetails {
    /// The people and bodies behind the book, the first author first. Empty when only the text of the author is known.
    pub contributors: Vec<Contributor>,
    pub subjects: Vec<Subject>,
    /// The identifiers besides the preferred ISBN.
    pub identifiers: Vec<Identifier>,
    pub marc: Option<MarcRecord>,
}

record! {
    /// A person or a body behind a book.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Contributor {
        pub name: String,
        pub name_key: String,
        /// Such as `author` or `editor`.
        pub role: String,
    }
}

record! {
    /// A subject of a book.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Subject {
        pub heading: String,
        pub heading_key: String,
        /// The list that the heading is from, such as `lcsh`.
        pub scheme: Option<String>,
    }
}

record! {
    /// An identifier of a book.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Identifier {
        /// Such as `isbn`, `issn`, `oclc` or `lccn`.
        pub kind: String,
        pub value: String,
    }
}

record! {
    /// The record that a book was imported from, byte for byte.
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

/// The rows of the details of many books, for one insert each.
#[derive(Default)]
pub(super) struct DetailRows<'a> {
    contributors: Vec<Vec<Value<'a>>>,
    subjects: Vec<Vec<Value<'a>>>,
    identifiers: Vec<Vec<Value<'a>>>,
    marc: Vec<Vec<Value<'a>>>,
}

impl<'a> DetailRows<'a> {
    /// Adds the rows of a book with this author and preferred ISBN.
    pub(super) fn push(
        &mut self,
        id: BookId,
        (author, author_key): (&'a str, &'a str),
        isbn: Option<&'a str>,
        details: Option<&'a BookDetails>,
        now: i64,
    ) {
        let contributors = details.map_or(&[][..], |details| &details.contributors);
        if contributors.is_empty() {
            self.contributors
                .push(values![id, 0, author, author_key, "author"].to_vec());
        }
        for (position, one) in (0i64..).zip(contributors) {
            self.contributors
                .push(values![id, position, &one.name, &one.name_key, &one.role].to_vec());
        }
        if let Some(isbn) = isbn {
            self.identifiers.push(values![id, 0, "isbn", isbn, isbn].to_vec());
        }
        let Some(details) = details else { return };
        for (position, one) in (0i64..).zip(&details.subjects) {
            self.subjects
                .push(values![id, position, &one.heading, &one.heading_key, &one.scheme].to_vec());
        }
        for (position, one) in (1i64..).zip(&details.identifiers) {
            self.identifiers
                .push(values![id, position, &one.kind, &one.value, &one.value].to_vec());
        }
        if let Some(marc) = &details.marc {
            self.marc.push(
                values![
                    id,
                    &marc.format,
                    marc.raw.as_slice(),
                    &marc.control_number,
                    &marc.source,
                    &marc.sha256,
                    now
                ]
                .to_vec(),
            );
        }
    }

    /// Inserts all rows.
    pub(super) async fn insert(self, transaction: &mut Transaction) -> Result<()> {
        transaction
            .insert_rows(
                "contributors",
                &["book_id", "position", "name", "name_key", "role"],
                &self.contributors,
            )
            .await?;
        transaction
            .insert_rows(
                "subjects",
                &["book_id", "position", "heading", "heading_key", "scheme"],
                &self.subjects,
            )
            .await?;
        transaction
            .insert_rows(
                "book_identifiers",
                &["book_id", "position", "kind", "value", "value_key"],
                &self.identifiers,
            )
            .await?;
        transaction
            .insert_rows(
                "marc_records",
                &[
                    "book_id",
                    "format",
                    "raw",
                    "control_number",
                    "source",
                    "sha256",
                    "imported_at",
                ],
                &self.marc,
            )
            .await
    }
}

/// The details of a book as they are stored.
pub async fn details_of(connection: &mut Connection, id: BookId) -> Result<BookDetails> {
    Ok(BookDetails {
        contributors: connection
            .rows(
                "SELECT name, name_key, role FROM contributors WHERE book_id = $1 ORDER BY position",
                values![id],
            )
            .await?,
        subjects: connection
            .rows(
                "SELECT heading, heading_key, scheme FROM subjects WHERE book_id = $1 ORDER BY position",
                values![id],
            )
            .await?,
        identifiers: connection
            .rows(
                "SELECT kind, value FROM book_identifiers WHERE book_id = $1 AND position > 0 ORDER BY position",
                values![id],
            )
            .await?,
        marc: connection
            .optional(
                "SELECT format, raw, control_number, source, sha256 FROM marc_records WHERE book_id = $1",
                values![id],
            )
            .await?,
    })
}

/// Replaces all details of a book, whose author and preferred ISBN are these.
pub async fn set_details(
    transaction: &mut Transaction,
    id: BookId,
    author: (&str, &str),
    isbn: Option<&str>,
    details: &BookDetails,
    now: i64,
) -> Result<()> {
    for statement in [
        "DELETE FROM contributors WHERE book_id = $1",
        "DELETE FROM subjects WHERE book_id = $1",
        "DELETE FROM book_identifiers WHERE book_id = $1",
        "DELETE FROM marc_records WHERE book_id = $1",
    ] {
        transaction.execute(statement, values![id]).await?;
    }
    let mut rows = DetailRows::default();
    rows.push(id, author, isbn, Some(details), now);
    rows.insert(transaction).await
}
