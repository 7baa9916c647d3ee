//! Derives secrets and seeds from one seed, by label.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// Derives `N` bytes for one purpose, suitable as a secret: HKDF-Expand (RFC 5869) with SHA-256, the seed as the key
/// and the label as the context. The same seed and label give the same bytes; without the seed, the bytes for one
/// label reveal nothing about the bytes for another.
///
/// # Panics
/// When `N` is larger than 8,160, the limit of HKDF.
pub fn derived<const N: usize>(seed: &[u8; 32], label: &str) -> [u8; N] {
    expanded(seed, label.as_bytes())
}

fn expanded<const N: usize>(seed: &[u8; 32], context: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    let mut previous: Vec<u8> = Vec::new();
    for (number, chunk) in (1_u16..).zip(bytes.chunks_mut(32)) {
        let number = u8::try_from(number).expect("at most 255 blocks");
        let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("HMAC takes keys of any length");
        mac.update(&previous);
        mac.update(context);
        mac.update(&[number]);
        previous = mac.finalize().into_bytes().to_vec();
        chunk.copy_from_slice(&previous[..chunk.len()]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::expanded;
    use crate::identity::hexadecimal;

    /// RFC 5869, appendix A.1.
    #[test]
    fn expansion_matches_the_test_vector_of_the_rfc() {
        let seed: [u8; 32] = [
            0x07, 0x77, 0x09, 0x36, 0x2c, 0x2e, 0x32, 0xdf, 0x0d, 0xdc, 0x3f, 0x0d, 0xc4, 0x7b, 0xba, 0x63,
            0x90, 0xb6, 0xc7, 0x3b, 0xb5, 0x0f, 0x9c, 0x31, 0x22, 0xec, 0x84, 0x4a, 0xd7, 0xc2, 0xb3, 0xe5,
        ];
        let context: Vec<u8> = (0xf0..=0xf9).collect();
        assert_eq!(
            hexadecimal(&expanded::<42>(&seed, &context)),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        );
    }
}
