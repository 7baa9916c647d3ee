//! Logs: structured, on standard error; lines for people at a terminal, JSON for collectors elsewhere.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// Starts logging.
pub fn start(filter: &str) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EnvFilter::try_new(format!("warn,carrel={filter},carrel_api={filter},carrel_operations={filter},carrel_storage={filter},carrel_search={filter}"))
        .or_else(|_| EnvFilter::try_new(filter))?;
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        logs.compact().init();
    } else {
        logs.json().init();
    }
    Ok(())
}
