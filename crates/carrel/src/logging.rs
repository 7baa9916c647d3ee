//! Logs: structured, on standard error; plain lines at a terminal, JSON elsewhere.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// The filter for `words`: a level for our own crates, or a filter in the syntax of `tracing`.
fn filter(words: &str) -> Result<EnvFilter, Box<dyn std::error::Error>> {
    // Dependencies log only warnings and errors.
    let others = match words {
        "error" | "off" => words,
        _ => "warn",
    };
    // A merge whose segment was emptied by a later commit is discarded, and tantivy warns about it twice. Nothing is
    // lost: the next commit merges what is left.
    let merges = "tantivy::indexer::segment_manager=error";
    // A target matches all names that begin with it: each of our crates.
    EnvFilter::try_new(format!("{others},{merges},carrel={words}"))
        .or_else(|_| EnvFilter::try_new(words))
        .map_err(Into::into)
}

/// Starts logging.
pub fn start(words: &str) -> Result<(), Box<dyn std::error::Error>> {
    let filter = filter(words)?;
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // A line that cannot be written, for example to a full disk, is lost. Reporting that would write to the same place,
        // and panic, on the thread that writes to the database as on any other.
        .log_internal_errors(false);
    if std::io::stderr().is_terminal() {
        logs.compact().init();
    } else {
        logs.json().init();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tracing::{Level, level_filters::LevelFilter, subscriber};
    use tracing_subscriber::Registry;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::filter;

    /// Whether warnings of our crates, of a dependency, and of tantivy's merges are logged.
    fn warnings(words: &str) -> [bool; 3] {
        let registry = Registry::default().with(filter(words).unwrap());
        subscriber::with_default(registry, || {
            [
                tracing::enabled!(target: "carrel_storage::engine", Level::WARN),
                tracing::enabled!(target: "hyper::proto", Level::WARN),
                tracing::enabled!(target: "tantivy::indexer::segment_manager", Level::WARN),
            ]
        })
    }

    #[test]
    fn dependencies_log_no_more_than_warnings_by_default() {
        assert_eq!(warnings("debug"), [true, true, false]);
        assert_eq!(warnings("info"), [true, true, false]);
        assert_eq!(warnings("error"), [false, false, false]);
        assert_eq!(warnings("off"), [false, false, false]);
        assert_eq!(warnings("carrel_api=trace,warn"), [true, true, true]);
        assert_eq!(
            filter("debug").unwrap().max_level_hint(),
            Some(LevelFilter::DEBUG)
        );
    }

    #[test]
    fn an_invalid_filter_is_refused() {
        assert!(filter("carrel=loud").is_err());
    }
}
