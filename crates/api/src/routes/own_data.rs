use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use carrel_domain::money::Currency;
use carrel_domain::users::UserId;
use carrel_operations::reports::own_data::{self, Export, Part};
use futures_util::{Stream, stream};
use tokio::time::Instant;

use crate::caller::Caller;
use crate::failure::{self, FailureBody};
use crate::respond::{Answer, Envelope};
use crate::shapes::{OwnData, User, own_data as shapes};
use crate::state::Api;

/// An export is read whole before it is sent, up to this many bytes: then its response has a length, and the status of a
/// failure. A larger one is sent in parts.
const SMALL: usize = 256 * 1024;
/// The end of the body.
const END: &str = "}}";
/// The maximum time of a whole export. A client that reads more slowly gets an incomplete body.
const LONGEST: Duration = Duration::from_mins(2);

/// Everything the library stores about the caller.
///
/// Profile, borrowings, money, ratings, sessions, and the audit entries of the account. A large body is sent in
/// parts. If it ends early, the export has failed.
#[utoipa::path(get, path = "/api/auth/export", operation_id = "export_own_data",
    tag = "auth",
    responses((status = 200, body = Envelope<OwnData>), (status = "default", body = FailureBody)))]
pub(crate) async fn export(State(api): State<Api>, Caller(context): Caller) -> Answer<Response> {
    let mut export = own_data::begin(&api.library, context).await?;
    let user = serde_json::to_string(&User::from(export.user.clone())).map_err(|_| failure::internal())?;
    let mut text = format!(r#"{{"success":true,"data":{{"user":{user}"#);
    let mut is_complete = false;
    while !is_complete && text.len() < SMALL {
        if let Some(part) = export.next().await? {
            push_part(&mut text, part, export.user.id, export.currency()).map_err(|_| failure::internal())?;
        } else {
            text.push_str(END);
            is_complete = true;
        }
    }
    let body = if is_complete {
        Body::from(text)
    } else {
        Body::from_stream(texts(export, text))
    };
    let headers = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((headers, body).into_response())
}

/// The text that was read already, and then that of each further part when the client has received the one before.
fn texts(export: Export, first: String) -> impl Stream<Item = io::Result<Bytes>> {
    let deadline = Instant::now() + LONGEST;
    stream::try_unfold((Some(export), Some(first)), move |(export, first)| async move {
        if let Some(text) = first {
            return Ok(Some((Bytes::from(text), (export, None))));
        }
        let Some(mut export) = export else {
            return Ok(None);
        };
        if Instant::now() > deadline {
            tracing::warn!("an export took too long");
            return Err(interrupted());
        }
        let part = export.next().await.map_err(|error| {
            tracing::warn!(%error, "an export ended early");
            interrupted()
        })?;
        let Some(part) = part else {
            return Ok(Some((Bytes::from_static(END.as_bytes()), (None, None))));
        };
        let mut text = String::new();
        push_part(&mut text, part, export.user.id, export.currency()).map_err(|_| interrupted())?;
        Ok(Some((Bytes::from(text), (Some(export), None))))
    })
}

/// Appends a part: the beginning of its list if it is the first one, its entries, and the end of the list if it is the
/// last one.
fn push_part(text: &mut String, part: Part, user_id: UserId, currency: Currency) -> serde_json::Result<()> {
    if part.is_first {
        text.push_str(",\"");
        text.push_str(shapes::name_of(&part.entries));
        text.push_str("\":[");
    }
    for (place, entry) in shapes::texts_of(part.entries, user_id, currency)?
        .iter()
        .enumerate()
    {
        if place > 0 || !part.is_first {
            text.push(',');
        }
        text.push_str(entry);
    }
    if part.is_last {
        text.push(']');
    }
    Ok(())
}

/// Ends the connection, so that no client takes an incomplete export for a complete one.
fn interrupted() -> io::Error {
    io::Error::other("the export ended early")
}
