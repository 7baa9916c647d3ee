//! A borrowing as people see it: stored facts, and values derived from them at an instant.

use carrel_domain::calendar::{civil_date, days_between};
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::due::due_at;
use carrel_domain::circulation::fine::fine;
use carrel_domain::circulation::status::{Status, status};
use carrel_domain::money::{Amount, Currency};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::settings::Settings;

/// A borrowing at an instant.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Borrowing {
    pub record: BorrowingRecord,
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
    pub(crate) fn at(mut record: BorrowingRecord, now: Timestamp, settings: &Settings) -> Self {
        // The due instant of a returned borrowing was computed in the zone of that time.
        record.due_at = due_at(record.due_on, &settings.zone);
        let status = status(record.due_at, record.returned_at, now);
        let (mut running, mut days_overdue) = (Amount::ZERO, 0);
        if status == Status::Overdue {
            let today = civil_date(now, &settings.zone);
            days_overdue = days_between(record.due_on, today).max(0);
            running = fine(&record.late_period(today, &settings.calendar)).amount;
        }
        let charged = record.charged;
        let outstanding = record.owed().max(Amount::ZERO);
        Borrowing {
            status,
            currency: settings.currency,
            fine: charged.checked_add(running).unwrap_or(charged),
            fine_paid: charged.is_positive() && outstanding == Amount::ZERO && !running.is_positive(),
            fine_outstanding: outstanding,
            renewals_left: record.renewals_left(),
            days_overdue,
            record,
        }
    }

    pub(crate) fn all_at(records: Vec<BorrowingRecord>, now: Timestamp, settings: &Settings) -> Vec<Self> {
        records
            .into_iter()
            .map(|record| Borrowing::at(record, now, settings))
            .collect()
    }
}
