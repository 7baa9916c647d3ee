//! Payments and waivers of fines and of other charges.

use std::sync::Arc;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::settlement::{SettlementRefusal, settle, validate_note};
use carrel_domain::money::{Amount, Charge, ChargeId, Debt, LedgerKind};
use carrel_domain::users::{Act, UserId};
use carrel_domain::validation::FieldError;
use carrel_storage::counters::{self, Counter};
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction, borrowings, charges, ledger};
use serde_json::json;

use crate::circulation::view::Borrowing;
use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// How a debt is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettlementKind {
    /// Money came in.
    Payment,
    /// The person need not pay. The reason is stored.
    Waiver,
}

impl SettlementKind {
    fn act(self) -> Act {
        match self {
            SettlementKind::Payment => Act::RecordPayment,
            SettlementKind::Waiver => Act::WaiveCharges,
        }
    }

    fn ledger_kind(self) -> LedgerKind {
        match self {
            SettlementKind::Payment => LedgerKind::Payment,
            SettlementKind::Waiver => LedgerKind::Waiver,
        }
    }
}

/// Settles a borrowing's fine: the outstanding sum, or `amount`.
///
/// # Errors
/// [`Noun::Borrowing`] is not found; [`Conflict::NothingOwed`]; the errors of the fields.
pub async fn settle_fine(
    library: &Library,
    context: Context,
    id: BorrowingId,
    kind: SettlementKind,
    amount: Option<Amount>,
    note: Option<String>,
) -> Result<Borrowing> {
    let settlement = settlement(&context, kind, Debt::Borrowing(id), amount, note.as_deref())?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), id, settlement),
            |transaction, (context, cached, id, settlement)| {
                Box::pin(async move {
                    record_in(transaction, context, cached, settlement).await?;
                    let settings = Settings::current(cached, transaction).await?;
                    let row = borrowings::find(transaction, *id).await?;
                    let row = row.ok_or(Error::NotFound(Noun::Borrowing))?;
                    Ok(Borrowing::at(row, context.now, &settings))
                })
            },
        )
        .await
}

/// Settles a charge without a borrowing: the outstanding sum, or `amount`.
///
/// # Errors
/// [`Noun::Charge`] is not found; [`Conflict::NothingOwed`]; the errors of the fields.
pub async fn settle_charge(
    library: &Library,
    context: Context,
    id: ChargeId,
    kind: SettlementKind,
    amount: Option<Amount>,
    note: Option<String>,
) -> Result<Charge> {
    let settlement = settlement(&context, kind, Debt::Charge(id), amount, note.as_deref())?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), id, settlement),
            |transaction, (context, cached, id, settlement)| {
                Box::pin(async move {
                    record_in(transaction, context, cached, settlement).await?;
                    let charge = charges::find(transaction, *id).await?;
                    charge.ok_or(Error::NotFound(Noun::Charge))
                })
            },
        )
        .await
}

/// A payment or a waiver of what a person owes for something.
pub struct Settlement {
    pub kind: SettlementKind,
    pub debt: Debt,
    /// The outstanding sum when absent.
    pub amount: Option<Amount>,
    pub note: Option<String>,
    /// The receipt of a payment of several debts; a payment without it gets one of its own.
    pub receipt_number: Option<i64>,
}

impl Settlement {
    /// The action of the audit log.
    fn action(&self) -> &'static str {
        match (self.debt, self.kind) {
            (Debt::Borrowing(_), SettlementKind::Payment) => "fine.paid",
            (Debt::Borrowing(_), SettlementKind::Waiver) => "fine.waived",
            (Debt::Charge(_), SettlementKind::Payment) => "charge.paid",
            (Debt::Charge(_), SettlementKind::Waiver) => "charge.waived",
        }
    }
}

/// A permitted settlement with a valid note, which a waiver needs.
fn settlement(
    context: &Context,
    kind: SettlementKind,
    debt: Debt,
    amount: Option<Amount>,
    note: Option<&str>,
) -> Result<Settlement> {
    context.require(kind.act())?;
    let note = trimmed(note)?;
    if kind == SettlementKind::Waiver && note.is_none() {
        return Err(invalid("note", "Enter a reason for the waiver"));
    }
    Ok(Settlement {
        kind,
        debt,
        amount,
        note,
        receipt_number: None,
    })
}

fn invalid(field: &'static str, message: &'static str) -> Error {
    Error::Invalid(vec![FieldError { field, message }])
}

pub(super) fn trimmed(note: Option<&str>) -> Result<Option<String>> {
    validate_note(note).map_err(|message| invalid("note", message))
}

/// The error for a refused amount.
pub(super) fn refused(refusal: SettlementRefusal) -> Error {
    match refusal {
        SettlementRefusal::NothingOwed => Conflict::NothingOwed.into(),
        SettlementRefusal::NotPositive => invalid("amount", "Amount must be more than zero"),
        SettlementRefusal::MoreThanOwed => invalid("amount", "Amount cannot exceed the amount owed"),
    }
}

/// A debt as it is now.
struct Owed {
    user_id: UserId,
    book_id: Option<BookId>,
    amount: Amount,
}

impl Owed {
    async fn find(connection: &mut Connection, debt: Debt) -> Result<Self> {
        match debt {
            Debt::Borrowing(id) => {
                let row = borrowings::find(connection, id).await?;
                let row = row.ok_or(Error::NotFound(Noun::Borrowing))?;
                Ok(Owed {
                    user_id: row.user_id,
                    book_id: Some(row.book_id),
                    amount: row.owed(),
                })
            }
            Debt::Charge(id) => {
                let charge = charges::find(connection, id).await?;
                let charge = charge.ok_or(Error::NotFound(Noun::Charge))?;
                Ok(Owed {
                    user_id: charge.user_id,
                    book_id: None,
                    amount: charge.owed(),
                })
            }
        }
    }
}

/// Books a payment or a waiver in the caller's transaction. `cached` are the settings as last read.
pub async fn record_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    settlement: &Settlement,
) -> Result<()> {
    let actor = context.require(settlement.kind.act())?;
    // Whatever changes a person's borrowings or balance holds this lock.
    let user_id = Owed::find(transaction, settlement.debt).await?.user_id;
    transaction.lock(Lock::User(user_id)).await?;
    let found = Owed::find(transaction, settlement.debt).await?;
    let amount = settle(found.amount, settlement.amount).map_err(refused)?;
    let settings = Settings::current(cached, transaction).await?;
    let receipt_number = match (settlement.kind, settlement.receipt_number) {
        (SettlementKind::Payment, None) => Some(counters::take(transaction, Counter::Receipt, 1).await?),
        (_, number) => number,
    };
    let (borrowing_id, charge_id) = match settlement.debt {
        Debt::Borrowing(id) => (Some(id), None),
        Debt::Charge(id) => (None, Some(id)),
    };
    let entry = ledger::NewEntry {
        id: transaction.fresh_id().await?,
        user_id: found.user_id,
        borrowing_id,
        charge_id,
        kind: settlement.kind.ledger_kind(),
        reason: None,
        amount_minor: amount.0,
        currency: settings.currency.code(),
        at: context.now_ms(),
        actor_id: actor.user.id,
        note: settlement.note.as_deref(),
        explanation: None,
        receipt_number,
    };
    ledger::insert(transaction, &entry).await?;
    let subject = match settlement.debt {
        Debt::Borrowing(id) => Subject::of(id),
        Debt::Charge(id) => Subject::of(id),
    };
    let subject = subject.about_user(found.user_id);
    let event = audit::Event {
        action: settlement.action(),
        subject: match found.book_id {
            Some(book_id) => subject.about_book(book_id),
            None => subject,
        },
        before: Some(json!({ "owedMinor": found.amount })),
        after: Some(json!({ "amountMinor": amount, "note": settlement.note })),
    };
    audit::record(transaction, context, event).await
}
