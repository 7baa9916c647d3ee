//! The streams of a compound file (MS-CFB), the outer format of Excel 97 to 2003 and of encrypted files.
//!
//! The reader of spreadsheets follows chains of sectors without an end where they have loops, so that they are checked here
//! first.

pub(super) const HEADER: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
const HEADER_BYTES: usize = 512;
const DIRECTORY_BYTES: usize = 128;
const MINI_SECTOR_BYTES: usize = 64;
/// Shorter streams are in mini sectors.
const MIN_STREAM_BYTES: usize = 4096;
/// Numbers of sectors from this one on have other meanings.
const RESERVED: u32 = 0xFFFF_FFFA;
const END_OF_CHAIN: u32 = 0xFFFF_FFFE;

/// A compound file whose structure has no loops.
pub(super) struct Ole<'a> {
    sectors: Sectors<'a>,
    mini_stream: Vec<u8>,
    mini_table: Vec<u32>,
    directory: Vec<Stream>,
}

struct Stream {
    name: String,
    start: u32,
    length: usize,
}

/// Sectors with the table of the sector behind each.
struct Sectors<'a> {
    bytes: &'a [u8],
    size: usize,
    table: Vec<u32>,
}

impl<'a> Ole<'a> {
    /// `None` for damaged files.
    pub(super) fn open(file: &'a [u8]) -> Option<Ole<'a>> {
        let header = file
            .get(..HEADER_BYTES)
            .filter(|header| header.starts_with(HEADER))?;
        let size: usize = match header[30..32] {
            [9, 0] => 512,
            [12, 0] => 4096,
            _ => return None,
        };
        let mut sectors = Sectors {
            // The header takes the place of a sector.
            bytes: file.get(size..)?,
            size,
            table: Vec::new(),
        };
        sectors.table = sectors.read_table(header)?;
        let directory = sectors.chain(number(header, 48)?, usize::MAX)?;
        let directory: Vec<Stream> = directory
            .chunks_exact(DIRECTORY_BYTES)
            .filter_map(|entry| stream(entry, size))
            .collect();
        let root = directory.first()?;
        let mini_sectors = usize::try_from(number(header, 64)?).ok()?;
        let (mut mini_stream, mut mini_table) = (Vec::new(), Vec::new());
        if mini_sectors > 0 {
            mini_stream = sectors.chain(root.start, root.length)?;
            let table = sectors.chain(number(header, 60)?, mini_sectors.saturating_mul(size))?;
            mini_table = numbers(&table);
        }
        Some(Ole {
            sectors,
            mini_stream,
            mini_table,
            directory,
        })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The content of a stream. `None` for damaged and missing streams.
    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        let stream = self.find(name)?;
        if stream.length >= MIN_STREAM_BYTES {
            return self.sectors.chain(stream.start, stream.length);
        }
        let mini_sectors = Sectors {
            bytes: &self.mini_stream,
            size: MINI_SECTOR_BYTES,
            table: self.mini_table.clone(),
        };
        mini_sectors.chain(stream.start, stream.length)
    }

    fn find(&self, name: &str) -> Option<&Stream> {
        self.directory
            .iter()
            .find(|stream| stream.name.eq_ignore_ascii_case(name))
    }
}

impl Sectors<'_> {
    /// The last sector of a file may be shorter.
    fn sector(&self, place: u32) -> Option<&[u8]> {
        let start = usize::try_from(place).ok()?.checked_mul(self.size)?;
        let end = start.saturating_add(self.size).min(self.bytes.len());
        self.bytes.get(start..end)
    }

    /// The bytes of a chain of sectors, up to a length. `None` when it has a loop.
    fn chain(&self, start: u32, length: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut place = start;
        for _ in 0..=self.table.len() {
            if place == END_OF_CHAIN {
                return Some(bytes);
            }
            bytes.extend_from_slice(self.sector(place)?);
            if bytes.len() >= length {
                bytes.truncate(length);
                return Some(bytes);
            }
            place = *self.table.get(usize::try_from(place).ok()?)?;
        }
        None
    }

    /// The table is in sectors that the header names; the others are named in a chain of further sectors.
    fn read_table(&self, header: &[u8]) -> Option<Vec<u32>> {
        let mut places = numbers(&header[76..]);
        let mut further = number(header, 68)?;
        for _ in 0..=self.bytes.len() / self.size {
            if further >= RESERVED {
                let places = places.into_iter().filter(|place| *place < RESERVED);
                let tables: Option<Vec<&[u8]>> = places.map(|place| self.sector(place)).collect();
                return Some(numbers(&tables?.concat()));
            }
            places.extend(numbers(self.sector(further)?));
            further = places.pop()?;
        }
        None
    }
}

fn stream(entry: &[u8], sector_size: usize) -> Option<Stream> {
    let name: Vec<u16> = entry[..64]
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .take_while(|unit| *unit != 0)
        .collect();
    // Files with small sectors have lengths of four bytes.
    let high = if sector_size == 512 {
        0
    } else {
        number(entry, 124)?
    };
    let length = u64::from(high) << 32 | u64::from(number(entry, 120)?);
    Some(Stream {
        name: String::from_utf16_lossy(&name),
        start: number(entry, 116)?,
        length: usize::try_from(length).ok()?,
    })
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .filter_map(|bytes| number(bytes, 0))
        .collect()
}

fn number(bytes: &[u8], offset: usize) -> Option<u32> {
    let bytes = bytes.get(offset..offset + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{END_OF_CHAIN, HEADER, Ole};
    use proptest::prelude::*;

    const SECTOR: usize = 512;

    fn put(bytes: &mut [u8], offset: usize, number: u32) {
        bytes[offset..offset + 4].copy_from_slice(&number.to_le_bytes());
    }

    /// A compound file with a stream of at least 4096 bytes: sector 0 has the table, 1 the directory, the others the stream.
    pub(in crate::table::spreadsheet) fn compound(name: &str, stream: &[u8]) -> Vec<u8> {
        let sectors = stream.len().max(4096).div_ceil(SECTOR);
        let mut file = vec![0; (3 + sectors) * SECTOR];
        file[..8].copy_from_slice(HEADER);
        file[26..34].copy_from_slice(&[3, 0, 0xFE, 0xFF, 9, 0, 6, 0]);
        put(&mut file, 44, 1);
        put(&mut file, 48, 1);
        put(&mut file, 60, END_OF_CHAIN);
        put(&mut file, 68, END_OF_CHAIN);
        file[76..SECTOR].fill(0xFF);
        put(&mut file, 76, 0);
        file[SECTOR..2 * SECTOR].fill(0xFF);
        put(&mut file, SECTOR + 4, END_OF_CHAIN);
        for sector in 2..sectors + 2 {
            let next = u32::try_from(sector + 1).unwrap();
            let is_last = sector == sectors + 1;
            put(
                &mut file,
                SECTOR + 4 * sector,
                if is_last { END_OF_CHAIN } else { next },
            );
        }
        for (place, name) in ["Root Entry", name].into_iter().enumerate() {
            let entry = 2 * SECTOR + 128 * place;
            for (unit, offset) in name.encode_utf16().zip((entry..).step_by(2)) {
                file[offset..offset + 2].copy_from_slice(&unit.to_le_bytes());
            }
            put(&mut file, entry + 116, if place == 0 { END_OF_CHAIN } else { 2 });
            put(
                &mut file,
                entry + 120,
                u32::try_from(place * sectors * SECTOR).unwrap(),
            );
        }
        file[3 * SECTOR..3 * SECTOR + stream.len()].copy_from_slice(stream);
        file
    }

    #[test]
    fn reads_a_stream() {
        let content = b"some words ".repeat(500);
        let file = compound("Workbook", &content);
        let ole = Ole::open(&file).unwrap();
        assert!(ole.read("WORKBOOK").unwrap().starts_with(&content));
        assert!(ole.has("Workbook") && !ole.has("Book"));
        assert_eq!(ole.read("Book"), None);
    }

    #[test]
    fn refuses_chains_with_loops() {
        let mut file = compound("Workbook", b"x");
        // The directory goes on in its own sector.
        put(&mut file, SECTOR + 4, 1);
        assert!(Ole::open(&file).is_none());
        let mut file = compound("Workbook", b"x");
        put(&mut file, SECTOR + 4 * 3, 2);
        put(&mut file, 2 * SECTOR + 128 + 120, u32::MAX);
        assert_eq!(Ole::open(&file).unwrap().read("Workbook"), None);
    }

    proptest! {
        #[test]
        fn damaged_files_are_read_or_refused(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)
        ) {
            let mut file = compound("Workbook", b"x");
            for (place, byte) in changes {
                // Mostly the header, the table and the directory.
                let place = place.index(4 * SECTOR);
                file[place] = byte;
            }
            if let Some(ole) = Ole::open(&file) {
                let _ = ole.read("Workbook");
            }
        }
    }
}
