//! What a label has on it.

use crate::barcode::Symbology;

/// A label for a copy, or a card for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// For the cover or the inside of a copy.
    Barcode(BarcodeLabel),
    /// For the spine of a copy.
    Spine(SpineLabel),
    /// Both beside each other, or above each other on a narrow label.
    Combined(SpineLabel, BarcodeLabel),
    /// A library card.
    Card(Card),
}

/// The contents of a barcode label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarcodeLabel {
    /// The name of the library; left out on a label that is too low.
    pub library: String,
    /// The title of the book; left out on a label that is too low.
    pub title: String,
    pub barcode: String,
    pub symbology: Symbology,
}

/// The contents of a spine label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpineLabel {
    /// Without one the spine stays blank.
    pub call_number: Option<String>,
}

/// The contents of a library card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub library: String,
    /// What it is, such as "Library card".
    pub heading: String,
    pub name: String,
    /// The number of the person, as barcode and as text.
    pub number: String,
    pub symbology: Symbology,
}

/// A label that cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The label, from 0.
    pub label: usize,
    pub kind: ProblemKind,
}

/// Why a label cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    #[error("the symbology has no code for a character")]
    Characters,
    #[error("the barcode is wider than the label")]
    BarcodeTooWide,
    #[error("the label is too low for a barcode")]
    LabelTooLow,
    #[error("the call number is larger than the label")]
    CallNumberTooLarge,
}
