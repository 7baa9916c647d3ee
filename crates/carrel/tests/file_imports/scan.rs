//! Finds the paths that the files of a crate name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::code::{code_only, tokens};

/// The path of a module inside its crate; empty for the root.
pub type ModulePath = Vec<String>;

/// A file of a crate, which is a module.
#[derive(Default)]
pub struct SourceFile {
    pub path: PathBuf,
    code: String,
    /// The names that it re-exports from its children, each with the path that it names; `*` for everything of a module.
    pub exports: Vec<(String, ModulePath)>,
    /// The modules and items that it has imported, by their local names.
    bindings: BTreeMap<String, ModulePath>,
    /// The paths that it names, relative to the crate's root.
    pub paths: Vec<ModulePath>,
    /// The items that it defines.
    pub items: BTreeSet<String>,
}

/// The files of a crate by their modules.
pub type Files = BTreeMap<ModulePath, SourceFile>;

/// The files of a crate, scanned.
pub fn files_of(texts: Vec<(PathBuf, String)>) -> Files {
    let mut files: Files = texts
        .into_iter()
        .map(|(path, text)| {
            let code = code_only(&text);
            let file = SourceFile {
                path,
                code,
                ..SourceFile::default()
            };
            (module_of(&file.path), file)
        })
        .collect();
    let modules: BTreeSet<ModulePath> = files.keys().cloned().collect();
    for (module, file) in &mut files {
        scan(module, file, &modules);
    }
    files
}

/// `a/b.rs` and `a/b/mod.rs` are the module `a::b`.
fn module_of(path: &Path) -> ModulePath {
    let mut module: ModulePath = path
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// The words before the name of an item.
const DEFINES: [&str; 8] = ["struct", "enum", "trait", "fn", "const", "static", "type", "mod"];

/// Finds the imports, the re-exports and the other paths of a file.
fn scan(module: &ModulePath, file: &mut SourceFile, modules: &BTreeSet<ModulePath>) {
    let code = std::mem::take(&mut file.code);
    let tokens = tokens(&code);
    for pair in tokens.windows(2) {
        if DEFINES.contains(&pair[0]) {
            file.items.insert(pair[1].to_owned());
        }
    }
    // Imports first: a path may begin with a name that is imported further down.
    for is_import in [true, false] {
        // The modules inside the file, each with the depth of its block.
        let mut inside: Vec<(String, usize)> = Vec::new();
        let mut depth = 0;
        let mut at = 0;
        while at < tokens.len() {
            match tokens[at] {
                "{" => {
                    depth += 1;
                    if at >= 2 && tokens[at - 2] == "mod" {
                        inside.push((tokens[at - 1].to_owned(), depth));
                    }
                }
                "}" => {
                    if inside.last().is_some_and(|(_, begun)| *begun == depth) {
                        inside.pop();
                    }
                    depth -= 1;
                }
                "use" => {
                    let (tree, end) = use_tree(&tokens, at + 1);
                    if is_import {
                        let is_public = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                        for (path, name) in tree {
                            import(file, module, modules, inside.len(), is_public, &path, name);
                        }
                    }
                    at = end;
                }
                word if !is_import && is_start_of_path(&tokens, at) => {
                    let path = path_from(&tokens, at);
                    let known = matches!(word, "crate" | "self" | "super")
                        || file.bindings.contains_key(word)
                        || is_child(module, word, modules);
                    if known && let Some(path) = absolute(file, module, modules, inside.len(), &path) {
                        file.paths.push(path);
                    }
                    at += 1;
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Whether a path of several parts begins here.
fn is_start_of_path(tokens: &[&str], at: usize) -> bool {
    tokens.get(at + 1) == Some(&"::") && (at == 0 || !matches!(tokens[at - 1], "::" | "."))
}

fn path_from(tokens: &[&str], at: usize) -> Vec<String> {
    let mut path = vec![tokens[at].to_owned()];
    let mut at = at + 1;
    while tokens.get(at) == Some(&"::") && tokens.get(at + 1).is_some_and(|word| is_name(word)) {
        path.push(tokens[at + 1].to_owned());
        at += 2;
    }
    path
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A path of a `use` declaration, and the name that it gets; no name for `_`.
type Import = (Vec<String>, Option<String>);

/// The paths of a `use` declaration, and the place of its end.
fn use_tree(tokens: &[&str], at: usize) -> (Vec<Import>, usize) {
    let mut found = Vec::new();
    let end = branch(tokens, at, &[], &mut found);
    (found, end)
}

/// Reads one branch of a `use` declaration; returns the place of the sign that ends it.
fn branch(tokens: &[&str], at: usize, before: &[String], found: &mut Vec<Import>) -> usize {
    let mut path = before.to_vec();
    let mut at = at;
    loop {
        match tokens.get(at).copied() {
            Some("::") => at += 1,
            Some("{") => {
                at += 1;
                while tokens[at] != "}" {
                    at = branch(tokens, at, &path, found);
                    if tokens[at] == "," {
                        at += 1;
                    }
                }
                return at + 1;
            }
            Some("*") => {
                found.push((path, Some("*".to_owned())));
                return at + 1;
            }
            Some("as") => {
                let name = tokens[at + 1];
                found.push((path, (name != "_").then(|| name.to_owned())));
                return at + 2;
            }
            Some("self") if !path.is_empty() => at += 1,
            Some(word) if is_name(word) => {
                path.push(word.to_owned());
                at += 1;
            }
            _ => {
                let name = path.last().cloned();
                found.push((path, name));
                return at;
            }
        }
    }
}

fn import(
    file: &mut SourceFile,
    module: &ModulePath,
    modules: &BTreeSet<ModulePath>,
    inside: usize,
    is_public: bool,
    path: &[String],
    name: Option<String>,
) {
    let Some(path) = absolute(file, module, modules, inside, path) else {
        return;
    };
    let is_of_child = path.len() > module.len() && path.starts_with(module);
    if let Some(name) = name.clone().filter(|name| name != "*") {
        file.bindings.insert(name, path.clone());
    }
    match name {
        Some(name) if is_public && is_of_child => file.exports.push((name, path)),
        _ => file.paths.push(path),
    }
}

fn is_child(module: &ModulePath, name: &str, modules: &BTreeSet<ModulePath>) -> bool {
    let mut child = module.clone();
    child.push(name.to_owned());
    modules.contains(&child)
}

/// The path from the crate's root; `None` for a path into another crate. `inside` is the number of modules inside the
/// file around the path.
fn absolute(
    file: &SourceFile,
    module: &ModulePath,
    modules: &BTreeSet<ModulePath>,
    inside: usize,
    path: &[String],
) -> Option<ModulePath> {
    let (first, rest) = path.split_first()?;
    let (mut base, mut rest) = match first.as_str() {
        "crate" => (Vec::new(), rest),
        "self" | "super" => (module.clone(), path),
        word if is_child(module, word, modules) => (module.clone(), path),
        word => (file.bindings.get(word)?.clone(), rest),
    };
    let mut inside = inside;
    while let Some((word, after)) = rest.split_first() {
        match word.as_str() {
            "self" => {}
            // The parent of a module inside a file is the file.
            "super" if inside > 0 => inside -= 1,
            "super" => {
                base.pop();
            }
            _ => break,
        }
        rest = after;
    }
    base.extend_from_slice(rest);
    Some(base)
}
