//! Cache versions: the state of the data behind a response. A cached response is served while its version is current.

use carrel_domain::calendar::{civil_date, end_of_day};
use carrel_storage::engine::Stamp;
use jiff::tz::TimeZone;

use crate::core::context::Context;
use crate::core::library::Library;

/// The state of everything that a response depends on: the data, the search index, the settings, the library's day.
#[derive(Debug, Clone)]
pub struct CacheVersion {
    stamp: Stamp,
    /// The generation of the search index.
    indexed: u64,
    /// The version of the settings in use.
    settings_version: i64,
    /// The instant of the call, in milliseconds.
    now: i64,
    zone: TimeZone,
}

impl CacheVersion {
    /// The present version for a signed-in caller or an admitted visitor; `None` for other callers.
    pub fn of(library: &Library, context: &Context) -> Option<Self> {
        let stamp = context.stamp()?;
        let settings = library.shown_settings();
        Some(CacheVersion {
            stamp,
            indexed: library.index.generation(),
            settings_version: settings.version,
            now: context.now_ms(),
            zone: settings.zone.clone(),
        })
    }

    /// The instant in milliseconds at which a response of this version becomes stale even without a write: overdue
    /// begins right after the last second of a day, and everything counted in days changes with the next day.
    pub fn until(&self) -> i64 {
        let Ok(now) = jiff::Timestamp::from_millisecond(self.now) else {
            return self.now;
        };
        let today = civil_date(now, &self.zone);
        let end = end_of_day(today, &self.zone).as_millisecond();
        if self.now <= end {
            return end + 1;
        }
        let tomorrow = today.tomorrow().and_then(|day| day.to_zoned(self.zone.clone()));
        tomorrow.map_or(self.now, |start| start.timestamp().as_millisecond())
    }

    /// Whether a response of version `earlier`, which becomes stale at `until`, is valid for this version.
    pub fn is_still(&self, earlier: &CacheVersion, until: i64) -> bool {
        self.stamp == earlier.stamp
            && self.indexed == earlier.indexed
            && self.settings_version == earlier.settings_version
            && (earlier.now..until).contains(&self.now)
    }
}
