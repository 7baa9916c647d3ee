//! The response bodies of successful calls.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use carrel_operations::Paged;
use serde::Serialize;
use utoipa::ToSchema;

use crate::failure::Failure;

/// The result of a handler.
pub(crate) type Answer<T> = Result<T, Failure>;

/// A success with its payload.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Envelope<T> {
    /// Always true.
    pub success: bool,
    /// A message for people; often absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<&'static str>,
    pub data: T,
}

impl<T> Envelope<T> {
    pub(crate) fn of(data: T) -> Self {
        Envelope {
            success: true,
            message: None,
            data,
        }
    }

    pub(crate) fn saying(message: &'static str, data: T) -> Self {
        Envelope {
            success: true,
            message: Some(message),
            data,
        }
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// A success that created something.
pub(crate) struct Created<T>(pub Envelope<T>);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, self.0).into_response()
    }
}

/// A success that began work which goes on.
pub(crate) struct Accepted<T>(pub Envelope<T>);

impl<T: Serialize> IntoResponse for Accepted<T> {
    fn into_response(self) -> Response {
        (StatusCode::ACCEPTED, self.0).into_response()
    }
}

/// The position of a page in its list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Pagination {
    /// From 1.
    pub page: u32,
    pub limit: u32,
    /// The number of entries of the whole list.
    pub total: u64,
    pub pages: u64,
}

impl Pagination {
    pub(crate) fn of<T>(paged: &Paged<T>) -> Self {
        Pagination {
            page: paged.page.number(),
            limit: paged.page.limit(),
            total: paged.total,
            pages: paged.pages(),
        }
    }
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Listed<T> {
    /// Always true.
    pub success: bool,
    pub data: Vec<T>,
    pub pagination: Pagination,
}

impl<T> Listed<T> {
    pub(crate) fn of<F>(paged: Paged<F>, show: impl FnMut(F) -> T) -> Self {
        let pagination = Pagination::of(&paged);
        Listed {
            success: true,
            data: paged.entries.into_iter().map(show).collect(),
            pagination,
        }
    }
}

impl<T: Serialize> IntoResponse for Listed<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}
