//! Reads the SQL texts in the sources of the storage, so that no statement is missing from the tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use carrel_testkit::Engine;

/// Files without queries of use cases: the engine itself, the schema, bulk loading, and the queries of `carrel check`
/// and `carrel doctor`, which read everything by design.
const LEFT_OUT: [&str; 7] = [
    "engine",
    "migrations",
    "migrations.rs",
    "load.rs",
    "check.rs",
    "check",
    "diagnosis.rs",
];

/// The file with a statement that runs only on PostgreSQL: it locks rows.
const LOCKS: &str = "engine/transaction.rs";

/// Words that occur only in SQL.
const SQL: [&str; 8] = [
    "SELECT ",
    "UPDATE ",
    "DELETE ",
    " FROM ",
    "FROM ",
    " WHERE ",
    " AND ",
    " IS NOT NULL",
];

/// Shorter parts of a format text, between its placeholders, identify nothing.
const SHORTEST: usize = 8;

/// The parts of SQL texts in the sources that occur in none of the statements.
pub fn not_in(engine: Engine, statements: &BTreeSet<String>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    if engine == Engine::Postgres {
        files.push(root.join(LOCKS));
    }
    let mut parts = BTreeSet::new();
    for file in files {
        let source = fs::read_to_string(file).unwrap();
        for text in texts(&source) {
            // An `INSERT` of values finds no rows.
            if SQL.iter().any(|word| text.contains(word)) && !text.contains("VALUES (") {
                parts.extend(fixed_parts(&text));
            }
        }
    }
    assert!(parts.len() > 100, "the sources were not found");
    let is_run = |part: &String| {
        statements
            .iter()
            .any(|statement| statement.contains(part.as_str()))
    };
    parts.into_iter().filter(|part| !is_run(part)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if LEFT_OUT.contains(&name) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The string literals of a source, without those of comments.
fn texts(source: &str) -> Vec<String> {
    let code: Vec<&str> = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut letters = code.chars().peekable();
    let mut texts = Vec::new();
    while let Some(letter) = letters.next() {
        if letter != '"' {
            continue;
        }
        let mut text = String::new();
        while let Some(letter) = letters.next() {
            match letter {
                '"' => break,
                '\\' => match letters.next() {
                    // A string literal that continues on the next line.
                    Some('\n') => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                    Some('n') => text.push('\n'),
                    Some(other) => text.push(other),
                    None => break,
                },
                other => text.push(other),
            }
        }
        texts.push(text);
    }
    texts
}

/// The fixed parts of a format text between its placeholders, trimmed.
fn fixed_parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '{' => {
                depth += 1;
                parts.push(String::new());
            }
            '}' => depth -= 1,
            _ if depth == 0 => parts.last_mut().unwrap().push(letter),
            _ => {}
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| part.len() >= SHORTEST)
        .collect()
}
