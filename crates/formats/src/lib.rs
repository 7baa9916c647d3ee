//! Files from other systems: MARC 21, MARCXML, and tables (CSV, xlsx, ods). Bytes in, records or errors of single records
//! out. This crate knows no other crate of this project.

pub mod dublin_core;
pub mod marc;
pub mod table;
