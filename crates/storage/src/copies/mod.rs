//! Copies: the physical items of a book, their states and the events that changed them, and lists of them.

mod list;
mod record;
mod to_label;

pub use list::{Filter, Order, Search, State, count, list, locations};
pub use record::{
    CopyPlace, Details, ExportedCopy, IMPORTED, LoanCandidate, NewCopy, StateChange, asking_loan_candidates,
    change_state, copy_places_between, copy_places_of, erase_unused, find, find_by_barcode, insert,
    insert_many, loan_candidates, moving, of_book, of_books, places_of_book, recording, set_details,
    set_state_reason, taken_barcodes, with_barcodes,
};
pub use to_label::{
    CopyToLabel, to_label, to_label_added_since, to_label_by_barcodes, to_label_in_range, to_label_of_book,
};
