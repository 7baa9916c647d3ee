//! The content of the database, read directly and not through the product.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// The location of the data.
#[derive(Debug, Clone)]
pub enum Source {
    Sqlite(PathBuf),
    Postgres(String),
}

/// The state of a book.
#[derive(Debug, Clone)]
pub struct BookFacts {
    pub id: String,
    /// The count in the book's record.
    pub total: usize,
    pub available: usize,
    /// The counted copies.
    pub copies: usize,
}

/// The state of a borrowing.
#[derive(Debug, Clone)]
pub struct BorrowingFacts {
    pub user: String,
    pub book: String,
    pub is_returned: bool,
}

/// The facts that the verdict depends on.
#[derive(Debug, Default)]
pub struct Facts {
    /// By title.
    pub books: HashMap<String, Vec<BookFacts>>,
    /// How many accounts have an e-mail address.
    pub accounts: HashMap<String, usize>,
    /// By id.
    pub borrowings: HashMap<String, BorrowingFacts>,
    /// By note: their number, and their sum in cents.
    pub payments: HashMap<String, (usize, i64)>,
    /// By person and book.
    pub stars: HashMap<(String, String), u8>,
    /// Entries of the audit, by action and entity.
    pub audit: HashMap<(String, String), usize>,
    /// Borrowings of generated people with at least five cents outstanding.
    pub debts: Vec<String>,
}

/// Each query, and the function that stores its rows. Every column is a text; ids are as in the API.
type Reader = (&'static str, fn(&mut Facts, &[String]));

const READERS: &[Reader] = &[
    (
        "SELECT b.title, 'book_' || b.id, CAST(k.total_copies AS TEXT), CAST(k.available_copies AS TEXT), \
         CAST((SELECT count(*) FROM copies c WHERE c.book_id = b.id) AS TEXT) \
         FROM books b JOIN book_counts k ON k.book_id = b.id",
        |facts, row| {
            facts.books.entry(row[0].clone()).or_default().push(BookFacts {
                id: row[1].clone(),
                total: number(&row[2]),
                available: number(&row[3]),
                copies: number(&row[4]),
            });
        },
    ),
    ("SELECT email FROM users", |facts, row| {
        *facts.accounts.entry(row[0].clone()).or_default() += 1;
    }),
    (
        "SELECT 'borrowing_' || id, 'user_' || user_id, 'book_' || book_id, \
         CASE WHEN returned_at IS NULL THEN 'no' ELSE 'yes' END FROM borrowings",
        |facts, row| {
            facts.borrowings.insert(
                row[0].clone(),
                BorrowingFacts {
                    user: row[1].clone(),
                    book: row[2].clone(),
                    is_returned: row[3] == "yes",
                },
            );
        },
    ),
    (
        "SELECT note, CAST(count(*) AS TEXT), CAST(sum(amount_minor) AS TEXT) FROM ledger \
         WHERE kind = 'payment' AND note IS NOT NULL GROUP BY note",
        |facts, row| {
            let cents = row[2].parse().unwrap_or(i64::MAX);
            facts.payments.insert(row[0].clone(), (number(&row[1]), cents));
        },
    ),
    (
        "SELECT 'user_' || user_id, 'book_' || book_id, CAST(stars AS TEXT) FROM ratings",
        |facts, row| {
            let stars = row[2].parse().unwrap_or(u8::MAX);
            facts.stars.insert((row[0].clone(), row[1].clone()), stars);
        },
    ),
    (
        "SELECT action, entity || COALESCE('_' || entity_id, ''), CAST(count(*) AS TEXT) FROM audit \
         GROUP BY action, entity, entity_id",
        |facts, row| {
            facts
                .audit
                .insert((row[0].clone(), row[1].clone()), number(&row[2]));
        },
    ),
    (
        "SELECT 'borrowing_' || borrowing_id FROM ledger WHERE borrowing_id IS NOT NULL GROUP BY borrowing_id \
         HAVING sum(CASE WHEN kind IN ('charge', 'refund') THEN amount_minor ELSE -amount_minor END) >= 5 \
         ORDER BY borrowing_id",
        |facts, row| facts.debts.push(row[0].clone()),
    ),
];

fn number(text: &str) -> usize {
    text.parse().unwrap_or(usize::MAX)
}

/// Reads the facts.
pub async fn read(source: &Source) -> Outcome<Facts> {
    match source {
        Source::Sqlite(path) => of_file(path),
        Source::Postgres(url) => of_server(url).await,
    }
}

/// The facts of a database file. It is opened for writing, so that the recovery after a crash runs.
pub fn of_file(path: &Path) -> Outcome<Facts> {
    let sqlite = rusqlite::Connection::open(path)?;
    let mut facts = Facts::default();
    for (sql, take) in READERS {
        let mut statement = sqlite.prepare(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let texts: Result<Vec<String>, _> = (0..columns).map(|column| row.get(column)).collect();
            take(&mut facts, &texts?);
        }
    }
    Ok(facts)
}

async fn of_server(url: &str) -> Outcome<Facts> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    let connection = tokio::spawn(connection);
    let mut facts = Facts::default();
    for (sql, take) in READERS {
        for message in client.simple_query(sql).await? {
            if let tokio_postgres::SimpleQueryMessage::Row(row) = message {
                let texts = (0..row.len()).map(|column| row.get(column).unwrap_or_default().to_owned());
                take(&mut facts, &texts.collect::<Vec<_>>());
            }
        }
    }
    drop(client);
    connection.await??;
    Ok(facts)
}

/// Forgets what callers have done, as if the time windows of all limits had passed. The server must be stopped.
///
/// A server takes writes from a caller's window in shares, and a killed one loses what is left of them: the people of a
/// trial would use up their windows within its minutes.
pub async fn end_windows(source: &Source) -> Outcome<()> {
    const SQL: &str = "DELETE FROM throttles";
    match source {
        Source::Sqlite(path) => {
            rusqlite::Connection::open(path)?.execute(SQL, [])?;
        }
        Source::Postgres(url) => {
            let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
            let connection = tokio::spawn(connection);
            client.execute(SQL, &[]).await?;
            drop(client);
            connection.await??;
        }
    }
    Ok(())
}
