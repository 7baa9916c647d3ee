use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding};

/// The number of bytes that are read at a time.
const CHUNK_BYTES: usize = 64 * 1024;

/// The part of a text that is being read, as UTF-8. It grows at the end on demand, and is freed at the beginning.
pub(super) struct Window<R> {
    reader: R,
    decoder: Decoder,
    chunk: Vec<u8>,
    text: Vec<u8>,
    start: usize,
    is_finished: bool,
}

impl<R: Read> Window<R> {
    /// A byte order mark in the text has priority over the encoding.
    pub(super) fn new(reader: R, encoding: &'static Encoding) -> Window<R> {
        Window {
            reader,
            decoder: encoding.new_decoder(),
            chunk: vec![0; CHUNK_BYTES],
            text: Vec::new(),
            start: 0,
            is_finished: false,
        }
    }

    /// The text that is read and not yet released.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[self.start..]
    }

    /// Reads more text. Malformed bytes become U+FFFD. Returns false at the end of the text.
    pub(super) fn grow(&mut self) -> io::Result<bool> {
        let before = self.text.len();
        while self.text.len() == before {
            if self.is_finished {
                return Ok(false);
            }
            let length = match self.reader.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            self.is_finished = length == 0;
            self.decode(length);
        }
        Ok(true)
    }

    /// The bytes that are reserved for text.
    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.text.capacity()
    }

    fn decode(&mut self, length: usize) {
        let mut source = &self.chunk[..length];
        loop {
            let end = self.text.len();
            // Enough for the replacement characters as well, so that one pass normally suffices.
            let most = self.decoder.max_utf8_buffer_length(source.len()).unwrap_or(64);
            self.text.resize(end + most, 0);
            let (_, read, written, _) =
                self.decoder
                    .decode_to_utf8(source, &mut self.text[end..], self.is_finished);
            self.text.truncate(end + written);
            source = &source[read..];
            if source.is_empty() {
                return;
            }
        }
    }

    /// Releases text at the beginning.
    pub(super) fn release(&mut self, length: usize) {
        self.start = (self.start + length).min(self.text.len());
        if self.start > CHUNK_BYTES && self.start > self.text.len() / 2 {
            self.text.drain(..self.start);
            self.start = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Window;
    use encoding_rs::{Encoding, UTF_8, UTF_16LE, WINDOWS_1252};

    fn read(bytes: &[u8], encoding: &'static Encoding) -> String {
        let mut window = Window::new(bytes, encoding);
        while window.grow().unwrap() {}
        String::from_utf8(window.text().to_vec()).unwrap()
    }

    #[test]
    fn decodes_to_utf8() {
        for (bytes, encoding, expected) in [
            (&b"Gl\xFCck"[..], WINDOWS_1252, "Glück"),
            (b"\xEF\xBB\xBFa", UTF_8, "a"),
            (b"\xEF\xBB\xBF\xC3\xBC", WINDOWS_1252, "ü"),
            (b"\xFF\xFEa\0", UTF_8, "a"),
            (b"a\0\xFC\0", UTF_16LE, "aü"),
            (b"a\xFFb", UTF_8, "a\u{fffd}b"),
            (b"a\xC3", UTF_8, "a\u{fffd}"),
            (b"", UTF_8, ""),
        ] {
            assert_eq!(read(bytes, encoding), expected);
        }
    }

    #[test]
    fn decodes_text_longer_than_a_chunk() {
        let text = "äöü€".repeat(40_000);
        assert_eq!(read(text.as_bytes(), UTF_8), text);
    }
}
