//! Circulation: check-outs, check-ins, renewals, and undoing them.

pub mod book_detail;
pub mod borrow;
mod charge;
pub mod check_in;
pub mod check_out;
mod copy_list;
mod decision;
mod events;
pub mod lists;
pub(crate) mod loan_rows;
pub(crate) mod loan_undo;
pub(crate) mod readings;
mod remove_loan;
pub mod renew;
pub mod stored_terms;
pub mod summary;
pub mod undo;
pub mod view;

pub use book_detail::{BookDetail, MyBorrowing, Viewer, detail};
pub use borrow::borrow;
pub use check_in::{CheckedIn, check_in, give_back};
pub use check_out::check_out;
pub use copy_list::{CopiesQuery, CopyFilter, CopyOrder, all_copies, copies_for_file, copy_locations};
pub use lists::{
    AllQuery, Everybody, History, HistoryQuery, LARGEST_FILE, all, all_for_file, my_borrowings, my_history,
    newest, of_person,
};
pub use renew::{Renewed, RenewedAll, renew, renew_all};
pub use summary::{Summary, my_summary};
pub use undo::{undo_borrowing_of, undo_return_of};
pub use view::Borrowing;
