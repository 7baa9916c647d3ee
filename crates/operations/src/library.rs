//! A library: its database, its search index, its limits. What every use case works on.

use std::sync::{Arc, PoisonError, RwLock};

use carrel_domain::users::throttle::Limit;
use carrel_search::Index;
use carrel_storage::Database;
use tokio::sync::{Mutex, Notify};

use crate::passwords::{PasswordCost, Passwords};
use crate::{Result, Settings};

/// How often something may be tried, and for how long it lasts.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Failed sign-ins of one account.
    pub sign_in_failures_by_account: Limit,
    /// Failed sign-ins from one address. A classroom behind one address must be able to work.
    pub sign_in_failures_by_address: Limit,
    /// Registrations from one address.
    pub registrations_by_address: Limit,
    /// How long a session lasts, in seconds.
    pub session_seconds: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sign_in_failures_by_account: Limit {
                max: 10,
                window_seconds: 15 * 60,
            },
            sign_in_failures_by_address: Limit {
                max: 300,
                window_seconds: 15 * 60,
            },
            registrations_by_address: Limit {
                max: 200,
                window_seconds: 60 * 60,
            },
            session_seconds: 14 * 24 * 60 * 60,
        }
    }
}

/// The handle of every use case. Cheap to share behind an `Arc`; holds no state that matters.
pub struct Library {
    pub(crate) database: Database,
    pub(crate) index: Arc<Index>,
    pub(crate) limits: Limits,
    pub(crate) passwords: Passwords,
    /// Told after each commit that changed what can be found.
    pub(crate) changed: Notify,
    /// Held by whoever feeds the index, so that no two do the same work.
    pub(crate) feeding: Mutex<()>,
    /// The settings as last read, for what is only shown. What decides reads them in its own transaction.
    shown_settings: RwLock<Arc<Settings>>,
}

impl Library {
    /// Opens the library over its database and index.
    pub async fn open(database: Database, index: Index, limits: Limits, cost: PasswordCost) -> Result<Self> {
        let settings = database
            .read(&(), |connection, ()| Box::pin(Settings::load(connection)))
            .await?;
        Ok(Library {
            database,
            index: Arc::new(index),
            limits,
            passwords: Passwords::new(cost)?,
            changed: Notify::new(),
            feeding: Mutex::new(()),
            shown_settings: RwLock::new(Arc::new(settings)),
        })
    }

    /// The settings as last read, at most about a second old.
    pub fn shown_settings(&self) -> Arc<Settings> {
        Arc::clone(&self.shown_settings.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the settings anew.
    pub async fn refresh_settings(&self) -> Result<()> {
        let settings = self
            .database
            .read(&(), |connection, ()| Box::pin(Settings::load(connection)))
            .await?;
        *self
            .shown_settings
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
        Ok(())
    }

    /// The engine of the database, for logs.
    pub fn engine(&self) -> &'static str {
        self.database.engine()
    }
}
