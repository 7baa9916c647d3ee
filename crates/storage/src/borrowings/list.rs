//! Lists of borrowings.

use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::users::UserId;

use crate::borrowings::record::SELECT;
use crate::engine::{self, List, Remembered, Value, where_all};
use crate::patterns::{WORDS, matches_all, patterns};
use crate::{Connection, Result, totals};

/// The sort orders of a list of borrowings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Newest first.
    Newest,
    /// Earliest due date first.
    Due,
}

/// A search for borrowings by a person's words or a book's. The statement is the same for every search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// Matches the words of people from this one up to `upper`.
    term: String,
    upper: String,
    patterns: [String; WORDS],
}

impl Search {
    /// Matches borrowings of people who have the folded term, or a word that begins with it, of the copy with this
    /// barcode, and of books whose title, author or ISBN contain every word, or part of a word. The words are folded
    /// like the keys of titles.
    pub fn new(term: &str, words: &[String]) -> Self {
        Search {
            term: term.to_owned(),
            upper: format!("{term}\u{10FFFF}"),
            patterns: patterns(words),
        }
    }
}

/// The filter of a list of borrowings.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a> {
    pub state: BorrowingState,
    pub user_id: Option<UserId>,
    /// Borrowed in `[from, until)`.
    pub borrowed_between: Option<(i64, i64)>,
    /// Only borrowings that match a search.
    pub search: Option<&'a Search>,
    /// The instant that decides what is overdue.
    pub now: i64,
}

impl<'a> Filter<'a> {
    /// The borrowings of all people in a state.
    pub fn everybody(state: BorrowingState, now: i64) -> Self {
        Filter {
            state,
            user_id: None,
            borrowed_between: None,
            search: None,
            now,
        }
    }

    /// A person's borrowings in a state.
    pub fn of_user(user_id: UserId, state: BorrowingState, now: i64) -> Self {
        Filter {
            state,
            user_id: Some(user_id),
            borrowed_between: None,
            search: None,
            now,
        }
    }

    /// The condition, and its values; empty when every borrowing matches.
    fn condition(&self, bound: &mut Vec<Value<'a>>) -> String {
        let mut conditions: Vec<String> = Vec::new();
        let mut bind = |value: Value<'a>| {
            bound.push(value);
            format!("${}", bound.len())
        };
        match self.state {
            BorrowingState::Any => {}
            BorrowingState::Open => conditions.push("o.returned_at IS NULL".to_owned()),
            BorrowingState::Returned => conditions.push("o.returned_at IS NOT NULL".to_owned()),
            BorrowingState::Unpaid => {
                let of_user = match self.user_id {
                    Some(user_id) => format!("l.user_id = {}", bind(user_id.into())),
                    // The people who owe something have an index. For 2,500 of 20,000 people, a page takes about 0.1 s.
                    None => {
                        "l.user_id IN (SELECT k.user_id FROM balances k WHERE k.amount_minor > 0)".to_owned()
                    }
                };
                conditions.push(format!(
                    "o.returned_at IS NOT NULL AND o.id IN (SELECT l.borrowing_id FROM ledger l WHERE {of_user} \
                     AND l.borrowing_id IS NOT NULL GROUP BY l.borrowing_id HAVING \
                     sum(CASE WHEN l.kind IN ('charge', 'refund') THEN l.amount_minor ELSE -l.amount_minor END) > 0)"
                ));
            }
            BorrowingState::Active => {
                conditions.push(format!(
                    "o.returned_at IS NULL AND o.due_at >= {}",
                    bind(Value::Integer(self.now))
                ));
            }
            BorrowingState::Overdue => {
                conditions.push(format!(
                    "o.returned_at IS NULL AND o.due_at < {}",
                    bind(Value::Integer(self.now))
                ));
            }
        }
        if let Some(user_id) = self.user_id {
            conditions.push(format!("o.user_id = {}", bind(user_id.into())));
        }
        if let Some((from, until)) = self.borrowed_between {
            let from = bind(Value::Integer(from));
            conditions.push(format!(
                "o.borrowed_at >= {from} AND o.borrowed_at < {}",
                bind(Value::Integer(until))
            ));
        }
        if let Some(search) = self.search {
            let (term, upper) = (bind(Value::Text(&search.term)), bind(Value::Text(&search.upper)));
            let book = matches_all(&search.patterns, &mut bind);
            conditions.push(format!(
                "(o.user_id IN (SELECT t.user_id FROM user_terms t WHERE t.term >= {term} AND t.term < {upper}) \
                 OR o.copy_id IN (SELECT k.id FROM copies k WHERE k.barcode_key = {term}) \
                 OR o.book_id IN (SELECT f.id FROM books f WHERE {book}))"
            ));
        }
        conditions.join(" AND ")
    }
}

/// A page of borrowings.
pub async fn list(
    connection: &mut Connection,
    filter: &Filter<'_>,
    order: Order,
    limit: i64,
    offset: i64,
) -> Result<Vec<BorrowingRecord>> {
    let list = List {
        select: SELECT,
        bound: &[],
        table: "borrowings o",
        condition: &|bound| filter.condition(bound),
        order: match order {
            Order::Newest => engine::Order::descending(&["o.borrowed_at", "o.id"]),
            Order::Due => engine::Order::ascending(&["o.due_at", "o.id"]),
        },
        is_indexed: filter.search.is_none() && filter.state != BorrowingState::Unpaid,
        remembered: match filter.state {
            // The present instant is in their condition.
            BorrowingState::Active | BorrowingState::Overdue => Remembered::Never,
            BorrowingState::Any
            | BorrowingState::Open
            | BorrowingState::Returned
            | BorrowingState::Unpaid => Remembered::UntilCommit,
        },
    };
    connection.page(&list, limit, offset).await
}

/// A page of a person's borrowings: the open ones first (earliest due date first), then the returned ones (newest
/// first).
pub async fn list_open_first(
    connection: &mut Connection,
    user_id: UserId,
    now: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<BorrowingRecord>> {
    let open = Filter::of_user(user_id, BorrowingState::Open, now);
    let mut rows = list(connection, &open, Order::Due, limit, offset).await?;
    let missing = limit - i64::try_from(rows.len()).unwrap_or(limit);
    if missing > 0 {
        let open_in_all = count(connection, &open).await?;
        let returned = Filter::of_user(user_id, BorrowingState::Returned, now);
        let offset = (offset - open_in_all).max(0);
        rows.extend(list(connection, &returned, Order::Newest, missing, offset).await?);
    }
    Ok(rows)
}

/// How many borrowings match a filter. The cost does not grow with the history of the library: borrowings of past days
/// are totalled, those of a person are counted in an index, and the returned ones are those that are not open.
pub async fn count(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    let of_any_time = filter.borrowed_between.is_none() && filter.search.is_none();
    match filter.state {
        BorrowingState::Any if of_any_time && filter.user_id.is_none() => {
            totals::borrowed_ever(connection).await
        }
        BorrowingState::Returned if of_any_time => {
            let any = Filter {
                state: BorrowingState::Any,
                ..*filter
            };
            let any = match filter.user_id {
                None => totals::borrowed_ever(connection).await?,
                Some(_) => count_rows(connection, &any).await?,
            };
            let open = Filter {
                state: BorrowingState::Open,
                ..*filter
            };
            Ok(any - count_rows(connection, &open).await?)
        }
        _ => count_rows(connection, filter).await,
    }
}

async fn count_rows(connection: &mut Connection, filter: &Filter<'_>) -> Result<i64> {
    let mut bound = Vec::new();
    let mut condition = filter.condition(&mut bound);
    if filter.state == BorrowingState::Open && filter.user_id.is_some() {
        // The range starts at 0, so that SQLite reads only the open borrowings of the person, by their index.
        condition.push_str(" AND o.due_at > 0");
    }
    let (count,) = connection
        .one(
            &format!("SELECT count(*) FROM borrowings o{}", where_all(&[&condition])),
            &bound,
        )
        .await?;
    Ok(count)
}
