//! Faults on the real binary, for some seconds each. `make faults` runs them at full length.

use std::process::Command;

use carrel_faults::{Trial, dump, kills};
#[cfg(target_os = "linux")]
use carrel_faults::{disk, power};

fn trial(writers: usize) -> Trial {
    Trial {
        binary: env!("CARGO_BIN_EXE_carrel").into(),
        seed: 7,
        writers,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let found = kills::run(&trial(16), 3).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
}

// The preloaded library is written for Linux.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_power_is_cut() {
    let found = power::run(&trial(8), 60).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
}

// The preloaded library is written for Linux.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_writes_serves_reads_and_recovers() {
    let found = disk::full(&trial(8)).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
}

// The preloaded library is written for Linux.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn read_errors_are_reported_and_a_failed_sync_stops_the_server() {
    let found = disk::failing(&trial(8)).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_that_was_dumped_and_restored_in_a_new_cluster_finds_every_book() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/need-postgres");
    let programs = Command::new(script).output().unwrap();
    assert!(programs.status.success());
    let programs = String::from_utf8(programs.stdout).unwrap();
    let found = dump::run(&trial(4), programs.trim().as_ref()).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
}
