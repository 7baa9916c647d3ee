//! Sends queued mails.

use std::time::Duration;

use carrel_domain::language::Language;
use carrel_domain::mail::{MailSettings, next_try_after_seconds};
use carrel_domain::users::{EmailChange, EmailChangeId, User, UserId, email_key};
use carrel_mail::{Mail, Problem};
use carrel_storage::jobs::{self, JobRow, Outcome};
use carrel_storage::registrations::RegistrationId;
use carrel_storage::{
    Connection, Transaction, email_changes as stored_changes, registrations as stored_registrations, users,
};
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;
use crate::identity::active_user::locked;
use crate::identity::{email_moves, password_links, registrations};
use crate::integrations::mail::queue::{Kind, Payload};
use crate::integrations::mail::settings;
use crate::integrations::mail::texts::{Message, Text};

/// The timeout of the mail server.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a mail is leased to the server that sends it, in milliseconds: longer than sending takes, so that two
/// servers never send it.
const LEASE_MS: i64 = 5 * 60 * 1000;
/// The problem of a mail while the password of the mail server cannot be decrypted.
const UNDECRYPTABLE: &str =
    "The password of the mail server cannot be decrypted; the log of the server says why";
/// The number of due mails that are read at once.
const READ: i64 = 100;

/// The outcome of an attempt to send a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    Sent,
    /// It will be retried, or was given up, for this reason.
    Failed {
        reason: String,
        given_up: bool,
    },
    /// It has no recipient.
    Dropped,
    /// Another process has leased it.
    Elsewhere,
}

/// Waits until a mail is queued in this process.
pub async fn wait_for_mail(library: &Library) {
    library.mail_queued.notified().await;
}

/// Sends the mail that has waited longest. `None` when no mail is due, or there is no mail server.
pub async fn deliver_next(library: &Library, context: Context) -> Result<Option<Delivery>> {
    let now = context.now_ms();
    let (due, server) = library
        .database
        .read(&now, |connection, now| {
            Box::pin(async move {
                let due = DueJob::due(connection, *now).await?;
                // Most of the time no mail is waiting, and then nothing else needs to be read.
                let server = match due {
                    Some(_) => settings::load(connection).await?,
                    None => None,
                };
                Ok::<_, Error>((due, server))
            })
        })
        .await?;
    let (job, kind, payload) = match due {
        None => return Ok(None),
        Some(DueJob::Expired(job)) => {
            give_up(library, &job, "It could not be sent in time", now).await?;
            return Ok(Some(Delivery::Dropped));
        }
        Some(DueJob::Unreadable(job)) => {
            let reason = "The job of the mail cannot be read";
            give_up(library, &job, reason, now).await?;
            return Ok(Some(Delivery::Failed {
                reason: reason.to_owned(),
                given_up: true,
            }));
        }
        Some(DueJob::Ready(job, kind, payload)) => (job, kind, payload),
    };
    let Some(server) = server else { return Ok(None) };
    let (failing, attempts) = (job.clone(), job.attempts + 1);
    let input = Due {
        context,
        kind,
        payload,
        job,
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
    let outcome = match settings::opened(&library.keys, server) {
        Ok(server) => carrel_mail::send(&server, &mail, &library.limits.mail_hosts, TIMEOUT).await,
        Err(error) => {
            tracing::error!(%error, "the password of the mail server cannot be decrypted");
            Err(Problem::temporary(UNDECRYPTABLE))
        }
    };
    note(library, failing, attempts, mail.now, outcome)
        .await
        .map(Some)
}

/// A due job, by what can be done with it.
enum DueJob {
    /// Its mail can be sent.
    Ready(JobRow, Kind, Payload),
    /// It could not be sent in time.
    Expired(JobRow),
    /// Its payload is not valid.
    Unreadable(JobRow),
}

impl DueJob {
    /// The due mail that has waited longest, of those that this server can send or give up.
    async fn due(connection: &mut Connection, now: i64) -> Result<Option<DueJob>> {
        let mut place = jobs::START;
        loop {
            let due = jobs::due(connection, jobs::kind::MAIL, now, place, READ).await?;
            let Some(last) = due.last() else { return Ok(None) };
            place = (last.run_at, last.id);
            let next = due.into_iter().find_map(|job| DueJob::of(job, now));
            if next.is_some() {
                return Ok(next);
            }
        }
    }

    /// `None` for a mail of a kind that only a newer server knows: it is left to that server.
    fn of(job: JobRow, now: i64) -> Option<DueJob> {
        if job.give_up_at <= now {
            return Some(DueJob::Expired(job));
        }
        match Payload::of(&job) {
            Err(_) => Some(DueJob::Unreadable(job)),
            Ok(payload) => Kind::named(&payload.mail).map(|kind| DueJob::Ready(job, kind, payload)),
        }
    }
}

struct Due {
    context: Context,
    kind: Kind,
    job: JobRow,
    payload: Payload,
    settings: Settings,
    server: MailSettings,
}

impl Due {
    /// The language of a mail: that of its reader, else that of the library.
    fn language_of(&self, reader: Option<&User>) -> Language {
        let chosen = reader.and_then(|reader| reader.language);
        chosen.unwrap_or(self.settings.language)
    }

    /// The text of a mail about now.
    fn text(&self, message: Message<'_>, reader: Option<&User>) -> Text {
        self.text_in(message, self.language_of(reader))
    }

    fn text_in(&self, message: Message<'_>, language: Language) -> Text {
        message.text(language, &self.settings, self.context.now)
    }
}

enum Written {
    Mail(Mail),
    NoRecipient,
    Elsewhere,
}

/// Leases a mail to this process and writes its text.
async fn write_in(transaction: &mut Transaction, due: &Due) -> Result<Written> {
    if due.kind == Kind::PasswordLink {
        let found = users::find_by_email(transaction, &email_key(&due.payload.to_address)).await?;
        return match found.filter(|user| user.deactivated_at.is_none()) {
            Some(user) => link_in(transaction, due, user.id).await,
            None => drop_in(transaction, &due.job).await,
        };
    }
    // A link that another process has mailed stays the newest one.
    if !lease(transaction, due).await? {
        return Ok(Written::Elsewhere);
    }
    let Some((address, text)) = text_in(transaction, due).await? else {
        return drop_in(transaction, &due.job).await;
    };
    Ok(Written::Mail(text.to(&address, &due.context, &due.settings)))
}

/// The address and the text of a mail, with its link; `None` for a mail that is no longer wanted.
async fn text_in(transaction: &mut Transaction, due: &Due) -> Result<Option<(String, Text)>> {
    let Due {
        context,
        settings,
        server,
        ..
    } = due;
    let at = Timestamp::from_millisecond(due.job.created_at).unwrap_or(context.now);
    let site = &server.site_address;
    // Notifications go to the address that the account had at that time: the person who changed the account may have
    // changed its address, too.
    let address = due.payload.to_address.clone();
    let message = match due.kind {
        Kind::PasswordLink => return Ok(None),
        Kind::PasswordChanged => Message::PasswordChanged { site },
        Kind::SecondFactorAdded => Message::SecondFactorAdded { site },
        Kind::SecondFactorRemoved => Message::SecondFactorRemoved { site },
        Kind::SecondFactorsReset => Message::SecondFactorsReset { site },
        Kind::RecoveryCodesMade => Message::RecoveryCodesMade { site },
        Kind::RecoveryCodeUsed => Message::RecoveryCodeUsed { site },
        Kind::Registration => return registration_in(transaction, due).await,
        Kind::ConfirmEmail => return confirmation_in(transaction, due).await,
        Kind::EmailChanged => {
            // The account has another address by now.
            let (path, reader) = match change_of(transaction, due).await? {
                Some(change) => (
                    email_moves::undoing_path(transaction, context, &change).await?,
                    users::find(transaction, change.user_id).await?,
                ),
                None => (None, None),
            };
            let link = path.map(|path| format!("{site}{path}"));
            let message = Message::EmailChanged {
                undo: link.as_deref(),
            };
            return Ok(Some((
                address,
                message.text(due.language_of(reader.as_ref()), settings, at),
            )));
        }
    };
    let reader = users::find_by_email(transaction, &email_key(&address)).await?;
    let text = message.text(due.language_of(reader.as_ref()), settings, at);
    Ok(Some((address, text)))
}

/// The mail of a registration: a link, or the note that the address has an account.
async fn registration_in(transaction: &mut Transaction, due: &Due) -> Result<Option<(String, Text)>> {
    let id = due.payload.about.map(RegistrationId::new);
    let found = match id {
        Some(id) => stored_registrations::find(transaction, id).await?,
        None => None,
    };
    let Some(registration) = found else {
        return Ok(None);
    };
    let site = &due.server.site_address;
    let email = &registration.email;
    if let Some(holder) = users::find_by_email(transaction, &email_key(email)).await? {
        stored_registrations::remove(transaction, registration.id).await?;
        let text = due.text(Message::AccountExists { site }, Some(&holder));
        return Ok(Some((holder.email, text)));
    }
    // The old address of an account, which may have to be restored.
    let now = due.context.now_ms();
    if stored_changes::reserves(transaction, &email_key(email), UserId::UNASSIGNED, now).await? {
        return Ok(None);
    }
    let path = registrations::confirming_path(transaction, &due.context, &registration).await?;
    let link = format!("{site}{path}");
    let language = registration.language.unwrap_or(due.settings.language);
    let text = due.text_in(Message::Registration { link: &link }, language);
    Ok(Some((registration.email, text)))
}

/// The mail to a new address of an account: a link, or the note that the address has an account already.
async fn confirmation_in(transaction: &mut Transaction, due: &Due) -> Result<Option<(String, Text)>> {
    let Some(change) = change_of(transaction, due).await? else {
        return Ok(None);
    };
    let site = &due.server.site_address;
    let holder = users::find_by_email(transaction, &email_key(&change.new_email)).await?;
    // Also for an address that is taken, whose link is not sent: the change that its person sees must not tell the difference.
    let path = email_moves::confirming_path(transaction, &due.context, &change).await?;
    if let Some(holder) = holder.filter(|holder| holder.id != change.user_id) {
        let text = due.text(Message::AccountExists { site }, Some(&holder));
        return Ok(Some((holder.email, text)));
    }
    let Some(path) = path else { return Ok(None) };
    let person = users::find(transaction, change.user_id).await?;
    let link = format!("{site}{path}");
    let text = due.text(Message::ConfirmEmail { link: &link }, person.as_ref());
    Ok(Some((change.new_email, text)))
}

/// The change of an address that a mail is about, if it is still stored.
async fn change_of(transaction: &mut Transaction, due: &Due) -> Result<Option<EmailChange>> {
    match due.payload.about {
        Some(number) => Ok(stored_changes::find(transaction, EmailChangeId::new(number)).await?),
        None => Ok(None),
    }
}

/// Writes a mail with a link for a new password.
async fn link_in(transaction: &mut Transaction, due: &Due, user_id: UserId) -> Result<Written> {
    // A link replaces an unused one of the same person.
    let user = locked(transaction, user_id).await?;
    if !lease(transaction, due).await? {
        return Ok(Written::Elsewhere);
    }
    let link = password_links::mailed(transaction, &due.context, &user).await?;
    let address = format!("{}{}", due.server.site_address, link.path());
    let text = due.text(Message::PasswordLink { link: &address }, Some(&user));
    // To the stored address, not to the typed one: two addresses that look alike may be equal for the library, and
    // different for mail servers.
    Ok(Written::Mail(text.to(&user.email, &due.context, &due.settings)))
}

/// Leases the mail; false when another process was faster.
async fn lease(transaction: &mut Transaction, due: &Due) -> Result<bool> {
    let ends_at = due.context.now_ms() + LEASE_MS;
    let JobRow {
        id, attempts, run_at, ..
    } = &due.job;
    Ok(jobs::lease(transaction, *id, (*attempts, *run_at), ends_at).await?)
}

/// Removes a mail that has no recipient.
async fn drop_in(transaction: &mut Transaction, job: &JobRow) -> Result<Written> {
    jobs::remove(transaction, job.id).await?;
    Ok(Written::NoRecipient)
}

async fn give_up(library: &Library, job: &JobRow, why: &'static str, now: i64) -> Result<()> {
    library
        .database
        .write((job.clone(), why, now), |transaction, (job, why, now)| {
            Box::pin(async move {
                let (id, attempts) = (job.id, job.attempts);
                if jobs::finish(transaction, id, attempts, Outcome::Failed, Some(why), *now).await? {
                    show_notice_of(transaction, job).await?;
                }
                Ok::<_, Error>(())
            })
        })
        .await
}

/// The owner of an account whose address changed must learn of it: when the mail to the old address cannot be sent, the
/// account shows a notice.
async fn show_notice_of(transaction: &mut Transaction, job: &JobRow) -> carrel_storage::Result<()> {
    let Ok(payload) = Payload::of(job) else {
        return Ok(());
    };
    match (Kind::named(&payload.mail), payload.about) {
        (Some(Kind::EmailChanged), Some(about)) => {
            stored_changes::show_notice(transaction, EmailChangeId::new(about)).await
        }
        _ => Ok(()),
    }
}

/// Records the outcome of an attempt.
async fn note(
    library: &Library,
    job: JobRow,
    attempts: i64,
    now: Timestamp,
    outcome: std::result::Result<(), Problem>,
) -> Result<Delivery> {
    let now = now.as_millisecond();
    let problem = outcome.err();
    let next = problem
        .as_ref()
        .filter(|problem| !problem.is_permanent)
        .and_then(|_| next_try_after_seconds(u32::try_from(attempts).unwrap_or(u32::MAX)))
        .map(|seconds| now + i64::from(seconds) * 1000);
    let reason = problem.map(|problem| problem.to_string());
    let input = (job, attempts, reason.clone(), next, now);
    let noted = library
        .database
        .write(input, |transaction, (job, attempts, reason, next, now)| {
            Box::pin(async move {
                let id = job.id;
                match (reason, next) {
                    (None, _) => jobs::finish(transaction, id, *attempts, Outcome::Done, None, *now).await,
                    (Some(reason), Some(next)) => {
                        jobs::retry(transaction, id, *attempts, reason, *next).await
                    }
                    (Some(reason), None) => {
                        let failed = Outcome::Failed;
                        let is_ours =
                            jobs::finish(transaction, id, *attempts, failed, Some(reason), *now).await?;
                        if is_ours {
                            show_notice_of(transaction, job).await?;
                        }
                        Ok(is_ours)
                    }
                }
            })
        })
        .await;
    noted.map_err(Error::Storage)?;
    Ok(match reason {
        None => Delivery::Sent,
        Some(reason) => Delivery::Failed {
            reason,
            given_up: next.is_none(),
        },
    })
}
