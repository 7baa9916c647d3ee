//! SRU 2.0, and 1.1 and 1.2 for clients that name them.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{RawQuery, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse as _, Response};
use carrel_domain::catalogue::cql::Diagnostic;
use carrel_domain::catalogue::harvest::host_of;
use carrel_operations::Context;
use carrel_operations::catalogue::sru::{self, SharedDatabase};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::form::{form, pairs};
use super::sru_request::{Operation, Parameters, SearchRequest, Version};
use super::sru_xml;
use super::stranger::{Stranger, busy};
use crate::failure::FailureBody;
use crate::respond::Answer;
use crate::state::Api;

const XML: &str = "text/xml; charset=utf-8";

/// The parameters of a request. They are read by the rules of the protocol, which has diagnostics of its own.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
#[schema(as = SruArguments)]
#[expect(dead_code, reason = "only the document is made from it")]
pub(crate) struct SruArguments {
    /// `explain` or `searchRetrieve`. Version 2.0 searches when there is a query.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    operation: Option<String>,
    /// `1.1`, `1.2` or `2.0`, which is the default.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    version: Option<String>,
    /// A query of CQL, such as `dc.title all "war peace" and dc.date > 1990`.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    query: Option<String>,
    /// From 1.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    start_record: Option<String>,
    /// At most 100; 10 when absent.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    maximum_records: Option<String>,
    /// `marcxml`, which is the default, or `dc`.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    record_schema: Option<String>,
    /// `xml` or `string`, in versions 1.1 and 1.2.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    record_packing: Option<String>,
    /// `xml` or `string`, in version 2.0.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    #[serde(rename = "recordXMLEscaping")]
    record_xml_escaping: Option<String>,
}

/// The catalogue for programs of other libraries that search it, by SRU 2.0, 1.2 and 1.1.
///
/// There is nothing at this address unless the settings of the catalogue switch it on. Diagnostics of the protocol have status
/// 200.
#[utoipa::path(get, path = "/sru", operation_id = "sru", tag = "interoperation", params(SruArguments),
    responses((status = 200, content_type = "text/xml; charset=utf-8", body = String),
        (status = "default", body = FailureBody)))]
pub(crate) async fn search(
    State(api): State<Api>,
    stranger: Stranger,
    RawQuery(query): RawQuery,
) -> Answer<Response> {
    answer(&api, stranger, query.unwrap_or_default().as_bytes()).await
}

/// The catalogue for programs of other libraries that search it, by SRU, with the parameters in a form.
///
/// See `GET /sru`.
#[utoipa::path(post, path = "/sru", operation_id = "sru_form", tag = "interoperation",
    request_body(content = SruArguments, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, content_type = "text/xml; charset=utf-8", body = String),
        (status = "default", body = FailureBody)))]
pub(crate) async fn search_by_form(
    State(api): State<Api>,
    stranger: Stranger,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    // While the protocol is off, no caller learns that it exists.
    sru::database(&api.library).map_err(busy)?;
    let body = form(&headers, body)?;
    answer(&api, stranger, &body).await
}

async fn answer(api: &Api, stranger: Stranger, arguments: &[u8]) -> Answer<Response> {
    let database = sru::database(&api.library).map_err(busy)?;
    let context = stranger.admit(api).await?;
    let pairs = pairs(arguments);
    let parameters = Parameters(&pairs);
    let text = match parameters.version() {
        Ok(version) => respond(api, &context, &database, &parameters, version).await?,
        Err(diagnostic) => sru_xml::explained(Version::V20, &database, Some(&diagnostic)),
    };
    Ok(([(CONTENT_TYPE, XML)], text).into_response())
}

async fn respond(
    api: &Api,
    context: &Context,
    database: &SharedDatabase,
    parameters: &Parameters<'_>,
    version: Version,
) -> Answer<String> {
    let operation = match parameters.operation() {
        Ok(operation) => operation,
        Err(diagnostic) => return Ok(sru_xml::explained(version, database, Some(&diagnostic))),
    };
    let checked = parameters.check_names();
    if operation == Operation::Explain {
        return Ok(sru_xml::explained(version, database, checked.err().as_ref()));
    }
    match checked.and_then(|()| parameters.search(version)) {
        Ok(request) => found(api, context, database, version, &request).await,
        Err(diagnostic) => Ok(sru_xml::refused(version, &diagnostic, 0)),
    }
}

async fn found(
    api: &Api,
    context: &Context,
    database: &SharedDatabase,
    version: Version,
    request: &SearchRequest,
) -> Answer<String> {
    let page = (request.offset, request.limit);
    let found = sru::find(
        &api.library,
        context,
        request.search.clone(),
        request.format,
        page,
    );
    let found = found.await.map_err(busy)?;
    if found.records.is_none() {
        let diagnostic = Diagnostic::new(84, found.total.to_string());
        return Ok(sru_xml::refused(version, &diagnostic, found.total));
    }
    // The first page of an empty result is not out of range.
    if request.offset >= found.total && request.offset > 0 {
        let diagnostic = Diagnostic::new(61, (request.offset + 1).to_string());
        return Ok(sru_xml::refused(version, &diagnostic, found.total));
    }
    Ok(sru_xml::found(version, request, &found, &host_of(&database.site)))
}
