//! What a use case needs to know of its caller.

use std::sync::Arc;

use carrel_domain::identity::Ids;
use carrel_domain::users::scope::{Asked, asked_of_token};
use carrel_domain::users::{Act, Role, Scopes, may};
use carrel_storage::engine::Stamp;
use carrel_storage::users::UserRow;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::idempotent_call::IdempotentCall;

/// When, from where, and by whom a use case is asked for. Running it twice with the same context gives the same ids.
#[derive(Debug, Clone)]
pub struct Context {
    /// The instant of the call.
    pub now: Timestamp,
    /// The seed of every id and token of the call, drawn at the edge.
    pub seed: [u8; 32],
    /// Who is signed in.
    pub actor: Option<Actor>,
    /// Joins log lines, the trail and the answer.
    pub request_id: Option<String>,
    /// What the call is, when it came with an idempotency key.
    pub repeatable: Option<Arc<IdempotentCall>>,
}

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Actor {
    /// The account, as it was when the call began.
    pub user: Arc<UserRow>,
    /// The hash of the caller's token.
    pub token_hash: String,
    /// The state of the data in which that was so; none for an actor who came without a session.
    pub stamp: Option<Stamp>,
    /// What the caller's access token is good for; `None` for a session, which is good for everything.
    pub scopes: Option<Scopes>,
}

impl Actor {
    /// The role of the account.
    pub fn role(&self) -> Role {
        self.user.role.parse().unwrap_or_default()
    }
}

impl Context {
    /// The actor, if there is one, the role allows the act, and so does the token.
    pub fn require(&self, act: Act) -> Result<&Actor> {
        let actor = self.actor.as_ref().ok_or(Error::NotSignedIn)?;
        if !may(actor.role(), act) {
            return Err(Error::NotAllowed);
        }
        if let Some(scopes) = actor.scopes {
            match asked_of_token(act) {
                Asked::Any => {}
                Asked::Scope(scope) if scopes.contains(scope) => {}
                Asked::Scope(scope) => return Err(Error::MissingScope(scope)),
                Asked::Session => return Err(Error::SessionNeeded),
            }
        }
        Ok(actor)
    }

    /// The id of the actor, for the trail.
    pub fn actor_id(&self) -> Option<&str> {
        self.actor.as_ref().map(|actor| actor.user.id.as_str())
    }

    /// Fresh ids and tokens of this call, always in the same order.
    pub fn ids(&self) -> Ids {
        Ids::new(self.now, self.seed)
    }

    /// The instant as stored: milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now.as_millisecond()
    }
}
