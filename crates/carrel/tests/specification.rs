//! Checks `docs/specification.md`: every file, symbol, test and text that its table names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

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

/// A file, relative to the repository's root, and an optional symbol or test name in it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    path: String,
    name: Option<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
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

/// The references in a cell, each between backticks: `path › name`, or a path alone.
fn named(cell: &str) -> Vec<Named> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted
        .map(|text| match text.split_once(" › ") {
            Some((path, name)) => Named {
                path: path.to_owned(),
                name: Some(name.to_owned()),
            },
            None => Named {
                path: text.to_owned(),
                name: None,
            },
        })
        .collect()
}

/// The words before the name of a symbol in its definition.
const DEFINE_SYMBOLS: [&str; 11] = [
    "fn ",
    "struct ",
    "enum ",
    "trait ",
    "mod ",
    "const ",
    "static ",
    "type ",
    "function ",
    "interface ",
    "class ",
];

/// Whether a file defines a symbol; in a language file, whether it has a text with that key.
fn defines(path: &str, text: &str, symbol: &str) -> bool {
    if has_extension(path, "json") {
        let document: Value = serde_json::from_str(text).expect("a language file is JSON");
        let found = symbol
            .split('.')
            .try_fold(&document, |within, key| within.get(key));
        return found.is_some();
    }
    DEFINE_SYMBOLS.iter().any(|kind| {
        let definition = format!("{kind}{symbol}");
        let mut places = text.match_indices(&definition);
        places.any(|(at, _)| !text[at + definition.len()..].starts_with(is_part_of_a_name))
    })
}

fn is_part_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a file has a test with this name.
fn has_test(path: &str, text: &str, name: &str) -> bool {
    if has_extension(path, "rs") {
        has_rust_test(text, name)
    } else {
        has_script_test(text, name)
    }
}

/// `fn name`, with a test attribute, or as the argument of a macro that generates tests.
fn has_rust_test(text: &str, name: &str) -> bool {
    let made = ["on_both_engines", "on_sqlite", "on_postgres"];
    if made.iter().any(|by| text.contains(&format!("{by}!({name})"))) {
        return true;
    }
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[") {
            is_test |= line.ends_with("test]") || line.contains("test(");
        } else if line.contains(&format!("fn {name}(")) {
            return is_test;
        } else if !line.starts_with("//") {
            is_test = false;
        }
    }
    false
}

/// `it("name", …)`, `test("name", …)`, each also with `.each(…)("name", …)`; the name may be a template. Where the
/// title is just `%s`, the first cells of the table's rows are the names of the tests.
fn has_script_test(text: &str, name: &str) -> bool {
    let rows_are_titles = text.contains(")(\"%s\"");
    let is_title = |at: usize| {
        let before = text[..at].trim_end();
        if rows_are_titles && before.ends_with('[') {
            return true;
        }
        before.strip_suffix('(').is_some_and(|called| {
            let word = called.rsplit(|c: char| !is_part_of_a_name(c)).next();
            match word.unwrap_or_default() {
                "" => called.ends_with(')') && closes_a_table(called),
                word => MAKE_TESTS.contains(&word),
            }
        })
    };
    ["\"", "`"].iter().any(|quote| {
        let title = format!("{quote}{name}{quote}");
        text.match_indices(&title).any(|(at, _)| is_title(at))
    })
}

/// The functions that define a test with a title.
const MAKE_TESTS: [&str; 3] = ["it", "test", "newcomer"];

/// Whether the table of cases that ends here belongs to a test, and not to a group of tests.
fn closes_a_table(before: &str) -> bool {
    let opening = before.lines().rev().map(str::trim_start).find_map(|line| {
        let word = line.split(|c| !is_part_of_a_name(c)).next().unwrap_or_default();
        let is_call = line[word.len()..].starts_with(['(', '.']);
        let opens = is_call && (MAKE_TESTS.contains(&word) || word == "describe");
        opens.then(|| line.starts_with(&format!("{word}.each(")) && word != "describe")
    });
    opening.unwrap_or(false)
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == extension)
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
        for place in &row.places {
            match (read(&place.path), &place.name) {
                (None, _) => complaints.push(format!("{}: there is no {}", row.number, place.path)),
                (Some(text), Some(symbol)) if !defines(&place.path, &text, symbol) => {
                    complaints.push(format!("{}: {} does not define {symbol}", row.number, place.path));
                }
                _ => {}
            }
        }
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
        for test in &row.tests {
            let Some(name) = &test.name else {
                complaints.push(format!(
                    "{}: {} without the name of a test",
                    row.number, test.path
                ));
                continue;
            };
            match read(&test.path) {
                None => complaints.push(format!("{}: there is no {}", row.number, test.path)),
                Some(text) if !has_test(&test.path, &text, name) => {
                    complaints.push(format!("{}: {} has no test \"{name}\"", row.number, test.path));
                }
                Some(_) => {}
            }
        }
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

#[test]
fn tests_are_recognised_by_their_definition() {
    let rust = "#[test]\n/// Why.\nfn plain() {}\n#[tokio::test]\nasync fn waiting() {}\nfn helper() {}\n\
        on_both_engines!(twice);\nasync fn twice(database: TestDatabase) {}\n";
    let script = "describe(\"a group\", () => {\n  it(\"is plain\", () => {});\n  it.each([\n    [1, (n) => n],\n  ])(\"has %i rows\", () => {});\n\
          it.each([401])(\n    \"stands below %i\",\n    () => {},\n  );\n});\n\
        describe.each([1])(\"each group %i\", () => {});\ntest.describe(\"journeys\", () => {\n  test(\"goes\", async () => {\n    say(\"inside\");\n  });\n\
          test(`says ${who}`, async () => {});\n});\nnewcomer(\"comes\", async () => {});\n";
    let table = "const TABLE = [\n  [\n    \"begins\",\n    \"ends\",\n  ],\n];\nit.each(TABLE)(\"%s\", (_what) => {});\n";
    for (path, text, name, is_there) in [
        ("a.rs", rust, "plain", true),
        ("a.rs", rust, "waiting", true),
        ("a.rs", rust, "twice", true),
        ("a.rs", rust, "helper", false),
        ("a.rs", rust, "pla", false),
        ("a.test.ts", script, "is plain", true),
        ("a.test.ts", script, "has %i rows", true),
        ("a.test.ts", script, "stands below %i", true),
        ("a.test.ts", script, "a group", false),
        ("a.test.ts", script, "each group %i", false),
        ("a.spec.ts", script, "goes", true),
        ("a.spec.ts", script, "says ${who}", true),
        ("a.spec.ts", script, "comes", true),
        ("a.spec.ts", script, "journeys", false),
        ("a.spec.ts", script, "is", false),
        ("a.test.ts", table, "begins", true),
        ("a.test.ts", table, "ends", false),
        ("a.test.ts", script, "inside", false),
    ] {
        assert_eq!(has_test(path, text, name), is_there, "{path}: {name}");
    }
}

#[test]
fn symbols_are_recognised_by_their_definition() {
    for (path, text, symbol, is_there) in [
        ("a.rs", "pub(crate) async fn show(", "show", true),
        ("a.rs", "pub struct Envelope<T> {", "Envelope", true),
        ("a.rs", "pub const NAME: &str", "NAME", true),
        ("a.rs", "show(1);", "show", false),
        ("a.tsx", "export default function Home() {", "Home", true),
        ("a.tsx", "export function HomeGate() {", "Home", false),
        ("a.ts", "export const SHOWN = 3;", "SHOWN", true),
        ("en.json", "{\"login\":{\"failed\":\"No\"}}", "login.failed", true),
        ("en.json", "{\"login\":{\"failed\":\"No\"}}", "login.done", false),
    ] {
        assert_eq!(defines(path, text, symbol), is_there, "{path}: {symbol}");
    }
}
