//! Registrations whose e-mail address is not confirmed yet. Only the hash of the token of their link is stored.

use carrel_domain::identity::{Entity, Id};
use carrel_domain::language::Language;
use const_format::concatcp;

use crate::engine::{Columns, new_row, record, values};
use crate::{Connection, Result, Transaction};

/// The identifier of a registration.
pub type RegistrationId = Id<RegistrationRow>;

impl Entity for RegistrationRow {
    const NAME: &'static str = "registration";
}

new_row! {
    /// A new registration.
    pub struct NewRegistration<'a> into "registrations" {
        pub id: RegistrationId,
        pub name: &'a str,
        pub email: &'a str,
        pub email_key: &'a str,
        pub phone: Option<&'a str>,
        pub address: Option<&'a str>,
        pub language: Option<Language>,
        pub password_hash: &'a str,
        pub created_at: i64,
        pub expires_at: i64,
    }
}

record! {
    /// A registration.
    #[derive(Debug, Clone)]
    pub struct RegistrationRow of "r" {
        pub id: RegistrationId,
        pub name: String,
        pub email: String,
        pub phone: Option<String>,
        pub address: Option<String>,
        pub language: Option<Language>,
        pub password_hash: String,
    }
}

/// Adds a registration. There may be several for one address: a stranger cannot replace that of its owner.
pub async fn insert(transaction: &mut Transaction, registration: &NewRegistration<'_>) -> Result<()> {
    transaction
        .execute(NewRegistration::INSERT, &registration.values())
        .await?;
    Ok(())
}

/// A registration by its id.
pub async fn find(connection: &mut Connection, id: RegistrationId) -> Result<Option<RegistrationRow>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                RegistrationRow::COLUMNS,
                " FROM registrations r WHERE r.id = $1"
            ),
            values![id],
        )
        .await
}

/// Stores the hash of the token of the link that confirms a registration, which ends at `expires_at`.
pub async fn set_token_hash(
    transaction: &mut Transaction,
    id: RegistrationId,
    token_hash: &str,
    expires_at: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE registrations SET token_hash = $2, expires_at = $3 WHERE id = $1",
            values![id, token_hash, expires_at],
        )
        .await?;
    Ok(())
}

/// The registration of a link that can be used now.
pub async fn of_link(
    connection: &mut Connection,
    token_hash: &str,
    now: i64,
) -> Result<Option<RegistrationRow>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                RegistrationRow::COLUMNS,
                " FROM registrations r WHERE r.token_hash = $1 AND r.expires_at > $2"
            ),
            values![token_hash, now],
        )
        .await
}

/// Removes a registration. Of several simultaneous calls, one returns true.
pub async fn remove(transaction: &mut Transaction, id: RegistrationId) -> Result<bool> {
    let removed = transaction
        .execute("DELETE FROM registrations WHERE id = $1", values![id])
        .await?;
    Ok(removed > 0)
}

/// Removes all registrations of an address, when it has an account.
pub async fn remove_of(transaction: &mut Transaction, email_key: &str) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM registrations WHERE email_key = $1",
            values![email_key],
        )
        .await?;
    Ok(())
}

/// Removes registrations that expired before `now`; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, now: i64) -> Result<u64> {
    transaction
        .execute("DELETE FROM registrations WHERE expires_at <= $1", values![now])
        .await
}
