//! Backup files. An input that begins with the mark of gzip is the file; any other input is the text inside it, because
//! a fuzzer does not find a valid checksum by itself.

use std::io::Write as _;

use carrel_operations::upkeep::backup;
use flate2::Compression;
use flate2::write::GzEncoder;

pub(crate) fn run(input: &[u8]) {
    if input.starts_with(&[0x1f, 0x8b]) {
        let _ = backup::verify(input);
        return;
    }
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(input).expect("memory takes all bytes");
    let file = file.finish().expect("memory takes all bytes");
    let _ = backup::verify(file.as_slice());
}
