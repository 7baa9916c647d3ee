//! The caller of a request, and its context.

use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::request::Parts;
use carrel_domain::users::Act;
use carrel_domain::users::access_token::is_access_token;
use carrel_operations::identity::origin::Origin;
use carrel_operations::identity::sessions;
use carrel_operations::identity::write_limits;
use carrel_operations::{Context, Error, IdempotentCall};

use crate::access::{Access, access_of};
use crate::address::address;
use crate::failure::Failure;
use crate::state::Api;
use crate::trace::{Account, RequestId};

/// The maximum length of a stored user agent, in characters.
const LONGEST_USER_AGENT: usize = 200;

/// A caller who has access to the call, or a visitor who reads an open catalogue. An unknown token is refused, not ignored.
pub(crate) struct Caller(pub Context);

/// A caller whose token is not checked: for calls that everybody may make.
pub(crate) struct Visitor {
    pub context: Context,
    pub origin: Origin,
    /// The token of the call, valid or not.
    pub token: Option<String>,
}

impl FromRequestParts<Api> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Failure> {
        let user_agent = parts
            .headers
            .get(USER_AGENT)
            .and_then(|value| value.to_str().ok());
        let origin = Origin {
            address: address(&parts.headers, &parts.extensions, api.trust_forwarded).text(),
            user_agent: user_agent.map(|text| text.chars().take(LONGEST_USER_AGENT).collect()),
        };
        Ok(Visitor {
            context: context(parts, api),
            origin,
            token: bearer(parts),
        })
    }
}

impl Visitor {
    /// Refuses a call that came with an access token: it neither begins nor ends sessions.
    pub(crate) fn without_access_token(self) -> Result<Self, Failure> {
        match &self.token {
            Some(token) if is_access_token(token) => Err(Error::SessionNeeded.into()),
            _ => Ok(self),
        }
    }
}

impl FromRequestParts<Api> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Failure> {
        let mut context = context(parts, api);
        if let Some(token) = bearer(parts) {
            let address = address(&parts.headers, &parts.extensions, api.trust_forwarded).text();
            let actor = sessions::identify(&api.library, &context, &token, &address).await?;
            let actor = actor.ok_or(Error::NotSignedIn)?;
            if let Some(account) = parts.extensions.get::<Account>() {
                account.set(actor.user.id);
            }
            context.actor = Some(actor);
        }
        let route = parts.extensions.get::<MatchedPath>();
        match route.and_then(|route| access_of(&parts.method, route.as_str())) {
            Some(Access::Readers) if context.actor.is_none() => {
                let address = address(&parts.headers, &parts.extensions, api.trust_forwarded).text();
                context.visitor = Some(api.library.admit_visitor(&address, context.now).await?);
            }
            Some(Access::Readers) => {
                context.require(Act::ReadCatalogue)?;
            }
            Some(Access::Act(act)) => {
                context.require(act)?;
            }
            Some(Access::Everybody | Access::Visitors) | None => {}
        }
        if let Some(actor) = &context.actor
            && !parts.method.is_safe()
        {
            write_limits::count(&api.library, &actor.user, context.now).await?;
        }
        Ok(Caller(context))
    }
}

/// The context of a call before its token is checked.
fn context(parts: &Parts, api: &Api) -> Context {
    Context {
        now: api.clock.now(),
        seed: api.entropy.seed(),
        actor: None,
        visitor: None,
        request_id: parts.extensions.get::<RequestId>().map(|id| id.0.clone()),
        idempotent_call: parts.extensions.get::<Arc<IdempotentCall>>().cloned(),
    }
}

/// The bearer token of a call.
pub(crate) fn bearer(parts: &Parts) -> Option<String> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| token.trim().to_owned())
}
