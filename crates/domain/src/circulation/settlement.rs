//! Which charges a payment settles.

use jiff::Timestamp;
use serde::Serialize;

use super::borrowing::BorrowingId;
use crate::money::Amount;
use crate::validation::optional_lines;

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, Text};

    /// The note of a payment.
    pub const NOTE: Text = Text::up_to(500, Form::LINES);
    /// The reason for a waiver.
    pub const REASON: Text = Text::of(1, 500, Form::FILLED_LINES);
}

/// The note of a payment or a waiver, trimmed; `None` when it is empty.
pub fn validate_note(text: Option<&str>) -> Result<Option<String>, &'static str> {
    optional_lines(
        text,
        limit::NOTE,
        "Note cannot exceed 500 characters",
        "Note contains characters that are not allowed",
    )
}

/// What is still owed for one borrowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCharge {
    /// The borrowing that was charged.
    pub borrowing_id: BorrowingId,
    /// What is left to pay.
    pub outstanding: Amount,
    /// When it was charged.
    pub charged_at: Timestamp,
}

/// A part of a payment and what it settles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Allocation {
    /// The borrowing whose charge is settled.
    pub borrowing_id: BorrowingId,
    /// The amount settled, greater than zero.
    pub amount: Amount,
}

/// Why a payment cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum SettlementError {
    /// The payment is zero or negative.
    #[error("amount_not_positive")]
    AmountNotPositive {
        /// What was paid.
        amount: Amount,
    },
    /// More was paid than is owed, for the borrowing it was directed to or in all.
    #[error("more_than_owed")]
    MoreThanOwed {
        /// What was paid.
        amount: Amount,
        /// What is owed.
        owed: Amount,
    },
}

/// Splits a payment or waiver over the open charges, oldest first, or only over those of the borrowing it
/// is `directed` to.
///
/// The parts add up to the payment exactly. Charges of the same instant go in the order of their ids.
pub fn allocate(
    payment: Amount,
    open_charges: &[OpenCharge],
    directed: Option<BorrowingId>,
) -> Result<Vec<Allocation>, SettlementError> {
    if !payment.is_positive() {
        return Err(SettlementError::AmountNotPositive { amount: payment });
    }
    let mut charges: Vec<&OpenCharge> = open_charges
        .iter()
        .filter(|charge| charge.outstanding.is_positive())
        .filter(|charge| directed.is_none_or(|borrowing_id| charge.borrowing_id == borrowing_id))
        .collect();
    charges.sort_by_key(|charge| (charge.charged_at, charge.borrowing_id));

    let mut left = payment;
    let mut allocations = Vec::new();
    for charge in charges {
        let amount = left.min(charge.outstanding);
        if amount.is_positive() {
            allocations.push(Allocation {
                borrowing_id: charge.borrowing_id,
                amount,
            });
        }
        left = Amount(left.0 - amount.0);
    }
    if left.is_positive() {
        return Err(SettlementError::MoreThanOwed {
            amount: payment,
            owed: Amount(payment.0 - left.0),
        });
    }
    Ok(allocations)
}
