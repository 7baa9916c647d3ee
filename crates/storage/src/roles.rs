//! Roles: what the people who have one may do.

use carrel_domain::users::{Acts, Role};
use const_format::concatcp;

use crate::engine::{Columns, FromRow, Row, record, values};
use crate::{Connection, Error, Result, Transaction};

/// The role of a row of `users` with the alias `u`. Scalar subqueries spare every query of users a join.
impl Columns for Role {
    const COLUMNS: &'static str = "u.role, (SELECT r.name FROM roles r WHERE r.code = u.role), \
                                   (SELECT r.acts FROM roles r WHERE r.code = u.role)";
}

impl FromRow for Role {
    fn from_row(row: &mut Row<'_>) -> std::result::Result<Self, Error> {
        let (code, name, acts) = (
            String::from_row(row)?,
            String::from_row(row)?,
            Acts::from_row(row)?,
        );
        Ok(Role::stored(code, name, acts))
    }
}

record! {
    /// A role of the list.
    #[derive(Debug, Clone)]
    pub struct RoleRow of "r" {
        pub code: String,
        pub name: String,
        pub acts: Acts,
        /// How many people have it.
        pub people: i64 = "(SELECT count(*) FROM users u WHERE u.role = r.code)",
    }
}

/// Every role in display order, each with the number of its people.
pub async fn with_people(connection: &mut Connection) -> Result<Vec<RoleRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                RoleRow::COLUMNS,
                " FROM roles r ORDER BY r.position, r.code"
            ),
            &[],
        )
        .await
}

type Stored = (String, String, Acts);

fn role((code, name, acts): Stored) -> Role {
    Role::stored(code, name, acts)
}

/// Every role in display order.
pub async fn all(connection: &mut Connection) -> Result<Vec<Role>> {
    let rows: Vec<Stored> = connection
        .rows("SELECT code, name, acts FROM roles ORDER BY position, code", &[])
        .await?;
    Ok(rows.into_iter().map(role).collect())
}

/// One role.
pub async fn find(connection: &mut Connection, code: &str) -> Result<Option<Role>> {
    let row: Option<Stored> = connection
        .optional(
            "SELECT code, name, acts FROM roles WHERE code = $1",
            values![code],
        )
        .await?;
    Ok(row.map(role))
}

/// How many people have a role.
pub async fn count_people(connection: &mut Connection, code: &str) -> Result<i64> {
    let (count,) = connection
        .one("SELECT count(*) FROM users WHERE role = $1", values![code])
        .await?;
    Ok(count)
}

/// Adds a role at the end of the list.
pub async fn insert(transaction: &mut Transaction, role: &Role) -> Result<()> {
    let acts = role.stored_acts();
    transaction
        .execute(
            "INSERT INTO roles (code, name, acts, position) \
             VALUES ($1, $2, $3, (SELECT COALESCE(max(o.position), 0) + 1 FROM roles o))",
            values![&role.code, &role.name, &acts],
        )
        .await?;
    Ok(())
}

/// Changes the name and the acts of a role.
pub async fn update(transaction: &mut Transaction, role: &Role) -> Result<()> {
    let acts = role.stored_acts();
    transaction
        .execute(
            "UPDATE roles SET name = $2, acts = $3 WHERE code = $1",
            values![&role.code, &role.name, &acts],
        )
        .await?;
    Ok(())
}

/// Removes a role. The database refuses it while a person has it.
pub async fn remove(transaction: &mut Transaction, code: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM roles WHERE code = $1", values![code])
        .await?;
    Ok(())
}
