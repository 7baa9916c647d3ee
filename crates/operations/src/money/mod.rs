//! Money: charges without a borrowing, payments and waivers, and receipts.

pub mod charges;
pub mod payments;
pub mod receipts;
