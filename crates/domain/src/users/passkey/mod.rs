//! Passkeys (WebAuthn, level 2): the ceremonies of a relying party, without attestation.
//!
//! Browsers bind a passkey to the host name of the site, its relying party ID, and sign what they did for which site. A
//! page of another site can neither use a passkey nor pass its signature on.

mod ceremony;
mod encoding;
mod key;
pub mod limit;
mod response;
mod site;

pub use ceremony::{Presented, Rejection, Stored, presented, registered};
pub use key::PublicKey;
pub use response::{PresentationForm, RegistrationForm, ValidPresentation, ValidRegistration, validate_name};
pub use site::Site;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::identity::{Entity, Id};

/// The maximum number of passkeys of one person.
pub const MOST: usize = 20;

/// A passkey as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    pub id: PasskeyId,
    pub name: String,
    /// The host name of the site where it can be used.
    pub site: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// The identifier of a passkey.
pub type PasskeyId = Id<Passkey>;

impl Entity for Passkey {
    const NAME: &'static str = "passkey";
}
