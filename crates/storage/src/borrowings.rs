//! Borrowings: which copy a person has or had, and what it cost.

use std::collections::HashSet;

use const_format::concatcp;
use serde::{Deserialize, Serialize};

use crate::engine::{Columns, Statement, Value, new_row, record, values};
use crate::ledger::BALANCE;
use crate::{Connection, Result, Transaction};

record! {
    /// A borrowing with what a list shows of its book, person and copy, and its sums of the ledger.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct BorrowingRow of "o" {
        pub id: String,
        pub book_id: String,
        pub book_title: String = "b.title",
        pub book_author: String = "b.author",
        pub book_cover_image: Option<String> = "b.cover_image",
        pub book_category: String = "b.category",
        pub user_id: String,
        pub user_name: String = "u.name",
        pub user_email: String = "u.email",
        pub copy_id: String,
        pub copy_barcode: String = "c.barcode",
        pub borrowed_at: i64,
        pub due_on: String,
        pub due_at: i64,
        pub returned_at: Option<i64>,
        pub renewals: i64,
        pub terms: String = "t.body",
        /// Charges booked for this borrowing.
        pub charged_minor: i64 =
            "(SELECT CAST(COALESCE(sum(l.amount_minor), 0) AS BIGINT) FROM ledger l \
             WHERE l.borrowing_id = o.id AND l.kind = 'charge')",
        /// Payments and waivers booked against them, less refunds.
        pub settled_minor: i64 =
            "(SELECT CAST(COALESCE(sum(CASE WHEN l.kind = 'refund' THEN -l.amount_minor ELSE l.amount_minor END), 0) \
             AS BIGINT) FROM ledger l WHERE l.borrowing_id = o.id AND l.kind <> 'charge')",
    }
}

const SELECT: &str = concatcp!(
    "SELECT ",
    BorrowingRow::COLUMNS,
    " FROM borrowings o JOIN books b ON b.id = o.book_id JOIN users u ON u.id = o.user_id \
     JOIN copies c ON c.id = o.copy_id JOIN loan_terms t ON t.id = o.terms_id"
);

new_row! {
    /// A new borrowing.
    pub struct NewBorrowing<'a> into "borrowings" {
        pub id: &'a str,
        pub book_id: &'a str,
        pub copy_id: &'a str,
        pub user_id: &'a str,
        pub borrowed_at: i64,
        pub due_on: &'a str,
        pub due_at: i64,
        pub terms: Terms<'a> = "terms_id",
        /// The code of the branch that lends it.
        pub branch: &'a str,
        /// The codes of the person's patron category and of the item type, as they are now.
        pub patron_category: Option<&'a str>,
        pub item_type: Option<&'a str>,
        pub lent_by: &'a str,
    }
}

/// The terms of a loan. Equal terms are stored once.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// The digest of the body.
    pub id: &'a str,
    /// Versioned JSON.
    pub body: &'a str,
}

impl<'a> From<Terms<'a>> for Value<'a> {
    fn from(terms: Terms<'a>) -> Self {
        Value::Text(terms.id)
    }
}

/// Which borrowings a list holds, by their state at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// All of them.
    Any,
    /// Not returned.
    Open,
    /// Not returned and not yet due.
    Active,
    /// Not returned and due before now.
    Overdue,
    /// Returned.
    Returned,
}

/// The orders a list of borrowings can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Newest first.
    Newest,
    /// Longest due first.
    Due,
}

/// What a list of borrowings is about.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a> {
    pub state: State,
    pub user_id: Option<&'a str>,
    /// Borrowed in `[from, until)`.
    pub borrowed_between: Option<(i64, i64)>,
    /// Only borrowings of these people or of these books.
    pub among: Option<(&'a [String], &'a [String])>,
    /// The instant that decides what is overdue.
    pub now: i64,
}

impl<'a> Filter<'a> {
    /// Everybody's borrowings in a state.
    pub fn everybody(state: State, now: i64) -> Self {
        Filter {
            state,
            user_id: None,
            borrowed_between: None,
            among: None,
            now,
        }
    }

    /// A person's borrowings in a state.
    pub fn of_user(user_id: &'a str, state: State, now: i64) -> Self {
        Filter {
            state,
            user_id: Some(user_id),
            borrowed_between: None,
            among: None,
            now,
        }
    }

    fn condition(&self, bound: &mut Vec<Value<'a>>) -> String {
        let mut conditions: Vec<String> = Vec::new();
        let mut bind = |value: Value<'a>| {
            bound.push(value);
            format!("${}", bound.len())
        };
        match self.state {
            State::Any => {}
            State::Open => conditions.push("o.returned_at IS NULL".to_owned()),
            State::Returned => conditions.push("o.returned_at IS NOT NULL".to_owned()),
            State::Active => {
                conditions.push(format!(
                    "o.returned_at IS NULL AND o.due_at >= {}",
                    bind(Value::Integer(self.now))
                ));
            }
            State::Overdue => {
                conditions.push(format!(
                    "o.returned_at IS NULL AND o.due_at < {}",
                    bind(Value::Integer(self.now))
                ));
            }
        }
        if let Some(user_id) = self.user_id {
            conditions.push(format!("o.user_id = {}", bind(Value::Text(user_id))));
        }
        if let Some((from, until)) = self.borrowed_between {
            let from = bind(Value::Integer(from));
            conditions.push(format!(
                "o.borrowed_at >= {from} AND o.borrowed_at < {}",
                bind(Value::Integer(until))
            ));
        }
        if let Some((users, books)) = self.among {
            let mut list = |ids: &'a [String]| {
                let places: Vec<String> = ids.iter().map(|id| bind(Value::Text(id))).collect();
                if places.is_empty() {
                    "NULL".to_owned()
                } else {
                    places.join(", ")
                }
            };
            let (users, books) = (list(users), list(books));
            conditions.push(format!("(o.user_id IN ({users}) OR o.book_id IN ({books}))"));
        }
        if conditions.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", conditions.join(" AND "))
        }
    }
}

/// The SQL of a page of borrowings and its values; public so that tests can look at its plan.
pub fn list_sql<'a>(filter: &Filter<'a>, order: Order, limit: i64, offset: i64) -> (String, Vec<Value<'a>>) {
    let mut bound = vec![Value::Integer(limit), Value::Integer(offset)];
    let condition = filter.condition(&mut bound);
    let order = match order {
        Order::Newest => "o.borrowed_at DESC, o.id DESC",
        Order::Due => "o.due_at, o.id",
    };
    (
        format!("{SELECT}{condition} ORDER BY {order} LIMIT $1 OFFSET $2"),
        bound,
    )
}

/// A page of borrowings.
pub async fn list(
    connection: &mut Connection,
    filter: &Filter<'_>,
    order: Order,
    limit: i64,
    offset: i64,
) -> Result<Vec<BorrowingRow>> {
    let (sql, bound) = list_sql(filter, order, limit, offset);
    connection.rows(&sql, &bound).await
}

/// A page of a person's borrowings: the open ones first (longest due first), then the returned ones (newest first).
pub async fn list_open_first(
    connection: &mut Connection,
    user_id: &str,
    now: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<BorrowingRow>> {
    let open = Filter::of_user(user_id, State::Open, now);
    let mut rows = list(connection, &open, Order::Due, limit, offset).await?;
    let missing = limit - i64::try_from(rows.len()).unwrap_or(limit);
    if missing > 0 {
        let open_in_all = count(connection, &open).await?;
        let returned = Filter::of_user(user_id, State::Returned, now);
        let offset = (offset - open_in_all).max(0);
        rows.extend(list(connection, &returned, Order::Newest, missing, offset).await?);
    }
    Ok(rows)
}

/// How many borrowings a filter leaves.
pub async fn count(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    let mut bound = Vec::new();
    let condition = filter.condition(&mut bound);
    let (count,) = connection
        .one(&format!("SELECT count(*) FROM borrowings o{condition}"), &bound)
        .await?;
    Ok(count)
}

/// One borrowing.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<BorrowingRow>> {
    connection
        .optional(concatcp!(SELECT, " WHERE o.id = $1"), values![id])
        .await
}

/// Whose borrowing it is and of which book: the person's id and the book's, which never change.
pub async fn parties(connection: &mut Connection, id: &str) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT user_id, book_id FROM borrowings WHERE id = $1",
            values![id],
        )
        .await
}

/// The open borrowing of a copy: its id and the person's.
pub async fn open_of_copy(connection: &mut Connection, copy_id: &str) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT id, user_id FROM borrowings WHERE copy_id = $1 AND returned_at IS NULL",
            values![copy_id],
        )
        .await
}

record! {
    /// How a person stands when they want a book.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Standing {
        /// Open borrowings.
        pub open: i64,
        /// Those of them that are overdue.
        pub overdue: i64,
        /// What the person owes.
        pub balance_minor: i64,
        /// The last day of the membership.
        pub expires_on: Option<String>,
        /// Their open borrowing of this very book, with its due day and due instant.
        pub same_id: Option<String>,
        pub same_due_on: Option<String>,
        pub same_due_at: Option<i64>,
    }
}

/// How a person stands at `now` when they want a book: their open borrowings, what they owe, whether they have it.
pub async fn standing(
    connection: &mut Connection,
    user_id: &str,
    book_id: &str,
    now: i64,
) -> Result<Standing> {
    connection
        .one(
            concatcp!(
                // Asked from the beginning of time, so that SQLite reads the open ones by their index and no others.
                "SELECT (SELECT count(*) FROM borrowings WHERE user_id = $1 AND returned_at IS NULL AND due_at > 0), \
                 (SELECT count(*) FROM borrowings WHERE user_id = $1 AND returned_at IS NULL AND due_at < $3), (",
                BALANCE,
                "), u.expires_on, o.id, o.due_on, o.due_at FROM users u \
                 LEFT JOIN borrowings o ON o.user_id = u.id AND o.book_id = $2 AND o.returned_at IS NULL \
                 WHERE u.id = $1"
            ),
            values![user_id, book_id, now],
        )
        .await
}

/// How many open borrowings a person has of each item type, as lent.
pub async fn open_by_type(connection: &mut Connection, user_id: &str) -> Result<Vec<(Option<String>, i64)>> {
    connection
        .rows(
            "SELECT item_type, count(*) FROM borrowings \
             WHERE user_id = $1 AND returned_at IS NULL AND due_at > 0 GROUP BY item_type",
            values![user_id],
        )
        .await
}

/// How many open borrowings a person has, and how many of them are overdue.
pub async fn load_of_user(connection: &mut Connection, user_id: &str, now: i64) -> Result<(i64, i64)> {
    connection
        .one(
            "SELECT count(*), CAST(COALESCE(sum(CASE WHEN due_at < $2 THEN 1 ELSE 0 END), 0) AS BIGINT) \
             FROM borrowings WHERE user_id = $1 AND returned_at IS NULL",
            values![user_id, now],
        )
        .await
}

/// Whether a person has or ever had a book.
pub async fn ever_borrowed(connection: &mut Connection, user_id: &str, book_id: &str) -> Result<bool> {
    let found: Option<(String,)> = connection
        .optional(
            "SELECT id FROM borrowings WHERE user_id = $1 AND book_id = $2 LIMIT 1",
            values![user_id, book_id],
        )
        .await?;
    Ok(found.is_some())
}

/// When the newest borrowing was made, in milliseconds; 0 when there is none.
pub async fn newest_at(connection: &mut Connection) -> Result<i64> {
    let newest: Option<(i64,)> = connection
        .optional(
            "SELECT borrowed_at FROM borrowings ORDER BY borrowed_at DESC LIMIT 1",
            &[],
        )
        .await?;
    Ok(newest.map_or(0, |(at,)| at))
}

/// The books borrowed after an instant in milliseconds, each once.
pub async fn books_borrowed_after(connection: &mut Connection, at: i64) -> Result<Vec<String>> {
    let books: Vec<(String,)> = connection
        .rows(
            "SELECT DISTINCT book_id FROM borrowings WHERE borrowed_at > $1",
            values![at],
        )
        .await?;
    Ok(books.into_iter().map(|(book,)| book).collect())
}

/// Every book that a person has, or ever had.
pub async fn books_ever_borrowed(connection: &mut Connection, user_id: &str) -> Result<HashSet<String>> {
    let books: Vec<(String,)> = connection
        .rows(
            "SELECT book_id FROM borrowings WHERE user_id = $1",
            values![user_id],
        )
        .await?;
    Ok(books.into_iter().map(|(id,)| id).collect())
}

/// When the next copy of a book is due back.
pub async fn next_due_of_book(connection: &mut Connection, book_id: &str) -> Result<Option<i64>> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT o.due_at FROM copies c JOIN borrowings o ON o.copy_id = c.id AND o.returned_at IS NULL \
             WHERE c.book_id = $1 ORDER BY o.due_at LIMIT 1",
            values![book_id],
        )
        .await?;
    Ok(found.map(|(due_at,)| due_at))
}

/// How many borrowings of a book there are or were, and how many are open.
pub async fn counts_of_book(connection: &mut Connection, book_id: &str) -> Result<(i64, i64)> {
    connection
        .one(
            "SELECT count(*), CAST(COALESCE(sum(CASE WHEN returned_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) \
             FROM borrowings WHERE book_id = $1",
            values![book_id],
        )
        .await
}

/// The books a person borrowed, the latest first: id, title, author, author key, category.
pub async fn recent_books_of(
    connection: &mut Connection,
    user_id: &str,
    limit: i64,
) -> Result<Vec<PastBook>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                PastBook::COLUMNS,
                " FROM borrowings o JOIN books b ON b.id = o.book_id WHERE o.user_id = $1 ORDER BY o.borrowed_at DESC, o.id DESC LIMIT $2"
            ),
            values![user_id, limit],
        )
        .await
}

record! {
    /// A book that a person has borrowed.
    #[derive(Debug, Clone)]
    pub struct PastBook of "b" {
        pub book_id: String = "b.id",
        pub title: String,
        pub author: String,
        pub author_key: String,
        pub category: String,
    }
}

/// What others who borrowed a book also borrowed: book id and by how many of them. At most the 200 latest borrowers
/// of the book and the books they share with each other are looked at, so that the cost stays bounded.
pub async fn also_borrowed(
    connection: &mut Connection,
    book_id: &str,
    except_user_id: &str,
    limit: i64,
) -> Result<Vec<(String, i64)>> {
    connection
        .rows(
            "WITH people AS (SELECT DISTINCT recent.user_id FROM (SELECT user_id FROM borrowings \
               WHERE book_id = $1 AND user_id <> $2 ORDER BY borrowed_at DESC LIMIT 200) recent) \
             SELECT o.book_id, count(DISTINCT o.user_id) AS together FROM people p \
             JOIN borrowings o ON o.user_id = p.user_id WHERE o.book_id <> $1 \
             GROUP BY o.book_id ORDER BY together DESC, o.book_id LIMIT $3",
            values![book_id, except_user_id, limit],
        )
        .await
}

/// Adds a borrowing. The unique indexes refuse a second open one of the same copy, or of the same person and book.
pub async fn insert(transaction: &mut Transaction, borrowing: &NewBorrowing<'_>) -> Result<()> {
    transaction
        .execute_all(&[storing_terms(borrowing.terms), inserting(borrowing)])
        .await?;
    Ok(())
}

/// Stores terms, before the first borrowing under them. Changes no row when they are stored already.
pub fn storing_terms(terms: Terms<'_>) -> Statement<'_> {
    Statement {
        sql: "INSERT INTO loan_terms (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
        values: values![terms.id, terms.body].to_vec(),
    }
}

/// Adds a borrowing under terms that are stored.
pub fn inserting<'a>(borrowing: &NewBorrowing<'a>) -> Statement<'a> {
    Statement {
        sql: NewBorrowing::INSERT,
        values: borrowing.values().to_vec(),
    }
}

/// The due days of open borrowings with their stored due instants, each pair once.
pub async fn open_due_days(connection: &mut Connection) -> Result<Vec<(String, i64)>> {
    connection
        .rows(
            "SELECT DISTINCT due_on, due_at FROM borrowings WHERE returned_at IS NULL",
            &[],
        )
        .await
}

/// Moves the due instant of open borrowings that are due on a day from `old` to `new`, but not before the borrowing
/// itself. Returns how many were moved.
pub async fn move_due_instant(
    transaction: &mut Transaction,
    due_on: &str,
    old: i64,
    new: i64,
) -> Result<u64> {
    transaction
        .execute(
            "UPDATE borrowings SET due_at = CASE WHEN borrowed_at < $3 THEN $3 ELSE borrowed_at + 1 END \
             WHERE returned_at IS NULL AND due_at = $2 AND due_on = $1",
            values![due_on, old, new],
        )
        .await
}

/// Closes an open borrowing. False when it is closed already: of many returns at once, one gets true.
pub async fn close(
    transaction: &mut Transaction,
    id: &str,
    returned_at: i64,
    returned_by: &str,
) -> Result<bool> {
    let changed = transaction
        .execute(
            "UPDATE borrowings SET returned_at = $2, returned_by = $3 WHERE id = $1 AND returned_at IS NULL",
            values![id, returned_at, returned_by],
        )
        .await?;
    Ok(changed > 0)
}

/// The first and the last instant at which a person borrowed, if ever.
pub async fn span_of_user(connection: &mut Connection, user_id: &str) -> Result<(Option<i64>, Option<i64>)> {
    connection
        .one(
            "SELECT min(borrowed_at), max(borrowed_at) FROM borrowings WHERE user_id = $1",
            values![user_id],
        )
        .await
}

/// The category a person has borrowed from most often, and how often; of two that are even, the first by name.
pub async fn most_read_category(connection: &mut Connection, user_id: &str) -> Result<Option<(String, i64)>> {
    connection
        .optional(
            "SELECT b.category, count(*) AS times FROM borrowings o JOIN books b ON b.id = o.book_id \
             WHERE o.user_id = $1 GROUP BY b.category ORDER BY times DESC, b.category LIMIT 1",
            values![user_id],
        )
        .await
}

/// How many open borrowings were due before `now`, by how long ago: those due at or after the first of `floors` (the
/// latest instant comes first), then those at or after the second, …, and last the rest.
pub async fn overdue_by_age(connection: &mut Connection, now: i64, floors: [i64; 4]) -> Result<[i64; 5]> {
    let [first, second, third, fourth] = floors;
    let rows: Vec<(i64, i64)> = connection
        .rows(
            "SELECT CAST(CASE WHEN due_at >= $2 THEN 0 WHEN due_at >= $3 THEN 1 WHEN due_at >= $4 THEN 2 \
             WHEN due_at >= $5 THEN 3 ELSE 4 END AS BIGINT) AS age, count(*) FROM borrowings \
             WHERE returned_at IS NULL AND due_at < $1 GROUP BY age",
            values![now, first, second, third, fourth],
        )
        .await?;
    let mut ages = [0; 5];
    for (age, count) in rows {
        if let Some(place) = usize::try_from(age).ok().and_then(|age| ages.get_mut(age)) {
            *place = count;
        }
    }
    Ok(ages)
}
