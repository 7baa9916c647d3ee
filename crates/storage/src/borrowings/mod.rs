//! Borrowings: which copy a person has or had, and what it cost.

mod history;
mod list;
mod record;
mod undo;

pub use history::{
    PastBook, Standing, also_borrowed, asking_open_by_type, asking_standing, books_borrowed_after,
    books_ever_borrowed, counts_of_book, ever_borrowed, last_return_of_copy, load_of_user,
    most_read_category, newest_at, next_due_of_book, open_due_days, overdue_by_age, recent_books_of,
    span_of_user, standing,
};
pub use list::{Filter, Order, Search, count, list, list_open_first};
pub use record::*;
pub use undo::{UndoCase, charged_after, deleting, reopening, undo_case};
