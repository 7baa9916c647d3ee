//! References to a book.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::citation::{Citation, citations as citations_of};
use carrel_storage::books;

use crate::catalogue::OpinionReader;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// The citations of a book in every style and format. Visitors of an open catalogue see no archived book.
pub async fn citations(library: &Library, context: &Context, id: BookId) -> Result<Vec<Citation>> {
    let reader = OpinionReader::of(library, context)?;
    library
        .database
        .read(&(reader, id), |connection, (reader, id)| {
            Box::pin(async move {
                let book = reader.book(connection, *id).await?;
                let details = books::details_of(connection, *id).await?;
                Ok::<_, Error>(citations_of(&book.record, &details))
            })
        })
        .await
}
