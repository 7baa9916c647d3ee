//! Borrowing a book for oneself: a check-out of any copy.

use std::sync::Arc;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::{Act, UserId};
use carrel_storage::Transaction;

use crate::circulation::check_out::{CheckOut, check_out_in, count_borrowing};
use crate::circulation::decision::Wanted;
use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;
use crate::core::settings::Settings;

/// Lends a copy of a book to the person who is signed in.
pub async fn borrow(library: &Library, context: Context, book_id: BookId) -> Result<Borrowing> {
    let user_id = context.require(Act::Borrow)?.user.id;
    let answer = library
        .write_once_with_replay(
            context.call(),
            (context, library.shown_settings(), user_id, book_id),
            |transaction, (context, settings, user_id, book_id)| {
                Box::pin(borrow_in(transaction, context, settings, *user_id, *book_id))
            },
        )
        .await?;
    if !answer.is_replay {
        count_borrowing(library);
    }
    Ok(answer.outcome)
}

/// Lends a copy in the caller's transaction. `cached` are the settings as last read.
pub async fn borrow_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    user_id: UserId,
    book_id: BookId,
) -> Result<Borrowing> {
    let check_out = CheckOut {
        user_id,
        book_id,
        wanted: Wanted::AnyCopy,
        overrides: &[],
        due_on: None,
    };
    check_out_in(transaction, context, cached, &check_out).await
}
