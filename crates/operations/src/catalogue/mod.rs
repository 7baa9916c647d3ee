//! The catalogue: books, their copies, and the ratings of readers.

pub mod browse;
pub mod copies;
pub mod favorites;
pub mod maintain;
pub mod rating;
pub mod recommend;
pub mod search_feed;

pub use browse::{BookQuery, BookSort, Found, categories, cover_facts, list, popular};
pub use copies::{add_copies, change_copy, copies_of, withdraw};
pub use maintain::{BookWarning, SavedBook, add, archive, change, restore};
pub(crate) use rating::opinions_in;
pub use rating::{BookRating, MyRating, Opinions, moderate, rate, rating, reviews, unrate};
pub use recommend::{Recommendation, recommendations};
