//! The task that looks for changes while a stream is open.

use std::sync::Arc;

use jiff::Timestamp;

use crate::core::library::Library;
use crate::live::feed::{Changes, Feed};

/// Reads the clock.
pub type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Looks for changes until no stream is open, and announces them to all streams.
pub(super) async fn follow(library: Arc<Library>, now: Now) {
    let mut feed = Feed::default();
    let mut has_failed = false;
    while let Some(streams) = library.live_streams.followed() {
        match feed.look(&library, now()).await {
            Ok(changes) => {
                // What was missed during an outage is not known.
                let changes = if has_failed {
                    Changes::everything()
                } else {
                    changes
                };
                if !changes.announcements.is_empty() || !changes.rechecks.is_empty() {
                    for stream in &streams {
                        stream.announce(&changes.announcements, &changes.rechecks);
                    }
                }
                for stream in &streams {
                    stream.mark_followed();
                }
                has_failed = false;
            }
            Err(error) => {
                if !has_failed {
                    tracing::warn!(%error, "changes cannot be announced to open screens");
                }
                has_failed = true;
            }
        }
        let interval = tokio::time::sleep(library.limits.live.interval);
        if has_failed {
            interval.await;
            continue;
        }
        // A new stream need not wait until it is followed.
        tokio::select! {
            () = interval => {}
            () = library.live_streams.opened.notified() => {}
        }
    }
}
