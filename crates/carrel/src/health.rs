//! Whether the server is alive and ready, for whoever watches over it: a proxy, a service manager, an orchestrator.
//!
//! Outside `/api`, because they are about this process and not about the library.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrel_operations::upkeep::health;
use carrel_operations::{Error, Library, StorageError};

/// Changes that the search index may be behind and still be ready.
const BEHIND: i64 = 10_000;

/// What the probes look at.
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

    /// From now on the server is not ready any more: whoever sends requests sends them elsewhere.
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

/// The process answers.
async fn alive() -> Response {
    told(StatusCode::OK, "alive\n".to_owned())
}

/// The process can do its work: the database answers, the search index has caught up, nobody has told it to stop.
async fn ready(State(probes): State<Probes>) -> Response {
    if probes.stopping.load(Ordering::SeqCst) {
        return told(StatusCode::SERVICE_UNAVAILABLE, "stopping\n".to_owned());
    }
    match health::look(&probes.library, BEHIND + 1).await {
        Err(error) => {
            // The log has the details; a stranger may ask here.
            tracing::warn!(%error, "not ready");
            let reason = match error {
                Error::Storage(StorageError::ReadOnly(_)) => "the database is read-only\n",
                _ => "the database does not answer\n",
            };
            told(StatusCode::SERVICE_UNAVAILABLE, reason.to_owned())
        }
        Ok(health::Health {
            index_is_built: false,
            ..
        }) => told(
            StatusCode::SERVICE_UNAVAILABLE,
            "the search index is being built\n".to_owned(),
        ),
        Ok(health::Health { index_behind, .. }) if index_behind > BEHIND => {
            let text = format!("the search index is more than {BEHIND} changes behind\n");
            told(StatusCode::SERVICE_UNAVAILABLE, text)
        }
        Ok(_) => told(StatusCode::OK, "ready\n".to_owned()),
    }
}

fn told(status: StatusCode, text: String) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], text).into_response()
}
