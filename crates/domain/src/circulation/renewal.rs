//! Renewals: whether a borrowing can be renewed, until when, and which fine the renewal books.

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::due::{DueDate, due_after};
use super::eligibility::{PersonFacts, person_refusals};
use super::fine::{Fine, LatePeriod, fine};
use super::overrides::{Override, apply_overrides};
use super::policy::{RenewFrom, Terms};
use super::refusal::Refusal;
use crate::calendar::Calendar;
use crate::money::{Amount, Currency};

/// Everything that decides a renewal.
#[derive(Clone, Copy, Debug)]
pub struct RenewalFacts<'a> {
    /// Whether the borrowing is open: not returned.
    pub is_open: bool,
    /// Whether its copy is lost.
    pub is_lost: bool,
    /// The due day before the renewal.
    pub due_on: Date,
    /// Renewals so far.
    pub renewals: u32,
    /// Overdue fines that this borrowing was charged so far, waived ones included.
    pub already_charged: Amount,
    /// The price of a new copy, when it is known.
    pub replacement_price: Option<Amount>,
    /// Whether a hold waits that no other free copy can serve.
    pub hold_waits: bool,
    /// The borrower.
    pub person: PersonFacts,
    /// The terms that the book was lent under: number and length of renewals, fines, closed days.
    pub terms: &'a Terms,
    /// The terms that the same case has now: blocks and latest due date.
    pub current: &'a Terms,
    /// The days on which the library is closed.
    pub calendar: &'a Calendar,
    /// How amounts are written.
    pub currency: Currency,
    /// Today in the library's zone.
    pub today: Date,
}

/// A renewal that may go ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// The new due day.
    pub due_on: Date,
    /// How the due day came about.
    pub explanation: RenewalExplanation,
    /// The fine to charge for the days late until today; its amount is zero when there is nothing to charge.
    pub fine: Fine,
    /// The overrides that made the renewal possible, to be recorded.
    pub overrides: Vec<Override>,
}

/// How a new due day came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenewalExplanation {
    /// The day from which the renewal counts.
    pub counted_from: Date,
    /// The due date: length, closed days, latest due date.
    pub due: DueDate,
    /// Renewals that are left after this one.
    pub renewals_left: u32,
}

/// Renews a borrowing today, or returns every refusal without an override. Pass no overrides for a borrower's own
/// renewal.
///
/// The renewal counts from the due day or from today, as the terms say; an overdue borrowing counts from
/// today. Its length is the renewal length, or the loan length again. Closed days and the latest due date apply
/// as for a borrowing. When staff override that the new due day is not later, the due day stays.
///
/// The fine of an overdue borrowing is for the days after the old due day up to and including today. The new due
/// day is today or later, and only days after it are late then. So each late day belongs to one charge at most,
/// of a renewal or of the return. Each due day has its own days of grace; the caps limit the sum of all charges.
///
/// # Errors
/// The reasons that remain, at least one.
pub fn renewal(facts: &RenewalFacts<'_>, overrides: &[Override]) -> Result<Renewal, Vec<Refusal>> {
    let terms = facts.terms;
    let counted_from = match terms.renew_from {
        RenewFrom::DueDate => facts.due_on.max(facts.today),
        RenewFrom::Today => facts.today,
    };
    let days = terms.renewal_days.unwrap_or(terms.loan_days);
    let until = Terms {
        latest_due_date: facts.current.latest_due_date,
        ..*terms
    };
    let due = due_after(counted_from, days, &until, facts.calendar);
    let judged = apply_overrides(refusals(facts, due.date), overrides);
    if !judged.remaining.is_empty() {
        return Err(judged.remaining);
    }
    Ok(Renewal {
        due_on: due.date.max(facts.due_on),
        explanation: RenewalExplanation {
            counted_from,
            due,
            renewals_left: u32::from(terms.renewals_allowed).saturating_sub(facts.renewals.saturating_add(1)),
        },
        fine: fine(&LatePeriod {
            due_on: facts.due_on,
            until: facts.today,
            terms,
            calendar: facts.calendar,
            replacement_price: facts.replacement_price,
            already_charged: facts.already_charged,
        }),
        overrides: judged.used,
    })
}

/// Every reason against a renewal until `new_due_on`. A borrowing that is not open has no other reasons.
fn refusals(facts: &RenewalFacts<'_>, new_due_on: Date) -> Vec<Refusal> {
    if !facts.is_open {
        return vec![Refusal::BorrowingNotOpen];
    }
    let allowed = u32::from(facts.terms.renewals_allowed);
    let opens_on = facts
        .terms
        .no_renewal_before_days
        .map(|days| facts.due_on.saturating_sub(Span::new().days(i64::from(days))));
    let before = [
        facts.is_lost.then_some(Refusal::CopyLost),
        (facts.renewals >= allowed).then_some(Refusal::NoRenewalsLeft { allowed }),
        opens_on
            .filter(|from| facts.today < *from)
            .map(|from| Refusal::TooEarly { from }),
    ];
    let after = [
        facts.hold_waits.then_some(Refusal::HoldWaiting),
        (new_due_on <= facts.due_on).then_some(Refusal::DueDateNotLater { due_on: facts.due_on }),
    ];
    let person = person_refusals(&facts.person, facts.current, facts.currency, facts.today);
    before
        .into_iter()
        .flatten()
        .chain(person.map(of_borrower))
        .chain(after.into_iter().flatten())
        .collect()
}

/// Staff may renew for a deactivated account, although they may not lend to it.
fn of_borrower(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::AccountInactive => Refusal::BorrowerInactive,
        other => other,
    }
}
