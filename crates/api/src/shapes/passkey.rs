use carrel_domain::users::UserId;
use carrel_domain::users::passkey::{self, PasskeyId, PresentationForm, PublicKey, RegistrationForm};
use carrel_operations::identity::confirmation;
use carrel_operations::identity::passkeys as operations;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;

/// A passkey of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Passkey {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: PasskeyId,
    pub name: String,
    /// The host name of the site where it can be used.
    pub site: String,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub last_used_at: Option<String>,
}

impl From<passkey::Passkey> for Passkey {
    fn from(passkey: passkey::Passkey) -> Self {
        Passkey {
            id: passkey.id,
            name: passkey.name,
            site: passkey.site,
            created_at: time(passkey.created_at),
            last_used_at: passkey.last_used_at.map(time),
        }
    }
}

/// What a browser needs to make a passkey. Its challenge is the text of `challenge` in UTF-8.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyOptions {
    pub challenge: String,
    /// The relying party ID: the host name of the site.
    pub site: String,
    /// The name of the library.
    pub library: String,
    #[schema(inline)]
    pub user_id: UserId,
    pub email: String,
    pub name: String,
    /// The numbers of the accepted algorithms (COSE), the preferred one first.
    pub algorithms: Vec<i64>,
    /// The caller's passkeys on this site, in base64url.
    pub credential_ids: Vec<String>,
}

impl From<operations::NewPasskeyOptions> for PasskeyOptions {
    fn from(options: operations::NewPasskeyOptions) -> Self {
        PasskeyOptions {
            challenge: options.challenge,
            site: options.site,
            library: options.library,
            user_id: options.user_id,
            email: options.email,
            name: options.name,
            algorithms: PublicKey::ALGORITHMS.to_vec(),
            credential_ids: options.credential_ids,
        }
    }
}

/// A new passkey, as a browser has made it. Bytes are in base64url without padding.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPasskeyForm {
    /// The challenge of the options.
    challenge: String,
    #[schema(required, nullable = false)]
    name: Option<String>,
    /// `response.clientDataJSON`
    client_data: String,
    /// `response.getAuthenticatorData()`
    authenticator_data: String,
    /// `response.getPublicKey()`: a SubjectPublicKeyInfo.
    public_key: String,
}

impl From<NewPasskeyForm> for RegistrationForm {
    fn from(form: NewPasskeyForm) -> Self {
        RegistrationForm {
            challenge: Some(form.challenge),
            name: form.name,
            client_data: Some(form.client_data),
            authenticator_data: Some(form.authenticator_data),
            public_key: Some(form.public_key),
        }
    }
}

/// A new passkey, and recovery codes. Only this response contains them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddedPasskey {
    pub passkey: Passkey,
    /// Empty when the recovery codes that the caller has stay valid.
    pub recovery_codes: Vec<String>,
}

impl From<operations::AddedPasskey> for AddedPasskey {
    fn from(added: operations::AddedPasskey) -> Self {
        AddedPasskey {
            passkey: added.passkey.into(),
            recovery_codes: added.recovery_codes.0,
        }
    }
}

/// The name of a passkey.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyNameForm {
    #[schema(required, nullable = false)]
    pub name: Option<String>,
}

/// A passkey of the account, and the site where it can be used.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyCredential {
    /// In base64url.
    pub credential_id: String,
    /// The host name.
    pub site: String,
}

impl From<(String, String)> for PasskeyCredential {
    fn from((credential_id, site): (String, String)) -> Self {
        PasskeyCredential { credential_id, site }
    }
}

/// What a browser needs to present a passkey. Its challenge is the text of `challenge` in UTF-8.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyChallenge {
    pub challenge: String,
    pub passkeys: Vec<PasskeyCredential>,
}

impl From<confirmation::PasskeyChallenge> for PasskeyChallenge {
    fn from(begun: confirmation::PasskeyChallenge) -> Self {
        PasskeyChallenge {
            challenge: begun.challenge,
            passkeys: begun.passkeys.into_iter().map(PasskeyCredential::from).collect(),
        }
    }
}

/// A presented passkey, as a browser has signed the challenge. Bytes are in base64url without padding.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PresentedPasskey {
    /// `rawId`
    credential_id: String,
    /// `response.clientDataJSON`
    client_data: String,
    /// `response.authenticatorData`
    authenticator_data: String,
    /// `response.signature`
    signature: String,
}

impl From<PresentedPasskey> for PresentationForm {
    fn from(presented: PresentedPasskey) -> Self {
        PresentationForm {
            credential_id: Some(presented.credential_id),
            client_data: Some(presented.client_data),
            authenticator_data: Some(presented.authenticator_data),
            signature: Some(presented.signature),
        }
    }
}
