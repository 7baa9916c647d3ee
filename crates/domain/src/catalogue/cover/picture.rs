//! What all parts of a cover share: the size of the picture, the placement of texts, and the rounding.

use serde::Serialize;

/// Width of the picture.
pub const WIDTH: f64 = 200.0;
/// Height of the picture.
pub const HEIGHT: f64 = 300.0;
/// The letter spacing of the author, relative to the font size.
pub(super) const AUTHOR_SPACING: f64 = 0.06;

/// The meaning of the `x` of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// The line begins at `x`.
    Start,
    /// The line is centred at `x`.
    Middle,
}

/// The writing direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

/// Rounds to hundredths and avoids negative zero, so that both languages write the same number.
pub(super) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}
