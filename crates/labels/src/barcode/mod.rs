//! Barcodes: the widths of their bars and spaces in modules, and the modules of a QR code.

mod linear;
mod matrix;
mod tables;

pub use linear::{code39, code128};
pub use matrix::{Matrix, qr};

/// How a number is written as a barcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbology {
    /// Any characters of ASCII; the shortest for digits.
    Code128,
    /// Digits, capitals and `-. $/+%`, for old readers. Small letters are printed as capitals.
    Code39,
    /// Any characters, for readers with a camera.
    Qr,
}

/// A barcode of one dimension: the widths of bars and spaces in turn, in modules, beginning and ending with a bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    pub widths: Vec<u8>,
}

impl Bars {
    /// The number of modules that each side must be blank.
    pub const QUIET_MODULES: u32 = 10;

    /// The number of modules, without the quiet zones.
    pub fn modules(&self) -> u32 {
        self.widths.iter().map(|width| u32::from(*width)).sum()
    }
}
