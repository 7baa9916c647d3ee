//! Asserts that the files of a crate do not import each other in circles, so that each file can be read and changed
//! with nothing but the files below it; that the modules of `operations` have an order; and that no file is long.
//!
//! What counts as an import, and of which file:
//! - Every path that begins with `crate`, `self`, `super`, the name of a child module or an imported module counts, in a
//!   `use` declaration and elsewhere. Comments, texts and modules of tests (`#[cfg(test)]`) do not.
//! - A parent that declares and re-exports its children (`mod x; pub use x::Y;`) does not import them by that, and a path
//!   through it counts for the child: `crate::users::UserId` is an import of `users/user.rs`. So files can name each
//!   other by the short names of their parents.
//! - Otherwise parents and children are files like any others: a parent that uses a child in its own code imports it,
//!   and a child that uses an item which its parent itself defines imports the parent. An item that both use belongs
//!   in a file of its own.
//!
//! The scan knows only what it needs of Rust. A path that a macro puts together is not found, nor is a method.

mod code;
mod graph;
mod scan;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use graph::{circles_of, imports};
use scan::{ModulePath, files_of};

/// The crates whose files are checked.
const CRATES: &[&str] = &["api", "domain", "labels", "operations", "storage"];

/// The modules at the root of `operations`. Each imports only modules before it.
const OPERATIONS: &[&str] = &[
    "core",
    "audit",
    "settings",
    "printing",
    "integrations",
    "identity",
    "people",
    "catalogue",
    "circulation",
    "money",
    "imports",
    "reports",
    "live",
    "upkeep",
];

/// The maximum number of lines of a source file.
const LINES: usize = 500;

#[test]
fn the_files_of_a_crate_import_each_other_in_no_circle() {
    let mut circles = Vec::new();
    for name in CRATES {
        let files = files_of(texts_of(name));
        let imports = imports(&files);
        for circle in circles_of(&imports) {
            for module in &circle {
                let path = |module: &ModulePath| files[module].path.display().to_string();
                let others: Vec<String> = imports[module]
                    .intersection(&circle)
                    .map(|other| path(other))
                    .collect();
                circles.push(format!("{name}: {} imports {}", path(module), others.join(", ")));
            }
        }
    }
    assert!(
        circles.is_empty(),
        "these files import each other:\n{}",
        circles.join("\n")
    );
}

#[test]
fn the_modules_of_operations_import_only_earlier_ones() {
    let files = files_of(texts_of("operations"));
    let roots: BTreeSet<&str> = files
        .keys()
        .filter_map(|module| module.first().map(String::as_str))
        .collect();
    assert_eq!(
        roots,
        OPERATIONS.iter().copied().collect(),
        "the modules at the root"
    );
    let rank = |module: &ModulePath| {
        let root = module.first()?;
        OPERATIONS.iter().position(|name| name == root)
    };
    for (module, targets) in imports(&files) {
        // The root of the crate only declares the modules and re-exports their names.
        let Some(own) = rank(module) else { continue };
        for target in targets {
            assert!(
                rank(target).is_some_and(|imported| imported <= own),
                "{} imports {}",
                files[module].path.display(),
                files[target].path.display()
            );
        }
    }
}

#[test]
fn no_source_file_is_long() {
    for name in fs::read_dir(crates()).expect("the folder of crates") {
        let name = name.expect("an entry of the folder").file_name();
        for part in ["src", "tests"] {
            let folder = crates().join(&name).join(part);
            let mut texts = Vec::new();
            if folder.exists() {
                read_folder(Path::new(""), &folder, &mut texts);
            }
            for (path, text) in texts {
                let lines = text.lines().count();
                assert!(lines <= LINES, "{name:?}: {} has {lines} lines", path.display());
            }
        }
    }
}

fn crates() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the folder of crates")
}

/// The sources of a crate, each with its path below `src`.
fn texts_of(name: &str) -> Vec<(PathBuf, String)> {
    let mut texts = Vec::new();
    read_folder(Path::new(""), &crates().join(name).join("src"), &mut texts);
    texts
}

/// Reads the sources of a folder, each with its path below the root of the crate.
fn read_folder(below: &Path, folder: &Path, texts: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let entry = entry.expect("an entry of the folder");
        let (place, path) = (below.join(entry.file_name()), entry.path());
        if path.is_dir() {
            read_folder(&place, &path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push((place, fs::read_to_string(&path).expect("a source text")));
        }
    }
}

/// What the scan makes of a small crate: each import as `importer > imported`.
fn found(texts: &[(&str, &str)]) -> Vec<String> {
    let texts = texts
        .iter()
        .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
    let files = files_of(texts.collect());
    let path = |module: &ModulePath| files[module].path.display().to_string();
    let all = imports(&files);
    let pairs = all
        .iter()
        .flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)));
    pairs
        .map(|(from, to)| format!("{} > {}", path(from), path(to)))
        .collect()
}

#[test]
fn an_import_is_found_however_it_is_written() {
    let files = |text| {
        [
            (
                "lib.rs",
                "pub mod money; mod users; mod c; pub use money::Amount;",
            ),
            (
                "money/mod.rs",
                "mod amount; mod ledger; pub use amount::Amount; pub(crate) use ledger::*;",
            ),
            ("money/amount.rs", "pub struct Amount;"),
            (
                "money/ledger.rs",
                "pub fn book() {} pub mod limit { pub const MOST: u8 = 1; }",
            ),
            ("users/mod.rs", "pub mod user;"),
            ("users/user.rs", text),
            ("c.rs", "pub fn c() {}"),
        ]
    };
    let (amount, ledger) = (
        "users/user.rs > money/amount.rs",
        "users/user.rs > money/ledger.rs",
    );
    for (text, expected) in [
        ("use crate::money::Amount;", vec![amount]),
        ("use crate::Amount;", vec![amount]),
        (
            "use crate::{c::c as d, money::{Amount as A, book}};",
            vec!["users/user.rs > c.rs", amount, ledger],
        ),
        (
            "use super::super::money::ledger::limit::{self, MOST};",
            vec![ledger],
        ),
        ("fn f() -> u8 { crate::money::ledger::limit::MOST }", vec![ledger]),
        (
            "use crate::money; fn f() { money::book() }",
            vec!["users/user.rs > money/mod.rs", ledger],
        ),
        (
            "mod inside { use super::super::super::c; }",
            vec!["users/user.rs > c.rs"],
        ),
        ("mod inside { use super::f; } fn f() {}", vec![]),
        ("#[cfg(test)] mod tests { use crate::c; }", vec![]),
        (
            "// use crate::c;\n/* crate::c */ const T: (&str, char) = (\"crate::c::c\", '\"');",
            vec![],
        ),
        (
            "use std::fmt; use other::c; fn f<'a>(x: &'a str) { fmt::c(x) }",
            vec![],
        ),
    ] {
        assert_eq!(found(&files(text)), expected, "{text}");
    }
}

#[test]
fn a_circle_is_found_between_files_and_their_parents() {
    let circles = |texts: &[(&str, &str)]| {
        let texts = texts
            .iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
        circles_of(&imports(&files_of(texts.collect()))).len()
    };
    let lib = ("lib.rs", "mod a; mod b;");
    assert_eq!(
        circles(&[lib, ("a.rs", "use crate::b;"), ("b.rs", "fn b() {}")]),
        0
    );
    assert_eq!(
        circles(&[
            lib,
            ("a.rs", "use crate::b;"),
            ("b.rs", "fn b() { crate::a::a() }")
        ]),
        1
    );
    let child = ("b/c.rs", "use super::B;");
    let parent = |code| ("b/mod.rs", code);
    assert_eq!(
        circles(&[lib, child, parent("mod c; pub use c::C; pub struct B;")]),
        0
    );
    assert_eq!(
        circles(&[lib, child, parent("mod c; use c::C; pub struct B(C);")]),
        1
    );
    assert_eq!(circles(&[lib, child, parent("mod c; pub struct B(c::C);")]), 1);
}
