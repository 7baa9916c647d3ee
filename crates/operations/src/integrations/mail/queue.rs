//! The queue of mails. What causes a mail queues it in its own transaction.

use carrel_domain::identity::Ids;
use carrel_storage::{Transaction, mails, settings};

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::settings::key;

/// What a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A link by which to set a new password.
    PasswordLink,
    /// The news that the password is another one now.
    PasswordChanged,
    /// The news that the account has another e-mail address now.
    EmailChanged,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::PasswordLink, Kind::PasswordChanged, Kind::EmailChanged];

    /// The stored text.
    fn as_str(self) -> &'static str {
        match self {
            Kind::PasswordLink => "password_link",
            Kind::PasswordChanged => "password_changed",
            Kind::EmailChanged => "email_changed",
        }
    }

    pub(crate) fn named(text: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// How long it is worth sending, in milliseconds.
    pub(crate) fn lasts_ms(self) -> i64 {
        const HOUR_MS: i64 = 60 * 60 * 1000;
        match self {
            Kind::PasswordLink => HOUR_MS,
            Kind::PasswordChanged | Kind::EmailChanged => 24 * HOUR_MS,
        }
    }
}

/// Queues a mail in the transaction of its cause; a library without a mail server queues nothing.
pub(crate) async fn enqueue(
    transaction: &mut Transaction,
    context: &Context,
    ids: &mut Ids,
    kind: Kind,
    to_address: &str,
) -> Result<()> {
    if settings::find(transaction, key::MAIL).await?.is_none() {
        return Ok(());
    }
    let mail = mails::NewMail {
        id: &ids.next(),
        kind: kind.as_str(),
        to_address,
        created_at: context.now_ms(),
        expires_at: context.now_ms() + kind.lasts_ms(),
    };
    mails::insert(transaction, &mail).await?;
    Ok(())
}
