//! The data inventory: every column of the schema is listed once, with the personal data or without.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use carrel_testkit::{TestDatabase, on_both_engines};

const INVENTORY: &str = "docs/security/data-inventory.md";

/// The columns of each table that a section lists. A table may have several rows.
fn listed(inventory: &str, section: &str) -> BTreeMap<String, Vec<String>> {
    let heading = format!("{section}\n");
    let text = inventory
        .split("\n## ")
        .find(|part| part.starts_with(&heading))
        .unwrap_or_else(|| panic!("{INVENTORY} has no section {section}"));
    let quoted =
        |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in text.lines() {
        let Some((table, rest)) = line.strip_prefix("| `").and_then(|row| row.split_once("` | ")) else {
            continue;
        };
        let columns = quoted(rest.split(" | ").next().unwrap_or_default());
        tables.entry(table.to_owned()).or_default().extend(columns);
    }
    tables
}

/// Both sections. A table is in one of them, as a row about a person is personal as a whole.
fn inventory() -> BTreeMap<String, Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(INVENTORY);
    let text = fs::read_to_string(path).unwrap();
    let mut tables = listed(&text, "The database: personal data");
    for (table, columns) in listed(&text, "The database: no personal data") {
        let known = tables.insert(table.clone(), columns);
        assert!(known.is_none(), "{table} is in both sections of {INVENTORY}");
    }
    tables
}

on_both_engines!(every_column_is_in_the_data_inventory);
async fn every_column_is_in_the_data_inventory(database: TestDatabase) {
    let stored = database
        .read(&(), |connection, ()| {
            Box::pin(async move {
                let mut stored = BTreeMap::new();
                for table in connection.tables().await? {
                    let columns = connection.columns(&table).await?;
                    stored.insert(table, columns);
                }
                Ok::<_, carrel_storage::Error>(stored)
            })
        })
        .await
        .unwrap();
    let sorted = |tables: BTreeMap<String, Vec<String>>| -> BTreeMap<String, Vec<String>> {
        let sort = |(table, mut columns): (String, Vec<String>)| {
            columns.sort();
            (table, columns)
        };
        tables.into_iter().map(sort).collect()
    };
    let (listed, stored) = (sorted(inventory()), sorted(stored));
    for (table, columns) in &stored {
        assert_eq!(
            listed.get(table),
            Some(columns),
            "{INVENTORY}: the columns of {table}"
        );
    }
    for table in listed.keys() {
        assert!(
            stored.contains_key(table),
            "{INVENTORY}: there is no table {table}"
        );
    }
}

#[test]
fn rows_of_one_table_are_read_together() {
    let inventory = "# Data\n\n## One\n\n| table | columns | what |\n| --- | --- | --- |\n| `a` | `x`, `y` | `code` |\n\
        | `a` | `z` | more |\n\n## Two\n\n| `b` | `q` | – |\n";
    let columns: Vec<String> = ["x", "y", "z"].map(str::to_owned).to_vec();
    assert_eq!(
        listed(inventory, "One"),
        BTreeMap::from([("a".to_owned(), columns)])
    );
}
