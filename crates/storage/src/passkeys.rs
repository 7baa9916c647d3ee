//! Passkeys of people. Only public keys are stored.

use carrel_domain::users::UserId;
use carrel_domain::users::passkey::{Passkey, PasskeyId};
use const_format::concatcp;

use crate::engine::{Columns, columns, new_row, record, values};
use crate::{Connection, Result, Transaction};

columns!(Passkey of "p" {
    id,
    name,
    site,
    created_at,
    last_used_at,
});

new_row! {
    /// A new passkey.
    pub struct NewPasskey<'a> into "passkeys" {
        pub id: PasskeyId,
        pub user_id: UserId,
        /// In base64url.
        pub credential_id: &'a str,
        /// A SubjectPublicKeyInfo in base64url.
        pub public_key: &'a str,
        pub site: &'a str,
        pub name: &'a str,
        pub sign_count: i64,
        pub created_at: i64,
    }
}

record! {
    /// What verifies a presented passkey.
    #[derive(Debug, Clone)]
    pub struct Key of "p" {
        pub id: PasskeyId,
        /// A SubjectPublicKeyInfo in base64url.
        pub public_key: String,
        pub site: String,
        pub sign_count: i64,
    }
}

/// A person's passkeys, the newest first.
pub async fn of_user(connection: &mut Connection, user_id: UserId) -> Result<Vec<Passkey>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                Passkey::COLUMNS,
                " FROM passkeys p WHERE p.user_id = $1 ORDER BY p.created_at DESC, p.id DESC"
            ),
            values![user_id],
        )
        .await
}

/// The identifiers of a person's passkeys at their authenticators, with the sites where they can be used.
pub async fn credentials_of(connection: &mut Connection, user_id: UserId) -> Result<Vec<(String, String)>> {
    connection
        .rows(
            "SELECT credential_id, site FROM passkeys WHERE user_id = $1 ORDER BY created_at, id",
            values![user_id],
        )
        .await
}

/// What verifies a passkey of a person.
pub async fn key(connection: &mut Connection, user_id: UserId, credential_id: &str) -> Result<Option<Key>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                Key::COLUMNS,
                " FROM passkeys p WHERE p.credential_id = $2 AND p.user_id = $1"
            ),
            values![user_id, credential_id],
        )
        .await
}

/// Adds a passkey.
pub async fn insert(transaction: &mut Transaction, passkey: &NewPasskey<'_>) -> Result<()> {
    transaction.execute(NewPasskey::INSERT, &passkey.values()).await?;
    Ok(())
}

/// Records that a passkey was presented.
pub async fn note_use(transaction: &mut Transaction, id: PasskeyId, sign_count: i64, now: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE passkeys SET sign_count = $2, last_used_at = $3 WHERE id = $1",
            values![id, sign_count, now],
        )
        .await?;
    Ok(())
}

/// One of a person's passkeys.
pub async fn find(connection: &mut Connection, user_id: UserId, id: PasskeyId) -> Result<Option<Passkey>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                Passkey::COLUMNS,
                " FROM passkeys p WHERE p.id = $2 AND p.user_id = $1"
            ),
            values![user_id, id],
        )
        .await
}

/// Renames a passkey.
pub async fn rename(transaction: &mut Transaction, id: PasskeyId, name: &str) -> Result<()> {
    transaction
        .execute("UPDATE passkeys SET name = $2 WHERE id = $1", values![id, name])
        .await?;
    Ok(())
}

/// Removes a passkey.
pub async fn remove(transaction: &mut Transaction, id: PasskeyId) -> Result<()> {
    transaction
        .execute("DELETE FROM passkeys WHERE id = $1", values![id])
        .await?;
    Ok(())
}
