//! Damaged libraries: no backup of one is verified, and the server, its metrics and the doctor report the damage.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use carrel_testkit::{Engine, Place, TestDatabase, eventually};

use crate::support::{Server, command, private_folder, run, text};
use crate::url_of;

/// The size of a page of the database file, in bytes.
const PAGE: u64 = 4096;

/// The exit code of a command and everything that it prints.
fn outcome(folder: &Path, verb: &str, more: &[&str]) -> (Option<i32>, String) {
    let done = run(command(folder, verb).args(more), "");
    (done.status.code(), text(&done.stdout) + &text(&done.stderr))
}

fn doctor(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    outcome(folder, "doctor", &[&["--listen", "127.0.0.1:0"], more].concat())
}

fn generate(folder: &Path, more: &[&str]) {
    let figures = ["--books", "200", "--users", "40", "--loans", "600"];
    let (code, said) = outcome(folder, "generate", &[&figures, more].concat());
    assert_eq!(code, Some(0), "{said}");
}

/// The backup of a library is refused as unverified, and an earlier backup stays as it is.
fn assert_unverified(folder: &Path, file: &Path, more: &[&str]) -> String {
    let before = fs::read(file).ok();
    let path = file.to_str().expect("a path is text");
    let arguments = [&[path, "--force"], more].concat();
    let (code, said) = outcome(folder, "backup", &arguments);
    assert!(code == Some(1) && !said.contains(", verified"), "{said}");
    assert_eq!(fs::read(file).ok(), before, "{said}");
    said
}

/// The name of the copy of a backup that is not verified.
fn unverified(file: &Path) -> PathBuf {
    file.with_extension("backup.unverified")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_with_a_lost_reference_is_not_verified() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let folder = private_folder();
        let data = folder.path().join("library");
        let place = Place::empty(engine).await;
        let url = (engine == Engine::Postgres).then(|| url_of(&place));
        let more = url.as_deref().map_or(vec![], |url| vec!["--database-url", url]);
        generate(&data, &more);
        let file = folder.path().join("library.backup");
        let (code, said) = outcome(&data, "backup", &[&[file.to_str().unwrap()], &more[..]].concat());
        assert!(code == Some(0) && said.contains(", verified"), "{said}");

        let lose = "UPDATE borrowings SET user_id = 999999999 WHERE id = (SELECT min(id) FROM borrowings)";
        // Removed with its database at the end.
        let mut database = None;
        if engine == Engine::Sqlite {
            let sqlite = rusqlite::Connection::open(data.join("carrel.sqlite")).unwrap();
            let lose = format!("PRAGMA foreign_keys = OFF; {lose}");
            sqlite.execute_batch(&lose).unwrap();
        } else {
            let lose = format!("SET LOCAL session_replication_role = replica; {lose}");
            let database = database.insert(TestDatabase::open(place).await.unwrap());
            database.sql(&lose).await.unwrap();
        }
        let said = assert_unverified(&data, &file, &more);
        assert!(
            said.contains("1 rows of borrowings refer to missing rows of users")
                && said.contains("library.backup.unverified is not verified"),
            "{said}"
        );
        let restored = folder.path().join("restored");
        let kept = unverified(&file);
        let (code, said) = outcome(&restored, "restore", &[kept.to_str().unwrap()]);
        assert!(code == Some(1) && said.contains("nothing was restored"), "{said}");
        let (code, said) = doctor(&data, &more);
        assert!(
            code == Some(1) && said.contains("refer to missing rows of users"),
            "{said}"
        );
        let (code, said) = outcome(&data, "check", &more);
        assert!(
            code == Some(1) && said.contains("refer to missing rows of users"),
            "{said}"
        );
    }
}

/// Overwrites the beginning of a page, counted from 0.
fn damage(file: &Path, page: u64) {
    let file = OpenOptions::new().write(true).open(file);
    let file = file.expect("it exists");
    file.write_all_at(&[0xa5; 64], page * PAGE)
        .expect("it is written");
}

#[test]
fn no_backup_of_a_damaged_file_is_verified() {
    let folder = private_folder();
    let sound = folder.path().join("sound");
    generate(&sound, &[]);
    let sound = sound.join("carrel.sqlite");
    let pages = fs::metadata(&sound).unwrap().len() / PAGE;
    assert!(pages > 100, "{pages}");
    for place in 0..12 {
        let page = 1 + place * (pages - 2) / 11;
        let data = folder.path().join(format!("damaged-{page}"));
        fs::create_dir(&data).unwrap();
        fs::copy(&sound, data.join("carrel.sqlite")).unwrap();
        damage(&data.join("carrel.sqlite"), page);
        let file = folder.path().join(format!("{page}.backup"));
        let said = assert_unverified(&data, &file, &[]);
        assert!(!file.exists(), "{said}");
    }
}

#[tokio::test]
async fn damage_is_found_at_the_start_and_reported_until_a_backup_is_restored() {
    let folder = private_folder();
    let data = folder.path().join("library");
    generate(&data, &[]);
    let backup = folder.path().join("library.backup");
    let file = backup.to_str().unwrap();
    let (code, said) = outcome(&data, "backup", &[file]);
    assert_eq!(code, Some(0), "{said}");
    let database = data.join("carrel.sqlite");
    let sqlite = rusqlite::Connection::open(&database).unwrap();
    let page: i64 = sqlite
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ledger' ORDER BY name LIMIT 1",
            [],
            |row| row.get(0),
        )
        .unwrap();
    sqlite.close().unwrap();
    damage(&database, u64::try_from(page - 1).unwrap());

    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let metrics = free.local_addr().unwrap().to_string();
    drop(free);
    let server = Server::start(&data, &["--metrics-listen", &metrics]);
    let line = server.line_with("the file of the database is damaged");
    assert!(
        line.is_some_and(|line| line.contains("ERROR") && line.contains("carrel restore --replace")),
        "the log says what to do"
    );
    let answer = server.get("/readyz").await;
    assert_eq!(answer.status(), 503);
    assert!(
        answer
            .text()
            .await
            .unwrap()
            .starts_with("the database is damaged")
    );
    assert_eq!(server.get("/api/library").await.status(), 200, "it still serves");
    let figures = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap();
    let figures = figures.text().await.unwrap();
    assert!(
        figures.lines().any(|line| line == "carrel_database_damaged 1"),
        "{figures}"
    );
    let (code, said) = doctor(&data, &[]);
    assert!(
        code == Some(1) && said.contains("carrel restore --replace"),
        "{said}"
    );
    assert_eq!(server.stop(), 0);

    let (code, said) = outcome(&data, "restore", &["--replace", file]);
    assert_eq!(code, Some(0), "{said}");
    let server = Server::start(&data, &[]);
    eventually("it is ready", async || {
        let answer = server.get("/readyz").await;
        answer.status() == 200 && answer.text().await.unwrap() == "ready\n"
    })
    .await;
    assert_eq!(server.stop(), 0);
}

#[tokio::test]
async fn violations_are_reported_until_a_check_finds_none() {
    let folder = private_folder();
    generate(folder.path(), &[]);
    let database = folder.path().join("carrel.sqlite");
    let change = |sql: &str| {
        let sqlite = rusqlite::Connection::open(&database).unwrap();
        sqlite.execute_batch(sql).unwrap();
    };
    change("UPDATE counters SET value = value + 1 WHERE name = 'users'");
    let server = Server::start(folder.path(), &[]);
    let ready = async || {
        let answer = server.get("/readyz").await;
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    eventually("it is ready", async || ready().await.0 == 200).await;
    let (code, said) = outcome(folder.path(), "check", &[]);
    assert!(
        code == Some(1) && said.contains("the counter of people"),
        "{said}"
    );
    let (status, said) = ready().await;
    assert!(
        status == 200 && said.starts_with("ready\nthe last check found violations"),
        "{said}"
    );

    change("UPDATE counters SET value = value - 1 WHERE name = 'users'");
    let (_, said) = doctor(folder.path(), &[]);
    assert!(said.contains("nightly check: it found 1 violations"), "{said}");
    assert_eq!(outcome(folder.path(), "check", &[]).0, Some(0));
    assert_eq!(ready().await, (200, "ready\n".to_owned()));
    assert_eq!(server.stop(), 0);
}
