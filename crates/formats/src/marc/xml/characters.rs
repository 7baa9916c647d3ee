//! The characters of an XML file, whatever its encoding.

use std::io::{BufRead, Result};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8};

/// The XML declaration is in the first bytes of a file.
const DECLARATION_BYTES: usize = 200;
/// How much is decoded at once.
const PIECE_BYTES: usize = 8 * 1024;

/// Reads a file in UTF-8. Other encodings are converted; UTF-8 is passed on as it is, valid or not.
pub(super) struct Utf8Pieces<R: BufRead> {
    reader: R,
    start: Vec<u8>,
    decoder: Option<Decoder>,
    is_begun: bool,
    is_ended: bool,
}

impl<R: BufRead> Utf8Pieces<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            start: Vec::new(),
            decoder: None,
            is_begun: false,
            is_ended: false,
        }
    }

    /// The next bytes of the file in UTF-8; nothing at its end.
    pub(super) fn next_piece(&mut self) -> Result<Option<Vec<u8>>> {
        if !self.is_begun {
            self.begin()?;
        }
        while !self.is_ended {
            let bytes = self.next_bytes()?;
            self.is_ended = bytes.is_empty();
            let piece = match &mut self.decoder {
                None => bytes,
                Some(decoder) => decoded(decoder, &bytes, self.is_ended),
            };
            if !piece.is_empty() {
                return Ok(Some(piece));
            }
        }
        Ok(None)
    }

    fn begin(&mut self) -> Result<()> {
        self.is_begun = true;
        while self.start.len() < DECLARATION_BYTES {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            let taken = bytes.len().min(DECLARATION_BYTES - self.start.len());
            self.start.extend_from_slice(&bytes[..taken]);
            self.reader.consume(taken);
        }
        let (encoding, mark_length) = match Encoding::for_bom(&self.start) {
            Some(found) => found,
            None => (declared(&self.start).unwrap_or(UTF_8), 0),
        };
        self.start.drain(..mark_length);
        if encoding != UTF_8 {
            self.decoder = Some(encoding.new_decoder_without_bom_handling());
        }
        Ok(())
    }

    fn next_bytes(&mut self) -> Result<Vec<u8>> {
        if !self.start.is_empty() {
            return Ok(std::mem::take(&mut self.start));
        }
        let bytes = self.reader.fill_buf()?;
        let piece = bytes[..bytes.len().min(PIECE_BYTES)].to_vec();
        self.reader.consume(piece.len());
        Ok(piece)
    }
}

/// Characters that the encoding does not have become U+FFFD.
fn decoded(decoder: &mut Decoder, mut bytes: &[u8], is_last: bool) -> Vec<u8> {
    let mut text = String::new();
    loop {
        let needed = decoder.max_utf8_buffer_length(bytes.len());
        text.reserve(needed.unwrap_or(PIECE_BYTES));
        let (result, read, _) = decoder.decode_to_string(bytes, &mut text, is_last);
        bytes = &bytes[read..];
        if result == CoderResult::InputEmpty {
            return text.into_bytes();
        }
    }
}

/// The encoding in the XML declaration, such as `<?xml version="1.0" encoding="ISO-8859-1"?>`. A declaration that can be
/// read here is not in UTF-16, whatever it says.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let declaration = start.strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|two| two == b"?>")?;
    let declaration = std::str::from_utf8(&declaration[..end]).ok()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let name = value.split(['"', '\'']).nth(1)?;
    let encoding = Encoding::for_label(name.as_bytes())?;
    encoding.is_ascii_compatible().then_some(encoding)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::Utf8Pieces;
    use proptest::prelude::*;

    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut pieces = Utf8Pieces::new(BufReader::with_capacity(3, bytes));
        std::iter::from_fn(|| pieces.next_piece().unwrap())
            .flatten()
            .collect()
    }

    fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(order)
            .collect()
    }

    #[test]
    fn decodes_files() {
        let declaration = |encoding: &str| format!("<?xml version='1.0' encoding = \"{encoding}\"?>");
        let with = |encoding: &str, bytes: &[u8]| [declaration(encoding).as_bytes(), bytes].concat();
        for (bytes, expected) in [
            ("<a>é</a>".into(), "<a>é</a>".to_owned()),
            ("\u{feff}<a>é</a>".into(), "<a>é</a>".to_owned()),
            (utf16("<a>é𝄞</a>", u16::to_le_bytes), "<a>é𝄞</a>".to_owned()),
            (utf16("<a>é𝄞</a>", u16::to_be_bytes), "<a>é𝄞</a>".to_owned()),
            (with("ISO-8859-1", b"\xe9"), declaration("ISO-8859-1") + "é"),
            (with("windows-1251", b"\xc0"), declaration("windows-1251") + "А"),
            (with("UTF-16", b"\xc3\xa9"), declaration("UTF-16") + "é"),
            (with("unknown", b"\xc3\xa9"), declaration("unknown") + "é"),
            (Vec::new(), String::new()),
        ] {
            assert_eq!(String::from_utf8(read(&bytes)).unwrap(), expected);
        }
    }

    #[test]
    fn passes_on_invalid_utf8() {
        assert_eq!(read(b"<a>\xe9</a>"), b"<a>\xe9</a>");
    }

    proptest! {
        #[test]
        fn decodes_utf16_cut_anywhere(text in any::<String>()) {
            prop_assert_eq!(read(&utf16(&text, u16::to_le_bytes)), text.as_bytes());
        }
    }
}
