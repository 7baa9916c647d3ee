//! The uploaded covers of books.

use carrel_domain::catalogue::book::BookId;

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// A size of a cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Small,
    Medium,
    Large,
}

/// A cover to store.
#[derive(Debug, Clone, Copy)]
pub struct NewCover<'a> {
    /// Identifies the files, in hexadecimal digits.
    pub hash: &'a str,
    /// The files in each size, the smallest first.
    pub files: &'a [Vec<u8>; 3],
}

/// Stores the cover of a book, which has none. [`books::update`](crate::books::update) writes the address.
pub async fn insert(transaction: &mut Transaction, id: BookId, cover: NewCover<'_>, now: i64) -> Result<()> {
    let [small, medium, large] = cover.files;
    transaction
        .execute(
            "INSERT INTO covers (book_id, hash, small, medium, large, uploaded_at) VALUES ($1, $2, $3, $4, $5, $6)",
            values![
                id,
                cover.hash,
                small.as_slice(),
                medium.as_slice(),
                large.as_slice(),
                now
            ],
        )
        .await?;
    Ok(())
}

/// Removes the cover of a book, if it has one.
pub(crate) async fn remove(transaction: &mut Transaction, id: BookId) -> Result<()> {
    transaction
        .execute("DELETE FROM covers WHERE book_id = $1", values![id])
        .await?;
    Ok(())
}

/// The file of a cover by its hash. Covers of deleted books are not found.
pub async fn file(connection: &mut Connection, hash: &str, size: Size) -> Result<Option<Vec<u8>>> {
    let sql = match size {
        Size::Small => {
            "SELECT c.small FROM covers c JOIN books b ON b.id = c.book_id \
             WHERE c.hash = $1 AND b.deleted_at IS NULL LIMIT 1"
        }
        Size::Medium => {
            "SELECT c.medium FROM covers c JOIN books b ON b.id = c.book_id \
             WHERE c.hash = $1 AND b.deleted_at IS NULL LIMIT 1"
        }
        Size::Large => {
            "SELECT c.large FROM covers c JOIN books b ON b.id = c.book_id \
             WHERE c.hash = $1 AND b.deleted_at IS NULL LIMIT 1"
        }
    };
    let found: Option<(Vec<u8>,)> = connection.optional(sql, values![hash]).await?;
    Ok(found.map(|(file,)| file))
}
