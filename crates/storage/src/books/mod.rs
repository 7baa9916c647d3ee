//! Books: bibliographic records, and the counts beside them.

mod bulk;
mod counts;
mod deletion;
pub(crate) mod details;
pub(crate) mod marc;
mod matching;
pub(crate) mod record;
mod shelf;
mod sitemap;
pub(crate) mod write;

pub use bulk::{NewBook, insert_many};
pub use counts::{
    add_copies, adding_copies, count_ever_borrowed, count_without_copies, most_borrowed,
    returning_unborrowed_copy, set_rating, shelving_copy, taking_copy, unshelving_copy, without_copies,
};
pub(crate) use deletion::DELETED_IDS;
pub use deletion::{
    DeletedBook, delete, erase, erase_deleted, erase_deleted_with_barcode, find_deleted, undelete,
};
pub use details::{details_between, details_of, details_of_many, set_details};
pub use marc::{MarcRecord, marc_of, marc_of_many, set_marc};
pub use matching::{TitleMatch, control_numbers_of, with_control_numbers, with_isbns, with_titles};
pub use record::{
    available_copies_locked, by_author, find, find_kept, find_locked, find_many, ids_after, locking,
    locking_available_copies, other_editions, others_with_isbn, page_after,
};
pub use shelf::{Order, Searched, Shelf, archived_categories, categories, count, ids_of_category, list};
pub use sitemap::{current_after, current_at};
pub use write::{KeyedRecord, archive, insert, restore, update};
