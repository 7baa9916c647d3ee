//! The file of an embedded library: its first creation, and what happens when it is lost.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use carrel_storage::engine::Options;
use carrel_storage::{Database, Error};
use tempfile::TempDir;

use super::{pair, set, settings_of};

fn options(folder: &TempDir) -> Options {
    Options::Sqlite {
        path: folder.path().join("carrel.sqlite"),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The reason why a database is refused. It must contain all these words.
async fn refused(options: &Options, words: &[&str]) {
    for outcome in [Database::open(options).await, Database::attach(options).await] {
        let Some(Error::Other(reason)) = outcome.err() else {
            panic!("it was opened");
        };
        for word in words {
            assert!(reason.contains(word), "{reason}");
        }
    }
}

#[tokio::test]
async fn a_lost_file_is_not_replaced_by_a_new_library() {
    for beside in ["carrel.sqlite-wal", "search-of", "carrel.sqlite.new"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carrel.sqlite");
        fs::write(&path, "").unwrap();
        fs::write(folder.path().join(beside), "something").unwrap();
        let before = names(folder.path());
        refused(
            &options(&folder),
            &["is empty", "carrel restore", "move the file away"],
        )
        .await;
        assert_eq!(names(folder.path()), before);
        assert_eq!(fs::metadata(&path).unwrap().len(), 0);
    }
}

#[tokio::test]
async fn the_log_of_a_lost_file_is_not_replayed_into_a_new_one() {
    for ending in ["-wal", "-journal"] {
        let folder = tempfile::tempdir().unwrap();
        let options = options(&folder);
        let left = folder.path().join(format!("carrel.sqlite{ending}"));
        fs::write(&left, "changes").unwrap();
        let outcome = Database::open(&options).await.err();
        assert!(
            matches!(&outcome, Some(Error::Other(reason)) if reason.contains("is left over from it")),
            "{outcome:?}"
        );
        assert_eq!(names(folder.path()), [format!("carrel.sqlite{ending}")]);
        fs::remove_file(&left).unwrap();
        drop(Database::open(&options).await.unwrap());
    }
}

#[tokio::test]
async fn a_link_to_a_missing_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let link = folder.path().join("carrel.sqlite");
    symlink(elsewhere.path().join("library"), &link).unwrap();
    let outcome = Database::open(&options(&folder)).await.err();
    assert!(
        matches!(&outcome, Some(Error::Other(reason)) if reason.contains("is a link to a file that is missing")),
        "{outcome:?}"
    );
    assert!(link.is_symlink());
    assert!(names(elsewhere.path()).is_empty());
}

#[tokio::test]
async fn a_first_start_that_was_interrupted_is_repeated() {
    for content in ["", "half a database"] {
        let folder = tempfile::tempdir().unwrap();
        let options = options(&folder);
        for unfinished in ["carrel.sqlite.new", "carrel.sqlite.new-journal"] {
            fs::write(folder.path().join(unfinished), content).unwrap();
        }
        let database = Database::open(&options).await.unwrap();
        assert_eq!(settings_of(&database).await, []);
        database
            .write((), |transaction, ()| Box::pin(set(transaction, "a", "b")))
            .await
            .unwrap();
        assert!(names(folder.path()).iter().all(|name| !name.contains(".new")));
        drop(database);
        let database = Database::open(&options).await.unwrap();
        assert_eq!(settings_of(&database).await, [pair("a", "b")]);
    }
}

#[tokio::test]
async fn a_missing_file_is_only_created_by_opening_it() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Database::attach(&options(&folder)).await.is_err());
    assert!(names(folder.path()).is_empty());
}

#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&options(&folder)).await.unwrap();
    database
        .write((), |transaction, ()| Box::pin(set(transaction, "a", "b")))
        .await
        .unwrap();
    let names = names(folder.path());
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        let mode = fs::metadata(folder.path().join(&name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}
