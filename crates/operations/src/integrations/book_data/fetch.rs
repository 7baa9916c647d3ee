//! One request for book data: allowed addresses only, limits of time and size.

use std::time::Duration;

use bytes::Bytes;
use carrel_domain::book_data::{BookHosts, SourceProblem, WebAddress};
use http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, LOCATION, USER_AGENT as USER_AGENT_HEADER};
use http::{HeaderMap, StatusCode, Uri};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::outgoing::{self, NoResponse, OutgoingClient, USER_AGENT};

/// The maximum size of a body, in bytes.
const LARGEST: usize = 1024 * 1024;
/// The maximum number of redirects.
const MOST_REDIRECTS: usize = 3;

/// What a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Json,
    Xml,
    Picture,
}

impl Expected {
    fn accept(self) -> &'static str {
        match self {
            Expected::Json => "application/json",
            Expected::Xml => "application/sru+xml, application/xml, text/xml",
            Expected::Picture => "image/jpeg, image/png, image/gif, image/webp",
        }
    }

    /// Whether a body of this type may be it. A body without a type may be anything.
    fn admits(self, headers: &HeaderMap) -> bool {
        let Some(content_type) = headers.get(CONTENT_TYPE) else {
            return true;
        };
        let content_type = content_type.to_str().unwrap_or_default().to_ascii_lowercase();
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        match self {
            Expected::Json => kind.ends_with("json") || kind.ends_with("javascript") || kind == "text/plain",
            Expected::Xml => kind.ends_with("xml") || kind == "text/plain",
            Expected::Picture => kind.starts_with("image/") || kind == "application/octet-stream",
        }
    }
}

/// Fetches from the allowed hosts.
pub(super) struct Fetcher<'a> {
    client: &'a OutgoingClient,
    hosts: &'a BookHosts,
    timeout: Duration,
}

impl<'a> Fetcher<'a> {
    /// The fetcher of a library; made once, because that reads the certificates of the system.
    pub(super) async fn of(library: &'a Library) -> Result<Self> {
        let hosts = &library.limits.book_hosts;
        let timeout = library.limits.book_source_timeout;
        let make = || async {
            let hosts = hosts.clone();
            outgoing::client(timeout, move |name, address| hosts.forbids(name, address))
        };
        let client = library.book_data_client.get_or_try_init(make).await;
        let client =
            client.map_err(|error| Error::Defect(format!("the certificates cannot be read: {error}")))?;
        Ok(Fetcher {
            client,
            hosts,
            timeout,
        })
    }

    /// The body at an address. Redirects are followed on the same host, and to the addresses that `may_lead_to` names.
    pub(super) async fn get(
        &self,
        address: &str,
        expected: Expected,
        may_lead_to: impl Fn(&WebAddress) -> bool + Send + Sync,
    ) -> std::result::Result<Bytes, SourceProblem> {
        let getting = self.get_all(address, expected, may_lead_to);
        tokio::time::timeout(self.timeout, getting)
            .await
            .unwrap_or(Err(SourceProblem::TimedOut))
    }

    async fn get_all(
        &self,
        address: &str,
        expected: Expected,
        may_lead_to: impl Fn(&WebAddress) -> bool + Send + Sync,
    ) -> std::result::Result<Bytes, SourceProblem> {
        let mut address = self
            .hosts
            .destination(address)
            .map_err(|_| SourceProblem::NotAllowed)?;
        for _ in 0..=MOST_REDIRECTS {
            let uri: Uri = address.as_str().parse().map_err(|_| SourceProblem::NotAllowed)?;
            let request = http::Request::get(uri)
                .header(USER_AGENT_HEADER, USER_AGENT)
                .header(ACCEPT, expected.accept())
                .body(Full::<Bytes>::default())
                .map_err(|_| SourceProblem::NotAllowed)?;
            let response = self
                .client
                .request(request)
                .await
                .map_err(|error| problem(&error))?;
            if !response.status().is_redirection() {
                return read(response, expected).await;
            }
            let location = response
                .headers()
                .get(LOCATION)
                .and_then(|text| text.to_str().ok());
            let next = location.and_then(|text| address.join(text).ok());
            let next = next.ok_or(SourceProblem::Status(response.status().as_u16()))?;
            let is_same_host = (next.scheme(), next.host(), next.port_or_known_default())
                == (address.scheme(), address.host(), address.port_or_known_default());
            if !is_same_host && !may_lead_to(&next) {
                return Err(SourceProblem::Redirected);
            }
            address = self
                .hosts
                .destination(next.as_str())
                .map_err(|_| SourceProblem::NotAllowed)?;
        }
        Err(SourceProblem::Redirected)
    }
}

async fn read<B>(response: http::Response<B>, expected: Expected) -> std::result::Result<Bytes, SourceProblem>
where
    B: BodyExt<Data = Bytes>,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    if response.status() != StatusCode::OK {
        return Err(SourceProblem::Status(response.status().as_u16()));
    }
    // No compression was asked for, so that a small body stays small.
    let encoding = response.headers().get(CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| encoding != "identity") || !expected.admits(response.headers()) {
        return Err(SourceProblem::Unreadable);
    }
    let body = Limited::new(response.into_body(), LARGEST);
    let collected = body.collect().await.map_err(|error| {
        if error.is::<LengthLimitError>() {
            SourceProblem::TooLarge
        } else {
            SourceProblem::CutOff
        }
    })?;
    Ok(collected.to_bytes())
}

fn problem(error: &(dyn std::error::Error + 'static)) -> SourceProblem {
    match NoResponse::of(error) {
        NoResponse::ConnectionRefused => SourceProblem::Refused,
        NoResponse::TimedOut => SourceProblem::TimedOut,
        NoResponse::Forbidden => SourceProblem::NotAllowed,
        NoResponse::HostNotFound => SourceProblem::HostNotFound,
        NoResponse::Other(_) => SourceProblem::ConnectionFailed,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use http::header::{CONTENT_TYPE, HeaderValue};

    use super::Expected;

    #[test]
    fn bodies_of_other_types_are_refused() {
        for (expected, kind, is_admitted) in [
            (Expected::Json, "application/json; charset=utf-8", true),
            (Expected::Json, "text/javascript", true),
            (Expected::Json, "text/html; charset=utf-8", false),
            (Expected::Xml, "text/xml;charset=utf-8", true),
            (Expected::Xml, "application/sru+xml", true),
            (Expected::Xml, "Application/XML", true),
            (Expected::Xml, "text/html", false),
            (Expected::Xml, "application/json", false),
            (Expected::Picture, "image/jpeg", true),
            (Expected::Picture, "text/html", false),
        ] {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(kind))]);
            assert_eq!(expected.admits(&headers), is_admitted, "{expected:?} {kind}");
        }
        assert!(Expected::Xml.admits(&HeaderMap::new()));
    }
}
