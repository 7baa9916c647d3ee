//! Second factors of people: authenticator apps and recovery codes.

use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, record, values};
use crate::{Connection, Result, Transaction};

record! {
    /// The authenticator app of a person.
    #[derive(Debug, Clone)]
    pub struct Authenticator of "a" {
        /// Encrypted.
        pub secret: String,
        pub created_at: i64,
        /// `None` until a code of the app has proved that it has the secret.
        pub confirmed_at: Option<i64>,
        /// The time step of the last accepted code.
        pub last_step: i64,
    }
}

/// The second factors of a person, without their secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factors {
    /// When the confirmed authenticator app was added.
    pub authenticator_at: Option<i64>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
    pub passkeys: i64,
}

impl Factors {
    /// Whether a sign-in needs a second step.
    pub fn any(&self) -> bool {
        self.authenticator_at.is_some() || self.passkeys > 0
    }
}

/// The second factors of a person.
pub async fn of_user(connection: &mut Connection, user_id: UserId) -> Result<Factors> {
    let (authenticator_at, recovery_codes, passkeys) = connection
        .one(
            "SELECT (SELECT a.confirmed_at FROM authenticators a WHERE a.user_id = $1), \
             (SELECT count(*) FROM recovery_codes r WHERE r.user_id = $1), \
             (SELECT count(*) FROM passkeys p WHERE p.user_id = $1)",
            values![user_id],
        )
        .await?;
    Ok(Factors {
        authenticator_at,
        recovery_codes,
        passkeys,
    })
}

/// The authenticator app of a person, confirmed or not.
pub async fn authenticator(connection: &mut Connection, user_id: UserId) -> Result<Option<Authenticator>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                Authenticator::COLUMNS,
                " FROM authenticators a WHERE a.user_id = $1"
            ),
            values![user_id],
        )
        .await
}

/// Stores the secret of a new authenticator app that is not confirmed yet. It replaces another one that was not
/// confirmed. Returns false when the person has a confirmed one.
pub async fn begin_authenticator(
    transaction: &mut Transaction,
    user_id: UserId,
    secret: &str,
    now: i64,
) -> Result<bool> {
    let begun = transaction
        .execute(
            "INSERT INTO authenticators (user_id, secret, created_at, last_step) VALUES ($1, $2, $3, 0) \
             ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at \
             WHERE authenticators.confirmed_at IS NULL",
            values![user_id, secret, now],
        )
        .await?;
    Ok(begun > 0)
}

/// The encrypted secrets of all authenticator apps, confirmed or not, with their people.
pub async fn secrets(connection: &mut Connection) -> Result<Vec<(UserId, String)>> {
    connection
        .rows("SELECT user_id, secret FROM authenticators ORDER BY user_id", &[])
        .await
}

/// Replaces the encrypted secret of a person's authenticator app.
pub async fn set_secret(transaction: &mut Transaction, user_id: UserId, secret: &str) -> Result<()> {
    transaction
        .execute(
            "UPDATE authenticators SET secret = $2 WHERE user_id = $1",
            values![user_id, secret],
        )
        .await?;
    Ok(())
}

/// Confirms an authenticator app by the time step of a right code. Returns false when it was confirmed before.
pub async fn confirm_authenticator(
    transaction: &mut Transaction,
    user_id: UserId,
    step: i64,
    now: i64,
) -> Result<bool> {
    let confirmed = transaction
        .execute(
            "UPDATE authenticators SET confirmed_at = $3, last_step = $2 \
             WHERE user_id = $1 AND confirmed_at IS NULL",
            values![user_id, step, now],
        )
        .await?;
    Ok(confirmed > 0)
}

/// Records the time step of an accepted code. Returns false when a code of this step or a later one was accepted before.
pub async fn use_step(transaction: &mut Transaction, user_id: UserId, step: i64) -> Result<bool> {
    let used = transaction
        .execute(
            "UPDATE authenticators SET last_step = $2 \
             WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2",
            values![user_id, step],
        )
        .await?;
    Ok(used > 0)
}

/// Removes the authenticator app of a person. Returns whether it was confirmed.
pub async fn remove_authenticator(transaction: &mut Transaction, user_id: UserId) -> Result<bool> {
    let was_confirmed = authenticator(transaction, user_id)
        .await?
        .is_some_and(|found| found.confirmed_at.is_some());
    transaction
        .execute("DELETE FROM authenticators WHERE user_id = $1", values![user_id])
        .await?;
    Ok(was_confirmed)
}

/// Replaces the recovery codes of a person by those with these hashes.
pub async fn set_recovery_codes(
    transaction: &mut Transaction,
    user_id: UserId,
    hashes: &[String],
) -> Result<()> {
    transaction
        .execute("DELETE FROM recovery_codes WHERE user_id = $1", values![user_id])
        .await?;
    for hash in hashes {
        transaction
            .execute(
                "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)",
                values![user_id, hash.as_str()],
            )
            .await?;
    }
    Ok(())
}

/// Uses a recovery code up. Of several simultaneous calls, one returns true.
pub async fn use_recovery_code(transaction: &mut Transaction, user_id: UserId, hash: &str) -> Result<bool> {
    let used = transaction
        .execute(
            "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2",
            values![user_id, hash],
        )
        .await?;
    Ok(used > 0)
}

/// Removes all second factors of a person, with their recovery codes.
pub async fn remove_all_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    for sql in [
        "DELETE FROM authenticators WHERE user_id = $1",
        "DELETE FROM passkeys WHERE user_id = $1",
        "DELETE FROM recovery_codes WHERE user_id = $1",
    ] {
        transaction.execute(sql, values![user_id]).await?;
    }
    Ok(())
}
