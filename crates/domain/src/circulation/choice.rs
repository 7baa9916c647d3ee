//! Chooses the copy of a book that a person borrows, by the policies that apply to each copy.

use std::cmp::Reverse;

use jiff::civil::Date;

use super::copy_state::CopyState;
use super::due::{DueDate, due_date};
use super::eligibility::{PersonFacts, limit_refusals, person_refusals};
use super::policy::{Case, LoanLimits, Policies, Terms};
use crate::calendar::Calendar;
use crate::money::Currency;

/// A copy of a book, as far as the choice depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The barcode's sort key.
    pub barcode: &'a str,
    /// The copy's own item type, or the book's.
    pub item_type: Option<&'a str>,
    /// The branch that lends it.
    pub branch: Option<&'a str>,
    /// Its state.
    pub state: CopyState,
    /// Whether the copy may leave the library.
    pub is_lendable: bool,
    /// The person's open borrowings of this item type, as lent.
    pub open_of_type: u32,
}

/// A request of a person for any copy of a book.
#[derive(Clone, Copy, Debug)]
pub struct CopyRequest<'a> {
    /// The copies of the book, in any order.
    pub candidates: &'a [Candidate<'a>],
    /// The rules of the library.
    pub policies: &'a Policies,
    /// The borrower.
    pub person: PersonFacts,
    /// The borrower's patron category.
    pub patron_category: Option<&'a str>,
    /// How amounts are written.
    pub currency: Currency,
    /// The book's own borrowing period in days.
    pub borrowing_period_days: Option<u16>,
    /// The day of the borrowing.
    pub borrowed_on: Date,
    /// The days on which the library is closed.
    pub calendar: &'a Calendar,
}

/// The conditions under which a person would get a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The terms of the borrowing.
    pub terms: Terms,
    /// The limits that apply to it.
    pub limits: LoanLimits,
    /// The due date.
    pub due: DueDate,
    /// Whether the copy may leave the library: it is lendable, and its item type allows at least one loan.
    pub may_leave: bool,
}

/// The copy that a person gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index among the candidates.
    pub index: usize,
    /// The conditions of the borrowing.
    pub offer: Offer,
}

/// The conditions for a copy, whatever its state.
pub fn offer(request: &CopyRequest<'_>, candidate: &Candidate<'_>) -> Offer {
    let case = Case {
        patron_category: request.patron_category,
        item_type: candidate.item_type,
        branch: candidate.branch,
    };
    let terms = request
        .policies
        .terms(&case)
        .for_book(request.borrowing_period_days);
    let limits = request.policies.loan_limits(&case);
    Offer {
        may_leave: candidate.is_lendable && limits.of_type != Some(0),
        due: due_date(request.borrowed_on, &terms, None, request.calendar),
        terms,
        limits,
    }
}

/// The available copy that serves the borrower best; `None` when no copy is available.
///
/// The order of preference: a copy that may leave the library; one whose terms give the fewest reasons against the loan,
/// because limits and blocks depend on the item type and the branch; the latest due date; the lowest barcode. When no
/// available copy may leave, the choice is still one of them, with `may_leave` false, so that the refusal can be
/// explained.
pub fn choose_copy(request: &CopyRequest<'_>) -> Option<Choice> {
    let available = request
        .candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.state == CopyState::Available);
    let offers = available.map(|(index, candidate)| {
        let offer = offer(request, candidate);
        let rank = (
            Reverse(offer.may_leave),
            reasons_against(request, candidate, &offer),
            Reverse(offer.due.date),
            candidate.barcode,
        );
        (rank, Choice { index, offer })
    });
    offers.min_by_key(|(rank, _)| *rank).map(|(_, choice)| choice)
}

/// The number of reasons against the loan of a copy that its terms and its limits give.
fn reasons_against(request: &CopyRequest<'_>, candidate: &Candidate<'_>, offer: &Offer) -> usize {
    let CopyRequest { person, currency, .. } = request;
    let of_person = person_refusals(person, &offer.terms, *currency, request.borrowed_on);
    let of_limits = limit_refusals(person, offer.limits, candidate.open_of_type);
    of_person.chain(of_limits).count()
}
