use carrel_domain::users::{self, SessionId, device};
use carrel_operations::identity::own_sessions::OwnSession;
use serde::Serialize;
use utoipa::ToSchema;

use super::time::time;

/// A session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: SessionId,
    /// Such as `Firefox`; null when unknown.
    pub browser: Option<&'static str>,
    /// The operating system, such as `Windows`; null when unknown.
    pub system: Option<&'static str>,
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Accurate to a few minutes.
    #[schema(format = DateTime)]
    pub last_used_at: String,
    #[schema(format = DateTime)]
    pub expires_at: String,
    /// Whether it is the session of this request.
    pub is_current: bool,
}

impl Session {
    pub(crate) fn new(session: &users::Session, is_current: bool) -> Self {
        let device = device(session.user_agent.as_deref().unwrap_or_default());
        Session {
            id: session.id,
            browser: device.browser,
            system: device.system,
            created_at: time(session.created_at),
            last_used_at: time(session.last_used_at),
            expires_at: time(session.expires_at),
            is_current,
        }
    }
}

impl From<OwnSession> for Session {
    fn from(own: OwnSession) -> Self {
        Session::new(&own.session, own.is_current)
    }
}

/// The number of sessions that ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EndedSessions {
    pub ended: u64,
}
