//! Civil days in the library's time zone, and the days on which the library is closed.

mod closures;
mod zone;

pub use closures::{Calendar, Closure};
pub use zone::{civil_date, days_between, end_of_day, parse_zone, start_of_day};
