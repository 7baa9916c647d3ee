//! Payments of everything that a person owes at once, and the receipts of payments.

use std::sync::Arc;

use carrel_domain::circulation::settlement::allocate;
use carrel_domain::money::{Amount, Currency, Debt, LedgerEntry, LedgerKind};
use carrel_domain::users::{Act, UserId};
use carrel_storage::counters::{self, Counter};
use carrel_storage::engine::Lock;
use carrel_storage::ledger::{self, PaidItem};
use carrel_storage::{Connection, Transaction, users};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::circulation::readings::{self, Reading};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::money::payments::{Settlement, SettlementKind, record_in, refused, trimmed};

/// The maximum number of payments of which receipts are listed. One person never pays for so much at once.
const MOST_PAYMENTS: i64 = 1000;

/// What a person paid at one moment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Receipt {
    /// Receipts of a library are numbered from 1.
    pub number: i64,
    pub at: Timestamp,
    pub total: Amount,
    pub items: Vec<ReceiptItem>,
    pub note: Option<String>,
    /// The name of the person who recorded it; none when the account is erased.
    pub recorded_by: Option<String>,
    /// The currency of the amounts.
    pub currency: Currency,
}

/// A paid fine, or another paid charge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReceiptItem {
    /// None for a charge without a borrowing, and for callers who may not see the history of others.
    pub title: Option<String>,
    pub barcode: Option<String>,
    /// The description of a charge without a borrowing.
    pub description: Option<String>,
    pub amount: Amount,
}

/// Records a payment of everything that a person owes: for borrowings and for other charges, or `amount`, which settles the
/// oldest charges first. One transaction, one receipt.
///
/// # Errors
/// [`Noun::User`] is not found; [`Conflict::NothingOwed`](crate::core::error::Conflict::NothingOwed); an amount that is not
/// positive, or more than what is owed.
pub async fn pay_all(
    library: &Library,
    context: Context,
    user_id: UserId,
    amount: Option<Amount>,
    note: Option<String>,
) -> Result<Receipt> {
    context.require(Act::RecordPayment)?;
    let note = trimmed(note.as_deref())?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), user_id, amount, note),
            |transaction, (context, settings, user_id, amount, note)| {
                Box::pin(pay_all_in(
                    transaction,
                    context,
                    settings,
                    *user_id,
                    *amount,
                    note.as_deref(),
                ))
            },
        )
        .await
}

async fn pay_all_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    user_id: UserId,
    amount: Option<Amount>,
    note: Option<&str>,
) -> Result<Receipt> {
    // Every change of a balance holds this lock.
    transaction.lock(Lock::User(user_id)).await?;
    if users::find(transaction, user_id).await?.is_none() {
        return Err(Error::NotFound(Noun::User));
    }
    let entries = ledger::of_user(transaction, user_id, (i64::MIN, 0), i64::MAX).await?;
    let owed = owed_by_debt(&entries);
    let amounts: Vec<Amount> = owed.iter().map(|(_, owed)| *owed).collect();
    let amounts = allocate(&amounts, amount).map_err(refused)?;
    let receipt_number = counters::take(transaction, Counter::Receipt, 1).await?;
    for ((debt, _), amount) in owed.into_iter().zip(amounts) {
        if amount.is_positive() {
            let settlement = Settlement {
                kind: SettlementKind::Payment,
                debt,
                amount: Some(amount),
                note: note.map(str::to_owned),
                receipt_number: Some(receipt_number),
            };
            record_in(transaction, context, cached, &settlement).await?;
        }
    }
    let settings = Settings::current(cached, transaction).await?;
    let paid = ledger::payments_of_receipt(transaction, receipt_number).await?;
    receipt(&paid, settings.currency).ok_or_else(|| Error::Defect("a payment has no receipt".to_owned()))
}

/// What is owed for each borrowing and each other charge, in the order of the first charge.
fn owed_by_debt(entries: &[LedgerEntry]) -> Vec<(Debt, Amount)> {
    let mut owed: Vec<(Debt, Amount)> = Vec::new();
    for entry in entries {
        let kind = LedgerKind::ALL
            .into_iter()
            .find(|kind| kind.as_str() == entry.kind);
        if let Some(kind) = kind {
            let added = kind.owed(entry.amount).0;
            match owed.iter_mut().find(|(debt, _)| *debt == entry.debt()) {
                Some((_, sum)) => sum.0 += added,
                None => owed.push((entry.debt(), Amount(added))),
            }
        }
    }
    owed.retain(|(_, sum)| sum.is_positive());
    owed
}

/// The receipts of a person, the latest first; the oldest of many are left out. Callers who may not see the history of
/// others see amounts without the books. For others, the reading is recorded in the audit log, once an hour.
///
/// # Errors
/// [`Noun::User`] is not found.
pub async fn receipts(library: &Library, context: &Context, user_id: UserId) -> Result<Vec<Receipt>> {
    let reader = context.require(Act::RecordPayment)?.user.id;
    let input = (user_id, library.shown_settings().currency);
    let mut receipts = library
        .database
        .read_long(input, |connection, (user_id, currency)| {
            Box::pin(async move {
                if users::find(connection, *user_id).await?.is_none() {
                    return Err(Error::NotFound(Noun::User));
                }
                receipts_in(connection, *user_id, *currency).await
            })
        })
        .await?;
    if context.require(Act::ReadAnyHistory).is_err() {
        for item in receipts.iter_mut().flat_map(|receipt| &mut receipt.items) {
            (item.title, item.barcode) = (None, None);
        }
    } else if reader != user_id && !receipts.is_empty() {
        let reading = Reading {
            action: "user.history_read",
            user_id: Some(user_id),
            of_several: "borrowings",
            details: None,
        };
        readings::record_once_an_hour(library, context, reading).await?;
    }
    Ok(receipts)
}

async fn receipts_in(
    connection: &mut Connection,
    user_id: UserId,
    currency: Currency,
) -> Result<Vec<Receipt>> {
    let paid = ledger::payments_of(connection, user_id, MOST_PAYMENTS).await?;
    let is_cut = i64::try_from(paid.len()).unwrap_or(i64::MAX) == MOST_PAYMENTS;
    let groups = paid.chunk_by(|one, other| one.receipt_number == other.receipt_number);
    let mut receipts: Vec<Receipt> = groups.filter_map(|items| receipt(items, currency)).collect();
    if is_cut && let Some(cut) = receipts.pop() {
        // Some payments of the oldest one may be missing.
        let paid = ledger::payments_of_receipt(connection, cut.number).await?;
        receipts.extend(receipt(&paid, currency));
    }
    Ok(receipts)
}

/// The receipt of payments that were made together, the last one first. None without payments.
fn receipt(items: &[PaidItem], currency: Currency) -> Option<Receipt> {
    let first = items.last()?;
    Some(Receipt {
        number: first.receipt_number,
        at: first.at,
        total: Amount(items.iter().map(|item| item.amount.0).sum()),
        items: items
            .iter()
            .rev()
            .map(|item| ReceiptItem {
                title: item.title.clone(),
                barcode: item.barcode.clone(),
                description: item.description.clone(),
                amount: item.amount,
            })
            .collect(),
        note: first.note.clone(),
        recorded_by: first.recorded_by.clone(),
        currency,
    })
}
