//! The rules and types of a library: no input or output, no clock, no randomness.
//!
//! Everything a rule needs is an argument, `now` and fresh randomness included. Everything it decides is a value
//! that can be stored, sent or explained. Refusals and errors are codes with data; the only sentences here are
//! validation messages, many of which the specification fixes word for word.

pub mod audit;
pub mod book_data;
pub mod calendar;
pub mod catalogue;
pub mod circulation;
pub mod digest;
pub mod identity;
pub mod imports;
mod invisible;
pub mod language;
pub mod limits;
pub mod live;
pub mod mail;
pub mod mail_hosts;
pub mod markup;
pub mod messages;
pub mod money;
pub mod patch;
pub mod printing;
pub mod reports;
pub mod settings;
pub mod spreadsheet;
pub mod users;
pub mod validation;
pub mod webhooks;
