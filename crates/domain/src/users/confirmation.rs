//! Recent confirmation: which acts need a session whose owner has proved their identity a short time ago.
//!
//! A session may be found open on a shared computer. With it alone, nobody can gain permissions, take over an account, or
//! take a copy of the data (OWASP ASVS 5.0, 7.5.1 and 7.5.3).

use jiff::{SignedDuration, Timestamp};

use super::Act;
use super::limits::message;
use super::password_fields::not_longer_than_a_password;
use crate::validation::FieldError;

/// How long a confirmation is valid. A sign-in counts as one.
pub const CONFIRMED_FOR: SignedDuration = SignedDuration::from_mins(15);

/// Whether an act needs a session with a recent confirmation. Access tokens may do none of these acts.
pub fn needs_confirmation(act: Act) -> bool {
    match act {
        Act::MakeAccessTokens
        | Act::ExportOwnData
        | Act::ManageStaff
        | Act::MakePasswordLinks
        | Act::ManageMailServer
        | Act::ManageSecurity
        | Act::ManageRoles
        | Act::ManageWebhooks => true,
        Act::ReadCatalogue
        | Act::Borrow
        | Act::ReadOwnRecord
        | Act::KeepFavorites
        | Act::RateBooks
        | Act::ReadOwnBorrowings
        | Act::ManageOwnAccount
        | Act::ConfirmIdentity
        | Act::ReadInventory
        | Act::ManageCatalogue
        | Act::ModerateReviews
        | Act::ReadUsers
        | Act::ManageUsers
        | Act::ReadAnyBorrowing
        | Act::ReadAnyHistory
        | Act::CheckOut
        | Act::OverrideRefusals
        | Act::BackdateReturns
        | Act::ReturnAnyBorrowing
        | Act::RecordPayment
        | Act::WaiveCharges
        | Act::ReadStatistics
        | Act::ManageSettings => false,
    }
}

/// Whether a confirmation is still valid. One in the future is that of a server whose clock was wrong: it is valid only as
/// long as one in the past.
pub fn is_recent(confirmed_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(confirmed_at).abs() < CONFIRMED_FOR
}

/// The form for a confirmation as it was sent.
#[derive(Clone, Default)]
pub struct ConfirmationForm {
    /// `password`
    pub password: Option<String>,
}

impl ConfirmationForm {
    /// Validates the form, and returns the password, normalized. It may still be wrong.
    pub fn validate(self) -> Result<String, Vec<FieldError>> {
        let password = self.password.filter(|password| !password.is_empty());
        password
            .ok_or(message::PASSWORD_REQUIRED)
            .and_then(|password| not_longer_than_a_password(&password))
            .map_err(|message| vec![FieldError::new("password", message)])
    }
}
