//! Public keys of passkeys, as browsers send them: SubjectPublicKeyInfo (RFC 5280, section 4.1).

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};

use super::encoding::{base64url, decoded};

/// What precedes a point of the curve P-256: the algorithm, and the header of the bit string.
const P256: &[u8] = &[
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
    0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// What precedes a key of Ed25519.
const ED25519_HEADER: &[u8] = &[
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];
/// The algorithm of RSA keys.
const RSA: &[u8] = &[
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

/// A public key of an algorithm that this library supports: ES256, EdDSA or RS256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// As it was sent.
    info: Vec<u8>,
}

impl PublicKey {
    /// The algorithms by their COSE numbers, the preferred one first: EdDSA, ES256, RS256.
    pub const ALGORITHMS: [i64; 3] = [-8, -7, -257];

    /// Parses a SubjectPublicKeyInfo; `None` for other algorithms and damaged keys.
    pub fn parse(info: &[u8]) -> Option<PublicKey> {
        parts(info).map(|_| PublicKey { info: info.to_vec() })
    }

    /// The stored text: a SubjectPublicKeyInfo in base64url.
    pub fn text(&self) -> String {
        base64url(&self.info)
    }

    /// Parses a stored text.
    pub fn from_text(text: &str) -> Option<PublicKey> {
        PublicKey::parse(&decoded(text)?)
    }

    /// Whether the signature of the message was made with the private key.
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        parts(&self.info).is_some_and(|(algorithm, key)| {
            UnparsedPublicKey::new(algorithm, key)
                .verify(message, signature)
                .is_ok()
        })
    }
}

/// The algorithm, and the key as the algorithm reads it.
fn parts(info: &[u8]) -> Option<(&'static dyn VerificationAlgorithm, &[u8])> {
    if let Some(point) = info.strip_prefix(P256) {
        // An uncompressed point.
        let is_point = point.len() == 65 && point[0] == 4;
        let algorithm: &'static dyn VerificationAlgorithm = &ECDSA_P256_SHA256_ASN1;
        return is_point.then_some((algorithm, point));
    }
    if let Some(key) = info.strip_prefix(ED25519_HEADER) {
        let algorithm: &'static dyn VerificationAlgorithm = &ED25519;
        return (key.len() == 32).then_some((algorithm, key));
    }
    let algorithm: &'static dyn VerificationAlgorithm = &RSA_PKCS1_2048_8192_SHA256;
    rsa_key(info).map(|key| (algorithm, key))
}

/// The modulus and the exponent of an RSA key, as a sequence (RFC 8017, appendix A.1.1).
fn rsa_key(info: &[u8]) -> Option<&[u8]> {
    let (0x30, content, []) = der(info)? else {
        return None;
    };
    let (0x03, bits, []) = der(content.strip_prefix(RSA)?)? else {
        return None;
    };
    let key = bits.strip_prefix(&[0])?;
    let (0x30, _, []) = der(key)? else {
        return None;
    };
    Some(key)
}

/// The tag and the content of a DER element, and what follows it. Lengths take at most two bytes.
fn der(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81 => rest
            .split_first()
            .map(|(&length, rest)| (usize::from(length), rest))?,
        0x82 => {
            let (length, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_be_bytes(*length)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}
