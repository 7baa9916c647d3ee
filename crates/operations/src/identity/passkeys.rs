//! One's own passkeys: adding, renaming and removing them.

use carrel_domain::users::passkey::{
    MOST, Passkey, PasskeyId, RegistrationForm, Site, Stored, ValidRegistration, registered, validate_name,
};
use carrel_domain::users::{Act, SessionKind, User, UserId};
use carrel_storage::passkeys::{self, NewPasskey};
use carrel_storage::{Transaction, second_factors as stored_factors};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::identity::challenges::{self, Purpose};
use crate::identity::factor_changes::{
    Change, RecoveryCodes, changed, new_codes, owner, remove_codes_without_factor,
};
use crate::identity::proofs::wrong_passkey;

/// What a browser needs to make a passkey.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewPasskeyOptions {
    pub challenge: String,
    /// The host name of the site.
    pub site: String,
    /// The name of the library.
    pub library: String,
    pub user_id: UserId,
    /// The e-mail address of the account.
    pub email: String,
    /// The name of the person.
    pub name: String,
    /// The passkeys that the person has on this site: an authenticator need not make a second one.
    pub credential_ids: Vec<String>,
}

/// Begins to add a passkey on this site.
pub async fn begin(library: &Library, context: Context, site: Option<Site>) -> Result<NewPasskeyOptions> {
    context.require(Act::ManageOwnSecondFactors)?;
    let site = site.ok_or(Conflict::SiteWithoutName)?;
    let name = library.shown_settings().name.clone();
    library
        .write_once(
            context.secret_call(),
            (context, site, name),
            |transaction, (context, site, library_name)| {
                Box::pin(async move {
                    let user = owner(transaction, context).await?;
                    let known = passkeys::credentials_of(transaction, user.id).await?;
                    if known.len() >= MOST {
                        return Err(Conflict::TooManyPasskeys.into());
                    }
                    let (challenge, _) = challenges::make(
                        transaction,
                        context,
                        user.id,
                        Purpose::Passkey,
                        SessionKind::Ordinary,
                    )
                    .await?;
                    Ok(NewPasskeyOptions {
                        challenge,
                        site: site.name().to_owned(),
                        library: library_name.clone(),
                        user_id: user.id,
                        email: user.email,
                        name: user.name,
                        credential_ids: on_site(known, site),
                    })
                })
            },
        )
        .await
}

fn on_site(known: Vec<(String, String)>, site: &Site) -> Vec<String> {
    known
        .into_iter()
        .filter_map(|(id, of)| (of == site.name()).then_some(id))
        .collect()
}

/// A new passkey, and the recovery codes that come with the first second factor.
#[derive(Clone, Serialize, Deserialize)]
pub struct AddedPasskey {
    pub passkey: Passkey,
    pub recovery_codes: RecoveryCodes,
}

/// Adds a passkey that a browser has made for a challenge of [`begin`].
pub async fn add(
    library: &Library,
    context: Context,
    site: Option<Site>,
    form: RegistrationForm,
) -> Result<AddedPasskey> {
    context.require(Act::ManageOwnSecondFactors)?;
    let form = form.validate().map_err(Error::Invalid)?;
    let site = site.ok_or(Conflict::SiteWithoutName)?;
    let added = library
        .write_once(
            context.secret_call(),
            (context, site, form),
            |transaction, (context, site, form)| Box::pin(add_in(transaction, context, site, form)),
        )
        .await?;
    library.mail_queued.notify_one();
    Ok(added)
}

async fn add_in(
    transaction: &mut Transaction,
    context: &Context,
    site: &Site,
    form: &ValidRegistration,
) -> Result<AddedPasskey> {
    let user = owner(transaction, context).await?;
    challenges::take(transaction, context, user.id, Purpose::Passkey, &form.challenge).await?;
    let Stored {
        credential_id,
        sign_count,
    } = registered(form, site).map_err(|rejection| {
        tracing::info!(user = %user.id, ?rejection, "a new passkey was rejected");
        wrong_passkey()
    })?;
    let known = passkeys::credentials_of(transaction, user.id).await?;
    if known.len() >= MOST {
        return Err(Conflict::TooManyPasskeys.into());
    }
    let id = transaction.fresh_id().await?;
    let new = NewPasskey {
        id,
        user_id: user.id,
        credential_id: &credential_id,
        public_key: &form.public_key.text(),
        site: site.name(),
        name: &form.name,
        sign_count,
        created_at: context.now_ms(),
    };
    passkeys::insert(transaction, &new).await.map_err(|error| {
        if error.is_unique_on("credential_id") {
            Conflict::PasskeyExists.into()
        } else {
            Error::Storage(error)
        }
    })?;
    let after = json!({ "secondFactor": "passkey", "id": id, "name": form.name, "site": site.name() });
    changed(transaction, context, &user, Change::Added, after).await?;
    let recovery_codes = if stored_factors::of_user(transaction, user.id)
        .await?
        .recovery_codes
        > 0
    {
        RecoveryCodes(Vec::new())
    } else {
        new_codes(transaction, context, user.id).await?
    };
    let passkey = found(transaction, &user, id).await?;
    Ok(AddedPasskey {
        passkey,
        recovery_codes,
    })
}

async fn found(transaction: &mut Transaction, user: &User, id: PasskeyId) -> Result<Passkey> {
    passkeys::find(transaction, user.id, id)
        .await?
        .ok_or(Error::NotFound(Noun::Passkey))
}

/// Renames one's own passkey.
pub async fn rename(
    library: &Library,
    context: Context,
    id: PasskeyId,
    name: Option<String>,
) -> Result<Passkey> {
    context.require(Act::ManageOwnSecondFactors)?;
    let name = validate_name(name.as_deref()).map_err(Error::Invalid)?;
    library
        .write_once(
            context.call(),
            (context, id, name),
            |transaction, (context, id, name)| {
                Box::pin(async move {
                    let user = owner(transaction, context).await?;
                    let before = found(transaction, &user, *id).await?;
                    passkeys::rename(transaction, *id, name).await?;
                    let event = audit::Event {
                        action: "user.second_factor_renamed",
                        subject: Subject::of(user.id),
                        before: Some(json!({ "secondFactor": "passkey", "id": id, "name": before.name })),
                        after: Some(json!({ "secondFactor": "passkey", "id": id, "name": name })),
                    };
                    audit::record(transaction, context, event).await?;
                    found(transaction, &user, *id).await
                })
            },
        )
        .await
}

/// Removes one's own passkey. With the last second factor, the recovery codes are removed.
pub async fn remove(library: &Library, context: Context, id: PasskeyId) -> Result<()> {
    context.require(Act::ManageOwnSecondFactors)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                let user = owner(transaction, context).await?;
                let passkey = found(transaction, &user, *id).await?;
                passkeys::remove(transaction, *id).await?;
                let before = json!({ "secondFactor": "passkey", "id": id, "name": passkey.name });
                changed(transaction, context, &user, Change::Removed, before).await?;
                remove_codes_without_factor(transaction, user.id).await
            })
        })
        .await?;
    library.mail_queued.notify_one();
    Ok(())
}
