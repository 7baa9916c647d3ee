//! Favorites: the books that a person saves for later. They are private, so the audit log has no entries about them.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::favorite::Favorite;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::users::Act;
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, favorites, users};

use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// The maximum number of favorites of one person: one response returns all their ids.
const MOST: i64 = 1000;

/// Adds a favorite of the person who is signed in. Adding it again changes nothing; an archived book cannot be added.
pub async fn add(library: &Library, context: Context, book_id: BookId) -> Result<()> {
    context.require(Act::KeepFavorites)?;
    library
        .write_once(
            context.call(),
            (context, book_id),
            |transaction, (context, book_id)| Box::pin(add_in(transaction, context, *book_id)),
        )
        .await
}

async fn add_in(transaction: &mut Transaction, context: &Context, book_id: BookId) -> Result<()> {
    let user_id = context.require(Act::KeepFavorites)?.user.id;
    transaction.lock(Lock::User(user_id)).await?;
    if users::find(transaction, user_id).await?.is_none() {
        return Err(Error::NotSignedIn);
    }
    // A merge moves the favorites of a locked book.
    transaction.lock(Lock::Book(book_id)).await?;
    let book = books::find(transaction, book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    if favorites::has(transaction, user_id, book_id).await? {
        return Ok(());
    }
    if book.archived_at.is_some() {
        return Err(Error::Refused(vec![Refusal::BookArchived]));
    }
    if favorites::count(transaction, user_id).await? >= MOST {
        return Err(Conflict::TooManyFavorites { limit: MOST }.into());
    }
    favorites::add(transaction, user_id, book_id, context.now_ms()).await?;
    Ok(())
}

/// Removes a favorite; the book may have been archived meanwhile. Without such a favorite nothing changes.
pub async fn remove(library: &Library, context: Context, book_id: BookId) -> Result<()> {
    context.require(Act::KeepFavorites)?;
    library
        .write_once(
            context.call(),
            (context, book_id),
            |transaction, (context, book_id)| {
                Box::pin(async move {
                    let user_id = context.require(Act::KeepFavorites)?.user.id;
                    books::find(transaction, *book_id)
                        .await?
                        .ok_or(Error::NotFound(Noun::Book))?;
                    favorites::remove(transaction, user_id, *book_id).await?;
                    Ok(())
                })
            },
        )
        .await
}

/// A page of the favorites of the person who is signed in, the latest first, including archived books.
pub async fn list(library: &Library, context: &Context, page: Page) -> Result<Paged<Favorite>> {
    let user_id = context.require(Act::KeepFavorites)?.user.id;
    library
        .database
        .read(&(user_id, page), |connection, (user_id, page)| {
            Box::pin(async move {
                let entries =
                    favorites::list(connection, *user_id, page.sql_limit(), page.sql_offset()).await?;
                let total = favorites::count(connection, *user_id).await?;
                Ok(Paged::new(entries, *page, total))
            })
        })
        .await
}

/// The ids of all favorite books of the person who is signed in, the latest first. At most 1,000.
pub async fn ids(library: &Library, context: &Context) -> Result<Vec<BookId>> {
    let user_id = context.require(Act::KeepFavorites)?.user.id;
    library
        .database
        .read(&user_id, |connection, user_id| {
            Box::pin(favorites::ids(connection, *user_id, MOST))
        })
        .await
        .map_err(Error::Storage)
}
