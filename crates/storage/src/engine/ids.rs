//! The identifiers that a connection may still assign; see `numbering`.

use std::ops::Range;

/// The numbers that a connection may still assign.
#[derive(Debug, Default)]
pub(super) struct Ids {
    pub(super) left: Range<i64>,
    /// Whether the transaction that took the block is committed.
    is_committed: bool,
}

impl Ids {
    /// The rest of a block that was taken in the running transaction.
    pub(super) fn of(left: Range<i64>) -> Self {
        Ids {
            left,
            is_committed: false,
        }
    }

    /// Keeps the block: the transaction was committed.
    pub(super) fn commit(&mut self) {
        self.is_committed = true;
    }

    /// Drops a block that was taken in the transaction that was rolled back, as a whole or in part.
    pub(super) fn roll_back(&mut self) {
        if !self.is_committed {
            self.left = Range::default();
        }
    }
}
