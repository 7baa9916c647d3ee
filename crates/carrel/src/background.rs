//! Jobs that run beside the requests.

use std::sync::Arc;
use std::time::Duration;

use carrel_api::{Clock, Entropy};
use carrel_operations::catalogue::search_feed;
use carrel_operations::core::idempotency;
use carrel_operations::identity::{access_tokens, sessions};
use carrel_operations::integrations::webhooks;
use carrel_operations::reports::lending;
use carrel_operations::settings::due_instants;
use carrel_operations::upkeep::mail_delivery::{self, Delivery};
use carrel_operations::{Context, Library};

const SETTINGS_INTERVAL: Duration = Duration::from_secs(1);
const MAIL_INTERVAL: Duration = Duration::from_secs(10);
const WEBHOOKS_INTERVAL: Duration = Duration::from_secs(1);
const TOTALS_INTERVAL: Duration = Duration::from_hours(1);
const TIDY_INTERVAL: Duration = Duration::from_hours(1);

/// Starts the jobs. They end with the runtime.
pub fn start(library: &Arc<Library>) {
    tokio::spawn(search_feed::follow(Arc::clone(library)));
    tokio::spawn(refresh_settings(Arc::clone(library)));
    tokio::spawn(tidy(Arc::clone(library)));
    tokio::spawn(total_past_days(Arc::clone(library)));
    tokio::spawn(deliver_mail(Arc::clone(library)));
    tokio::spawn(deliver_webhooks(Arc::clone(library)));
}

/// Mail is sent as soon as it is queued here, and looked for now and then: it may be time to try some again, and another
/// process may have queued some and ended.
async fn deliver_mail(library: Arc<Library>) {
    loop {
        deliver_what_is_due(&library).await;
        tokio::select! {
            () = mail_delivery::wait_for_mail(&library) => {}
            () = tokio::time::sleep(MAIL_INTERVAL) => {}
        }
    }
}

async fn deliver_what_is_due(library: &Library) {
    loop {
        let context = Context {
            now: Clock::System.now(),
            seed: Entropy.seed(),
            actor: None,
            request_id: None,
            idempotent_call: None,
        };
        match mail_delivery::deliver_next(library, context).await {
            Ok(None) => return,
            Ok(Some(Delivery::Sent)) => tracing::debug!("a mail was sent"),
            Ok(Some(Delivery::Failed { reason, given_up })) => {
                tracing::warn!(reason, given_up, "a mail could not be sent");
            }
            Ok(Some(Delivery::Dropped | Delivery::Elsewhere)) => {}
            Err(error) => {
                tracing::warn!(%error, "mail could not be looked for");
                return;
            }
        }
    }
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

/// Sessions, one-time links, mails and throttle windows whose time is over are removed.
async fn tidy(library: Arc<Library>) {
    loop {
        match sessions::tidy(&library, Clock::System.now()).await {
            Ok(removed) => tracing::debug!(removed, "tidied"),
            Err(error) => tracing::warn!(%error, "expired sessions could not be removed"),
        }
        if let Err(error) = webhooks::tidy(&library, Clock::System.now()).await {
            tracing::warn!(%error, "old deliveries of webhooks could not be removed");
        }
        if let Err(error) = access_tokens::tidy(&library, Clock::System.now()).await {
            tracing::warn!(%error, "expired access tokens could not be removed");
        }
        if let Err(error) = search_feed::trim(&library, Clock::System.now()).await {
            tracing::warn!(%error, "old changes could not be removed from the change log");
        }
        if let Err(error) = idempotency::tidy(&library, Clock::System.now()).await {
            tracing::warn!(%error, "answers of calls could not be removed");
        }
        if let Err(error) = due_instants::correct(&library).await {
            tracing::warn!(%error, "due dates could not be brought into the library's zone");
        }
        tokio::time::sleep(TIDY_INTERVAL).await;
    }
}

/// Days that are over are totalled, so that reports need not count them.
async fn total_past_days(library: Arc<Library>) {
    loop {
        if let Err(error) = lending::total_past_days(&library, Clock::System.now()).await {
            tracing::warn!(%error, "past days could not be totalled");
        }
        tokio::time::sleep(TOTALS_INTERVAL).await;
    }
}

/// What webhooks are to be told is sent; what fails waits for its next time.
async fn deliver_webhooks(library: Arc<Library>) {
    // Whoever has not allowed a host needs no certificates either.
    if !library.may_call() {
        return;
    }
    let sender = match webhooks::Sender::new() {
        Ok(sender) => sender,
        Err(error) => {
            tracing::error!(%error, "webhooks cannot be sent: the system's certificates cannot be read");
            return;
        }
    };
    let now = || Clock::System.now();
    loop {
        match webhooks::deliver_due(&library, &sender, &now, Entropy.seed()).await {
            Ok(0) => {}
            Ok(attempts) => tracing::debug!(attempts, "told webhooks"),
            Err(error) => tracing::warn!(%error, "webhooks could not be told"),
        }
        tokio::time::sleep(WEBHOOKS_INTERVAL).await;
    }
}
