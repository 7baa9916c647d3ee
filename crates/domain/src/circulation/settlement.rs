//! What a payment or a waiver settles of a borrowing's charges.

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

/// Why a payment or a waiver of a borrowing's charges is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementRefusal {
    /// Nothing is owed for the borrowing.
    NothingOwed,
    /// The amount is zero or negative.
    NotPositive,
    /// The amount is more than what is owed.
    MoreThanOwed,
}

/// The amount that a payment or a waiver settles of what is `owed` for a borrowing: the `requested` one, or all.
pub fn settle(owed: Amount, requested: Option<Amount>) -> Result<Amount, SettlementRefusal> {
    if !owed.is_positive() {
        return Err(SettlementRefusal::NothingOwed);
    }
    let amount = requested.unwrap_or(owed);
    if !amount.is_positive() {
        Err(SettlementRefusal::NotPositive)
    } else if amount > owed {
        Err(SettlementRefusal::MoreThanOwed)
    } else {
        Ok(amount)
    }
}

/// Divides a payment among what is `owed` for several borrowings, each of them positive: the `requested` amount, or all. The
/// first ones are settled first. Returns the amount for each borrowing, which may be zero.
///
/// # Errors
/// Those of [`settle`], of the sum.
pub fn allocate(owed: &[Amount], requested: Option<Amount>) -> Result<Vec<Amount>, SettlementRefusal> {
    let total = Amount(owed.iter().map(|owed| owed.0).sum());
    let mut left = settle(total, requested)?;
    let amounts = owed.iter().map(|owed| {
        let amount = left.min(*owed);
        left = Amount(left.0 - amount.0);
        amount
    });
    Ok(amounts.collect())
}
