//! A borrowing as people see it: stored facts, and values derived from them at an instant.

use carrel_domain::calendar::{civil_date, days_between};
use carrel_domain::circulation::due::due_at;
use carrel_domain::circulation::fine::{LatePeriod, fine};
use carrel_domain::circulation::policy::Terms;
use carrel_domain::circulation::status::{Status, status};
use carrel_domain::money::{Amount, Currency};
use carrel_storage::borrowings::BorrowingRow;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::core::error::{Error, Result};
use crate::core::settings::Settings;

/// A borrowing at an instant.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Borrowing {
    pub row: BorrowingRow,
    pub status: Status,
    /// The currency of the amounts.
    pub currency: Currency,
    /// Booked charges or, while it is overdue, the fine for a return today.
    pub fine: Amount,
    /// Whether there were charges and none is outstanding.
    pub fine_paid: bool,
    /// The outstanding part of the booked charges.
    pub fine_outstanding: Amount,
    /// Remaining renewals; 0 once it is returned.
    pub renewals_left: u32,
    /// Civil days past the due day; 0 unless overdue.
    pub days_overdue: i64,
}

impl Borrowing {
    /// The view of a stored borrowing at `now`.
    pub(crate) fn at(mut row: BorrowingRow, now: Timestamp, settings: &Settings) -> Result<Self> {
        // The due instant of a returned borrowing was computed in the zone of that time.
        let due_at = due_at(due_on(&row)?, &settings.zone);
        row.due_at = due_at.as_millisecond();
        let returned_at = row.returned_at.map(instant).transpose()?;
        let status = status(due_at, returned_at, now);
        let mut renewals_left = 0;
        if returned_at.is_none() {
            let allowed = i64::from(terms(&row)?.renewals_allowed);
            renewals_left = u32::try_from(allowed - row.renewals).unwrap_or(0);
        }
        let (mut running, mut days_overdue) = (Amount::ZERO, 0);
        if status == Status::Overdue {
            let (due_on, today) = (due_on(&row)?, civil_date(now, &settings.zone));
            days_overdue = days_between(due_on, today).max(0);
            running = fine(&LatePeriod {
                due_on,
                until: today,
                terms: &terms(&row)?,
                calendar: &settings.calendar,
                replacement_price: None,
                already_charged: Amount(row.charged_minor),
            })
            .amount;
        }
        let charged = Amount(row.charged_minor);
        let outstanding = Amount((row.charged_minor - row.settled_minor).max(0));
        Ok(Borrowing {
            status,
            currency: settings.currency,
            fine: charged.checked_add(running).unwrap_or(charged),
            fine_paid: charged.is_positive() && outstanding == Amount::ZERO && !running.is_positive(),
            fine_outstanding: outstanding,
            renewals_left,
            days_overdue,
            row,
        })
    }

    pub(crate) fn all_at(rows: Vec<BorrowingRow>, now: Timestamp, settings: &Settings) -> Result<Vec<Self>> {
        rows.into_iter()
            .map(|row| Borrowing::at(row, now, settings))
            .collect()
    }
}

pub(crate) fn instant(milliseconds: i64) -> Result<Timestamp> {
    Timestamp::from_millisecond(milliseconds)
        .map_err(|error| Error::Defect(format!("instant {milliseconds}: {error}")))
}

/// The due day of a stored borrowing.
pub(crate) fn due_on(row: &BorrowingRow) -> Result<Date> {
    row.due_on
        .parse()
        .map_err(|error| Error::Defect(format!("borrowing {}: due day: {error}", row.id)))
}

/// The terms that a stored borrowing was lent under.
pub(crate) fn terms(row: &BorrowingRow) -> Result<Terms> {
    serde_json::from_str(&row.terms)
        .map_err(|error| Error::Defect(format!("borrowing {}: terms: {error}", row.id)))
}
