//! References of documents to code and tests: `path › name`, between backticks.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A file, relative to the repository's root, and an optional symbol or test name in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub path: String,
    pub name: Option<String>,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file, by its path from the repository's root.
pub fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// The references in a cell, each between backticks: `path › name`, or a path alone.
pub fn named(cell: &str) -> Vec<Named> {
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

pub fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == extension)
}

/// What is wrong with a reference to code; `None` when the file and the symbol exist.
pub fn problem_of_place(place: &Named) -> Option<String> {
    match (read(&place.path), &place.name) {
        (None, None) if root().join(&place.path).is_dir() => None,
        (None, _) => Some(format!("there is no {}", place.path)),
        (Some(text), Some(symbol)) if !defines(&place.path, &text, symbol) => {
            Some(format!("{} does not define {symbol}", place.path))
        }
        _ => None,
    }
}

/// What is wrong with a reference to a test; `None` when it exists.
pub fn problem_of_test(test: &Named) -> Option<String> {
    let Some(name) = &test.name else {
        return Some(format!("{} without the name of a test", test.path));
    };
    match read(&test.path) {
        None => Some(format!("there is no {}", test.path)),
        Some(content) if !has_test(&test.path, &content, name) => {
            Some(format!("{} has no test \"{name}\"", test.path))
        }
        Some(_) => None,
    }
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
