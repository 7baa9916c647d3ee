//! The messages of refusals, for a person.

use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::refusal::Refusal;

/// The message of a refusal, for the person who wants to borrow.
pub(crate) fn refusal_words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::AccountInactive => "Your account is inactive. Please contact the library.".to_owned(),
        Refusal::AccountBlocked => "Your account is blocked. Please contact the library.".to_owned(),
        Refusal::BalanceAtLimit {
            balance,
            limit,
            currency,
        } => format!(
            "You owe {}; borrowing is possible again below {}",
            currency.write(*balance),
            currency.write(*limit)
        ),
        Refusal::OverdueBorrowings { count: 1 } => "Please return your overdue book first".to_owned(),
        Refusal::OverdueBorrowings { count } => format!("Please return your {count} overdue books first"),
        Refusal::BorrowingLimitReached { limit, .. } => {
            format!("You have reached the limit of {limit} borrowed books")
        }
        Refusal::AlreadyBorrowed { .. } => "You have already borrowed this book".to_owned(),
        Refusal::BookNotLendable => "This book can only be used in the library".to_owned(),
        Refusal::BookArchived => "This book is no longer in the collection".to_owned(),
        Refusal::NoCopyAvailable => "No copies of this book are available".to_owned(),
        Refusal::ItemTypeLimitReached { limit, .. } => {
            format!("You have reached the limit of {limit} borrowed items of this type")
        }
        Refusal::MembershipExpired { expired_on } => {
            format!("Your membership ended on {expired_on}. Please contact the library.")
        }
        Refusal::CopiesWaitForHolds => "The available copies are reserved for other people".to_owned(),
        Refusal::CopyNotLendable => "This copy can only be used in the library".to_owned(),
        Refusal::CopyNotAvailable { .. } => "This copy is not available".to_owned(),
        Refusal::DueAlready { .. } => {
            "The last day of lending is over; this book would be due before you had it".to_owned()
        }
        Refusal::BorrowingNotOpen => "This book was already returned".to_owned(),
        Refusal::CopyLost => "This copy is lost. Please contact the library.".to_owned(),
        Refusal::NoRenewalsLeft { allowed: 0 } => "This book cannot be renewed".to_owned(),
        Refusal::NoRenewalsLeft { .. } => "This book was renewed as often as allowed".to_owned(),
        Refusal::TooEarly { from } => format!("This book can be renewed from {from}"),
        Refusal::BorrowerInactive => "This account is inactive".to_owned(),
        Refusal::HoldWaiting => "Another person is waiting for this book".to_owned(),
        Refusal::DueDateNotLater { .. } => "A renewal now would not give a later due date".to_owned(),
    }
}

/// The message of a refusal, for staff.
pub(crate) fn refusal_words_for_staff(refusal: &Refusal) -> String {
    match refusal {
        Refusal::AccountInactive => "This account is inactive".to_owned(),
        Refusal::AccountBlocked => "This account is blocked".to_owned(),
        Refusal::BalanceAtLimit {
            balance,
            limit,
            currency,
        } => format!(
            "This person owes {}; borrowing is possible below {}",
            currency.write(*balance),
            currency.write(*limit)
        ),
        Refusal::OverdueBorrowings { count: 1 } => "This person has an overdue book".to_owned(),
        Refusal::OverdueBorrowings { count } => format!("This person has {count} overdue books"),
        Refusal::BorrowingLimitReached { limit, .. } => {
            format!("This person has reached the limit of {limit} borrowed books")
        }
        Refusal::AlreadyBorrowed { .. } => "This person has already borrowed this book".to_owned(),
        Refusal::ItemTypeLimitReached { limit, .. } => {
            format!("This person has reached the limit of {limit} borrowed items of this type")
        }
        Refusal::MembershipExpired { expired_on } => format!("The membership ended on {expired_on}"),
        Refusal::CopiesWaitForHolds => "This copy is reserved for another person".to_owned(),
        Refusal::CopyNotAvailable { state } => format!("This copy is {}", copy_state_words(*state)),
        Refusal::DueAlready { .. } => "The last day of lending is over".to_owned(),
        _ => refusal_words(refusal),
    }
}

/// The state of a copy, worded for a sentence.
pub(crate) fn copy_state_words(state: CopyState) -> &'static str {
    match state {
        CopyState::Available => "on the shelf",
        CopyState::OnLoan => "on loan",
        CopyState::HoldShelf => "on the hold shelf",
        CopyState::InTransit => "in transit",
        CopyState::Lost => "lost",
        CopyState::Damaged => "damaged",
        CopyState::InRepair => "in repair",
        CopyState::Withdrawn => "withdrawn",
    }
}
