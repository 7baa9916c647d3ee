//! What it costs to be late.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::{GraceRule, Terms};
use crate::calendar::{Calendar, days_between};
use crate::money::Amount;

/// The part of the terms that decides a fine, as it was when the book was lent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FineTerms {
    /// Fine for each period.
    pub per_period: Amount,
    /// Length of a period in days; 0 counts as 1.
    pub period_days: u16,
    /// Days of grace after the due date.
    pub grace_days: u16,
    /// Whether the days of grace are charged once they are over.
    pub grace_rule: GraceRule,
    /// The most the fine can be.
    pub cap: Option<Amount>,
    /// Whether the fine never exceeds the replacement price.
    pub cap_at_replacement_price: bool,
    /// Whether closed days cost nothing.
    pub skips_closed_days: bool,
}

impl From<&Terms> for FineTerms {
    fn from(terms: &Terms) -> FineTerms {
        FineTerms {
            per_period: terms.fine_per_period,
            period_days: terms.fine_period_days,
            grace_days: terms.grace_days,
            grace_rule: terms.grace_rule,
            cap: terms.fine_cap,
            cap_at_replacement_price: terms.cap_at_replacement_price,
            skips_closed_days: terms.fine_skips_closed_days,
        }
    }
}

/// What cut a fine short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapReason {
    /// The policy's own cap.
    Policy,
    /// The price of a new copy.
    ReplacementPrice,
}

/// A fine and the arithmetic behind it, as it is stored with the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fine {
    /// What is owed.
    pub amount: Amount,
    /// Civil days from the due day to the return.
    pub days_late: u32,
    /// Of these, closed days that cost nothing.
    pub closed_days_skipped: u32,
    /// Full periods that were charged, before the cap.
    pub charged_periods: u32,
    /// Of the days that count, those covered by grace.
    pub grace_days_used: u32,
    /// What cut the fine short.
    pub capped: Option<CapReason>,
}

/// The fine for a book due on one day and returned on another, or today while it is out.
///
/// Days late are civil days, closed days left out if the terms say so. Nothing is charged up to the end
/// of the days of grace; after them, `forgiven` counts the days beyond grace and `included` counts all
/// days. A period is charged when it ends, so a part of a period costs nothing (`domain.md`, "Fines and
/// money"). Of two caps the lower holds; the policy's when they are equal.
pub fn fine(
    due_on: Date,
    returned_on: Date,
    terms: &FineTerms,
    calendar: &Calendar,
    replacement_price: Option<Amount>,
) -> Fine {
    let days_late = u32::try_from(days_between(due_on, returned_on)).unwrap_or(0);
    let closed_days_skipped = if terms.skips_closed_days {
        let closed_days = calendar.closed_days_between(due_on, returned_on);
        u32::try_from(closed_days.len()).expect("no more closed days than days late")
    } else {
        0
    };
    let counted_days = days_late - closed_days_skipped;
    let grace_days_used = counted_days.min(u32::from(terms.grace_days));
    let charged_days = match terms.grace_rule {
        GraceRule::Included if counted_days > grace_days_used => counted_days,
        GraceRule::Included | GraceRule::Forgiven => counted_days - grace_days_used,
    };
    let charged_periods = charged_days / u32::from(terms.period_days.max(1));
    let uncapped = Amount(terms.per_period.0.saturating_mul(i64::from(charged_periods)));
    let cap = lowest_cap(terms, replacement_price).filter(|(cap, _)| uncapped > *cap);
    Fine {
        amount: cap.map_or(uncapped, |(cap, _)| cap),
        days_late,
        closed_days_skipped,
        charged_periods,
        grace_days_used,
        capped: cap.map(|(_, reason)| reason),
    }
}

fn lowest_cap(terms: &FineTerms, replacement_price: Option<Amount>) -> Option<(Amount, CapReason)> {
    let policy = terms.cap.map(|cap| (cap, CapReason::Policy));
    let price = replacement_price
        .filter(|_| terms.cap_at_replacement_price)
        .map(|price| (price, CapReason::ReplacementPrice));
    [policy, price].into_iter().flatten().min_by_key(|(cap, _)| *cap)
}
