//! Background jobs.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use carrel_api::{Clock, Entropy};
use carrel_operations::catalogue::{self, bulk_edits, duplicates, merges, search_feed};
use carrel_operations::core::idempotency;
use carrel_operations::identity::{access_tokens, sessions};
use carrel_operations::imports;
use carrel_operations::integrations::webhooks;
use carrel_operations::reports::lending;
use carrel_operations::settings::due_instants;
use carrel_operations::upkeep::check;
use carrel_operations::upkeep::hourly::{self, Schedule};
use carrel_operations::upkeep::mail_delivery::{self, Delivery};
use carrel_operations::upkeep::retention;
use carrel_operations::{Context, Library};

const SETTINGS_INTERVAL: Duration = Duration::from_secs(1);
const MAIL_INTERVAL: Duration = Duration::from_secs(10);
const WEBHOOKS_INTERVAL: Duration = Duration::from_secs(1);
/// How often the server looks for recurring work that is due.
const RECURRING_INTERVAL: Duration = Duration::from_mins(1);

/// Starts the jobs. They end with the runtime.
pub fn start(library: &Arc<Library>) {
    tokio::spawn(look_for_damage(Arc::clone(library)));
    tokio::spawn(search_feed::follow(Arc::clone(library)));
    tokio::spawn(refresh_settings(Arc::clone(library)));
    tokio::spawn(work_recurring(Arc::clone(library)));
    tokio::spawn(deliver_mail(Arc::clone(library)));
    tokio::spawn(deliver_webhooks(Arc::clone(library)));
    tokio::spawn(imports::follow(Arc::clone(library), Arc::new(context)));
    tokio::spawn(bulk_edits::follow(Arc::clone(library), Arc::new(context)));
    tokio::spawn(duplicates::follow(Arc::clone(library), Arc::new(context)));
}

/// Mail is sent as soon as this process queues it. The queue is also checked periodically, for retries and for mails of
/// another process that has ended.
async fn deliver_mail(library: Arc<Library>) {
    loop {
        deliver_due_mail(&library).await;
        tokio::select! {
            () = mail_delivery::wait_for_mail(&library) => {}
            () = tokio::time::sleep(MAIL_INTERVAL) => {}
        }
    }
}

async fn deliver_due_mail(library: &Library) {
    loop {
        match mail_delivery::deliver_next(library, context()).await {
            Ok(None) => return,
            Ok(Some(Delivery::Sent)) => tracing::debug!("a mail was sent"),
            Ok(Some(Delivery::Failed { reason, given_up })) => {
                tracing::warn!(reason, given_up, "a mail could not be sent");
            }
            Ok(Some(Delivery::Dropped | Delivery::Elsewhere)) => {}
            Err(error) => {
                tracing::warn!(%error, "the queue of mail could not be read");
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

/// What an operator does with a damaged library.
const RESTORE: &str = "stop the server, keep a copy of the data folder, and restore the last verified backup with carrel restore --replace";

/// Reads the file of the database once, beside serving: a damaged page may not be read for weeks, and each backup without
/// it is one fewer from before the damage.
async fn look_for_damage(library: Arc<Library>) {
    match check::look_for_damage(&library).await {
        Ok(damages) => {
            if let Some(first) = damages.first() {
                tracing::error!(
                    found = first.found,
                    advice = RESTORE,
                    "the file of the database is damaged"
                );
            }
        }
        Err(error) => tracing::warn!(%error, "the database could not be checked for damage"),
    }
}

/// Checks all data, and stores the result.
async fn check_all(library: &Library) -> carrel_operations::Result<u64> {
    let violations = check::run(library, Clock::System.now()).await?;
    if let Some(first) = violations.first() {
        tracing::error!(
            violations = violations.len(),
            first = format!("{}: {}", first.invariant, first.found),
            advice = RESTORE,
            "the data violate invariants"
        );
    }
    Ok(0)
}

/// Runs recurring work that is due, unless another server runs it.
async fn work_recurring(library: Arc<Library>) {
    loop {
        for (code, name, schedule, work) in RECURRING {
            if let Err(error) = work_if_due(&library, code, name, schedule, work).await {
                tracing::warn!(%error, name, "recurring work could not be leased or ended");
            }
        }
        tokio::time::sleep(RECURRING_INTERVAL).await;
    }
}

/// Recurring work; returns how many rows it removed or wrote, if it counts them.
type Work = fn(&Library) -> Pin<Box<dyn Future<Output = carrel_operations::Result<u64>> + Send + '_>>;

/// The recurring work: the code of its job, by which all servers of a database know it, so that it never changes; what logs
/// call it; how often it runs; and what it does.
const RECURRING: [(&str, &str, Schedule, Work); 15] = [
    (
        "expired",
        "expired sessions, links, mails and throttles",
        Schedule::Hourly,
        |library| Box::pin(sessions::tidy(library, Clock::System.now())),
    ),
    (
        "access_tokens",
        "expired access tokens",
        Schedule::Hourly,
        |library| Box::pin(access_tokens::tidy(library, Clock::System.now())),
    ),
    (
        "deliveries",
        "old webhook deliveries",
        Schedule::Hourly,
        |library| Box::pin(webhooks::tidy(library, Clock::System.now())),
    ),
    ("changes", "old changes", Schedule::Hourly, |library| {
        Box::pin(search_feed::trim(library, Clock::System.now()))
    }),
    (
        "audit",
        "old entries of the audit log",
        Schedule::Nightly,
        |library| Box::pin(retention::remove_old_audit(library, Clock::System.now())),
    ),
    (
        "borrowings",
        "people of old borrowings",
        Schedule::Nightly,
        |library| Box::pin(retention::anonymise_borrowings(library, Clock::System.now())),
    ),
    ("deleted_books", "deleted books", Schedule::Hourly, |library| {
        Box::pin(catalogue::erase_deleted(library, Clock::System.now()))
    }),
    (
        "import_files",
        "files of old imports",
        Schedule::Nightly,
        |library| Box::pin(imports::remove_old_files(library, Clock::System.now())),
    ),
    ("bulk_edits", "old bulk edits", Schedule::Nightly, |library| {
        Box::pin(bulk_edits::remove_old(library, Clock::System.now()))
    }),
    ("merges", "old merges of books", Schedule::Nightly, |library| {
        Box::pin(merges::remove_old(library, Clock::System.now()))
    }),
    // Only begins the search: it is a job.
    (
        "duplicates",
        "search for duplicate books",
        Schedule::Nightly,
        |library| {
            Box::pin(async move {
                duplicates::start_nightly(library, context()).await?;
                Ok(0)
            })
        },
    ),
    ("responses", "old stored responses", Schedule::Hourly, |library| {
        Box::pin(idempotency::tidy(library, Clock::System.now()))
    }),
    (
        due_instants::CODE,
        "due dates in the library's zone",
        Schedule::Hourly,
        |library| Box::pin(due_instants::correct(library)),
    ),
    // Past days are totalled, so that reports need not count them.
    ("totals", "totals of past days", Schedule::Hourly, |library| {
        Box::pin(async move {
            lending::total_past_days(library, Clock::System.now()).await?;
            Ok(0)
        })
    }),
    ("check", "check of all data", Schedule::Nightly, |library| {
        Box::pin(check_all(library))
    }),
];

async fn work_if_due(
    library: &Library,
    code: &'static str,
    name: &'static str,
    schedule: Schedule,
    work: Work,
) -> carrel_operations::Result<()> {
    let Some(run) = hourly::lease(library, context(), code, schedule).await? else {
        return Ok(());
    };
    let problem = match work(library).await {
        Ok(rows) => {
            tracing::debug!(name, rows, "recurring work is done");
            None
        }
        Err(error) => {
            tracing::warn!(%error, name, "recurring work failed");
            Some(error.to_string())
        }
    };
    hourly::end(library, context(), run, problem).await
}

/// The server's own context at this instant.
fn context() -> Context {
    Context::without_actor(Clock::System.now(), Entropy.seed())
}

/// Sends the deliveries to webhooks that are due. A pass does not wait for the one before, which may wait for a receiver.
async fn deliver_webhooks(library: Arc<Library>) {
    // A server that may call no host needs no certificates.
    if !library.may_call() {
        return;
    }
    let sender = match webhooks::Sender::new() {
        Ok(sender) => Arc::new(sender),
        Err(error) => {
            tracing::error!(%error, "webhooks cannot be sent: the system's certificates cannot be read");
            return;
        }
    };
    loop {
        tokio::spawn(deliver_due_webhooks(Arc::clone(&library), Arc::clone(&sender)));
        tokio::time::sleep(WEBHOOKS_INTERVAL).await;
    }
}

async fn deliver_due_webhooks(library: Arc<Library>, sender: Arc<webhooks::Sender>) {
    let now = || Clock::System.now();
    match webhooks::deliver_due(&library, &sender, &now, Entropy.seed()).await {
        Ok(0) => {}
        Ok(attempts) => tracing::debug!(attempts, "webhook deliveries sent"),
        Err(error) => tracing::warn!(%error, "deliveries to webhooks could not be sent"),
    }
}
