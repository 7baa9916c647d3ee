//! The queue of mails: jobs. A mail is queued by the transaction that causes it. Its text is written when it is sent,
//! and never stored.

use carrel_storage::jobs::{self, JobRow, NewJob};
use carrel_storage::{Transaction, settings};
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::settings::key;

/// The subject matter of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A link for a new password.
    PasswordLink,
    /// Notification that the password was changed.
    PasswordChanged,
    /// A link that completes a registration.
    Registration,
    /// A link that confirms the new e-mail address of an account.
    ConfirmEmail,
    /// Notification that the e-mail address of the account was changed, with a link that undoes it.
    EmailChanged,
    /// Notification that a second factor was added.
    SecondFactorAdded,
    /// Notification that a second factor was removed.
    SecondFactorRemoved,
    /// Notification that the library removed all second factors.
    SecondFactorsReset,
    /// Notification that new recovery codes were made.
    RecoveryCodesMade,
    /// Notification that a recovery code was used.
    RecoveryCodeUsed,
}

impl Kind {
    const ALL: [Kind; 10] = [
        Kind::PasswordLink,
        Kind::PasswordChanged,
        Kind::Registration,
        Kind::ConfirmEmail,
        Kind::EmailChanged,
        Kind::SecondFactorAdded,
        Kind::SecondFactorRemoved,
        Kind::SecondFactorsReset,
        Kind::RecoveryCodesMade,
        Kind::RecoveryCodeUsed,
    ];

    /// The stored text.
    fn as_str(self) -> &'static str {
        match self {
            Kind::PasswordLink => "password_link",
            Kind::PasswordChanged => "password_changed",
            Kind::Registration => "registration",
            Kind::ConfirmEmail => "confirm_email",
            Kind::EmailChanged => "email_changed",
            Kind::SecondFactorAdded => "second_factor_added",
            Kind::SecondFactorRemoved => "second_factor_removed",
            Kind::SecondFactorsReset => "second_factors_reset",
            Kind::RecoveryCodesMade => "recovery_codes_made",
            Kind::RecoveryCodeUsed => "recovery_code_used",
        }
    }

    pub(crate) fn named(text: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// How long sending it is useful, in milliseconds.
    pub(crate) fn lasts_ms(self) -> i64 {
        const HOUR_MS: i64 = 60 * 60 * 1000;
        match self {
            Kind::PasswordLink => HOUR_MS,
            Kind::PasswordChanged
            | Kind::Registration
            | Kind::ConfirmEmail
            | Kind::EmailChanged
            | Kind::SecondFactorAdded
            | Kind::SecondFactorRemoved
            | Kind::SecondFactorsReset
            | Kind::RecoveryCodesMade
            | Kind::RecoveryCodeUsed => 24 * HOUR_MS,
        }
    }
}

/// The payload of a mail's job.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Payload {
    /// The name of a [`Kind`].
    pub(crate) mail: String,
    pub(crate) to_address: String,
    /// The number of the row that it is about, for the kinds that are about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<i64>,
}

impl Payload {
    pub(crate) fn of(job: &JobRow) -> serde_json::Result<Self> {
        serde_json::from_str(&job.payload)
    }
}

/// Queues a mail in the transaction of its cause; without a mail server nothing is queued.
pub(crate) async fn enqueue(
    transaction: &mut Transaction,
    context: &Context,
    kind: Kind,
    to_address: &str,
) -> Result<()> {
    insert(transaction, context, kind, to_address, None).await
}

/// Queues a mail about a row.
pub(crate) async fn enqueue_about(
    transaction: &mut Transaction,
    context: &Context,
    kind: Kind,
    to_address: &str,
    about: i64,
) -> Result<()> {
    insert(transaction, context, kind, to_address, Some(about)).await
}

async fn insert(
    transaction: &mut Transaction,
    context: &Context,
    kind: Kind,
    to_address: &str,
    about: Option<i64>,
) -> Result<()> {
    if settings::find(transaction, key::MAIL).await?.is_none() {
        return Ok(());
    }
    let payload = Payload {
        mail: kind.as_str().to_owned(),
        to_address: to_address.to_owned(),
        about,
    };
    let now = context.now_ms();
    let job = NewJob {
        id: transaction.fresh_id().await?,
        kind: jobs::kind::MAIL,
        dedupe_key: None,
        payload: &serde_json::to_string(&payload).map_err(|error| Error::Defect(error.to_string()))?,
        created_at: now,
        run_at: now,
        give_up_at: now + kind.lasts_ms(),
    };
    jobs::insert(transaction, &job).await?;
    Ok(())
}
