//! Whether a JPEG file is whole. The decoder fills the rest of a truncated picture with grey.

const END: u8 = 0xd9;
const SCAN: u8 = 0xda;

/// Whether the end marker follows the first scan. It cannot occur inside of a scan, and a preview in the EXIF data, which has an
/// end marker of its own, comes before it. Some cameras write more data after the end.
pub(crate) fn has_end(jpeg: &[u8]) -> bool {
    let Some(scan) = first_scan(jpeg) else {
        return false;
    };
    let after = jpeg.get(scan..).unwrap_or_default();
    after.windows(2).any(|pair| pair == [0xff, END])
}

/// Where the first scan begins.
fn first_scan(jpeg: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        if *jpeg.get(at)? != 0xff {
            // Decoders skip what is not a marker.
            at += 1;
            continue;
        }
        match *jpeg.get(at + 1)? {
            SCAN => return Some(at),
            // Fill bytes before a marker, and markers without a length.
            0xff => at += 1,
            0x00 | 0x01 | 0xd0..=0xd8 => at += 2,
            _ => {
                let length = [*jpeg.get(at + 2)?, *jpeg.get(at + 3)?];
                at += 2 + usize::from(u16::from_be_bytes(length)).max(2);
            }
        }
    }
}
