//! The invariants of what is booked for borrowings and charges.

/// Each invariant, as in [`super::INVARIANTS`].
pub(super) const INVARIANTS: &[(&str, &str)] = &[
    (
        "an entry of the ledger belongs to the borrowing's person",
        "SELECT l.id, l.user_id FROM ledger l JOIN borrowings o ON o.id = l.borrowing_id \
         WHERE COALESCE(o.user_id, 0) <> COALESCE(l.user_id, 0)",
    ),
    (
        "nothing is owed for an anonymous borrowing",
        "SELECT o.id, CAST(sum(CASE WHEN l.kind IN ('charge', 'refund') THEN l.amount_minor ELSE -l.amount_minor END) \
         AS TEXT) FROM ledger l JOIN borrowings o ON o.id = l.borrowing_id WHERE o.user_id IS NULL GROUP BY o.id \
         HAVING sum(CASE WHEN l.kind IN ('charge', 'refund') THEN l.amount_minor ELSE -l.amount_minor END) <> 0",
    ),
    (
        "no more is paid and waived for a borrowing than was charged",
        "SELECT l.borrowing_id, CAST(sum(CASE WHEN l.kind IN ('charge', 'refund') THEN l.amount_minor \
         ELSE -l.amount_minor END) AS TEXT) FROM ledger l WHERE l.borrowing_id IS NOT NULL GROUP BY l.borrowing_id \
         HAVING sum(CASE WHEN l.kind IN ('charge', 'refund') THEN l.amount_minor ELSE -l.amount_minor END) < 0",
    ),
    (
        "an entry of the ledger is about a borrowing, or a charge of the same person, or is itself a charge",
        "SELECT l.id, l.charge_id FROM ledger l LEFT JOIN ledger h ON h.id = l.charge_id WHERE l.borrowing_id IS NULL \
         AND CASE WHEN l.kind = 'charge' THEN l.charge_id IS NOT NULL ELSE h.id IS NULL OR h.kind <> 'charge' \
         OR h.borrowing_id IS NOT NULL OR COALESCE(h.user_id, 0) <> COALESCE(l.user_id, 0) END \
         UNION ALL SELECT l.id, l.charge_id FROM ledger l WHERE l.borrowing_id IS NOT NULL AND l.charge_id IS NOT NULL",
    ),
    (
        "no more is paid and waived for a charge than it is, and nothing is owed for an anonymous one",
        "SELECT s.id, CAST(s.owed AS TEXT) FROM (SELECT h.id, h.user_id, h.amount_minor + COALESCE((SELECT \
         sum(CASE WHEN l.kind = 'refund' THEN l.amount_minor ELSE -l.amount_minor END) FROM ledger l \
         WHERE l.charge_id = h.id), 0) AS owed FROM ledger h WHERE h.borrowing_id IS NULL AND h.kind = 'charge') s \
         WHERE s.owed < 0 OR (s.user_id IS NULL AND s.owed <> 0)",
    ),
];
