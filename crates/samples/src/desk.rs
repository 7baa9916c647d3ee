//! The circulation use cases, called by a simulation: many in one transaction, each with its own instant.
//!
//! The demo library lends, returns and records payments only through this module. Generated libraries do not use it:
//! `generate` writes their rows in bulk.

use std::sync::Arc;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::users::User;
use carrel_operations::circulation::borrow::borrow_in;
use carrel_operations::circulation::check_in::give_back_in;
use carrel_operations::money::payments::{Settlement, record_in};
use carrel_operations::{Actor, Context, Result, Settings};
use carrel_storage::Transaction;
use jiff::Timestamp;

use crate::random::Random;

/// The circulation desk, with a clock that its caller moves.
pub(crate) struct Desk {
    /// The settings as stored in the transaction of the simulation.
    settings: Arc<Settings>,
    /// The seeds of the calls.
    random: Random,
}

impl Desk {
    pub(crate) fn new(settings: Settings, random: Random) -> Self {
        Desk {
            settings: Arc::new(settings),
            random,
        }
    }

    /// A call by a person who is signed in.
    pub(crate) fn call(&mut self, at: Timestamp, person: &Arc<User>) -> Context {
        Context {
            now: at,
            seed: self.random.bytes(),
            actor: Some(Actor::inside(Arc::clone(person))),
            visitor: None,
            request_id: None,
            idempotent_call: None,
        }
    }

    /// A person borrows a book. Returns the id of the borrowing.
    pub(crate) async fn check_out(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        person: &Arc<User>,
        book_id: BookId,
    ) -> Result<BorrowingId> {
        transaction.restart_lock_order();
        let call = self.call(at, person);
        let borrowing = borrow_in(transaction, &call, &self.settings, person.id, book_id).await?;
        Ok(borrowing.record.id)
    }

    /// An administrator takes a copy back.
    pub(crate) async fn check_in(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        administrator: &Arc<User>,
        borrowing_id: BorrowingId,
    ) -> Result<()> {
        transaction.restart_lock_order();
        let call = self.call(at, administrator);
        give_back_in(transaction, &call, &self.settings, borrowing_id).await?;
        Ok(())
    }

    /// An administrator records a payment or a waiver.
    pub(crate) async fn settle(
        &mut self,
        transaction: &mut Transaction,
        at: Timestamp,
        administrator: &Arc<User>,
        settlement: &Settlement,
    ) -> Result<()> {
        transaction.restart_lock_order();
        let call = self.call(at, administrator);
        record_in(transaction, &call, &self.settings, settlement).await?;
        Ok(())
    }
}
