//! Asserts the architecture: which crates may import which, and which crates may use which external crate. See
//! ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, MetadataCommand};

/// The crates of the workspace that each crate may use outside its tests (tests may also use `carrel-testkit`).
const ALLOWED: &[(&str, &[&str])] = &[
    ("carrel-bench", &["carrel-formats"]),
    ("carrel-faults", &[]),
    (
        "carrel-fuzz",
        &[
            "carrel-domain",
            "carrel-formats",
            "carrel-covers",
            "carrel-storage",
            "carrel-search",
            "carrel-operations",
            "carrel-api",
        ],
    ),
    ("carrel-hostile", &["carrel-faults"]),
    ("carrel-domain", &[]),
    ("carrel-formats", &["carrel-domain"]),
    ("carrel-labels", &[]),
    ("carrel-covers", &[]),
    ("carrel-storage", &["carrel-domain"]),
    ("carrel-search", &["carrel-domain"]),
    ("carrel-mail", &["carrel-domain"]),
    (
        "carrel-operations",
        &[
            "carrel-domain",
            "carrel-formats",
            "carrel-labels",
            "carrel-covers",
            "carrel-storage",
            "carrel-search",
            "carrel-mail",
        ],
    ),
    (
        "carrel-samples",
        &[
            "carrel-domain",
            "carrel-storage",
            "carrel-search",
            "carrel-operations",
        ],
    ),
    ("carrel-api", &["carrel-domain", "carrel-operations"]),
    (
        "carrel",
        &[
            "carrel-domain",
            "carrel-storage",
            "carrel-search",
            "carrel-operations",
            "carrel-samples",
            "carrel-api",
        ],
    ),
    (
        "carrel-testkit",
        &[
            "carrel-domain",
            "carrel-storage",
            "carrel-search",
            "carrel-operations",
            "carrel-api",
        ],
    ),
];

/// External crates that only these crates may use.
const ONLY_IN: &[(&str, &[&str])] = &[
    // The benchmark measures the engine itself; the fault trials read the data without the product.
    ("rusqlite", &["carrel-storage", "carrel-bench", "carrel-faults"]),
    (
        "tokio-postgres",
        &[
            "carrel-storage",
            "carrel-testkit",
            "carrel-bench",
            "carrel-faults",
        ],
    ),
    ("deadpool", &["carrel-storage"]),
    ("tantivy", &["carrel-search"]),
    ("lettre", &["carrel-mail"]),
    ("pdf-writer", &["carrel-labels"]),
    ("image", &["carrel-covers"]),
    (
        "axum",
        &[
            "carrel-api",
            "carrel",
            "carrel-testkit",
            "carrel-bench",
            "carrel-fuzz",
        ],
    ),
    ("hyper", &["carrel", "carrel-bench", "carrel-fuzz"]),
    ("argon2", &["carrel-operations"]),
    ("getrandom", &["carrel-testkit"]),
    ("rand", &["carrel-api", "carrel-faults"]),
];

/// The dependencies of each crate of the workspace in its own code.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .expect("cargo prints its metadata");
    metadata
        .workspace_packages()
        .into_iter()
        .map(|package| {
            let normal = package
                .dependencies
                .iter()
                .filter(|one| one.kind == DependencyKind::Normal);
            (
                package.name.to_string(),
                normal.map(|one| one.name.clone()).collect(),
            )
        })
        .collect()
}

#[test]
fn crates_import_only_allowed_crates() {
    let all = dependencies();
    let known: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    let found: BTreeSet<&str> = all.keys().map(String::as_str).collect();
    assert_eq!(
        found, known,
        "a crate has no row in ALLOWED, or a row has no crate"
    );
    for (name, allowed) in ALLOWED {
        for import in all[*name].iter().filter(|import| import.starts_with("carrel")) {
            assert!(
                allowed.contains(&import.as_str()),
                "{name} must not import {import}"
            );
        }
    }
}

#[test]
fn external_crates_are_used_only_where_allowed() {
    for (name, imports) in dependencies() {
        for (library, rooms) in ONLY_IN {
            let strays = imports.contains(*library) && !rooms.contains(&name.as_str());
            assert!(!strays, "{name} must not name {library}: only {rooms:?} may");
        }
    }
}
