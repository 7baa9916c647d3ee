//! How a session begins.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::{SessionKind, UserId};
use carrel_storage::{Transaction, second_factors, sessions};

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;
use crate::identity::origin::Origin;
use crate::identity::security_events;

/// The maximum number of sessions of one person. A stolen password cannot open any number of them, and the list of one's
/// own sessions stays readable.
pub const SESSIONS_OF_ONE_PERSON: i64 = 20;

/// How long a session lasts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lifetime {
    /// In milliseconds since 1970.
    pub expires_at: i64,
    pub kind: SessionKind,
}

impl Lifetime {
    /// That of an ordinary session.
    pub(crate) fn until(expires_at: i64) -> Self {
        Lifetime {
            expires_at,
            kind: SessionKind::Ordinary,
        }
    }
}

/// How long sessions last, in seconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionSeconds {
    ordinary: i64,
    remembered: i64,
}

impl SessionSeconds {
    pub(crate) fn of(library: &Library) -> Self {
        SessionSeconds {
            ordinary: library.limits.session_seconds,
            remembered: library.limits.remembered_session_seconds,
        }
    }

    pub(crate) fn of_kind(self, kind: SessionKind) -> i64 {
        match kind {
            SessionKind::Remembered => self.remembered,
            SessionKind::Ordinary | SessionKind::SharedComputer => self.ordinary,
        }
    }
}

/// Begins a session, and returns its token. `second_factor` is the kind of the second step, where there was one: a session
/// that an account with a second factor begins without it, on a trusted device or by a new password, is not confirmed. Of
/// too many sessions of the person, the one that was used the longest time ago ends.
pub(crate) async fn begin(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    origin: &Origin,
    lifetime: Lifetime,
    second_factor: Option<&'static str>,
) -> Result<String> {
    let is_confirmed = second_factor.is_some() || !second_factors::of_user(transaction, user_id).await?.any();
    let token = token_from(context.secret("session"));
    let session = sessions::NewSession {
        id: transaction.fresh_id().await?,
        token_hash: &token_hash(&token),
        user_id,
        created_at: context.now_ms(),
        last_used_at: context.now_ms(),
        confirmed_at: if is_confirmed { context.now_ms() } else { 0 },
        expires_at: lifetime.expires_at,
        kind: lifetime.kind,
        user_agent: origin.user_agent.as_deref(),
    };
    sessions::end_least_used_of(transaction, user_id, context.now_ms(), SESSIONS_OF_ONE_PERSON - 1).await?;
    sessions::insert(transaction, &session).await?;
    let event = security_events::session_begun(user_id, origin, second_factor);
    event.record_in(transaction, context, &origin.address, 1).await?;
    security_events::count(event.action);
    Ok(token)
}
