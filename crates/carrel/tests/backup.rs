//! Backup and restore of a library: complete, verified, on either engine, while it is served.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use carrel_domain::identity::hexadecimal;
use carrel_storage::engine::{Loader, Options};
use carrel_testkit::{Engine, Place};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use support::{Server, command, run, text};

/// Generates a library in a folder; all people have the same password.
fn generate(folder: &Path) {
    let mut generate = command(folder, "generate");
    generate.args([
        "--books",
        "200",
        "--users",
        "40",
        "--loans",
        "600",
        "--password-stdin",
    ]);
    generate.args(["--admin-email", "desk@library.example"]);
    let made = run(&mut generate, "Herons123\n");
    assert!(made.status.success(), "{}", text(&made.stderr));
}

fn backup(folder: &Path, file: &Path, more: &[&str]) -> (Option<i32>, String) {
    let done = run(command(folder, "backup").arg(file).args(more), "");
    (done.status.code(), text(&done.stdout) + &text(&done.stderr))
}

fn restore(folder: &Path, file: &Path, more: &[&str]) -> (Option<i32>, String) {
    let done = run(command(folder, "restore").arg(file).args(more), "");
    (done.status.code(), text(&done.stdout) + &text(&done.stderr))
}

fn checked(folder: &Path, more: &[&str]) {
    let checked = run(command(folder, "check").args(more), "");
    assert!(
        checked.status.success(),
        "{}{}",
        text(&checked.stdout),
        text(&checked.stderr)
    );
}

/// The lines of a backup without the first one, which contains its instant, and the last one, its summary.
fn rows_of(file: &Path) -> Vec<String> {
    let lines = std::process::Command::new("gzip")
        .arg("-dc")
        .arg(file)
        .output()
        .expect("gzip runs");
    let mut lines: Vec<String> = text(&lines.stdout).lines().map(str::to_owned).collect();
    lines.pop();
    lines.remove(0);
    lines.sort();
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_moves_to_postgresql_and_back_without_losing_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let (origin, there, again) = (
        folder.path().join("a"),
        folder.path().join("b"),
        folder.path().join("c"),
    );
    generate(&origin);
    let cover = support::cover::upload(&origin).await;
    let place = Place::empty(Engine::Postgres).await;
    let Options::Postgres { url, .. } = place.options() else {
        panic!("not PostgreSQL")
    };
    let on_server = ["--database-url", &*url];
    let (first, second) = (folder.path().join("1.backup"), folder.path().join("2.backup"));
    assert_eq!(backup(&origin, &first, &[]).0, Some(0));
    let (code, said) = restore(&there, &first, &on_server);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("200 books") && said.contains("600 borrowings"),
        "{said}"
    );
    checked(&there, &on_server);
    assert_eq!(
        restore(&there, &first, &on_server).0,
        Some(1),
        "not over a library"
    );
    assert_eq!(backup(&there, &second, &on_server).0, Some(0));
    let (code, said) = restore(&again, &second, &[]);
    assert_eq!(code, Some(0), "{said}");
    checked(&again, &[]);

    // The only differences are rows that each restore adds: a data id and an entry of the audit.
    let (before, after) = (rows_of(&first), rows_of(&second));
    let lost: Vec<&String> = before
        .iter()
        .filter(|row| after.binary_search(row).is_err())
        .collect();
    assert!(
        lost.iter()
            .all(|row| row.contains("data_id") || row.contains("last_backup_at")),
        "{lost:?}"
    );
    let server = Server::start(&again, &[]);
    assert_eq!(server.sign_in("desk@library.example", "Herons123").await.0, 200);
    cover.expect_at(&server).await;
    assert_eq!(server.stop(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_is_one_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let origin = folder.path().join("a");
    generate(&origin);
    let server = Server::start(&origin, &[]);
    let (_, session) = server.sign_in("desk@library.example", "Herons123").await;
    let token = session["token"].as_str().unwrap().to_owned();
    let stop = Arc::new(AtomicBool::new(false));
    let done = Arc::new(AtomicU64::new(0));
    let load = tokio::spawn({
        let (address, stop, done) = (server.address.clone(), Arc::clone(&stop), Arc::clone(&done));
        async move {
            let client = reqwest::Client::new();
            let books: Value = client
                .get(format!("{address}/api/books?limit=100&sort=createdAt"))
                .bearer_auth(&token)
                .send()
                .await
                .unwrap()
                .json()
                .await
                .unwrap();
            let ids: Vec<String> = books["data"]
                .as_array()
                .unwrap()
                .iter()
                .map(|book| book["_id"].as_str().unwrap().to_owned())
                .collect();
            for id in ids.iter().cycle() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let borrowed = client
                    .post(format!("{address}/api/borrowings/{id}"))
                    .bearer_auth(&token)
                    .send()
                    .await
                    .unwrap();
                if !borrowed.status().is_success() {
                    continue;
                }
                let borrowing: Value = borrowed.json().await.unwrap();
                let id = borrowing["data"]["_id"].as_str().unwrap();
                let returned = client
                    .put(format!("{address}/api/admin/borrowings/{id}/return"))
                    .bearer_auth(&token)
                    .send()
                    .await
                    .unwrap();
                assert!(returned.status().is_success());
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    for round in 0..4 {
        let before = done.load(Ordering::Relaxed);
        let file = folder.path().join(format!("{round}.backup"));
        let (from, to) = (origin.clone(), file.clone());
        let (code, said) = tokio::task::spawn_blocking(move || backup(&from, &to, &[]))
            .await
            .unwrap();
        assert_eq!(code, Some(0), "{said}");
        let restored = folder.path().join(format!("restored-{round}"));
        let (code, said) = restore(&restored, &file, &[]);
        assert_eq!(code, Some(0), "{said}");
        checked(&restored, &[]);
        carrel_testkit::eventually("the load runs", async || done.load(Ordering::Relaxed) > before).await;
    }
    stop.store(true, Ordering::Relaxed);
    load.await.unwrap();
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_backup_never_overwrites_a_file_or_leaves_a_partial_one() {
    let folder = tempfile::tempdir().unwrap();
    let origin = folder.path().join("a");
    generate(&origin);
    let file = folder.path().join("one.backup");
    assert_eq!(backup(&origin, &file, &[]).0, Some(0));
    let (code, said) = backup(&origin, &file, &[]);
    assert!(code == Some(1) && said.contains("--force"), "{said}");
    assert_eq!(backup(&origin, &file, &["--force"]).0, Some(0));
    let (code, said) = backup(&origin, &folder.path().join("no/such/folder.backup"), &[]);
    assert!(code == Some(1) && said.contains("was not written"), "{said}");
    let (code, said) = backup(&origin, Path::new("/dev/full/one"), &[]);
    assert!(code == Some(1) && said.contains("was not written"), "{said}");
    let left: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");

    // Only a regular file is replaced; behind a link, the file and not the link.
    let (code, said) = backup(&origin, Path::new("/dev/null"), &["--force"]);
    assert!(code == Some(1) && said.contains("not a regular file"), "{said}");
    let link = folder.path().join("latest.backup");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    fs::write(&file, "old").unwrap();
    assert_eq!(backup(&origin, &link, &["--force"]).0, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read(&file).unwrap().len() > 1000);
}

#[test]
fn a_damaged_or_newer_backup_restores_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (origin, target) = (folder.path().join("a"), folder.path().join("b"));
    generate(&origin);
    let file = folder.path().join("one.backup");
    assert_eq!(backup(&origin, &file, &[]).0, Some(0));
    let whole = fs::read(&file).unwrap();
    let middle = whole.len() / 2;
    let mut turned = whole.clone();
    turned[middle] ^= 0x10;
    for (bytes, why) in [
        (whole[..middle].to_vec(), "cut off"),
        (whole[..whole.len() - 1].to_vec(), "damaged"),
        (turned, "damaged"),
        ([whole.as_slice(), b"more"].concat(), "damaged"),
        (b"no backup at all".to_vec(), "not a backup"),
    ] {
        fs::write(&file, bytes).unwrap();
        let (code, said) = restore(&target, &file, &[]);
        assert!(
            code == Some(1) && said.contains("nothing was restored"),
            "{why}: {said}"
        );
        assert_eq!(fs::read_dir(&target).unwrap().count(), 0, "{why}");
    }
    let newer = json!({
        "carrelBackup": 1, "version": "99.0.0", "schema": 9999, "engine": "SQLite", "createdAt": "2026-01-01T00:00:00Z",
    });
    let text = folder.path().join("newer");
    fs::write(&text, format!("{newer}\n")).unwrap();
    assert!(
        std::process::Command::new("gzip")
            .arg(&text)
            .status()
            .unwrap()
            .success()
    );
    let (code, said) = restore(&target, &folder.path().join("newer.gz"), &[]);
    assert!(
        code == Some(1) && said.contains("newer version") && said.contains("99.0.0"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_library_is_kept_and_its_index_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (origin, target) = (folder.path().join("a"), folder.path().join("b"));
    generate(&origin);
    let file = folder.path().join("one.backup");
    assert_eq!(backup(&origin, &file, &[]).0, Some(0));
    let server = Server::start(&target, &["--demo"]);
    let (code, said) = restore(&target, &file, &["--replace"]);
    assert!(code == Some(1) && said.contains("in use"), "{said}");
    assert_eq!(server.stop(), 0);
    let (code, said) = restore(&target, &file, &[]);
    assert!(code == Some(1) && said.contains("--replace"), "{said}");
    let (code, said) = restore(&target, &file, &["--replace"]);
    assert!(code == Some(0) && said.contains("is kept as"), "{said}");

    let server = Server::start(&target, &[]);
    let (_, session) = server.sign_in("desk@library.example", "Herons123").await;
    let token = session["token"].as_str().unwrap().to_owned();
    carrel_testkit::eventually("the books are found", async || {
        let found = reqwest::Client::new()
            .get(format!("{}/api/books?search=the", server.address))
            .bearer_auth(&token)
            .send()
            .await
            .unwrap();
        let found: Value = found.json().await.unwrap();
        found["data"].as_array().is_some_and(|books| !books.is_empty())
    })
    .await;
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_backup_can_be_written_to_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let (origin, target) = (folder.path().join("a"), folder.path().join("b"));
    generate(&origin);
    let piped = run(command(&origin, "backup").arg("-"), "");
    assert!(piped.status.success() && piped.stderr.is_empty());
    let file = folder.path().join("piped");
    fs::write(&file, piped.stdout).unwrap();
    assert_eq!(restore(&target, &file, &[]).0, Some(0));
    checked(&target, &[]);
}

#[tokio::test(flavor = "multi_thread")]
async fn temporary_data_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (origin, target) = (folder.path().join("a"), folder.path().join("b"));
    generate(&origin);
    let file = folder.path().join("one.backup");
    let desk = "desk@library.example";
    let server = Server::start(&origin, &["--mail-hosts", "127.0.0.1"]);
    let session = server.sign_in(desk, "Herons123").await.1["token"].clone();
    let client = reqwest::Client::new();
    let ask = async |server: &Server, method: Method, path: &str, token: &Value, body: Value| {
        let request = client.request(method, format!("{}{path}", server.address));
        let request = request.bearer_auth(token.as_str().unwrap()).json(&body);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    // No mail server listens there, so the mail stays in the queue.
    let mail = json!({
        "host": "127.0.0.1", "port": 9, "security": "none",
        "fromAddress": desk, "siteAddress": "https://library.example",
    });
    assert_eq!(
        ask(&server, Method::PUT, "/api/admin/settings/mail", &session, mail)
            .await
            .0,
        200
    );
    let (_, found) = ask(
        &server,
        Method::GET,
        "/api/admin/users?limit=1",
        &session,
        Value::Null,
    )
    .await;
    let person = &found["data"][0];
    let path = format!(
        "/api/admin/users/{}/password-link",
        person["_id"].as_str().unwrap()
    );
    let (_, link) = ask(&server, Method::POST, &path, &session, Value::Null).await;
    let token = link["data"]["path"]
        .as_str()
        .unwrap()
        .split_once("token=")
        .unwrap()
        .1
        .to_owned();
    let forgotten = json!({ "email": desk });
    assert_eq!(
        ask(
            &server,
            Method::POST,
            "/api/auth/forgot-password",
            &session,
            forgotten
        )
        .await
        .0,
        200
    );
    let (_, shown) = ask(
        &server,
        Method::GET,
        "/api/admin/settings/mail",
        &session,
        Value::Null,
    )
    .await;
    assert_eq!(shown["data"]["queue"]["waiting"], 1, "{shown}");

    assert_eq!(backup(&origin, &file, &[]).0, Some(0));
    assert_eq!(server.stop(), 0);
    let rows = rows_of(&file);
    assert!(
        !rows
            .iter()
            .any(|row| row.contains("one_time_links") || row.contains("\"mails\""))
    );
    let (code, said) = restore(&target, &file, &[]);
    assert_eq!(code, Some(0), "{said}");
    let server = Server::start(&target, &[]);
    assert_eq!(
        ask(&server, Method::GET, "/api/auth/me", &session, Value::Null)
            .await
            .0,
        401
    );
    let reset = json!({ "token": token, "password": "Changed1", "confirmPassword": "Changed1" });
    let (status, refused) = server.post("/api/auth/reset-password", &reset).await;
    assert_eq!((status, &refused["code"]), (409, &json!("link_invalid")));
    let session = server.sign_in(desk, "Herons123").await.1["token"].clone();
    let (_, shown) = ask(
        &server,
        Method::GET,
        "/api/admin/settings/mail",
        &session,
        Value::Null,
    )
    .await;
    assert_eq!(
        (
            &shown["data"]["settings"]["host"],
            &shown["data"]["queue"]["waiting"]
        ),
        (&json!("127.0.0.1"), &json!(0))
    );
    assert_eq!(server.stop(), 0);
}

/// A backup as a library of an earlier schema would have written it: with the tables and columns of that schema.
async fn as_of_schema(whole: &Path, schema: i64, folder: &Path) -> PathBuf {
    let place = Place::empty(Engine::Sqlite).await;
    let loader = Loader::begin(&place.options(), schema, None).await;
    let mut loader = loader.expect("an empty database of that schema");
    let unpacked = std::process::Command::new("gzip").arg("-dc").arg(whole).output();
    let unpacked = text(&unpacked.expect("gzip runs").stdout);
    let parsed = unpacked
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let mut lines: Vec<Value> = parsed.collect();
    lines[0]["schema"] = json!(schema);
    let mut written = vec![lines[0].to_string()];
    let mut rows = BTreeMap::new();
    let mut kept: Option<(String, Vec<usize>)> = None;
    for value in &lines[1..] {
        if let (Some(table), Some(columns)) = (value["table"].as_str(), value["columns"].as_array()) {
            let connection = loader.connection().expect("the load is open");
            let there = connection.columns(table).await.expect("the columns are read");
            let places: Vec<usize> = (0..columns.len())
                .filter(|place| there.iter().any(|column| columns[*place] == column.as_str()))
                .collect();
            kept = (!places.is_empty()).then(|| (table.to_owned(), places.clone()));
            if kept.is_some() {
                let columns: Vec<&Value> = places.iter().map(|place| &columns[*place]).collect();
                written.push(json!({ "table": table, "columns": columns }).to_string());
                rows.insert(table.to_owned(), 0);
            }
        } else if let (Some(cells), Some((table, places))) = (value.as_array(), &kept) {
            let cells: Vec<&Value> = places.iter().map(|place| &cells[*place]).collect();
            written.push(json!(cells).to_string());
            *rows.entry(table.clone()).or_default() += 1;
        }
    }
    written.push(String::new());
    let sum = hexadecimal(&Sha256::digest(written.join("\n").as_bytes()));
    // The reader recognises the last line by its beginning.
    let end = format!("{{\"rows\":{},\"sha256\":\"{sum}\"}}\n", json!(rows));
    let file = folder.join(format!("schema-{schema}"));
    fs::write(&file, written.join("\n") + &end).expect("the file is written");
    let packed = std::process::Command::new("gzip").arg(&file).status();
    assert!(packed.expect("gzip runs").success());
    file.with_extension("gz")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_every_earlier_schema_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let origin = folder.path().join("a");
    generate(&origin);
    let whole = folder.path().join("whole.backup");
    assert_eq!(backup(&origin, &whole, &[]).0, Some(0));
    for carrel_storage::migrations::Migration {
        number: schema, name, ..
    } in carrel_storage::migrations::ALL
    {
        let file = as_of_schema(&whole, *schema, folder.path()).await;
        let target = folder.path().join(format!("of-{schema}"));
        let (code, said) = restore(&target, &file, &[]);
        assert_eq!(code, Some(0), "{schema} {name}: {said}");
        assert!(
            said.contains("200 books") && said.contains("600 borrowings"),
            "{said}"
        );
        checked(&target, &[]);
        let server = Server::start(&target, &[]);
        assert_eq!(
            server.sign_in("desk@library.example", "Herons123").await.0,
            200,
            "{name}"
        );
        assert_eq!(server.stop(), 0);
    }
}
