//! Numbers and streams of a PDF.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A length as points, of which 72 are an inch.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a PDF has numbers of single precision"
)]
pub(super) fn points(micrometres: f64) -> f32 {
    (micrometres * 72.0 / 25_400.0) as f32
}

/// A number of a PDF.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a PDF has numbers of single precision"
)]
pub(super) fn number(value: f64) -> f32 {
    value as f32
}

/// Compresses the bytes of a stream.
pub(super) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("a vector takes all bytes")
}
