//! Circulation: lending and taking back.

pub mod book_detail;
pub mod borrow;
mod events;
pub mod give_back;
pub mod lists;
pub mod stored_terms;
pub mod summary;
pub mod view;

pub use book_detail::{BookDetail, MyBorrowing, Viewer, detail};
pub use borrow::borrow;
pub use give_back::give_back;
pub use lists::{
    AllQuery, Everybody, History, HistoryQuery, LARGEST_FILE, all, all_for_file, my_borrowings, my_history,
    newest, of_person,
};
pub use summary::{Summary, my_summary};
pub use view::Borrowing;
