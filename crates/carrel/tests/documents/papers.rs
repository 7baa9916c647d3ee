//! The papers in `docs/security`: their links, their references to code, and the browser's storage in the data inventory.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::references::{has_extension, named, problem_of_place, read, root};

const FOLDER: &str = "docs/security";
const INVENTORY: &str = "docs/security/data-inventory.md";

/// The beginnings of paths from the repository's root, by which a place is known.
const FOLDERS: [&str; 8] = [
    "crates/", "deploy/", "docs/", "e2e/", "fuzz/", "hostile/", "scripts/", "web/",
];

/// The names of the papers.
fn papers() -> Vec<String> {
    let entries = fs::read_dir(root().join(FOLDER)).expect("the folder can be read");
    entries
        .map(|entry| entry.expect("the entry can be read").file_name())
        .map(|name| format!("{FOLDER}/{}", name.to_string_lossy()))
        .filter(|path| has_extension(path, "md"))
        .collect()
}

fn text_of(path: &str) -> String {
    read(path).expect("the paper is there")
}

#[test]
fn every_paper_is_in_the_index() {
    let index = text_of(&format!("{FOLDER}/README.md"));
    for path in papers() {
        let name = path.rsplit('/').next().unwrap_or_default();
        assert!(
            name == "README.md" || index.contains(&format!("]({name})")),
            "{path}"
        );
    }
}

#[test]
fn every_link_of_a_paper_leads_to_a_file() {
    for path in papers() {
        let text = text_of(&path);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            let exists = target.starts_with("https://") || root().join(FOLDER).join(file).exists();
            assert!(exists, "{path}: {target}");
        }
    }
}

#[test]
fn every_place_that_a_paper_names_exists() {
    let mut problems = Vec::new();
    // The table of requirements also names tests; `asvs` checks it.
    for path in papers().iter().filter(|path| !path.ends_with("/asvs.md")) {
        let text = text_of(path);
        // A backtick opens and closes within a line, except in drawings and commands.
        let lines = text.lines().filter(|line| line.matches('`').count() % 2 == 0);
        for place in lines.flat_map(named) {
            let is_place = FOLDERS.iter().any(|folder| place.path.starts_with(folder));
            let problem = if is_place { problem_of_place(&place) } else { None };
            problems.extend(problem.map(|problem| format!("{path}: {problem}")));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The rows of the inventory about the browser: kind of storage, key, file.
fn browser_rows(inventory: &str) -> Vec<(String, String, String)> {
    let section = inventory
        .split("\n## ")
        .find(|part| part.starts_with("The browser\n"));
    let rows = section.expect("the inventory has the browser").lines();
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.split(" | ").collect();
        let quoted = |cell: &str| cell.split('`').nth(1).map(str::to_owned);
        Some((
            cells.first()?.to_string(),
            quoted(cells.get(1)?)?,
            quoted(cells.get(2)?)?,
        ))
    })
    .collect()
}

/// Each file of the web app, tests excluded, that writes to a storage, with the kind of storage.
fn writers(folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            // Helpers of tests.
            if !name.ends_with("/src/test") {
                writers(&path, found);
            }
            continue;
        }
        let is_code = [".ts", ".tsx", ".js"].iter().any(|end| name.ends_with(end));
        if !is_code || name.contains(".test.") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the file can be read");
        for (kind, writing) in [
            ("local", "localStorage.setItem("),
            ("session", "sessionStorage.setItem("),
            ("cookie", "document.cookie"),
            ("database", "indexedDB"),
            ("cache", "caches.open("),
        ] {
            if text.contains(writing) {
                let file = name.split("/web/").last().unwrap_or_default();
                found.insert((kind.to_owned(), format!("web/{file}")));
            }
        }
    }
}

#[test]
fn the_inventory_has_every_key_of_the_browsers_storage() {
    let rows = browser_rows(&text_of(INVENTORY));
    let listed: BTreeSet<(String, String)> = rows
        .iter()
        .map(|(kind, _, file)| (kind.clone(), file.clone()))
        .collect();
    let mut writing = BTreeSet::new();
    writers(&root().join("web/src"), &mut writing);
    writers(&root().join("web/public"), &mut writing);
    assert_eq!(
        listed, writing,
        "{INVENTORY} and the files that write to a storage"
    );
    // The beginning of a key for each person is declared in another file.
    let prefixes = text_of("web/src/lib/personal-storage.ts");
    for (_, key, file) in rows {
        let literal = format!("\"{key}\"");
        let text = text_of(&file);
        assert!(
            text.contains(&literal) || (key.ends_with(':') && prefixes.contains(&literal)),
            "{file} has no key {key}"
        );
    }
}

#[test]
fn a_row_about_the_browser_is_read() {
    let inventory = "# Inventory\n\n## The browser\n\n| storage | key | file | what |\n| --- | --- | --- | --- |\n\
        | local | `token` | `web/src/a.ts` | a token |\n\n## Outside\n\n| local | `no` | `no` |\n";
    let row = ("local".to_owned(), "token".to_owned(), "web/src/a.ts".to_owned());
    assert_eq!(browser_rows(inventory), [row]);
}
