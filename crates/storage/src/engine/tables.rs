//! The tables of a database, as its own catalogue has them. Whatever a migration did, a text or a step in Rust, this is
//! what there is: backups and loads go by it.

use std::collections::BTreeMap;

use super::{Connection, Error, Value};

/// The table that records the migrations. It describes the database and holds no data of the library.
const MIGRATIONS: &str = "migrations";

impl Connection {
    /// Every table of the library: each after those that it refers to, otherwise by name. The tables of PostgreSQL's
    /// extensions are not the library's.
    pub async fn tables(&mut self) -> Result<Vec<String>, Error> {
        let (tables, references) = if self.is_sqlite() {
            (
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'",
                "SELECT t.name, r.\"table\" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) r \
                 WHERE t.type = 'table'",
            )
        } else {
            (
                "SELECT CAST(t.relname AS TEXT) FROM pg_class t WHERE t.relkind IN ('r', 'p') \
                 AND t.relnamespace = CAST(current_schema() AS regnamespace) AND NOT EXISTS (SELECT 1 FROM pg_depend d \
                 WHERE d.classid = CAST('pg_class' AS regclass) AND d.objid = t.oid AND d.deptype = 'e')",
                "SELECT CAST(t.relname AS TEXT), CAST(r.relname AS TEXT) FROM pg_constraint c \
                 JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid \
                 WHERE c.contype = 'f' AND c.connamespace = CAST(current_schema() AS regnamespace)",
            )
        };
        let tables: Vec<(String,)> = self.rows(tables, &[]).await?;
        let references: Vec<(String, String)> = self.rows(references, &[]).await?;
        Ok(in_order(tables, &references))
    }

    /// The tables with a column `id` that is a number: those whose rows have identifiers, and a few whose rows are only
    /// counted.
    pub(super) async fn tables_with_ids(&mut self) -> Result<Vec<String>, Error> {
        let sql = if self.is_sqlite() {
            "SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND c.name = 'id' AND c.type = 'INTEGER' ORDER BY t.name"
        } else {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.columns WHERE table_schema = current_schema() \
             AND column_name = 'id' AND data_type = 'bigint' ORDER BY 1"
        };
        let tables: Vec<(String,)> = self.rows(sql, &[]).await?;
        Ok(tables.into_iter().map(|(table,)| table).collect())
    }

    /// The columns that PostgreSQL counts up itself, each with its table; none on SQLite, which goes by the rows.
    pub(super) async fn counted_columns(&mut self) -> Result<Vec<(String, String)>, Error> {
        if self.is_sqlite() {
            return Ok(Vec::new());
        }
        self.rows(
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND is_identity = 'YES' ORDER BY 1, 2",
            &[],
        )
        .await
    }

    /// Whether a table exists.
    pub async fn has_table(&mut self, table: &str) -> Result<bool, Error> {
        let sql = if self.is_sqlite() {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = $1"
        } else {
            "SELECT CAST(tablename AS TEXT) FROM pg_tables \
             WHERE schemaname = current_schema() AND tablename = CAST($1 AS TEXT)"
        };
        let found: Option<(String,)> = self.optional(sql, &[Value::Text(table)]).await?;
        Ok(found.is_some())
    }

    /// The columns of a table, in their order; none when the table does not exist.
    pub async fn columns(&mut self, table: &str) -> Result<Vec<String>, Error> {
        let sql = if self.is_sqlite() {
            "SELECT name FROM pragma_table_info($1) ORDER BY cid"
        } else {
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = CAST($1 AS TEXT) ORDER BY ordinal_position"
        };
        let columns: Vec<(String,)> = self.rows(sql, &[Value::Text(table)]).await?;
        Ok(columns.into_iter().map(|(column,)| column).collect())
    }
}

/// Tables in an order in which each comes after those that it refers to. Tables that refer to each other, or to
/// themselves, come by name.
fn in_order(tables: Vec<(String,)>, references: &[(String, String)]) -> Vec<String> {
    let tables = tables.into_iter().map(|(table,)| table);
    let mut waiting: BTreeMap<String, Vec<&str>> = tables
        .filter(|table| table != MIGRATIONS)
        .map(|table| (table, Vec::new()))
        .collect();
    for (table, target) in references {
        if table != target
            && let Some(targets) = waiting.get_mut(table)
        {
            targets.push(target);
        }
    }
    let mut ordered: Vec<String> = Vec::with_capacity(waiting.len());
    while let Some(first) = waiting.keys().next() {
        let is_free = |targets: &[&str]| targets.iter().all(|target| !waiting.contains_key(*target));
        let free = waiting.iter().find(|(_, targets)| is_free(targets));
        let next = free.map_or(first, |(table, _)| table).clone();
        waiting.remove(&next);
        ordered.push(next);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::in_order;

    fn order(tables: &[&str], references: &[(&str, &str)]) -> Vec<String> {
        let tables = tables.iter().map(|table| ((*table).to_owned(),)).collect();
        let references: Vec<(String, String)> = references
            .iter()
            .map(|(table, target)| ((*table).to_owned(), (*target).to_owned()))
            .collect();
        in_order(tables, &references)
    }

    #[test]
    fn a_table_comes_after_those_it_refers_to() {
        let tables = ["a", "b", "c", "migrations"];
        assert_eq!(order(&tables, &[]), ["a", "b", "c"]);
        assert_eq!(
            order(&tables, &[("a", "b"), ("a", "b"), ("b", "c")]),
            ["c", "b", "a"]
        );
        assert_eq!(
            order(&tables, &[("a", "a"), ("b", "c"), ("c", "b")]),
            ["a", "b", "c"]
        );
    }
}
