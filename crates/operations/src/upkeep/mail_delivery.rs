//! Sending what waits.

use std::time::Duration;

use carrel_domain::mail::{MailSettings, next_try_after_seconds};
use carrel_domain::users::email_key;
use carrel_mail::{Mail, Problem};
use carrel_storage::mails::{self, MailRow};
use carrel_storage::{Transaction, users};
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::identity::active_user::locked;
use crate::identity::password_links;
use crate::integrations::mail::queue::Kind;
use crate::integrations::mail::{settings, texts};

/// How long the mail server may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a mail belongs to the process that tries it: longer than that takes, so that two never send it.
const LEASE_MS: i64 = 5 * 60 * 1000;

/// What became of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    Sent,
    /// It will be tried again, or was given up; why, in words.
    Failed {
        reason: String,
        given_up: bool,
    },
    /// It has no recipient.
    Dropped,
    /// Another process was faster.
    Elsewhere,
}

/// Waits until a mail is queued in this process.
pub async fn wait_for_mail(library: &Library) {
    library.mail_queued.notified().await;
}

/// Tries the mail that has waited longest. Nothing when none is due, or there is no mail server to send it by.
pub async fn deliver_next(library: &Library, context: Context) -> Result<Option<Delivery>> {
    let now = context.now_ms();
    let (due, server) = library
        .database
        .read(&now, |connection, now| {
            Box::pin(async move {
                let due = mails::next_due(connection, *now).await?;
                // Most of the time nothing waits, and then nothing else needs to be known.
                let server = match due {
                    Some(_) => settings::load(connection).await?,
                    None => None,
                };
                Ok::<_, Error>((due, server))
            })
        })
        .await?;
    let Some(due) = due else { return Ok(None) };
    if due.expires_at <= now {
        give_up(library, &due, "It could not be sent in time").await?;
        return Ok(Some(Delivery::Dropped));
    }
    let Some(server) = server else { return Ok(None) };
    let (id, tries) = (due.id.clone(), due.tries);
    let input = Due {
        context,
        mail: due,
        settings: (*library.shown_settings()).clone(),
        server: server.clone(),
    };
    let written = library
        .database
        .write(input, |transaction, input| Box::pin(write_in(transaction, input)))
        .await?;
    let mail = match written {
        Written::Mail(mail) => mail,
        Written::NoRecipient => return Ok(Some(Delivery::Dropped)),
        Written::Elsewhere => return Ok(Some(Delivery::Elsewhere)),
    };
    let outcome = carrel_mail::send(&server, &mail, PATIENCE).await;
    note(library, id, tries + 1, mail.now, outcome).await.map(Some)
}

struct Due {
    context: Context,
    mail: MailRow,
    settings: Settings,
    server: MailSettings,
}

enum Written {
    Mail(Mail),
    NoRecipient,
    Elsewhere,
}

/// Leases a mail to this process and writes its text.
async fn write_in(transaction: &mut Transaction, due: &Due) -> Result<Written> {
    let Due { mail, .. } = due;
    let found = users::find_by_email(transaction, &email_key(&mail.to_address)).await?;
    let text = match Kind::named(&mail.kind) {
        None => None,
        Some(Kind::PasswordLink) => {
            let found = found.filter(|user| user.deactivated_at.is_none());
            return match found {
                Some(user) => link_in(transaction, due, &user.id).await,
                None => drop_in(transaction, mail).await,
            };
        }
        // News of a change goes to the address that the account had at that time: who changed the account may have
        // changed its address, too.
        Some(kind @ (Kind::PasswordChanged | Kind::EmailChanged)) => {
            let at = mail.expires_at - kind.lasts_ms();
            let at = Timestamp::from_millisecond(at).unwrap_or(due.context.now);
            let name = found.as_ref().map(|user| user.name.as_str());
            Some(match kind {
                Kind::EmailChanged => texts::email_changed(&due.settings, name, at),
                _ => texts::password_changed(&due.settings, name, at, &due.server.site_address),
            })
        }
    };
    let Some(text) = text else {
        return drop_in(transaction, mail).await;
    };
    if !lease(transaction, due).await? {
        return Ok(Written::Elsewhere);
    }
    Ok(Written::Mail(text.to(
        &mail.to_address,
        &due.context,
        &due.settings,
    )))
}

/// Writes a mail with a link for a new password.
async fn link_in(transaction: &mut Transaction, due: &Due, user_id: &str) -> Result<Written> {
    // A link replaces another one of the same person.
    let user = locked(transaction, user_id).await?;
    if !lease(transaction, due).await? {
        return Ok(Written::Elsewhere);
    }
    let link = password_links::mailed(transaction, &due.context, &user).await?;
    let address = format!("{}{}", due.server.site_address, link.path());
    let text = texts::password_link(&due.settings, &user, &address);
    // To the address that the library has, not to the one that was typed: two that look alike may be one to the
    // library, and two to the world.
    Ok(Written::Mail(text.to(&user.email, &due.context, &due.settings)))
}

/// Leases the mail; false when another process was faster.
async fn lease(transaction: &mut Transaction, due: &Due) -> Result<bool> {
    let ends_at = due.context.now_ms() + LEASE_MS;
    Ok(mails::take(transaction, &due.mail, ends_at).await?)
}

/// Removes a mail that has no recipient.
async fn drop_in(transaction: &mut Transaction, mail: &MailRow) -> Result<Written> {
    mails::remove(transaction, &mail.id).await?;
    Ok(Written::NoRecipient)
}

async fn give_up(library: &Library, mail: &MailRow, why: &'static str) -> Result<()> {
    library
        .database
        .write((mail.id.clone(), why), |transaction, (id, why)| {
            Box::pin(async move {
                mails::failed(transaction, id, why, None).await?;
                Ok::<_, Error>(())
            })
        })
        .await
}

/// Notes how a try went.
async fn note(
    library: &Library,
    id: String,
    tries: i64,
    now: Timestamp,
    outcome: std::result::Result<(), Problem>,
) -> Result<Delivery> {
    let now = now.as_millisecond();
    let Err(problem) = outcome else {
        let sent = library
            .database
            .write((id, now), |transaction, (id, now)| {
                Box::pin(mails::sent(transaction, id, *now))
            })
            .await;
        sent.map_err(Error::Storage)?;
        return Ok(Delivery::Sent);
    };
    let wait = next_try_after_seconds(u32::try_from(tries).unwrap_or(u32::MAX));
    let next = wait
        .filter(|_| !problem.is_permanent)
        .map(|seconds| now + i64::from(seconds) * 1000);
    let reason = problem.to_string();
    let noted = library
        .database
        .write((id, reason.clone(), next), |transaction, (id, reason, next)| {
            Box::pin(mails::failed(transaction, id, reason, *next))
        })
        .await;
    noted.map_err(Error::Storage)?;
    Ok(Delivery::Failed {
        reason,
        given_up: next.is_none(),
    })
}
