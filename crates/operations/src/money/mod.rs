//! Money: charges without a borrowing, payments and waivers, and receipts.

pub mod charges;
pub(crate) mod fine_rows;
pub mod payments;
pub mod receipts;
