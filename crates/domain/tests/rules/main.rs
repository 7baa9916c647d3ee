//! The rules of the library, told as tables and properties.

mod book;
mod calendar;
mod cover;
mod device;
mod due;
mod eligibility;
mod fine;
mod identity;
mod isbn;
mod mail;
mod money;
mod people;
mod policy;
mod popularity;
mod rating;
mod recommendation;
mod reports;
mod scopes;
mod settlement;
mod status;
mod throttle;
