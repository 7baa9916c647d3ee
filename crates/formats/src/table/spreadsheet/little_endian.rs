//! Numbers in binary files.

/// A number of some bytes, the lowest first.
pub(super) fn number(bytes: &[u8], offset: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(offset..offset + length)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u64::from(*byte)),
    )
}
