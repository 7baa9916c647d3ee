//! Which file imports which, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};

use crate::scan::{Files, ModulePath};

/// Which files each file imports.
pub fn imports(files: &Files) -> BTreeMap<&ModulePath, BTreeSet<&ModulePath>> {
    files
        .iter()
        .map(|(module, file)| {
            let targets = file.paths.iter().map(|path| target(files, path, 0));
            (module, targets.filter(|target| *target != module).collect())
        })
        .collect()
}

/// The file that defines what a path names: the longest part of the path that is a file, or what that file re-exports.
fn target<'a>(files: &'a Files, path: &[String], hops: usize) -> &'a ModulePath {
    let length = (0..=path.len())
        .rev()
        .find(|length| files.contains_key(&path[..*length]))
        .expect("the root of the crate is a file");
    let (module, file) = files.get_key_value(&path[..length]).expect("found above");
    let Some(item) = path.get(length).filter(|_| hops < 10) else {
        return module;
    };
    let named = file.exports.iter().find(|(name, _)| name == item);
    let all = || {
        let mut globs = file.exports.iter().filter(|(name, _)| name == "*");
        globs.find(|(_, path)| files.get(path).is_some_and(|file| file.items.contains(item)))
    };
    match (named, all()) {
        (Some((_, exported)), _) => {
            let rest = &path[length + 1..];
            target(files, &[exported, rest].concat(), hops + 1)
        }
        (None, Some((_, exported))) => target(files, &[exported, &path[length..]].concat(), hops + 1),
        (None, None) => module,
    }
}

/// The groups of files that import each other, directly or through others.
pub fn circles_of<'a>(
    imports: &BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>,
) -> Vec<BTreeSet<&'a ModulePath>> {
    let reached: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = imports
        .keys()
        .map(|module| (*module, reachable(imports, module)))
        .collect();
    let mut circles: Vec<BTreeSet<&ModulePath>> = Vec::new();
    for (module, reach) in &reached {
        if reach.contains(module) && !circles.iter().any(|circle| circle.contains(module)) {
            let circle = reach.iter().filter(|other| reached[*other].contains(module));
            circles.push(circle.copied().collect());
        }
    }
    circles
}

/// What a file imports, directly or through others.
fn reachable<'a>(
    imports: &BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>,
    from: &ModulePath,
) -> BTreeSet<&'a ModulePath> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&ModulePath> = imports[from].iter().copied().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(&imports[module]);
        }
    }
    reached
}
