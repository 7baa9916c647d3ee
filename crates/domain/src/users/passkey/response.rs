//! What browsers send: the forms, and the parts of the signed data.

use super::encoding::{base64url, decoded};
use super::key::PublicKey;
use super::limit;
use crate::validation::{FieldError, Findings, required_line};

const INVALID: &str = "This passkey could not be read";

/// A new passkey as it was sent.
#[derive(Clone, Default)]
pub struct RegistrationForm {
    /// `challenge`
    pub challenge: Option<String>,
    /// `name`
    pub name: Option<String>,
    /// `clientData`: the bytes of clientDataJSON, in base64url like those of the other fields.
    pub client_data: Option<String>,
    /// `authenticatorData`
    pub authenticator_data: Option<String>,
    /// `publicKey`: a SubjectPublicKeyInfo.
    pub public_key: Option<String>,
}

/// A new passkey of the right form. It may still be wrong.
#[derive(Clone)]
pub struct ValidRegistration {
    /// The challenge that it answers; empty when none was sent.
    pub challenge: String,
    /// The name that its owner gave it.
    pub name: String,
    /// The bytes of clientDataJSON.
    pub client_data: Vec<u8>,
    /// The authenticator data.
    pub authenticator_data: Vec<u8>,
    /// The public key.
    pub public_key: PublicKey,
}

impl RegistrationForm {
    /// Validates every field.
    pub fn validate(self) -> Result<ValidRegistration, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take("name", name(self.name.as_deref()));
        let client_data = findings.take("clientData", bytes(self.client_data.as_deref()));
        let authenticator_data =
            findings.take("authenticatorData", bytes(self.authenticator_data.as_deref()));
        let public_key =
            bytes(self.public_key.as_deref()).and_then(|key| PublicKey::parse(&key).ok_or(INVALID));
        let public_key = findings.take("publicKey", public_key);
        match (name, client_data, authenticator_data, public_key) {
            (Some(name), Some(client_data), Some(authenticator_data), Some(public_key)) => {
                Ok(ValidRegistration {
                    challenge: self.challenge.unwrap_or_default(),
                    name,
                    client_data,
                    authenticator_data,
                    public_key,
                })
            }
            _ => Err(findings.into_errors()),
        }
    }
}

/// Validates a new name of a passkey.
pub fn validate_name(text: Option<&str>) -> Result<String, Vec<FieldError>> {
    name(text).map_err(|message| vec![FieldError::new("name", message)])
}

fn name(text: Option<&str>) -> Result<String, &'static str> {
    required_line(
        text,
        limit::NAME,
        "Name is required",
        "Name cannot exceed 60 characters",
        "Name contains characters that are not allowed",
    )
}

/// A passkey that is presented, as it was sent.
#[derive(Clone, Default)]
pub struct PresentationForm {
    /// `credentialId`
    pub credential_id: Option<String>,
    /// `clientData`
    pub client_data: Option<String>,
    /// `authenticatorData`
    pub authenticator_data: Option<String>,
    /// `signature`
    pub signature: Option<String>,
}

/// A presented passkey of the right form. It may still be wrong.
#[derive(Clone, PartialEq, Eq)]
pub struct ValidPresentation {
    /// The identifier that the authenticator gave it, in base64url.
    pub credential_id: String,
    /// The bytes of clientDataJSON.
    pub client_data: Vec<u8>,
    /// The authenticator data.
    pub authenticator_data: Vec<u8>,
    /// The signature of both.
    pub signature: Vec<u8>,
}

impl PresentationForm {
    /// Validates every field. The errors are those of the field `passkey`.
    pub fn validate(self) -> Result<ValidPresentation, &'static str> {
        Ok(ValidPresentation {
            // In its only form: what is compared is the text.
            credential_id: base64url(&bytes(self.credential_id.as_deref())?),
            client_data: bytes(self.client_data.as_deref())?,
            authenticator_data: bytes(self.authenticator_data.as_deref())?,
            signature: bytes(self.signature.as_deref())?,
        })
    }
}

fn bytes(text: Option<&str>) -> Result<Vec<u8>, &'static str> {
    let text = text.filter(|text| !text.is_empty() && text.len() <= limit::BYTES.max);
    text.and_then(decoded).ok_or(INVALID)
}

/// The authenticator data (WebAuthn, section 6.1).
pub(super) struct AuthenticatorData<'a> {
    pub site_hash: &'a [u8; 32],
    flags: u8,
    pub sign_count: u32,
    /// What follows: the credential, if there is one, and extensions.
    rest: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (site_hash, rest) = bytes.split_first_chunk::<32>()?;
        let (&flags, rest) = rest.split_first()?;
        let (count, rest) = rest.split_first_chunk::<4>()?;
        Some(AuthenticatorData {
            site_hash,
            flags,
            sign_count: u32::from_be_bytes(*count),
            rest,
        })
    }

    /// Whether a person touched the authenticator, or proved themselves to it.
    pub fn is_user_present(&self) -> bool {
        self.flags & 1 != 0
    }

    /// The identifier of a new credential. What follows it, the public key, is sent in another form, too.
    pub fn credential_id(&self) -> Option<&'a [u8]> {
        const HAS_CREDENTIAL: u8 = 0x40;
        if self.flags & HAS_CREDENTIAL == 0 {
            return None;
        }
        // The model of the authenticator, which is not used.
        let (_, rest) = self.rest.split_first_chunk::<16>()?;
        let (length, rest) = rest.split_first_chunk::<2>()?;
        let (id, _) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        (!id.is_empty() && id.len() <= 1023).then_some(id)
    }
}
