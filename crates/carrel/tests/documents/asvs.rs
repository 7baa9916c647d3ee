//! Checks `docs/security/asvs.md`: each requirement of levels 1 and 2 once, and its code and tests exist. Some requirements
//! are properties of files that no other test reads; their tests are here.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::SERVER_CRATES;
use crate::references::{Named, named, problem_of_place, problem_of_test, read};

/// The table, from the repository's root.
const TABLE: &str = "docs/security/asvs.md";

/// The numbers and levels of the requirements of levels 1 and 2, a line each.
const LEVELS: &str = include_str!("asvs-levels.txt");

/// Chapters that do not apply as a whole, with one line each.
const LEFT_OUT: [&str; 2] = ["10", "17"];

const STATES: [&str; 3] = ["met", "not applicable", "not met"];

/// A requirement, as its row in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    number: String,
    level: String,
    requirement: String,
    state: String,
    places: Vec<Named>,
    tests: Vec<Named>,
    why: String,
}

fn rows() -> Vec<Row> {
    parse(&read(TABLE).expect("the table is there"))
}

/// The rows of a document: lines of seven cells, the first of which is a number with two dots.
fn parse(document: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in document.lines() {
        // The last cell may be empty.
        let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix('|')) else {
            continue;
        };
        let cells: Vec<&str> = cells.split(" | ").map(str::trim).collect();
        let is_number =
            |text: &str| text.matches('.').count() == 2 && text.starts_with(|c: char| c.is_ascii_digit());
        if !cells.first().is_some_and(|cell| is_number(cell)) {
            continue;
        }
        let [number, level, requirement, state, places, tests, why] = cells[..] else {
            panic!("{TABLE}: seven cells are expected, not {}: {line}", cells.len());
        };
        rows.push(Row {
            number: number.to_owned(),
            level: level.to_owned(),
            requirement: requirement.to_owned(),
            state: state.to_owned(),
            places: named(places),
            tests: named(tests),
            why: why.to_owned(),
        });
    }
    rows
}

fn assert_none(complaints: &[String], what: &str) {
    assert!(
        complaints.is_empty(),
        "{TABLE}: {what}:\n  {}",
        complaints.join("\n  ")
    );
}

/// The numbers and levels, without the chapters that are left out.
fn requirements() -> Vec<(String, String)> {
    let lines = LEVELS.lines().filter_map(|line| line.split_once(' '));
    lines
        .filter(|(number, _)| {
            !LEFT_OUT
                .iter()
                .any(|chapter| number.starts_with(&format!("{chapter}.")))
        })
        .map(|(number, level)| (number.to_owned(), level.to_owned()))
        .collect()
}

#[test]
fn every_requirement_has_one_row_in_its_order() {
    assert_eq!(LEVELS.lines().count(), 253);
    let found: Vec<(String, String)> = rows().into_iter().map(|row| (row.number, row.level)).collect();
    assert_eq!(found, requirements(), "{TABLE}");
    let text = read(TABLE).expect("the table is there");
    for chapter in LEFT_OUT {
        let section = text
            .split("\n## ")
            .find(|part| part.starts_with(&format!("V{chapter} ")));
        let is_explained = section.is_some_and(|section| section.contains("Not applicable"));
        assert!(is_explained, "{TABLE}: chapter {chapter} has no reason");
    }
}

#[test]
fn every_row_has_a_valid_state_with_its_proof_or_reason() {
    let mut complaints = Vec::new();
    for row in rows() {
        if !STATES.contains(&row.state.as_str()) {
            complaints.push(format!("{}: no state is called {:?}", row.number, row.state));
        }
        if row.requirement.is_empty() {
            complaints.push(format!("{} requires nothing", row.number));
        }
        if row.state == "met" && (row.places.is_empty() || row.tests.is_empty()) {
            complaints.push(format!("{} is met without code or without a test", row.number));
        }
        if row.state != "met" && row.why.is_empty() {
            complaints.push(format!("{} has no reason", row.number));
        }
    }
    assert_none(&complaints, "a row is not complete");
}

#[test]
fn every_named_code_and_test_exists() {
    let mut complaints = Vec::new();
    for row in rows() {
        let places = row.places.iter().filter_map(problem_of_place);
        let tests = row.tests.iter().filter_map(problem_of_test);
        complaints.extend(
            places
                .chain(tests)
                .map(|problem| format!("{}: {problem}", row.number)),
        );
    }
    assert_none(&complaints, "a named file, symbol or test is gone");
}

/// A requirement of documentation is met by sections, whose headings stand between quotation marks.
#[test]
fn every_named_section_exists() {
    let mut complaints = Vec::new();
    for row in rows() {
        let documents: Vec<String> = row
            .places
            .iter()
            .filter(|place| place.path.starts_with("docs/"))
            .map(|place| read(&place.path).unwrap_or_default())
            .collect();
        for heading in row.why.split('"').skip(1).step_by(2) {
            let line = format!("\n## {heading}\n");
            if !documents.iter().any(|document| document.contains(&line)) {
                complaints.push(format!("{}: no section {heading:?}", row.number));
            }
        }
        let needs_section = row
            .tests
            .iter()
            .any(|test| test.name.as_deref() == Some("every_named_section_exists"));
        if needs_section && !row.why.contains('"') {
            complaints.push(format!("{} names no section", row.number));
        }
    }
    assert_none(&complaints, "a section is gone");
}

#[test]
fn the_counts_are_those_of_the_rows() {
    let mut counts = BTreeMap::new();
    for row in rows() {
        *counts.entry(row.state).or_insert(0_usize) += 1;
    }
    let text = read(TABLE).expect("the table is there");
    for state in STATES {
        let line = format!("| {state} | {} |", counts.get(state).unwrap_or(&0));
        assert!(text.contains(&line), "{TABLE}: {line} is expected");
    }
}

#[test]
fn a_row_is_parsed_with_an_empty_last_cell() {
    let row = |why: &str| Row {
        number: "1.2.3".to_owned(),
        level: "1".to_owned(),
        requirement: "Do it".to_owned(),
        state: "met".to_owned(),
        places: named("`a.rs › f`"),
        tests: named("`b.rs › g`"),
        why: why.to_owned(),
    };
    let document = "| state | requirements |\n| 1.2.3 | 1 | Do it | met | `a.rs › f` | `b.rs › g` |  |\n\
        | 1.2.3 | 1 | Do it | met | `a.rs › f` | `b.rs › g` | why |\n";
    assert_eq!(parse(document), [row(""), row("why")]);
}

#[test]
fn the_example_proxies_enforce_tls() {
    for path in ["deploy/nginx.conf", "deploy/Caddyfile"] {
        let text = read(path).expect("the example is there");
        let hsts = "Strict-Transport-Security \"max-age=31536000; includeSubDomains\"";
        assert!(text.contains(hsts), "{path}: {hsts}");
        // Without TLS, pages are redirected and calls are refused.
        assert!(text.contains("403"), "{path} refuses calls without TLS");
        for probe in ["healthz", "readyz"] {
            assert!(text.contains(probe), "{path} leaves /{probe} open");
        }
    }
    let nginx = read("deploy/nginx.conf").expect("the example is there");
    assert!(nginx.contains("ssl_protocols TLSv1.2 TLSv1.3;"));
    // Caddy's default has the same suites; nginx's also has those without forward secrecy and with CBC.
    let suites = nginx
        .lines()
        .find_map(|line| line.trim().strip_prefix("ssl_ciphers "));
    let suites: Vec<&str> = suites.expect("a list").trim_end_matches(';').split(':').collect();
    for suite in &suites {
        let is_authenticated = suite.contains("-GCM-") || suite.ends_with("-CHACHA20-POLY1305");
        assert!(suite.starts_with("ECDHE-") && is_authenticated, "{suite}");
    }
    assert!(suites.len() >= 4 && nginx.contains("ssl_prefer_server_ciphers on;"));
}

#[test]
fn the_crates_of_the_server_forbid_unsafe_code() {
    let root: toml::Table = read("Cargo.toml")
        .expect("it is there")
        .parse()
        .expect("it is TOML");
    assert_eq!(
        root["workspace"]["lints"]["rust"]["unsafe_code"].as_str(),
        Some("forbid")
    );
    for name in SERVER_CRATES {
        let path = format!("crates/{name}/Cargo.toml");
        let manifest: toml::Table = read(&path).expect("it is there").parse().expect("it is TOML");
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true), "{path}");
    }
}

#[test]
fn every_package_comes_from_a_registry_with_its_checksum() {
    let lock: toml::Table = read("Cargo.lock")
        .expect("it is there")
        .parse()
        .expect("it is TOML");
    for package in lock["package"].as_array().expect("a list of packages") {
        let Some(source) = package.get("source").and_then(toml::Value::as_str) else {
            // A crate of this repository.
            continue;
        };
        assert!(source.starts_with("registry+"), "{package}");
        assert!(package.get("checksum").is_some(), "{package}");
    }
    for path in [
        "web/package-lock.json",
        "e2e/package-lock.json",
        "web/tools/openapi/package-lock.json",
    ] {
        let lock: Value = serde_json::from_str(&read(path).expect("it is there")).expect("it is JSON");
        let packages = lock["packages"].as_object().expect("an object of packages");
        // The first entry is the project itself.
        for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
            assert!(package["integrity"].is_string(), "{path}: {name}");
        }
    }
}
