//! Jobs that run beside the requests.

use std::sync::Arc;
use std::time::Duration;

use carrel_api::Clock;
use carrel_operations::{Library, access_tokens, once, search_feed, sessions};

const SETTINGS_INTERVAL: Duration = Duration::from_secs(1);
const TIDY_INTERVAL: Duration = Duration::from_hours(1);

/// Starts the jobs. They end with the runtime.
pub fn start(library: &Arc<Library>) {
    tokio::spawn(search_feed::follow(Arc::clone(library)));
    tokio::spawn(refresh_settings(Arc::clone(library)));
    tokio::spawn(tidy(Arc::clone(library)));
}

/// Another process may have changed the settings.
async fn refresh_settings(library: Arc<Library>) {
    loop {
        tokio::time::sleep(SETTINGS_INTERVAL).await;
        if let Err(error) = library.refresh_settings().await {
            tracing::warn!(%error, "the settings could not be read");
        }
    }
}

/// Sessions and throttle windows whose time is over are removed.
async fn tidy(library: Arc<Library>) {
    loop {
        match sessions::tidy(&library, Clock::System.now()).await {
            Ok(removed) => tracing::debug!(removed, "tidied"),
            Err(error) => tracing::warn!(%error, "expired sessions could not be removed"),
        }
        if let Err(error) = access_tokens::tidy(&library, Clock::System.now()).await {
            tracing::warn!(%error, "expired access tokens could not be removed");
        }
        if let Err(error) = once::tidy(&library, Clock::System.now()).await {
            tracing::warn!(%error, "answers of calls could not be removed");
        }
        tokio::time::sleep(TIDY_INTERVAL).await;
    }
}
