//! The accounts of people, as administrators maintain them.

pub mod accounts;
mod blocks;
pub mod bulk_import;
pub mod cards;
pub mod erasure;
mod import_changes;
mod import_lines;
mod new_people;
pub mod roles;
