//! Labels for copies and library cards for people, as PDF in true millimetres.
//!
//! Bytes out, no input and no output: equal contents on equal sheets give equal bytes. Lengths are whole micrometres where a person enters them, and micrometres as `f64` where they are drawn.

mod barcode;
mod call_number;
mod content;
mod drawing;
mod job;
mod layout;
mod pdf;
mod sheet;
mod sheets;
mod svg;
mod text;

pub use barcode::{Bars, Matrix, Symbology, code39, code128, qr};
pub use call_number::lines as call_number_lines;
pub use content::{BarcodeLabel, Card, Label, Problem, ProblemKind, SpineLabel};
pub use drawing::{Drawing, Item, Rect};
pub use job::{Job, Shift};
pub use pdf::pdf;
pub use sheet::{Area, Sheet, SheetProblem};
pub use sheets::{KNOWN_SHEETS, KnownSheet};
pub use svg::svg;
