//! Removing an open loan as if it had not been made.

use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::copy_state::{CopyEvent, CopyState, transition};
use carrel_domain::circulation::popularity;
use carrel_storage::copies::StateChange;
use carrel_storage::{Transaction, books, borrowings, changes, copies};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};

/// Removes an open loan and puts its copy on the shelf. The caller has locked the person and the book, and decided that the loan may
/// disappear. `reason` stands in the history of the copy.
pub(super) async fn remove_loan(
    transaction: &mut Transaction,
    context: &Context,
    loan: &BorrowingRecord,
    book: &Book,
    reason: &'static str,
) -> Result<()> {
    let state = transition(CopyState::OnLoan, CopyEvent::CheckIn)
        .map_err(|error| Error::Defect(error.to_string()))?;
    let change = StateChange {
        copy_id: loan.copy_id,
        from: CopyState::OnLoan,
        to: state,
        actor_id: context.actor_id(),
        reason,
        at: context.now_ms().max(loan.borrowed_at.as_millisecond()),
    };
    let event = audit::Event {
        action: "borrowing.undone",
        subject: Subject::of(loan.id)
            .about_user(loan.user_id)
            .about_book(loan.book_id),
        before: Some(json!({
            "bookId": loan.book_id, "userId": loan.user_id, "barcode": loan.copy_barcode, "dueOn": loan.due_on,
        })),
        after: None,
    };
    let entry = audit::Entry::new(context, event);
    let popularity = popularity::without_borrowing(book.popularity, loan.borrowed_at, book.borrow_count > 1);
    let mut statements = vec![
        borrowings::deleting(loan.id),
        copies::moving(&change),
        books::returning_unborrowed_copy(book.id, loan.copy_id, popularity),
        entry.writing(),
    ];
    if book.available_copies == 0 {
        statements.push(changes::appending(book.id, context.now_ms()));
    }
    if transaction.execute_all(&statements).await?.contains(&0) {
        return Err(Error::overtaken());
    }
    Ok(())
}
