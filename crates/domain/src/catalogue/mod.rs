//! Books and copies: records, identifiers, ratings and generated covers.

pub mod barcode;
pub mod book;
pub mod cover;
mod image_address;
pub mod isbn;
pub mod rating;
