//! Decompression of the deflate format (RFC 1951) with bounded memory.

use std::io::{self, Read};

/// The farthest that a copy reaches back.
const HISTORY: usize = 32 * 1024;
/// The number of bytes that are decompressed at a time.
const STEP: usize = 32 * 1024;
/// The order of the lengths of the codes for lengths.
const LENGTH_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LENGTH_BASE: [usize; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
];
const LENGTH_BITS: [u32; 29] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASE: [usize; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS: [u32; 30] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

/// Decompresses the bytes of a reader.
pub(super) struct Inflate<R> {
    bits: Bits<R>,
    block: Block,
    is_last: bool,
    /// The history, and the bytes that are not read yet.
    output: Vec<u8>,
    read: usize,
}

enum Block {
    None,
    Stored(usize),
    Coded(Box<Codes>),
}

struct Codes {
    literals: Code,
    distances: Code,
}

impl<R: Read> Inflate<R> {
    pub(super) fn new(reader: R) -> Inflate<R> {
        Inflate {
            bits: Bits::new(reader),
            block: Block::None,
            is_last: false,
            output: Vec::with_capacity(HISTORY + 2 * STEP),
            read: 0,
        }
    }

    /// Decompresses some bytes. There are none at the end.
    fn step(&mut self) -> io::Result<()> {
        if self.output.len() > HISTORY {
            self.output.drain(..self.output.len() - HISTORY);
        }
        self.read = self.output.len();
        let end = self.read + STEP;
        while self.output.len() < end {
            match &mut self.block {
                Block::None if self.is_last => return Ok(()),
                Block::None => self.start_block()?,
                Block::Stored(0) => self.block = Block::None,
                Block::Stored(left) => {
                    *left -= 1;
                    let byte = self.bits.take(8)?;
                    self.output.push(byte.to_le_bytes()[0]);
                }
                Block::Coded(codes) => {
                    if decode(codes, &mut self.bits, &mut self.output, end)? {
                        self.block = Block::None;
                    }
                }
            }
        }
        Ok(())
    }

    fn start_block(&mut self) -> io::Result<()> {
        self.is_last = self.bits.take(1)? == 1;
        self.block = match self.bits.take(2)? {
            0 => {
                self.bits.align();
                let length = self.bits.take(16)?;
                if self.bits.take(16)? != length ^ 0xFFFF {
                    return Err(damaged());
                }
                Block::Stored(to_usize(length))
            }
            1 => Block::Coded(Box::new(fixed_codes()?)),
            2 => Block::Coded(Box::new(read_codes(&mut self.bits)?)),
            _ => return Err(damaged()),
        };
        Ok(())
    }
}

impl<R: Read> Read for Inflate<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.output.len() {
            self.step()?;
        }
        let read = (&self.output[self.read..]).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

/// Decompresses a part of a block. Returns true at its end.
fn decode<R: Read>(codes: &Codes, bits: &mut Bits<R>, output: &mut Vec<u8>, end: usize) -> io::Result<bool> {
    while output.len() < end {
        let symbol = codes.literals.read(bits)?;
        if let Ok(literal) = u8::try_from(symbol) {
            output.push(literal);
            continue;
        }
        if symbol == 256 {
            return Ok(true);
        }
        let place = usize::from(symbol) - 257;
        let length = based(place, &LENGTH_BASE, &LENGTH_BITS, bits)?;
        let place = usize::from(codes.distances.read(bits)?);
        let distance = based(place, &DISTANCE_BASE, &DISTANCE_BITS, bits)?;
        let start = output.len().checked_sub(distance).ok_or_else(damaged)?;
        if distance >= length {
            output.extend_from_within(start..start + length);
        } else {
            // The copy overlaps itself.
            for place in start..start + length {
                output.push(output[place]);
            }
        }
    }
    Ok(false)
}

fn based<R: Read>(place: usize, base: &[usize], extra: &[u32], bits: &mut Bits<R>) -> io::Result<usize> {
    match (base.get(place), extra.get(place)) {
        (Some(base), Some(extra)) => Ok(base + to_usize(bits.take(*extra)?)),
        _ => Err(damaged()),
    }
}

fn fixed_codes() -> io::Result<Codes> {
    let literals: Vec<u8> = (0..288)
        .map(|symbol| match symbol {
            144..256 => 9,
            256..280 => 7,
            _ => 8,
        })
        .collect();
    Ok(Codes {
        literals: Code::new(&literals)?,
        distances: Code::new(&[5; 30])?,
    })
}

/// The codes of a block with codes of its own.
fn read_codes<R: Read>(bits: &mut Bits<R>) -> io::Result<Codes> {
    let literal_count = 257 + to_usize(bits.take(5)?);
    let distance_count = 1 + to_usize(bits.take(5)?);
    let length_count = 4 + to_usize(bits.take(4)?);
    let mut lengths = [0; 19];
    for place in &LENGTH_ORDER[..length_count] {
        lengths[*place] = bits.take(3)?.to_le_bytes()[0];
    }
    let code = Code::new(&lengths)?;
    let mut lengths: Vec<u8> = Vec::with_capacity(320);
    while lengths.len() < literal_count + distance_count {
        let (length, count) = match code.read(bits)? {
            16 => (*lengths.last().ok_or_else(damaged)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length.to_le_bytes()[0], 1),
        };
        lengths.resize(lengths.len() + to_usize(count), length);
    }
    lengths.truncate(literal_count + distance_count);
    let (literals, distances) = lengths.split_at(literal_count);
    Ok(Codes {
        literals: Code::new(literals)?,
        distances: Code::new(distances)?,
    })
}

/// A prefix code. The table has the symbol and the length for each value of the next bits.
struct Code {
    width: u32,
    table: Vec<(u16, u8)>,
}

impl Code {
    /// The canonical code with these lengths of the symbols.
    fn new(lengths: &[u8]) -> io::Result<Code> {
        let width = u32::from(lengths.iter().copied().max().unwrap_or(0));
        let mut table = vec![(0, 0); 1 << width];
        let mut next: usize = 0;
        for length in 1..=width {
            for (symbol, _) in (0_u16..)
                .zip(lengths)
                .filter(|(_, of_symbol)| u32::from(**of_symbol) == length)
            {
                if next >= 1 << length {
                    return Err(damaged());
                }
                // The bits of a code are packed from the highest on, all other bits from the lowest on.
                let reversed = next.reverse_bits() >> (usize::BITS - length);
                let entry = (symbol, length.to_le_bytes()[0]);
                table
                    .iter_mut()
                    .skip(reversed)
                    .step_by(1 << length)
                    .for_each(|place| *place = entry);
                next += 1;
            }
            next <<= 1;
        }
        Ok(Code { width, table })
    }

    fn read<R: Read>(&self, bits: &mut Bits<R>) -> io::Result<u16> {
        let (symbol, length) = self.table[to_usize(bits.peek(self.width)?)];
        if length == 0 {
            return Err(damaged());
        }
        bits.drop(u32::from(length))?;
        Ok(symbol)
    }
}

/// Reads bits, the lowest of each byte first.
struct Bits<R> {
    reader: R,
    chunk: Vec<u8>,
    position: usize,
    length: usize,
    buffer: u64,
    count: u32,
}

impl<R: Read> Bits<R> {
    fn new(reader: R) -> Bits<R> {
        Bits {
            reader,
            chunk: vec![0; 16 * 1024],
            position: 0,
            length: 0,
            buffer: 0,
            count: 0,
        }
    }

    /// The next bits. Zeros follow at the end.
    fn peek(&mut self, count: u32) -> io::Result<u64> {
        while self.count < count {
            if self.position == self.length {
                self.length = self.reader.read(&mut self.chunk)?;
                self.position = 0;
                if self.length == 0 {
                    break;
                }
            }
            self.buffer |= u64::from(self.chunk[self.position]) << self.count;
            self.position += 1;
            self.count += 8;
        }
        Ok(self.buffer & ((1 << count) - 1))
    }

    fn drop(&mut self, count: u32) -> io::Result<()> {
        self.count = self.count.checked_sub(count).ok_or_else(damaged)?;
        self.buffer >>= count;
        Ok(())
    }

    fn take(&mut self, count: u32) -> io::Result<u64> {
        let bits = self.peek(count)?;
        self.drop(count)?;
        Ok(bits)
    }

    /// Goes on at the next whole byte.
    fn align(&mut self) {
        self.buffer >>= self.count % 8;
        self.count -= self.count % 8;
    }
}

fn to_usize(bits: u64) -> usize {
    usize::try_from(bits).unwrap_or(usize::MAX)
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "damaged compressed data")
}

#[cfg(test)]
mod tests {
    use super::Inflate;
    use proptest::prelude::*;
    use std::io::{Cursor, Read, Write};
    use zip::write::SimpleFileOptions;

    /// The compressed bytes, taken from a zip file.
    fn compressed(bytes: &[u8]) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("a", SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
        let mut archive = zip::ZipArchive::new(archive.finish().unwrap()).unwrap();
        let mut raw = Vec::new();
        archive.by_index_raw(0).unwrap().read_to_end(&mut raw).unwrap();
        raw
    }

    fn inflated(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut output = Vec::new();
        Inflate::new(bytes).read_to_end(&mut output)?;
        Ok(output)
    }

    #[test]
    fn decompresses_long_texts() {
        let numbers = (0..200_000_u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_string());
        let text = numbers.collect::<Vec<_>>().join(" ");
        assert!(inflated(&compressed(text.as_bytes())).unwrap() == text.as_bytes());
        let stored = [b"\x01\x03\x00\xFC\xFF".as_slice(), b"abc"].concat();
        assert_eq!(inflated(&stored).unwrap(), b"abc");
        // A block with the fixed codes.
        assert_eq!(inflated(b"\x4B\x4C\x4A\x06\x00").unwrap(), b"abc");
    }

    #[test]
    fn refuses_damaged_data() {
        for bytes in [
            &b""[..],
            b"\x07",
            b"\x01\x03\x00\xFC\xFE",
            b"\x01\x03\x00\xFC\xFFab",
            b"\x4B\x4C",
        ] {
            assert!(inflated(bytes).is_err(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn gives_compressed_bytes_back(bytes in prop::collection::vec(0_u8..4, 0..5000)) {
            prop_assert_eq!(inflated(&compressed(&bytes)).unwrap(), bytes);
        }

        #[test]
        fn any_bytes_have_an_end(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = inflated(&bytes);
        }
    }
}
