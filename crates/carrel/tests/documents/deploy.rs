//! The files of `deploy/`: the image, and credentials. And which programs the server may start.

use std::fs;
use std::path::Path;

use crate::SERVER_CRATES;
use crate::references::{read, root};

/// The lines of a file without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The instructions of the last stage of a Containerfile, which makes the image.
fn last_stage(text: &str) -> Vec<&str> {
    let all: Vec<&str> = lines(text).collect();
    let begin = all
        .iter()
        .rposition(|line| line.starts_with("FROM "))
        .expect("a stage");
    all[begin..].to_vec()
}

/// The image has neither the source nor the history of the repository.
#[test]
fn the_image_has_only_the_binary() {
    let text = read("deploy/Containerfile").expect("it is there");
    let copied: Vec<&str> = last_stage(&text)
        .into_iter()
        .filter(|line| line.starts_with("COPY ") || line.starts_with("ADD ") || line.contains("--mount"))
        .collect();
    assert_eq!(
        copied,
        ["COPY --from=binary /src/target/release/carrel /usr/local/bin/carrel"]
    );
}

/// Whether a value comes from the environment of the operator.
fn is_from_outside(value: &str) -> bool {
    value.starts_with("${")
}

/// The passwords in a line: values of names that are passwords, and those in addresses.
fn passwords(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let upper = line.to_ascii_uppercase();
    for word in ["PASSWORD", "SECRET", "TOKEN", "PASSWD"] {
        if let Some(at) = upper.find(word)
            && let Some((name, value)) = line[at..].split_once([':', '='])
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            found.push(value.trim());
        }
    }
    if let Some((_, rest)) = line.split_once("://")
        && let Some((user, _)) = rest.split_once('@')
        && let Some((_, password)) = user.split_once(':')
    {
        found.push(password);
    }
    found
}

/// The operator chooses the password of the database: there is none to forget.
#[test]
fn no_file_of_deploy_has_a_password() {
    let mut seen = 0;
    for entry in fs::read_dir(root().join("deploy")).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        for password in lines(&text).flat_map(passwords) {
            assert!(is_from_outside(password), "{}: {password}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 2, "{seen}");
    // Without the variable, compose refuses to start: an empty password would be one that everybody knows.
    let compose = read("deploy/compose.yaml").expect("it is there");
    let required =
        lines(&compose).filter(|line| line.starts_with("POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?"));
    assert_eq!(required.count(), 1);
    assert!(!compose.contains("POSTGRES_HOST_AUTH_METHOD"));
}

#[test]
fn a_password_of_a_file_is_found() {
    assert_eq!(passwords("POSTGRES_PASSWORD: carrel"), ["carrel"]);
    assert_eq!(
        passwords("CARREL_DATABASE_URL: postgres://carrel:carrel@database/carrel"),
        ["carrel"]
    );
    assert_eq!(passwords("Environment=SMTP_TOKEN=x"), ["x"]);
    assert!(passwords("image: docker.io/library/postgres:17").is_empty());
    assert!(!is_from_outside("carrel") && is_from_outside("${POSTGRES_PASSWORD:?put it into .env}"));
}

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("it is text");
            let name = path.strip_prefix(root()).unwrap_or(&path);
            found.push((name.to_string_lossy().into_owned(), text));
        }
    }
}

/// A server that starts no program passes no text from outside to one.
#[test]
fn the_server_starts_no_program_but_itself() {
    let mut found = Vec::new();
    for name in SERVER_CRATES {
        sources(&root().join(format!("crates/{name}/src")), &mut found);
    }
    assert!(found.len() > 300, "{}", found.len());
    let starting: Vec<&str> = found
        .iter()
        .filter(|(_, text)| {
            let has_command = |line: &str| line.contains("process::") && line.contains("Command");
            let words = ["CommandExt", "posix_spawn", "libc::", "rustix::process::exec"];
            text.lines().any(has_command) || words.iter().any(|word| text.contains(word))
        })
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(starting, ["crates/carrel/src/allocator.rs"]);
}
