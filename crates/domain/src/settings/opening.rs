//! The settings of the days on which the library is closed, every week or on a date.

use std::collections::BTreeSet;

use crate::calendar::{Calendar, Closure};
use crate::validation::{EntryError, FormErrors, day, required_line};

/// The days of the week as the API names them, Monday first.
const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// The weekdays on which the library is closed: never all seven.
    pub const CLOSED_WEEKDAYS: List = List::up_to(6).unique();
    /// The dates on which it is closed.
    pub const CLOSURES: List = List::up_to(1000);
    /// The date of a closure.
    pub const CLOSURE_DATE: Text = Text::of(10, 10, Form::DATE);
    /// The reason for a closure.
    pub const CLOSURE_NAME: Text = Text::of(1, 80, Form::FILLED_LINE);
}

const WEEKDAY_UNKNOWN: &str =
    "A closed day must be monday, tuesday, wednesday, thursday, friday, saturday or sunday";
const WEEKDAY_TWICE: &str = "Each closed day of the week can be named once";
const NEVER_OPEN: &str = "The library must be open on at least one day of the week";
const TOO_MANY: &str = "There cannot be more than 1000 closed dates";
const DATE_TWICE: &str = "This date is already in the list";
const NAME_REQUIRED: &str = "Enter a reason";
const NAME_TOO_LONG: &str = "The name cannot exceed 80 characters";
const NAME_NOT_ALLOWED: &str = "The name contains characters that are not allowed";

/// A dated closure as it was sent.
#[derive(Clone, Debug, Default)]
pub struct ClosureForm {
    /// `date`
    pub date: Option<String>,
    /// `name`
    pub name: Option<String>,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct OpeningForm {
    /// `closedWeekdays`
    pub closed_weekdays: Vec<String>,
    /// `closures`
    pub closures: Vec<ClosureForm>,
}

impl OpeningForm {
    /// Validates the section; the closures are returned in order of date.
    pub fn validate(self) -> Result<Calendar, FormErrors> {
        let mut errors = FormErrors::default();
        let closed_weekdays = errors.take("closedWeekdays", weekdays_from(&self.closed_weekdays));
        if self.closures.len() > limit::CLOSURES.max {
            errors.field("closures", TOO_MANY);
            return Err(errors);
        }
        let mut dates = BTreeSet::new();
        let mut closures = Vec::new();
        for (index, form) in self.closures.iter().enumerate() {
            let mut wrong = |part, message: &str| {
                errors.entry(EntryError::new("closures", index, part, message));
            };
            let date = day(form.date.as_deref()).map_err(|message| wrong("date", message));
            let name = closure_name(form.name.as_deref()).map_err(|message| wrong("name", message));
            if let (Ok(date), Ok(name)) = (date, name) {
                if dates.insert(date) {
                    closures.push(Closure { date, name });
                } else {
                    wrong("date", DATE_TWICE);
                }
            }
        }
        closures.sort_by_key(|closure| closure.date);
        match closed_weekdays {
            Some(closed_weekdays) if errors.is_empty() => Ok(Calendar {
                closed_weekdays,
                closures,
            }),
            _ => Err(errors),
        }
    }
}

/// The names of the closed weekdays, Monday first.
pub fn weekday_names(closed: [bool; 7]) -> Vec<&'static str> {
    WEEKDAYS
        .into_iter()
        .zip(closed)
        .filter_map(|(name, closed)| closed.then_some(name))
        .collect()
}

/// The closed weekdays of these names. All seven are refused, because the library could not lend anything.
pub fn weekdays_from<T: AsRef<str>>(names: &[T]) -> Result<[bool; 7], &'static str> {
    let mut closed = [false; 7];
    for name in names {
        let day = WEEKDAYS
            .iter()
            .position(|weekday| *weekday == name.as_ref())
            .ok_or(WEEKDAY_UNKNOWN)?;
        if std::mem::replace(&mut closed[day], true) {
            return Err(WEEKDAY_TWICE);
        }
    }
    if closed == [true; 7] {
        return Err(NEVER_OPEN);
    }
    Ok(closed)
}

fn closure_name(text: Option<&str>) -> Result<String, &'static str> {
    required_line(
        text,
        limit::CLOSURE_NAME,
        NAME_REQUIRED,
        NAME_TOO_LONG,
        NAME_NOT_ALLOWED,
    )
}
