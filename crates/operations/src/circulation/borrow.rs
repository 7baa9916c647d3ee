//! Borrowing a book.

use std::sync::Arc;

use carrel_domain::calendar::{civil_date, end_of_day};
use carrel_domain::circulation::choice::{Candidate, CopyRequest, choose_copy, offer};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::eligibility::{
    BorrowFacts, PersonFacts, Refusal, SameBook, WantedCopy, refusals,
};
use carrel_domain::circulation::policy::Terms;
use carrel_domain::circulation::popularity;
use carrel_domain::money::Amount;
use carrel_domain::users::Act;
use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::books::Book;
use carrel_storage::borrowings::{BorrowingRow, NewBorrowing};
use carrel_storage::copies::{LoanCandidate, StateChange};
use carrel_storage::users::UserRow;
use carrel_storage::{Connection, Transaction, books, borrowings, changes, copies, users};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use crate::audit;
use crate::circulation::events::announce;
use crate::circulation::stored_terms::StoredTerms;
use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// What speaks for and against a person's borrowing a book.
pub(crate) struct Decision {
    pub terms: Terms,
    /// The day the book would be due if borrowed now.
    pub due_on: Date,
    pub refusals: Vec<Refusal>,
    /// The copy they would get.
    pub copy: Option<LoanCandidate>,
    /// Their open borrowing of this very book: its id, the day it is due, the instant it is due.
    pub same: Option<(String, String, i64)>,
}

/// Collects the facts and lets the domain decide.
pub(crate) async fn decision(
    connection: &mut Connection,
    settings: &Settings,
    user: &UserRow,
    book: &Book,
    now: Timestamp,
) -> Result<Decision> {
    let standing = borrowings::standing(connection, &user.id, &book.id, now.as_millisecond()).await?;
    let same = match (standing.same_id, standing.same_due_on, standing.same_due_at) {
        (Some(id), Some(due_on), Some(due_at)) => Some((id, due_on, due_at)),
        _ => None,
    };
    let copies = copies::loan_candidates(connection, &book.id).await?;
    let open = u32::try_from(standing.open).unwrap_or(u32::MAX);
    let open_by_type = borrowings::open_by_type(connection, &user.id).await?;
    let open_of_type = |item_type: Option<&str>| {
        let found = open_by_type.iter().find(|(lent, _)| lent.as_deref() == item_type);
        found.map_or(0, |(_, count)| u32::try_from(*count).unwrap_or(u32::MAX))
    };
    // A copy may be of another type than its book, such as one that stays in the reading room.
    let candidates = copies
        .iter()
        .map(|copy| Candidate {
            barcode: &copy.barcode_key,
            item_type: copy.item_type.as_deref().or(book.item_type.as_deref()),
            branch: Some(&copy.branch),
            state: copy.state,
            is_lendable: copy.is_lendable != 0,
            open_of_type: open_of_type(copy.item_type.as_deref().or(book.item_type.as_deref())),
        })
        .collect::<Vec<Candidate<'_>>>();
    let today = civil_date(now, &settings.zone);
    let request = CopyRequest {
        candidates: &candidates,
        policies: &settings.policies,
        patron_category: user.patron_category.as_deref(),
        borrowing_period_days: book.loan_period(),
        borrowed_on: today,
        calendar: &settings.calendar,
    };
    let choice = choose_copy(&request);
    let in_collection: Vec<&Candidate<'_>> = candidates
        .iter()
        .filter(|candidate| candidate.state.is_in_collection())
        .collect();
    let some_may_leave = in_collection.is_empty()
        || in_collection
            .iter()
            .any(|candidate| offer(&request, candidate).may_leave);
    let some_is_available = choice.as_ref().is_some_and(|choice| choice.offer.may_leave);
    // Without an available copy, the terms are those of any copy, or of the book's own type.
    let (copy, offer, open_of_type) = if let Some(choice) = choice {
        (
            copies.get(choice.index).cloned(),
            choice.offer,
            candidates[choice.index].open_of_type,
        )
    } else {
        let any = Candidate {
            barcode: "",
            item_type: book.item_type.as_deref(),
            branch: None,
            state: CopyState::Withdrawn,
            is_lendable: true,
            open_of_type: open_of_type(book.item_type.as_deref()),
        };
        let any = in_collection.first().copied().unwrap_or(&any);
        (None, offer(&request, any), any.open_of_type)
    };
    let due_on = offer.due.date;
    let same_book = same
        .clone()
        .map(|(borrowing_id, due_on, _)| {
            let due_on = due_on
                .parse()
                .map_err(|error| Error::Defect(format!("due day {due_on}: {error}")))?;
            Ok::<_, Error>(SameBook { borrowing_id, due_on })
        })
        .transpose()?;
    let facts = BorrowFacts {
        person: PersonFacts {
            is_active: user.deactivated_at.is_none(),
            is_blocked: user.blocked_at.is_some(),
            expires_on: None,
            balance: Amount(standing.balance_minor),
            open_borrowings: open,
            overdue_borrowings: u32::try_from(standing.overdue).unwrap_or(u32::MAX),
        },
        is_archived: book.archived_at.is_some(),
        copy: WantedCopy::Any {
            some_may_leave,
            some_is_available,
        },
        copies_wait_for_holds: false,
        same_book,
        terms: &offer.terms,
        limits: offer.limits,
        open_of_type,
        currency: settings.currency,
        today,
        due_already: Some(due_on).filter(|due_on| end_of_day(*due_on, &settings.zone) <= now),
    };
    let refusals = refusals(&facts);
    Ok(Decision {
        terms: offer.terms,
        due_on,
        refusals,
        copy,
        same,
    })
}

/// Lends a copy of a book to the person who is signed in.
pub async fn borrow(library: &Library, context: Context, book_id: String) -> Result<Borrowing> {
    let user_id = context.require(Act::Borrow)?.user.id.clone();
    let answer = library
        .answer_once(
            context.call(),
            (context, library.shown_settings(), user_id, book_id),
            |transaction, (context, settings, user_id, book_id)| {
                Box::pin(borrow_in(transaction, context, settings, user_id, book_id))
            },
        )
        .await?;
    if !answer.is_replay {
        metrics::counter!("carrel_borrowings_total").increment(1);
        library.changed.notify_one();
    }
    Ok(answer.outcome)
}

/// Lends a copy in a transaction of the caller's. `cached` are the settings as last read.
pub async fn borrow_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    user_id: &str,
    book_id: &str,
) -> Result<Borrowing> {
    let user = users::find_locked(transaction, user_id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    let book = books::find_locked(transaction, book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let settings = Settings::current(cached, transaction).await?;
    let decision = decision(transaction, &settings, &user, &book, context.now).await?;
    if !decision.refusals.is_empty() {
        return Err(Error::Refused(decision.refusals));
    }
    let LoanCandidate {
        id: copy_id,
        barcode,
        item_type,
        branch,
        ..
    } = decision
        .copy
        .ok_or_else(|| Error::Refused(vec![Refusal::NoCopyAvailable]))?;

    let mut ids = context.ids();
    let id = ids.next();
    let due_on = decision.due_on;
    let terms = StoredTerms::of(&decision.terms)?;
    let new = NewBorrowing {
        id: &id,
        book_id,
        copy_id: &copy_id,
        user_id,
        borrowed_at: context.now_ms(),
        due_on: &due_on.to_string(),
        due_at: end_of_day(due_on, &settings.zone).as_millisecond(),
        terms: terms.as_row(),
        branch: &branch,
        patron_category: user.patron_category.as_deref(),
        item_type: item_type.as_deref().or(book.item_type.as_deref()),
        lent_by: user_id,
    };
    let change = StateChange {
        event_id: &ids.next(),
        copy_id: &copy_id,
        from: CopyState::Available,
        to: CopyState::OnLoan,
        actor_id: context.actor_id(),
        reason: "borrowed",
        at: context.now_ms(),
    };
    let popularity = popularity::after_borrowing(book.popularity, context.now);
    let event = audit::Event {
        action: "borrowing.opened",
        entity: "borrowing",
        entity_id: &id,
        before: None,
        after: Some(json!({ "bookId": book_id, "userId": user_id, "barcode": barcode, "dueOn": due_on })),
    };
    let entry = audit::Entry::new(context, &mut ids, event);
    let mut statements = vec![
        copies::moving(&change),
        books::taking_copy(book_id, popularity),
        borrowings::inserting(&new),
        copies::recording(&change),
        entry.writing(),
    ];
    if book.available_copies == 1 {
        statements.push(changes::appending(book_id, context.now_ms()));
    }
    transaction
        .execute_all(&[borrowings::storing_terms(new.terms)])
        .await?;
    if transaction.execute_all(&statements).await?.contains(&0) {
        return Err(Error::Refused(vec![Refusal::NoCopyAvailable]));
    }
    let borrowing = Borrowing::at(opened(&new, &user, &book, barcode), context.now, &settings)?;
    announce(
        transaction,
        context,
        &mut ids,
        WebhookEvent::BorrowingCreated,
        &borrowing,
    )
    .await?;
    Ok(borrowing)
}

/// The borrowing as it stands once it is written, so that it need not be read again.
fn opened(new: &NewBorrowing<'_>, user: &UserRow, book: &Book, barcode: String) -> BorrowingRow {
    BorrowingRow {
        id: new.id.to_owned(),
        book_id: book.id.clone(),
        book_title: book.title.clone(),
        book_author: book.author.clone(),
        book_cover_image: book.cover_image.clone(),
        book_category: book.category.clone(),
        user_id: user.id.clone(),
        user_name: user.name.clone(),
        user_email: user.email.clone(),
        copy_id: new.copy_id.to_owned(),
        copy_barcode: barcode,
        borrowed_at: new.borrowed_at,
        due_on: new.due_on.to_owned(),
        due_at: new.due_at,
        returned_at: None,
        renewals: 0,
        terms: new.terms.body.to_owned(),
        charged_minor: 0,
        settled_minor: 0,
    }
}
