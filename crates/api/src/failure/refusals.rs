//! The messages of refusals, for a person.

use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::refusal::Refusal;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::field_failure::{Values, values_of};

/// The action that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Borrow,
    Renew,
}

impl Action {
    /// The action as the subject of a sentence.
    fn noun(self) -> &'static str {
        match self {
            Action::Borrow => "borrowing",
            Action::Renew => "renewing",
        }
    }
}

/// The person who reads a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    Borrower,
    Staff,
}

/// The data of a refusal, by name. Amounts are numbers of the currency's unit.
pub(crate) fn refusal_values(refusal: &Refusal) -> Values {
    let values = match refusal {
        Refusal::MembershipExpired { expired_on } => json!({ "expiredOn": expired_on }),
        Refusal::BalanceAtLimit {
            balance,
            limit,
            currency,
        } => json!({
            "balance": currency.to_json(*balance), "limit": currency.to_json(*limit), "currency": currency.code(),
        }),
        Refusal::OverdueBorrowings { count } => json!({ "count": count }),
        Refusal::BorrowingLimitReached { limit, current }
        | Refusal::ItemTypeLimitReached { limit, current } => {
            json!({ "limit": limit, "current": current })
        }
        Refusal::AlreadyBorrowed { due_on, .. }
        | Refusal::DueAlready { due_on }
        | Refusal::DueDateNotLater { due_on } => json!({ "dueOn": due_on }),
        Refusal::CopyNotAvailable { state } => json!({ "state": state }),
        Refusal::NoRenewalsLeft { allowed } => json!({ "allowed": allowed }),
        Refusal::TooEarly { from } => json!({ "from": from }),
        Refusal::AccountInactive
        | Refusal::AccountBlocked
        | Refusal::BookNotLendable
        | Refusal::BookArchived
        | Refusal::NoCopyAvailable
        | Refusal::CopiesWaitForHolds
        | Refusal::CopyNotLendable
        | Refusal::BorrowingNotOpen
        | Refusal::CopyLost
        | Refusal::BorrowerInactive
        | Refusal::HoldWaiting => Value::Null,
    };
    values_of(values)
}

/// The message of a refusal, for its reader.
pub(crate) fn refusal_words(refusal: &Refusal, action: Action, reader: Reader) -> String {
    match reader {
        Reader::Borrower => words_for_borrower(refusal, action),
        Reader::Staff => words_for_staff(refusal, action),
    }
}

fn words_for_borrower(refusal: &Refusal, action: Action) -> String {
    match refusal {
        Refusal::AccountInactive => "Your account is inactive. Please contact the library.".to_owned(),
        Refusal::AccountBlocked => "Your account is blocked. Please contact the library.".to_owned(),
        Refusal::BalanceAtLimit {
            balance,
            limit,
            currency,
        } => format!(
            "You owe {}; {} is possible again below {}",
            currency.write(*balance),
            action.noun(),
            currency.write(*limit)
        ),
        Refusal::OverdueBorrowings { count: 1 } => "Please return your overdue book first".to_owned(),
        Refusal::OverdueBorrowings { count } => format!("Please return your {count} overdue books first"),
        Refusal::BorrowingLimitReached { limit, .. } => {
            format!(
                "You have reached the limit of {}",
                borrowed(*limit, "book", "books")
            )
        }
        Refusal::AlreadyBorrowed { .. } => "You have already borrowed this book".to_owned(),
        Refusal::BookNotLendable => "This book can only be used in the library".to_owned(),
        Refusal::BookArchived => "This book is no longer in the collection".to_owned(),
        Refusal::NoCopyAvailable => "No copies of this book are available".to_owned(),
        Refusal::ItemTypeLimitReached { limit, .. } => format!(
            "You have reached the limit of {} of this type",
            borrowed(*limit, "item", "items")
        ),
        Refusal::MembershipExpired { expired_on } => {
            format!(
                "Your membership ended on {}. Please contact the library.",
                date_words(*expired_on)
            )
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
        Refusal::NoRenewalsLeft { .. } => "This book has no renewals left".to_owned(),
        Refusal::TooEarly { from } => format!("This book can be renewed from {}", date_words(*from)),
        Refusal::BorrowerInactive => "This account is inactive".to_owned(),
        Refusal::HoldWaiting => "Another person is waiting for this book".to_owned(),
        Refusal::DueDateNotLater { .. } => "A renewal now would not give a later due date".to_owned(),
    }
}

fn words_for_staff(refusal: &Refusal, action: Action) -> String {
    match refusal {
        Refusal::AccountInactive => "This account is inactive".to_owned(),
        Refusal::AccountBlocked => "This account is blocked".to_owned(),
        Refusal::BalanceAtLimit {
            balance,
            limit,
            currency,
        } => format!(
            "This person owes {}; {} is possible below {}",
            currency.write(*balance),
            action.noun(),
            currency.write(*limit)
        ),
        Refusal::OverdueBorrowings { count: 1 } => "This person has an overdue book".to_owned(),
        Refusal::OverdueBorrowings { count } => format!("This person has {count} overdue books"),
        Refusal::BorrowingLimitReached { limit, .. } => {
            format!(
                "This person has reached the limit of {}",
                borrowed(*limit, "book", "books")
            )
        }
        Refusal::AlreadyBorrowed { .. } => "This person has already borrowed this book".to_owned(),
        Refusal::ItemTypeLimitReached { limit, .. } => format!(
            "This person has reached the limit of {} of this type",
            borrowed(*limit, "item", "items")
        ),
        Refusal::MembershipExpired { expired_on } => {
            format!("The membership ended on {}", date_words(*expired_on))
        }
        Refusal::CopiesWaitForHolds => "This copy is reserved for another person".to_owned(),
        Refusal::CopyNotAvailable { state } => format!("This copy is {}", copy_state_words(*state)),
        Refusal::DueAlready { .. } => "The last day of lending is over".to_owned(),
        Refusal::CopyLost => "This copy is lost".to_owned(),
        Refusal::NoRenewalsLeft { allowed: 0 } => "The rules allow no renewal of this book".to_owned(),
        // These concern the book or the day, and read the same for everybody.
        Refusal::BookNotLendable
        | Refusal::BookArchived
        | Refusal::NoCopyAvailable
        | Refusal::CopyNotLendable
        | Refusal::BorrowingNotOpen
        | Refusal::NoRenewalsLeft { .. }
        | Refusal::TooEarly { .. }
        | Refusal::BorrowerInactive
        | Refusal::HoldWaiting
        | Refusal::DueDateNotLater { .. } => words_for_borrower(refusal, action),
    }
}

/// A number of borrowed things, such as `1 borrowed book`.
fn borrowed(count: u32, one: &str, many: &str) -> String {
    format!("{count} borrowed {}", if count == 1 { one } else { many })
}

/// A date for a person, such as `Jan 5, 2026`.
fn date_words(date: Date) -> String {
    date.strftime("%b %-d, %Y").to_string()
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
        CopyState::Unknown => "in a state that this server does not know",
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::circulation::borrowing::BorrowingId;
    use carrel_domain::circulation::copy_state::CopyState;
    use carrel_domain::circulation::refusal::Refusal;
    use carrel_domain::money::{Amount, Currency};
    use jiff::civil::date;

    use super::{Action, Reader, refusal_words};

    const ACTIONS: [Action; 2] = [Action::Borrow, Action::Renew];

    fn balance() -> Refusal {
        Refusal::BalanceAtLimit {
            balance: Amount(1075),
            limit: Amount(1000),
            currency: "USD".parse::<Currency>().unwrap(),
        }
    }

    /// One refusal of every kind.
    fn all() -> Vec<Refusal> {
        let day = date(2026, 3, 16);
        let all = vec![
            Refusal::AccountInactive,
            Refusal::AccountBlocked,
            Refusal::MembershipExpired { expired_on: day },
            balance(),
            Refusal::OverdueBorrowings { count: 2 },
            Refusal::BorrowingLimitReached { limit: 3, current: 3 },
            Refusal::ItemTypeLimitReached { limit: 2, current: 2 },
            Refusal::AlreadyBorrowed {
                borrowing_id: BorrowingId::new(1),
                due_on: day,
            },
            Refusal::BookNotLendable,
            Refusal::BookArchived,
            Refusal::NoCopyAvailable,
            Refusal::CopiesWaitForHolds,
            Refusal::CopyNotLendable,
            Refusal::CopyNotAvailable {
                state: CopyState::OnLoan,
            },
            Refusal::DueAlready { due_on: day },
            Refusal::BorrowingNotOpen,
            Refusal::CopyLost,
            Refusal::NoRenewalsLeft { allowed: 2 },
            Refusal::TooEarly { from: day },
            Refusal::BorrowerInactive,
            Refusal::HoldWaiting,
            Refusal::DueDateNotLater { due_on: day },
        ];
        let codes: Vec<&str> = all.iter().map(Refusal::code).collect();
        assert_eq!(codes, Refusal::CODES);
        all
    }

    #[test]
    fn a_balance_at_the_limit_names_the_refused_action() {
        for (action, reader, expected) in [
            (
                Action::Borrow,
                Reader::Borrower,
                "You owe $10.75; borrowing is possible again below $10.00",
            ),
            (
                Action::Renew,
                Reader::Borrower,
                "You owe $10.75; renewing is possible again below $10.00",
            ),
            (
                Action::Borrow,
                Reader::Staff,
                "This person owes $10.75; borrowing is possible below $10.00",
            ),
            (
                Action::Renew,
                Reader::Staff,
                "This person owes $10.75; renewing is possible below $10.00",
            ),
        ] {
            assert_eq!(refusal_words(&balance(), action, reader), expected);
        }
    }

    #[test]
    fn staff_are_not_addressed_as_the_borrower() {
        for refusal in all() {
            for action in ACTIONS {
                let words = refusal_words(&refusal, action, Reader::Staff);
                for wrong in ["You ", "Your ", " you", "contact the library", "Please"] {
                    assert!(!words.contains(wrong), "{}: {words}", refusal.code());
                }
            }
        }
    }

    #[test]
    fn a_limit_of_one_is_in_the_singular() {
        for (refusal, borrower, staff) in [
            (
                Refusal::BorrowingLimitReached { limit: 1, current: 1 },
                "You have reached the limit of 1 borrowed book",
                "This person has reached the limit of 1 borrowed book",
            ),
            (
                Refusal::ItemTypeLimitReached { limit: 1, current: 1 },
                "You have reached the limit of 1 borrowed item of this type",
                "This person has reached the limit of 1 borrowed item of this type",
            ),
        ] {
            let words = |reader| refusal_words(&refusal, Action::Borrow, reader);
            assert_eq!(
                (words(Reader::Borrower).as_str(), words(Reader::Staff).as_str()),
                (borrower, staff)
            );
        }
    }
}
