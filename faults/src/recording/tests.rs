use std::collections::HashSet;
use std::path::Path;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::{Disk, Syncs};

/// Appends a record, and returns the new length of the recording.
fn record(path: &Path, numbers: [i64; 4], bytes: &[u8]) -> u64 {
    let [kind, file, offset, extra] = numbers;
    let mut recording = std::fs::read(path).unwrap_or_default();
    for number in [kind, file, offset, i64::try_from(bytes.len()).unwrap(), extra] {
        recording.extend(number.to_le_bytes());
    }
    recording.extend(bytes);
    std::fs::write(path, &recording).unwrap();
    recording.len() as u64
}

/// The contents of a file after many random power cuts at this point; `None` when the file itself is missing.
fn left(folder: &Path, recording: &Path, at: u64, syncs: Syncs, name: &str) -> HashSet<Option<Vec<u8>>> {
    let mut disk = Disk::new(folder, recording, syncs).unwrap();
    disk.advance(at).unwrap();
    let cuts = (0..200).map(|seed| {
        let files = disk.after_power_cut(&mut StdRng::seed_from_u64(seed));
        files
            .into_iter()
            .find(|(found, _)| found == name)
            .map(|(_, bytes)| bytes)
    });
    cuts.collect()
}

#[test]
fn synced_writes_survive_and_unsynced_writes_may_survive() {
    let place = tempfile::tempdir().unwrap();
    let (folder, log) = (place.path().join("data"), place.path().join("log"));
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("carrel.sqlite"), b"old").unwrap();
    record(&log, [1, 1, 0, 0], b"carrel.sqlite");
    record(&log, [2, 1, 0, 0], b"new");
    record(&log, [4, 1, 0, 9], b"");
    record(&log, [2, 1, 3, 0], b"er");
    let unsynced = record(&log, [2, 7, 0, 0], b"of no file of the database");
    let synced = record(&log, [5, 1, 0, 9], b"");
    let left = |at, syncs| left(&folder, &log, at, syncs, "carrel.sqlite");
    let some = |texts: &[&str]| -> HashSet<Option<Vec<u8>>> {
        texts.iter().map(|text| Some(text.as_bytes().to_vec())).collect()
    };
    assert_eq!(
        left(unsynced, Syncs::All),
        some(&["old", "new", "newer", "older"])
    );
    assert_eq!(left(synced, Syncs::All), some(&["new", "newer"]));
    assert_eq!(
        left(synced, Syncs::Ignored),
        left(unsynced, Syncs::All),
        "the control"
    );
}

#[test]
fn a_new_file_surely_survives_once_its_folder_is_synced() {
    let place = tempfile::tempdir().unwrap();
    let (folder, log) = (place.path().join("data"), place.path().join("log"));
    std::fs::create_dir(&folder).unwrap();
    record(&log, [1, 1, 1, 0], b"carrel.sqlite-wal");
    record(&log, [2, 1, 0, 0], b"log");
    record(&log, [4, 1, 0, 1], b"");
    let file_synced = record(&log, [5, 1, 0, 1], b"");
    record(&log, [1, 2, 0, 0], b"");
    record(&log, [4, 2, 0, 2], b"");
    let folder_synced = record(&log, [5, 2, 0, 2], b"");
    let removed = record(&log, [6, 0, 0, 0], b"carrel.sqlite-wal");
    let left = |at| left(&folder, &log, at, Syncs::All, "carrel.sqlite-wal");
    let there = Some(b"log".to_vec());
    assert_eq!(left(file_synced), HashSet::from([None, there.clone()]));
    assert_eq!(left(folder_synced), HashSet::from([there.clone()]));
    assert_eq!(left(removed), HashSet::from([None, there]));
}

#[test]
fn a_log_synced_only_at_checkpoints_may_lose_later_commits() {
    let place = tempfile::tempdir().unwrap();
    let (folder, log) = (place.path().join("data"), place.path().join("log"));
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("carrel.sqlite"), b"old").unwrap();
    std::fs::write(folder.join("carrel.sqlite-wal"), b"").unwrap();
    record(&log, [1, 1, 0, 0], b"carrel.sqlite");
    record(&log, [1, 2, 0, 0], b"carrel.sqlite-wal");
    record(&log, [2, 2, 0, 0], b"first");
    record(&log, [4, 2, 0, 1], b"");
    let committed = record(&log, [5, 2, 0, 1], b"");
    let checkpointed = record(&log, [2, 1, 0, 0], b"new");
    let left = |at, syncs| left(&folder, &log, at, syncs, "carrel.sqlite-wal");
    let (nothing, first) = (Some(Vec::new()), Some(b"first".to_vec()));
    assert_eq!(left(committed, Syncs::All), HashSet::from([first.clone()]));
    assert!(left(committed, Syncs::LogAtCheckpoints).contains(&nothing));
    assert_eq!(
        left(checkpointed, Syncs::LogAtCheckpoints),
        HashSet::from([first])
    );
}
