//! The books of a bulk edit, with what it means for each.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use carrel_storage::{Connection, books};
use serde::{Deserialize, Serialize};

use crate::core::error::{Error, Result};

/// What the undo of a bulk edit restores.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Before {
    pub record: BookRecord,
    pub details: BookDetails,
}

impl Before {
    pub(super) fn text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| Error::Defect(error.to_string()))
    }

    pub(super) fn parse(text: Option<&str>) -> Result<Self> {
        serde_json::from_str(text.unwrap_or_default())
            .map_err(|error| Error::Defect(format!("a record before a bulk edit: {error}")))
    }
}

/// Some books with their details, in the order of the ids. Deleted ones are left out.
pub(super) async fn with_details(
    connection: &mut Connection,
    ids: &[BookId],
) -> carrel_storage::Result<Vec<(Book, BookDetails)>> {
    let mut details: BTreeMap<BookId, BookDetails> = books::details_of_many(connection, ids)
        .await?
        .into_iter()
        .collect();
    let mut found = books::find_kept(connection, ids).await?;
    found.sort_unstable_by_key(|book| book.id);
    let with_details = found.into_iter().map(|book| {
        let details = details.remove(&book.id).unwrap_or_default();
        (book, details)
    });
    Ok(with_details.collect())
}
