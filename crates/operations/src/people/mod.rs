//! The accounts of people, as administrators maintain them.

pub mod accounts;
pub mod bulk_import;
mod new_people;
