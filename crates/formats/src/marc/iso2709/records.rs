//! Splits a file of ISO 2709 into its records.

use std::io::{BufRead, Result};

use super::{RECORD_TERMINATOR, lacks_only_terminator};
use crate::marc::{MAX_RECORD_BYTES, Problem, Raw};

/// A leader without a length begins with this many spaces.
const LENGTH_DIGITS: usize = 5;

/// Splits a file of ISO 2709 into records, by their terminators. Memory is bounded by [`MAX_RECORD_BYTES`].
pub struct Iso2709Records<R: BufRead> {
    reader: R,
}

impl<R: BufRead> Iso2709Records<R> {
    /// Reads from the first record on.
    pub fn new(reader: R) -> Self {
        Self { reader }
    }

    /// The next record, or nothing at the end of the file. Fails only if reading does.
    pub fn next_record(&mut self) -> Result<Option<Raw>> {
        let spaces = self.skip_filling()?;
        let mut bytes = Vec::new();
        let mut is_too_long = false;
        loop {
            let available = self.reader.fill_buf()?;
            if available.is_empty() {
                break;
            }
            if bytes.is_empty() && spaces >= LENGTH_DIGITS && !available[0].is_ascii_digit() {
                bytes.resize(LENGTH_DIGITS, b' ');
            }
            let end = available.iter().position(|byte| *byte == RECORD_TERMINATOR);
            let taken = end.map_or(available.len(), |end| end + 1);
            let room = MAX_RECORD_BYTES - bytes.len();
            bytes.extend_from_slice(&available[..taken.min(room)]);
            is_too_long |= taken > room;
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let is_complete = bytes.last() == Some(&RECORD_TERMINATOR) || lacks_only_terminator(&bytes);
        let problem = match (is_too_long, is_complete) {
            (true, _) => Some(Problem::TooLong),
            (false, false) => Some(Problem::CutOff),
            (false, true) => None,
        };
        Ok(Some(Raw { bytes, problem }))
    }

    /// Skips what some systems write before, between and after records. Returns the number of spaces at the end of it.
    fn skip_filling(&mut self) -> Result<usize> {
        let mut spaces = 0;
        loop {
            let available = self.reader.fill_buf()?;
            let skipped = available.iter().take_while(|byte| is_filling(**byte)).count();
            if skipped == 0 {
                return Ok(spaces);
            }
            for byte in &available[..skipped] {
                spaces = if *byte == b' ' { spaces + 1 } else { 0 };
            }
            self.reader.consume(skipped);
        }
    }
}

/// Line breaks, white space, the end-of-file mark of DOS, repeated terminators, and a byte order mark.
fn is_filling(byte: u8) -> bool {
    matches!(
        byte,
        b'\n' | b'\r' | b'\t' | b' ' | 0 | 0x1a | RECORD_TERMINATOR | 0xef | 0xbb | 0xbf
    )
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read, repeat};

    use super::Iso2709Records;
    use crate::marc::{MAX_RECORD_BYTES, Problem, Raw, samples, write_iso2709};
    use proptest::prelude::*;

    fn split(bytes: &[u8]) -> Vec<Raw> {
        let mut records = Iso2709Records::new(BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| records.next_record().unwrap()).collect()
    }

    fn complete(bytes: &[u8]) -> Raw {
        Raw {
            bytes: bytes.to_vec(),
            problem: None,
        }
    }

    #[test]
    fn skips_what_is_between_records() {
        let file = b"\xef\xbb\xbf00010one\x1d\r\n\x00 00020two\x1d\x1d\x1a\n     nam\x1d\n";
        let expected: Vec<Raw> = [&b"00010one\x1d"[..], b"00020two\x1d", b"     nam\x1d"]
            .map(complete)
            .to_vec();
        assert_eq!(split(file), expected);
    }

    #[test]
    fn reports_a_record_that_is_cut_off() {
        let cut = Raw {
            bytes: b"00020tw".to_vec(),
            problem: Some(Problem::CutOff),
        };
        assert_eq!(split(b"00010one\x1d00020tw"), [complete(b"00010one\x1d"), cut]);
        assert_eq!(
            split(b"00010two\x1e"),
            [complete(b"00010two\x1e")],
            "only the terminator is missing"
        );
    }

    #[test]
    fn keeps_no_more_than_the_bound_of_an_endless_record() {
        let endless = repeat(b'a').take(10 * 1024 * 1024);
        let mut records = Iso2709Records::new(BufReader::new(endless.chain(&b"\x1d00010one\x1d"[..])));
        let long = records.next_record().unwrap().unwrap();
        assert_eq!(long.problem, Some(Problem::TooLong));
        assert_eq!(long.bytes.len(), MAX_RECORD_BYTES);
        assert!(long.bytes.capacity() <= 2 * MAX_RECORD_BYTES);
        assert_eq!(records.next_record().unwrap(), Some(complete(b"00010one\x1d")));
        assert_eq!(records.next_record().unwrap(), None);
    }

    proptest! {
        #[test]
        fn reads_any_bytes_to_the_end(bytes in prop::collection::vec(samples::structural_byte(), 0..400)) {
            let kept: usize = split(&bytes).iter().map(|raw| raw.bytes.len()).sum();
            prop_assert!(kept <= bytes.len());
            let parts = bytes.split(|byte| *byte == 0x1d).count();
            prop_assert!(split(&bytes).len() <= parts);
        }

        #[test]
        fn gives_back_the_records_of_a_file(records in prop::collection::vec(samples::record(), 0..5)) {
            let written: Vec<Vec<u8>> = records.iter().map(|record| write_iso2709(record).unwrap()).collect();
            let expected: Vec<Raw> = written.iter().map(|bytes| complete(bytes)).collect();
            prop_assert_eq!(split(&written.concat()), expected);
        }
    }
}
