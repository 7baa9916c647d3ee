//! Cache versions: the state that a response was made from. A cached response is served while its version is current.

use carrel_domain::calendar::{civil_date, end_of_day};
use carrel_storage::engine::Stamp;
use jiff::tz::TimeZone;

use crate::core::context::Context;
use crate::core::library::Library;

/// The state of everything that an answer can show: the data, the search index, the settings, the library's day.
#[derive(Debug, Clone)]
pub struct CacheVersion {
    stamp: Stamp,
    /// The last change that the search index has seen.
    indexed: u64,
    /// The version of the settings that were shown.
    settings_version: i64,
    /// The instant of the call, in milliseconds.
    now: i64,
    zone: TimeZone,
}

impl CacheVersion {
    /// The edition that a signed-in caller would be shown now; none for a caller without a session.
    pub fn of(library: &Library, context: &Context) -> Option<Self> {
        let stamp = context.actor.as_ref()?.stamp.clone()?;
        let settings = library.shown_settings();
        Some(CacheVersion {
            stamp,
            indexed: library.index.last_sequence(),
            settings_version: settings.version,
            now: context.now_ms(),
            zone: settings.zone.clone(),
        })
    }

    /// Until when what is made of this edition keeps its meaning, in milliseconds, excluded: overdue begins right after
    /// the last second of a day, and everything counted in days changes with the next.
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

    /// Whether `earlier`, which keeps its meaning until `until`, would say the same as this edition.
    pub fn is_still(&self, earlier: &CacheVersion, until: i64) -> bool {
        self.stamp == earlier.stamp
            && self.indexed == earlier.indexed
            && self.settings_version == earlier.settings_version
            && (earlier.now..until).contains(&self.now)
    }
}
