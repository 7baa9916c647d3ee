//! The audit log, for administrators: pages of it, and a file.

use std::sync::Arc;

use carrel_domain::audit::AuditEntry;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::{Act, UserId};
use carrel_storage::audit::{self, Filter};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::circulation::readings::{self, Reading};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::exports::ExportPlace;
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::identity::throttling;

/// The filter of the audit log. Entries match all parts that are given.
#[derive(Debug, Clone, Default)]
pub struct AuditQuery {
    /// Who acted.
    pub actor_id: Option<UserId>,
    /// The person and the book that entries are about.
    pub user_id: Option<UserId>,
    pub book_id: Option<BookId>,
    /// One of [`carrel_domain::audit::ACTIONS`].
    pub action: Option<&'static str>,
    /// The first and the last day, in the library's zone.
    pub from: Option<Date>,
    pub to: Option<Date>,
}

impl AuditQuery {
    fn filter(&self, zone: &TimeZone) -> Filter<'static> {
        let next_day = |day: Date| day.tomorrow().ok();
        Filter {
            actor_id: self.actor_id,
            user_id: self.user_id,
            book_id: self.book_id,
            action: self.action,
            // No entry is from a day after the last instant that can be stored.
            from: self.from.map(|day| start_of_day(day, zone).unwrap_or(i64::MAX)),
            until: self.to.and_then(next_day).and_then(|day| start_of_day(day, zone)),
        }
    }

    /// The audit log's entry about a reading of it: of one person, or of several. `None` for one's own entries.
    fn reading(&self, action: &'static str, reader: UserId) -> Option<Reading> {
        if self.user_id == Some(reader) {
            return None;
        }
        let details = json!({
            "actorId": self.actor_id, "bookId": self.book_id, "action": self.action,
            "from": self.from, "to": self.to,
        });
        let details = match details {
            Value::Object(parts) => parts.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => serde_json::Map::new(),
        };
        Some(Reading {
            action,
            user_id: self.user_id,
            of_several: "audit",
            details: (!details.is_empty()).then_some(Value::Object(details)),
        })
    }
}

/// The first instant of a civil day in a zone, in milliseconds.
fn start_of_day(day: Date, zone: &TimeZone) -> Option<i64> {
    let start = day.to_zoned(zone.clone()).ok()?;
    Some(start.timestamp().as_millisecond())
}

/// The maximum number that is counted: the whole log would take too long.
pub const MOST_COUNTED: i64 = 10_000;

/// A page of the audit log, the newest entries first. Its total is at most [`MOST_COUNTED`]. Reading it is recorded in
/// it, once an hour for each filter.
pub async fn list(
    library: &Library,
    context: &Context,
    query: AuditQuery,
    page: Page,
) -> Result<Paged<AuditEntry>> {
    let reader = context.require(Act::ReadAudit)?.user.id;
    let filter = query.filter(&library.shown_settings().zone);
    let found = library
        .database
        .read_long((filter, page), |connection, (filter, page)| {
            Box::pin(async move {
                let entries = audit::list(connection, filter, page.sql_limit(), page.sql_offset()).await?;
                let total = audit::count(connection, filter, MOST_COUNTED).await?;
                Ok::<_, Error>(Paged::new(entries, *page, total))
            })
        })
        .await?;
    if let Some(reading) = query.reading("audit.read", reader) {
        readings::record_once_an_hour(library, context, reading).await?;
    }
    Ok(found)
}

/// The number of entries that are read at once for a file.
const ENTRIES: i64 = 1000;

/// A file of the audit log under way. It is read in parts, so entries that are added meanwhile are not in it.
pub struct AuditFile {
    library: Arc<Library>,
    filter: Filter<'static>,
    /// The instant and the id of the last entry that was read.
    position: (i64, i64),
    is_complete: bool,
    /// Lets the next export of the person begin when it is dropped.
    _place: ExportPlace,
}

/// Begins a file of the entries that match, the newest first. Each file is recorded in the audit log.
pub async fn begin_file(library: &Arc<Library>, context: &Context, query: AuditQuery) -> Result<AuditFile> {
    let reader = context.require(Act::ExportAudit)?.user.id;
    let place = library.exports.begin(reader).ok_or_else(|| {
        let reason = "too many exports at once".to_owned();
        Error::Storage(carrel_storage::Error::Unavailable(reason))
    })?;
    let throttle = (
        format!("audit:account:{reader}"),
        library.limits.exports_by_account,
    );
    throttling::take(library, &[throttle], context.now).await?;
    if let Some(reading) = query.reading("audit.exported", reader) {
        readings::record(library, context, reading).await?;
    }
    Ok(AuditFile {
        library: Arc::clone(library),
        filter: query.filter(&library.shown_settings().zone),
        position: (context.now_ms().saturating_add(1), 0),
        is_complete: false,
        _place: place,
    })
}

impl AuditFile {
    /// The next entries; empty after the last ones.
    pub async fn next(&mut self) -> Result<Vec<AuditEntry>> {
        if self.is_complete {
            return Ok(Vec::new());
        }
        let input = (self.filter, self.position);
        let entries = self
            .library
            .database
            .read_long(input, |connection, (filter, position)| {
                Box::pin(audit::list_before(connection, filter, *position, ENTRIES))
            })
            .await
            .map_err(Error::Storage)?;
        let at = |at: Timestamp| at.as_millisecond();
        match entries.last() {
            Some(last) => self.position = (at(last.at), last.id.number()),
            None => self.is_complete = true,
        }
        Ok(entries)
    }
}
