//! The cost of a statement grows with its result, not with the library: every list and every look-up uses an index, on
//! both engines, and no statement is compiled twice.
//!
//! The engines' own planners decide, with every feature on, over tables of some thousand rows. As in a library,
//! PostgreSQL has statistics of the tables and SQLite has none. The statements
//! are those that the functions of the storage run; [`sources`] makes sure that none is missing. A plan must not
//!
//! - read a table, or an index, from end to end, unless the table stays small or a `LIMIT` ends the scan;
//! - sort rows for a list, instead of reading them in the order of an index.
//!
//! [`EXCEPTIONS`] lists what is allowed nevertheless, each with its reason. An exception that is no longer needed fails
//! the test too.

mod calls;
mod exceptions;
pub mod rows;
mod sources;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use carrel_storage::{Error, Result, Transaction};
use carrel_testkit::{Engine, TestDatabase, on_both_engines, on_sqlite};

use exceptions::{EXCEPTIONS, Exception};
use rows::fill;
use values::Values;

/// Tables that do not grow with the library.
const SMALL: [&str; 11] = [
    "category_counts",
    "settings",
    "closures",
    "policies",
    "patron_categories",
    "item_types",
    "branches",
    "webhooks",
    "counters",
    "loan_terms",
    "texts",
];

/// The number of rows that PostgreSQL may sort for a list: when it expects few rows, such as those of one person, it
/// prefers a sort to an index.
const FEW: u64 = 100;

/// A step of a plan whose cost grows with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cost {
    /// It reads all rows of a table, or all entries of an index.
    Scan,
    /// It sorts the rows of a list.
    Sort,
}

/// The engine whose plans are judged, and the tables that it has.
struct Judge {
    engine: Engine,
    tables: BTreeSet<String>,
}

/// A statement and its plan.
type Planned = (String, String);

/// Runs calls in a transaction that is rolled back, and returns the statements with their plans.
macro_rules! plans_of {
    ($database:expr, $call:expr) => {
        plans_of!($database, "SELECT 1", $call)
    };
    ($database:expr, $first:expr, $call:expr) => {{
        let first: String = $first.to_owned();
        let plans = std::sync::Mutex::new(Vec::new());
        let plans = std::sync::Arc::new(plans);
        let outcome: Result<()> = $database
            .write(
                (first, std::sync::Arc::clone(&plans)),
                |transaction, (first, plans)| {
                    Box::pin(async move {
                        transaction.batch(first).await?;
                        transaction.record_plans();
                        let called: Result<()> = $call(transaction, &Values::number(7)).await;
                        *plans.lock().unwrap() = transaction.take_plans();
                        called?;
                        Err(Error::Other("rolled back".to_owned()))
                    })
                },
            )
            .await;
        let plans = std::mem::take(&mut *plans.lock().unwrap());
        assert!(!plans.is_empty(), "{outcome:?}");
        plans
    }};
}

async fn all_plans(database: &TestDatabase) -> Vec<Planned> {
    let mut plans: Vec<Planned> = plans_of!(database, calls::every_call);
    plans.extend(plans_of!(database, calls::every_change));
    plans.extend(plans_of!(database, calls::totalling));
    if database.engine() == Engine::Postgres {
        plans.extend(plans_of!(database, calls::locks));
    }
    plans
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
    async fn of(database: &TestDatabase) -> Self {
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
fn complaints(judge: &Judge, plans: &[Planned], unneeded: &mut BTreeSet<usize>) -> Vec<String> {
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
fn exceptions_for(engine: Engine) -> BTreeSet<usize> {
    (0..EXCEPTIONS.len())
        .filter(|place| EXCEPTIONS[*place].on.includes(engine))
        .collect()
}

on_both_engines!(every_statement_finds_its_rows_by_an_index);
async fn every_statement_finds_its_rows_by_an_index(database: TestDatabase) {
    fill(&database).await;
    let engine = database.engine();
    let plans = all_plans(&database).await;
    let mut unneeded = exceptions_for(engine);
    let complaints = complaints(&Judge::of(&database).await, &plans, &mut unneeded);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let unneeded: Vec<(&str, &str)> = unneeded
        .into_iter()
        .map(|place| (EXCEPTIONS[place].statement, EXCEPTIONS[place].because))
        .collect();
    assert!(
        unneeded.is_empty(),
        "exceptions that nothing needs: {unneeded:#?}"
    );

    let statements: BTreeSet<String> = plans.into_iter().map(|(sql, _)| sql).collect();
    let forgotten = sources::not_in(engine, &statements);
    assert!(
        forgotten.is_empty(),
        "no call in plans/calls.rs runs a statement with these texts: {forgotten:#?}"
    );
}

on_sqlite!(open_borrowings_of_a_person_are_read_without_the_history);
async fn open_borrowings_of_a_person_are_read_without_the_history(database: TestDatabase) {
    fill(&database).await;
    let plans: Vec<Planned> = plans_of!(database, calls::every_call);
    let is_of_open = |sql: &str| {
        sql.contains("FROM borrowings") && sql.contains("user_id = ") && sql.contains("returned_at IS NULL")
    };
    let of_open = plans.iter().filter(|(sql, _)| is_of_open(sql));
    assert!(of_open.clone().count() >= 5);
    for (sql, plan) in of_open {
        assert!(!plan.contains("borrowings_of_user"), "{sql}\n{plan}");
    }
}

async fn shelves_of_a_room(transaction: &mut Transaction, _: &Values) -> Result<()> {
    let sql = "SELECT id FROM shelves WHERE room = 7";
    transaction.rows::<(i64,)>(sql, &[]).await.map(drop)
}

on_both_engines!(a_scan_of_a_table_of_a_later_migration_is_detected);
async fn a_scan_of_a_table_of_a_later_migration_is_detected(database: TestDatabase) {
    database
        .sql(
            "CREATE TABLE shelves (id BIGINT PRIMARY KEY, room BIGINT NOT NULL); \
             INSERT INTO shelves (id, room) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) \
             SELECT i, i FROM n",
        )
        .await
        .unwrap();
    let complaints_now = async || {
        let plans: Vec<Planned> = plans_of!(database, shelves_of_a_room);
        complaints(&Judge::of(&database).await, &plans, &mut BTreeSet::new())
    };
    assert_eq!(complaints_now().await.len(), 1);
    database
        .sql("CREATE INDEX shelves_of_room ON shelves (room); ANALYZE shelves")
        .await
        .unwrap();
    assert_eq!(complaints_now().await, [""; 0]);
}

/// The statements that are complained about, each with the cost.
fn complained_about(judge: &Judge, plans: &[Planned]) -> BTreeSet<String> {
    let complaints = complaints(judge, plans, &mut BTreeSet::new());
    let first_line = |complaint: &String| complaint.lines().next().unwrap_or_default().to_owned();
    complaints.iter().map(first_line).collect()
}

/// Indexes of each kind: for a list, for the rows of an entity, for a look-up by key.
const DROPPED: [&str; 5] = [
    "books_by_title",
    "borrowings_of_user",
    "users_email_key",
    "ledger_of_user",
    "webhook_deliveries_of_webhook",
];

/// Indexes that PostgreSQL replaces by others in these tables: it then reads only a few rows more than the page has.
const DROPPED_ON_SQLITE: [&str; 2] = ["book_counts_in_category_popular", "reviews_of_book"];

on_both_engines!(a_missing_index_is_detected);
async fn a_missing_index_is_detected(database: TestDatabase) {
    fill(&database).await;
    let judge = Judge::of(&database).await;
    let plans: Vec<Planned> = plans_of!(database, calls::every_call);
    let before = complained_about(&judge, &plans);
    let more: &[&str] = match database.engine() {
        Engine::Sqlite => &DROPPED_ON_SQLITE,
        Engine::Postgres => &[],
    };
    for index in DROPPED.iter().chain(more) {
        let without = format!("DROP INDEX {index}");
        let plans: Vec<Planned> = plans_of!(database, without, calls::every_call);
        let now = complained_about(&judge, &plans);
        assert!(!now.is_subset(&before), "nothing notices that {index} is gone");
    }
}

on_sqlite!(no_statement_is_recompiled_for_other_values);
async fn no_statement_is_recompiled_for_other_values(database: TestDatabase) {
    fill(&database).await;
    for number in 0..60 {
        let compiled_anew = database.write(Values::number(number), |transaction, values| {
            Box::pin(async move {
                // The migrations are excluded: they run their own statements while they change the schema.
                let before = transaction.reprepared();
                calls::every_call(transaction, values).await?;
                calls::every_change(transaction, values).await?;
                Ok::<_, Error>(transaction.reprepared() - before)
            })
        });
        assert_eq!(compiled_anew.await.unwrap(), 0, "in round {number}");
    }
}
