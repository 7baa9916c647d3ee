//! Printing: sheets of labels, and documents for them.

pub mod document;
pub mod sheets;

pub use document::{Preview, Printed};
pub use sheets::{KnownSheet, known_sheets};
