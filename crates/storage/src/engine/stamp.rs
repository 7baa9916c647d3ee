//! Stamps, and how transactions change them.

/// A version of the data, for caches: a value that was read after a stamp was taken may be served as long as the stamp
/// is the same.
///
/// SQLite counts the commits that a connection sees (`PRAGMA data_version`). On PostgreSQL each transaction that
/// changed rows adds 1 to a row of `data_versions` right before its commit, and a stamp is the sum of those rows. That
/// is exact:
///
/// - The rows of a transaction and its 1 become visible together. Of two snapshots the later one sees everything that
///   the earlier one sees, and the numbers only grow. So equal sums mean that the same writing transactions are
///   visible.
/// - The server responds after the commit, so a stamp taken after the response counts that commit.
/// - A reader takes the stamp first and reads afterwards. The data may be newer than the stamp, never older. Newer data
///   under an older stamp does no harm: the next stamp differs, and the cached value is not used again.
///
/// Transactions of other databases, reads, and transactions that are rolled back or change nothing do not change the
/// stamp. Neither do changes by other programs such as psql: `docs/administration/operations.md` says what to run
/// afterwards.
///
/// The numbers only mean something on the connection that read them: a server that takes over from another one may have
/// lost its last commits. A new connection makes new stamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Which connection read the version.
    pub(super) session: u64,
    pub(super) version: i64,
}

impl Stamp {
    /// Whether both were read on one connection, so that their difference tells of every commit between them.
    pub fn is_comparable_to(&self, other: &Stamp) -> bool {
        self.session == other.session
    }
}

/// The last statement of a transaction that changed rows; see [`Stamp`]. A session always adds to the same row. Another
/// session that adds to this row waits only until this transaction commits. A transaction that holds the row takes no
/// further locks, so this causes no deadlock.
pub(crate) const COUNT_TRANSACTION: &str = "INSERT INTO data_versions (slot, version) VALUES (pg_backend_pid() % 64, 1) \
     ON CONFLICT (slot) DO UPDATE SET version = data_versions.version + 1";
