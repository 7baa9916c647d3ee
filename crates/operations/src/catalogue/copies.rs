//! Copies of a book: adding and withdrawing them.

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::{BookCopy, CopyId};
use carrel_domain::circulation::copy_state::{CopyEvent, CopyState, TransitionError, transition};
use carrel_domain::settings::KindField;
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::code_lists::MAIN_BRANCH;
use carrel_storage::copies::{NewCopy, StateChange};
use carrel_storage::counters::Counter;
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, changes, copies, counters};
use serde_json::json;

use crate::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::settings::kinds::offered;

/// The maximum number of copies that one call adds.
const MOST_AT_ONCE: u16 = 1000;

/// The copies of a book by barcode, with their borrowers.
pub async fn copies_of(library: &Library, context: &Context, book_id: BookId) -> Result<Vec<BookCopy>> {
    context.require(Act::ReadInventory)?;
    library
        .database
        .read(&book_id, |connection, book_id| {
            Box::pin(async move {
                books::find(connection, *book_id)
                    .await?
                    .ok_or(Error::NotFound(Noun::Book))?;
                Ok(copies::of_book(connection, *book_id).await?)
            })
        })
        .await
}

/// Adds copies with generated barcodes to a book. Returns all copies of the book.
pub async fn add_copies(
    library: &Library,
    context: Context,
    book_id: BookId,
    count: u16,
    item_type: Option<String>,
) -> Result<Vec<BookCopy>> {
    context.require(Act::ManageCatalogue)?;
    if !(1..=MOST_AT_ONCE).contains(&count) {
        return Err(Error::Invalid(vec![FieldError {
            field: "count",
            message: "Count must be between 1 and 1000",
        }]));
    }
    let all = library
        .write_once(
            context.call(),
            (context, book_id, count, item_type),
            |transaction, (context, book_id, count, item_type)| {
                Box::pin(async move {
                    if let Some(code) = item_type {
                        offered(transaction, KindField::ItemType, code, None).await?;
                    }
                    transaction.lock(Lock::Book(*book_id)).await?;
                    books::find(transaction, *book_id)
                        .await?
                        .ok_or(Error::NotFound(Noun::Book))?;
                    let barcodes =
                        insert_copies(transaction, context, *book_id, *count, item_type.as_deref()).await?;
                    changes::append(transaction, *book_id, context.now_ms()).await?;
                    let event = audit::Event {
                        action: "copies.added",
                        subject: Subject::of(*book_id),
                        before: None,
                        after: Some(json!({ "barcodes": barcodes, "itemType": item_type })),
                    };
                    audit::record(transaction, context, event).await?;
                    Ok::<_, Error>(copies::of_book(transaction, *book_id).await?)
                })
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(all)
}

/// Creates available copies with generated unused barcodes. Returns the barcodes.
pub async fn insert_copies(
    transaction: &mut Transaction,
    context: &Context,
    book_id: BookId,
    count: u16,
    item_type: Option<&str>,
) -> Result<Vec<String>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let first = counters::take(transaction, Counter::Barcode, i64::from(count)).await?;
    let (barcodes, keys): (Vec<String>, Vec<String>) = (first..first + i64::from(count))
        .map(|number| {
            let barcode = barcode::generated(number.unsigned_abs());
            let key = barcode::key(&barcode);
            (barcode, key)
        })
        .unzip();
    let ids = transaction.fresh_ids(barcodes.len()).await?;
    let copies: Vec<NewCopy<'_>> = barcodes
        .iter()
        .zip(&keys)
        .zip(ids)
        .map(|((barcode, barcode_key), id)| NewCopy {
            id,
            book_id,
            barcode,
            barcode_key,
            state: CopyState::Available,
            item_type,
            branch: MAIN_BRANCH,
            current_branch: MAIN_BRANCH,
            created_at: context.now_ms(),
            updated_at: context.now_ms(),
        })
        .collect();
    copies::insert_many(transaction, &copies).await?;
    books::add_copies(transaction, book_id, i64::from(count), i64::from(count)).await?;
    Ok(barcodes)
}

/// Sets a copy's own item type, or removes it so that the book's applies. Open borrowings keep their terms.
pub async fn change_copy(
    library: &Library,
    context: Context,
    copy_id: CopyId,
    item_type: Option<String>,
) -> Result<BookCopy> {
    context.require(Act::ManageCatalogue)?;
    library
        .write_once(
            context.call(),
            (context, copy_id, item_type),
            |transaction, (context, copy_id, item_type)| {
                Box::pin(change_copy_in(
                    transaction,
                    context,
                    *copy_id,
                    item_type.as_deref(),
                ))
            },
        )
        .await
}

async fn change_copy_in(
    transaction: &mut Transaction,
    context: &Context,
    copy_id: CopyId,
    item_type: Option<&str>,
) -> Result<BookCopy> {
    let found = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    if let Some(code) = item_type {
        offered(transaction, KindField::ItemType, code, found.item_type.as_deref()).await?;
    }
    transaction.lock(Lock::Book(found.book_id)).await?;
    let before = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    if before.state == CopyState::Withdrawn {
        return Err(Conflict::CopyWithdrawn.into());
    }
    copies::set_item_type(transaction, copy_id, item_type, context.now_ms()).await?;
    if before.item_type.as_deref() != item_type {
        let event = audit::Event {
            action: "copy.changed",
            subject: Subject::of(copy_id).about_book(before.book_id),
            before: Some(json!({ "itemType": before.item_type })),
            after: Some(json!({ "itemType": item_type })),
        };
        audit::record(transaction, context, event).await?;
    }
    copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))
}

/// Withdraws a copy from the collection. Refused while it is with a borrower, or kept or sent for one.
pub async fn withdraw(library: &Library, context: Context, copy_id: CopyId) -> Result<BookCopy> {
    context.require(Act::ManageCatalogue)?;
    let copy = library
        .write_once(
            context.call(),
            (context, copy_id),
            |transaction, (context, copy_id)| Box::pin(withdraw_in(transaction, context, *copy_id)),
        )
        .await?;
    library.changed.notify_one();
    Ok(copy)
}

async fn withdraw_in(transaction: &mut Transaction, context: &Context, copy_id: CopyId) -> Result<BookCopy> {
    let found = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    transaction.lock(Lock::Book(found.book_id)).await?;
    let copy = copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    let to =
        transition(copy.state, CopyEvent::Withdraw).map_err(|TransitionError { from, .. }| match from {
            CopyState::OnLoan => Conflict::CopyOnLoan,
            CopyState::Withdrawn => Conflict::CopyWithdrawn,
            state => Conflict::CopyNotWithdrawable { state },
        })?;
    let change = StateChange {
        copy_id,
        from: copy.state,
        to,
        actor_id: context.actor_id(),
        reason: "withdrawn",
        at: context.now_ms(),
    };
    if !copies::change_state(transaction, &change).await? {
        return Err(Error::overtaken());
    }
    let was_available = i64::from(copy.state == CopyState::Available);
    books::add_copies(transaction, copy.book_id, -1, -was_available).await?;
    changes::append(transaction, copy.book_id, context.now_ms()).await?;
    let event = audit::Event {
        action: "copy.withdrawn",
        subject: Subject::of(copy_id).about_book(copy.book_id),
        before: Some(json!({ "state": copy.state })),
        after: Some(json!({ "state": "withdrawn" })),
    };
    audit::record(transaction, context, event).await?;
    copies::find(transaction, copy_id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))
}
