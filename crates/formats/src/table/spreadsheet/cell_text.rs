//! The values of cells as text.

use calamine::{Data, DataRef, ExcelDateTime};

/// The first number of days that Excel does not show as a date: 1 January of the year 10000.
const END_OF_DATES: f64 = 2_958_466.0;

/// The text of a cell of a streamed sheet.
pub(super) fn of_reference(value: DataRef<'_>) -> String {
    match value {
        DataRef::SharedString(text) => text.to_owned(),
        DataRef::String(text) | DataRef::DurationIso(text) => text,
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => of_number(number),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(date) => of_date(date),
        DataRef::DateTimeIso(text) => of_iso_date(&text),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// The text of a cell of a sheet in memory.
pub(super) fn of_value(value: &Data) -> String {
    match value {
        Data::String(text) | Data::DurationIso(text) => text.clone(),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => of_number(*number),
        Data::Bool(value) => value.to_string(),
        Data::DateTime(date) => of_date(*date),
        Data::DateTimeIso(text) => of_iso_date(text),
        Data::Error(_) | Data::Empty => String::new(),
    }
}

/// All digits of a number. Spreadsheets show 15 significant digits; others are errors of rounding.
pub(super) fn of_number(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let rounded = format!("{number:.14e}").parse().unwrap_or(number);
    // Whole numbers of 16 digits can still be exact.
    let shown = if number.fract() == 0.0 { number } else { rounded };
    if shown == 0.0 {
        "0".to_owned()
    } else {
        shown.to_string()
    }
}

/// `2024-12-31`, with a time where there is one.
pub(super) fn of_iso_date(text: &str) -> String {
    match text.split_once('T') {
        Some((date, time)) if time.bytes().all(|byte| matches!(byte, b'0' | b':' | b'.' | b'Z')) => {
            date.to_owned()
        }
        Some((date, time)) => format!("{date} {time}"),
        None => text.to_owned(),
    }
}

fn of_date(date: ExcelDateTime) -> String {
    let days = date.as_f64();
    if date.is_duration() || !(0.0..END_OF_DATES).contains(&days) {
        return of_number(days);
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    if days < 1.0 {
        time
    } else if (hour, minute, second) == (0, 0, 0) {
        format!("{year:04}-{month:02}-{day:02}")
    } else {
        format!("{year:04}-{month:02}-{day:02} {time}")
    }
}

#[cfg(test)]
mod tests {
    use super::{of_iso_date, of_number, of_value};
    use calamine::{CellErrorType, Data, ExcelDateTime, ExcelDateTimeType};

    #[test]
    fn writes_numbers_with_all_digits() {
        for (number, expected) in [
            (9_780_141_036_144.0, "9780141036144"),
            (0.0, "0"),
            (-0.0, "0"),
            (12.5, "12.5"),
            (0.1 + 0.2, "0.3"),
            (-3.0, "-3"),
            (1_234_567_890_123_456.0, "1234567890123456"),
            (f64::NAN, ""),
            (f64::INFINITY, ""),
        ] {
            assert_eq!(of_number(number), expected);
        }
    }

    #[test]
    fn writes_dates() {
        let date = |days| Data::DateTime(ExcelDateTime::new(days, ExcelDateTimeType::DateTime, false));
        for (value, expected) in [
            (date(45_657.0), "2024-12-31"),
            (date(45_657.75), "2024-12-31 18:00:00"),
            (date(0.5), "12:00:00"),
            (date(9_780_141_036_144.0), "9780141036144"),
            (date(-1.0), "-1"),
            (Data::Bool(true), "true"),
            (Data::Error(CellErrorType::NA), ""),
            (Data::Empty, ""),
        ] {
            assert_eq!(of_value(&value), expected);
        }
        for (text, expected) in [
            ("2024-12-31", "2024-12-31"),
            ("2024-12-31T00:00:00", "2024-12-31"),
            ("2024-12-31T18:30:00", "2024-12-31 18:30:00"),
        ] {
            assert_eq!(of_iso_date(text), expected);
        }
    }
}
