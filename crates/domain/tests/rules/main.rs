//! The rules of the library, as tables and properties.

mod book;
mod calendar;
mod choice;
mod copy_state;
mod cover;
mod device;
mod due;
mod eligibility;
mod fine;
mod identity;
mod isbn;
mod mail;
mod money;
mod names;
mod overrides;
mod people;
mod policy;
mod popularity;
mod rating;
mod recommendation;
mod renewal;
mod reports;
mod scopes;
mod settlement;
mod status;
mod throttle;
