//! Every invariant of the data, as SQL that must return no row.

mod ledger;

use std::time::{Duration, Instant};

use const_format::concatcp;

use crate::engine::{FromRow, Row, Value, record, values};
use crate::{Connection, Database, Error, Result};

/// A row that breaks an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The description of the invariant.
    pub invariant: &'static str,
    /// The entity that breaks it, and how.
    pub found: String,
}

impl Violation {
    fn damage(found: &str) -> Self {
        Violation {
            invariant: IS_SOUND,
            found: found.split_whitespace().collect::<Vec<&str>>().join(" "),
        }
    }

    /// Whether the database itself is damaged, and not only a row wrong.
    pub fn is_damage(&self) -> bool {
        self.invariant == IS_SOUND
    }
}

const IS_SOUND: &str = "the database file is sound";
const HAS_REFERENCES: &str = "every reference has its row";

/// Each invariant: its description, and a query for the rows that break it (entity id, detail).
const INVARIANTS: &[(&str, &str)] = &[
    (
        "each book has its counts",
        "SELECT b.id, b.title FROM books b LEFT JOIN book_counts k ON k.book_id = b.id WHERE k.book_id IS NULL \
         OR k.category <> b.category OR k.is_current <> CASE WHEN b.archived_at IS NULL THEN 1 ELSE 0 END",
    ),
    (
        "a book's total copies are its copies that are not withdrawn",
        "SELECT k.book_id, CAST(k.total_copies AS TEXT) FROM book_counts k WHERE k.total_copies <> \
         (SELECT count(*) FROM copies c WHERE c.book_id = k.book_id AND c.state <> 'withdrawn')",
    ),
    (
        "a book's available copies are its copies on the shelf that are for loan",
        "SELECT k.book_id, CAST(k.available_copies AS TEXT) FROM book_counts k WHERE k.available_copies <> \
         (SELECT count(*) FROM copies c WHERE c.book_id = k.book_id AND c.state = 'available' AND c.is_lendable = 1)",
    ),
    (
        "a book's borrow count is the number of its borrowings",
        "SELECT k.book_id, CAST(k.borrow_count AS TEXT) FROM book_counts k WHERE k.borrow_count <> \
         (SELECT count(*) FROM borrowings o WHERE o.book_id = k.book_id)",
    ),
    (
        "a book's ratings are summed up on it",
        "SELECT k.book_id, CAST(k.rating_sum AS TEXT) FROM book_counts k WHERE k.rating_sum <> \
         (SELECT COALESCE(sum(r.stars), 0) FROM ratings r WHERE r.book_id = k.book_id) OR k.rating_count <> \
         (SELECT count(*) FROM ratings r WHERE r.book_id = k.book_id)",
    ),
    (
        "a book is sorted by the average of its ratings",
        "SELECT k.book_id, CAST(k.rating_key AS TEXT) FROM book_counts k WHERE k.rating_key <> \
         CASE WHEN k.rating_count = 0 THEN 0 ELSE k.rating_sum * 100 / k.rating_count END",
    ),
    (
        "a merged book has left all to the book into which it was merged, which is no merged one",
        "SELECT b.id, k.title FROM books b LEFT JOIN books k ON k.id = b.merged_into WHERE b.merged_into IS NOT NULL \
         AND (k.id IS NULL OR k.merged_into IS NOT NULL OR b.archived_at IS NULL \
         OR EXISTS (SELECT 1 FROM copies c WHERE c.book_id = b.id) \
         OR EXISTS (SELECT 1 FROM borrowings o WHERE o.book_id = b.id) \
         OR EXISTS (SELECT 1 FROM favorites f WHERE f.book_id = b.id) \
         OR EXISTS (SELECT 1 FROM ratings r WHERE r.book_id = b.id)) \
         UNION ALL SELECT b.id, 'not merged' FROM merges m JOIN merge_books o ON o.merge_id = m.id AND o.position > 0 \
         JOIN books b ON b.id = o.book_id WHERE m.undone_at IS NULL AND b.merged_into IS NULL",
    ),
    (
        "a possible duplicate is a current book",
        "SELECT d.group_id, CAST(d.book_id AS TEXT) FROM duplicate_books d JOIN books b ON b.id = d.book_id \
         WHERE b.archived_at IS NOT NULL",
    ),
    (
        "a book's ISBN is its first identifier",
        "SELECT b.id, COALESCE(b.isbn, i.value) FROM books b LEFT JOIN book_identifiers i ON i.book_id = b.id \
         AND i.position = 0 AND i.kind = 'isbn' WHERE COALESCE(b.isbn, '') <> COALESCE(i.value_key, '')",
    ),
    (
        "a book with an uploaded cover has its files",
        "SELECT b.id, b.cover_image FROM books b WHERE substr(b.cover_image, 1, 8) = '/covers/' \
         AND length(b.cover_image) = 40 AND NOT EXISTS \
         (SELECT 1 FROM covers c WHERE c.book_id = b.id AND b.cover_image = '/covers/' || c.hash)",
    ),
    (
        "an uploaded cover is that of its book",
        "SELECT c.book_id, c.hash FROM covers c WHERE NOT EXISTS \
         (SELECT 1 FROM books b WHERE b.id = c.book_id AND b.cover_image = '/covers/' || c.hash)",
    ),
    (
        "each state and kind of entry is a known one",
        "SELECT c.id, c.state FROM copies c WHERE c.state NOT IN ('available', 'on_loan', 'hold_shelf', 'in_transit', \
         'lost', 'damaged', 'in_repair', 'withdrawn') \
         UNION ALL SELECT l.id, l.kind FROM ledger l WHERE l.kind NOT IN ('charge', 'payment', 'waiver', 'refund', 'reversal') \
         OR l.reason NOT IN ('overdue', 'lost', 'processing', 'damage', 'other')",
    ),
    (
        "each built-in role is on the list",
        "SELECT CAST(0 AS BIGINT), b.code FROM (SELECT 'admin' AS code UNION ALL SELECT 'librarian' UNION ALL SELECT 'assistant' \
         UNION ALL SELECT 'teacher' UNION ALL SELECT 'student') b \
         WHERE NOT EXISTS (SELECT 1 FROM roles r WHERE r.code = b.code)",
    ),
    (
        "a person with recovery codes has a second factor",
        "SELECT r.user_id, count(*) FROM recovery_codes r WHERE NOT EXISTS (SELECT 1 FROM authenticators a \
         WHERE a.user_id = r.user_id AND a.confirmed_at IS NOT NULL) AND NOT EXISTS \
         (SELECT 1 FROM passkeys p WHERE p.user_id = r.user_id) GROUP BY r.user_id",
    ),
    (
        "a person who rates a book has borrowed it",
        // The borrowing may be anonymous by now.
        "SELECT r.book_id, r.user_id FROM ratings r WHERE NOT EXISTS (SELECT 1 FROM borrowings o \
         WHERE o.book_id = r.book_id AND (o.user_id = r.user_id OR o.user_id IS NULL))",
    ),
    (
        "a category's count is the number of its current books",
        "SELECT k.category, CAST(k.books AS TEXT) FROM category_counts k WHERE k.books <> \
         (SELECT count(*) FROM books b WHERE b.category = k.category AND b.archived_at IS NULL)",
    ),
    (
        "each category of a current book is counted",
        "SELECT b.id, b.category FROM books b WHERE b.archived_at IS NULL AND b.category NOT IN \
         (SELECT k.category FROM category_counts k)",
    ),
    (
        "a copy on loan has an open borrowing",
        "SELECT c.id, c.state FROM copies c WHERE c.state = 'on_loan' AND NOT EXISTS \
         (SELECT 1 FROM borrowings o WHERE o.copy_id = c.id AND o.returned_at IS NULL)",
    ),
    (
        "a copy with an open borrowing is on loan or lost",
        "SELECT c.id, c.state FROM copies c JOIN borrowings o ON o.copy_id = c.id AND o.returned_at IS NULL \
         WHERE c.state NOT IN ('on_loan', 'lost')",
    ),
    (
        "a copy has at most one open borrowing",
        "SELECT o.copy_id, CAST(count(*) AS TEXT) FROM borrowings o WHERE o.returned_at IS NULL \
         GROUP BY o.copy_id HAVING count(*) > 1",
    ),
    (
        "a person has a book at most once",
        "SELECT o.user_id, o.book_id FROM borrowings o WHERE o.returned_at IS NULL \
         GROUP BY o.user_id, o.book_id HAVING count(*) > 1",
    ),
    (
        "a borrowing's copy belongs to its book",
        "SELECT o.id, o.copy_id FROM borrowings o JOIN copies c ON c.id = o.copy_id WHERE c.book_id <> o.book_id",
    ),
    (
        "an archived book has no open borrowing",
        "SELECT b.id, o.id FROM books b JOIN borrowings o ON o.book_id = b.id AND o.returned_at IS NULL \
         WHERE b.archived_at IS NOT NULL",
    ),
    (
        "a return is not before its borrowing",
        "SELECT o.id, CAST(o.returned_at AS TEXT) FROM borrowings o WHERE o.returned_at < o.borrowed_at",
    ),
    (
        "borrowings of a copy do not overlap",
        "SELECT n.id, n.previous FROM (SELECT o.id, lag(o.id) OVER w AS previous, o.borrowed_at, \
         lag(o.returned_at) OVER w AS previous_returned_at FROM borrowings o \
         WINDOW w AS (PARTITION BY o.copy_id ORDER BY o.borrowed_at, COALESCE(o.returned_at, 9223372036854775807))) n \
         WHERE n.previous_returned_at > n.borrowed_at",
    ),
    (
        "a renewal is between the borrowing and its return",
        "SELECT r.id, r.borrowing_id FROM renewals r JOIN borrowings o ON o.id = r.borrowing_id \
         WHERE r.at < o.borrowed_at OR r.at > o.returned_at",
    ),
    (
        "a borrowing is due within a century",
        "SELECT o.id, o.due_on FROM borrowings o WHERE o.due_at > o.borrowed_at + 3155760000000",
    ),
    (
        // Loans and returns, which are recorded in the borrowing alone, move a copy between 'available' and 'on_loan'.
        "each copy's state is that of its last event, or follows from it by a loan",
        "SELECT c.id, c.state FROM copies c WHERE NOT EXISTS (SELECT 1 FROM copy_events e WHERE e.copy_id = c.id \
         AND (e.to_state = c.state \
         OR (c.state IN ('available', 'on_loan') AND e.to_state IN ('available', 'on_loan'))) \
         AND e.number = (SELECT max(l.number) FROM copy_events l WHERE l.copy_id = c.id)) \
         AND (c.state NOT IN ('available', 'on_loan') \
         OR EXISTS (SELECT 1 FROM copy_events e WHERE e.copy_id = c.id))",
    ),
    (
        "the semester categories on a book are those of the shelf",
        "SELECT s.book_id, s.category FROM semester_study s JOIN books b ON b.id = s.book_id \
         WHERE replace('\n' || b.semester_categories || '\n', '\n' || s.category || '\n', '') \
         = '\n' || b.semester_categories || '\n' \
         UNION ALL SELECT b.id, b.semester_categories FROM books b WHERE CASE WHEN b.semester_categories = '' THEN 0 \
         ELSE length(b.semester_categories) - length(replace(b.semester_categories, '\n', '')) + 1 END \
         <> (SELECT count(*) FROM semester_study s WHERE s.book_id = b.id)",
    ),
    (
        "a session belongs to an active person",
        "SELECT s.user_id, u.deactivated_at FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.deactivated_at IS NOT NULL",
    ),
    (
        "an access token belongs to an active person",
        "SELECT t.id, t.user_id FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE u.deactivated_at IS NOT NULL",
    ),
    (
        "an unused one-time link belongs to an active person",
        "SELECT l.user_id, l.purpose FROM one_time_links l JOIN users u ON u.id = l.user_id \
         WHERE l.used_at IS NULL AND u.deactivated_at IS NOT NULL",
    ),
    (
        "a pending change of an e-mail address belongs to an active person",
        "SELECT c.user_id, c.requested_at FROM email_changes c JOIN users u ON u.id = c.user_id \
         WHERE c.changed_at IS NULL AND u.deactivated_at IS NOT NULL",
    ),
    (
        "a person is blocked for a reason, and a reason belongs to a blocked person",
        "SELECT u.id, CASE WHEN u.blocked_at IS NULL THEN 'not blocked, with a reason' ELSE 'blocked without a reason' END \
         FROM users u WHERE (u.blocked_at IS NULL) <> (u.block_reason IS NULL)",
    ),
    (
        "the counter of people is their number",
        "SELECT 'users', CAST(count(*) AS TEXT) FROM users u HAVING count(*) <> \
         COALESCE((SELECT k.value FROM counters k WHERE k.name = 'users'), 0)",
    ),
    (
        "a balance is the sum of the entries of its person in the ledger",
        "SELECT s.user_id, CAST(s.amount_minor AS TEXT) FROM (SELECT l.user_id, sum(CASE WHEN l.kind IN ('charge', 'refund') \
         THEN l.amount_minor ELSE -l.amount_minor END) AS amount_minor FROM ledger l WHERE l.user_id IS NOT NULL GROUP BY l.user_id) s \
         LEFT JOIN balances k ON k.user_id = s.user_id WHERE k.amount_minor IS NULL OR k.amount_minor <> s.amount_minor \
         UNION ALL SELECT k.user_id, CAST(k.amount_minor AS TEXT) FROM balances k WHERE k.amount_minor <> 0 AND NOT EXISTS \
         (SELECT 1 FROM ledger l WHERE l.user_id = k.user_id)",
    ),
    (
        "no transaction has left a permission to remove from the audit and the ledger",
        "SELECT 'removals', CAST(r.anonymises AS TEXT) FROM removals r",
    ),
    (
        "every entry of the ledger is in the library's currency",
        "SELECT l.id, l.currency FROM ledger l WHERE l.currency <> \
         COALESCE((SELECT s.value FROM settings s WHERE s.key = 'currency'), 'USD')",
    ),
    (
        "the borrowings of totalled days are counted",
        concatcp!(
            "SELECT 'borrowings', CAST(count(*) AS TEXT) FROM borrowings o WHERE o.borrowed_at < ",
            TOTALLED_DAYS,
            " * 86400000 HAVING count(*) <> COALESCE((SELECT k.value FROM counters k \
             WHERE k.name = 'totalled_borrowings'), 0)"
        ),
    ),
    (
        "the borrowings of a totalled quarter of an hour are its total",
        concatcp!(
            "SELECT CAST(s.quarter AS TEXT), CAST(s.borrowed AS TEXT) FROM (SELECT o.borrowed_at / 900000 AS quarter, \
             count(*) AS borrowed FROM borrowings o GROUP BY o.borrowed_at / 900000) s \
             LEFT JOIN quarter_totals t ON t.quarter = s.quarter WHERE s.quarter < ",
            TOTALLED_DAYS,
            " * 96 AND COALESCE(t.borrowed, 0) <> s.borrowed \
             UNION ALL SELECT 'all', CAST(sum(t.borrowed) AS TEXT) FROM quarter_totals t \
             HAVING sum(t.borrowed) <> (SELECT count(*) FROM borrowings o WHERE o.borrowed_at < ",
            TOTALLED_DAYS,
            " * 86400000)"
        ),
    ),
    (
        "the borrowings of a category on a totalled day are its total",
        concatcp!(
            "SELECT s.category, CAST(s.day AS TEXT) FROM (SELECT o.borrowed_at / 86400000 AS day, b.category, \
             count(*) AS borrowed FROM borrowings o JOIN books b ON b.id = o.book_id \
             GROUP BY o.borrowed_at / 86400000, b.category) s \
             LEFT JOIN category_totals t ON t.day = s.day AND t.category = s.category WHERE s.day < ",
            TOTALLED_DAYS,
            " AND COALESCE(t.borrowed, 0) <> s.borrowed \
             UNION ALL SELECT 'all', CAST(sum(t.borrowed) AS TEXT) FROM category_totals t \
             HAVING sum(t.borrowed) <> (SELECT count(*) FROM borrowings o WHERE o.borrowed_at < ",
            TOTALLED_DAYS,
            " * 86400000)"
        ),
    ),
    (
        "the money of a totalled quarter of an hour is its total",
        concatcp!(
            "SELECT CAST(s.quarter AS TEXT), CAST(s.charged AS TEXT) FROM (SELECT l.at / 900000 AS quarter, \
             sum(CASE l.kind WHEN 'charge' THEN l.amount_minor WHEN 'reversal' THEN -l.amount_minor ELSE 0 END) AS charged, \
             sum(CASE l.kind WHEN 'payment' THEN l.amount_minor WHEN 'refund' THEN -l.amount_minor ELSE 0 END) AS collected, \
             sum(CASE WHEN l.kind = 'waiver' THEN l.amount_minor ELSE 0 END) AS waived \
             FROM ledger l GROUP BY l.at / 900000) s LEFT JOIN quarter_totals t ON t.quarter = s.quarter WHERE s.quarter < ",
            TOTALLED_DAYS,
            " * 96 AND (COALESCE(t.charged_minor, 0) <> s.charged OR COALESCE(t.collected_minor, 0) <> s.collected \
             OR COALESCE(t.waived_minor, 0) <> s.waived) \
             UNION ALL SELECT 'all', CAST(sum(t.charged_minor) AS TEXT) FROM quarter_totals t \
             HAVING sum(t.charged_minor - t.collected_minor - t.waived_minor) <> (SELECT COALESCE(sum(CASE WHEN l.kind IN \
             ('charge', 'refund') THEN l.amount_minor ELSE -l.amount_minor END), 0) FROM ledger l WHERE l.at < ",
            TOTALLED_DAYS,
            " * 86400000)"
        ),
    ),
];

/// The day before which all days are totalled.
const TOTALLED_DAYS: &str = "COALESCE((SELECT d.value FROM counters d WHERE d.name = 'totalled_days'), 0)";

/// The columns of a row that breaks an invariant: what it is, and what is wrong.
struct Found(String);

impl FromRow for Found {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let text = |value: &Value<'_>| match value {
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => (*text).to_owned(),
            _ => "nothing".to_owned(),
        };
        let columns: Vec<String> = row.values()?.iter().map(text).collect();
        Ok(Found(columns.join(": ")))
    }
}

/// Checks the database, its references and every invariant. An empty list means that all hold. At most 20 rows are
/// reported for each. Data that cannot be read are reported like any other violation.
pub async fn violations(connection: &mut Connection) -> Result<Vec<Violation>> {
    let mut violations = structure(connection).await?;
    for (invariant, query) in INVARIANTS.iter().chain(ledger::INVARIANTS) {
        let sql = format!("SELECT found.* FROM ({query}) found LIMIT $1");
        let rows: Result<Vec<Found>> = connection.rows(&sql, values![20i64]).await;
        match rows {
            Ok(rows) => {
                let rows = rows.into_iter();
                violations.extend(rows.map(|Found(found)| Violation { invariant, found }));
            }
            Err(error) => {
                violations.push(unless_other(error)?);
                break;
            }
        }
    }
    Ok(violations)
}

/// As [`violations`], in a snapshot of its own. A file that is too damaged for a snapshot is reported, too.
pub async fn all(database: &Database) -> Result<Vec<Violation>> {
    let found = database.read_long((), |connection, ()| Box::pin(violations(connection)));
    found.await.or_else(|error| Ok(vec![unless_other(error)?]))
}

/// As [`damages`], in a snapshot of its own. A file that is too damaged for a snapshot is reported, too.
pub async fn look(database: &Database, limit: Duration) -> Result<(Vec<Violation>, bool)> {
    let found = database.read_long(limit, |connection, limit| Box::pin(damages(connection, *limit)));
    found
        .await
        .or_else(|error| Ok((vec![unless_other(error)?], true)))
}

/// Checks the structure of the file, on SQLite, and the references: what is checked for data of any schema.
pub async fn structure(connection: &mut Connection) -> Result<Vec<Violation>> {
    let mut violations = Vec::new();
    if connection.is_sqlite() {
        violations = pragma(connection, "PRAGMA integrity_check(20)").await?;
    }
    match lost_references(connection).await {
        Ok(lost) => violations.extend(lost),
        Err(error) => violations.push(unless_other(error)?),
    }
    Ok(violations)
}

/// Damage to the structure of the file, found by reading it once, without comparing indexes with their tables. Stops
/// before the next table when it has taken longer than `limit`; returns whether all tables were read. PostgreSQL verifies
/// its own files, so there is never any.
async fn damages(connection: &mut Connection, limit: Duration) -> Result<(Vec<Violation>, bool)> {
    let mut damages = Vec::new();
    if !connection.is_sqlite() {
        return Ok((damages, true));
    }
    let tables = match connection.tables().await {
        // SQLite itself stores the last numbers of some tables in `sqlite_sequence`.
        Ok(tables) => tables.into_iter().chain(["sqlite_sequence".to_owned()]),
        Err(error) => return Ok((vec![unless_other(error)?], true)),
    };
    let began = Instant::now();
    for table in tables {
        if began.elapsed() > limit {
            return Ok((damages, false));
        }
        damages.extend(pragma(connection, &format!("PRAGMA quick_check({table})")).await?);
    }
    Ok((damages, true))
}

async fn pragma(connection: &mut Connection, pragma: &str) -> Result<Vec<Violation>> {
    let lines: Result<Vec<(String,)>> = connection.rows(pragma, &[]).await;
    match lines {
        Ok(lines) => {
            let damages = lines.iter().filter(|(found,)| found != "ok");
            Ok(damages.map(|(found,)| Violation::damage(found)).collect())
        }
        Err(error) => Ok(vec![unless_other(error)?]),
    }
}

/// The violation that an unreadable database is; other errors stay errors.
fn unless_other(error: Error) -> Result<Violation> {
    match error {
        Error::DiskFailed(found) | Error::Unreadable(found) => Ok(Violation::damage(&found)),
        other => Err(other),
    }
}

record! {
    /// A reference of PostgreSQL, with the conditions that a row has it and that it leads to a row.
    struct Reference {
        table: String,
        parent: String,
        is_set: String,
        is_equal: String,
    }
}

/// Rows that refer to a missing row. Both engines refuse such rows, unless another program switched that off, or a part
/// of the file was overwritten.
async fn lost_references(connection: &mut Connection) -> Result<Vec<Violation>> {
    let found: Vec<(String, String, i64)> = if connection.is_sqlite() {
        let sql = "SELECT \"table\", \"parent\", count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2";
        connection.rows(sql, &[]).await?
    } else {
        let references: Vec<Reference> = connection
            .rows(
                "SELECT CAST(t.relname AS TEXT), CAST(p.relname AS TEXT), \
                 string_agg(format('c.%I IS NOT NULL', a.attname), ' AND '), \
                 string_agg(format('p.%I = c.%I', f.attname, a.attname), ' AND ') \
                 FROM pg_constraint r JOIN pg_class t ON t.oid = r.conrelid JOIN pg_class p ON p.oid = r.confrelid \
                 CROSS JOIN LATERAL unnest(r.conkey, r.confkey) AS k (child, parent) \
                 JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = k.child \
                 JOIN pg_attribute f ON f.attrelid = r.confrelid AND f.attnum = k.parent \
                 WHERE r.contype = 'f' AND r.connamespace = CAST(current_schema() AS regnamespace) \
                 GROUP BY r.oid, r.conname, t.relname, p.relname ORDER BY t.relname, r.conname",
                &[],
            )
            .await?;
        let mut found = Vec::new();
        for reference in references {
            let Reference {
                table,
                parent,
                is_set,
                is_equal,
            } = reference;
            let sql = format!(
                "SELECT count(*) FROM \"{table}\" c WHERE {is_set} \
                 AND NOT EXISTS (SELECT 1 FROM \"{parent}\" p WHERE {is_equal})"
            );
            let (rows,): (i64,) = connection.one(&sql, &[]).await?;
            if rows > 0 {
                found.push((table, parent, rows));
            }
        }
        found
    };
    let found = found.into_iter().map(|(table, parent, rows)| Violation {
        invariant: HAS_REFERENCES,
        found: format!("{rows} rows of {table} refer to missing rows of {parent}"),
    });
    Ok(found.collect())
}

/// How many invariants [`violations`] checks.
pub const fn count() -> usize {
    INVARIANTS.len() + ledger::INVARIANTS.len()
}
