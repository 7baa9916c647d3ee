//! Backups of somebody else, which nothing has checked, and what a restore changes.

use std::fs::File;
use std::io::{BufReader, Write as _};

use carrel_operations::upkeep::backup::{back_up, restore, verify};
use carrel_storage::Database;
use carrel_testkit::{Place, TestDatabase, on_both_engines};
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;

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

on_both_engines!(a_restored_import_that_had_work_has_failed);
async fn a_restored_import_that_had_work_has_failed(database: TestDatabase) {
    for (id, state) in ["checking", "ready", "importing", "done", "undoing"]
        .iter()
        .enumerate()
    {
        let sql = format!(
            "INSERT INTO imports (id, kind, name, format, size_bytes, sha256, state, options, created_at, updated_at) \
             VALUES ({id}, 'books', 'a.csv', 'csv', 1, '', '{state}', '{{}}', 1, 1)"
        );
        database.sql(&sql).await.expect("it succeeds");
    }
    let folder = tempfile::tempdir().expect("it succeeds");
    let path = folder.path().join("one.backup");
    let out = Box::new(File::create(&path).expect("it succeeds"));
    let now = Timestamp::UNIX_EPOCH;
    drop(back_up(&database, "0.1.0", now, out).await.expect("it succeeds"));
    let place = Place::empty(database.engine()).await;
    let input = BufReader::new(File::open(&path).expect("it succeeds"));
    restore(&place.options(), input, None, now, [7; 32])
        .await
        .expect("it succeeds");
    let restored = Database::open(&place.options()).await.expect("it succeeds");
    let states: Vec<(String, Option<String>)> = restored
        .read(&(), |connection, ()| {
            Box::pin(connection.rows("SELECT state, problem FROM imports ORDER BY id", &[]))
        })
        .await
        .expect("it succeeds");
    let failed = ("failed".to_owned(), Some("file_missing".to_owned()));
    let as_before = |state: &str| (state.to_owned(), None);
    let expected = [
        failed.clone(),
        as_before("ready"),
        failed.clone(),
        as_before("done"),
        failed,
    ];
    assert_eq!(states, expected);
}
