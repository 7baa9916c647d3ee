//! The entries of a zip file, and their contents with bounded sizes.
//!
//! The reader of spreadsheets unpacks entries without a limit, so that the sizes are checked here first, against the contents
//! and not only as they are declared. Unusual zip files, which readers could understand differently, are refused.

use std::io::{self, Read, Seek, SeekFrom, Take};

use super::inflate::Inflate;
use super::little_endian::number;
use super::{MAX_UNPACKED_BYTES, SheetProblem};

const END_BYTES: usize = 22;
const ENTRY_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
const LOCAL: &[u8; 4] = b"PK\x03\x04";
/// A larger directory, with thousands of entries, is not that of a spreadsheet.
const MAX_DIRECTORY_BYTES: u64 = 4 * 1024 * 1024;
/// Styles and shared texts are in memory at once. Styles take much more memory than their text.
const MAX_STYLES_BYTES: u64 = 8 * 1024 * 1024;
const MAX_SHARED_TEXTS_BYTES: u64 = 128 * 1024 * 1024;

/// An entry, as the directory declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) unpacked_bytes: u64,
    packed_bytes: u64,
    is_stored: bool,
    offset: u64,
}

/// The entries of a zip file, whose declared sizes are small enough.
pub(super) fn entries<R: Read + Seek>(reader: &mut R) -> Result<Vec<Entry>, SheetProblem> {
    // Other contents before the entries could make it another kind of file as well.
    let mut start = [0; 4];
    let is_zip = reader
        .rewind()
        .and_then(|()| reader.read_exact(&mut start))
        .is_ok()
        && start == *LOCAL;
    if !is_zip {
        return Err(SheetProblem::Unreadable);
    }
    let directory = directory(reader)?;
    let mut entries = Vec::new();
    let mut rest = &directory[..];
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (entry, behind) = entry(rest).ok_or(SheetProblem::Unreadable)?;
        total = total.saturating_add(entry.unpacked_bytes);
        if total > MAX_UNPACKED_BYTES || entry.unpacked_bytes > max_bytes(&entry.name) {
            return Err(SheetProblem::TooLarge);
        }
        entries.push(entry);
        rest = behind;
    }
    Ok(entries)
}

fn max_bytes(name: &str) -> u64 {
    let name = name.to_lowercase();
    if name.ends_with("styles.xml") {
        MAX_STYLES_BYTES
    } else if name.ends_with("sharedstrings.xml") {
        MAX_SHARED_TEXTS_BYTES
    } else {
        MAX_UNPACKED_BYTES
    }
}

/// Unpacks all entries, and compares their sizes with those that are declared.
pub(super) fn check_sizes<R: Read + Seek>(reader: &mut R, entries: &[Entry]) -> Result<(), SheetProblem> {
    for entry in entries {
        let mut content = open(reader, entry)?;
        let bytes = io::copy(&mut content, &mut io::sink()).map_err(|_| SheetProblem::Unreadable)?;
        if bytes != entry.unpacked_bytes {
            return Err(SheetProblem::Unreadable);
        }
    }
    Ok(())
}

/// The content of an entry. Reading fails when it is longer than declared.
pub(super) fn open<'a, R: Read + Seek>(
    reader: &'a mut R,
    entry: &Entry,
) -> Result<Content<&'a mut R>, SheetProblem> {
    let mut local = [0; LOCAL_BYTES];
    let damaged = |_| SheetProblem::Unreadable;
    reader.seek(SeekFrom::Start(entry.offset)).map_err(damaged)?;
    reader.read_exact(&mut local).map_err(damaged)?;
    if !local.starts_with(LOCAL) {
        return Err(SheetProblem::Unreadable);
    }
    let skipped = number(&local, 26, 2).zip(number(&local, 28, 2));
    let skipped = skipped.map_or(0, |(name, extra)| name + extra);
    let skipped = i64::try_from(skipped).map_err(|_| SheetProblem::Unreadable)?;
    reader.seek_relative(skipped).map_err(damaged)?;
    let packed = reader.take(entry.packed_bytes);
    Ok(Content {
        left: entry.unpacked_bytes,
        source: if entry.is_stored {
            Source::Stored(packed)
        } else {
            Source::Deflated(Box::new(Inflate::new(packed)))
        },
    })
}

/// The unpacked content of an entry.
pub(super) struct Content<R> {
    source: Source<R>,
    left: u64,
}

enum Source<R> {
    Stored(Take<R>),
    Deflated(Box<Inflate<Take<R>>>),
}

impl<R: Read> Read for Content<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = match &mut self.source {
            Source::Stored(source) => source.read(buffer),
            Source::Deflated(source) => source.read(buffer),
        }?;
        let left = u64::try_from(length)
            .ok()
            .and_then(|length| self.left.checked_sub(length));
        self.left = left.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        Ok(length)
    }
}

/// The bytes of the directory, which must be directly before the end of a file without a comment.
fn directory<R: Read + Seek>(reader: &mut R) -> Result<Vec<u8>, SheetProblem> {
    let damaged = |_| SheetProblem::Unreadable;
    let length = reader.seek(SeekFrom::End(0)).map_err(damaged)?;
    let end_start = length
        .checked_sub(END_BYTES as u64)
        .ok_or(SheetProblem::Unreadable)?;
    reader.seek(SeekFrom::Start(end_start)).map_err(damaged)?;
    let mut end = [0; END_BYTES];
    reader.read_exact(&mut end).map_err(damaged)?;
    let (Some(size), Some(start)) = (number(&end, 12, 4), number(&end, 16, 4)) else {
        return Err(SheetProblem::Unreadable);
    };
    if !end.starts_with(b"PK\x05\x06") || start + size != end_start || size > MAX_DIRECTORY_BYTES {
        return Err(SheetProblem::Unreadable);
    }
    reader.seek(SeekFrom::Start(start)).map_err(damaged)?;
    let mut directory = Vec::new();
    reader.take(size).read_to_end(&mut directory).map_err(damaged)?;
    Ok(directory)
}

/// The first entry of the directory, and the entries behind it.
fn entry(directory: &[u8]) -> Option<(Entry, &[u8])> {
    let header = directory.get(..ENTRY_BYTES)?;
    if !header.starts_with(b"PK\x01\x02") {
        return None;
    }
    let length = |offset| usize::try_from(number(header, offset, 2)?).ok();
    let (name, rest) = directory[ENTRY_BYTES..].split_at_checked(length(28)?)?;
    let (extra, rest) = rest.split_at_checked(length(30)?)?;
    let (_, rest) = rest.split_at_checked(length(32)?)?;
    let is_encrypted = number(header, 8, 2)? & 1 == 1;
    let method = number(header, 10, 2)?;
    if is_encrypted || !matches!(method, 0 | 8) {
        return None;
    }
    // Numbers that need more than 32 bits are in an extra field, in this order.
    let mut large = zip64(extra).chunks_exact(8);
    let mut value = |offset| match number(header, offset, 4)? {
        0xFFFF_FFFF => number(large.next()?, 0, 8),
        small => Some(small),
    };
    let entry = Entry {
        name: String::from_utf8_lossy(name).into_owned(),
        unpacked_bytes: value(24)?,
        packed_bytes: value(20)?,
        is_stored: method == 0,
        offset: value(42)?,
    };
    Some((entry, rest))
}

/// The content of the extra field for large numbers.
fn zip64(mut extra: &[u8]) -> &[u8] {
    while let (Some(kind), Some(length)) = (number(extra, 0, 2), number(extra, 2, 2)) {
        let end = 4 + usize::try_from(length).unwrap_or(usize::MAX - 4);
        let Some(content) = extra.get(4..end) else {
            break;
        };
        if kind == 1 {
            return content;
        }
        extra = &extra[end..];
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::{check_sizes, entries, open};
    use crate::table::SheetProblem;
    use crate::table::spreadsheet::tests::zipped;
    use std::io::{Cursor, Read};

    /// Changes the declared size of the first entry in the directory.
    fn with_declared_size(mut file: Vec<u8>, size: u32) -> Vec<u8> {
        let place = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        file[place + 24..place + 28].copy_from_slice(&size.to_le_bytes());
        file
    }

    #[test]
    fn reads_entries() {
        let long = "long ".repeat(50_000);
        let mut file = Cursor::new(zipped(&[("a.xml", "short"), ("b/c.xml", &long)]));
        let entries = entries(&mut file).unwrap();
        check_sizes(&mut file, &entries).unwrap();
        for (entry, (name, expected)) in entries.iter().zip([("a.xml", "short"), ("b/c.xml", &long)]) {
            let mut content = String::new();
            open(&mut file, entry)
                .unwrap()
                .read_to_string(&mut content)
                .unwrap();
            assert_eq!(entry.name, name);
            assert!(content == expected);
        }
    }

    #[test]
    fn refuses_files_that_are_too_large() {
        for (name, mebibytes) in [("a.xml", 600), ("x/Styles.xml", 9), ("xl/sharedStrings.xml", 129)] {
            let file = with_declared_size(zipped(&[(name, "short")]), mebibytes * 1024 * 1024);
            assert!(
                matches!(entries(&mut Cursor::new(file)), Err(SheetProblem::TooLarge)),
                "{name}"
            );
        }
    }

    #[test]
    fn refuses_contents_longer_than_declared() {
        let bomb = " ".repeat(1024 * 1024);
        let mut file = Cursor::new(with_declared_size(zipped(&[("a.xml", &bomb)]), 1000));
        let entries = entries(&mut file).unwrap();
        assert!(matches!(
            check_sizes(&mut file, &entries),
            Err(SheetProblem::Unreadable)
        ));
        let mut content = Vec::new();
        assert!(
            open(&mut file, &entries[0])
                .unwrap()
                .read_to_end(&mut content)
                .is_err()
        );
    }

    #[test]
    fn refuses_unusual_files() {
        let file = zipped(&[("a.xml", "short")]);
        for file in [
            [&file[..], b"\0"].concat(),
            [b"\0", &file[..]].concat(),
            file[..file.len() - 1].to_vec(),
            b"PK\x05\x06".to_vec(),
        ] {
            assert!(matches!(
                entries(&mut Cursor::new(file)),
                Err(SheetProblem::Unreadable)
            ));
        }
    }
}
