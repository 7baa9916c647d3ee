//! Uploaded covers: their addresses, and what can be wrong with a picture.

/// How the address of an uploaded cover begins. The rest is the hash of the cover.
const PATH: &str = "/covers/";
/// The length of the hash of a cover, in hexadecimal digits.
pub const HASH_DIGITS: usize = 32;

/// The messages about a picture that is uploaded.
pub mod message {
    /// No JPEG, PNG, WebP or GIF file.
    pub const NOT_AN_IMAGE: &str =
        "This file is no picture that can be read. Please choose a JPEG, PNG, WebP or GIF file";
    /// More than 50 megapixels, or a longer side than 12,000 pixels.
    pub const TOO_MANY_PIXELS: &str =
        "This picture has too many pixels. It can have 50 megapixels, and 12000 pixels on each side";
    /// It begins like a picture, and cannot be read to its end.
    pub const DAMAGED: &str =
        "This picture is damaged or incomplete. Please save it again, or choose another file";
}

/// The address of the cover with a hash.
pub fn address(hash: &str) -> String {
    format!("{PATH}{hash}")
}

/// Whether a text from outside can be the hash of a cover.
pub fn is_hash(text: &str) -> bool {
    text.len() == HASH_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether an address is that of an uploaded cover. Other addresses below the same path may be those of files that a proxy
/// serves. The invariants of the database tell them apart in the same way, without a look at the digits.
pub fn is_uploaded(address: &str) -> bool {
    address
        .strip_prefix(PATH)
        .is_some_and(|hash| hash.len() == HASH_DIGITS)
}
