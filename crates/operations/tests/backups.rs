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
    let (restored, _place) = backed_up_and_restored(&database).await;
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

on_both_engines!(a_restored_bulk_edit_that_had_work_has_failed);
async fn a_restored_bulk_edit_that_had_work_has_failed(database: TestDatabase) {
    for (id, state) in ["changing", "done", "cancelled", "undoing", "undone"]
        .iter()
        .enumerate()
    {
        let sql = format!(
            "INSERT INTO bulk_edits (id, state, changes, books, created_at, updated_at) VALUES ({id}, '{state}', '{{}}', 1, 1, 1)"
        );
        database.sql(&sql).await.expect("it succeeds");
    }
    let (restored, _place) = backed_up_and_restored(&database).await;
    let states: Vec<(String,)> = restored
        .read(&(), |connection, ()| {
            Box::pin(connection.rows("SELECT state FROM bulk_edits ORDER BY id", &[]))
        })
        .await
        .expect("it succeeds");
    let states: Vec<&str> = states.iter().map(|(state,)| state.as_str()).collect();
    assert_eq!(states, ["failed", "done", "cancelled", "failed", "undone"]);
}

on_both_engines!(a_restored_search_for_duplicates_has_failed_and_the_groups_before_stay);
async fn a_restored_search_for_duplicates_has_failed_and_the_groups_before_stay(database: TestDatabase) {
    for sql in [
        "INSERT INTO duplicate_searches (id, state, started_at, finished_at) VALUES (1, 'done', 1, 2)",
        "INSERT INTO duplicate_searches (id, state, started_at) VALUES (2, 'searching', 3)",
        "INSERT INTO duplicate_groups (id, search_id, reason) VALUES (3, 1, 'near_title'), (4, 2, 'near_title')",
    ] {
        database.sql(sql).await.expect("it succeeds");
    }
    let (restored, _place) = backed_up_and_restored(&database).await;
    let searches: Vec<(i64, String)> = restored
        .read(&(), |connection, ()| {
            Box::pin(connection.rows("SELECT id, state FROM duplicate_searches ORDER BY id", &[]))
        })
        .await
        .expect("it succeeds");
    let groups: Vec<(i64,)> = restored
        .read(&(), |connection, ()| {
            Box::pin(connection.rows("SELECT id FROM duplicate_groups ORDER BY id", &[]))
        })
        .await
        .expect("it succeeds");
    assert_eq!(searches, [(1, "done".to_owned()), (2, "failed".to_owned())]);
    assert_eq!(groups, [(3,)]);
}

/// The library of a backup of this one, in a new place of the same engine, which must be kept as long as the library.
async fn backed_up_and_restored(database: &TestDatabase) -> (Database, Place) {
    let folder = tempfile::tempdir().expect("it succeeds");
    let path = folder.path().join("one.backup");
    let out = Box::new(File::create(&path).expect("it succeeds"));
    let now = Timestamp::UNIX_EPOCH;
    drop(back_up(database, "0.1.0", now, out).await.expect("it succeeds"));
    let place = Place::empty(database.engine()).await;
    let input = BufReader::new(File::open(&path).expect("it succeeds"));
    restore(&place.options(), input, None, now, [7; 32])
        .await
        .expect("it succeeds");
    let restored = Database::open(&place.options()).await.expect("it succeeds");
    (restored, place)
}
