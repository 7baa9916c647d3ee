//! Recent confirmation: which acts need a session whose owner has proved their identity a short time ago.
//!
//! A session may be found open on a shared computer. With it alone, a thief must not gain permissions, open other
//! accounts by links, or save the owner's data or the records of all people as files (OWASP ASVS 5.0, 7.5.1 and 7.5.3). It does not cover changes of the accounts
//! of people who are not staff.

use jiff::{SignedDuration, Timestamp};

use super::Act;
use super::limits::message;
use super::passkey::PresentationForm;
use super::password_fields::not_longer_than_a_password;
use super::second_factor::{Proof, parse_code};
use crate::validation::FieldError;

/// How long a confirmation is valid. A sign-in counts as one.
pub const CONFIRMED_FOR: SignedDuration = SignedDuration::from_mins(15);

/// Whether an act needs a recent confirmation of the session that does it. An access token needs none: its scopes are what
/// its owner has allowed.
pub fn needs_confirmation(act: Act) -> bool {
    match act {
        Act::ManageOwnSecondFactors
        | Act::MakeAccessTokens
        | Act::ExportOwnData
        | Act::ExportBorrowings
        | Act::ExportAudit
        | Act::ManageStaff
        | Act::EraseUsers
        | Act::MakePasswordLinks
        | Act::RemoveSecondFactors
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
        | Act::ReadOwnSecondFactors
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
        | Act::AddCharges
        | Act::ReadStatistics
        | Act::ReadAudit
        | Act::ManageSettings => false,
    }
}

/// Whether a confirmation is still valid. One in the future is that of a server whose clock was wrong: it is valid only as
/// long as one in the past.
pub fn is_recent(confirmed_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(confirmed_at).abs() < CONFIRMED_FOR
}

/// The form for a confirmation as it was sent: one of its fields.
#[derive(Clone, Default)]
pub struct ConfirmationForm {
    /// `password`
    pub password: Option<String>,
    /// `code`
    pub code: Option<String>,
    /// `passkey`
    pub passkey: Option<PresentationForm>,
    /// `challenge`, which the passkey has signed.
    pub challenge: Option<String>,
}

/// What confirms the identity of the owner of a session. It may still be wrong.
#[derive(Clone)]
pub enum Confirmation {
    /// The password, normalized.
    Password(String),
    /// A proof of the second factor, and the challenge that a passkey has signed.
    SecondFactor(Proof, String),
}

impl ConfirmationForm {
    /// Validates the form. A passkey is preferred to a code, and a code to a password.
    pub fn validate(self) -> Result<Confirmation, Vec<FieldError>> {
        if let Some(passkey) = self.passkey {
            let challenge = self.challenge.unwrap_or_default();
            return passkey
                .validate()
                .map(|passkey| Confirmation::SecondFactor(Proof::Passkey(passkey), challenge))
                .map_err(|message| vec![FieldError::new("passkey", message)]);
        }
        if self.code.is_some() {
            return parse_code(self.code.as_deref())
                .map(|proof| Confirmation::SecondFactor(proof, String::new()))
                .map_err(|message| vec![FieldError::new("code", message)]);
        }
        let password = self.password.filter(|password| !password.is_empty());
        password
            .ok_or(message::PASSWORD_REQUIRED)
            .and_then(|password| not_longer_than_a_password(&password))
            .map(Confirmation::Password)
            .map_err(|message| vec![FieldError::new("password", message)])
    }
}
