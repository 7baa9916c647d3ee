//! Charges without a borrowing: what staff charge for a lost card, prints or damage, and unpaid fines of another system.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::amount::Amount;
use crate::circulation::borrowing::BorrowingId;
use crate::identity::{Entity, Id};
use crate::users::UserId;
use crate::validation::{FieldError, Findings, required_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, Text};

    /// The description of a charge.
    pub const DESCRIPTION: Text = Text::of(1, 500, Form::FILLED_LINE);
    /// The maximum amount, in minor units: a million dollars.
    pub const MOST_MINOR: i64 = 100_000_000;
}

/// Why a person is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeReason {
    /// A late return. Staff never choose it: it comes from a return, or with an import.
    Overdue,
    /// Something that the library lent was lost.
    Lost,
    /// Work of the library, such as a new card or prints.
    Processing,
    /// Something was damaged.
    Damage,
    /// Anything else.
    Other,
}

impl ChargeReason {
    /// Every reason.
    pub const ALL: [ChargeReason; 5] = [
        ChargeReason::Overdue,
        ChargeReason::Lost,
        ChargeReason::Processing,
        ChargeReason::Damage,
        ChargeReason::Other,
    ];

    /// The reasons that staff can choose, in display order.
    pub const CHOSEN: [ChargeReason; 4] = [
        ChargeReason::Lost,
        ChargeReason::Processing,
        ChargeReason::Damage,
        ChargeReason::Other,
    ];

    /// The stored and sent text.
    pub const fn as_str(self) -> &'static str {
        match self {
            ChargeReason::Overdue => "overdue",
            ChargeReason::Lost => "lost",
            ChargeReason::Processing => "processing",
            ChargeReason::Damage => "damage",
            ChargeReason::Other => "other",
        }
    }
}

/// What a person may owe for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Debt {
    /// The fines of a borrowing.
    Borrowing(BorrowingId),
    /// A charge without a borrowing.
    Charge(ChargeId),
}

/// A charge without a borrowing, with the sums of what was booked for it since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub id: ChargeId,
    pub user_id: UserId,
    /// The text of a [`ChargeReason`].
    pub reason: String,
    pub description: String,
    pub amount: Amount,
    /// When it arose.
    pub at: Timestamp,
    /// The name of the person who added it; none when the account is erased.
    pub added_by: Option<String>,
    /// The sum of payments and waivers less refunds.
    pub settled: Amount,
    /// The sum of reversals: nothing, or the amount.
    pub reversed: Amount,
}

/// The identifier of a charge: the number of its entry of the ledger.
pub type ChargeId = Id<Charge>;

impl Entity for Charge {
    const NAME: &'static str = "charge";
}

/// How a charge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeStatus {
    /// Something is owed for it.
    Open,
    /// It is paid or waived.
    Settled,
    /// It was added by mistake, and counts as never charged.
    Cancelled,
}

impl ChargeStatus {
    /// Every status.
    pub const ALL: [ChargeStatus; 3] = [ChargeStatus::Open, ChargeStatus::Settled, ChargeStatus::Cancelled];

    /// The sent text.
    pub const fn as_str(self) -> &'static str {
        match self {
            ChargeStatus::Open => "open",
            ChargeStatus::Settled => "settled",
            ChargeStatus::Cancelled => "cancelled",
        }
    }
}

impl Charge {
    /// What is still owed for it.
    pub fn owed(&self) -> Amount {
        Amount(self.amount.0 - self.settled.0 - self.reversed.0)
    }

    /// How it stands.
    pub fn status(&self) -> ChargeStatus {
        if self.reversed.is_positive() {
            ChargeStatus::Cancelled
        } else if self.owed().is_positive() {
            ChargeStatus::Open
        } else {
            ChargeStatus::Settled
        }
    }

    /// Whether it can be cancelled, as a charge that was added by mistake.
    ///
    /// # Errors
    /// The reason against it.
    pub fn cancel(&self) -> Result<(), CancelRefusal> {
        if self.reversed.is_positive() {
            Err(CancelRefusal::Cancelled)
        } else if self.settled.is_positive() {
            Err(CancelRefusal::Settled)
        } else {
            Ok(())
        }
    }
}

/// Why a charge cannot be cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelRefusal {
    /// It was cancelled before.
    Cancelled,
    /// Something was paid or waived, also only in part.
    Settled,
}

/// The form of a charge as it was sent.
#[derive(Clone, Debug, Default)]
pub struct ChargeForm {
    pub reason: Option<String>,
    pub amount: Option<Amount>,
    pub description: Option<String>,
}

/// A valid charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidCharge {
    pub reason: ChargeReason,
    pub amount: Amount,
    pub description: String,
}

impl ChargeForm {
    /// Validates every field.
    ///
    /// # Errors
    /// The errors of all fields.
    pub fn validate(self) -> Result<ValidCharge, Vec<FieldError>> {
        let mut findings = Findings::default();
        let reason = findings.take("reason", chosen_reason(self.reason.as_deref()));
        let amount = findings.take("amount", validate_amount(self.amount));
        let description = findings.take("description", validate_description(self.description.as_deref()));
        match (reason, amount, description) {
            (Some(reason), Some(amount), Some(description)) => Ok(ValidCharge {
                reason,
                amount,
                description,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

fn chosen_reason(text: Option<&str>) -> Result<ChargeReason, &'static str> {
    ChargeReason::CHOSEN
        .into_iter()
        .find(|reason| Some(reason.as_str()) == text)
        .ok_or("Please choose a reason from the list")
}

/// The amount of a charge: above zero, and at most [`limit::MOST_MINOR`].
///
/// # Errors
/// The message.
pub fn validate_amount(amount: Option<Amount>) -> Result<Amount, &'static str> {
    match amount {
        None => Err("Amount is required"),
        Some(amount) if !amount.is_positive() => Err("Amount must be more than zero"),
        Some(amount) if amount.0 > limit::MOST_MINOR => Err("Amount is too large"),
        Some(amount) => Ok(amount),
    }
}

/// The description of a charge, trimmed.
///
/// # Errors
/// The message.
pub fn validate_description(text: Option<&str>) -> Result<String, &'static str> {
    required_line(
        text,
        limit::DESCRIPTION,
        "Description is required",
        "Description cannot exceed 500 characters",
        "Description contains characters that are not allowed",
    )
}
