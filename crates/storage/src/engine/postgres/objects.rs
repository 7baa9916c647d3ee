//! Indexes, references and triggers, which a bulk load drops and recreates.

use crate::engine::{Connection, Error};

/// Pairs of statements: one that drops an index or a reference, or disables triggers, and one that restores it.
/// References come after indexes, because a reference needs the unique index of the table that it refers to.
pub(in crate::engine) async fn objects(
    connection: &mut Connection,
    tables: &[String],
) -> Result<Vec<(String, String)>, Error> {
    let ours = |table: &str| tables.iter().any(|known| known == table);
    let indexes: Vec<(String, String, String)> = connection
        .rows(
            "SELECT CAST(i.tablename AS TEXT), CAST(i.indexname AS TEXT), i.indexdef FROM pg_indexes i \
             WHERE i.schemaname = current_schema() AND NOT EXISTS (SELECT 1 FROM pg_constraint c \
             WHERE c.conname = i.indexname AND c.contype IN ('p', 'u', 'x') \
             AND c.connamespace = CAST(current_schema() AS regnamespace)) ORDER BY i.indexname",
            &[],
        )
        .await?;
    let references: Vec<(String, String, String)> = connection
        .rows(
            "SELECT CAST(t.relname AS TEXT), CAST(c.conname AS TEXT), pg_get_constraintdef(c.oid) FROM pg_constraint c \
             JOIN pg_class t ON t.oid = c.conrelid WHERE c.contype = 'f' \
             AND c.connamespace = CAST(current_schema() AS regnamespace) ORDER BY c.conname",
            &[],
        )
        .await?;
    let triggers: Vec<(String,)> = connection
        .rows(
            "SELECT DISTINCT CAST(t.relname AS TEXT) FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid \
             WHERE NOT g.tgisinternal AND t.relnamespace = CAST(current_schema() AS regnamespace) ORDER BY 1",
            &[],
        )
        .await?;
    let mut statements = Vec::new();
    for (_, name, sql) in indexes.into_iter().filter(|(table, ..)| ours(table)) {
        statements.push((format!("DROP INDEX \"{name}\""), sql));
    }
    for (table, name, sql) in references.into_iter().filter(|(table, ..)| ours(table)) {
        statements.push((
            format!("ALTER TABLE \"{table}\" DROP CONSTRAINT \"{name}\""),
            format!("ALTER TABLE \"{table}\" ADD CONSTRAINT \"{name}\" {sql}"),
        ));
    }
    for (table,) in triggers.into_iter().filter(|(table,)| ours(table)) {
        statements.push((
            format!("ALTER TABLE \"{table}\" DISABLE TRIGGER USER"),
            format!("ALTER TABLE \"{table}\" ENABLE TRIGGER USER"),
        ));
    }
    Ok(statements)
}
