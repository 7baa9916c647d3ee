//! The context of a call: its instant, its caller, its randomness.

use std::fmt;
use std::sync::Arc;

use carrel_domain::identity::derived;
use carrel_domain::users::confirmation::{is_recent, needs_confirmation};
use carrel_domain::users::scope::{TokenRequirement, token_requirement};
use carrel_domain::users::{Act, Role, Scopes, SessionKind, User, UserId};
use carrel_storage::engine::Stamp;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::idempotent_call::IdempotentCall;
use crate::core::turns::Turn;
use crate::core::visitors::VisitorCall;

/// The instant and the caller of a use case.
#[derive(Clone)]
pub struct Context {
    /// The instant of the call.
    pub now: Timestamp,
    /// The seed of every secret of the call, drawn at the edge. Read through [`Context::secret`].
    pub seed: [u8; 32],
    /// The signed-in caller.
    pub actor: Option<Actor>,
    /// A visitor's call of the open catalogue; then there is no actor.
    pub visitor: Option<VisitorCall>,
    /// Connects log lines, the audit log and the response.
    pub request_id: Option<String>,
    /// The identity of the call, when it has an idempotency key.
    pub idempotent_call: Option<Arc<IdempotentCall>>,
}

/// A signed-in caller.
#[derive(Debug, Clone)]
pub struct Actor {
    /// The account, as it was when the call began.
    pub user: Arc<User>,
    /// The hash of the caller's token.
    pub token_hash: String,
    /// The version of the data in which the account was read; `None` for an actor without a session.
    pub stamp: Option<Stamp>,
    /// The scopes of the caller's access token; `None` for a session, which has all of them.
    pub scopes: Option<Scopes>,
    /// When the owner of the session last proved their identity; `None` for an actor inside the server, and for the owner
    /// of an access token.
    pub confirmed_at: Option<Timestamp>,
    /// The kind of the session; `None` without a session.
    pub session_kind: Option<SessionKind>,
    /// The caller's turn, held until the call has ended; `None` for an actor inside the server.
    pub turn: Option<Arc<Turn>>,
}

impl Actor {
    /// An actor inside the server, without a session: it needs no confirmation.
    pub fn inside(user: Arc<User>) -> Self {
        Actor {
            user,
            token_hash: String::new(),
            stamp: None,
            scopes: None,
            confirmed_at: None,
            session_kind: None,
            turn: None,
        }
    }

    /// The role of the account.
    pub fn role(&self) -> &Role {
        &self.user.role
    }
}

impl Context {
    /// A call without a signed-in caller: by a visitor, from the command line, or by the server itself.
    pub fn without_actor(now: Timestamp, seed: [u8; 32]) -> Self {
        Context {
            now,
            seed,
            actor: None,
            visitor: None,
            request_id: None,
            idempotent_call: None,
        }
    }

    /// Returns the actor if there is one, its role and its token allow the act, and its session has a recent confirmation
    /// if the act needs one.
    pub fn require(&self, act: Act) -> Result<&Actor> {
        let actor = self.actor.as_ref().ok_or(Error::NotSignedIn)?;
        if !actor.role().may(act) {
            return Err(if actor.role().withheld {
                Error::SecondFactorNeeded
            } else {
                Error::NotAllowed
            });
        }
        if let Some(scopes) = actor.scopes {
            match token_requirement(act) {
                TokenRequirement::Any => {}
                TokenRequirement::Scope(scope) if scopes.contains(scope) => {}
                TokenRequirement::Scope(scope) => return Err(Error::MissingScope(scope)),
                TokenRequirement::Session => return Err(Error::SessionNeeded),
            }
        }
        if needs_confirmation(act) && !self.is_confirmed() {
            return Err(Error::ConfirmationNeeded);
        }
        Ok(actor)
    }

    /// Returns the actor if there is one who may read the catalogue, or `None` for an admitted visitor.
    pub fn require_reader(&self) -> Result<Option<&Actor>> {
        match self.visitor {
            Some(_) if self.actor.is_none() => Ok(None),
            _ => self.require(Act::ReadCatalogue).map(Some),
        }
    }

    /// The version of the data that the call began with; `None` for a caller without a session who is no visitor.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        match &self.actor {
            Some(actor) => actor.stamp,
            None => self.visitor.as_ref().map(|visitor| visitor.stamp),
        }
    }

    /// Whether the session of the actor has a recent confirmation. Access tokens need none: their owner has
    /// allowed what they may do.
    pub fn is_confirmed(&self) -> bool {
        let confirmed_at = self.actor.as_ref().and_then(|actor| actor.confirmed_at);
        confirmed_at.is_none_or(|confirmed_at| is_recent(confirmed_at, self.now))
    }

    /// The id of the actor, for the audit log.
    pub fn actor_id(&self) -> Option<UserId> {
        self.actor.as_ref().map(|actor| actor.user.id)
    }

    /// `N` secret bytes for one purpose, such as `session` or `password salt`. The same label gives the same bytes, so a
    /// retry of the transaction makes the same token; different labels never do.
    pub fn secret<const N: usize>(&self, label: &str) -> [u8; N] {
        derived(&self.seed, &format!("secret {label}"))
    }

    /// The instant as stored: milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now.as_millisecond()
    }

    /// The instant as it is read back: whole milliseconds.
    pub fn stored_now(&self) -> Timestamp {
        stored(self.now)
    }
}

/// Omits the seed, which is a secret.
impl fmt::Debug for Context {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Context")
            .field("now", &self.now)
            .field("actor", &self.actor)
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}

/// An instant as it is read back when it was stored: whole milliseconds.
pub(crate) fn stored(instant: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(instant.as_millisecond()).unwrap_or(instant)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::Context;

    fn context() -> Context {
        Context::without_actor(Timestamp::UNIX_EPOCH, [7; 32])
    }

    #[test]
    fn a_retry_draws_the_same_secrets() {
        let (first, retry) = (context(), context());
        assert_eq!(first.secret::<32>("session"), retry.secret::<32>("session"));
    }

    #[test]
    fn the_seed_is_not_shown() {
        let context = Context::without_actor(Timestamp::UNIX_EPOCH, [173; 32]);
        let shown = format!("{context:?}");
        assert!(shown.contains("1970"), "{shown}");
        assert!(!shown.contains("173"), "{shown}");
    }

    #[test]
    fn secrets_depend_only_on_seed_and_label() {
        let context = context();
        let session = context.secret::<32>("session");
        assert_eq!(context.secret::<32>("session"), session);
        assert_ne!(context.secret::<32>("access token"), session);
    }
}
