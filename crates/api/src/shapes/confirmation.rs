use carrel_domain::users::confirmation;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkey::PresentedPasskey;
use super::time::time;
use crate::input::given;

/// A proof of the caller's identity: the password, a code, or a passkey with its challenge.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ConfirmationForm {
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    code: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    passkey: Option<PresentedPasskey>,
    /// The challenge that the passkey has signed.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    challenge: Option<String>,
}

impl From<ConfirmationForm> for confirmation::ConfirmationForm {
    fn from(form: ConfirmationForm) -> Self {
        confirmation::ConfirmationForm {
            password: form.password,
            code: form.code,
            passkey: form.passkey.map(Into::into),
            challenge: form.challenge,
        }
    }
}

/// A confirmation of a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Confirmation {
    /// Until then, calls that need a confirmation are allowed in this session.
    #[schema(format = DateTime)]
    pub valid_until: String,
}

impl From<Timestamp> for Confirmation {
    fn from(valid_until: Timestamp) -> Self {
        Confirmation {
            valid_until: time(valid_until),
        }
    }
}
