//! Money: payments and waivers of fines.

pub mod payments;
