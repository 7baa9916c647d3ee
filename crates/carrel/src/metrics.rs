//! `/metrics` for Prometheus, on a separate listener: figures are for operators, not for users.
//!
//! The whole code counts through the `metrics` facade, which does nothing unless [`install`] was called. Labels are
//! names from the code (routes, methods, codes): never a person, never a book, and never more than a few hundred.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrel_operations::Library;
use carrel_operations::upkeep::health;
use jiff::Timestamp;
use metrics::{Unit, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// The text format of Prometheus.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";
/// Upper bounds of the durations of requests and commits, in seconds: finest where most of them are.
const SECONDS: [f64; 14] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];
/// The maximum number of changes of the search index that are counted.
const MOST_BEHIND: i64 = 1_000_000;

/// The sources of the figures.
#[derive(Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
    library: Arc<Library>,
}

/// Starts counting in this process. `now` is the instant of its start.
pub fn install(now: Timestamp) -> Result<PrometheusHandle, Box<dyn std::error::Error>> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .install_recorder()?;
    describe();
    #[expect(
        clippy::cast_precision_loss,
        reason = "an instant in seconds is far below 2^53"
    )]
    gauge!("process_start_time_seconds").set(now.as_millisecond() as f64 / 1000.0);
    Ok(handle)
}

fn describe() {
    describe_counter!(
        "carrel_http_requests_total",
        "Requests, by route, method and class of status"
    );
    describe_histogram!(
        "carrel_http_request_seconds",
        Unit::Seconds,
        "How long requests took, by route and method"
    );
    describe_counter!("carrel_failures_total", "Failed requests, by code");
    describe_counter!(
        "carrel_cached_responses_total",
        "Responses of the catalogue, from the cache or not"
    );
    describe_counter!("carrel_borrowings_total", "Books lent");
    describe_counter!("carrel_returns_total", "Books returned");
    describe_counter!(
        "carrel_webhook_attempts_total",
        "Attempts to tell a webhook, by what became of them"
    );
    describe_counter!(
        "carrel_book_lookups_total",
        "Questions to sources of book data, by what became of them"
    );
    describe_counter!(
        "carrel_database_writes_total",
        "Changes of the data, committed or not"
    );
    describe_histogram!(
        "carrel_database_commit_seconds",
        Unit::Seconds,
        "How long commits took"
    );
    describe_histogram!(
        "carrel_database_checkpoint_seconds",
        Unit::Seconds,
        "How long it took to copy pages of the log into the database; SQLite only"
    );
    describe_counter!(
        "carrel_database_retries_total",
        "Transactions retried after a collision with another one; PostgreSQL only"
    );
    describe_counter!(
        "carrel_database_statements_evicted_total",
        "Prepared statements closed to make room for another; PostgreSQL only"
    );
    describe_counter!(
        "carrel_calls_refused_total",
        "Calls refused because too many calls of the same caller were waiting"
    );
    describe_counter!(
        "carrel_security_events_total",
        "Sign-ins, failed and throttled sign-ins, refused calls and the like, by event"
    );
    describe_counter!(
        "carrel_password_checks_refused_total",
        "Sign-ins and new passwords refused because too many were waiting"
    );
    describe_counter!(
        "carrel_security_events_unrecorded_total",
        "Security events that are not in the audit log because too many different ones were waiting"
    );
    describe_gauge!(
        "carrel_writes_waiting",
        "Writes that waited when the last commit began; SQLite only"
    );
    describe_gauge!("carrel_connections", "Connections to the server");
    describe_counter!(
        "carrel_connections_refused_total",
        "Connections refused because their network address had too many"
    );
    describe_gauge!("carrel_live_streams", "Open streams of live changes");
    describe_counter!(
        "carrel_live_events_total",
        "Events sent to streams of live changes, by kind"
    );
    describe_counter!(
        "carrel_live_streams_refused_total",
        "Streams of live changes refused because a person or the server had too many"
    );
    describe_gauge!(
        "carrel_index_behind_changes",
        "Changes that the search index has not applied yet"
    );
    describe_gauge!(
        "carrel_database_damaged",
        "Whether the file of the database was found to be damaged"
    );
    describe_gauge!(
        "carrel_check_violations",
        "Violations that the last check of all data found"
    );
    describe_gauge!(
        "carrel_check_timestamp_seconds",
        Unit::Seconds,
        "When all data were checked last, since 1970; 0 if never"
    );
    describe_gauge!(
        "carrel_disk_free_bytes",
        Unit::Bytes,
        "Free space on the disk of the database; SQLite only"
    );
    describe_gauge!("carrel_mails_waiting", "Mails in the queue");
    describe_gauge!(
        "carrel_mails_given_up",
        "Mails of the last two weeks that were given up"
    );
    describe_gauge!(
        "carrel_webhook_deliveries_waiting",
        "Deliveries to webhooks in the queue"
    );
    describe_gauge!(
        "carrel_database_up",
        "Whether the database responded to this request for figures"
    );
    describe_gauge!("carrel_build_info", "1, with the version and the engine");
    describe_gauge!(
        "process_start_time_seconds",
        Unit::Seconds,
        "When the process began, since 1970"
    );
    describe_gauge!(
        "process_resident_memory_bytes",
        Unit::Bytes,
        "Memory of the process"
    );
    describe_gauge!("process_open_fds", "Open file descriptors");
}

impl Metrics {
    pub fn new(handle: PrometheusHandle, library: &Arc<Library>) -> Self {
        gauge!("carrel_build_info", "version" => env!("CARGO_PKG_VERSION"), "engine" => library.engine())
            .set(1);
        Metrics {
            handle,
            library: Arc::clone(library),
        }
    }

    /// Serves `/metrics` only.
    pub fn router(self) -> Router {
        Router::new().route("/metrics", get(figures)).with_state(self)
    }
}

async fn figures(State(metrics): State<Metrics>) -> Response {
    let is_up = look(&metrics.library).await;
    gauge!("carrel_database_up").set(u8::from(is_up));
    process();
    metrics.handle.run_upkeep();
    (StatusCode::OK, [(CONTENT_TYPE, TEXT)], metrics.handle.render()).into_response()
}

/// Reads the figures that only the database has. False when the database does not respond.
async fn look(library: &Library) -> bool {
    let (health, queues) = tokio::join!(health::look(library, MOST_BEHIND), health::queues(library));
    let (Ok(health), Ok(queues)) = (health, queues) else {
        return false;
    };
    let (violations, checked_at_ms) = health
        .last_check
        .map_or((0, 0), |check| (check.violations, check.at_ms));
    if let Some(free) = health.disk_free {
        #[expect(clippy::cast_precision_loss, reason = "to a few bytes of a petabyte")]
        gauge!("carrel_disk_free_bytes").set(free as f64);
    }
    for (name, count) in [
        ("carrel_database_damaged", i64::from(health.is_damaged)),
        (
            "carrel_check_violations",
            i64::try_from(violations).unwrap_or(i64::MAX),
        ),
        ("carrel_check_timestamp_seconds", checked_at_ms / 1000),
        ("carrel_index_behind_changes", health.index_behind),
        ("carrel_mails_waiting", queues.mails_waiting),
        ("carrel_mails_given_up", queues.mails_given_up),
        ("carrel_webhook_deliveries_waiting", queues.deliveries_waiting),
    ] {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        gauge!(name).set(count as f64);
    }
    true
}

/// Memory and open files, where the system shows them in `/proc`.
fn process() {
    if let Ok(statm) = std::fs::read_to_string("/proc/self/statm")
        && let Some(pages) = statm
            .split(' ')
            .nth(1)
            .and_then(|pages| pages.parse::<u64>().ok())
    {
        let bytes = pages * rustix::param::page_size() as u64;
        #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^53 bytes")]
        gauge!("process_resident_memory_bytes").set(bytes as f64);
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        let open = u32::try_from(files.count()).unwrap_or(u32::MAX);
        gauge!("process_open_fds").set(open);
    }
}
