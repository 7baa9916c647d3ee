//! Charging an overdue fine.

use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::fine::Fine;
use carrel_domain::money::LedgerKind;
use carrel_storage::{Transaction, ledger};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::settings::Settings;

/// Books the charge of an overdue fine, with its computation. Books nothing for a fine of zero.
pub(crate) async fn charge_in(
    transaction: &mut Transaction,
    context: &Context,
    settings: &Settings,
    borrowing: &BorrowingRecord,
    fine: &Fine,
) -> Result<()> {
    if !fine.amount.is_positive() {
        return Ok(());
    }
    let explanation = serde_json::to_string(fine).map_err(|error| Error::Defect(format!("fine: {error}")))?;
    let charge = ledger::NewEntry {
        id: transaction.fresh_id().await?,
        user_id: borrowing.user_id,
        borrowing_id: Some(borrowing.id),
        charge_id: None,
        kind: LedgerKind::Charge,
        reason: Some("overdue"),
        amount_minor: fine.amount.0,
        currency: settings.currency.code(),
        at: context.now_ms(),
        actor_id: context.actor_id().unwrap_or(borrowing.user_id),
        note: None,
        explanation: Some(&explanation),
        receipt_number: None,
    };
    ledger::insert(transaction, &charge).await?;
    Ok(())
}
