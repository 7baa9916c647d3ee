//! Money in whole minor units of a currency, with checked arithmetic.

mod amount;
mod currency;
mod ledger;

pub use amount::{Amount, MoneyError};
pub use currency::{Currency, UnknownCurrency};
pub use ledger::{Debtor, LedgerEntry, LedgerEntryId, LedgerKind};
