//! The catalogue: books and their copies.

mod browse;
mod copies;
mod maintain;
mod rating;
mod recommend;

pub use browse::{
    BookDetail, BookQuery, BookSort, Found, MyBorrowing, Viewer, categories, cover_facts, detail, list,
    popular,
};
pub use copies::{add_copies, change_copy, copies_of, withdraw};
pub use maintain::{BookChange, add, archive, change, restore};
pub(crate) use maintain::{insert_book, insert_copies};
pub use rating::{BookRating, MyRating, moderate, rate, rating, reviews, unrate};
pub use recommend::{Recommendation, recommendations};
