//! Library cards: their barcodes, and the people who hold them.

use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, record};
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
    let query = concatcp!("SELECT ", CardHolder::COLUMNS, " FROM users u WHERE u.id");
    connection.rows_of_ids(query, ids).await
}

/// The holders of current cards with these barcodes, given by their keys: key and person.
pub async fn holders_of(connection: &mut Connection, keys: &[&str]) -> Result<Vec<(String, UserId)>> {
    let found: Vec<(String, UserId, Option<i64>)> = connection
        .rows_of_keys(
            "SELECT barcode_key, user_id, ended_at FROM cards WHERE barcode_key",
            keys,
        )
        .await?;
    let current = found.into_iter().filter(|(_, _, ended_at)| ended_at.is_none());
    Ok(current.map(|(key, user_id, _)| (key, user_id)).collect())
}
