//! Charges without a borrowing: entries of the ledger, each with the sums of what was booked for it.

use carrel_domain::money::{Amount, Charge, ChargeId};
use carrel_domain::users::UserId;
use const_format::concatcp;
use jiff::Timestamp;

use crate::engine::{Columns, columns, values};
use crate::{Connection, Result};

columns!(Charge of "h" {
    id,
    user_id = "COALESCE(h.user_id, 0)",
    reason,
    description = "COALESCE(h.note, '')",
    amount = "h.amount_minor",
    at,
    added_by = "s.name",
    settled =
        "(SELECT CAST(COALESCE(sum(CASE WHEN l.kind = 'refund' THEN -l.amount_minor ELSE l.amount_minor END), 0) \
         AS BIGINT) FROM ledger l WHERE l.charge_id = h.id AND l.kind <> 'reversal')",
    reversed =
        "(SELECT CAST(COALESCE(sum(l.amount_minor), 0) AS BIGINT) FROM ledger l WHERE l.charge_id = h.id \
         AND l.kind = 'reversal')",
});

const SELECT: &str = concatcp!(
    "SELECT ",
    Charge::COLUMNS,
    " FROM ledger h LEFT JOIN users s ON s.id = h.actor_id"
);

/// The charges of person `$1` that were not cancelled.
const OF_USER: &str = "h.user_id = $1 AND h.borrowing_id IS NULL AND h.kind = 'charge' \
     AND NOT EXISTS (SELECT 1 FROM ledger r WHERE r.charge_id = h.id AND r.kind = 'reversal')";

/// What is owed for charge `h`.
const OWED: &str = "h.amount_minor + (SELECT COALESCE(sum(CASE WHEN o.kind = 'refund' THEN o.amount_minor \
     ELSE -o.amount_minor END), 0) FROM ledger o WHERE o.charge_id = h.id)";

/// One charge. An anonymous one belongs to nobody, and is not found.
pub async fn find(connection: &mut Connection, id: ChargeId) -> Result<Option<Charge>> {
    connection
        .optional(
            concatcp!(
                SELECT,
                " WHERE h.id = $1 AND h.borrowing_id IS NULL AND h.kind = 'charge' AND h.user_id IS NOT NULL"
            ),
            values![id],
        )
        .await
}

/// A page of a person's charges: the open ones first, then the settled ones, the newest first. Cancelled ones are left out.
pub async fn list(
    connection: &mut Connection,
    user_id: UserId,
    limit: i64,
    offset: i64,
) -> Result<Vec<Charge>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE ",
                OF_USER,
                " ORDER BY CASE WHEN ",
                OWED,
                " > 0 THEN 0 ELSE 1 END, h.at DESC, h.id DESC LIMIT $2 OFFSET $3"
            ),
            values![user_id, limit, offset],
        )
        .await
}

/// How many charges [`list`] has.
pub async fn count_of_user(connection: &mut Connection, user_id: UserId) -> Result<i64> {
    let (count,) = connection
        .one(
            concatcp!("SELECT count(*) FROM ledger h WHERE ", OF_USER),
            values![user_id],
        )
        .await?;
    Ok(count)
}

/// Whether a person has a charge that was not cancelled, with this amount and description, and of this instant if there is one.
pub async fn has_equal(
    connection: &mut Connection,
    user_id: UserId,
    amount: Amount,
    description: &str,
    at: Option<Timestamp>,
) -> Result<bool> {
    let (from, until) = at.map_or((0, i64::MAX), |at| (at.as_millisecond(), at.as_millisecond()));
    let (count,): (i64,) = connection
        .one(
            concatcp!(
                "SELECT count(*) FROM ledger h WHERE ",
                OF_USER,
                " AND h.at >= $2 AND h.at <= $3 AND h.amount_minor = $4 AND h.note = $5"
            ),
            values![user_id, from, until, amount.0, description],
        )
        .await?;
    Ok(count > 0)
}
