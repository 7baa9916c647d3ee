//! Library cards: their barcodes, and the people who hold them.

use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, Value, record};
use crate::{Connection, Result};

record! {
    /// A person, as far as it is printed on a library card.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CardHolder of "u" {
        pub id: UserId,
        pub name: String,
        pub student_id: Option<String>,
        /// The barcode of the current card.
        pub card: Option<String> = "(SELECT k.barcode FROM cards k WHERE k.user_id = u.id AND k.ended_at IS NULL)",
    }
}

/// The holders of cards, in any order.
pub async fn holders(connection: &mut Connection, ids: &[UserId]) -> Result<Vec<CardHolder>> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(20) {
        // Always twenty placeholders, so that there is one statement to cache.
        let mut bound = [Value::Null; 20];
        for (value, id) in bound.iter_mut().zip(chunk) {
            *value = id.into();
        }
        let rows: Vec<CardHolder> = connection
            .rows(
                concatcp!(
                    "SELECT ",
                    CardHolder::COLUMNS,
                    " FROM users u WHERE u.id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
                     $17, $18, $19, $20)"
                ),
                &bound,
            )
            .await?;
        found.extend(rows);
    }
    Ok(found)
}
