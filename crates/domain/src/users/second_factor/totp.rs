//! Codes of authenticator apps: TOTP (RFC 6238) with the parameters that all apps support, SHA-1, 6 digits, 30 seconds.

use std::fmt;

use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use totp_rs::{Builder, Secret, Totp};

/// The secret that an authenticator app shares with the library: 160 bits, as RFC 4226 recommends.
#[derive(Clone)]
pub struct TotpSecret(Totp);

/// Omits the secret.
impl fmt::Debug for TotpSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TotpSecret").finish_non_exhaustive()
    }
}

impl TotpSecret {
    /// The secret of 20 random bytes.
    pub fn new(bytes: [u8; 20]) -> Self {
        TotpSecret::of(Secret::new_stack(bytes))
    }

    fn of(secret: Secret) -> Self {
        // One step before and after: clocks differ, and typing takes time (RFC 6238, section 5.2).
        TotpSecret(
            Builder::new()
                .with_secret(secret)
                .with_skew(1)
                .build_noncompliant(),
        )
    }

    /// Parses the text of a stored secret; `None` if it is none of this module's.
    pub fn parse(text: &str) -> Option<Self> {
        let secret = Secret::try_from_base32(text).ok()?;
        (secret.as_bytes().len() == 20).then(|| TotpSecret::of(secret))
    }

    /// The secret as people type it into an app: 32 characters of base32.
    pub fn text(&self) -> String {
        self.0.secret().to_base32()
    }

    /// The address that an app reads from the QR code.
    pub fn address(&self, library: &str, account: &str) -> String {
        // A colon separates the library from the account.
        let library = library.replace(':', " ");
        let [library, account] =
            [library.as_str(), account].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC));
        format!(
            "otpauth://totp/{library}:{account}?secret={}&issuer={library}&algorithm=SHA1&digits=6&period=30",
            self.text()
        )
    }
}

/// The time step of a code of six digits, if it is right at `now` and later than `last_step`: each code is accepted once
/// (RFC 6238, section 5.2).
pub fn matching_step(secret: &TotpSecret, digits: &str, now: Timestamp, last_step: i64) -> Option<i64> {
    let seconds = u64::try_from(now.as_second()).ok()?;
    let step = i64::try_from(secret.0.check(digits, seconds)?).ok()?;
    (step > last_step).then_some(step)
}
