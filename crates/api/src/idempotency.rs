//! The `Idempotency-Key` header.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::HeaderName;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use carrel_domain::identity::is_idempotency_key;
use carrel_operations::{BodyDigest, IdempotentCall};
use futures_util::{StreamExt as _, stream};

use crate::caller::bearer;
use crate::codes::Code;
use crate::failure::Failure;
use crate::input::read_body;
use crate::limits::file_deadline;

/// The name of the header.
pub(crate) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Whether calls with this method may change data.
fn changes_something(method: &Method) -> bool {
    matches!(*method, Method::POST | Method::PUT | Method::DELETE)
}

/// Adds the idempotent call of a request with the header to its extensions, for the use case that stores the response.
pub(crate) async fn read_key(request: Request, next: Next) -> Response {
    if !request.headers().contains_key(IDEMPOTENCY_KEY) || !changes_something(request.method()) {
        return next.run(request).await;
    }
    match with_call(request).await {
        Ok(request) => next.run(request).await,
        Err(failure) => failure.into_response(),
    }
}

async fn with_call(request: Request) -> Result<Request, Failure> {
    let is_file = file_deadline(&request).is_some();
    let (parts, body) = request.into_parts();
    let mut keys = parts.headers.get_all(IDEMPOTENCY_KEY).iter();
    let key = keys.next().and_then(|key| key.to_str().ok());
    let key = key.filter(|key| is_idempotency_key(key));
    let (Some(key), None) = (key.map(str::to_owned), keys.next()) else {
        return Err(Failure::new(
            StatusCode::BAD_REQUEST,
            Code::BadIdempotencyKey,
            "Idempotency-Key must be 1 to 255 printable ASCII characters",
        ));
    };
    // Without a token a request is refused, or its body identifies the caller; its response is not stored.
    let Some(token) = bearer(&parts) else {
        return Ok(Request::from_parts(parts, body));
    };
    let address = parts.uri.path_and_query().map_or("", |address| address.as_str());
    let method = parts.method.as_str();
    let (call, body) = if is_file {
        let (call, digest) = IdempotentCall::streamed(key, token, method, address);
        (call, digested(body, digest))
    } else {
        let request = Request::from_parts(parts.clone(), body);
        let bytes = read_body(request, &()).await?;
        let call = IdempotentCall::new(key, token, method, address, &bytes);
        (call, Body::from(bytes))
    };
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(Arc::new(call));
    Ok(request)
}

/// A body that adds its parts to a digest while the handler reads it: a file is too large for the memory.
fn digested(body: Body, digest: BodyDigest) -> Body {
    let state = Some((body.into_data_stream(), digest));
    Body::from_stream(stream::unfold(state, |state| async {
        let (mut parts, mut digest) = state?;
        match parts.next().await {
            Some(Ok(part)) => {
                digest.update(&part);
                Some((Ok(part), Some((parts, digest))))
            }
            Some(Err(error)) => Some((Err(error), None)),
            None => {
                digest.finish();
                None
            }
        }
    }))
}
