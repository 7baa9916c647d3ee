//! Request input: JSON bodies, queries and ids. Malformed input gets a documented failure.

use axum::body::{Bytes, HttpBody as _};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use carrel_domain::identity::{Entity, Id};
use carrel_operations::Page;
use jiff::civil::Date;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use utoipa::IntoParams;

use crate::codes::Code;
use crate::failure::{self, Failure};
use crate::limits::LARGEST_BODY;
use crate::malformed_json;
use crate::shapes::words::FromOne;

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
                Code::NotJson,
                "The body must be JSON (Content-Type: application/json)",
            ));
        }
        let bytes = read_body(request, state).await?;
        // A call with only optional fields may have no body.
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        // serde would read an array as the values of the fields in order.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(malformed(Code::MalformedJson, "The body must be a JSON object"));
        }
        malformed_json::read(bytes)
            .map(Body)
            .map_err(|message| malformed(Code::MalformedJson, &message))
    }
}

/// The bytes of a body within the limit. One that announces far more is refused before it is read.
///
/// One that is a little too large is read up to the limit: who has sent it whole can read the refusal then, while a connection
/// that is closed earlier may be reset before that.
pub(crate) async fn read_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Failure> {
    if request.body().size_hint().lower() > HOPELESS_BODY {
        return Err(failure::too_large(TOO_LARGE));
    }
    let bytes = Bytes::from_request(request, state).await;
    bytes.map_err(|rejection| unreadable(&rejection))
}

/// The announced length in bytes from which a body is not read at all.
const HOPELESS_BODY: u64 = 16 * LARGEST_BODY as u64;

const TOO_LARGE: &str = "The body is too large";

/// The failure of an unreadable body.
pub(crate) fn unreadable(rejection: &BytesRejection) -> Failure {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        failure::too_large(TOO_LARGE)
    } else {
        failure::unreadable_body()
    }
}

fn malformed(code: Code, message: &str) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, code, message)
}

/// The query parameters of a URL. A parameter that is a list can occur several times.
pub(crate) struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        serde_html_form::from_str(parts.uri.query().unwrap_or_default())
            .map(QueryParams)
            .map_err(|error| {
                malformed(
                    Code::MalformedQuery,
                    &format!("The query could not be read: {error}"),
                )
            })
    }
}

/// The id in a path, such as `InPath<BookId>`. A text that is no id of this type is treated as an unknown id.
pub(crate) struct InPath<T>(pub T);

impl<S: Send + Sync, E: Entity> FromRequestParts<S> for InPath<Id<E>> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let text = text_in_path(parts, state).await?;
        // No entity has this id, so the lookup fails with the right noun.
        Ok(InPath(text.parse().unwrap_or(Id::UNASSIGNED)))
    }
}

/// The only parameter of a path.
pub(crate) async fn text_in_path<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<String, Failure> {
    let path = Path::<String>::from_request_parts(parts, state).await;
    let Path(text) = path.map_err(|_| malformed(Code::MalformedPath, "The address could not be read"))?;
    Ok(text)
}

/// A page of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// From 1. More than 100,000 count as 100,000.
    #[param(inline, value_type = Option<FromOne>)]
    pub page: Option<String>,
    /// Entries of a page: 20 when absent. More than 100 count as 100.
    #[param(inline, value_type = Option<FromOne>)]
    pub limit: Option<String>,
}

impl PageQuery {
    pub(crate) fn page(&self) -> Result<Page, Failure> {
        let number = whole("page", self.page.as_deref())?.unwrap_or(1);
        let limit = whole("limit", self.limit.as_deref())?.unwrap_or(Page::DEFAULT_LIMIT);
        Ok(Page::new(number, limit))
    }
}

/// The number of entries of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LimitQuery {
    /// More than 100 count as 100.
    #[param(inline, value_type = Option<FromOne>)]
    pub limit: Option<String>,
}

impl LimitQuery {
    pub(crate) fn limit(&self, default: u32) -> Result<u32, Failure> {
        Ok(whole("limit", self.limit.as_deref())?
            .unwrap_or(default)
            .min(Page::MAX_LIMIT))
    }
}

/// A whole number from 1, in plain digits. One that is too large for a `u32` counts as the largest.
pub(crate) fn whole(field: &'static str, text: Option<&str>) -> Result<Option<u32>, Failure> {
    let Some(text) = text else {
        return Ok(None);
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.starts_with(|first| first > '0');
    if !is_number {
        return Err(Failure::parameter(
            field,
            format!("{field} must be a whole number from 1"),
        ));
    }
    Ok(Some(text.parse().unwrap_or(u32::MAX)))
}

/// Parses one of a list of words; `None` when the parameter is absent.
pub(crate) fn choice<T: Copy>(
    field: &'static str,
    text: Option<&str>,
    choices: &[(&str, T)],
) -> Result<Option<T>, Failure> {
    let Some(text) = text else {
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

/// Parses a civil day; `None` when the parameter is absent.
pub(crate) fn day(field: &'static str, text: Option<&str>) -> Result<Option<Date>, Failure> {
    let Some(text) = text else {
        return Ok(None);
    };
    // The date parser also accepts forms with a time.
    let day = Some(text).filter(|text| text.len() == 10 && !text.starts_with(['+', '-']));
    day.and_then(|text| text.parse().ok())
        .map(Some)
        .ok_or_else(|| Failure::parameter(field, format!("{field} must be a day such as 2024-01-05")))
}

/// The trimmed words of a query without control characters; `None` when they are empty.
pub(crate) fn words(text: Option<String>) -> Option<String> {
    let text: String = text?
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.chars().take(300).collect())
}

/// A field that may be absent, but not null.
pub(crate) fn given<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Distinguishes an absent field from one that is null: absent is `None`, null is `Some(None)`.
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

/// A whole number in a body. JSON does not distinguish `3` from `3.0`, so both are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whole(pub i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        let fraction = || number.as_f64().filter(|number| number.fract() == 0.0);
        // Beyond 2^53 a number with a fraction part is not exact, and every limit is smaller.
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        let whole = || {
            fraction()
                .filter(|number| number.abs() <= 9e15)
                .map(|number| number as i64)
        };
        let number = number.as_i64().or_else(whole);
        number
            .map(Whole)
            .ok_or_else(|| D::Error::custom("expected a whole number"))
    }
}
