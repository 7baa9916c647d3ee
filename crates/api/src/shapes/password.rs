use carrel_domain::users::validation::{PasswordChange, PasswordRequest, PasswordReset};
use carrel_operations::identity::password_links;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::stored_time;

/// A request for a link to set a new password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordRequestForm {
    #[schema(required, nullable = false)]
    email: Option<String>,
}

impl From<PasswordRequestForm> for PasswordRequest {
    fn from(form: PasswordRequestForm) -> Self {
        PasswordRequest { email: form.email }
    }
}

/// A new password, set by a one-time link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasswordResetForm {
    /// The part of the link after `#token=`.
    token: String,
    #[schema(required, nullable = false)]
    password: Option<String>,
    #[schema(required, nullable = false)]
    confirm_password: Option<String>,
}

impl From<PasswordResetForm> for PasswordReset {
    fn from(form: PasswordResetForm) -> Self {
        PasswordReset {
            token: Some(form.token),
            password: form.password,
            confirm_password: form.confirm_password,
        }
    }
}

/// A link for a new password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasswordLink {
    /// The path of the link on this site.
    pub path: String,
    #[schema(format = DateTime)]
    pub expires_at: String,
}

impl From<password_links::PasswordLink> for PasswordLink {
    fn from(link: password_links::PasswordLink) -> Self {
        PasswordLink {
            path: link.path(),
            expires_at: stored_time(link.expires_at),
        }
    }
}

/// The password form.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasswordForm {
    #[schema(required, nullable = false)]
    current_password: Option<String>,
    #[schema(required, nullable = false)]
    new_password: Option<String>,
}

impl From<PasswordForm> for PasswordChange {
    fn from(form: PasswordForm) -> Self {
        PasswordChange {
            current_password: form.current_password,
            new_password: form.new_password,
        }
    }
}
