//! Books, what identifies them and their copies, and what they look like without a cover of their own.

pub mod barcode;
pub mod book;
pub mod cover;
mod image_address;
pub mod isbn;
pub mod rating;
