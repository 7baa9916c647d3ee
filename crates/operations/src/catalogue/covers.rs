//! The uploaded covers of books.

use carrel_covers::{Cover, Problem};
use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use carrel_domain::catalogue::uploaded_cover::{HASH_DIGITS, address, is_hash, message};
use carrel_domain::identity::hexadecimal;
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::covers::{self, NewCover};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, changes};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::catalogue::maintain::{SavedBook, keyed, record, refuse_overwriting, saved};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;

pub use carrel_storage::covers::Size as CoverSize;

/// The field of the errors about a picture.
const FIELD: &str = "cover";

/// A cover as it is stored.
struct Stored {
    hash: String,
    files: [Vec<u8>; 3],
}

/// Checks that the caller may replace the cover of a book, before the picture is received.
///
/// # Errors
/// The book is not found.
pub async fn expect_cover(library: &Library, context: &Context, id: BookId) -> Result<()> {
    context.require(Act::ManageCatalogue)?;
    let found = library
        .database
        .read(&id, |connection, id| Box::pin(books::find(connection, *id)))
        .await
        .map_err(Error::Storage)?;
    found.map(drop).ok_or(Error::NotFound(Noun::Book))
}

/// Replaces the cover of a book by an uploaded picture.
///
/// `based_on` is when the record that the caller has seen was last changed, as in [`crate::catalogue::change`]: a cover that
/// others have changed since is not replaced.
///
/// # Errors
/// The book is not found; the file is no picture, or none within the limits; [`Conflict::BookChanged`].
///
/// [`Conflict::BookChanged`]: crate::Conflict::BookChanged
pub async fn set_cover(
    library: &Library,
    context: Context,
    id: BookId,
    file: Vec<u8>,
    based_on: Option<Timestamp>,
) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    let cover = made(library, file).await?;
    library
        .write_once(
            context.call(),
            (context, id, cover, based_on),
            |transaction, (context, id, cover, based_on)| {
                Box::pin(set_in(transaction, context, *id, Some(cover), *based_on))
            },
        )
        .await
}

/// Removes the cover of a book, uploaded or not: its generated cover is shown again.
///
/// # Errors
/// As those of [`set_cover`].
pub async fn remove_cover(
    library: &Library,
    context: Context,
    id: BookId,
    based_on: Option<Timestamp>,
) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    library
        .write_once(
            context.call(),
            (context, id, based_on),
            |transaction, (context, id, based_on)| {
                Box::pin(set_in(transaction, context, *id, None, *based_on))
            },
        )
        .await
}

/// The file of an uploaded cover by its hash.
///
/// # Errors
/// [`Noun::Cover`] is not found.
pub async fn cover_file(library: &Library, hash: &str, size: CoverSize) -> Result<Vec<u8>> {
    if !is_hash(hash) {
        return Err(Error::NotFound(Noun::Cover));
    }
    let found = library
        .database
        .read(&(hash, size), |connection, (hash, size)| {
            Box::pin(covers::file(connection, hash, *size))
        })
        .await
        .map_err(Error::Storage)?;
    found.ok_or(Error::NotFound(Noun::Cover))
}

/// Decodes and encodes a picture on a thread that may compute for a second.
async fn made(library: &Library, file: Vec<u8>) -> Result<Stored> {
    let _place = library.covers.acquire().await;
    let made = tokio::task::spawn_blocking(move || carrel_covers::cover(&file)).await;
    // A decoder that panics has met a file which it cannot read.
    let Cover { files } = made
        .unwrap_or(Err(Problem::Damaged))
        .map_err(|problem| Error::Invalid(vec![FieldError::new(FIELD, message_of(problem))]))?;
    let digest = files.iter().fold(Sha256::new(), |digest, file| {
        let length = u64::try_from(file.len()).unwrap_or(u64::MAX);
        digest.chain_update(length.to_be_bytes()).chain_update(file)
    });
    let mut hash = hexadecimal(&digest.finalize());
    hash.truncate(HASH_DIGITS);
    Ok(Stored { hash, files })
}

fn message_of(problem: Problem) -> &'static str {
    match problem {
        Problem::NotAnImage => message::NOT_AN_IMAGE,
        Problem::TooLarge | Problem::TooManyPixels => message::TOO_MANY_PIXELS,
        Problem::Damaged => message::DAMAGED,
    }
}

async fn set_in(
    transaction: &mut Transaction,
    context: &Context,
    id: BookId,
    cover: Option<&Stored>,
    based_on: Option<Timestamp>,
) -> Result<SavedBook> {
    transaction.lock(Lock::Book(id)).await?;
    let book = books::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    if book.merged_into.is_some() {
        return Err(Conflict::BookMerged.into());
    }
    let wanted = cover.map(|cover| address(&cover.hash));
    if wanted == book.cover_image {
        return saved(transaction, id).await;
    }
    let (before, after) = (audited(book.cover_image.as_deref()), audited(wanted.as_deref()));
    if let Some(based_on) = based_on.filter(|based_on| *based_on < book.updated_at) {
        refuse_overwriting(transaction, id, &before, &after, based_on).await?;
    }
    write(transaction, context, &book, wanted, cover).await?;
    let action = match cover {
        Some(_) => "book.cover_set",
        None => "book.cover_removed",
    };
    record(transaction, context, action, id, Some(before), Some(after)).await?;
    saved(transaction, id).await
}

async fn write(
    transaction: &mut Transaction,
    context: &Context,
    book: &Book,
    cover_image: Option<String>,
    cover: Option<&Stored>,
) -> Result<()> {
    let after = BookRecord {
        cover_image,
        ..book.record.clone()
    };
    books::update(transaction, book, &keyed(&after), context.now_ms()).await?;
    if let Some(Stored { hash, files }) = cover {
        covers::insert(transaction, book.id, NewCover { hash, files }, context.now_ms()).await?;
    }
    Ok(changes::append(transaction, book.id, context.now_ms()).await?)
}

/// The cover of a book in the audit, as it is in the record of the book.
fn audited(cover_image: Option<&str>) -> Value {
    json!({ "coverImage": cover_image })
}
