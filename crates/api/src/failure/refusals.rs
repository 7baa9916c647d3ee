//! The messages of refusals, for a person.

use carrel_domain::circulation::eligibility::Refusal;

/// The message of a refusal.
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
    }
}
