//! Books and copies: records, identifiers, ratings and generated covers.

pub mod author_names;
pub mod barcode;
pub mod book;
pub mod bulk_edit;
pub mod call_number;
pub mod citation;
pub mod class_category;
pub mod condition;
pub mod copy;
pub mod copy_form;
pub mod cover;
pub mod cql;
pub mod duplicates;
pub mod favorite;
pub mod harvest;
mod image_address;
pub mod isbn;
pub mod languages;
pub mod merge;
pub mod rating;
pub mod saved_search;
pub mod uploaded_cover;
