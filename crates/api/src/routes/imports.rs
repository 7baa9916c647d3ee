use std::io;

use axum::body::{Body as RawBody, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use carrel_domain::imports::{FindingKind, ImportAct, ImportId, OnDuplicate, limit};
use carrel_operations::imports::{self, Mapping, Upload};
use carrel_operations::{Context, Error};
use futures_util::{StreamExt as _, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::{self, Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams, choice, whole};
use crate::limits::LONGEST_SILENCE;
use crate::respond::{Accepted, Answer, Envelope, Listed};
use crate::shapes::choices::{IMPORT_FINDINGS, IMPORT_FORMATS, IMPORT_KINDS};
use crate::shapes::words::{FromOne, ImportFindingKind, ImportFormatName, ImportKind};
use crate::shapes::{CommitForm, Import, ImportRecord, MappingForm};
use crate::state::Api;

/// The bytes that are collected before a thread writes them to the disk.
const WRITTEN_AT_ONCE: usize = 1024 * 1024;
/// The maximum number of records of a page.
const MOST_RECORDS: u32 = 100;

/// What a file is.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceiveQuery {
    /// `auto` when absent: the file itself tells.
    #[param(inline, value_type = Option<ImportFormatName>)]
    format: Option<String>,
    /// What the records are; `books` when absent.
    #[param(inline, value_type = Option<ImportKind>)]
    kind: Option<String>,
    /// The name of the file.
    #[param(max_length = 200)]
    name: Option<String>,
}

/// Receives a file of books or people, and begins to check it.
///
/// The body is the file itself, up to 2 GiB: MARC 21 (ISO 2709), MARCXML, CSV, or a spreadsheet (xlsx, xls, ods). People come from CSV
/// or a spreadsheet, and need the permission to manage users, too. Nothing is brought in until the import is committed.
#[utoipa::path(post, path = "/api/imports", operation_id = "receive_import",
    tag = "imports", params(ReceiveQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 202, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn receive(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<ReceiveQuery>,
    body: RawBody,
) -> Answer<Accepted<Import>> {
    let format = choice("format", query.format.as_deref(), IMPORT_FORMATS)?;
    let kind = choice("kind", query.kind.as_deref(), IMPORT_KINDS)?.unwrap_or_default();
    let mut upload = imports::begin_upload(&api.library, &context, kind)?;
    let mut parts = body.into_data_stream();
    let mut waiting: Vec<u8> = Vec::new();
    loop {
        let part = tokio::time::timeout(LONGEST_SILENCE, parts.next()).await;
        let part = part.map_err(|_| failure::too_slow())?;
        let Some(part) = part else { break };
        waiting.extend_from_slice(&part.map_err(|_| failure::unreadable_body())?);
        if upload.size_bytes() + waiting.len() as u64 > limit::FILE_BYTES {
            return Err(failure::too_large("The file is larger than 2 GiB"));
        }
        if waiting.len() >= WRITTEN_AT_ONCE {
            imports::leave_room(&api.library)?;
            upload = written(upload, std::mem::take(&mut waiting)).await?;
        }
    }
    upload = written(upload, waiting).await?;
    let name = query.name.unwrap_or_default();
    let import = imports::finish_upload(&api.library, context, upload, &name, kind, format.flatten()).await?;
    Ok(Accepted(Envelope::of(import.into())))
}

/// Appends bytes to a file on a thread that may wait for the disk.
async fn written(mut upload: Upload, bytes: Vec<u8>) -> Result<Upload, Failure> {
    let written = tokio::task::spawn_blocking(move || upload.append(&bytes).map(|()| upload)).await;
    Ok(written.map_err(|_| failure::internal())??)
}

/// All imports of those kinds that the caller may make, the newest first.
#[utoipa::path(get, path = "/api/imports", operation_id = "list_imports",
    tag = "imports", params(PageQuery),
    responses((status = 200, body = Listed<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Import>> {
    let paged = imports::list(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(paged, Import::from))
}

/// One import.
#[utoipa::path(get, path = "/api/imports/{id}", operation_id = "show_import",
    tag = "imports", params(("id" = inline(ImportId), Path)),
    responses((status = 200, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<ImportId>,
) -> Answer<Envelope<Import>> {
    Ok(Envelope::of(
        imports::find(&api.library, &caller.0, id).await?.into(),
    ))
}

/// Sets how the file is read, and checks it again.
///
/// Possible until records are brought in. Refused with 409 (`import_state`) in another state.
#[utoipa::path(put, path = "/api/imports/{id}/mapping", operation_id = "map_import",
    tag = "imports", params(("id" = inline(ImportId), Path)), request_body = MappingForm,
    responses((status = 200, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn map(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ImportId>,
    Body(form): Body<MappingForm>,
) -> Answer<Envelope<Import>> {
    let mapping = Mapping::from(form);
    Ok(Envelope::of(
        imports::map(&api.library, context, id, mapping).await?.into(),
    ))
}

async fn act(
    api: &Api,
    context: Context,
    id: ImportId,
    act: ImportAct,
    on_duplicate: OnDuplicate,
) -> Result<Envelope<Import>, Error> {
    let import = imports::act(&api.library, context, id, act, on_duplicate).await?;
    Ok(Envelope::of(import.into()))
}

/// Brings the records of a checked file in, or goes on with an import that was paused or has failed.
///
/// Refused with 409 (`import_state`) in another state.
#[utoipa::path(post, path = "/api/imports/{id}/commit", operation_id = "commit_import",
    tag = "imports", params(("id" = inline(ImportId), Path)), request_body = CommitForm,
    responses((status = 200, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn commit(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ImportId>,
    Body(form): Body<CommitForm>,
) -> Answer<Envelope<Import>> {
    let on_duplicate = form.on_duplicate()?;
    Ok(act(&api, context, id, ImportAct::Commit, on_duplicate).await?)
}

/// Interrupts an import that brings records in; a commit lets it go on.
///
/// Refused with 409 (`import_state`) in another state.
#[utoipa::path(post, path = "/api/imports/{id}/pause", operation_id = "pause_import",
    tag = "imports", params(("id" = inline(ImportId), Path)),
    responses((status = 200, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn pause(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ImportId>,
) -> Answer<Envelope<Import>> {
    Ok(act(&api, context, id, ImportAct::Pause, OnDuplicate::Skip).await?)
}

/// Ends an import.
///
/// Books or people that were brought in stay, and can be taken out by an undo. Refused with 409 (`import_state`) when it has ended.
#[utoipa::path(post, path = "/api/imports/{id}/cancel", operation_id = "cancel_import",
    tag = "imports", params(("id" = inline(ImportId), Path)),
    responses((status = 200, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn cancel(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ImportId>,
) -> Answer<Envelope<Import>> {
    Ok(act(&api, context, id, ImportAct::Cancel, OnDuplicate::Skip).await?)
}

/// Takes out what an import has brought in.
///
/// Books that were borrowed, rated or changed since, and people who have used their account or were changed since stay, and are counted in `kept`. Refused with 409 (`import_state`) while it works, and when it has brought nothing in.
#[utoipa::path(post, path = "/api/imports/{id}/undo", operation_id = "undo_import",
    tag = "imports", params(("id" = inline(ImportId), Path)),
    responses((status = 200, body = Envelope<Import>), (status = "default", body = FailureBody)))]
pub(crate) async fn undo(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ImportId>,
) -> Answer<Envelope<Import>> {
    Ok(act(&api, context, id, ImportAct::Undo, OnDuplicate::Skip).await?)
}

/// Which records.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordsQuery {
    /// `rejected` when absent.
    #[param(inline, value_type = Option<ImportFindingKind>)]
    kind: Option<String>,
    /// The number of the record after which the page begins; the first page when absent.
    #[param(inline, value_type = Option<FromOne>)]
    after: Option<String>,
    /// The maximum number of records; 20 when absent, and at most 100.
    #[param(inline, value_type = Option<FromOne>)]
    limit: Option<String>,
}

/// The records of a file that need attention.
///
/// Rejected ones with their errors, or duplicates with the books or people of the library, in the order of the file. Only the first
/// thousand duplicates are listed.
#[utoipa::path(get, path = "/api/imports/{id}/records", operation_id = "list_import_records",
    tag = "imports", params(("id" = inline(ImportId), Path), RecordsQuery),
    responses((status = 200, body = Envelope<Vec<ImportRecord>>), (status = "default", body = FailureBody)))]
pub(crate) async fn records(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<ImportId>,
    QueryParams(query): QueryParams<RecordsQuery>,
) -> Answer<Envelope<Vec<ImportRecord>>> {
    let kind = choice("kind", query.kind.as_deref(), IMPORT_FINDINGS)?;
    let after = whole("after", query.after.as_deref())?.unwrap_or(0);
    let limit = whole("limit", query.limit.as_deref())?
        .unwrap_or(20)
        .clamp(1, MOST_RECORDS);
    let found = imports::findings(
        &api.library,
        &caller.0,
        id,
        kind.unwrap_or(FindingKind::Rejected),
        i64::from(after),
        i64::from(limit),
    )
    .await?;
    Ok(Envelope::of(found.into_iter().map(ImportRecord::from).collect()))
}

/// The rejected records as a file in the format in which they came.
///
/// A table has one more column, with the errors.
#[utoipa::path(get, path = "/api/imports/{id}/rejects", operation_id = "download_import_rejects",
    tag = "imports", params(("id" = inline(ImportId), Path)),
    responses((status = 200, content((String = "text/csv; charset=utf-8"), (Vec<u8> = "application/marc"),
        (Vec<u8> = "application/marcxml+xml"))), (status = "default", body = FailureBody)))]
pub(crate) async fn rejects(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<ImportId>,
) -> Answer<Response> {
    let file = imports::rejects(&api.library, &caller.0, id).await?;
    let safe: String = file
        .name
        .chars()
        .map(|sign| {
            if sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_') {
                sign
            } else {
                '_'
            }
        })
        .collect();
    let headers = [
        (CONTENT_TYPE, file.content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{safe}\"")),
    ];
    let parts = stream::unfold(file.parts, |mut parts| async move {
        let part: Option<io::Result<Vec<u8>>> = parts.recv().await;
        part.map(|part| (part.map(Bytes::from), parts))
    });
    Ok((headers, RawBody::from_stream(parts)).into_response())
}
