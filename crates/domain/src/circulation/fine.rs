//! The fine for a late return.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::{GraceRule, Terms};
use crate::calendar::{Calendar, days_between};
use crate::money::Amount;

/// A period for which a copy was late, and what decides its fine.
#[derive(Clone, Copy, Debug)]
pub struct LatePeriod<'a> {
    /// The due day in force.
    pub due_on: Date,
    /// The day of the return or of the renewal; today while the copy is out.
    pub until: Date,
    /// The terms of the borrowing.
    pub terms: &'a Terms,
    /// The days on which the library is closed.
    pub calendar: &'a Calendar,
    /// The price of a new copy, when it is known.
    pub replacement_price: Option<Amount>,
    /// Overdue fines that were charged for earlier due days of the same borrowing, waived ones included.
    pub already_charged: Amount,
}

/// What limited a fine.
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
    /// The amount to charge.
    pub amount: Amount,
    /// Civil days from the due day to the return.
    pub days_late: u32,
    /// Closed days among them that cost nothing.
    pub closed_days_skipped: u32,
    /// Full periods that were charged, before the cap.
    pub charged_periods: u32,
    /// Days of grace among the days that count.
    pub grace_days_used: u32,
    /// What limited the fine.
    pub capped: Option<CapReason>,
}

/// The fine for a late period.
///
/// Days late are the civil days after `due_on` up to and including `until`; closed days are left out if the
/// terms say so. Nothing is charged up to the end of the days of grace; after them, `forgiven` counts the days
/// beyond grace and `included` counts all days. A period is charged when it ends, so a part of a period costs
/// nothing.
///
/// The caps limit the sum of a borrowing's overdue fines, so `already_charged` counts towards them. The lower
/// of the two caps applies; the policy's when they are equal.
pub fn fine(late: &LatePeriod<'_>) -> Fine {
    let terms = late.terms;
    let days_late = u32::try_from(days_between(late.due_on, late.until)).unwrap_or(0);
    let closed_days_skipped = if terms.fine_skips_closed_days {
        let closed_days = late.calendar.closed_days_between(late.due_on, late.until);
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
    let charged_periods = charged_days / u32::from(terms.fine_period_days.max(1));
    let uncapped = Amount(terms.fine_per_period.0.saturating_mul(i64::from(charged_periods)));
    let cap = room_below_caps(late).filter(|(room, _)| uncapped > *room);
    Fine {
        amount: cap.map_or(uncapped, |(room, _)| room),
        days_late,
        closed_days_skipped,
        charged_periods,
        grace_days_used,
        capped: cap.map(|(_, reason)| reason),
    }
}

/// What can be charged below the lower of the two caps.
fn room_below_caps(late: &LatePeriod<'_>) -> Option<(Amount, CapReason)> {
    let policy = late.terms.fine_cap.map(|cap| (cap, CapReason::Policy));
    let price = late
        .replacement_price
        .filter(|_| late.terms.cap_at_replacement_price)
        .map(|price| (price, CapReason::ReplacementPrice));
    let (cap, reason) = [policy, price]
        .into_iter()
        .flatten()
        .min_by_key(|(cap, _)| *cap)?;
    let room = cap.0.saturating_sub(late.already_charged.0).max(0);
    Some((Amount(room), reason))
}
