//! Tests of sheets, barcodes, layouts and documents.

mod barcodes;
mod call_numbers;
mod decoder;
mod documents;
mod layouts;
mod samples;
mod sheets;
