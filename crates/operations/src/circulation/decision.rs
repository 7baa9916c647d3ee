//! Whether a person may borrow a book or a copy of it: collects the facts and lets the domain decide.

use carrel_domain::calendar::civil_date;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::choice::{Candidate, CopyRequest, Offer, choose_copy, offer};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::due::{DueDay, DueDayOutOfRange, due_day};
use carrel_domain::circulation::eligibility::{BorrowFacts, PersonFacts, SameBook, WantedCopy, refusals};
use carrel_domain::circulation::policy::Terms;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::users::{User, UserId};
use carrel_domain::validation::FieldError;
use carrel_storage::borrowings::Standing;
use carrel_storage::copies::LoanCandidate;
use carrel_storage::{Connection, borrowings, copies};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::core::error::{Error, Noun, Result};
use crate::core::settings::Settings;

/// What a person wants to borrow.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    /// Any copy: the policies choose.
    AnyCopy,
    /// This copy, which the person has chosen.
    Copy(CopyId),
}

/// The reasons for and against a person's borrowing a book.
pub(crate) struct Decision {
    /// The terms of the loan, also when it is refused.
    pub terms: Terms,
    /// The day on which the book would be due if borrowed now, or the one that staff chose.
    pub due: DueDay,
    /// Every reason against it.
    pub refusals: Vec<Refusal>,
    /// The copy that the person would get.
    pub copy: Option<LoanCandidate>,
    /// Their open borrowing of this very book: its id, its due day, its due instant.
    pub same: Option<(BorrowingId, Date, Timestamp)>,
}

/// What the database says about a person and a book.
pub(crate) struct LoanFacts {
    pub standing: Standing,
    pub copies: Vec<LoanCandidate>,
    /// The open borrowings of the person by item type, as lent.
    pub open_by_type: Vec<(Option<String>, i64)>,
}

impl LoanFacts {
    /// Reads them. The person exists.
    pub(crate) async fn read(
        connection: &mut Connection,
        user_id: UserId,
        book_id: BookId,
        now: Timestamp,
    ) -> Result<Self> {
        let (standing, copies, open_by_type) = connection
            .ask_all((
                borrowings::asking_standing(user_id, book_id, now.as_millisecond()),
                copies::asking_loan_candidates(book_id),
                borrowings::asking_open_by_type(user_id),
            ))
            .await?;
        Ok(LoanFacts {
            standing: standing.into_iter().next().ok_or(Error::NotFound(Noun::User))?,
            copies,
            open_by_type,
        })
    }
}

/// Decides whether a person may borrow `wanted` at `now`. `chosen` is a due day that staff set, instead of the one of the
/// policies.
///
/// # Errors
/// [`Noun::Copy`] is not found when the wanted copy belongs to another book; [`Error::Invalid`] for a chosen day out of
/// range.
pub(crate) fn decision(
    facts: LoanFacts,
    settings: &Settings,
    user: &User,
    book: &Book,
    wanted: Wanted,
    chosen: Option<Date>,
    now: Timestamp,
) -> Result<Decision> {
    let LoanFacts {
        mut standing,
        copies,
        open_by_type,
    } = facts;
    let candidates = candidates(&copies, book, &open_by_type);
    let today = civil_date(now, &settings.zone);
    let person = person(user, &standing);
    let request = CopyRequest {
        candidates: &candidates,
        policies: &settings.policies,
        person,
        patron_category: user.patron_category.as_deref(),
        currency: settings.currency,
        borrowing_period_days: book.loan_period(),
        borrowed_on: today,
        calendar: &settings.calendar,
    };
    let choice = match wanted {
        Wanted::AnyCopy => any_copy(&request, book, &open_by_type),
        Wanted::Copy(id) => {
            let index = copies.iter().position(|copy| copy.id == id);
            this_copy(&request, index.ok_or(Error::NotFound(Noun::Copy))?)
        }
    };
    let same = standing
        .same_id
        .take()
        .zip(standing.same_due_on)
        .zip(standing.same_due_at)
        .map(|((id, due_on), due_at)| (id, due_on, due_at));
    let due = due_day(choice.offer.due.date, chosen, now, &settings.zone).map_err(|DueDayOutOfRange| {
        let message = "The due day must be today or later, within two years";
        Error::Invalid(vec![FieldError::new("dueOn", message)])
    })?;
    let borrow_facts = BorrowFacts {
        person,
        is_archived: book.archived_at.is_some(),
        copy: choice.wanted,
        copies_wait_for_holds: false,
        same_book: same.as_ref().map(|(borrowing_id, due_on, _)| SameBook {
            borrowing_id: *borrowing_id,
            due_on: *due_on,
        }),
        terms: &choice.offer.terms,
        limits: choice.offer.limits,
        open_of_type: choice.open_of_type,
        currency: settings.currency,
        today,
        due_already: due.is_over(now).then_some(due.on),
    };
    Ok(Decision {
        refusals: refusals(&borrow_facts),
        terms: choice.offer.terms,
        due,
        copy: choice.index.and_then(|index| copies.into_iter().nth(index)),
        same,
    })
}

/// The copy that the person would get, and the terms for it.
struct Choice {
    index: Option<usize>,
    offer: Offer,
    wanted: WantedCopy,
    open_of_type: u32,
}

/// The copy that the policies choose. When none that may leave the library is available, the terms are those of the copy
/// that they would choose if all were available; for a book without copies, those of its own item type.
fn any_copy(request: &CopyRequest<'_>, book: &Book, open_by_type: &[(Option<String>, i64)]) -> Choice {
    let in_collection: Vec<Candidate<'_>> = request
        .candidates
        .iter()
        .filter(|candidate| candidate.state.is_in_collection())
        .map(|candidate| Candidate {
            state: CopyState::Available,
            ..*candidate
        })
        .collect();
    let best = choose_copy(&CopyRequest {
        candidates: &in_collection,
        ..*request
    });
    let chosen = choose_copy(request);
    let wanted = WantedCopy::Any {
        some_may_leave: best.as_ref().is_none_or(|best| best.offer.may_leave),
        some_is_available: chosen.as_ref().is_some_and(|choice| choice.offer.may_leave),
    };
    // A copy that stays in the library says nothing about the loan of one that is out.
    let is_best = |offer: &Offer| offer.may_leave || best.as_ref().is_none_or(|best| !best.offer.may_leave);
    if let Some(choice) = chosen.filter(|choice| is_best(&choice.offer)) {
        return Choice {
            index: Some(choice.index),
            offer: choice.offer,
            wanted,
            open_of_type: request.candidates[choice.index].open_of_type,
        };
    }
    if let Some(best) = best {
        return Choice {
            index: None,
            offer: best.offer,
            wanted,
            open_of_type: in_collection[best.index].open_of_type,
        };
    }
    let unknown = Candidate {
        barcode: "",
        item_type: book.item_type.as_deref(),
        branch: None,
        state: CopyState::Withdrawn,
        is_lendable: true,
        open_of_type: open_of_type(open_by_type, book.item_type.as_deref()),
    };
    Choice {
        index: None,
        offer: offer(request, &unknown),
        wanted,
        open_of_type: unknown.open_of_type,
    }
}

/// The copy that the person has chosen.
fn this_copy(request: &CopyRequest<'_>, index: usize) -> Choice {
    let candidate = &request.candidates[index];
    let offer = offer(request, candidate);
    Choice {
        index: Some(index),
        wanted: WantedCopy::This {
            may_leave: offer.may_leave,
            state: candidate.state,
        },
        offer,
        open_of_type: candidate.open_of_type,
    }
}

/// The copies of a book as the domain chooses among them. A copy may have another item type than its book, such as one
/// that stays in the reading room.
fn candidates<'a>(
    copies: &'a [LoanCandidate],
    book: &'a Book,
    open_by_type: &[(Option<String>, i64)],
) -> Vec<Candidate<'a>> {
    copies
        .iter()
        .map(|copy| {
            let item_type = copy.item_type.as_deref().or(book.item_type.as_deref());
            Candidate {
                barcode: &copy.barcode_key,
                item_type,
                branch: Some(&copy.branch),
                state: copy.state,
                is_lendable: copy.is_lendable,
                open_of_type: open_of_type(open_by_type, item_type),
            }
        })
        .collect()
}

/// How many open borrowings a person has of an item type, as lent.
fn open_of_type(open_by_type: &[(Option<String>, i64)], item_type: Option<&str>) -> u32 {
    let found = open_by_type.iter().find(|(lent, _)| lent.as_deref() == item_type);
    found.map_or(0, |(_, count)| u32::try_from(*count).unwrap_or(u32::MAX))
}

/// The facts about the person that the decision depends on: account, membership, debts and loans.
pub(crate) fn person(user: &User, standing: &Standing) -> PersonFacts {
    PersonFacts {
        is_active: user.deactivated_at.is_none(),
        is_blocked: user.blocked_at.is_some(),
        expires_on: standing.expires_on,
        balance: standing.balance,
        open_borrowings: u32::try_from(standing.open).unwrap_or(u32::MAX),
        overdue_borrowings: u32::try_from(standing.overdue).unwrap_or(u32::MAX),
    }
}
