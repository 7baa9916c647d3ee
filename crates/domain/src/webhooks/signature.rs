//! The signature of a delivery.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::identity::hexadecimal;

/// Signs a body sent at an instant: `v1=` and the HMAC-SHA256 of `{seconds}.{body}` in lower-case hexadecimal
/// digits. The instant is signed, too, so that an old delivery cannot be replayed as a new one.
pub fn signature(secret: &str, unix_seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(unix_seconds.to_string().as_bytes());
    mac.update(b".");
    mac.update(body.as_bytes());
    format!("v1={}", hexadecimal(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn the_signature_equals_that_of_openssl() {
        // printf '1772442000.{"id":"1"}' | openssl dgst -sha256 -hmac whsec_test
        assert_eq!(
            signature("whsec_test", 1_772_442_000, "{\"id\":\"1\"}"),
            "v1=483b2061e6c8cb12447db296ca22585fb5a77bd46a31f9940c1692f1156c5db8"
        );
        assert_ne!(signature("a", 1, "2"), signature("a", 12, ""));
    }
}
