//! Renewing: a later due day for an open borrowing.

use std::sync::Arc;

use carrel_domain::calendar::{civil_date, end_of_day};
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::overrides::Override;
use carrel_domain::circulation::policy::Case;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::circulation::renewal::{Renewal, RenewalFacts, renewal};
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::Amount;
use carrel_domain::users::{Act, User};
use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::borrowings::{Filter, NewRenewal, Order, RenewalCase};
use carrel_storage::{Transaction, borrowings, users};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::circulation::charge::charge_in;
use crate::circulation::decision::person;
use crate::circulation::events::announce;
use crate::circulation::view::Borrowing;
use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// The maximum number of borrowings that one call renews.
const MOST_AT_ONCE: i64 = 1000;

/// A renewed borrowing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Renewed {
    pub borrowing: Borrowing,
    /// What the renewal charged for the days late until today; zero when it was not late.
    pub charged: Amount,
}

/// The outcome of renewing all open borrowings of a person.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RenewedAll {
    pub renewed: Vec<Renewed>,
    /// The borrowings that were not renewed, each with every reason against it.
    pub refused: Vec<(Borrowing, Vec<Refusal>)>,
}

/// Renews a borrowing: one's own, or any borrowing for staff, who may override refusals.
///
/// # Errors
/// [`Noun::Borrowing`] is not found, also when it belongs to another person and the caller is not staff;
/// [`Error::Refused`] with every refusal that is not overridden.
pub async fn renew(
    library: &Library,
    context: Context,
    borrowing_id: BorrowingId,
    overrides: Vec<Override>,
) -> Result<Renewed> {
    context.require(Act::Borrow)?;
    if !overrides.is_empty() {
        context.require(Act::OverrideRefusals)?;
    }
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), borrowing_id, overrides),
            |transaction, (context, settings, id, overrides)| {
                Box::pin(async move { renew_in(transaction, context, settings, *id, overrides).await })
            },
        )
        .await
}

/// Renews every open borrowing of the caller that can be renewed, the earliest due day first.
pub async fn renew_all(library: &Library, context: Context) -> Result<RenewedAll> {
    context.require(Act::Borrow)?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings()),
            |transaction, (context, settings)| Box::pin(renew_all_in(transaction, context, settings)),
        )
        .await
}

async fn renew_all_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
) -> Result<RenewedAll> {
    let user_id = &context.require(Act::Borrow)?.user.id;
    // The lock comes before the list, so that no other call changes these borrowings meanwhile.
    users::find_locked(transaction, *user_id).await?;
    let settings = Settings::current(cached, transaction).await?;
    let mine = Filter::of_user(*user_id, BorrowingState::Open, context.now_ms());
    let rows = borrowings::list(transaction, &mine, Order::Due, MOST_AT_ONCE, 0).await?;
    let mut all = RenewedAll::default();
    for row in rows {
        match renew_in(transaction, context, cached, row.id, &[]).await {
            Ok(renewed) => all.renewed.push(renewed),
            Err(Error::Refused(reasons)) => {
                let borrowing = Borrowing::at(row, context.now, &settings);
                all.refused.push((borrowing, reasons));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

async fn renew_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    id: BorrowingId,
    overrides: &[Override],
) -> Result<Renewed> {
    let not_found = || Error::NotFound(Noun::Borrowing);
    let (user_id, _) = borrowings::parties(transaction, id)
        .await?
        .ok_or_else(not_found)?;
    let actor_id = &context.require(Act::Borrow)?.user.id;
    if user_id != *actor_id {
        // For a student, another person's borrowing does not exist.
        context.require(Act::CheckOut).map_err(|error| match error {
            Error::NotAllowed => not_found(),
            other => other,
        })?;
    }
    let user = users::find_locked(transaction, user_id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    let case = borrowings::renewal_case(transaction, id)
        .await?
        .ok_or_else(not_found)?;
    let settings = Settings::current(cached, transaction).await?;
    let renewal = decide(transaction, context, &settings, &user, &case, overrides).await?;
    let mut found = case.borrowing;

    let overridden = Some(&renewal.overrides).filter(|used| !used.is_empty());
    let overridden = overridden.map(|used| json!(used).to_string());
    let (from_due_on, to_due_on) = (found.due_on.to_string(), renewal.due_on.to_string());
    let due_at = end_of_day(renewal.due_on, &settings.zone).as_millisecond();
    // A call that waited for the lock may have an earlier instant than the last event.
    let at = context.stored_now().max(found.last_event_at());
    let new = NewRenewal {
        borrowing_id: id,
        at: at.as_millisecond(),
        actor_id: *actor_id,
        from_due_on: &from_due_on,
        to_due_on: &to_due_on,
        overrides: overridden.as_deref(),
    };
    charge_in(transaction, context, &settings, &found, &renewal.fine).await?;
    let event = audit::Event {
        action: "borrowing.renewed",
        subject: Subject::of(id)
            .about_user(found.user_id)
            .about_book(found.book_id),
        before: Some(json!({ "dueOn": from_due_on })),
        after: Some(json!({
            "dueOn": to_due_on, "explanation": renewal.explanation, "fine": renewal.fine,
            "overrides": renewal.overrides,
        })),
    };
    let entry = audit::Entry::new(context, event);
    let statements = [
        borrowings::moving_due_day(&new, due_at),
        borrowings::recording_renewal(&new),
        entry.writing(),
    ];
    if transaction.execute_all(&statements).await?.contains(&0) {
        // Not a refusal, with which a call that renews several borrowings would go on and commit the charge.
        return Err(Error::overtaken());
    }
    found.due_on = renewal.due_on;
    found.renewals += 1;
    found.renewed_at = Some(at);
    found.charged.0 += renewal.fine.amount.0;
    found.overdue_charged.0 += renewal.fine.amount.0;
    let borrowing = Borrowing::at(found, context.now, &settings);
    announce(transaction, context, WebhookEvent::BorrowingRenewed, &borrowing).await?;
    Ok(Renewed {
        borrowing,
        charged: renewal.fine.amount,
    })
}

/// Collects the facts and lets the domain decide.
async fn decide(
    transaction: &mut Transaction,
    context: &Context,
    settings: &Settings,
    user: &User,
    case: &RenewalCase,
    overrides: &[Override],
) -> Result<Renewal> {
    let found = &case.borrowing;
    let standing = borrowings::standing(transaction, user.id, found.book_id, context.now_ms()).await?;
    let current = settings.policies.terms(&Case {
        patron_category: user.patron_category.as_deref(),
        item_type: case.item_type.as_deref(),
        branch: Some(&case.branch),
    });
    let today = civil_date(context.now, &settings.zone);
    let facts = RenewalFacts {
        late: found.late_period(today, &settings.calendar),
        is_open: found.returned_at.is_none(),
        is_lost: case.copy_state == CopyState::Lost,
        renewals: u32::try_from(found.renewals).unwrap_or(u32::MAX),
        hold_waits: false,
        person: person(user, &standing),
        current: &current,
        currency: settings.currency,
    };
    renewal(&facts, overrides).map_err(Error::Refused)
}
