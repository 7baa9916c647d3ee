//! Money: payments and waivers of fines, and receipts.

pub mod payments;
pub mod receipts;
