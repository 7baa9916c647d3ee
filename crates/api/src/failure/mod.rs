//! Error responses: one shape, made in one place, with a message for people and a code for programs.

pub(crate) mod field_failure;
mod of_error;
pub(crate) mod refusals;

use std::any::Any;

use axum::Json;
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use carrel_domain::circulation::refusal::Refusal;
use carrel_operations::SecondStep;
use serde::Serialize;
use utoipa::ToSchema;

use crate::codes::Code;
use crate::failure::field_failure::{FieldFailure, Values};
use crate::failure::refusals::{Action, Reader, refusal_values, refusal_words};
use crate::security;
use crate::shapes::SecondStepBody;
use crate::shapes::words::FailureCode;

/// The response of every failure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Failure)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailureBody {
    /// Always false.
    pub success: bool,
    /// A message for people.
    pub message: String,
    /// A code for programs.
    #[schema(value_type = FailureCode)]
    pub code: Code,
    /// The data of the code, for a message in another language.
    #[schema(value_type = Object)]
    pub values: Values,
    /// The error of each field, or every reason of a refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldFailure>,
    /// Every reason of a refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub refusals: Vec<RefusalBody>,
    /// What finishes a sign-in, with the code `second_step_needed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub second_step: Option<SecondStepBody>,
}

/// One reason of a refusal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RefusalReason)]
pub(crate) struct RefusalBody {
    /// A code for programs.
    #[schema(value_type = FailureCode)]
    pub code: Code,
    /// A message for people.
    pub message: String,
    /// The data of the code, for a message in another language.
    #[schema(value_type = Object)]
    pub values: Values,
    /// Whether staff may override it.
    pub overridable: bool,
}

impl RefusalBody {
    /// A reason against an action, worded for its reader.
    pub(crate) fn new(refusal: &Refusal, action: Action, reader: Reader) -> Self {
        RefusalBody {
            code: Code::from(refusal),
            message: refusal_words(refusal, action, reader),
            values: refusal_values(refusal),
            overridable: refusal.overridable(),
        }
    }

    /// The reason among the errors of fields.
    fn as_field(&self) -> FieldFailure {
        FieldFailure::of_refusal(self.code.as_str(), &self.message, &self.values)
    }
}

/// A failure, before it is sent.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    /// Boxed, to keep `Result`s small.
    body: Box<FailureBody>,
    retry_after_seconds: Option<u32>,
    cause: Option<Cause>,
}

/// The cause of a failure, for the log line of the request. It is never sent.
#[derive(Debug, Clone)]
pub(crate) struct Cause(pub String);

impl Failure {
    pub(crate) fn new(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        let body = FailureBody {
            success: false,
            message: message.into(),
            code,
            values: Values::new(),
            errors: Vec::new(),
            refusals: Vec::new(),
            second_step: None,
        };
        Failure {
            status,
            body: Box::new(body),
            retry_after_seconds: None,
            cause: None,
        }
    }

    /// A parameter or field that is not valid.
    pub(crate) fn parameter(field: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut failure = Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            Code::Validation,
            message.clone(),
        );
        failure
            .body
            .errors
            .push(FieldFailure::new(field.to_owned(), message));
        failure
    }

    /// The failure with another status.
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    fn with_errors(mut self, errors: impl IntoIterator<Item = (String, String)>) -> Self {
        self.body.errors = errors
            .into_iter()
            .map(|(field, message)| FieldFailure::new(field, message))
            .collect();
        self
    }

    /// The reasons of a refusal, which are also among the errors by their codes.
    fn with_refusals(self, refusals: Vec<RefusalBody>) -> Self {
        let mut failure = self;
        failure.body.errors = refusals.iter().map(RefusalBody::as_field).collect();
        failure.body.refusals = refusals;
        failure
    }

    fn with_values(mut self, values: Values) -> Self {
        self.body.values = values;
        self
    }

    fn with_second_step(mut self, step: SecondStep) -> Self {
        self.body.second_step = Some(step.into());
        self
    }

    fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    fn caused_by(mut self, error: impl std::fmt::Display) -> Self {
        self.cause = Some(Cause(error.to_string()));
        self
    }

    fn not_signed_in() -> Self {
        Failure::new(
            StatusCode::UNAUTHORIZED,
            Code::NotSignedIn,
            "Please log in to continue",
        )
    }

    /// Whether the token is missing or unknown.
    pub(crate) fn is_not_signed_in(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }

    /// The same failure with the specification's message for borrowing.
    pub(crate) fn while_borrowing(mut self) -> Self {
        if self.status == StatusCode::UNAUTHORIZED {
            "Please log in to borrow a book".clone_into(&mut self.body.message);
        }
        self
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        metrics::counter!("carrel_failures_total", "code" => self.body.code.as_str()).increment(1);
        let code = self.body.code;
        let mut response = (self.status, Json(self.body)).into_response();
        // For the lines and the audit entries of refused calls.
        response.extensions_mut().insert(code);
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}

/// The response to a defect.
pub(crate) fn internal() -> Failure {
    Failure::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        Code::Internal,
        "Server error. Please try again later.",
    )
}

/// The response to an unknown path.
pub(crate) async fn unknown_path() -> Failure {
    nothing_here()
}

/// There is nothing at this address.
pub(crate) fn nothing_here() -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        Code::UnknownPath,
        "There is nothing at this address",
    )
}

/// The response to a method that a path does not have. The router adds the `Allow` header.
pub(crate) async fn method_not_allowed() -> Failure {
    Failure::new(
        StatusCode::METHOD_NOT_ALLOWED,
        Code::MethodNotAllowed,
        "This address has no such method",
    )
}

/// Headers and body of the response to an unreadable request, by its status; `None` for other statuses.
pub fn unreadable_request(status: u16) -> Option<(HeaderMap, Vec<u8>)> {
    let (code, message) = match status {
        400 => (Code::MalformedRequest, "The request could not be read"),
        414 => (Code::TooLongAddress, "The address is too long"),
        431 => (Code::TooLargeHead, "The head of the request is too large"),
        _ => return None,
    };
    let failure = Failure::new(StatusCode::from_u16(status).ok()?, code, message);
    let body = serde_json::to_vec(&failure.body).ok()?;
    Some((headers_before_routing(), body))
}

/// The headers of a response that no route makes.
fn headers_before_routing() -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(security::PRIVATE));
    security::add(&mut headers);
    headers
}

/// The whole response, in bytes, to a connection beyond the limit of its network address. The connection is closed after
/// it.
pub fn too_many_connections() -> Vec<u8> {
    let failure = Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        Code::Unavailable,
        "There are too many connections from your network. Please try again in a moment.",
    );
    let body = serde_json::to_vec(&failure.body).unwrap_or_default();
    let mut headers = headers_before_routing();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    let mut response = b"HTTP/1.1 503 Service Unavailable\r\n".to_vec();
    for (name, value) in &headers {
        response.extend_from_slice(name.as_str().as_bytes());
        response.extend_from_slice(b": ");
        response.extend_from_slice(value.as_bytes());
        response.extend_from_slice(b"\r\n");
    }
    response.extend_from_slice(b"\r\n");
    response.extend_from_slice(&body);
    response
}

/// The response to a request that HTTP forbids although it can be read. The connection is closed after it.
pub fn malformed_request() -> Response {
    let mut response = StatusCode::BAD_REQUEST.into_response();
    if let Some((headers, body)) = unreadable_request(400) {
        *response.headers_mut() = headers;
        *response.body_mut() = body.into();
    }
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The response to a body that is too large.
pub(crate) fn too_large(message: &str) -> Failure {
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, message)
}

/// The response to a body that could not be read.
pub(crate) fn unreadable_body() -> Failure {
    Failure::new(
        StatusCode::BAD_REQUEST,
        Code::UnreadableBody,
        "The body could not be read",
    )
}

/// The response after the deadline of a request.
pub(crate) fn too_slow() -> Failure {
    Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        Code::TooSlow,
        "The library is busy. Please try again in a moment.",
    )
    .retry_after(5)
}

/// The response after a panic in a handler.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
pub(crate) fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!(panic = text, "a handler panicked");
    internal().into_response()
}

#[cfg(test)]
mod tests {
    use std::any::Any;

    use axum::http::header::RETRY_AFTER;
    use axum::response::IntoResponse as _;
    use carrel_operations::{Error, StorageError};

    use super::{Cause, Failure, panicked, too_slow};

    #[test]
    fn database_failures_have_the_status_that_clients_need() {
        let secret = || "relation books at 10.0.0.7".to_owned();
        for (error, status, code, retry_after) in [
            (StorageError::Unavailable(secret()), 503, "unavailable", Some("2")),
            (StorageError::ReadOnly(secret()), 503, "unavailable", Some("2")),
            (StorageError::Contention, 503, "unavailable", Some("2")),
            (StorageError::DiskFull, 507, "disk_full", None),
            (StorageError::DiskFailed(secret()), 503, "disk_failed", Some("2")),
            (StorageError::Other(secret()), 500, "internal", None),
            (StorageError::NoRow, 500, "internal", None),
            (StorageError::Constraint { what: secret() }, 500, "internal", None),
            (StorageError::Unique { what: secret() }, 500, "internal", None),
        ] {
            let failure = Failure::from(Error::Storage(error));
            assert_eq!(
                (failure.status.as_u16(), failure.body.code.as_str()),
                (status, code)
            );
            assert!(!failure.body.message.contains("10.0.0.7"));
            let response = failure.into_response();
            // A busy database is reported by the log line of the request.
            let cause = response.extensions().get::<Cause>();
            assert_eq!(cause.is_some(), code == "unavailable");
            let retry = response
                .headers()
                .get(RETRY_AFTER)
                .map(|value| value.to_str().unwrap());
            assert_eq!(retry, retry_after);
        }
    }

    #[test]
    fn panics_and_timeouts_have_the_shape_of_every_failure() {
        let panics: [Box<dyn Any + Send>; 3] =
            [Box::new("secret"), Box::new("secret".to_owned()), Box::new(7)];
        for panic in panics {
            assert_eq!(panicked(panic).status(), 500);
        }
        let slow = too_slow();
        assert_eq!((slow.status.as_u16(), slow.body.code.as_str()), (503, "too_slow"));
        assert_eq!(slow.into_response().headers()[RETRY_AFTER], "5");
        let not_built = Failure::from(Error::IndexNotBuilt);
        assert_eq!(
            (not_built.status.as_u16(), not_built.body.code.as_str()),
            (503, "search_index_not_built")
        );
        assert_eq!(not_built.into_response().headers()[RETRY_AFTER], "5");
    }
}
