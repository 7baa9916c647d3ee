//! Waits for asynchronous effects.

use std::time::Duration;

/// The time limit after which the test fails.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Calls `look` repeatedly until it returns true; panics with `what` after the time limit.
pub async fn eventually(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let looking = async {
        let mut next = tokio::time::interval(Duration::from_millis(5));
        while !look().await {
            next.tick().await;
        }
    };
    assert!(
        tokio::time::timeout(TIMEOUT, looking).await.is_ok(),
        "never happened: {what}"
    );
}
