//! Waiting for what happens in its own time.

use std::time::Duration;

/// How long something may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// Looks again and again until `look` answers true; panics with `what` when it never does.
pub async fn eventually(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let looking = async {
        let mut next = tokio::time::interval(Duration::from_millis(5));
        while !look().await {
            next.tick().await;
        }
    };
    assert!(
        tokio::time::timeout(PATIENCE, looking).await.is_ok(),
        "never happened: {what}"
    );
}
