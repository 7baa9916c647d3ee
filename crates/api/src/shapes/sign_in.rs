use carrel_domain::users::validation::{LoginForm, Registration, RegistrationConfirmation};
use carrel_operations::Library;
use carrel_operations::identity::sessions::SignedIn;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::user::SignedInUser;
use super::words::LanguageCode;
use crate::input::given;

/// A new session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SessionData {
    pub user: SignedInUser,
    /// The token for `Authorization: Bearer …`.
    pub token: String,
    /// The token of the device: keep it when you sign out, and send it with the next sign-in, so that failed sign-ins of
    /// strangers do not delay yours. It opens nothing. Null when only the password has changed.
    #[serde(rename = "deviceToken")]
    pub device_token: Option<String>,
}

/// The response of login and registration: `user` and `token` are in `data`, and again beside it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SessionBody {
    /// Always true.
    pub success: bool,
    pub message: &'static str,
    pub data: SessionData,
    pub user: SignedInUser,
    pub token: String,
}

impl SessionBody {
    pub(crate) fn new(library: &Library, message: &'static str, signed_in: SignedIn) -> Self {
        let user = SignedInUser::of(library, signed_in.user, Some(signed_in.session_kind));
        let data = SessionData {
            user: user.clone(),
            token: signed_in.token.clone(),
            device_token: signed_in.device_token,
        };
        SessionBody {
            success: true,
            message,
            data,
            user,
            token: signed_in.token,
        }
    }
}

/// The login form.
#[derive(Deserialize, ToSchema)]
#[schema(as = LoginForm)]
pub(crate) struct LoginBody {
    #[schema(required, nullable = false)]
    email: Option<String>,
    #[schema(required, nullable = false)]
    password: Option<String>,
    /// Whether the session lasts for weeks instead of hours.
    #[serde(rename = "rememberMe", default, deserialize_with = "given")]
    #[schema(nullable = false)]
    remember_me: Option<bool>,
    /// Whether many people use this computer: the session ends soon when it is not used, and is never remembered.
    #[serde(rename = "sharedComputer", default, deserialize_with = "given")]
    #[schema(nullable = false)]
    shared_computer: Option<bool>,
    /// The token that the device kept from an earlier sign-in.
    #[serde(rename = "deviceToken", default, deserialize_with = "given")]
    #[schema(nullable = false)]
    device_token: Option<String>,
}

impl From<LoginBody> for LoginForm {
    fn from(body: LoginBody) -> Self {
        LoginForm {
            email: body.email,
            password: body.password,
            remember_me: body.remember_me,
            shared_computer: body.shared_computer,
            device_token: body.device_token,
        }
    }
}

/// The registration form.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistrationForm)]
pub(crate) struct RegistrationBody {
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false)]
    email: Option<String>,
    phone: Option<String>,
    address: Option<String>,
    #[schema(required, nullable = false)]
    password: Option<String>,
    #[schema(required, nullable = false)]
    confirm_password: Option<String>,
    #[schema(required, nullable = false)]
    agree_terms: Option<bool>,
    /// The language of the account and of its mails; the library's when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = LanguageCode)]
    language: Option<String>,
    /// Whether many people use this computer: the session ends soon when it is not used.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    shared_computer: Option<bool>,
    /// The token that the device kept from an earlier sign-in.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    device_token: Option<String>,
}

impl From<RegistrationBody> for Registration {
    fn from(body: RegistrationBody) -> Self {
        Registration {
            name: body.name,
            email: body.email,
            phone: body.phone,
            address: body.address,
            password: body.password,
            confirm_password: body.confirm_password,
            agree_terms: body.agree_terms,
            language: body.language,
            shared_computer: body.shared_computer,
            device_token: body.device_token,
        }
    }
}

/// The confirmation of a registration.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistrationConfirmationForm)]
pub(crate) struct RegistrationConfirmationBody {
    /// The part of the link after `#token=`.
    token: String,
    /// The password that was chosen at the registration.
    #[schema(required, nullable = false)]
    password: Option<String>,
    /// Whether many people use this computer: the session ends soon when it is not used.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    shared_computer: Option<bool>,
    /// The token that the device kept from an earlier sign-in.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    device_token: Option<String>,
}

impl From<RegistrationConfirmationBody> for RegistrationConfirmation {
    fn from(body: RegistrationConfirmationBody) -> Self {
        RegistrationConfirmation {
            token: Some(body.token),
            password: body.password,
            shared_computer: body.shared_computer,
            device_token: body.device_token,
        }
    }
}
