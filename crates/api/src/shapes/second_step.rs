use carrel_operations::SecondStep;
use serde::Serialize;
use utoipa::ToSchema;

use super::passkey::PasskeyCredential;
use super::time::time;

/// A way to take the second step of a sign-in.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SecondStepMethod {
    Authenticator,
    RecoveryCode,
    Passkey,
}

/// A sign-in that waits for its second step: `POST /api/auth/login/second`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecondStep)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondStepBody {
    /// Identifies the sign-in.
    pub challenge: String,
    /// What the account can prove.
    pub methods: Vec<SecondStepMethod>,
    /// The passkeys that can be presented: a browser signs the text of `challenge` in UTF-8.
    pub passkeys: Vec<PasskeyCredential>,
    #[schema(format = DateTime)]
    pub expires_at: String,
}

impl From<SecondStep> for SecondStepBody {
    fn from(step: SecondStep) -> Self {
        let methods = [
            (step.authenticator, SecondStepMethod::Authenticator),
            (step.recovery_codes, SecondStepMethod::RecoveryCode),
            (!step.passkeys.is_empty(), SecondStepMethod::Passkey),
        ];
        SecondStepBody {
            challenge: step.challenge,
            methods: methods
                .into_iter()
                .filter_map(|(has, method)| has.then_some(method))
                .collect(),
            passkeys: step.passkeys.into_iter().map(PasskeyCredential::from).collect(),
            expires_at: time(step.expires_at),
        }
    }
}
