//! Files and responses from other systems: MARC 21, MARCXML, tables (CSV, xlsx, ods), Open Library and SRU. Bytes in, records or
//! errors of single records out. This crate knows no other crate of this project.

pub mod dublin_core;
pub mod marc;
pub mod open_library;
pub mod sru;
pub mod table;
