//! A change of the e-mail address of an account, as its owner sees it.

use jiff::Timestamp;

use crate::identity::{Entity, Id};
use crate::users::UserId;

/// A change of the e-mail address of an account.
///
/// With a mail server, a change by the owner is pending until the new address is confirmed by a link; afterwards it can
/// be undone by a link to the old address. Without one, it takes effect at once, and the account shows a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailChange {
    pub id: EmailChangeId,
    pub user_id: UserId,
    pub old_email: String,
    pub new_email: String,
    pub requested_at: Timestamp,
    /// When it took effect; `None` while it is pending.
    pub changed_at: Option<Timestamp>,
    /// When the pending change, or the possibility to undo it, ends.
    pub expires_at: Timestamp,
    /// Whether staff made the change, rather than the owner.
    pub by_staff: bool,
}

/// The identifier of a change of an e-mail address.
pub type EmailChangeId = Id<EmailChange>;

impl Entity for EmailChange {
    const NAME: &'static str = "email_change";
}
