//! The audit log: who changed what, when, and what it was before and after. It only grows.

use carrel_domain::audit::{AuditEntry, AuditEntryId};
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::identity::Entity;
use carrel_domain::users::{User, UserId};
use const_format::concatcp;

use crate::engine::{
    Columns, List, Order, Remembered, Statement, Value, columns, new_row, record, values, where_all,
};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new entry of the audit log.
    pub struct NewEntry<'a> into "audit" {
        pub at: i64,
        /// `None` when the system itself or the shell acted.
        pub actor_id: Option<UserId>,
        pub action: &'a str,
        /// What was acted on: the name of a type with the number of an id, or a name without one.
        pub entity: &'a str,
        pub entity_id: Option<i64>,
        /// The person and the book that it is about, by which it is found.
        pub user_id: Option<UserId>,
        pub book_id: Option<BookId>,
        /// The state before, as JSON.
        pub before_state: Option<&'a str>,
        /// The state after, as JSON.
        pub after_state: Option<&'a str>,
        pub request_id: Option<&'a str>,
    }
}

columns!(AuditEntry of "a" {
    id,
    at,
    actor_id,
    actor_name = "(SELECT p.name FROM users p WHERE p.id = a.actor_id)",
    action,
    entity,
    entity_id,
    user_id,
    user_name = "(SELECT p.name FROM users p WHERE p.id = a.user_id)",
    book_id,
    book_title = "(SELECT b.title FROM books b WHERE b.id = a.book_id)",
    before_state,
    after_state,
    request_id,
});

record! {
    /// The part of an entry that says what changed.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ChangedRow of "a" {
        pub id: AuditEntryId,
        pub at: i64,
        pub action: String,
        pub entity_id: Option<i64>,
        pub user_id: Option<UserId>,
        pub book_id: Option<BookId>,
    }
}

const SELECT: &str = concatcp!("SELECT ", AuditEntry::COLUMNS, " FROM audit a");

/// The filter of the audit log. Entries match all parts that are given.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    /// Who acted.
    pub actor_id: Option<UserId>,
    /// The person and the book that entries are about.
    pub user_id: Option<UserId>,
    pub book_id: Option<BookId>,
    pub action: Option<&'a str>,
    /// From this instant on.
    pub from: Option<i64>,
    /// Before this instant.
    pub until: Option<i64>,
}

impl<'a> Filter<'a> {
    /// The condition, and its values; empty when every entry matches.
    fn condition(&self, bound: &mut Vec<Value<'a>>) -> String {
        let mut conditions: Vec<String> = Vec::new();
        let parts = [
            ("a.actor_id =", self.actor_id.map(Value::from)),
            ("a.user_id =", self.user_id.map(Value::from)),
            ("a.book_id =", self.book_id.map(Value::from)),
            ("a.action =", self.action.map(Value::Text)),
            ("a.at >=", self.from.map(Value::Integer)),
            ("a.at <", self.until.map(Value::Integer)),
        ];
        for (comparison, value) in parts {
            if let Some(value) = value {
                bound.push(value);
                conditions.push(format!("{comparison} ${}", bound.len()));
            }
        }
        conditions.join(" AND ")
    }
}

/// A page of the audit log, the newest entries first.
pub async fn list(
    connection: &mut Connection,
    filter: &Filter<'_>,
    limit: i64,
    offset: i64,
) -> Result<Vec<AuditEntry>> {
    let list = List {
        select: SELECT,
        bound: &[],
        table: "audit a",
        condition: &|bound| filter.condition(bound),
        order: Order::descending(&["a.at", "a.id"]),
        is_indexed: true,
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// How many entries match a filter, at most `most`: the whole log would take too long to count.
pub async fn count(connection: &mut Connection, filter: &Filter<'_>, most: i64) -> Result<i64> {
    let mut bound = Vec::new();
    let condition = filter.condition(&mut bound);
    bound.push(Value::Integer(most));
    let sql = format!(
        "SELECT count(*) FROM (SELECT a.id FROM audit a{} ORDER BY a.at DESC, a.id DESC LIMIT ${}) matching",
        where_all(&[&condition]),
        bound.len()
    );
    let (count,) = connection.one(&sql, &bound).await?;
    Ok(count)
}

/// The entries that match a filter before an instant and the id of an entry, the newest first.
pub async fn list_before(
    connection: &mut Connection,
    filter: &Filter<'_>,
    (before_at, before_id): (i64, i64),
    limit: i64,
) -> Result<Vec<AuditEntry>> {
    let mut bound = Vec::new();
    let condition = filter.condition(&mut bound);
    let at = bound.len() + 1;
    bound.extend([before_at, before_id, limit].map(Value::Integer));
    let before = format!("a.at <= ${at} AND (a.at < ${at} OR a.id < ${})", at + 1);
    let sql = format!(
        "{SELECT}{} ORDER BY a.at DESC, a.id DESC LIMIT ${}",
        where_all(&[&condition, &before]),
        at + 2
    );
    connection.rows(&sql, &bound).await
}

/// What changed from an instant on, the newest entries first.
pub async fn changes_since(connection: &mut Connection, since: i64, limit: i64) -> Result<Vec<ChangedRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                ChangedRow::COLUMNS,
                " FROM audit a WHERE a.at >= $1 ORDER BY a.at DESC, a.id DESC LIMIT $2"
            ),
            values![since, limit],
        )
        .await
}

/// What happened to a person's account after an instant and the id of an entry, the earliest first.
pub async fn of_account(
    connection: &mut Connection,
    id: UserId,
    (after_at, after_id): (i64, i64),
    limit: i64,
) -> Result<Vec<AuditEntry>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE a.user_id = $1 AND a.entity = $2 AND a.at >= $3 \
                 AND (a.at > $3 OR a.id > $4) ORDER BY a.at, a.id LIMIT $5"
            ),
            values![id, User::NAME, after_at, after_id, limit],
        )
        .await
}

/// What happened to a book's record after an instant and the id of an entry, the earliest first.
pub async fn of_book(
    connection: &mut Connection,
    id: BookId,
    (after_at, after_id): (i64, i64),
    limit: i64,
) -> Result<Vec<AuditEntry>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE a.book_id = $1 AND a.entity = $2 AND a.at >= $3 \
                 AND (a.at > $3 OR a.id > $4) ORDER BY a.at, a.id LIMIT $5"
            ),
            values![id, Book::NAME, after_at, after_id, limit],
        )
        .await
}

/// Whether the actor of an entry has caused an equal one, with the same action on the same thing and the same state
/// after, later than `since`.
pub async fn has_equal_since(connection: &mut Connection, entry: &NewEntry<'_>, since: i64) -> Result<bool> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT a.id FROM audit a WHERE a.actor_id = $1 AND a.at > $2 AND a.action = $3 AND a.entity = $4 \
             AND COALESCE(a.entity_id, 0) = $5 AND COALESCE(a.after_state, '') = $6 LIMIT 1",
            values![
                entry.actor_id,
                since,
                entry.action,
                entry.entity,
                entry.entity_id.unwrap_or(0),
                entry.after_state.unwrap_or_default()
            ],
        )
        .await?;
    Ok(found.is_some())
}

/// Deletes at most `limit` entries before an instant, the oldest first; returns how many. The triggers of the table
/// allow it only to a transaction that has a row of `removals`.
pub async fn remove_before(transaction: &mut Transaction, before: i64, limit: i64) -> Result<u64> {
    let written = transaction.written();
    transaction
        .execute(
            "INSERT INTO removals (audit_before_at) VALUES ($1)",
            values![before],
        )
        .await?;
    let removed = transaction
        .execute(
            "DELETE FROM audit WHERE id IN \
             (SELECT a.id FROM audit a WHERE a.at < $1 ORDER BY a.at, a.id LIMIT $2)",
            values![before, limit],
        )
        .await?;
    end_removal(transaction).await?;
    // No cached answer has entries.
    transaction.keep_stamp(written);
    Ok(removed)
}

/// Allows the transaction to remove people and states from entries, until [`end_removal`].
pub(crate) async fn begin_anonymising(transaction: &mut Transaction) -> Result<()> {
    transaction
        .execute("INSERT INTO removals (anonymises) VALUES (1)", &[])
        .await?;
    Ok(())
}

/// Ends what the transaction may remove.
pub(crate) async fn end_removal(transaction: &mut Transaction) -> Result<()> {
    transaction.execute("DELETE FROM removals", &[]).await?;
    Ok(())
}

/// The statement that writes an entry.
pub fn inserting<'a>(entry: &NewEntry<'a>) -> Statement<'a> {
    Statement {
        sql: NewEntry::INSERT,
        values: entry.values().to_vec(),
    }
}

/// Writes an entry.
pub async fn insert(connection: &mut Connection, entry: &NewEntry<'_>) -> Result<()> {
    connection.execute(NewEntry::INSERT, &entry.values()).await?;
    Ok(())
}

/// Writes entries in bulk.
pub async fn insert_many(transaction: &mut Transaction, entries: &[NewEntry<'_>]) -> Result<()> {
    let rows: Vec<_> = entries.iter().map(|entry| entry.values().to_vec()).collect();
    transaction.insert_rows("audit", NewEntry::NAMES, &rows).await
}
