//! What comes in: JSON bodies, queries and ids, refused in the documented shape when they are malformed.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use carrel_operations::Page;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use utoipa::IntoParams;

use crate::failure::Failure;

/// A JSON body.
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let is_json = request.headers().get(CONTENT_TYPE).is_none_or(|value| {
            let kind = value
                .to_str()
                .unwrap_or_default()
                .split(';')
                .next()
                .unwrap_or_default()
                .trim();
            kind.eq_ignore_ascii_case("application/json")
        });
        if !is_json {
            return Err(malformed(
                "not_json",
                "The body must be JSON (Content-Type: application/json)",
            ));
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| unreadable(&rejection))?;
        // A call whose fields are all optional may come without a body.
        let bytes: &[u8] = if bytes.trim_ascii().is_empty() {
            b"{}"
        } else {
            &bytes
        };
        // A list would be taken for the values of the fields in their order.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(malformed("malformed_json", "The body must be a JSON object"));
        }
        serde_json::from_slice(bytes)
            .map(Body)
            .map_err(|error| malformed("malformed_json", &format!("The body could not be read: {error}")))
    }
}

/// Why no body could be read.
pub(crate) fn unreadable(rejection: &BytesRejection) -> Failure {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "The body is too large",
        )
    } else {
        malformed("unreadable_body", "The body could not be read")
    }
}

fn malformed(code: &str, message: &str) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, code, message)
}

/// The query of a URL.
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Query::try_from_uri(&parts.uri)
            .map(|Query(query)| Asked(query))
            .map_err(|error| {
                malformed(
                    "malformed_query",
                    &format!("The query could not be read: {error}"),
                )
            })
    }
}

/// The id in a path. One that no thing can have is as unknown as one that no thing has.
pub(crate) struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(id) = path.map_err(|_| malformed("malformed_path", "The address could not be read"))?;
        let is_plain = id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        // Nothing has the empty id, so the look-up answers with the right noun.
        Ok(Id(if is_plain { id } else { String::new() }))
    }
}

/// Which part of a list is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// From 1.
    #[param(value_type = Option<u32>, minimum = 1)]
    pub page: Option<String>,
    /// At most 100; 20 when absent.
    #[param(value_type = Option<u32>, minimum = 1)]
    pub limit: Option<String>,
}

impl PageQuery {
    pub(crate) fn page(&self) -> Result<Page, Failure> {
        let number = whole("page", self.page.as_deref())?.unwrap_or(1);
        let limit = whole("limit", self.limit.as_deref())?.unwrap_or(Page::DEFAULT_LIMIT);
        Ok(Page::new(number, limit))
    }
}

/// How many entries are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LimitQuery {
    /// At most 100.
    #[param(value_type = Option<u32>, minimum = 1)]
    pub limit: Option<String>,
}

impl LimitQuery {
    pub(crate) fn limit(&self, default: u32) -> Result<u32, Failure> {
        Ok(whole("limit", self.limit.as_deref())?
            .unwrap_or(default)
            .min(Page::MAX_LIMIT))
    }
}

/// A whole number from 1; one too large to count to is as good as the largest.
fn whole(field: &'static str, text: Option<&str>) -> Result<Option<u32>, Failure> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let is_number = text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_number {
        text.parse::<u32>().unwrap_or(u32::MAX)
    } else {
        0
    };
    if number == 0 {
        return Err(Failure::parameter(
            field,
            format!("{field} must be a whole number from 1"),
        ));
    }
    Ok(Some(number))
}

/// One of a list of words; absent and empty are the same.
pub(crate) fn choice<T: Copy>(
    field: &'static str,
    text: Option<&str>,
    choices: &[(&str, T)],
) -> Result<Option<T>, Failure> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let found = choices
        .iter()
        .find(|(word, _)| *word == text)
        .map(|(_, value)| *value);
    found.map(Some).ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        Failure::parameter(field, format!("{field} must be one of: {}", words.join(", ")))
    })
}

/// Words of a query: trimmed, without characters that no text has; absent when nothing is left.
pub(crate) fn words(text: Option<String>) -> Option<String> {
    let text: String = text?
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.chars().take(300).collect())
}

/// Tells an absent field from one that is null: absent is `None`, null is `Some(None)`.
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things here"
)]
pub(crate) fn present<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
