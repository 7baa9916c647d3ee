//! Taking imported loans out again.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::users::UserId;
use carrel_storage::engine::Lock;
use carrel_storage::import_rows::ImportedRow;
use carrel_storage::{Transaction, books, borrowings, totals};

use crate::circulation::remove_loan::remove_loan;
use crate::core::context::Context;
use crate::core::error::{Error, Result};

/// Takes back what rows have lent, and returns how many loans stay, because they were returned, renewed or charged since.
pub(crate) async fn undo(
    transaction: &mut Transaction,
    context: &Context,
    rows: Vec<ImportedRow>,
) -> Result<i64> {
    let people: BTreeSet<UserId> = rows.iter().map(|row| row.user_id).collect();
    for user_id in people {
        transaction.lock(Lock::User(user_id)).await?;
    }
    let mut locked = BTreeSet::new();
    for row in &rows {
        if let Some((_, book_id)) = borrowings::parties(transaction, BorrowingId::new(row.entity_id)).await? {
            locked.insert(book_id);
        }
    }
    for book_id in &locked {
        transaction.lock(Lock::Book(*book_id)).await?;
    }
    let (mut kept, mut past) = (0, Vec::new());
    for row in rows {
        let id = BorrowingId::new(row.entity_id);
        let Some((_, book_id)) = borrowings::parties(transaction, id).await? else {
            // It was undone by other means.
            continue;
        };
        let book = books::find(transaction, book_id).await?;
        match book.filter(|book| locked.contains(&book.id)) {
            None => return Err(Error::overtaken()),
            Some(book) => match take_back(transaction, context, id, &book).await? {
                Some(borrowed_at) => past.push((book.category.clone(), borrowed_at)),
                None => kept += 1,
            },
        }
    }
    totals::remove_past(transaction, &past).await?;
    Ok(kept)
}

/// Removes an open loan, and puts its copy on the shelf. Returns the instant at which it began; `None` when it stays.
async fn take_back(
    transaction: &mut Transaction,
    context: &Context,
    id: BorrowingId,
    book: &Book,
) -> Result<Option<i64>> {
    let Some(case) = borrowings::undo_case(transaction, id).await? else {
        return Ok(None);
    };
    let found = case.borrowing;
    let is_used = found.returned_at.is_some()
        || found.renewals > 0
        || case.copy_state != CopyState::OnLoan
        || found.charged.is_positive()
        || (case.ratings > 0 && case.other_borrowings == 0);
    if is_used {
        return Ok(None);
    }
    remove_loan(transaction, context, &found, book, "import undone").await?;
    Ok(Some(found.borrowed_at.as_millisecond()))
}
