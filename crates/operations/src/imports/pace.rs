//! How fast an import goes, so that nobody at the desk has to wait for it.

/// The maximum number of records of a transaction while others write, each of whom may have to wait for one: a few
/// milliseconds of the one writer of the embedded engine.
pub(super) const RECORDS_BESIDE_OTHERS: usize = 16;
/// The maximum number of records of a transaction while nobody else writes. Larger ones are hardly faster, and delay the
/// first person who comes.
pub(super) const RECORDS_ALONE: usize = 256;
/// How long a write of others counts, in milliseconds.
const OTHERS_COUNT_MS: i64 = 1000;

/// What the import has seen of the writes of others.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// The writes of this server, own ones included, that were seen.
    seen: u64,
    /// When others wrote last, in milliseconds since 1970.
    others_at: Option<i64>,
}

impl Pace {
    /// A pace that does not count earlier writes.
    pub(super) fn after(writes: u64) -> Self {
        Pace {
            seen: writes,
            others_at: None,
        }
    }

    /// Takes note of the number of writes so far, `own` of which are new ones of the import.
    pub(super) fn see(&mut self, writes: u64, own: u64, now_ms: i64) {
        if writes > self.seen + own {
            self.others_at = Some(now_ms);
        }
        self.seen = writes;
    }

    /// Takes note of the number of writes so far, all new ones of which are the import's.
    pub(super) fn skip(&mut self, writes: u64) {
        self.seen = writes;
    }

    /// The maximum number of records of the next transaction.
    pub(super) fn records(&self, now_ms: i64) -> usize {
        if self.others_at.is_some_and(|at| now_ms < at + OTHERS_COUNT_MS) {
            RECORDS_BESIDE_OTHERS
        } else {
            RECORDS_ALONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pace, RECORDS_ALONE, RECORDS_BESIDE_OTHERS};

    #[test]
    fn an_import_alone_takes_large_transactions() {
        let mut pace = Pace::after(7);
        pace.see(8, 1, 1_000);
        assert_eq!(pace.records(1_000), RECORDS_ALONE);
    }

    #[test]
    fn own_writes_do_not_count() {
        let mut pace = Pace::after(7);
        pace.see(8, 1, 1_000);
        // The lease was extended.
        pace.skip(9);
        pace.see(10, 1, 1_010);
        assert_eq!(pace.records(1_010), RECORDS_ALONE);
    }

    #[test]
    fn a_write_of_others_makes_transactions_small_for_a_second() {
        let mut pace = Pace::after(7);
        pace.see(9, 1, 1_000);
        assert_eq!(pace.records(1_999), RECORDS_BESIDE_OTHERS);
        assert_eq!(pace.records(2_000), RECORDS_ALONE);
    }
}
