//! The encoding of text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::neighbours;

/// A file with this many characters in valid UTF-8 for each malformed byte is UTF-8.
const VALID_TO_MALFORMED: usize = 10;

/// The encoding that makes the sample most plausible: its byte order mark, UTF-16 by its zero bytes, UTF-8 where it is
/// valid, and else one of the encodings of one byte a character.
pub(super) fn guess(sample: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(sample) {
        return encoding;
    }
    if let Some(encoding) = wide(sample) {
        return encoding;
    }
    if is_utf8(sample) {
        return UTF_8;
    }
    neighbours::most_plausible(sample)
}

/// UTF-16 without a byte order mark: separators, digits and line ends have a zero byte, always on the same side.
fn wide(sample: &[u8]) -> Option<&'static Encoding> {
    let zeros = |place: usize| {
        sample
            .chunks_exact(2)
            .filter(|pair| pair[place] == 0 && pair[1 - place] != 0)
            .count()
    };
    let (big, little) = (zeros(0), zeros(1));
    let enough = sample.len() / 2 / 20;
    if little > enough && little > 4 * big {
        Some(UTF_16LE)
    } else if big > enough && big > 4 * little {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// A few malformed bytes do not matter, nor does a character that is cut off at the end of the sample, if there are others.
fn is_utf8(sample: &[u8]) -> bool {
    let (mut valid, mut malformed, mut cut_off) = (0, 0, 0);
    let mut chunks = sample.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        valid += chunk
            .valid()
            .chars()
            .filter(|character| !character.is_ascii())
            .count();
        let is_cut_off = chunks.peek().is_none() && std::str::from_utf8(chunk.invalid()).is_err_and(is_open);
        cut_off += usize::from(is_cut_off);
        malformed += usize::from(!chunk.invalid().is_empty() && !is_cut_off);
    }
    malformed * VALID_TO_MALFORMED <= valid && (valid > 0 || cut_off == 0)
}

/// Whether more bytes could complete the character.
fn is_open(error: std::str::Utf8Error) -> bool {
    error.error_len().is_none()
}

#[cfg(test)]
mod tests {
    use super::guess;

    fn wide(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn recognises_unicode() {
        let german = "Titel;Autor\r\nÄpfel;Grün\r\n";
        let russian = "Название;Автор;1869\r\nВойна и мир;Толстой;1234\r\n";
        for (sample, expected) in [
            (b"plain".to_vec(), "UTF-8"),
            ("Über".as_bytes().to_vec(), "UTF-8"),
            (b"\xEF\xBB\xBFa".to_vec(), "UTF-8"),
            // The last character is cut off.
            ("Übe ö".as_bytes()[..6].to_vec(), "UTF-8"),
            (b"libert\xE0".to_vec(), "windows-1252"),
            ([russian.as_bytes(), b" \xFF "].concat(), "UTF-8"),
            (b"\xFF\xFEa\0".to_vec(), "UTF-16LE"),
            (b"\xFE\xFF\0a".to_vec(), "UTF-16BE"),
            (wide(german, u16::to_le_bytes), "UTF-16LE"),
            (wide(german, u16::to_be_bytes), "UTF-16BE"),
            (wide(russian, u16::to_le_bytes), "UTF-16LE"),
            (b"Gl\xFCck".to_vec(), "windows-1252"),
        ] {
            assert_eq!(guess(&sample).name(), expected, "{sample:?}");
        }
    }
}
