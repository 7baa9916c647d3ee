//! Numbers that count up within the transaction that uses them: generated barcodes and student IDs.

use crate::engine::values;
use crate::{Result, Transaction};

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub enum Counter {
    Barcode,
    StudentId,
}

impl Counter {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Counter::Barcode => "barcode",
            Counter::StudentId => "student_id",
        }
    }
}

/// Takes `count` numbers and returns the first of them. Counting starts at 1.
pub async fn take(transaction: &mut Transaction, counter: Counter, count: i64) -> Result<i64> {
    let (last,): (i64,) = transaction
        .one(
            "INSERT INTO counters (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value RETURNING value",
            values![counter.name(), count],
        )
        .await?;
    Ok(last - count + 1)
}
