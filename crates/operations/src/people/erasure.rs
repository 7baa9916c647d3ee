//! The erasure of an account with which nothing is open.

use carrel_domain::catalogue::rating::average_hundredths;
use carrel_domain::users::{Act, User, UserId, email_key};
use carrel_domain::validation::FieldError;
use carrel_storage::engine::Lock;
use carrel_storage::{
    Transaction, books, borrowings, changes, email_changes, ledger, privacy, ratings, registrations,
    sign_in_failures,
};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::identity::active_user::locked;

/// The message when the e-mail address that confirms the erasure is not that of the account.
const NOT_CONFIRMED: &str = "Type the email address of the account to confirm";

/// Erases a person's account for good. `email` confirms it: the address of the account. Borrowings and money stay without
/// the person, ratings and reviews are removed, and entries of the audit log keep only the number of the account.
pub async fn erase(library: &Library, context: Context, id: UserId, email: Option<String>) -> Result<()> {
    context.require(Act::EraseUsers)?;
    library
        .write_once(
            context.call(),
            (context, id, email.unwrap_or_default()),
            |transaction, (context, id, email)| Box::pin(erase_in(transaction, context, *id, email)),
        )
        .await?;
    library.changed.notify_one();
    Ok(())
}

async fn erase_in(transaction: &mut Transaction, context: &Context, id: UserId, email: &str) -> Result<()> {
    require_still(transaction, context, Act::EraseUsers).await?;
    let user = locked(transaction, id).await?;
    if user.role.is_staff() {
        return Err(Conflict::StaffNotErased.into());
    }
    if email_key(email) != email_key(&user.email) {
        return Err(Error::Invalid(vec![FieldError::new("email", NOT_CONFIRMED)]));
    }
    let (open, _) = borrowings::load_of_user(transaction, id, context.now_ms()).await?;
    if open > 0 {
        return Err(Conflict::UserHasBorrowings.into());
    }
    if ledger::totals_of_user(transaction, id).await?.balance.0 != 0 {
        return Err(Conflict::UserHasBalance.into());
    }
    erase_account(transaction, context, &user).await
}

/// Erases an account with which nothing is open, in the caller's transaction.
pub(super) async fn erase_account(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
) -> Result<()> {
    let id = user.id;
    let rated = privacy::books_rated(transaction, id).await?;
    for book_id in &rated {
        transaction.lock(Lock::Book(*book_id)).await?;
    }
    if privacy::books_rated(transaction, id).await? != rated {
        // A book was merged into another one before the lock.
        return Err(Error::overtaken());
    }
    for key in email_changes::keys_of(transaction, id)
        .await?
        .iter()
        .chain([&email_key(&user.email)])
    {
        sign_in_failures::clear_account(transaction, key).await?;
        registrations::remove_of(transaction, key).await?;
    }
    privacy::erase(transaction, id, context.now_ms()).await?;
    for book_id in rated {
        let (sum, count) = ratings::sums_of_book(transaction, book_id).await?;
        books::set_rating(transaction, book_id, sum, count, average_hundredths(sum, count)).await?;
        changes::append(transaction, book_id, context.now_ms()).await?;
    }
    let event = audit::Event {
        action: "user.erased",
        subject: Subject::of(id),
        before: None,
        after: None,
    };
    audit::record(transaction, context, event).await
}
