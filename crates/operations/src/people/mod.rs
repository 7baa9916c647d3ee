//! The accounts of people, as administrators maintain them.

pub mod accounts;
mod blocks;
pub mod bulk_import;
pub mod cards;
pub mod erasure;
mod import_changes;
pub(crate) mod import_lines;
pub(crate) mod import_rows;
mod new_people;
pub mod roles;
pub(crate) mod row_people;
