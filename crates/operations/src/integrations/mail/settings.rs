//! The library's mail server: its settings, and whether it accepts mail.

use std::sync::Arc;
use std::time::Duration;

use carrel_domain::identity::hexadecimal;
use carrel_domain::mail::{MailForm, MailSettings};
use carrel_domain::users::Act;
use carrel_storage::engine::Lock;
use carrel_storage::jobs::{self, Queue};
use carrel_storage::{Connection, Transaction, settings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::key_error::KeyError;
use crate::core::key_file::{KeyFile, Place};
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::core::settings::{Settings, key};
use crate::integrations::mail::texts::Message;

/// The timeout of a test mail: less than the timeout of the caller's client.
const TEST_TIMEOUT: Duration = Duration::from_secs(8);

/// The mail server, and the state of the queue.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MailStatus {
    /// Without the password, which is sent only to the mail server.
    pub settings: Option<MailSettings>,
    pub has_password: bool,
    pub waiting: i64,
    pub given_up: i64,
    /// Why the last mail that was given up failed.
    pub problem: Option<String>,
}

/// The settings with the password in clear.
pub(crate) fn opened(
    keys: &KeyFile,
    mut settings: MailSettings,
) -> std::result::Result<MailSettings, KeyError> {
    settings.password = settings
        .password
        .map(|password| keys.open(Place::MailPassword, &password))
        .transpose()?;
    Ok(settings)
}

/// The settings as stored, with an encrypted password.
pub(crate) async fn load(connection: &mut Connection) -> Result<Option<MailSettings>> {
    settings::find(connection, key::MAIL)
        .await?
        .map(|text| {
            serde_json::from_str(&text)
                .map_err(|error| Error::Defect(format!("the mail settings cannot be read: {error}")))
        })
        .transpose()
}

async fn status_in(connection: &mut Connection) -> Result<MailStatus> {
    let mut settings = load(connection).await?;
    let password = settings.as_mut().and_then(|settings| settings.password.take());
    let Queue {
        waiting,
        failed: given_up,
        problem,
    } = jobs::queue(connection, jobs::kind::MAIL).await?;
    Ok(MailStatus {
        settings,
        has_password: password.is_some(),
        waiting,
        given_up,
        problem,
    })
}

/// The mail server, for administrators.
pub async fn status(library: &Library, context: &Context) -> Result<MailStatus> {
    context.require(Act::ManageSettings)?;
    library
        .database
        .read(&(), |connection, ()| Box::pin(status_in(connection)))
        .await
}

/// The state of the settings in the audit log: whether there is a password, never the password.
fn audit_state(settings: Option<&MailSettings>) -> Option<Value> {
    settings.map(|settings| {
        json!({
            "host": settings.host, "port": settings.port, "security": settings.security.as_str(),
            "user": settings.user, "hasPassword": settings.password.is_some(),
            "fromAddress": settings.from_address, "fromName": settings.from_name,
            "siteAddress": settings.site_address,
        })
    })
}

/// Changes the mail server. A password that is absent from the form stays, unless the server changes.
pub async fn change(library: &Library, context: Context, form: MailForm) -> Result<MailStatus> {
    context.require(Act::ManageMailServer)?;
    let status = library
        .write_once(
            context.secret_call(),
            (
                context,
                form,
                library.limits.mail_hosts.clone(),
                Arc::clone(&library.keys),
            ),
            |transaction, (context, form, hosts, keys)| {
                Box::pin(async move {
                    // A change of the key encrypts the password again at the same time.
                    transaction.lock(Lock::Settings).await?;
                    let before = load(transaction).await?;
                    let mut after = form.clone().validate(before.as_ref()).map_err(Error::Invalid)?;
                    hosts.check(&after).map_err(|error| Error::Invalid(vec![error]))?;
                    // A password that was not entered again is encrypted already.
                    let is_kept = before
                        .as_ref()
                        .is_some_and(|before| before.password == after.password);
                    if let Some(password) = after.password.take_if(|_| !is_kept) {
                        let sealed = keys.seal(transaction, context, Place::MailPassword, &password);
                        after.password = Some(sealed.await?);
                    }
                    require_still(transaction, context, Act::ManageMailServer).await?;
                    store(transaction, &after, context.now_ms()).await?;
                    if before.as_ref() != Some(&after) {
                        record(transaction, context, before.as_ref(), Some(&after)).await?;
                    }
                    status_in(transaction).await
                })
            },
        )
        .await?;
    library.refresh_settings().await?;
    library.mail_queued.notify_one();
    Ok(status)
}

/// Stores the settings; their password is encrypted.
pub(crate) async fn store(transaction: &mut Transaction, server: &MailSettings, now: i64) -> Result<()> {
    let text = serde_json::to_string(server)
        .map_err(|error| Error::Defect(format!("the mail settings cannot be written: {error}")))?;
    Ok(settings::set(transaction, key::MAIL, &text, now).await?)
}

/// Removes the mail server: the library no longer sends mail.
pub async fn forget(library: &Library, context: Context) -> Result<MailStatus> {
    context.require(Act::ManageMailServer)?;
    let status = library
        .write_once(context.call(), context, |transaction, context| {
            Box::pin(async move {
                transaction.lock(Lock::Settings).await?;
                require_still(transaction, context, Act::ManageMailServer).await?;
                if let Some(before) = load(transaction).await? {
                    if Settings::load(transaction)
                        .await?
                        .security
                        .confirm_addresses_first
                    {
                        return Err(Conflict::MailNeeded.into());
                    }
                    settings::remove(transaction, key::MAIL).await?;
                    record(transaction, context, Some(&before), None).await?;
                }
                status_in(transaction).await
            })
        })
        .await?;
    library.refresh_settings().await?;
    Ok(status)
}

async fn record(
    transaction: &mut Transaction,
    context: &Context,
    before: Option<&MailSettings>,
    after: Option<&MailSettings>,
) -> Result<()> {
    let event = audit::Event {
        action: "settings.changed",
        subject: Subject::named("settings.mail"),
        before: audit_state(before),
        after: audit_state(after),
    };
    audit::record(transaction, context, event).await
}

/// The state of a test mail: being sent, or sent.
#[derive(Serialize, Deserialize)]
struct Claim {
    to_address: String,
    /// The id of the call that sends the mail: a replay has another id.
    by: String,
}

/// Sends a mail to the calling administrator with the stored settings. Returns the address.
///
/// Sending is not part of a transaction, so a call claims its idempotency key before it sends: two simultaneous calls
/// would otherwise send twice. A call that could not send releases the key.
pub async fn send_test(library: &Library, context: &Context) -> Result<String> {
    let user = &context.require(Act::ManageSettings)?.user;
    let (to_address, language) = (user.email.clone(), user.language);
    let found = library
        .database
        .read(&(), |connection, ()| Box::pin(load(connection)))
        .await?;
    let settings = opened(&library.keys, found.ok_or(Conflict::NoMail)?)?;
    let shown = library.shown_settings();
    let by = hexadecimal(&context.secret::<16>("test mail"));
    let claim = library
        .write_once(context.call(), (to_address, by.clone()), |_, (to_address, by)| {
            Box::pin(async move {
                Ok(Claim {
                    to_address: to_address.clone(),
                    by: by.clone(),
                })
            })
        })
        .await?;
    if claim.by != by {
        return Ok(claim.to_address);
    }
    let text = Message::Test.text(language.unwrap_or(shown.language), &shown, context.now);
    let mail = text.to(&claim.to_address, context, &shown);
    let sent = carrel_mail::send(&settings, &mail, &library.limits.mail_hosts, TEST_TIMEOUT).await;
    if let Err(problem) = sent {
        library.forget_call(context).await?;
        return Err(Conflict::MailNotSent {
            reason: problem.to_string(),
        }
        .into());
    }
    Ok(claim.to_address)
}
