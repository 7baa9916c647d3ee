//! Removing people from what the library keeps: from returned borrowings, and all traces of an erased account.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::money::ChargeId;
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::audit::{begin_anonymising, end_removal};
use crate::counters::{self, Counter};
use crate::engine::values;
use crate::{Connection, Result, Transaction, tombstones};

/// Tables whose rows belong to an account and are deleted with it. Favorites, search terms
/// and what a merge of books keeps of the person follow by their references.
const OWN_TABLES: [&str; 16] = [
    "DELETE FROM balances WHERE user_id = $1",
    "DELETE FROM consents WHERE user_id = $1",
    "DELETE FROM email_changes WHERE user_id = $1",
    "DELETE FROM cards WHERE user_id = $1",
    "DELETE FROM sessions WHERE user_id = $1",
    "DELETE FROM one_time_links WHERE user_id = $1",
    "DELETE FROM access_tokens WHERE user_id = $1",
    "DELETE FROM known_devices WHERE user_id = $1",
    "DELETE FROM authenticators WHERE user_id = $1",
    "DELETE FROM passkeys WHERE user_id = $1",
    "DELETE FROM recovery_codes WHERE user_id = $1",
    "DELETE FROM challenges WHERE user_id = $1",
    "DELETE FROM idempotency_keys WHERE user_id = $1",
    "DELETE FROM ratings WHERE user_id = $1",
    "DELETE FROM favorites WHERE user_id = $1",
    "DELETE FROM saved_searches WHERE user_id = $1",
];

/// How an account disappears from what stays: as [`anonymise`] does it for one borrowing, for all of a person at once.
const TRACES: [&str; 10] = [
    "UPDATE renewals SET actor_id = NULLIF(actor_id, $1), overrides = NULL \
     WHERE borrowing_id IN (SELECT o.id FROM borrowings o WHERE o.user_id = $1)",
    "UPDATE ledger SET user_id = NULL, actor_id = NULLIF(actor_id, $1), note = NULL WHERE user_id = $1",
    "UPDATE borrowings SET user_id = NULL, lent_by = NULLIF(lent_by, user_id), \
     returned_by = NULLIF(returned_by, user_id) WHERE user_id = $1",
    "UPDATE audit SET user_id = NULL, actor_id = NULLIF(actor_id, $1), before_state = NULL, after_state = NULL, \
     request_id = NULL WHERE user_id = $1 AND entity IN ('borrowing', 'charge')",
    "UPDATE audit SET before_state = NULL, after_state = NULL, request_id = NULL WHERE user_id = $1",
    "UPDATE imports SET created_by = NULL WHERE created_by = $1",
    "DELETE FROM import_findings WHERE user_id = $1",
    "DELETE FROM import_rows WHERE user_id = $1",
    "UPDATE bulk_edits SET created_by = NULL WHERE created_by = $1",
    "UPDATE merges SET merged_by = NULL WHERE merged_by = $1",
];

/// A returned borrowing that still has its person, and when it was lent.
type WithPerson = (BorrowingId, UserId, i64);

/// That nothing is owed for borrowing `o`.
const NOTHING_OWED: &str = "(SELECT COALESCE(sum(CASE WHEN l.kind IN ('charge', 'refund') THEN l.amount_minor \
     ELSE -l.amount_minor END), 0) FROM ledger l WHERE l.borrowing_id = o.id) = 0";

/// Removes the person from at most `limit` borrowings that were returned before an instant and for which nothing is
/// owed, the earliest first; returns how many. The borrowings, their money and the totals stay.
pub async fn anonymise_returned(transaction: &mut Transaction, before: i64, limit: i64) -> Result<u64> {
    let found: Vec<WithPerson> = transaction
        .rows(
            concatcp!(
                "SELECT o.id, o.user_id, o.borrowed_at FROM borrowings o WHERE o.returned_at IS NOT NULL \
                 AND o.user_id IS NOT NULL AND o.returned_at < $1 AND ",
                NOTHING_OWED,
                " ORDER BY o.returned_at, o.id LIMIT $2"
            ),
            values![before, limit],
        )
        .await?;
    anonymise(transaction, &found).await?;
    Ok(found.len() as u64)
}

async fn anonymise(transaction: &mut Transaction, borrowings: &[WithPerson]) -> Result<()> {
    if borrowings.is_empty() {
        return Ok(());
    }
    begin_anonymising(transaction).await?;
    for (id, user_id, borrowed_at) in borrowings {
        transaction
            .execute(
                "UPDATE borrowings SET user_id = NULL, lent_by = NULLIF(lent_by, user_id), \
                 returned_by = NULLIF(returned_by, user_id) WHERE id = $1 AND returned_at IS NOT NULL",
                values![id],
            )
            .await?;
        transaction
            .execute(
                "UPDATE renewals SET actor_id = NULLIF(actor_id, $2), overrides = NULL WHERE borrowing_id = $1",
                values![id, user_id],
            )
            .await?;
        transaction
            .execute(
                "UPDATE ledger SET user_id = NULL, actor_id = NULLIF(actor_id, $2), note = NULL WHERE borrowing_id = $1",
                values![id, user_id],
            )
            .await?;
        transaction
            .execute(
                "UPDATE audit SET user_id = NULL, actor_id = NULLIF(actor_id, $1), before_state = NULL, \
                 after_state = NULL, request_id = NULL \
                 WHERE user_id = $1 AND at >= $3 AND entity = 'borrowing' AND entity_id = $2",
                values![user_id, id, borrowed_at],
            )
            .await?;
    }
    end_removal(transaction).await
}

/// A settled charge that still has its person, and when it arose.
type ChargeWithPerson = (ChargeId, UserId, i64);

/// Removes the person and the description from at most `limit` charges without a borrowing that arose before an instant and
/// for which nothing is owed, the earliest first; returns how many. Their money and the totals stay.
pub async fn anonymise_charges(transaction: &mut Transaction, before: i64, limit: i64) -> Result<u64> {
    let found: Vec<ChargeWithPerson> = transaction
        .rows(
            "SELECT h.id, h.user_id, h.at FROM ledger h WHERE h.borrowing_id IS NULL AND h.kind = 'charge' \
             AND h.user_id IS NOT NULL AND h.at < $1 AND h.amount_minor + (SELECT COALESCE(sum(CASE WHEN l.kind = 'refund' \
             THEN l.amount_minor ELSE -l.amount_minor END), 0) FROM ledger l WHERE l.charge_id = h.id) = 0 \
             ORDER BY h.at, h.id LIMIT $2",
            values![before, limit],
        )
        .await?;
    if found.is_empty() {
        return Ok(0);
    }
    begin_anonymising(transaction).await?;
    for (id, user_id, at) in &found {
        for sql in [
            "UPDATE ledger SET user_id = NULL, actor_id = NULLIF(actor_id, $2), note = NULL WHERE id = $1",
            "UPDATE ledger SET user_id = NULL, actor_id = NULLIF(actor_id, $2), note = NULL WHERE charge_id = $1",
        ] {
            transaction.execute(sql, values![id, user_id]).await?;
        }
        transaction
            .execute(
                "UPDATE audit SET user_id = NULL, actor_id = NULLIF(actor_id, $1), before_state = NULL, \
                 after_state = NULL, request_id = NULL \
                 WHERE user_id = $1 AND at >= $3 AND entity = 'charge' AND entity_id = $2",
                values![user_id, id, at],
            )
            .await?;
    }
    end_removal(transaction).await?;
    Ok(found.len() as u64)
}

/// The books that a person has rated.
pub async fn books_rated(connection: &mut Connection, user_id: UserId) -> Result<Vec<BookId>> {
    let books: Vec<(BookId,)> = connection
        .rows(
            "SELECT book_id FROM ratings WHERE user_id = $1 ORDER BY book_id",
            values![user_id],
        )
        .await?;
    Ok(books.into_iter().map(|(book_id,)| book_id).collect())
}

/// Erases an account that has no open borrowing and no balance. Its borrowings and money become anonymous; entries of the
/// audit keep only its number, which names nobody any more. The caller recomputes the ratings of [`books_rated`].
pub async fn erase(transaction: &mut Transaction, user_id: UserId, now: i64) -> Result<()> {
    begin_anonymising(transaction).await?;
    for sql in TRACES {
        transaction.execute(sql, values![user_id]).await?;
    }
    end_removal(transaction).await?;
    for sql in OWN_TABLES {
        transaction.execute(sql, values![user_id]).await?;
    }
    transaction
        .execute("DELETE FROM users WHERE id = $1", values![user_id])
        .await?;
    counters::take(transaction, Counter::Users, -1).await?;
    tombstones::insert(transaction, user_id, None, now).await
}
