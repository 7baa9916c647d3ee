//! The feed: what has changed since the last look.

use std::collections::HashMap;

use carrel_domain::audit::AuditEntryId;
use carrel_domain::live::{Announcement, AuditedChange, Recheck};
use carrel_storage::audit::{self, ChangedRow};
use carrel_storage::engine::Stamp;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// How far back each look reads, in milliseconds. An entry has the instant at which its call began, on the clock of its
/// server. It appears later by the time that the call takes, which has a deadline of 9 seconds, and clocks of servers differ.
const OVERLAP_MS: i64 = 30 * 1000;

/// The maximum number of entries of one look. If there are more, any data may have changed.
const MOST_ENTRIES: i64 = 2000;

/// The position in the audit log.
#[derive(Default)]
pub(super) struct Feed {
    /// The stamp of the last look; `None` before the first one.
    stamp: Option<Stamp>,
    /// The entries of the last looks, with their instants: entries do not appear in an order.
    seen: HashMap<AuditEntryId, i64>,
}

/// What has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    pub(super) announcements: Vec<Announcement>,
    pub(super) rechecks: Vec<Recheck>,
}

impl Changes {
    /// Any data may have changed.
    pub(super) fn everything() -> Self {
        Changes {
            announcements: vec![Announcement::Everything],
            rechecks: vec![Recheck::Everybody],
        }
    }
}

/// What has changed in the last seconds.
pub(super) async fn past(library: &Library, now: Timestamp, seconds: u32) -> Result<Vec<Announcement>> {
    let since = now.as_millisecond() - i64::from(seconds) * 1000 - OVERLAP_MS;
    let entries = entries_since(library, since).await?;
    Ok(Feed::default().take(entries, since).announcements)
}

async fn entries_since(library: &Library, since: i64) -> Result<Vec<ChangedRow>> {
    library
        .database
        .read_long(since, |connection, since| {
            Box::pin(audit::changes_since(connection, *since, MOST_ENTRIES))
        })
        .await
        .map_err(Error::Storage)
}

impl Feed {
    /// What has changed since the last look. The first look only notes the position.
    pub(super) async fn look(&mut self, library: &Library, now: Timestamp) -> Result<Changes> {
        let stamp = library.database.stamp().await.map_err(Error::Storage)?;
        let last = self.stamp.replace(stamp);
        if last == Some(stamp) {
            return Ok(Changes::default());
        }
        let since = now.as_millisecond() - OVERLAP_MS;
        let entries = match entries_since(library, since).await {
            Ok(entries) => entries,
            Err(error) => {
                // The next look reads them, also when nothing else is committed until then.
                self.stamp = last;
                return Err(error);
            }
        };
        let changes = self.take(entries, since);
        Ok(match last {
            None => Changes::default(),
            // Another server of PostgreSQL may have lost the last commits, and cannot be compared.
            Some(last) if !last.is_comparable_to(&stamp) => Changes::everything(),
            Some(_) => changes,
        })
    }

    /// The changes of the entries that were not seen before. The entries are those from `since` on.
    fn take(&mut self, entries: Vec<ChangedRow>, since: i64) -> Changes {
        let is_complete = i64::try_from(entries.len()).is_ok_and(|count| count < MOST_ENTRIES);
        self.seen.retain(|_, at| *at >= since);
        let mut changes = Changes::default();
        for entry in entries {
            if self.seen.insert(entry.id, entry.at).is_some() {
                continue;
            }
            let change = AuditedChange {
                action: entry.action,
                entity_id: entry.entity_id,
                user_id: entry.user_id,
                book_id: entry.book_id,
            };
            changes.announcements.extend(change.announcements());
            match change.recheck() {
                Recheck::Nobody => {}
                recheck => changes.rechecks.push(recheck),
            }
        }
        if is_complete {
            changes
        } else {
            Changes::everything()
        }
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::audit::AuditEntryId;
    use carrel_domain::catalogue::book::BookId;
    use carrel_domain::live::{Announcement, Topic};
    use carrel_storage::audit::ChangedRow;

    use super::{Changes, Feed, MOST_ENTRIES};

    fn rated(id: i64, at: i64) -> ChangedRow {
        ChangedRow {
            id: AuditEntryId::new(id),
            at,
            action: "book.rated".to_owned(),
            entity_id: Some(id),
            user_id: None,
            book_id: Some(BookId::new(id)),
        }
    }

    fn books(ids: &[i64]) -> Vec<Announcement> {
        let book = |id: &i64| Announcement::Shared {
            topic: Topic::Books,
            id: Some(*id),
        };
        ids.iter().map(book).collect()
    }

    #[test]
    fn an_entry_that_appears_late_is_announced_once() {
        let mut feed = Feed::default();
        assert_eq!(feed.take(vec![rated(7, 100)], 50).announcements, books(&[7]));
        // The call of entry 3 began earlier and was committed later.
        let entries = || vec![rated(7, 100), rated(3, 60)];
        assert_eq!(feed.take(entries(), 50).announcements, books(&[3]));
        assert_eq!(feed.take(entries(), 60), Changes::default());
        assert_eq!(feed.take(vec![], 101), Changes::default());
        assert!(
            feed.seen.is_empty(),
            "entries that no look reads again are forgotten"
        );
    }

    #[test]
    fn too_many_entries_announce_everything() {
        let mut feed = Feed::default();
        let entries = |count| (1..=count).map(|id| rated(id, 1)).collect();
        assert_eq!(feed.take(entries(MOST_ENTRIES), 0), Changes::everything());
        let mut feed = Feed::default();
        let announced = feed.take(entries(MOST_ENTRIES - 1), 0).announcements;
        assert_eq!(i64::try_from(announced.len()), Ok(MOST_ENTRIES - 1));
    }
}
