use carrel_domain::users::confirmation;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;

/// A proof of the caller's identity.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ConfirmationForm {
    #[schema(required, nullable = false)]
    password: Option<String>,
}

impl From<ConfirmationForm> for confirmation::ConfirmationForm {
    fn from(form: ConfirmationForm) -> Self {
        confirmation::ConfirmationForm {
            password: form.password,
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
