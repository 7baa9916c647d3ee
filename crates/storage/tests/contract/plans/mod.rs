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
//! the test too. [`indexes`] makes sure that the check would notice a missing index.

mod calls;
mod check;
mod exceptions;
mod harvest_calls;
mod import_calls;
mod indexes;
mod limit_calls;
mod list_calls;
pub mod rows;
mod sources;
mod values;

use std::collections::BTreeSet;

use carrel_storage::{Error, Result, Transaction};
use carrel_testkit::{TestDatabase, on_both_engines, on_sqlite};

use check::{Judge, NOTHING, Planned, all_plans, complaints, exceptions_for, plans_of};
use exceptions::EXCEPTIONS;
use rows::fill;
use values::Values;

on_both_engines!(every_statement_finds_its_rows_by_an_index);
async fn every_statement_finds_its_rows_by_an_index(database: TestDatabase) {
    fill(&database).await;
    let engine = database.engine();
    let plans = all_plans(&database, NOTHING).await.unwrap();
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
    let plans: Vec<Planned> = plans_of!(database, NOTHING, calls::every_call).unwrap();
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
        let plans: Vec<Planned> = plans_of!(database, NOTHING, shelves_of_a_room).unwrap();
        complaints(&Judge::of(&database).await, &plans, &mut BTreeSet::new())
    };
    assert_eq!(complaints_now().await.len(), 1);
    database
        .sql("CREATE INDEX shelves_of_room ON shelves (room); ANALYZE shelves")
        .await
        .unwrap();
    assert_eq!(complaints_now().await, [""; 0]);
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
