use encoding_rs::Encoding;

use super::{encoding, separator};

/// The number of bytes of a sample that are looked at.
const MAX_SAMPLE_BYTES: usize = 64 * 1024;

/// How a text file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The character between two cells: comma, semicolon, tab or vertical bar.
    pub separator: u8,
    /// The encoding of the characters. A byte order mark in the file has priority over it.
    pub encoding: &'static Encoding,
}

impl Dialect {
    /// Guesses the dialect from the first bytes of a file. The first 64 KiB are looked at. Without signs of another dialect,
    /// it is UTF-8 with commas.
    pub fn guess(sample: &[u8]) -> Dialect {
        let sample = &sample[..sample.len().min(MAX_SAMPLE_BYTES)];
        let encoding = encoding::guess(sample);
        let (text, _, _) = encoding.decode(sample);
        Dialect {
            separator: separator::guess(&text),
            encoding,
        }
    }

    /// The dialect with this separator and the encoding of this label, such as `UTF-8` or `windows-1252`. `None` for other
    /// separators and unknown labels.
    pub fn from_parts(separator: u8, encoding_label: &str) -> Option<Dialect> {
        let encoding = Encoding::for_label_no_replacement(encoding_label.as_bytes())?;
        separator::SEPARATORS
            .contains(&separator)
            .then_some(Dialect { separator, encoding })
    }

    /// The name of the encoding. `from_parts` accepts it as a label.
    pub fn encoding_name(self) -> &'static str {
        self.encoding.name()
    }
}

#[cfg(test)]
mod tests {
    use super::Dialect;
    use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
    use proptest::prelude::*;

    #[test]
    fn guesses_the_separator_in_the_encoding_of_the_file() {
        let little: Vec<u8> = "Titel;Autor\nÜber;Böll\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (sample, separator, encoding) in [
            (b"title,author\nEmma,Austen\n".to_vec(), b',', UTF_8),
            (
                b"Titel;Verfasser\nGl\xFCck;B\xF6ll\n".to_vec(),
                b';',
                WINDOWS_1252,
            ),
            (little, b';', UTF_16LE),
            (Vec::new(), b',', UTF_8),
        ] {
            assert_eq!(Dialect::guess(&sample), Dialect { separator, encoding });
        }
    }

    #[test]
    fn stores_a_dialect_as_its_parts() {
        for encoding in [UTF_8, UTF_16LE, UTF_16BE, WINDOWS_1252] {
            let dialect = Dialect {
                separator: b'\t',
                encoding,
            };
            assert_eq!(Dialect::from_parts(b'\t', dialect.encoding_name()), Some(dialect));
        }
        for (separator, label) in [(b'x', "UTF-8"), (b',', "latin-0"), (b',', "replacement")] {
            assert_eq!(Dialect::from_parts(separator, label), None, "{label}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_have_a_dialect(sample in prop::collection::vec(any::<u8>(), 0..2000)) {
            let dialect = Dialect::guess(&sample);
            prop_assert_eq!(Dialect::from_parts(dialect.separator, dialect.encoding_name()), Some(dialect));
        }
    }
}
