//! `carrel import`: books and people from files, on the command line.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Server, command, run, text};

/// Runs an import in a library, and returns the exit code, standard output and standard error.
fn import(data: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let done = run(command(data, "import").args(arguments), "");
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

/// The counts that an import with `--json` printed.
fn counts(data: &Path, arguments: &[&str]) -> Value {
    let (code, said, errors) = import(data, &[arguments, &["--json"]].concat());
    assert_eq!(code, Some(0), "{said}{errors}");
    assert_eq!(said.lines().count(), 1, "one object: {said}");
    serde_json::from_str(&said).expect("JSON")
}

/// A library with an administrator, in a folder.
fn library(data: &Path) {
    let mut create = command(data, "user create");
    create.args([
        "--admin",
        "--name",
        "Ada Example",
        "--email",
        "ada@school.example",
    ]);
    create.args(["--password-stdin"]);
    let made = run(&mut create, "Reading1\n");
    assert!(made.status.success(), "{}", text(&made.stderr));
}

/// What a server answers to a person with this token.
async fn get(server: &Server, path: &str, token: &str) -> Value {
    let request = reqwest::Client::new().get(format!("{}{path}", server.address));
    let answer = request.bearer_auth(token).send().await.expect("an answer");
    assert_eq!(answer.status(), 200, "{path}");
    answer.json().await.expect("JSON")
}

/// A record of ISO 2709 with these fields.
fn marc(fields: &[(&str, &str)]) -> Vec<u8> {
    let (mut directory, mut data) = (String::new(), String::new());
    for (tag, value) in fields {
        let value = format!("{}\u{1e}", value.replace('$', "\u{1f}"));
        let entry = format!("{tag}{:04}{:05}", value.len(), data.len());
        directory += &entry;
        data += &value;
    }
    let base = 24 + directory.len() + 1;
    let length = base + data.len() + 1;
    format!("{length:05}nam a22{base:05} a 4500{directory}\u{1e}{data}\u{1d}").into_bytes()
}

#[tokio::test]
async fn a_table_of_books_is_imported_once() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("books.csv"));
    let rejects = folder.path().join("rejects.csv");
    library(&data);
    let rows = "Title,Author,ISBN,Barcode\n\
        Dune,Frank Herbert,9780441013593,L-1\n\
        Emma,Jane Austen,,L-2\n\
        ,Nobody,,L-3\n";
    fs::write(&file, rows).unwrap();
    let (file, to) = (file.to_str().unwrap(), rejects.to_str().unwrap());

    let (code, said, errors) = import(&data, &[file, "--dry-run"]);
    assert_eq!(code, Some(0), "{said}{errors}");
    assert!(
        said.starts_with("Read: 3; added: 0;") && said.contains("rejected: 1"),
        "{said}"
    );
    assert!(errors.contains("books.csv, line 4: "), "{errors}");

    let first = counts(&data, &[file, "--rejects", to]);
    let expected = json!({ "read": 3, "added": 2, "updated": 0, "skipped": 0, "rejected": 1, "copies": 2 });
    assert_eq!(first, expected, "the dry run wrote nothing");
    let rejected = fs::read_to_string(&rejects).unwrap();
    let lines: Vec<&str> = rejected.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 2, "{rejected}");
    assert_eq!(lines[0], "Title,Author,ISBN,Barcode,Errors");
    assert!(lines[1].starts_with(",Nobody,,L-3,"), "{rejected}");

    let second = counts(&data, &[file]);
    let expected = json!({ "read": 3, "added": 0, "updated": 0, "skipped": 2, "rejected": 1, "copies": 0 });
    assert_eq!(second, expected);

    let server = Server::start(&data, &[]);
    let (_, signed_in) = server.sign_in("ada@school.example", "Reading1").await;
    let token = signed_in["token"].as_str().unwrap();
    let books = get(&server, "/api/books?sort=title", token).await;
    let titles: Vec<&str> = books["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|book| book["title"].as_str())
        .collect();
    assert_eq!(titles, ["Dune", "Emma"]);
    let imports = get(&server, "/api/imports", token).await;
    assert_eq!(imports["data"].as_array().map(Vec::len), Some(2), "{imports}");
    assert_eq!(server.stop(), 0);
}

#[test]
fn people_are_imported_and_updated() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("people.csv"));
    let rejects = folder.path().join("rejects.csv");
    library(&data);
    let rows = "borrowernumber;cardnumber;surname;firstname;email\n\
        1;C-1;King;Ada;ada.king@school.example\n\
        2;C-2;Brook;Bo;bo@school.example\n\
        3;C-3;Castle;Cy;\n";
    fs::write(&file, rows).unwrap();
    let (file, to) = (file.to_str().unwrap(), rejects.to_str().unwrap());
    let people = |more: &[&str]| counts(&data, &[&[file, "--kind", "users"], more].concat());
    let expected = |added: i64, skipped: i64| json!({ "read": 3, "added": added, "updated": 0, "skipped": skipped, "rejected": 1, "copies": 0 });
    assert_eq!(people(&["--dry-run"]), expected(0, 0));
    assert_eq!(people(&["--rejects", to]), expected(2, 0));
    let rejected = fs::read_to_string(&rejects).unwrap();
    assert!(
        rejected.contains("3,C-3,Castle,Cy,,email: Email is required"),
        "{rejected}"
    );
    assert_eq!(people(&["--on-duplicate", "update"]), expected(0, 2));
    let (code, _, errors) = import(&data, &[file, "--kind", "users", "--on-duplicate", "add"]);
    assert_eq!(code, Some(1), "{errors}");
    let checked = run(&mut command(&data, "check"), "");
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[test]
fn marc_records_are_imported_beside_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("books.mrc"));
    library(&data);
    let server = Server::start(&data, &[]);
    let records = [
        marc(&[
            ("001", "n1"),
            ("020", "  $a9780141439587"),
            ("100", "1 $aAusten, Jane"),
            ("245", "10$aEmma /$cJane Austen."),
        ]),
        marc(&[("001", "n2"), ("100", "1 $aHerbert, Frank"), ("245", "10$aDune.")]),
    ]
    .concat();
    // The last record is cut off.
    let whole = [records.clone(), records[..40].to_vec()].concat();
    fs::write(&file, whole).unwrap();
    let file = file.to_str().unwrap();
    let rejects = folder.path().join("rejects.mrc");
    let first = counts(&data, &[file, "--rejects", rejects.to_str().unwrap()]);
    let expected = json!({ "read": 3, "added": 2, "updated": 0, "skipped": 0, "rejected": 1, "copies": 0 });
    assert_eq!(first, expected);
    assert_eq!(fs::read(&rejects).unwrap(), records[..40]);
    let again = counts(&data, &[file]);
    let expected = json!({ "read": 3, "added": 0, "updated": 0, "skipped": 2, "rejected": 1, "copies": 0 });
    assert_eq!(again, expected);
    assert_eq!(server.stop(), 0);
    let checked = run(&mut command(&data, "check"), "");
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}

#[test]
fn files_and_options_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    library(&data);
    let missing = folder.path().join("missing.csv");
    let (code, _, errors) = import(&data, &[missing.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("missing.csv: no such file"), "{errors}");
    let untitled = folder.path().join("untitled.csv");
    fs::write(&untitled, "Colour,Weight\nred,3\n").unwrap();
    let (code, _, errors) = import(&data, &[untitled.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains("untitled.csv: no column is known to be the title"),
        "{errors}"
    );
    let empty = folder.path().join("empty.csv");
    fs::write(&empty, "").unwrap();
    let (code, _, errors) = import(&data, &[empty.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains("empty.csv: ") && errors.contains("The file is empty"),
        "{errors}"
    );
    for wrong in [
        &[][..],
        &["books.csv", "--format", "pdf"],
        &["books.csv", "--on-duplicate", "erase"],
    ] {
        assert_eq!(import(&data, wrong).0, Some(2), "{wrong:?}");
    }
}
