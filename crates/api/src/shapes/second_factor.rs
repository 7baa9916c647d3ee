use std::fmt::Write as _;

use carrel_domain::users::second_factor;
use carrel_operations::identity::second_factors::{NewAuthenticator, OwnFactors, RecoveryCodes};
use fast_qr::{ECL, QRBuilder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkey::{Passkey, PresentedPasskey};
use super::time::stored_time;
use crate::input::given;

/// The second step of a sign-in: a code or a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondStepForm {
    /// From the response of the first step.
    challenge: String,
    /// A code of the authenticator app, or a recovery code.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    code: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    passkey: Option<PresentedPasskey>,
    /// Whether the next sign-ins on this device need no second step, for 30 days.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    remember_device: Option<bool>,
    /// The token that the device kept from an earlier sign-in.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    device_token: Option<String>,
}

impl From<SecondStepForm> for second_factor::SecondStepForm {
    fn from(form: SecondStepForm) -> Self {
        second_factor::SecondStepForm {
            challenge: Some(form.challenge),
            code: form.code,
            passkey: form.passkey.map(Into::into),
            remember_device: form.remember_device,
            device_token: form.device_token,
        }
    }
}

/// A code of the authenticator app.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CodeForm {
    #[schema(required, nullable = false)]
    pub code: Option<String>,
}

/// The caller's second factors.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondFactors {
    /// When the authenticator app was added; null when there is none.
    #[schema(format = DateTime)]
    pub authenticator_added_at: Option<String>,
    /// The newest first.
    pub passkeys: Vec<Passkey>,
    pub recovery_codes_left: i64,
}

impl From<OwnFactors> for SecondFactors {
    fn from(own: OwnFactors) -> Self {
        SecondFactors {
            authenticator_added_at: own.factors.authenticator_at.map(stored_time),
            passkeys: own.passkeys.into_iter().map(Passkey::from).collect(),
            recovery_codes_left: own.factors.recovery_codes,
        }
    }
}

/// A new authenticator app. It counts once a code of it has been sent to
/// `POST /api/auth/second-factors/authenticator/confirm`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuthenticatorSecret {
    /// In base32, for apps into which it is typed.
    pub secret: String,
    /// What the QR code contains: an `otpauth:` address.
    pub address: String,
    pub qr_code: QrCode,
}

/// A QR code as a path of SVG.
#[derive(Serialize, ToSchema)]
pub(crate) struct QrCode {
    /// The number of modules of a side, without a margin.
    pub size: usize,
    /// The dark modules, one unit each.
    pub path: String,
}

impl QrCode {
    /// The code of a short text.
    fn of(text: &str) -> QrCode {
        // An address of a library and an account is far shorter than the largest code.
        let code = QRBuilder::new(text)
            .ecl(ECL::M)
            .build()
            .expect("the text fits into a QR code");
        let mut path = String::new();
        for y in 0..code.size {
            let row = &code[y];
            for x in (0..code.size).filter(|x| row[*x].value()) {
                let _ = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
        QrCode {
            size: code.size,
            path,
        }
    }
}

impl From<NewAuthenticator> for AuthenticatorSecret {
    fn from(new: NewAuthenticator) -> Self {
        AuthenticatorSecret {
            qr_code: QrCode::of(&new.address),
            secret: new.secret,
            address: new.address,
        }
    }
}

/// Recovery codes. Only this response contains them.
#[derive(Serialize, ToSchema)]
#[schema(as = RecoveryCodes)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryCodesShape {
    /// Empty when the recovery codes that the caller has stay valid.
    pub recovery_codes: Vec<String>,
}

impl From<RecoveryCodes> for RecoveryCodesShape {
    fn from(RecoveryCodes(recovery_codes): RecoveryCodes) -> Self {
        RecoveryCodesShape { recovery_codes }
    }
}
