//! The verification of what a browser and an authenticator have signed (WebAuthn, sections 7.1 and 7.2).

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::encoding::base64url;
use super::key::PublicKey;
use super::response::{AuthenticatorData, ValidPresentation, ValidRegistration};
use super::site::Site;

/// What a browser did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ceremony {
    /// It made a passkey.
    Create,
    /// It presented one.
    Get,
}

impl Ceremony {
    fn as_str(self) -> &'static str {
        match self {
            Ceremony::Create => "webauthn.create",
            Ceremony::Get => "webauthn.get",
        }
    }
}

/// Why a passkey is rejected. For the log: people learn only that it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The data has not the form of the standard.
    Malformed,
    /// The browser did something else.
    OtherCeremony,
    /// It answers another challenge.
    OtherChallenge,
    /// It was used on a page of another site, or in a frame of one.
    OtherSite,
    /// Nobody touched the authenticator.
    NobodyPresent,
    /// The signature is not that of the passkey.
    WrongSignature,
    /// The authenticator has signed more often than this one: there is a copy of it.
    Copied,
}

/// The data that a browser signs, as far as it is read.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    ceremony: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin", default)]
    cross_origin: bool,
}

/// Verifies the data of a browser.
fn verify_client_data(
    bytes: &[u8],
    ceremony: Ceremony,
    challenge: &str,
    site: &Site,
) -> Result<(), Rejection> {
    // JSON is UTF-8, also in the members that are not read here.
    let text = str::from_utf8(bytes).map_err(|_| Rejection::Malformed)?;
    let data: ClientData = serde_json::from_str(text).map_err(|_| Rejection::Malformed)?;
    if data.ceremony != ceremony.as_str() {
        return Err(Rejection::OtherCeremony);
    }
    // The challenge of the browser is the text of ours.
    if data.challenge != base64url(challenge.as_bytes()) {
        return Err(Rejection::OtherChallenge);
    }
    if data.cross_origin || !site.has_origin(&data.origin) {
        return Err(Rejection::OtherSite);
    }
    Ok(())
}

/// Verifies the data of an authenticator.
fn verify_authenticator_data<'a>(bytes: &'a [u8], site: &Site) -> Result<AuthenticatorData<'a>, Rejection> {
    let data = AuthenticatorData::parse(bytes).ok_or(Rejection::Malformed)?;
    if data.site_hash[..] != Sha256::digest(site.name().as_bytes())[..] {
        return Err(Rejection::OtherSite);
    }
    if !data.is_user_present() {
        return Err(Rejection::NobodyPresent);
    }
    Ok(data)
}

/// A verified new passkey.
#[derive(Debug, PartialEq, Eq)]
pub struct Stored {
    /// The identifier that the authenticator gave it, in base64url.
    pub credential_id: String,
    /// How often the authenticator has signed; 0 when it does not count.
    pub sign_count: i64,
}

/// Verifies a new passkey. Its authenticator is not attested: a second factor of one's own need not be of a certain model.
pub fn registered(form: &ValidRegistration, site: &Site) -> Result<Stored, Rejection> {
    verify_client_data(&form.client_data, Ceremony::Create, &form.challenge, site)?;
    let data = verify_authenticator_data(&form.authenticator_data, site)?;
    let id = data.credential_id().ok_or(Rejection::Malformed)?;
    Ok(Stored {
        credential_id: base64url(id),
        sign_count: data.sign_count.into(),
    })
}

/// A stored passkey that is presented.
#[derive(Debug)]
pub struct Presented<'a> {
    pub public_key: &'a PublicKey,
    pub site: &'a Site,
    pub sign_count: i64,
}

/// Verifies a presented passkey. Returns its new count of signatures.
pub fn presented(
    form: &ValidPresentation,
    challenge: &str,
    stored: &Presented<'_>,
) -> Result<i64, Rejection> {
    verify_client_data(&form.client_data, Ceremony::Get, challenge, stored.site)?;
    let data = verify_authenticator_data(&form.authenticator_data, stored.site)?;
    let mut signed = form.authenticator_data.clone();
    signed.extend_from_slice(&Sha256::digest(&form.client_data));
    if !stored.public_key.verifies(&signed, &form.signature) {
        return Err(Rejection::WrongSignature);
    }
    let count = i64::from(data.sign_count);
    // A stored count of 0 is that of a new passkey, or of an authenticator that does not count.
    if stored.sign_count > 0 && count <= stored.sign_count {
        return Err(Rejection::Copied);
    }
    Ok(count)
}
