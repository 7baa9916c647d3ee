//! A library may ask its staff for a second factor. A person on the staff without one can sign in, and do nothing but add one.

use super::act::{Act, Acts};
use super::role::Role;

/// What a person can do who still has to add a second factor: see and change their own account. Every other act, also one
/// that is added later, is refused.
pub const WITHOUT_FACTOR: Acts = Acts::NONE
    .and(Act::ReadOwnRecord)
    .and(Act::ManageOwnAccount)
    .and(Act::ConfirmIdentity)
    .and(Act::ReadOwnSecondFactors)
    .and(Act::ManageOwnSecondFactors);

/// Whether a person still has to add a second factor. `is_asked` is the setting of the library.
pub fn must_add_factor(is_asked: bool, role: &Role, has_factor: bool) -> bool {
    is_asked && role.is_staff() && !has_factor
}
