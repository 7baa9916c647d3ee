//! A section of the settings: returned with a version, and changed as a whole by a caller that has seen the newest
//! version.

use carrel_domain::identity::fingerprint;
use carrel_domain::users::Act;
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;
use crate::core::permission::require_still;

/// A section that is changed as a whole.
pub trait Section: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// What reading it needs.
    const READ: Act = Act::ManageSettings;

    /// The name in the audit log.
    fn name(&self) -> &'static str;

    /// The act that a change requires.
    fn act(&self) -> Act {
        Act::ManageSettings
    }

    /// Reads the section as it is stored.
    fn stored(&self, connection: &mut Connection) -> impl Future<Output = Result<Self>> + Send;

    /// Writes the section.
    fn store(
        &self,
        transaction: &mut Transaction,
        context: &Context,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// A section and the version of its state.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Versioned<S> {
    pub section: S,
    pub version: String,
}

impl<S: Section> Versioned<S> {
    fn of(section: S) -> Result<Self> {
        let text = serde_json::to_string(&section)
            .map_err(|error| Error::Defect(format!("settings: {}: {error}", section.name())))?;
        Ok(Versioned {
            section,
            version: fingerprint(&text),
        })
    }
}

/// The section as it is stored. `which` only identifies the section; its values are ignored.
pub async fn show<S: Section>(library: &Library, context: &Context, which: S) -> Result<Versioned<S>> {
    context.require(S::READ)?;
    let section = library
        .database
        .read(&which, |connection, which| Box::pin(which.stored(connection)))
        .await?;
    Versioned::of(section)
}

/// Changes a section as a whole, if it still has the `version` that the caller has seen.
pub async fn change<S: Section>(
    library: &Library,
    context: Context,
    section: S,
    version: String,
) -> Result<Versioned<S>> {
    context.require(section.act())?;
    let changed = library
        .write_once(
            context.call(),
            (context, section, version),
            |transaction, (context, section, version)| {
                Box::pin(change_in(transaction, context, section, version))
            },
        )
        .await?;
    library.refresh_settings().await?;
    Ok(changed)
}

async fn change_in<S: Section>(
    transaction: &mut Transaction,
    context: &Context,
    section: &S,
    version: &str,
) -> Result<Versioned<S>> {
    transaction.lock(Lock::Settings).await?;
    require_still(transaction, context, section.act()).await?;
    let before = Versioned::of(section.stored(transaction).await?)?;
    if before.version != version {
        return Err(Conflict::SettingsChanged.into());
    }
    section.store(transaction, context).await?;
    let after = Versioned::of(section.stored(transaction).await?)?;
    if after.version != before.version {
        let state = |section: &S| serde_json::to_value(section).ok();
        let event = audit::Event {
            action: "settings.changed",
            subject: Subject::named(format!("settings.{}", section.name())),
            before: state(&before.section),
            after: state(&after.section),
        };
        audit::record(transaction, context, event).await?;
    }
    Ok(after)
}
