//! Imports: files of books, people, open loans or unpaid fines that are checked, brought in, and can be taken out again.

pub mod days;
pub mod fines;
mod kind;

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::catalogue::book::Book;
use crate::identity::{Entity, Id};
use crate::language::Language;
use crate::users::{User, UserId};

pub use kind::{ImportKind, OnDuplicate, UnknownText};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text, Whole};

    /// The maximum size of a file, in bytes.
    pub const FILE_BYTES: u64 = 2 * 1024 * 1024 * 1024;
    /// The name of the file.
    pub const NAME: Text = Text::up_to(200, Form::LINE);
    /// `copies`: those of a record that lists none.
    pub const COPIES: Whole = Whole::of(0, 20);
    /// `columns`
    pub const COLUMNS: List = List::up_to(512);
    /// One entry of `columns`.
    pub const COLUMN: Text = Text::up_to(40, Form::LINE);
    /// `category`: that of books without one.
    pub const CATEGORY: Text = Text::up_to(80, Form::LINE);
}

/// The messages about files and records.
pub mod message {
    /// Nothing was sent.
    pub const FILE_EMPTY: &str = "The file is empty";
    /// Neither text nor MARC.
    pub const FILE_UNKNOWN: &str = "This file is neither a table nor a file of MARC records";
    /// Damaged, or of another program.
    pub const SHEET_UNREADABLE: &str = "This spreadsheet cannot be read";
    /// Protected with a password.
    pub const SHEET_ENCRYPTED: &str = "This spreadsheet is protected with a password";
    /// No cells.
    pub const SHEET_EMPTY: &str = "This spreadsheet has no cells";
    /// Over 1,048,576 rows, or over 512 MiB when it is unpacked.
    pub const SHEET_TOO_LARGE: &str = "This spreadsheet is too large";
    /// No column has the title.
    pub const TITLE_COLUMN_MISSING: &str = "Please choose the column of the title";
    /// Two columns have the same field.
    pub const COLUMN_TWICE: &str = "Two columns have the same field";
    /// No column has what a person is found by.
    pub const PERSON_COLUMN_MISSING: &str = "Please choose the column of the email or of the student ID";
    /// No field of this kind of records.
    pub const COLUMN_UNKNOWN: &str = "There is no such field";
    /// More or fewer columns than the file has.
    pub const COLUMNS_WRONG: &str = "The file has another number of columns";
    /// Not one of those that are offered.
    pub const SEPARATOR_UNKNOWN: &str = "The separator must be a comma, a semicolon, a tab or a vertical bar";
    /// No encoding of this name.
    pub const ENCODING_UNKNOWN: &str = "There is no such encoding";
    /// Not 0 to 20.
    pub const COPIES_OUT_OF_RANGE: &str = "Copies must be between 0 and 20";
    /// Not `skip`, `update` or `add`.
    pub const ON_DUPLICATE_UNKNOWN: &str = "Duplicates can be skipped, updated or added";
    /// No column has what a loan needs.
    pub const LOAN_COLUMN_MISSING: &str =
        "Please choose the columns of the barcode, of the due date, and of the email or the student ID";
    /// No column has what a fine needs.
    pub const FINE_COLUMN_MISSING: &str =
        "Please choose the columns of the amount, and of the email or the student ID";
    /// No amount.
    pub const AMOUNT_MISSING: &str = "Amount is required";
    /// No number, or one with smaller parts than the currency has.
    pub const AMOUNT_INVALID: &str = "This is no amount, such as 12.50";
    /// Zero, or what the library owes.
    pub const AMOUNT_NOT_POSITIVE: &str = "Amount must be more than zero";
    /// Over the maximum of a charge.
    pub const AMOUNT_TOO_LARGE: &str = "Amount is too large";
    /// Later than now, or long ago.
    pub const CHARGED_OUT_OF_RANGE: &str = "The date of the charge must be between 1970 and today";
    /// No barcode.
    pub const BARCODE_MISSING: &str = "Please enter a barcode";
    /// No copy has it.
    pub const BARCODE_UNKNOWN: &str = "No copy has this barcode";
    /// The copy is in the file before.
    pub const BARCODE_REPEATED: &str = "This barcode is in the file twice";
    /// Neither a number nor an address.
    pub const BORROWER_MISSING: &str = "The card number or the email of the person is required";
    /// Nobody has it.
    pub const BORROWER_UNKNOWN: &str = "There is no person with this card number or email";
    /// It has an open loan.
    pub const COPY_LENT: &str = "This copy is on loan to another person";
    /// Lost, damaged or withdrawn.
    pub const COPY_AWAY: &str = "This copy is not on the shelf, so it cannot be on loan";
    /// The copy came back later than it was lent.
    pub const COPY_RETURNED_SINCE: &str = "This copy has been returned since this loan";
    /// A person has a book once.
    pub const BOOK_LENT_TWICE: &str = "This person has another copy of this book on loan";
    /// Archived.
    pub const BOOK_ARCHIVED: &str = "This book is archived";
    /// No due date.
    pub const DUE_DAY_MISSING: &str = "Due date is required";
    /// No day.
    pub const DAY_INVALID: &str = "This is no date, such as 2024-12-31";
    /// Later than now, or long ago.
    pub const LENT_OUT_OF_RANGE: &str = "The day of the loan must be between 1970 and today";
    /// Before the loan, or more than a century later.
    pub const DUE_OUT_OF_RANGE: &str =
        "The due date must be on or after the day of the loan, and within 100 years";
    /// A choice for books, in a file of another kind.
    pub const ON_DUPLICATE_NOT_OF_KIND: &str =
        "Duplicates of this kind of file cannot be treated in this way";
    /// MARC records are books.
    pub const NOT_A_TABLE: &str = "Only books come from MARC records; this needs a table or a spreadsheet";
    /// No number.
    pub const PRICE_INVALID: &str = "The price must be an amount, such as 12.50";
    /// No word for a condition.
    pub const CONDITION_UNKNOWN: &str = "There is no such condition";
    /// A record of a name, a heading or holdings.
    pub const NOT_BIBLIOGRAPHIC: &str = "This record does not describe a book";
}

/// The category of books for which neither the file nor its reader says another.
pub fn default_category(language: Language) -> &'static str {
    match language {
        Language::German => "Ohne Kategorie",
        Language::English => "Uncategorized",
    }
}

/// The description of a charge for which the file says nothing.
pub fn default_description(language: Language) -> &'static str {
    match language {
        Language::German => "Offene Gebühr aus dem früheren System",
        Language::English => "Unpaid fine of the former system",
    }
}

/// What a file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportFormat {
    /// MARC 21 in ISO 2709.
    Marc,
    MarcXml,
    /// A table: delimited text. A spreadsheet is converted when it arrives.
    Csv,
}

impl ImportFormat {
    pub const ALL: [ImportFormat; 3] = [ImportFormat::Marc, ImportFormat::MarcXml, ImportFormat::Csv];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ImportFormat::Marc => "marc",
            ImportFormat::MarcXml => "marcxml",
            ImportFormat::Csv => "csv",
        }
    }
}

/// The state of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// The file is read, and nothing is written.
    Checking,
    /// The check has ended; nothing is written yet.
    Ready,
    /// Books are written.
    Importing,
    /// Interrupted by staff; some books may be written.
    Paused,
    Done,
    /// It could not go on, for a reason such as a full disk; some books may be written.
    Failed,
    /// Ended by staff; some books may be written.
    Cancelled,
    /// What it wrote is being taken out again.
    Undoing,
    Undone,
}

impl ImportState {
    pub const ALL: [ImportState; 9] = [
        ImportState::Checking,
        ImportState::Ready,
        ImportState::Importing,
        ImportState::Paused,
        ImportState::Done,
        ImportState::Failed,
        ImportState::Cancelled,
        ImportState::Undoing,
        ImportState::Undone,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ImportState::Checking => "checking",
            ImportState::Ready => "ready",
            ImportState::Importing => "importing",
            ImportState::Paused => "paused",
            ImportState::Done => "done",
            ImportState::Failed => "failed",
            ImportState::Cancelled => "cancelled",
            ImportState::Undoing => "undoing",
            ImportState::Undone => "undone",
        }
    }

    /// Whether a server works on it.
    pub fn is_working(self) -> bool {
        matches!(
            self,
            ImportState::Checking | ImportState::Importing | ImportState::Undoing
        )
    }

    /// The state after an act of staff; `None` when the act is not possible in this state. `has_begun` says whether any
    /// record of the file was brought in.
    pub fn after(self, act: ImportAct, has_begun: bool) -> Option<ImportState> {
        use ImportState::{Cancelled, Checking, Done, Failed, Importing, Paused, Ready, Undoing};
        match (act, self) {
            (ImportAct::Map, Ready) => Some(Checking),
            (ImportAct::Map, Failed) if !has_begun => Some(Checking),
            (ImportAct::Commit, Ready | Paused) => Some(Importing),
            (ImportAct::Commit, Failed) if has_begun => Some(Importing),
            (ImportAct::Pause, Importing) => Some(Paused),
            (ImportAct::Cancel, Checking | Ready | Importing | Paused) => Some(Cancelled),
            (ImportAct::Undo, Done | Failed | Cancelled) if has_begun => Some(Undoing),
            _ => None,
        }
    }
}

impl fmt::Display for ImportState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for ImportState {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let mut all = ImportState::ALL.into_iter();
        all.find(|state| state.as_str() == text).ok_or(UnknownText)
    }
}

impl FromStr for ImportFormat {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let mut all = ImportFormat::ALL.into_iter();
        all.find(|format| format.as_str() == text).ok_or(UnknownText)
    }
}

/// What staff can do with an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportAct {
    /// Read the file in another way, and check it again.
    Map,
    /// Bring the books in, or go on with it.
    Commit,
    Pause,
    /// End it; what was brought in stays.
    Cancel,
    /// Take out what was brought in.
    Undo,
}

/// How a file is read, and what happens to its records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImportOptions {
    /// How a table is written; `None` for MARC.
    pub table: Option<TableOptions>,
    /// The category of books without one.
    pub category: Option<String>,
    /// How many copies a record gets that lists none.
    pub copies: u16,
    pub on_duplicate: OnDuplicate,
    /// For people: what their importer may do beyond managing users.
    pub rights: ImporterRights,
}

/// What the person who imports people could do in the call that started the work: an access token, or a session without a recent
/// confirmation, may do less than its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImporterRights {
    /// Give roles other than student, and change staff.
    pub manages_staff: bool,
    /// Change email addresses of accounts.
    pub moves_emails: bool,
}

/// How a table is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TableOptions {
    /// The character between two cells.
    pub separator: String,
    /// The label of the encoding, such as `utf-8`.
    pub encoding: String,
    /// Whether the first row has headings.
    pub has_headings: bool,
    /// What each column has: the code of a field, or `None` when it is ignored.
    pub columns: Vec<Option<String>>,
    /// The headings of the columns, or their first cells when there are none.
    pub headings: Vec<String>,
    /// The first rows, for choosing the columns.
    pub sample: Vec<Vec<String>>,
}

/// The counts of an import. Each run of a check or of the import itself counts from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportCounts {
    /// Records that were read.
    pub read: i64,
    /// Records of the whole file; 0 until the check has ended.
    pub total: i64,
    /// Records without errors.
    pub valid: i64,
    pub rejected: i64,
    /// Valid records whose book the library has, or that repeat an earlier record of the file.
    pub duplicates: i64,
    /// Added books.
    pub added: i64,
    /// Changed books.
    pub updated: i64,
    /// Duplicates that changed nothing.
    pub skipped: i64,
    /// Added copies; while the check runs, the copies that the valid records list.
    pub copies: i64,
}

impl ImportCounts {
    /// Adds the counts of a batch, or of another file.
    pub fn add(&mut self, batch: &ImportCounts) {
        self.read += batch.read;
        self.total += batch.total;
        self.valid += batch.valid;
        self.rejected += batch.rejected;
        self.duplicates += batch.duplicates;
        self.added += batch.added;
        self.updated += batch.updated;
        self.skipped += batch.skipped;
        self.copies += batch.copies;
    }
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    pub id: ImportId,
    pub kind: ImportKind,
    /// The name of the file.
    pub name: String,
    pub format: ImportFormat,
    pub size_bytes: i64,
    /// The SHA-256 digest of the file, in hexadecimal digits.
    pub sha256: String,
    pub state: ImportState,
    pub options: ImportOptions,
    pub counts: ImportCounts,
    /// Whether any record was brought in.
    pub has_begun: bool,
    /// Books that an undo left in place, because they were borrowed or changed since.
    pub kept: i64,
    /// Why it failed.
    pub problem: Option<String>,
    /// Who started it; `None` for the command line, and after the person was erased.
    pub created_by: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Import {
    /// The import with other counts.
    #[must_use]
    pub fn with_counts(&self, counts: ImportCounts) -> Self {
        Import {
            counts,
            ..self.clone()
        }
    }
}

/// The identifier of an import.
pub type ImportId = Id<Import>;

impl Entity for Import {
    const NAME: &'static str = "import";
}

/// The maximum number of duplicates that are listed; all of them are counted.
pub const LISTED_DUPLICATES: i64 = 1000;

/// Why a record needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    Rejected,
    Duplicate,
}

impl FindingKind {
    /// The stored and sent text.
    pub const fn as_str(self) -> &'static str {
        match self {
            FindingKind::Rejected => "rejected",
            FindingKind::Duplicate => "duplicate",
        }
    }
}

/// A record that needs attention: one that is rejected, or a duplicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportFinding {
    /// The number of the record in the file, from 1.
    pub number: i64,
    /// The line of the file where the record begins, for tables.
    pub line: Option<i64>,
    /// What the record says: of a book the title, of a person the name.
    pub label: String,
    /// Of a book the author, of a person the email.
    pub detail: String,
    /// Of a book the ISBN, of a person the student ID.
    pub identifier: Option<String>,
    /// The errors of a rejected record: field and message.
    pub errors: Vec<(String, String)>,
    /// The book of a duplicate; `None` for a rejected record, for one that repeats an earlier record of the file, and after
    /// the book was deleted.
    pub book: Option<Book>,
    /// The person of a duplicate; `None` as for a book.
    pub user: Option<User>,
}
