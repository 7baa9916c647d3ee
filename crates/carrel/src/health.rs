//! Liveness and readiness probes, for a proxy, a service manager or an orchestrator.
//!
//! They are outside `/api`, because they are about this process and not about the library.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrel_operations::upkeep::health;
use carrel_operations::{Error, Library, StorageError};

/// The maximum number of changes that the search index may be behind while the server is ready.
const BEHIND: i64 = 10_000;

/// How long a probe waits for the database. A host that has stopped answering does not even close its connections.
const PATIENCE: Duration = Duration::from_secs(3);

const NO_ANSWER: &str = "the database does not answer\n";
const DAMAGED: &str = "the database is damaged, or its disk fails; carrel doctor says more\n";

/// The state behind the probes.
#[derive(Clone)]
pub struct Probes {
    library: Arc<Library>,
    stopping: Arc<AtomicBool>,
}

impl Probes {
    pub fn new(library: &Arc<Library>) -> Self {
        Probes {
            library: Arc::clone(library),
            stopping: Arc::default(),
        }
    }

    /// Makes the server report that it is not ready, so that a proxy sends requests elsewhere.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
    }

    /// The routes `/healthz` and `/readyz`.
    pub fn routes(self) -> Router {
        Router::new()
            .route("/healthz", get(alive))
            .route("/readyz", get(ready))
            .with_state(self)
    }
}

/// The process responds.
async fn alive() -> Response {
    reply(StatusCode::OK, "alive\n".to_owned())
}

/// The process can serve requests: the database responds, accepts writes, has a schema for this version and is not damaged,
/// the search index is up to date, the server is not stopping.
async fn ready(State(probes): State<Probes>) -> Response {
    if probes.stopping.load(Ordering::SeqCst) {
        return reply(StatusCode::SERVICE_UNAVAILABLE, "stopping\n".to_owned());
    }
    let looked = tokio::time::timeout(PATIENCE, health::look(&probes.library, BEHIND + 1));
    let Ok(looked) = looked.await else {
        tracing::warn!("not ready: the database does not answer in time");
        return reply(StatusCode::SERVICE_UNAVAILABLE, NO_ANSWER.to_owned());
    };
    match looked {
        Err(error) => {
            // The log has the details; this response is public.
            tracing::warn!(%error, "not ready");
            let reason = match error {
                Error::Storage(StorageError::ReadOnly(_)) => "the database is read-only\n",
                Error::Storage(StorageError::DiskFull) => "the disk is full\n",
                Error::Storage(StorageError::DiskFailed(_)) => DAMAGED,
                _ => NO_ANSWER,
            };
            reply(StatusCode::SERVICE_UNAVAILABLE, reason.to_owned())
        }
        Ok(health::Health {
            schema_is_compatible: false,
            ..
        }) => reply(
            StatusCode::SERVICE_UNAVAILABLE,
            "a newer version has changed the database; this server has to be upgraded\n".to_owned(),
        ),
        Ok(health::Health { is_damaged: true, .. }) => {
            reply(StatusCode::SERVICE_UNAVAILABLE, DAMAGED.to_owned())
        }
        Ok(health::Health {
            index_is_built: false,
            ..
        }) => reply(
            StatusCode::SERVICE_UNAVAILABLE,
            "the search index is being built\n".to_owned(),
        ),
        Ok(health::Health { index_behind, .. }) if index_behind > BEHIND => {
            let text = format!("the search index is more than {BEHIND} changes behind\n");
            reply(StatusCode::SERVICE_UNAVAILABLE, text)
        }
        Ok(health) => reply(StatusCode::OK, ready_with_notes(&health)),
    }
}

/// What an operator should know of a server that serves: a wrong row, or too little room for students, is no reason to
/// serve nobody.
fn ready_with_notes(health: &health::Health) -> String {
    let mut text = "ready\n".to_owned();
    if health
        .last_check
        .as_ref()
        .is_some_and(|check| check.violations > 0)
    {
        text += "the last check found violations; carrel check lists them\n";
    }
    if health.is_key_unusable {
        text += "the key file cannot be used: no code of an authenticator app can be checked; carrel doctor says more\n";
    }
    if health.is_disk_low {
        text += "the disk is nearly full: students can change nothing\n";
    }
    text
}

fn reply(status: StatusCode, text: String) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], text).into_response()
}
