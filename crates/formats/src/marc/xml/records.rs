//! Splits a file of MARCXML into its records.

use std::io::{BufRead, Result};

use super::characters::Utf8Pieces;
use super::scanner::{Found, Scanner};
use crate::marc::{MAX_RECORD_BYTES, Problem, Raw};

/// The longest start tag of a record. A longer one is not recognized as such.
const MAX_TAG: usize = 4 * 1024;

/// Splits a file of MARCXML into records. Elements around the records, such as those of OAI-PMH and SRU, are passed over.
/// Memory is bounded by [`MAX_RECORD_BYTES`].
pub struct XmlRecords<R: BufRead> {
    pieces: Utf8Pieces<R>,
    piece: Vec<u8>,
    /// How much of the piece is read.
    read: usize,
    scanner: Scanner,
    open: Open,
}

impl<R: BufRead> XmlRecords<R> {
    /// Reads from the first record on.
    pub fn new(reader: R) -> Self {
        Self {
            pieces: Utf8Pieces::new(reader),
            piece: Vec::new(),
            read: 0,
            scanner: Scanner::new(),
            open: Open::default(),
        }
    }

    /// The next record, or nothing at the end of the file. Fails only if reading does.
    pub fn next_record(&mut self) -> Result<Option<Raw>> {
        loop {
            if let Some(raw) = self.next_in_piece() {
                return Ok(Some(raw));
            }
            self.read = 0;
            if let Some(piece) = self.pieces.next_piece()? {
                self.piece = piece;
            } else {
                self.piece.clear();
                let rest = std::mem::take(&mut self.open);
                return Ok(rest.is_record.then(|| rest.raw(Some(Problem::CutOff))));
            }
        }
    }

    /// The next record that is complete in the piece.
    fn next_in_piece(&mut self) -> Option<Raw> {
        while self.read < self.piece.len() {
            let rest = &self.piece[self.read..];
            if self.scanner.is_in_text() && rest[0] != b'<' {
                let text = rest.iter().take_while(|byte| **byte != b'<').count();
                self.open.add(&rest[..text]);
                self.read += text;
                continue;
            }
            let mut found = Found::Nothing;
            let mut length = 0;
            while found == Found::Nothing && length < rest.len() {
                found = self.scanner.next(rest[length]);
                length += 1;
            }
            self.read += length;
            let (markup, last) = rest[..length].split_at(length - 1);
            self.open.add_markup(markup);
            if matches!(found, Found::MarkupBegin | Found::Broken) {
                self.open.begin_markup(found == Found::Broken);
            }
            self.open.add_markup(last);
            if let Some(raw) = self.open.end_markup(found, self.scanner.name()) {
                return Some(raw);
            }
        }
        None
    }
}

/// What is known of the record that is not complete, and of the last markup.
#[derive(Default)]
struct Open {
    /// The record so far; nothing outside of records.
    bytes: Vec<u8>,
    /// The number of bytes of the record, also of those that are not kept.
    length: usize,
    /// The markup from its `<` on, as far as it is kept.
    tag: Vec<u8>,
    /// The length of the record before the markup.
    before_tag: usize,
    is_record: bool,
    /// An element of MARCXML is in it: it is no `record` element of OAI-PMH or SRU.
    is_marc: bool,
    is_broken: bool,
}

impl Open {
    /// Adds bytes to the record.
    fn add(&mut self, bytes: &[u8]) {
        if self.is_record {
            self.length += bytes.len();
            let room = MAX_RECORD_BYTES - self.bytes.len();
            self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    /// Adds bytes of markup to the record, and keeps them while they may be a start tag.
    fn add_markup(&mut self, bytes: &[u8]) {
        let room = MAX_TAG - self.tag.len();
        self.tag.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.add(bytes);
    }

    fn begin_markup(&mut self, is_broken: bool) {
        self.is_broken |= is_broken;
        self.before_tag = self.length;
        self.tag.clear();
    }

    /// Returns the record that a tag completes.
    fn end_markup(&mut self, found: Found, name: &[u8]) -> Option<Raw> {
        match (found, name) {
            (Found::Start, b"record") if self.tag.len() < MAX_TAG => self.begin_record(),
            (Found::Start | Found::Empty, b"leader" | b"controlfield" | b"datafield") => {
                self.is_marc = true;
                None
            }
            (Found::End, b"record") if self.is_record => {
                let ended = std::mem::take(self);
                (ended.is_marc || ended.is_broken).then(|| ended.raw(None))
            }
            _ => None,
        }
    }

    /// A record in a record: the outer one is of OAI-PMH or SRU, or its end is missing. Returns the latter.
    fn begin_record(&mut self) -> Option<Raw> {
        let tag = std::mem::take(&mut self.tag);
        let inner = Self {
            length: tag.len(),
            bytes: tag,
            is_record: true,
            ..Self::default()
        };
        let mut outer = std::mem::replace(self, inner);
        outer.length = outer.before_tag;
        outer.bytes.truncate(outer.length);
        (outer.is_record && (outer.is_marc || outer.is_broken))
            .then(|| outer.raw(Some(Problem::NotWellFormed)))
    }

    fn raw(self, problem: Option<Problem>) -> Raw {
        let problem = match problem {
            _ if self.length > MAX_RECORD_BYTES => Some(Problem::TooLong),
            None if self.is_broken => Some(Problem::NotWellFormed),
            other => other,
        };
        Raw {
            bytes: self.bytes,
            problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read, repeat};

    use super::XmlRecords;
    use crate::marc::{MAX_RECORD_BYTES, Problem, Raw, samples, write_xml};
    use proptest::prelude::*;

    fn split(bytes: &[u8]) -> Vec<Raw> {
        let mut records = XmlRecords::new(BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| records.next_record().unwrap()).collect()
    }

    fn shown(text: &str) -> Vec<String> {
        let records = split(text.as_bytes()).into_iter().map(|raw| {
            let text = String::from_utf8(raw.bytes).unwrap();
            raw.problem
                .map_or(text.clone(), |problem| format!("{text} ({problem})"))
        });
        records.collect()
    }

    #[test]
    fn finds_records() {
        for (text, expected) in [
            ("<record><leader/></record>", vec!["<record><leader/></record>"]),
            (
                "<collection><m:record a='1'><m:leader></m:leader></m:record> \n<record><datafield></datafield></record>",
                vec![
                    "<m:record a='1'><m:leader></m:leader></m:record>",
                    "<record><datafield></datafield></record>",
                ],
            ),
            (
                "<record><header/><metadata><m:record><controlfield/></m:record></metadata></record>",
                vec!["<m:record><controlfield/></m:record>"],
            ),
            ("<record><header status='deleted'/></record><record/>", vec![]),
            (
                "<record><leader/><!-- </record> --><![CDATA[</record>]]></record>",
                vec!["<record><leader/><!-- </record> --><![CDATA[</record>]]></record>"],
            ),
            (
                "<record><leader/><record><leader>2</leader></record>",
                vec![
                    "<record><leader/> (The XML is not well-formed)",
                    "<record><leader>2</leader></record>",
                ],
            ),
            (
                "<record><leader a=\"></record><record><leader/></record>",
                vec![
                    "<record><leader a=\"></record> (The XML is not well-formed)",
                    "<record><leader/></record>",
                ],
            ),
            (
                "<record><leader></rec",
                vec!["<record><leader></rec (The record is cut off)"],
            ),
            ("title,author\nA,B", vec![]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_no_more_than_the_bound_of_an_endless_record() {
        let text = |length: u64| repeat(b'a').take(length);
        let file = (&b"<record><leader/>"[..])
            .chain(text(10 * 1024 * 1024))
            .chain(&b"</record>"[..])
            .chain(text(10 * 1024 * 1024))
            .chain(&b"<record><leader/></record>"[..]);
        let mut records = XmlRecords::new(BufReader::new(file));
        let long = records.next_record().unwrap().unwrap();
        assert_eq!(long.problem, Some(Problem::TooLong));
        assert_eq!(long.bytes.len(), MAX_RECORD_BYTES);
        let next = records.next_record().unwrap().unwrap();
        assert_eq!(
            (next.bytes.as_slice(), next.problem),
            (&b"<record><leader/></record>"[..], None)
        );
        assert_eq!(records.next_record().unwrap(), None);
    }

    #[test]
    fn finds_records_in_utf16() {
        let text = "\u{feff}<record><leader>é</leader></record>";
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let found = split(&bytes);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].bytes, "<record><leader>é</leader></record>".as_bytes());
    }

    fn markup() -> impl Strategy<Value = String> {
        let pieces = [
            "<record>",
            "</record>",
            "<leader/>",
            "<",
            ">",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "\"",
            "a",
            "&",
        ];
        prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn reads_any_bytes_to_the_end(bytes in prop::collection::vec(samples::structural_byte(), 0..400)) {
            let kept: usize = split(&bytes).iter().map(|raw| raw.bytes.len()).sum();
            prop_assert!(kept <= bytes.len());
        }

        #[test]
        fn finds_the_records_after_any_markup_that_ends(text in markup()) {
            let last = "<record><leader>last</leader></record>";
            let file = format!("{text}-->]]>\"><a/>{last}");
            prop_assert!(shown(&file).iter().any(|found| found.starts_with(last)));
        }

        #[test]
        fn gives_back_the_records_of_a_file(records in prop::collection::vec(samples::record(), 0..5)) {
            let written: Vec<String> = records.iter().map(write_xml).collect();
            let file = format!("<?xml version=\"1.0\"?><collection>{}</collection>", written.join("\n"));
            prop_assert_eq!(shown(&file), written);
        }
    }
}
