use super::{Spreadsheet, ole};

const ZIP_ENTRY: &[u8] = b"PK\x03\x04";
const ODS_TYPE: &[u8] = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
/// The bytes of the header of an entry before its name.
const NAME_OFFSET: usize = 30;

impl Spreadsheet {
    /// Recognises the kind of a file by its first bytes; a few kilobytes are enough. `None` for other files, also for other
    /// documents in zip files. An encrypted `xlsx` file looks like `xls`: `convert` finds out.
    pub fn sniff(first_bytes: &[u8]) -> Option<Self> {
        if first_bytes.starts_with(ole::HEADER) {
            return Some(Spreadsheet::Xls);
        }
        if !first_bytes.starts_with(ZIP_ENTRY) {
            return None;
        }
        if first_bytes
            .get(NAME_OFFSET..)
            .is_some_and(|name| name.starts_with(ODS_TYPE))
        {
            return Some(Spreadsheet::Ods);
        }
        // The names of the entries in the sample. Their contents are compressed, so that they seldom look like a header.
        let names: Vec<&[u8]> = first_bytes
            .windows(ZIP_ENTRY.len())
            .enumerate()
            .filter(|(_, bytes)| *bytes == ZIP_ENTRY)
            .filter_map(|(place, _)| first_bytes.get(place + NAME_OFFSET..))
            .collect();
        let has = |prefix: &[u8]| names.iter().any(|name| name.starts_with(prefix));
        let is_other = has(b"word/") || has(b"ppt/") || has(b"visio/") || has(b"xl/workbook.bin");
        let is_office = has(b"xl/") || has(b"[Content_Types].xml") || has(b"_rels/.rels");
        (is_office && !is_other).then_some(Spreadsheet::Xlsx)
    }
}

#[cfg(test)]
mod tests {
    use super::Spreadsheet;
    use proptest::prelude::*;

    fn entry(name: &str) -> Vec<u8> {
        [b"PK\x03\x04", &[0; 26][..], name.as_bytes()].concat()
    }

    #[test]
    fn recognises_files_by_their_first_bytes() {
        let ods = entry("mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK");
        let text = entry("mimetypeapplication/vnd.oasis.opendocument.textPK");
        let document = [entry("[Content_Types].xml"), entry("word/document.xml")].concat();
        for (bytes, expected) in [
            (
                b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1...".to_vec(),
                Some(Spreadsheet::Xls),
            ),
            (ods, Some(Spreadsheet::Ods)),
            (entry("[Content_Types].xml"), Some(Spreadsheet::Xlsx)),
            (entry("xl/workbook.xml"), Some(Spreadsheet::Xlsx)),
            (document, None),
            (text, None),
            (entry("cover.jpg"), None),
            (b"title,author".to_vec(), None),
            (b"PK\x03\x04".to_vec(), None),
            (Vec::new(), None),
        ] {
            assert_eq!(Spreadsheet::sniff(&bytes), expected, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_looked_at(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            Spreadsheet::sniff(&bytes);
            Spreadsheet::sniff(&[b"PK\x03\x04", &bytes[..]].concat());
        }
    }
}
