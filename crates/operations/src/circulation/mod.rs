//! Circulation: lending, taking back, and what it costs.

mod borrow;
mod fines;
mod give_back;
mod lists;
mod summary;
mod view;

pub use borrow::borrow;
pub(crate) use borrow::decision;
pub use fines::{record_payment, waive};
pub use give_back::give_back;
pub use lists::{
    AllQuery, Everybody, History, HistoryQuery, LARGEST_FILE, all, all_for_file, my_borrowings, my_history,
    newest, of_person,
};
pub use summary::{Summary, my_summary};
pub use view::Borrowing;
