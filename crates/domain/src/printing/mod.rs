//! Labels for copies and library cards for people: what is printed, and on which sheet.

mod cards;
mod labels;
mod options;
mod sheets;

pub use cards::{Cards, CardsForm, WhichPeople};
pub use labels::{LabelKind, Labels, LabelsForm, WhichCopies};
pub use options::{PrintForm, PrintOptions, Symbology};
pub use sheets::{LabelSheet, LabelSheets, LabelSheetsForm, Measures, SheetForm};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text, Whole};

    /// The maximum number of labels or cards of a document.
    pub const MOST_LABELS: usize = 10_000;
    /// `copies`, `barcodes` and `users`.
    pub const ENTRIES: List = List::filled(MOST_LABELS);
    /// A barcode of a copy.
    pub const BARCODE: Text = Text::of(1, 100, Form::FILLED_LINE);
    /// `addedSince`
    pub const DAY: Text = Text::up_to(10, Form::DATE);
    /// `sheet`: the code of a sheet.
    pub const SHEET: Text = Text::of(1, 80, Form::FILLED_LINE);
    /// `first`: a label of the sheet.
    pub const FIRST: Whole = Whole::of(1, 1_800);
    /// `shiftRight` and `shiftDown`, in tenths of a millimetre.
    pub const SHIFT: Whole = Whole::of(-100, 100);
    /// The library's own sheets.
    pub const SHEETS: List = List::up_to(50);
    /// `name` of a sheet.
    pub const SHEET_NAME: Text = Text::of(1, 80, Form::FILLED_LINE);
    /// `code` of a sheet.
    pub const SHEET_CODE: Text = Text::up_to(80, Form::LINE);
    /// The width and the height of a page, in micrometres.
    pub const PAGE: Whole = Whole::of(20_000, 1_200_000);
    /// The width and the height of a label, in micrometres.
    pub const LABEL: Whole = Whole::of(5_000, 1_200_000);
    /// The margins of a page, in micrometres.
    pub const MARGIN: Whole = Whole::of(0, 500_000);
    /// The gaps between labels, in micrometres.
    pub const GAP: Whole = Whole::of(0, 200_000);
    /// `columns`
    pub const COLUMNS: Whole = Whole::of(1, 30);
    /// `rows`
    pub const ROWS: Whole = Whole::of(1, 60);
}

/// The messages.
pub mod message {
    /// Nothing says which copies.
    pub const COPIES_REQUIRED: &str = "Please choose the copies to print labels for";
    /// More than one field says which copies.
    pub const COPIES_TWICE: &str = "Please choose the copies in one way only";
    /// An empty list, or one that is too long.
    pub const ENTRIES: &str = "There must be between 1 and 10000 labels";
    /// No copy is in a selection.
    pub const NO_COPIES: &str = "There are no such copies";
    /// More copies than [`super::limit::MOST_LABELS`] are in a selection.
    pub const TOO_MANY: &str = "There cannot be more than 10000 labels at once";
    /// An id of no copy.
    pub const COPY_UNKNOWN: &str = "There is no such copy";
    /// A barcode of no copy.
    pub const BARCODE_UNKNOWN: &str = "No copy has this barcode";
    /// An id of no book.
    pub const BOOK_UNKNOWN: &str = "There is no such book";
    /// An id of no import.
    pub const IMPORT_UNKNOWN: &str = "There is no such import";
    /// An id of no person.
    pub const USER_UNKNOWN: &str = "There is no such person";
    /// Spine labels of copies without call numbers.
    pub const NO_CALL_NUMBER: &str = "None of these copies has a call number";
    /// No list of people.
    pub const USERS_REQUIRED: &str = "Please choose the people to print cards for";
    /// More than one field says for whom.
    pub const USERS_TWICE: &str = "Please choose the people in one way only";
    /// No active person has this class.
    pub const NO_PEOPLE: &str = "There are no such people";
    /// Not one of the kinds of labels.
    pub const KIND_UNKNOWN: &str = "Labels can be barcode, spine or combined";
    /// Not one of the symbologies.
    pub const SYMBOLOGY_UNKNOWN: &str = "Barcodes can be code128, code39 or qr";
    /// No code of a sheet.
    pub const SHEET_REQUIRED: &str = "Please choose a sheet";
    /// A code of no sheet.
    pub const SHEET_UNKNOWN: &str = "There is no such sheet";
    /// Not a label of any sheet.
    pub const FIRST_OUT_OF_RANGE: &str = "The first label must be from 1 to 1800";
    /// Not a label of the chosen sheet.
    pub const FIRST_BEYOND_SHEET: &str = "The sheet has fewer labels";
    /// More than a centimetre.
    pub const SHIFT_OUT_OF_RANGE: &str = "The shift must be from -100 to 100 tenths of a millimetre";
    /// A barcode with characters that the symbology lacks.
    pub const CHARACTERS: &str = "This kind of barcode has no code for some of the characters";
    /// Bars would be too thin to be read.
    pub const BARCODE_TOO_WIDE: &str = "This barcode is too long for the label";
    /// Bars would be too short to be read.
    pub const LABEL_TOO_LOW: &str = "The label is too low for this";
    /// Letters would be too small to be read.
    pub const CALL_NUMBER_TOO_LARGE: &str = "This call number is too long for the label";
    /// The name of a sheet is missing.
    pub const NAME_REQUIRED: &str = "Name is required";
    /// The name of a sheet is too long.
    pub const NAME_TOO_LONG: &str = "Name cannot exceed 80 characters";
    /// The name of a sheet is not one line.
    pub const NAME_NOT_ALLOWED: &str = "Name contains characters that are not allowed";
    /// Two sheets have the same name.
    pub const NAME_TWICE: &str = "There is already one of this name";
    /// Two sheets have the same code.
    pub const CODE_TWICE: &str = "There is already one of this code";
    /// Too many sheets.
    pub const TOO_MANY_SHEETS: &str = "There cannot be more than 50 sheets";
    /// Not a size of a page.
    pub const PAGE_OUT_OF_RANGE: &str = "The length must be from 20 to 1200 mm";
    /// Not a size of a label.
    pub const LABEL_OUT_OF_RANGE: &str = "The length must be from 5 to 1200 mm";
    /// Not a margin.
    pub const MARGIN_OUT_OF_RANGE: &str = "The length must be from 0 to 500 mm";
    /// Not a gap.
    pub const GAP_OUT_OF_RANGE: &str = "The length must be from 0 to 200 mm";
    /// Not a number of columns.
    pub const COLUMNS_OUT_OF_RANGE: &str = "The number must be from 1 to 30";
    /// Not a number of rows.
    pub const ROWS_OUT_OF_RANGE: &str = "The number must be from 1 to 60";
    /// Labels beyond the right edge of the page.
    pub const LABELS_TOO_WIDE: &str = "The labels are wider than the page";
    /// Labels beyond the lower edge of the page.
    pub const LABELS_TOO_HIGH: &str = "The labels are higher than the page";
}
