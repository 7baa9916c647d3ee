//! The write-ahead log of the embedded engine does not grow with the number of commits.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use carrel_storage::engine::Options;
use carrel_storage::{Database, Result};
use carrel_testkit::eventually;

use super::set;

/// How often the log has begun again at its start: a number in its header (<https://sqlite.org/fileformat2.html>, 4.1).
fn beginnings(log: &Path) -> u32 {
    let mut number = [0; 4];
    File::open(log).unwrap().read_exact_at(&mut number, 12).unwrap();
    u32::from_be_bytes(number)
}

async fn write(database: &Database, text: &'static str) -> Result<()> {
    database
        .write(text, |transaction, text| {
            Box::pin(async move { set(transaction, "a", text).await })
        })
        .await
}

#[tokio::test]
async fn the_log_begins_again_while_commits_follow_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carrel.sqlite");
    let log = folder.path().join("carrel.sqlite-wal");
    let database = Database::open(&Options::Sqlite { path }).await.unwrap();
    write(&database, "1").await.unwrap();
    let before = beginnings(&log);
    // A thousand pages of 4 KiB each. A page with the same content as before would not be written.
    let texts: [&'static str; 2] = ["a", "b"].map(|letter| &*letter.repeat(4 << 20).leak());
    for number in 0..7 {
        write(&database, texts[number % 2]).await.unwrap();
    }
    assert_eq!(beginnings(&log), before, "it begins again too often");
    write(&database, texts[1]).await.unwrap();
    eventually("the log begins again", async || {
        write(&database, "1").await.unwrap();
        beginnings(&log) > before
    })
    .await;
}
