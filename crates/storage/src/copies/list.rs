//! Lists of the copies of all books.
//!
//! A loan changes the state of a copy, and no index has states, so that a loan writes none. Copies on loan are found by
//! their borrowings, and those that are lost, damaged or withdrawn by their events. Most others are available.

use carrel_domain::catalogue::copy::{BookCopy, CopyOfBook};
use carrel_domain::circulation::copy_state::CopyState;
use const_format::concatcp;

use super::record::OF_KEPT_BOOK;
use crate::books::DELETED_IDS;
use crate::engine::{self, Columns, List, Remembered, Value, columns, values, where_all};
use crate::patterns::{WORDS, matches_all, patterns};
use crate::{Connection, Result};

columns!(CopyOfBook of "c" {
    copy: BookCopy as record,
    book_title = "b.title",
    book_author = "b.author",
    book_archived_at = "b.archived_at",
    borrower_email = "u.email",
    due_at = "o.due_at",
});

/// Found by the copy.
const OF_COPIES: &str = concatcp!(
    "SELECT ",
    CopyOfBook::COLUMNS,
    " FROM copies c JOIN books b ON b.id = c.book_id \
     LEFT JOIN borrowings o ON o.copy_id = c.id AND o.returned_at IS NULL LEFT JOIN users u ON u.id = o.user_id"
);

/// Found by the book, in the order of titles.
const OF_BOOKS: &str = concatcp!(
    "SELECT ",
    CopyOfBook::COLUMNS,
    " FROM books b CROSS JOIN copies c \
     LEFT JOIN borrowings o ON o.copy_id = c.id AND o.returned_at IS NULL LEFT JOIN users u ON u.id = o.user_id"
);

/// Found by the open borrowing.
const OF_LOANS: &str = concatcp!(
    "SELECT ",
    CopyOfBook::COLUMNS,
    " FROM borrowings o CROSS JOIN copies c JOIN books b ON b.id = c.book_id LEFT JOIN users u ON u.id = o.user_id"
);

/// The sort orders of a list of copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Barcode,
    /// As they stand on the shelf; copies without a call number come last.
    CallNumber,
    Title,
    /// The longest due first: only of copies on loan.
    Due,
}

/// The copies of a list, by their states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Any,
    Available,
    /// With a borrower.
    OnLoan,
    /// With a borrower after the end of the due day.
    Overdue,
    /// In another state, which few copies have.
    Is(CopyState),
}

/// A search for copies. The statement is the same for every search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    barcode: String,
    call_number: String,
    upper: String,
    patterns: [String; WORDS],
}

impl Search {
    /// Matches the copy with this barcode, copies whose call number begins with this key, and copies of books whose title,
    /// author or ISBN contain every word, or part of a word. The words are folded like the keys of titles.
    pub fn new(barcode_key: &str, call_number_key: &str, words: &[String]) -> Self {
        Search {
            barcode: barcode_key.to_owned(),
            call_number: call_number_key.to_owned(),
            // Without a key no call number matches.
            upper: match call_number_key {
                "" => String::new(),
                key => format!("{key}\u{10FFFF}"),
            },
            patterns: patterns(words),
        }
    }
}

/// The filter of a list of copies.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a> {
    pub state: State,
    pub location: Option<&'a str>,
    pub search: Option<&'a Search>,
    /// The instant that decides what is overdue.
    pub now: i64,
}

/// What a list is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Copies,
    Books,
    Loans,
}

impl By {
    fn tables(self) -> &'static str {
        match self {
            By::Copies => "copies c",
            By::Books => "books b CROSS JOIN copies c",
            By::Loans => "borrowings o CROSS JOIN copies c",
        }
    }
}

impl<'a> Filter<'a> {
    fn is_of_loans(&self) -> bool {
        matches!(self.state, State::OnLoan | State::Overdue)
    }

    fn by(&self, order: Order) -> By {
        if self.is_of_loans() {
            By::Loans
        } else if order == Order::Title && self.is_indexed(order) {
            By::Books
        } else {
            By::Copies
        }
    }

    /// Whether an index returns the copies in an order. Others are sorted: those that a search finds, copies on loan, those
    /// in rare states, and those at one location by title.
    fn is_indexed(&self, order: Order) -> bool {
        let is_sorted = self.search.is_some()
            || match self.state {
                State::Any | State::Available => order == Order::Title && self.location.is_some(),
                State::OnLoan | State::Overdue => order != Order::Due,
                State::Is(_) => true,
            };
        !is_sorted
    }

    /// The condition, and its values.
    fn condition(&self, by: By, order: Order, bound: &mut Vec<Value<'a>>) -> String {
        let mut conditions: Vec<String> = Vec::new();
        let mut bind = |value: Value<'a>| {
            bound.push(value);
            format!("${}", bound.len())
        };
        match by {
            By::Copies => conditions.push(OF_KEPT_BOOK.to_owned()),
            By::Books => conditions.push("c.book_id = b.id AND b.deleted_at IS NULL".to_owned()),
            By::Loans => conditions.push("c.id = o.copy_id AND o.returned_at IS NULL".to_owned()),
        }
        match self.state {
            State::Any | State::OnLoan => {}
            State::Available => {
                conditions.push("c.state = 'available'".to_owned());
                // Without a range SQLite sorts all copies instead of reading their index.
                match order {
                    Order::Barcode => conditions.push("c.barcode_key >= ''".to_owned()),
                    Order::CallNumber => conditions.push("c.call_number_key >= ''".to_owned()),
                    Order::Title | Order::Due => {}
                }
            }
            State::Overdue => conditions.push(format!("o.due_at < {}", bind(Value::Integer(self.now)))),
            State::Is(state) => {
                let state = bind(state.into());
                conditions.push(format!(
                    "c.id IN (SELECT e.copy_id FROM copy_events e WHERE e.to_state = {state}) AND c.state = {state}"
                ));
            }
        }
        if let Some(location) = self.location {
            conditions.push(format!("c.location = {}", bind(Value::Text(location))));
        }
        if let Some(search) = self.search {
            let barcode = bind(Value::Text(&search.barcode));
            let call_number = bind(Value::Text(&search.call_number));
            let upper = bind(Value::Text(&search.upper));
            let book = matches_all(&search.patterns, &mut bind);
            conditions.push(format!(
                "c.id IN (SELECT k.id FROM copies k WHERE k.barcode_key = {barcode} \
                 UNION SELECT k.id FROM copies k WHERE k.call_number_key >= {call_number} AND k.call_number_key < {upper} \
                 UNION SELECT k.id FROM books f JOIN copies k ON k.book_id = f.id WHERE {book})"
            ));
        }
        conditions.join(" AND ")
    }
}

/// A page of copies.
pub async fn list(
    connection: &mut Connection,
    filter: &Filter<'_>,
    order: Order,
    limit: i64,
    offset: i64,
) -> Result<Vec<CopyOfBook>> {
    let by = filter.by(order);
    let list = List {
        select: match by {
            By::Copies => OF_COPIES,
            By::Books => OF_BOOKS,
            By::Loans => OF_LOANS,
        },
        bound: &[],
        table: by.tables(),
        condition: &|bound| filter.condition(by, order, bound),
        order: engine::Order::ascending(match order {
            Order::Barcode if by == By::Loans => &["c.barcode_key", "o.id"],
            Order::Barcode => &["c.barcode_key"],
            Order::CallNumber if by == By::Loans => &["c.call_number_key", "o.id"],
            Order::CallNumber => &["c.call_number_key", "c.id"],
            Order::Title => match by {
                By::Books => &["b.title_key", "b.id", "c.id"],
                By::Copies => &["b.title_key", "c.id"],
                By::Loans => &["b.title_key", "o.id"],
            },
            Order::Due => &["o.due_at", "o.id"],
        }),
        is_indexed: filter.is_indexed(order),
        remembered: match filter.state {
            // The present instant is in its condition.
            State::Overdue => Remembered::Never,
            State::Any | State::Available | State::OnLoan | State::Is(_) => Remembered::UntilCommit,
        },
    };
    connection.page(&list, limit, offset).await
}

/// How many copies match a filter. Available copies are those that are left when all others are subtracted.
pub async fn count(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    if filter.state != State::Available || filter.search.is_some() || filter.location.is_some() {
        return count_rows(connection, filter).await;
    }
    let with_state = |state| Filter { state, ..*filter };
    let all = count_rows(connection, &with_state(State::Any)).await?;
    let on_loan = count_rows(connection, &with_state(State::OnLoan)).await?;
    let (elsewhere,): (i64,) = connection
        .one(
            concatcp!(
                "SELECT count(*) FROM copies c WHERE c.id IN (SELECT e.copy_id FROM copy_events e WHERE e.to_state IN \
                 ('hold_shelf', 'in_transit', 'lost', 'damaged', 'in_repair', 'withdrawn')) \
                 AND c.state NOT IN ('available', 'on_loan') AND NOT EXISTS (SELECT 1 FROM borrowings o \
                 WHERE o.copy_id = c.id AND o.returned_at IS NULL) AND c.book_id NOT IN ",
                DELETED_IDS
            ),
            &[],
        )
        .await?;
    Ok(all - on_loan - elsewhere)
}

async fn count_rows(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    if filter.state == State::Any && filter.location.is_none() && filter.search.is_none() {
        let (all,) = connection
            .one(
                concatcp!(
                    "SELECT count(*) - (SELECT count(*) FROM copies k WHERE k.book_id IN ",
                    DELETED_IDS,
                    ") AS of_all FROM copies"
                ),
                &[],
            )
            .await?;
        return Ok(all);
    }
    if filter.is_of_loans() && filter.location.is_none() && filter.search.is_none() {
        let until = match filter.state {
            State::Overdue => filter.now,
            _ => i64::MAX,
        };
        // The range starts at 0, so that SQLite reads only the open borrowings.
        let (open,) = connection
            .one(
                "SELECT count(*) FROM borrowings WHERE returned_at IS NULL AND due_at > 0 AND due_at < $1",
                values![until],
            )
            .await?;
        return Ok(open);
    }
    let by = filter.by(Order::Title);
    let mut bound = Vec::new();
    let condition = filter.condition(by, Order::Title, &mut bound);
    let tables = by.tables();
    let (count,) = connection
        .one(
            &format!("SELECT count(*) FROM {tables}{}", where_all(&[&condition])),
            &bound,
        )
        .await?;
    Ok(count)
}

/// The first locations of copies, in the order of their names. Each is one step in an index, however many copies it has.
pub async fn locations(connection: &mut Connection, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = connection
        .rows(
            "WITH RECURSIVE places(location) AS (SELECT min(k.location) FROM copies k WHERE k.location > '' \
             UNION ALL SELECT (SELECT min(k.location) FROM copies k WHERE k.location > p.location) \
             FROM places p WHERE p.location IS NOT NULL) \
             SELECT location FROM places WHERE location IS NOT NULL LIMIT $1",
            values![limit],
        )
        .await?;
    Ok(rows.into_iter().map(|(location,)| location).collect())
}
