//! The words of query parameters, and their meanings.

use carrel_domain::catalogue::bulk_edit::HeadingKind;
use carrel_domain::catalogue::duplicates::DuplicateReason;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::imports::{FindingKind, ImportFormat, ImportKind};
use carrel_operations::catalogue::headings::HeadingSort;
use carrel_operations::catalogue::{BookSort, CoverSize, Facet};
use carrel_operations::circulation::{CopyFilter, CopyOrder, Everybody};

/// The orders of a list of books.
pub(crate) const SORTS: &[(&str, BookSort)] = &[
    ("createdAt", BookSort::CreatedAt),
    ("title", BookSort::Title),
    ("author", BookSort::Author),
    ("rating", BookSort::Rating),
    ("publishedYear", BookSort::PublishedYear),
    ("popular", BookSort::Popular),
    ("relevance", BookSort::Relevance),
];

/// What books can be counted by.
pub(crate) const FACETS: &[(&str, Facet)] = &[
    ("category", Facet::Category),
    ("author", Facet::Author),
    ("subject", Facet::Subject),
    ("language", Facet::Language),
    ("decade", Facet::Decade),
    ("availability", Facet::Availability),
    ("semesterStudy", Facet::SemesterStudy),
    ("rating", Facet::Rating),
];

/// The formats of files of books; `auto` lets the file itself tell.
pub(crate) const IMPORT_FORMATS: &[(&str, Option<ImportFormat>)] = &[
    ("auto", None),
    ("marc", Some(ImportFormat::Marc)),
    ("marcxml", Some(ImportFormat::MarcXml)),
    ("csv", Some(ImportFormat::Csv)),
];

/// The widths of an uploaded cover.
pub(crate) const COVER_WIDTHS: &[(&str, CoverSize)] = &[
    ("160", CoverSize::Small),
    ("320", CoverSize::Medium),
    ("640", CoverSize::Large),
];

/// The formats of a file of books.
pub(crate) const EXPORT_FORMATS: &[(&str, ImportFormat)] = &[
    ("marc", ImportFormat::Marc),
    ("marcxml", ImportFormat::MarcXml),
    ("csv", ImportFormat::Csv),
];

/// What the records of a file are.
pub(crate) const IMPORT_KINDS: &[(&str, ImportKind)] = &[
    ("books", ImportKind::Books),
    ("users", ImportKind::Users),
    ("loans", ImportKind::Loans),
    ("fines", ImportKind::Fines),
];

/// What a heading is the name of.
pub(crate) const HEADING_KINDS: &[(&str, HeadingKind)] = &[
    ("category", HeadingKind::Category),
    ("subject", HeadingKind::Subject),
];

/// The orders of a list of headings.
pub(crate) const HEADING_SORTS: &[(&str, HeadingSort)] =
    &[("name", HeadingSort::Name), ("books", HeadingSort::Books)];

/// Why books may be duplicates.
pub(crate) const DUPLICATE_REASONS: &[(&str, DuplicateReason)] = &[
    ("identifier", DuplicateReason::Identifier),
    ("same_title", DuplicateReason::SameTitle),
    ("other_edition", DuplicateReason::OtherEdition),
    ("near_title", DuplicateReason::NearTitle),
];

/// The records of a file that need attention.
pub(crate) const IMPORT_FINDINGS: &[(&str, FindingKind)] = &[
    ("rejected", FindingKind::Rejected),
    ("duplicate", FindingKind::Duplicate),
];

/// The filter by availability.
pub(crate) const AVAILABILITY: &[(&str, ())] = &[("available", ())];

/// Average ratings in stars.
pub(crate) const STARS: &[(&str, u8)] = &[("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)];

/// The texts of a flag.
pub(crate) const YES_OR_NO: &[(&str, bool)] = &[("true", true), ("false", false), ("1", true), ("0", false)];

/// What the response about a book can include.
pub(crate) const BOOK_INCLUDES: &[(&str, ())] = &[("opinions", ())];

/// Whether books are in the archive.
pub(crate) const STATUSES: &[(&str, bool)] = &[("current", false), ("archived", true)];

/// The states of borrowings by which a list can be filtered.
pub(crate) const STATES: &[(&str, BorrowingState)] = &{
    let mut states = [("", BorrowingState::Any); BorrowingState::ALL.len()];
    let mut index = 0;
    while index < states.len() {
        let state = BorrowingState::ALL[index];
        states[index] = (state.as_str(), state);
        index += 1;
    }
    states
};

/// The orders of a list of everybody's borrowings.
pub(crate) const ORDERS: &[(&str, Everybody)] = &[
    ("borrowedDate", Everybody::NewestFirst),
    ("dueDate", Everybody::LongestDueFirst),
];

/// The states of copies by which a list can be filtered.
pub(crate) const COPY_STATES: &[(&str, CopyFilter)] = &[
    ("available", CopyFilter::Available),
    ("on_loan", CopyFilter::OnLoan),
    ("overdue", CopyFilter::Overdue),
    ("hold_shelf", CopyFilter::Is(CopyState::HoldShelf)),
    ("in_transit", CopyFilter::Is(CopyState::InTransit)),
    ("lost", CopyFilter::Is(CopyState::Lost)),
    ("damaged", CopyFilter::Is(CopyState::Damaged)),
    ("in_repair", CopyFilter::Is(CopyState::InRepair)),
    ("withdrawn", CopyFilter::Is(CopyState::Withdrawn)),
];

/// The orders of a list of copies. The last one is only for copies on loan.
pub(crate) const COPY_ORDERS: &[(&str, CopyOrder)] = &[
    ("barcode", CopyOrder::Barcode),
    ("callNumber", CopyOrder::CallNumber),
    ("title", CopyOrder::Title),
    ("dueDate", CopyOrder::Due),
];
