//! The plan check: records the statements of all calls with their plans, and finds the steps whose cost grows with the
//! library.

use std::collections::{BTreeMap, BTreeSet};

use carrel_storage::{Error, Result};
use carrel_testkit::{Engine, TestDatabase};

use super::calls;
use super::exceptions::{EXCEPTIONS, Exception};

/// Tables that do not grow with the library.
const SMALL: [&str; 14] = [
    "duplicate_searches",
    "category_counts",
    "settings",
    "closures",
    "policies",
    "patron_categories",
    "item_types",
    "branches",
    "roles",
    "webhooks",
    "counters",
    "loan_terms",
    "texts",
    "removals",
];

/// The number of rows that PostgreSQL may sort for a list: when it expects few rows, such as those of one person, it
/// prefers a sort to an index.
const FEW: u64 = 100;

/// A step of a plan whose cost grows with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// It reads all rows of a table, or all entries of an index.
    Scan,
    /// It sorts the rows of a list.
    Sort,
}

/// The engine whose plans are judged, and the tables that it has.
pub struct Judge {
    engine: Engine,
    tables: BTreeSet<String>,
}

/// A statement and its plan.
pub type Planned = (String, String);

/// Runs `$first` and calls in a transaction that is rolled back, and returns the statements of the calls with their
/// plans, or the error of the call that failed.
macro_rules! plans_of {
    ($database:expr, $first:expr, $call:expr) => {{
        let plans = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let first: String = $first.to_owned();
        let outcome: carrel_storage::Result<()> = $database
            .write(
                (first, std::sync::Arc::clone(&plans)),
                |transaction, (first, plans)| {
                    Box::pin(async move {
                        transaction.batch(first).await?;
                        transaction.record_plans();
                        let values = $crate::plans::values::Values::number(7);
                        let called: carrel_storage::Result<()> = $call(transaction, &values).await;
                        *plans.lock().unwrap() = transaction.take_plans();
                        called?;
                        Err(carrel_storage::Error::Other(
                            $crate::plans::check::ROLLED_BACK.to_owned(),
                        ))
                    })
                },
            )
            .await;
        let plans = std::mem::take(&mut *plans.lock().unwrap());
        assert!(!plans.is_empty(), "{outcome:?}");
        $crate::plans::check::unless_failed(plans, outcome)
    }};
}
pub(crate) use plans_of;

/// What [`plans_of!`] runs first to leave the schema as it is.
pub const NOTHING: &str = "SELECT 1";

/// The error that ends a transaction whose calls all succeeded.
pub const ROLLED_BACK: &str = "rolled back";

pub fn unless_failed(plans: Vec<Planned>, outcome: Result<()>) -> Result<Vec<Planned>> {
    match outcome {
        Err(Error::Other(why)) if why == ROLLED_BACK => Ok(plans),
        Err(error) => Err(error),
        Ok(()) => unreachable!("the transaction was committed"),
    }
}

/// The plans of all calls after `first`, or the error of the call that failed. The database stays as it is.
pub async fn all_plans(database: &TestDatabase, first: &str) -> Result<Vec<Planned>> {
    let mut plans: Vec<Planned> = plans_of!(database, first, calls::every_call)?;
    plans.extend(plans_of!(database, first, calls::every_change)?);
    plans.extend(plans_of!(database, first, calls::totalling)?);
    if database.engine() == Engine::Postgres {
        plans.extend(plans_of!(database, first, calls::locks)?);
    }
    Ok(plans)
}

/// The table behind a name in a plan, which may be an alias of the statement.
fn table<'a>(sql: &'a str, name: &'a str) -> &'a str {
    let words: Vec<&str> = sql
        .split([' ', '(', ')', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let named = words.windows(3).find(|three| {
        matches!(three[0], "FROM" | "JOIN" | "UPDATE") && (three[2] == name || three[1] == name)
    });
    named.map_or(name, |three| three[1])
}

/// How many rows PostgreSQL expects from a step of a plan.
fn estimated_rows(words: &[&str]) -> u64 {
    let rows = words.iter().find_map(|word| word.strip_prefix("rows="));
    rows.and_then(|rows| rows.parse().ok()).unwrap_or(0)
}

impl Judge {
    pub async fn of(database: &TestDatabase) -> Self {
        Judge {
            engine: database.engine(),
            tables: read!(database, [], |c| c.tables().await).into_iter().collect(),
        }
    }

    /// Whether a table, by its name or alias in a statement, grows with the library. Names that are no tables belong to
    /// subqueries.
    fn grows(&self, sql: &str, name: &str) -> bool {
        let table = table(sql, name);
        self.tables.contains(table) && !SMALL.contains(&table)
    }
}

/// The cost of a line of a plan.
fn cost(judge: &Judge, sql: &str, plan: &str, line: usize) -> Option<Cost> {
    let is_list = sql.contains(" LIMIT ");
    let lines: Vec<&str> = plan.lines().collect();
    let words: Vec<&str> = lines[line]
        .trim_start_matches([' ', '-', '>', '|'])
        .split_whitespace()
        .filter(|word| *word != "Parallel")
        .collect();
    let grows = |name: &str| judge.grows(sql, name);
    match (judge.engine, &words[..]) {
        (Engine::Sqlite, ["SCAN", name, "USING", ..]) => (!is_list && grows(name)).then_some(Cost::Scan),
        // Also of the last terms of the order alone.
        (Engine::Sqlite, ["USE", "TEMP", "B-TREE", "FOR", .., "ORDER", "BY"]) => {
            is_list.then_some(Cost::Sort)
        }
        (Engine::Sqlite, ["SCAN", name]) | (Engine::Postgres, ["Seq", "Scan", "on", name, ..]) => {
            grows(name).then_some(Cost::Scan)
        }
        (Engine::Postgres, ["Index", .., "on", _, _] | ["Index", .., "on", _, _, _]) => {
            let place = words.iter().position(|word| *word == "on").unwrap_or(0);
            let name = words[place + 1];
            let has_condition = lines[line + 1..]
                .iter()
                .take_while(|next| !next.contains("->"))
                .any(|next| next.trim_start().starts_with("Index Cond:"));
            (!is_list && !has_condition && grows(name)).then_some(Cost::Scan)
        }
        (Engine::Postgres, ["Sort", ..] | ["Incremental", "Sort", ..]) => {
            (is_list && estimated_rows(&words) > FEW).then_some(Cost::Sort)
        }
        _ => None,
    }
}

/// The costs that no exception allows, each with its statement and plan.
pub fn complaints(judge: &Judge, plans: &[Planned], unneeded: &mut BTreeSet<usize>) -> Vec<String> {
    // With values that match all rows, an index is useless. A statement that runs several times is judged by its best
    // plan.
    let costs = |(sql, plan): &Planned| -> BTreeSet<Cost> {
        (0..plan.lines().count())
            .filter_map(|line| cost(judge, sql, plan, line))
            .collect()
    };
    let mut best: BTreeMap<&str, (BTreeSet<Cost>, &str)> = BTreeMap::new();
    for planned in plans {
        let (sql, plan) = planned;
        let costs = costs(planned);
        let known = best.entry(sql).or_insert_with(|| (costs.clone(), plan));
        if costs.len() < known.0.len() {
            *known = (costs, plan);
        }
    }
    let mut complaints = Vec::new();
    for (sql, (costs, plan)) in best {
        for cost in costs {
            let allows = |exception: &Exception| {
                exception.cost == cost
                    && exception.on.includes(judge.engine)
                    && sql.contains(exception.statement)
            };
            match EXCEPTIONS.iter().position(allows) {
                Some(place) => {
                    unneeded.remove(&place);
                }
                None => {
                    complaints.push(format!("{cost:?}: {sql}\n{plan}\n"));
                }
            }
        }
    }
    complaints
}

/// The places of the exceptions for an engine.
pub fn exceptions_for(engine: Engine) -> BTreeSet<usize> {
    (0..EXCEPTIONS.len())
        .filter(|place| EXCEPTIONS[*place].on.includes(engine))
        .collect()
}
