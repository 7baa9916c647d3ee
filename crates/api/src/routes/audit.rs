use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use carrel_domain::audit::{ACTIONS, AuditEntry};
use carrel_domain::identity::{Entity, Id};
use carrel_operations::reports::audit_log::{self, AuditFile, AuditQuery};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::time::Instant;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::csv;
use crate::failure::{Failure, FailureBody};
use crate::input::{PageQuery, QueryParams, day};
use crate::respond::{Answer, Listed};
use crate::shapes::AuditLogEntry;
use crate::shapes::words::AuditAction;
use crate::state::Api;

/// The filters of the audit log. Entries match all of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditLogQuery {
    /// The id of the person who acted.
    actor: Option<String>,
    /// The id of the person that entries are about.
    user: Option<String>,
    /// The id of the book that entries are about.
    book: Option<String>,
    #[param(inline, value_type = Option<AuditAction>)]
    action: Option<String>,
    /// The first day, in the library's zone.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day, included.
    #[param(format = Date)]
    to: Option<String>,
}

impl AuditLogQuery {
    fn into_query(self) -> Result<AuditQuery, Failure> {
        let action = self.action.as_deref().map(|text| {
            let known = ACTIONS.into_iter().find(|action| *action == text);
            known.ok_or_else(|| Failure::parameter("action", "action must be an action of the audit log"))
        });
        Ok(AuditQuery {
            actor_id: id("actor", self.actor.as_deref())?,
            user_id: id("user", self.user.as_deref())?,
            book_id: id("book", self.book.as_deref())?,
            action: action.transpose()?,
            from: day("from", self.from.as_deref())?,
            to: day("to", self.to.as_deref())?,
        })
    }
}

fn id<E: Entity>(field: &'static str, text: Option<&str>) -> Result<Option<Id<E>>, Failure> {
    let message = || Failure::parameter(field, format!("{field} must be an id such as {}_12", E::NAME));
    text.map(|text| text.parse().map_err(|_| message())).transpose()
}

/// The audit log: who did what when, the newest entries first.
///
/// `total` is at most 10,000; use the days to find older entries. Reading the log is recorded in it.
#[utoipa::path(get, path = "/api/admin/audit", operation_id = "audit_log",
    tag = "admin", params(AuditLogQuery, PageQuery),
    responses((status = 200, body = Listed<AuditLogEntry>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<AuditLogQuery>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<AuditLogEntry>> {
    let found = audit_log::list(&api.library, &caller.0, query.into_query()?, page.page()?).await?;
    Ok(Listed::of(found, AuditLogEntry::from))
}

const HEADER: [&str; 12] = [
    "at",
    "actor",
    "actor_id",
    "action",
    "subject",
    "person",
    "person_id",
    "book",
    "book_id",
    "before",
    "after",
    "request_id",
];

/// The maximum time of a whole file. A client that reads more slowly gets an incomplete body.
const LONGEST: Duration = Duration::from_mins(5);

/// The audit log as comma-separated values.
///
/// All matches, the newest first. Instants are in UTC, states are JSON, and no cell is a formula. The body is sent in
/// parts. If it ends early, the file is not complete.
#[utoipa::path(get, path = "/api/admin/audit/table.csv", operation_id = "audit_log_table",
    tag = "admin", params(AuditLogQuery),
    responses((status = 200, content_type = "text/csv; charset=utf-8", body = String), (status = "default", body = FailureBody)))]
pub(crate) async fn table(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<AuditLogQuery>,
) -> Answer<Response> {
    let mut file = audit_log::begin_file(&api.library, &caller.0, query.into_query()?).await?;
    let mut text = csv::beginning(&HEADER);
    push_entries(&mut text, file.next().await?);
    Ok((csv::headers("audit-log"), Body::from_stream(texts(file, text))).into_response())
}

fn push_entries(text: &mut String, entries: Vec<AuditEntry>) {
    let id = |id: Option<String>| id.unwrap_or_default();
    for entry in entries {
        let subject = entry.subject();
        csv::push_row(
            text,
            &[
                format!("{:.3}", entry.at),
                entry.actor_name.unwrap_or_default(),
                id(entry.actor_id.map(|id| id.to_string())),
                entry.action,
                subject,
                entry.user_name.unwrap_or_default(),
                id(entry.user_id.map(|id| id.to_string())),
                entry.book_title.unwrap_or_default(),
                id(entry.book_id.map(|id| id.to_string())),
                entry.before_state.unwrap_or_default(),
                entry.after_state.unwrap_or_default(),
                entry.request_id.unwrap_or_default(),
            ],
        );
    }
}

/// The text that was read already, and then that of each further part when the client has received the one before.
fn texts(file: AuditFile, first: String) -> impl Stream<Item = io::Result<Bytes>> {
    let deadline = Instant::now() + LONGEST;
    stream::try_unfold((file, Some(first)), move |(mut file, first)| async move {
        if let Some(text) = first {
            return Ok(Some((Bytes::from(text), (file, None))));
        }
        if Instant::now() > deadline {
            tracing::warn!("a file of the audit log took too long");
            return Err(interrupted());
        }
        let entries = file.next().await.map_err(|error| {
            tracing::warn!(%error, "a file of the audit log ended early");
            interrupted()
        })?;
        if entries.is_empty() {
            return Ok(None);
        }
        let mut text = String::new();
        push_entries(&mut text, entries);
        Ok(Some((Bytes::from(text), (file, None))))
    })
}

/// Ends the connection, so that no client takes an incomplete file for a complete one.
fn interrupted() -> io::Error {
    io::Error::other("the file ended early")
}
