use axum::extract::State;
use carrel_domain::users::SessionId;
use carrel_operations::identity::own_sessions;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{InPath, PageQuery, QueryParams};
use crate::respond::{Answer, Envelope, Listed};
use crate::shapes::{EndedSessions, Session};
use crate::state::Api;

/// The caller's sessions, the newest first.
#[utoipa::path(get, path = "/api/auth/sessions", operation_id = "list_sessions",
    tag = "auth", params(PageQuery),
    responses((status = 200, body = Listed<Session>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Session>> {
    let sessions = own_sessions::list(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(sessions, Session::from))
}

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", operation_id = "end_session",
    tag = "auth", params(("id" = inline(SessionId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn end(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<SessionId>,
) -> Answer<Envelope<Option<String>>> {
    own_sessions::end(&api.library, context, id).await?;
    Ok(Envelope::saying("Device signed out", None))
}

/// Ends all of the caller's sessions except the current one.
#[utoipa::path(delete, path = "/api/auth/sessions", operation_id = "end_other_sessions",
    tag = "auth",
    responses((status = 200, body = Envelope<EndedSessions>), (status = "default", body = FailureBody)))]
pub(crate) async fn end_others(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Envelope<EndedSessions>> {
    let ended = own_sessions::end_others(&api.library, context).await?;
    Ok(Envelope::saying(
        "Signed out everywhere else",
        EndedSessions { ended },
    ))
}
