//! Checks `docs/specification.md`: every file, symbol, test and text that its table names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::references::{Named, has_extension, named, problem_of_place, problem_of_test, read, root};

/// The table, from the repository's root.
const TABLE: &str = "docs/specification.md";

/// The beginning of the deviation of a statement that is not implemented yet: only such a row may have no place and no
/// test.
const MISSING: &str = "Missing today:";

/// One statement of the specification, as its row in the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Row {
    /// Such as `2.4.3`.
    number: String,
    /// The number of the heading above, such as `2.4`.
    section: String,
    statement: String,
    places: Vec<Named>,
    tests: Vec<Named>,
    deviation: String,
}

/// The rows of the table.
fn rows() -> Vec<Row> {
    parse(&read(TABLE).expect("the table is there"))
}

/// The rows of a document: lines of five cells, the first of which is a number.
fn parse(document: &str) -> Vec<Row> {
    let mut section = String::new();
    let mut rows = Vec::new();
    for line in document.lines() {
        if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
            let number = heading.split(' ').next().unwrap_or_default();
            number.trim_end_matches('.').clone_into(&mut section);
        }
        let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
            continue;
        };
        let cells: Vec<&str> = cells.split(" | ").map(str::trim).collect();
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        if !cells.first().is_some_and(|cell| is_number(cell)) {
            continue;
        }
        let [number, statement, places, tests, deviation] = cells[..] else {
            panic!("{TABLE}: five cells are expected, not {}: {line}", cells.len());
        };
        rows.push(Row {
            number: number.to_owned(),
            section: section.clone(),
            statement: statement.to_owned(),
            places: named(places),
            tests: named(tests),
            deviation: deviation.to_owned(),
        });
    }
    rows
}

/// Fails with all complaints, one per line.
fn assert_none(complaints: &[String], what: &str) {
    assert!(
        complaints.is_empty(),
        "{TABLE}: {what}:\n  {}",
        complaints.join("\n  ")
    );
}

#[test]
fn rows_are_numbered_consecutively_in_each_section() {
    let mut complaints = Vec::new();
    let mut known = BTreeSet::new();
    let mut last = (String::new(), 0);
    for row in rows() {
        if !known.insert(row.number.clone()) {
            complaints.push(format!("{} is used twice", row.number));
        }
        let place = if last.0 == row.section { last.1 + 1 } else { 1 };
        let expected = format!("{}.{place}", row.section);
        if row.number != expected {
            complaints.push(format!("{} stands where {expected} is expected", row.number));
        }
        if row.statement.is_empty() {
            complaints.push(format!("{} states nothing", row.number));
        }
        last = (row.section, place);
    }
    assert_none(&complaints, "rows are numbered in their order");
    assert!(
        known.len() > 300,
        "{TABLE}: several hundred statements are expected, not {}",
        known.len()
    );
}

#[test]
fn every_place_exists() {
    let mut complaints = Vec::new();
    for row in rows() {
        if row.places.is_empty() && !row.deviation.starts_with(MISSING) {
            complaints.push(format!("{} has no place", row.number));
        }
        let problems = row.places.iter().filter_map(problem_of_place);
        complaints.extend(problems.map(|problem| format!("{}: {problem}", row.number)));
    }
    assert_none(&complaints, "a named file or symbol is gone");
}

#[test]
fn every_statement_has_an_existing_test() {
    let mut complaints = Vec::new();
    for row in rows() {
        if row.tests.is_empty() && !row.deviation.starts_with(MISSING) {
            complaints.push(format!("{} has no test", row.number));
        }
        let problems = row.tests.iter().filter_map(problem_of_test);
        complaints.extend(problems.map(|problem| format!("{}: {problem}", row.number)));
    }
    assert_none(&complaints, "a test is missing, or has another name");
}

/// All texts of a language file.
fn texts(document: &Value, found: &mut BTreeSet<String>) {
    match document {
        Value::String(text) => {
            found.insert(text.replace("{{", "{").replace("}}", "}"));
        }
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Every file below a folder whose name passes the filter.
fn files_below(folder: &Path, takes: fn(&str) -> bool, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            files_below(&path, takes, found);
        } else if takes(&name) {
            found.push(fs::read_to_string(&path).expect("the file can be read"));
        }
    }
}

#[test]
fn every_text_between_quotation_marks_is_in_the_code_word_for_word() {
    let mut languages = Vec::new();
    files_below(
        &root().join("web/src/lib/i18n/en"),
        |name| has_extension(name, "json"),
        &mut languages,
    );
    let mut shown = BTreeSet::new();
    for language in &languages {
        texts(
            &serde_json::from_str(language).expect("a language file is JSON"),
            &mut shown,
        );
    }
    let mut sources = Vec::new();
    let is_code = |name: &str| {
        let is_script = has_extension(name, "ts") || has_extension(name, "tsx");
        has_extension(name, "rs") || (is_script && !name.contains(".test."))
    };
    for folder in [
        "web/src/api",
        "web/src/features",
        "crates/api/src",
        "crates/domain/src",
    ] {
        files_below(&root().join(folder), is_code, &mut sources);
    }

    let mut complaints = Vec::new();
    let mut checked = 0;
    for row in rows() {
        for quoted in format!("{} {}", row.statement, row.deviation).split('“').skip(1) {
            let text = quoted.split('”').next().unwrap_or_default();
            let literal = format!("\"{text}\"");
            if !shown.contains(text) && !sources.iter().any(|source| source.contains(&literal)) {
                complaints.push(format!("{}: nothing says “{text}”", row.number));
            }
            checked += 1;
        }
    }
    assert_none(&complaints, "a specified text is not in the code");
    assert!(checked > 100, "only {checked} texts were found in {TABLE}");
}

#[test]
fn a_row_is_parsed_with_its_references() {
    let document = "## 2. Screens\n### 2.1 Routes\n| # | Statement | Where | Test | Deviation |\n| --- | --- | --- | --- | --- |\n\
        | 2.1.1 | Says “Hello” | `a.rs › f`<br>`b.css` | `t.rs › g › h` |  |\n";
    let path = |path: &str, name: Option<&str>| Named {
        path: path.to_owned(),
        name: name.map(str::to_owned),
    };
    let expected = Row {
        number: "2.1.1".to_owned(),
        section: "2.1".to_owned(),
        statement: "Says “Hello”".to_owned(),
        places: vec![path("a.rs", Some("f")), path("b.css", None)],
        tests: vec![path("t.rs", Some("g › h"))],
        deviation: String::new(),
    };
    assert_eq!(parse(document), [expected]);
}
