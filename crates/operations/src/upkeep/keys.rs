//! Changing the key by which the secrets in the database are encrypted.
//!
//! The new key is in the file before the database names it, and earlier keys stay in the file. All secrets and the name of
//! the key change in one transaction. So a process that is killed leaves secrets that can be decrypted, at every moment.

use std::sync::Arc;

use carrel_domain::identity::hexadecimal;
use carrel_storage::engine::Lock;
use carrel_storage::{Database, Transaction, second_factors, settings, webhooks};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::key_error::KeyError;
use crate::core::key_file::{self, KeyFile, Next, Place};
use crate::core::library::Library;
use crate::core::settings::key;
use crate::identity::active_user::locked;
use crate::identity::factor_changes::{Change, changed, remove_codes_without_factor};
use crate::integrations::mail::settings::{load as load_mail_server, store as store_mail_server};

/// The result of a change of the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// The name of the new key.
    pub id: String,
    /// How many secrets are encrypted by it.
    pub secrets: usize,
    /// Secrets that could not be decrypted and were given up.
    pub discarded: Vec<String>,
}

/// Encrypts all secrets by the newest key of the file; when that is the present key, adds a new one first.
///
/// With `discard`, secrets that cannot be decrypted are given up: the mail password is removed, a webhook is switched off and
/// gets a new secret, and a person loses the authenticator app.
pub async fn rotate(
    database: &Database,
    keys: &Arc<KeyFile>,
    context: Context,
    discard: bool,
) -> Result<Rotated> {
    database
        .write(
            (Arc::clone(keys), context, discard),
            |transaction, (keys, context, discard)| Box::pin(rotate_in(transaction, keys, context, *discard)),
        )
        .await
}

async fn rotate_in(
    transaction: &mut Transaction,
    keys: &KeyFile,
    context: &Context,
    discard: bool,
) -> Result<Rotated> {
    transaction.lock(Lock::Settings).await?;
    let current = key_file::current(transaction).await?;
    let next = Next::choose(keys, current.as_deref(), context)?;
    let mut rotated = Rotated {
        id: next.id(),
        secrets: 0,
        discarded: Vec::new(),
    };
    if let Some(mut server) = load_mail_server(transaction).await?
        && let Some(password) = &server.password
    {
        let place = Place::MailPassword;
        match next.seal_again(context, place, password) {
            Ok(sealed) => {
                server.password = Some(sealed);
                rotated.secrets += 1;
            }
            Err(_) if discard => {
                server.password = None;
                rotated.discarded.push(place.to_string());
            }
            Err(error) => return Err(error),
        }
        store_mail_server(transaction, &server, context.now_ms()).await?;
    }
    for mut webhook in webhooks::all(transaction).await? {
        let place = Place::Webhook(webhook.id);
        let sealed = match next.seal_again(context, place, &webhook.secret) {
            Ok(sealed) => {
                rotated.secrets += 1;
                sealed
            }
            Err(_) if discard => {
                webhook.is_active = false;
                webhook.updated_at = context.stored_now();
                webhooks::update(transaction, &webhook).await?;
                rotated.discarded.push(place.to_string());
                let fresh = context.secret::<32>(&format!("secret of {place}"));
                next.seal(context, place, &format!("whsec_{}", hexadecimal(&fresh)))?
            }
            Err(error) => return Err(error),
        };
        webhooks::set_secret(transaction, webhook.id, &sealed).await?;
    }
    seal_authenticators(transaction, &next, context, discard, &mut rotated).await?;
    settings::set(transaction, key::SECRETS_KEY, &rotated.id, context.now_ms()).await?;
    let event = audit::Event {
        action: "settings.changed",
        subject: Subject::named("settings.secrets_key"),
        before: current.map(|id| json!({ "key": id })),
        after: Some(json!({ "key": rotated.id, "discarded": rotated.discarded })),
    };
    audit::record(transaction, context, event).await?;
    Ok(rotated)
}

async fn seal_authenticators(
    transaction: &mut Transaction,
    next: &Next<'_>,
    context: &Context,
    discard: bool,
    rotated: &mut Rotated,
) -> Result<()> {
    const PAGE: i64 = 500;
    let mut after = 0;
    loop {
        let page = second_factors::secrets_after(transaction, after, PAGE).await?;
        let Some((last, _)) = page.last() else {
            return Ok(());
        };
        after = last.number();
        for (user_id, stored) in page {
            let place = Place::Authenticator(user_id);
            match next.seal_again(context, place, &stored) {
                Ok(sealed) => {
                    second_factors::set_secret(transaction, user_id, &sealed).await?;
                    rotated.secrets += 1;
                }
                Err(_) if discard => {
                    let user = locked(transaction, user_id).await?;
                    if second_factors::remove_authenticator(transaction, user_id).await? {
                        remove_codes_without_factor(transaction, user_id).await?;
                        let factor = json!({ "secondFactor": "authenticator" });
                        changed(transaction, context, &user, Change::Removed, factor).await?;
                    }
                    rotated.discarded.push(place.to_string());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Adds the key of the next change to the file, unless it has one already, and returns its name. The secrets keep their
/// key: before the change, the file is copied to all other servers.
pub async fn prepare(database: &Database, keys: &Arc<KeyFile>, context: Context) -> Result<String> {
    database
        .write((Arc::clone(keys), context), |transaction, (keys, context)| {
            Box::pin(async move {
                transaction.lock(Lock::Settings).await?;
                let current = key_file::current(transaction).await?;
                Ok::<_, Error>(Next::choose(keys, current.as_deref(), context)?.id())
            })
        })
        .await
}

/// Why the secrets of a library cannot be decrypted by this server, if they cannot.
pub async fn problem(library: &Library) -> Result<Option<KeyError>> {
    let current = library
        .database
        .read(&(), |connection, ()| Box::pin(key_file::current(connection)))
        .await
        .map_err(Error::Storage)?;
    Ok(current.and_then(|id| library.keys.check(&id).err()))
}
