//! The caller of a protocol that needs no account.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use carrel_operations::{Context, Error};

use crate::address::address;
use crate::failure::{Failure, nothing_here};
use crate::state::Api;

/// A program that calls without an account. It is known by its network address, and has the limits of visitors.
pub(crate) struct Stranger {
    context: Context,
    address: String,
}

impl FromRequestParts<Api> for Stranger {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Self::Rejection> {
        Ok(Stranger {
            context: Context::without_actor(api.clock.now(), api.entropy.seed()),
            address: address(&parts.headers, &parts.extensions, api.trust_forwarded).text(),
        })
    }
}

impl Stranger {
    /// The context of the call, which is counted.
    pub(crate) async fn admit(self, api: &Api) -> Result<Context, Failure> {
        let mut context = self.context;
        let admitted = api.library.admit_stranger(&self.address, context.now).await;
        context.visitor = Some(admitted.map_err(busy)?);
        Ok(context)
    }
}

/// The failure of a call. While a protocol is off, there is nothing at its address. Programs of these protocols know 503 with
/// `Retry-After` better than 429: the specification of OAI-PMH asks them to wait then.
pub(crate) fn busy(error: Error) -> Failure {
    match error {
        Error::NotFound(_) => nothing_here(),
        Error::Throttled { .. } => Failure::from(error).with_status(StatusCode::SERVICE_UNAVAILABLE),
        error => error.into(),
    }
}
