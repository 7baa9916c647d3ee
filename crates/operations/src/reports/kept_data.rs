//! What the library keeps about people, and for how long, by the settings in force.

use carrel_domain::users::Act;

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::idempotency;
use crate::core::library::Library;
use crate::identity::{access_tokens, devices, email_moves, password_links, registrations, sessions};
use crate::integrations::webhooks;

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_HOURS: i64 = 24;

/// Data about people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptData {
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// For how many hours; `None` until the account is erased.
    pub hours: Option<i64>,
}

/// Every kind of data about people. The web app says what each is for.
pub const KINDS: [&str; 21] = [
    "account",
    "borrowings",
    "consents",
    "money",
    "reviews",
    "favorites",
    "saved_searches",
    "audit",
    "sessions",
    "remembered_sessions",
    "devices",
    "second_factors",
    "access_tokens",
    "registrations",
    "email_changes",
    "email_notices",
    "password_links",
    "failed_sign_ins",
    "mails",
    "webhook_deliveries",
    "stored_responses",
];

/// The times for which data is kept that the library or its operator sets. They are public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// After how many days a returned borrowing loses its person; `None` when it keeps them.
    pub borrowing_days: Option<i64>,
    /// For how many days entries of the audit log are kept.
    pub audit_days: i64,
    /// How many hours after the sign-in a session ends.
    pub session_hours: i64,
    /// How many days after the sign-in a session with Remember me ends.
    pub remembered_session_days: i64,
}

/// For how long the library keeps data, as far as it can choose.
pub fn retention(library: &Library) -> Retention {
    let privacy = &library.shown_settings().privacy;
    Retention {
        borrowing_days: privacy.borrowing_days,
        audit_days: privacy.audit_days,
        session_hours: library.limits.session_seconds / 3600,
        remembered_session_days: library.limits.remembered_session_seconds / (DAY_HOURS * 3600),
    }
}

/// What the library keeps, for administrators.
pub fn kept_data(library: &Library, context: &Context) -> Result<Vec<KeptData>> {
    context.require(Act::ManageSettings)?;
    let chosen = retention(library);
    let hours_of = |kind: &str| match kind {
        "borrowings" => chosen.borrowing_days.map(|days| days * DAY_HOURS),
        "audit" => Some(chosen.audit_days * DAY_HOURS),
        "sessions" => Some(chosen.session_hours),
        "remembered_sessions" => Some(chosen.remembered_session_days * DAY_HOURS),
        "devices" => Some(devices::REMEMBERED_MS / HOUR_MS),
        "access_tokens" => Some(access_tokens::EXPIRED_KEPT_MS / HOUR_MS),
        "registrations" => Some(registrations::CONFIRMED_FOR_MS / HOUR_MS),
        "email_changes" => Some(email_moves::UNDONE_FOR_MS / HOUR_MS),
        "password_links" => Some(password_links::INVITED_FOR_MS / HOUR_MS),
        "failed_sign_ins" => Some(sessions::OLDEST_WINDOW_MS / HOUR_MS),
        "mails" => Some(sessions::MAILS_ARE_REMEMBERED_MS / HOUR_MS),
        "webhook_deliveries" => Some(webhooks::KEPT_MS / HOUR_MS),
        "stored_responses" => Some(idempotency::STORED_MS / HOUR_MS),
        _ => None,
    };
    let kept = KINDS.map(|kind| KeptData {
        kind,
        hours: hours_of(kind),
    });
    Ok(kept.to_vec())
}
