//! The catalogue: books, their copies, and the ratings of readers.

pub mod book_lookup;
pub mod browse;
pub mod bulk_edits;
mod citations;
pub mod copies;
mod covers;
pub mod duplicates;
pub mod export;
pub mod favorites;
pub mod headings;
pub mod imports;
pub mod labels;
pub mod maintain;
mod marc;
mod marc_format;
pub mod merges;
mod new_book;
pub mod oai;
pub mod rating;
pub mod recommend;
pub mod remove;
pub mod saved_searches;
mod search_document;
pub mod search_feed;
mod shared_record;
pub mod sitemap;
pub mod sru;

pub use book_lookup::{
    BookLookup, FoundBook, SourceAnswer, SourceState, look_up, set_cover_of_source, try_source,
};
pub use browse::{BookFilters, BookQuery, BookSort, Found, categories, cover_facts, list, popular};
pub use carrel_formats::marc::{Finding, Severity};
pub use carrel_search::{Facet, FacetCounts};
pub use citations::citations;
pub use copies::{add_copies, change_copy, copies_of, withdraw};
pub use covers::{CoverSize, cover_file, expect_cover, remove_cover, set_cover};
pub use labels::{labels, labels_preview};
pub use maintain::{BookWarning, SavedBook, change};
pub use marc::{MAX_CHARS, MarcText, change_marc, marc_text};
pub use new_book::add;
pub use rating::{BookRating, MyRating, Opinions, moderate, rate, rating, reviews, unrate};
pub(crate) use rating::{OpinionReader, opinions_in};
pub use recommend::{Recommendation, recommendations};
pub use remove::{archive, delete, erase_deleted, restore, undo_delete};
pub use shared_record::{SharedFormat, SharedRecord};
pub use sitemap::{BOOKS_OF_FILE, indexed_site, sitemap_books, sitemap_files};
