//! Money in whole minor units of a currency, with checked arithmetic.

mod amount;
pub mod charge;
mod currency;
mod ledger;

pub use amount::{Amount, MoneyError};
pub use charge::{Charge, ChargeId, ChargeReason, Debt};
pub use currency::{Currency, UnknownCurrency};
pub use ledger::{Debtor, LedgerEntry, LedgerEntryId, LedgerKind};
