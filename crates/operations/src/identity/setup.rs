//! The set-up of a new library, once, by the link that the server prints when it starts.
//!
//! Until then the hash of the link's token is among the settings. The set-up removes the hash and creates everything
//! else in the same transaction, so that of several concurrent attempts one succeeds.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::settings::setup::{SetupForm, ValidSetup};
use carrel_domain::users::{Role, SessionKind, email_key};
use carrel_storage::engine::Lock;
use carrel_storage::users::UserFields;
use carrel_storage::{Connection, Transaction, settings, users};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::keys::{name_key, person_terms};
use crate::core::library::Library;
use crate::core::passwords::Asker;
use crate::core::settings::key;
use crate::identity::origin::Origin;
use crate::identity::session_start::{Lifetime, begin};
use crate::identity::sessions::SignedIn;
use crate::identity::taken::taken;
use crate::settings::section::Section as _;
use crate::settings::sections::weekday_digits;

/// Creates the token of a fresh set-up link if there is no administrator yet; an older link becomes invalid. The token
/// is shown once; the database has only its hash. Returns `None` when the library has an administrator.
pub async fn invite(library: &Library, context: Context) -> Result<Option<String>> {
    let token = library
        .database
        .write(context, |transaction, context| {
            Box::pin(invite_in(transaction, context))
        })
        .await?;
    library.refresh_settings().await?;
    Ok(token)
}

async fn invite_in(transaction: &mut Transaction, context: &Context) -> Result<Option<String>> {
    transaction.lock(Lock::Settings).await?;
    if users::count_active_administrators(transaction).await? > 0 {
        end(transaction).await?;
        return Ok(None);
    }
    let token = token_from(context.secret("set-up link"));
    settings::set(
        transaction,
        key::SETUP_TOKEN_HASH,
        &token_hash(&token),
        context.now_ms(),
    )
    .await?;
    Ok(Some(token))
}

/// Ends the set-up: the library has an administrator.
pub(crate) async fn end(transaction: &mut Transaction) -> Result<()> {
    settings::remove(transaction, key::SETUP_TOKEN_HASH).await?;
    Ok(())
}

/// Checks that a token is that of the current link. A wrong token reveals nothing about the library.
pub async fn check(library: &Library, token: &str) -> Result<()> {
    library
        .database
        .read(&token_hash(token), |connection, hash| {
            Box::pin(check_in(connection, hash))
        })
        .await
}

async fn check_in(connection: &mut Connection, hash: &str) -> Result<()> {
    let stored = settings::find(connection, key::SETUP_TOKEN_HASH).await?;
    if stored.as_deref() == Some(hash) {
        Ok(())
    } else {
        Err(no_link())
    }
}

fn no_link() -> Error {
    Error::NotFound(Noun::SetupLink)
}

/// Sets the library up: its settings and its first administrator, who is signed in. The link becomes invalid.
pub async fn complete(
    library: &Library,
    context: Context,
    token: &str,
    form: SetupForm,
    origin: Origin,
) -> Result<SignedIn> {
    // A caller without a valid link gets no errors of the form, and causes no password hash.
    check(library, token).await?;
    let form = form.validate().map_err(Error::Invalid)?;
    let password_hash = library
        .passwords
        .hash(Asker::Known, &form.password, context.secret("password salt"))
        .await?;
    let input = NewLibrary {
        expires_at: context.now_ms() + library.limits.session_seconds * 1000,
        context,
        hash: token_hash(token),
        form,
        password_hash,
        origin,
    };
    let signed_in = library
        .database
        .write(input, |transaction, input| {
            Box::pin(complete_in(transaction, input))
        })
        .await?;
    library.refresh_settings().await?;
    Ok(signed_in)
}

struct NewLibrary {
    context: Context,
    /// The hash of the link's token.
    hash: String,
    form: ValidSetup,
    password_hash: String,
    origin: Origin,
    /// When the session of the administrator ends, in milliseconds.
    expires_at: i64,
}

async fn complete_in(transaction: &mut Transaction, input: &NewLibrary) -> Result<SignedIn> {
    let NewLibrary { context, form, .. } = input;
    if !settings::take(transaction, key::SETUP_TOKEN_HASH, &input.hash).await? {
        return Err(no_link());
    }
    let digits = weekday_digits(form.closed_weekdays);
    form.security.store(transaction, context).await?;
    form.home.store(transaction, context).await?;
    for (key, value) in [
        (key::NAME, form.library_name.as_str()),
        (key::TIME_ZONE, form.time_zone.as_str()),
        (key::CURRENCY, form.currency.code()),
        (key::LANGUAGE, form.language.as_str()),
        (key::CLOSED_WEEKDAYS, digits.as_str()),
    ] {
        settings::set(transaction, key, value, context.now_ms()).await?;
    }
    let id = transaction.fresh_id().await?;
    let fields = UserFields {
        name: form.name.clone(),
        name_key: name_key(&form.name),
        email: form.email.clone(),
        email_key: email_key(&form.email),
        role: Role::ADMINISTRATOR.to_owned(),
        terms: person_terms(&form.name, &form.email, None, None),
        ..UserFields::default()
    };
    users::insert(transaction, id, &fields, &input.password_hash, context.now_ms())
        .await
        .map_err(taken)?;
    let event = audit::Event {
        action: "library.set_up",
        subject: Subject::named("library"),
        before: None,
        after: Some(json!({
            "name": form.library_name, "timeZone": form.time_zone, "currency": form.currency,
            "language": form.language, "figures": form.home.figures,
            "closedWeekdays": digits, "administrator": form.name, "security": form.security,
        })),
    };
    audit::record(transaction, context, event).await?;
    let lifetime = Lifetime::until(input.expires_at);
    let token = begin(transaction, context, id, &input.origin, lifetime, None).await?;
    let user = users::find(transaction, id)
        .await?
        .ok_or_else(|| Error::Defect("a new user is gone".to_owned()))?;
    Ok(SignedIn {
        user,
        session_kind: SessionKind::Ordinary,
        token,
        device_token: None,
    })
}
