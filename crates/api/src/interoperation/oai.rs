//! OAI-PMH 2.0.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{RawQuery, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse as _, Response};
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::harvest::{
    ErrorCode, Format, ListRequest, Place, ProtocolError, Request, Token, book_of, host_of,
};
use carrel_operations::catalogue::oai::{self, Repository};
use carrel_operations::{Context, Error};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::form::{form, pairs};
use super::oai_xml::Writer;
use super::stranger::{Stranger, busy};
use crate::failure::FailureBody;
use crate::respond::Answer;
use crate::state::Api;

const XML: &str = "text/xml; charset=utf-8";

/// The arguments of a request. They are read by the rules of the protocol, which has errors of its own.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
#[schema(as = OaiArguments)]
#[expect(dead_code, reason = "only the document is made from it")]
pub(crate) struct OaiArguments {
    /// `Identify`, `ListMetadataFormats`, `ListSets`, `ListIdentifiers`, `ListRecords` or `GetRecord`.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    verb: Option<String>,
    /// A record, such as `oai:library.example:book_812`.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    identifier: Option<String>,
    /// `oai_dc` or `marc21`.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    metadata_prefix: Option<String>,
    /// Only records that changed on or after this day or second.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    from: Option<String>,
    /// Only records that changed on or before this day or second.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    until: Option<String>,
    /// Only records of this set.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    set: Option<String>,
    /// Continues a list.
    #[param(nullable = false)]
    #[schema(nullable = false)]
    resumption_token: Option<String>,
}

/// The records of the catalogue for programs of other libraries, by OAI-PMH 2.0.
///
/// There is nothing at this address unless the settings of the catalogue switch it on. Errors of the protocol have status 200.
#[utoipa::path(get, path = "/oai", operation_id = "oai_pmh", tag = "interoperation", params(OaiArguments),
    responses((status = 200, content_type = "text/xml; charset=utf-8", body = String),
        (status = "default", body = FailureBody)))]
pub(crate) async fn harvest(
    State(api): State<Api>,
    stranger: Stranger,
    RawQuery(query): RawQuery,
) -> Answer<Response> {
    answer(&api, stranger, query.unwrap_or_default().as_bytes()).await
}

/// The records of the catalogue for programs of other libraries, by OAI-PMH 2.0, with the arguments in a form.
///
/// See `GET /oai`.
#[utoipa::path(post, path = "/oai", operation_id = "oai_pmh_form", tag = "interoperation",
    request_body(content = OaiArguments, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, content_type = "text/xml; charset=utf-8", body = String),
        (status = "default", body = FailureBody)))]
pub(crate) async fn harvest_by_form(
    State(api): State<Api>,
    stranger: Stranger,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    // While the protocol is off, no caller learns that it exists.
    oai::repository(&api.library).map_err(busy)?;
    let body = form(&headers, body)?;
    answer(&api, stranger, &body).await
}

async fn answer(api: &Api, stranger: Stranger, arguments: &[u8]) -> Answer<Response> {
    let repository = oai::repository(&api.library).map_err(busy)?;
    let context = stranger.admit(api).await?;
    let pairs = pairs(arguments);
    let call = Call {
        api,
        context: &context,
        host: host_of(&repository.site),
        repository,
    };
    let mut writer = Writer::new(context.now, &call.repository.site, &call.host);
    match Request::parse(&pairs) {
        Ok(request) => {
            writer.request(&pairs);
            if let Err(error) = call.answer(&mut writer, request).await.map_err(busy)? {
                writer.error(&error);
            }
        }
        Err(error) => {
            let has_request = !matches!(error.code, ErrorCode::BadVerb | ErrorCode::BadArgument);
            writer.request(if has_request { &pairs } else { &[] });
            writer.error(&error);
        }
    }
    Ok(([(CONTENT_TYPE, XML)], writer.finish()).into_response())
}

/// A call with what its response needs.
struct Call<'a> {
    api: &'a Api,
    context: &'a Context,
    repository: Repository,
    host: String,
}

/// The outcome within the protocol.
type Outcome = Result<Result<(), ProtocolError>, Error>;

impl Call<'_> {
    /// Writes nothing before an error.
    async fn answer(&self, writer: &mut Writer, request: Request) -> Outcome {
        match request {
            Request::Identify => {
                let earliest = oai::earliest(&self.api.library, self.context).await?;
                writer.identify(&self.repository, earliest);
                Ok(Ok(()))
            }
            Request::Formats { identifier } => self.formats(writer, identifier).await,
            Request::Sets { after, cursor } => self.sets(writer, after, cursor).await,
            Request::List(list) => self.list(writer, list).await,
            Request::Record { identifier, format } => self.record(writer, &identifier, format).await,
        }
    }

    fn book(&self, identifier: &str) -> Result<BookId, ProtocolError> {
        book_of(&self.host, identifier).ok_or_else(unknown)
    }

    async fn formats(&self, writer: &mut Writer, identifier: Option<String>) -> Outcome {
        if let Some(identifier) = identifier {
            let id = match self.book(&identifier) {
                Ok(id) => id,
                Err(error) => return Ok(Err(error)),
            };
            if !oai::exists(&self.api.library, id).await? {
                return Ok(Err(unknown()));
            }
        }
        writer.formats();
        Ok(Ok(()))
    }

    async fn sets(&self, writer: &mut Writer, after: Option<String>, cursor: u64) -> Outcome {
        let part = oai::sets(&self.api.library, after.as_deref()).await?;
        let next = part
            .entries
            .last()
            .filter(|_| part.has_more)
            .map(|last| Token::Sets {
                after: last.clone(),
                cursor: cursor + u64::try_from(part.entries.len()).unwrap_or(0),
            });
        writer.sets(&part.entries, next.as_ref(), (cursor, after.is_some()));
        Ok(Ok(()))
    }

    async fn list(&self, writer: &mut Writer, list: ListRequest) -> Outcome {
        let ListRequest {
            headers_only,
            place,
            is_resumed,
        } = list;
        let part = oai::records(&self.api.library, self.context, &place, headers_only).await?;
        if part.entries.is_empty() && !is_resumed {
            let message = "No records match the arguments";
            return Ok(Err(ProtocolError::new(ErrorCode::NoRecordsMatch, message)));
        }
        let next = part.entries.last().filter(|_| part.has_more).map(|last| {
            let place = Place {
                after: (last.at.as_millisecond(), last.id.number()),
                cursor: place.cursor + u64::try_from(part.entries.len()).unwrap_or(0),
                ..place.clone()
            };
            if headers_only {
                Token::Identifiers(place)
            } else {
                Token::Records(place)
            }
        });
        let format = (!headers_only).then_some(place.format);
        writer.list(&part.entries, format, next.as_ref(), (place.cursor, is_resumed));
        Ok(Ok(()))
    }

    async fn record(&self, writer: &mut Writer, identifier: &str, format: Format) -> Outcome {
        let id = match self.book(identifier) {
            Ok(id) => id,
            Err(error) => return Ok(Err(error)),
        };
        let found = oai::record(&self.api.library, self.context, id, format).await?;
        Ok(found
            .map(|record| writer.only_record(&record, format))
            .ok_or_else(unknown))
    }
}

fn unknown() -> ProtocolError {
    ProtocolError::new(
        ErrorCode::IdDoesNotExist,
        "There is no record with this identifier",
    )
}
