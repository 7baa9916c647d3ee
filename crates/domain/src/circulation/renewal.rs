//! Renewals: whether a borrowing can be renewed, until when, and which fine the renewal books.

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::due::{DueDate, LATEST_DUE_DAYS, due_after};
use super::eligibility::{PersonFacts, person_refusals};
use super::fine::{Fine, LatePeriod, fine};
use super::overrides::{Override, apply_overrides};
use super::policy::{RenewFrom, Terms};
use super::refusal::Refusal;
use crate::money::Currency;

/// Everything that decides a renewal.
#[derive(Clone, Copy, Debug)]
pub struct RenewalFacts<'a> {
    /// The time until today since the due day before the renewal, as for the fine of a return today. Its terms are those
    /// that the book was lent under: number and length of renewals, fines, closed days.
    pub late: LatePeriod<'a>,
    /// Whether the borrowing is open: not returned.
    pub is_open: bool,
    /// Whether its copy is lost.
    pub is_lost: bool,
    /// Renewals so far.
    pub renewals: u32,
    /// Whether a hold waits that no other free copy can serve.
    pub hold_waits: bool,
    /// The borrower.
    pub person: PersonFacts,
    /// The terms that the same case has now: blocks and latest due date.
    pub current: &'a Terms,
    /// How amounts are written.
    pub currency: Currency,
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
/// as for a borrowing, and no renewal is due later than two years from today.
///
/// The fine of an overdue borrowing is for the days after the old due day up to and including today. The new due
/// day is today or later, and only days after it are late then. So each late day belongs to one charge at most,
/// of a renewal or of the return. Each due day has its own days of grace; the caps limit the sum of all charges.
///
/// # Errors
/// The reasons that remain, at least one.
pub fn renewal(facts: &RenewalFacts<'_>, overrides: &[Override]) -> Result<Renewal, Vec<Refusal>> {
    let LatePeriod {
        due_on,
        until: today,
        terms,
        calendar,
        ..
    } = facts.late;
    let counted_from = match terms.renew_from {
        RenewFrom::DueDate => due_on.max(today),
        RenewFrom::Today => today,
    };
    let days = terms.renewal_days.unwrap_or(terms.loan_days);
    let latest = today.saturating_add(Span::new().days(LATEST_DUE_DAYS));
    let term_end = facts.current.latest_due_date.filter(|end| *end >= today);
    // A due day after the end of term stays, and becomes no later.
    let counted_from = term_end.map_or(counted_from, |end| counted_from.min(end));
    let until = Terms {
        latest_due_date: Some(term_end.map_or(latest, |end| end.min(latest))),
        ..*terms
    };
    let due = due_after(counted_from, days, &until, calendar);
    let judged = apply_overrides(refusals(facts, due.date), overrides);
    if !judged.remaining.is_empty() {
        return Err(judged.remaining);
    }
    Ok(Renewal {
        due_on: due.date,
        explanation: RenewalExplanation {
            counted_from,
            due,
            renewals_left: u32::from(terms.renewals_allowed).saturating_sub(facts.renewals.saturating_add(1)),
        },
        fine: fine(&facts.late),
        overrides: judged.used,
    })
}

/// Every reason against a renewal until `new_due_on`. A borrowing that is not open has no other reasons.
fn refusals(facts: &RenewalFacts<'_>, new_due_on: Date) -> Vec<Refusal> {
    if !facts.is_open {
        return vec![Refusal::BorrowingNotOpen];
    }
    let LatePeriod {
        due_on,
        until: today,
        terms,
        ..
    } = facts.late;
    let allowed = u32::from(terms.renewals_allowed);
    let opens_on = terms
        .no_renewal_before_days
        .map(|days| due_on.saturating_sub(Span::new().days(i64::from(days))));
    let before = [
        facts.is_lost.then_some(Refusal::CopyLost),
        (facts.renewals >= allowed).then_some(Refusal::NoRenewalsLeft { allowed }),
        opens_on
            .filter(|from| today < *from)
            .map(|from| Refusal::TooEarly { from }),
    ];
    let after = [
        facts.hold_waits.then_some(Refusal::HoldWaiting),
        (new_due_on <= due_on).then_some(Refusal::DueDateNotLater { due_on }),
    ];
    let person = person_refusals(&facts.person, facts.current, facts.currency, today);
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
