//! Backups of somebody else, which nothing has checked.

use std::io::Write as _;

use carrel_operations::upkeep::backup::verify;
use flate2::Compression;
use flate2::write::GzEncoder;

#[test]
fn a_line_that_would_fill_the_memory_is_refused() {
    let mut packing = GzEncoder::new(Vec::new(), Compression::fast());
    packing
        .write_all(
            br#"{"carrelBackup":1,"version":"0.1.0","schema":1,"engine":"SQLite","createdAt":"2026-01-01T00:00:00Z"}"#,
        )
        .unwrap();
    packing.write_all(b"\n").unwrap();
    let mebibyte = vec![b'['; 1 << 20];
    for _ in 0..65 {
        packing.write_all(&mebibyte).unwrap();
    }
    let packed = packing.finish().unwrap();
    assert!(packed.len() < 1 << 20);
    let refused = verify(packed.as_slice()).unwrap_err().to_string();
    assert!(refused.contains("a line is too long"), "{refused}");
}
