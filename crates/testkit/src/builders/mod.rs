//! Inserts entities of a library directly through `carrel_storage`: each builder has defaults for everything, one
//! method per detail, and ends with `insert`.

mod book;
mod borrowing;
mod user;

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};

use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::money::{ChargeId, LedgerKind};
use carrel_domain::users::User;
use carrel_storage::{Result, ledger};

pub use book::BookBuilder;
pub use borrowing::BorrowingBuilder;
pub use user::UserBuilder;

use crate::{Clock, TestDatabase};

/// A library under test: its database, its clock, and the builders.
pub struct Library {
    database: TestDatabase,
    /// The clock that gives the instants of inserted rows.
    pub clock: Clock,
    made: AtomicU64,
}

impl Library {
    /// An empty library.
    pub fn new(database: TestDatabase) -> Self {
        Library {
            database,
            clock: Clock::default(),
            made: AtomicU64::new(0),
        }
    }

    /// Counts up from 1, for values that must be unique.
    pub fn fresh_number(&self) -> u64 {
        self.made.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// A student by default.
    pub fn user(&self) -> UserBuilder<'_> {
        UserBuilder::new(self)
    }

    /// A book with one copy by default.
    pub fn book(&self) -> BookBuilder<'_> {
        BookBuilder::new(self)
    }

    /// An open borrowing of a book's first copy on the shelf, due in 14 days by default.
    pub fn borrowing<'a>(&'a self, user: &'a User, book: &'a Book) -> BorrowingBuilder<'a> {
        BorrowingBuilder::new(self, user, book)
    }

    /// Books an entry of the ledger for a borrowing: a `charge` or `reversal` (overdue), `payment`, `waiver` or `refund`.
    pub async fn entry(
        &self,
        borrowing: &BorrowingRecord,
        kind: LedgerKind,
        amount_minor: i64,
    ) -> Result<()> {
        let state = (borrowing.clone(), kind, amount_minor, self.clock.now_ms());
        self.write(state, |transaction, (borrowing, kind, amount_minor, now)| {
            Box::pin(async move {
                let entry = ledger::NewEntry {
                    id: transaction.fresh_id().await?,
                    user_id: borrowing.user_id,
                    borrowing_id: Some(borrowing.id),
                    charge_id: None,
                    kind: *kind,
                    reason: matches!(kind, LedgerKind::Charge | LedgerKind::Reversal).then_some("overdue"),
                    amount_minor: *amount_minor,
                    currency: "USD",
                    at: *now,
                    actor_id: borrowing.user_id,
                    note: None,
                    explanation: None,
                    receipt_number: None,
                };
                ledger::insert(transaction, &entry).await
            })
        })
        .await
    }

    /// Books a charge without a borrowing, at the present instant.
    pub async fn charge(&self, user: &User, amount_minor: i64, description: &str) -> Result<ChargeId> {
        let state = (user.id, amount_minor, description.to_owned(), self.clock.now_ms());
        self.write(state, |transaction, (user_id, amount_minor, description, now)| {
            Box::pin(async move {
                let entry = ledger::NewEntry {
                    id: transaction.fresh_id().await?,
                    user_id: *user_id,
                    borrowing_id: None,
                    charge_id: None,
                    kind: LedgerKind::Charge,
                    reason: Some("other"),
                    amount_minor: *amount_minor,
                    currency: "USD",
                    at: *now,
                    actor_id: *user_id,
                    note: Some(description),
                    explanation: None,
                    receipt_number: None,
                };
                ledger::insert(transaction, &entry).await?;
                Ok(ChargeId::new(entry.id.number()))
            })
        })
        .await
    }

    /// Books a payment, a waiver, a refund or the reversal of a charge without a borrowing.
    pub async fn entry_of_charge(
        &self,
        user: &User,
        charge_id: ChargeId,
        kind: LedgerKind,
        amount_minor: i64,
    ) -> Result<()> {
        let state = (user.id, charge_id, kind, amount_minor, self.clock.now_ms());
        self.write(
            state,
            |transaction, (user_id, charge_id, kind, amount_minor, now)| {
                Box::pin(async move {
                    let entry = ledger::NewEntry {
                        id: transaction.fresh_id().await?,
                        user_id: *user_id,
                        borrowing_id: None,
                        charge_id: Some(*charge_id),
                        kind: *kind,
                        reason: (*kind == LedgerKind::Reversal).then_some("other"),
                        amount_minor: *amount_minor,
                        currency: "USD",
                        at: *now,
                        actor_id: *user_id,
                        note: None,
                        explanation: None,
                        receipt_number: None,
                    };
                    ledger::insert(transaction, &entry).await
                })
            },
        )
        .await
    }
}

impl Deref for Library {
    type Target = TestDatabase;

    fn deref(&self) -> &TestDatabase {
        &self.database
    }
}
