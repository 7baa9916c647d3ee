//! The files of a library: their rights, and what happens when the database is lost.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Server, command, run, text};

fn mode_of(path: &Path) -> u32 {
    fs::symlink_metadata(path)
        .expect("it exists")
        .permissions()
        .mode()
        & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

/// All files and folders inside a folder.
fn all_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it exists") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(all_in(&path));
        }
        found.push(path);
    }
    found
}

fn assert_private(folder: &Path) {
    for path in all_in(folder) {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode_of(&path), expected, "{}", path.display());
    }
}

/// The same command under a umask that removes no rights.
fn without_umask(command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 000; exec \"$0\" \"$@\""]);
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

#[tokio::test]
async fn every_file_is_private_whatever_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("library");
    let backup = folder.path().join("library.backup");
    let mut create = command(&data, "user create");
    create.args(["--admin", "--name", "Ada Example", "--email", "ada@example.org"]);
    let mut serve = command(&data, "serve");
    serve.args(["--listen", "127.0.0.1:0", "--demo"]);
    let server = Server::spawn(&mut without_umask(&serve));
    carrel_testkit::eventually("the index is built", async || {
        server.get("/readyz").await.status() == 200
    })
    .await;
    let mut make = command(&data, "backup");
    make.arg(&backup);
    for command in [&create, &make] {
        let done = run(&mut without_umask(command), "");
        assert!(done.status.success(), "{}", text(&done.stderr));
    }
    let names: Vec<String> = all_in(&data)
        .iter()
        .map(|path| path.strip_prefix(&data).unwrap().display().to_string())
        .collect();
    for name in [
        "carrel.sqlite",
        "carrel.sqlite-wal",
        "carrel.sqlite-shm",
        "search",
        "search-of",
        "search/meta.json",
    ] {
        assert!(names.iter().any(|found| found == name), "{name}: {names:?}");
    }
    assert_private(folder.path());
    assert_eq!(server.stop(), 0);

    let mut restore = command(&data, "restore");
    restore.arg(&backup).arg("--replace");
    let restored = run(&mut without_umask(&restore), "");
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert_private(folder.path());
}

#[test]
fn a_server_removes_the_rights_of_others_from_the_files_of_its_library() {
    let folder = tempfile::tempdir().unwrap();
    set_mode(folder.path(), 0o755);
    assert_eq!(Server::start(folder.path(), &["--demo"]).stop(), 0);
    let database = folder.path().join("carrel.sqlite");
    let kept = folder.path().join("carrel.sqlite.before_20260101_000000");
    let foreign = folder.path().join("notes.txt");
    for path in [&kept, &foreign] {
        fs::write(path, "something").unwrap();
    }
    for path in [&database, &kept, &foreign] {
        set_mode(path, 0o644);
    }
    let doctor = || {
        let done = run(
            command(folder.path(), "doctor").args(["--listen", "127.0.0.1:0"]),
            "",
        );
        (done.status.code(), text(&done.stdout))
    };
    let (code, said) = doctor();
    assert!(
        code == Some(1) && said.contains("WRONG  data folder: every account on this machine may enter"),
        "{said}"
    );

    let server = Server::start(folder.path(), &[]);
    let mut warned: Vec<String> = (0..2)
        .map(|_| server.line_with("other accounts had rights to a file of the library"))
        .map(|line| line.expect("a warning"))
        .collect();
    warned.sort();
    assert!(
        warned[0].contains("WARN") && warned[0].contains("644") && warned[0].contains("600"),
        "{warned:?}"
    );
    assert_eq!((mode_of(&database), mode_of(&kept)), (0o600, 0o600));
    assert_eq!(mode_of(&foreign), 0o644, "it does not belong to the library");
    for name in ["carrel.sqlite-wal", "carrel.sqlite-shm"] {
        assert_eq!(mode_of(&folder.path().join(name)), 0o600, "{name}");
    }
    assert_eq!(server.stop(), 0);

    set_mode(folder.path(), 0o700);
    let (code, said) = doctor();
    assert!(code == Some(0) && said.contains("Nothing is wrong"), "{said}");
}

#[test]
fn a_lost_database_is_not_replaced_by_a_new_library() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Server::start(folder.path(), &["--demo"]).stop(), 0);
    let backup = folder.path().join("library.backup");
    let done = run(command(folder.path(), "backup").arg(&backup), "");
    assert!(done.status.success(), "{}", text(&done.stderr));
    let database = folder.path().join("carrel.sqlite");
    fs::write(&database, "").unwrap();

    let mut serve = command(folder.path(), "serve");
    serve.args(["--listen", "127.0.0.1:0"]);
    let mut create = command(folder.path(), "user create");
    create.args(["--admin", "--name", "Ada Example", "--email", "ada@example.org"]);
    let mut check = command(folder.path(), "check");
    for command in [&mut serve, &mut create, &mut check] {
        let refused = run(command, "");
        let reason = text(&refused.stderr);
        assert!(
            refused.status.code() == Some(1)
                && reason.contains("carrel.sqlite is empty: the library in it is lost")
                && reason.contains("carrel restore"),
            "{reason}"
        );
        assert_eq!(fs::metadata(&database).unwrap().len(), 0);
    }
    let done = run(
        command(folder.path(), "doctor").args(["--listen", "127.0.0.1:0"]),
        "",
    );
    assert!(
        done.status.code() == Some(1) && text(&done.stdout).contains("is empty"),
        "{}",
        text(&done.stdout)
    );

    let restored = run(command(folder.path(), "restore").arg(&backup), "");
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert_eq!(Server::start(folder.path(), &[]).stop(), 0);
}

#[test]
fn a_library_whose_database_was_not_copied_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Server::start(folder.path(), &["--demo"]).stop(), 0);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && path.file_name().is_some_and(|name| name != "search-of") {
            fs::remove_file(path).unwrap();
        }
    }
    let mut serve = command(folder.path(), "serve");
    serve.args(["--listen", "127.0.0.1:0"]);
    let mut create = command(folder.path(), "user create");
    create.args(["--admin", "--name", "Ada Example", "--email", "ada@example.org"]);
    for command in [&mut serve, &mut create] {
        let done = run(command, "");
        let reason = text(&done.stderr);
        assert!(
            !done.status.success() && reason.contains("is missing, but the search index"),
            "{reason}"
        );
        assert!(!folder.path().join("carrel.sqlite").exists());
    }
    fs::remove_dir_all(folder.path().join("search")).unwrap();
    assert_eq!(Server::start(folder.path(), &[]).stop(), 0);
}

/// The server is killed as soon as a file appears, without regard to what it does at that moment.
#[test]
fn a_first_start_that_is_killed_can_be_repeated() {
    for name in [
        "search-of",
        "carrel.sqlite.new",
        "carrel.sqlite.new-journal",
        "carrel.sqlite",
        "carrel.sqlite-wal",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut serve = command(folder.path(), "serve");
        serve.args(["--listen", "127.0.0.1:0"]);
        serve.stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = serve.spawn().unwrap();
        // A file of which only the first moment matters may be gone before it is seen; then the next one counts.
        while !folder.path().join(name).exists() && !folder.path().join("search").exists() {
            assert!(process.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        process.kill().unwrap();
        process.wait().unwrap();
        let left = folder.path().join("carrel.sqlite");
        assert!(
            !left.exists() || fs::metadata(&left).unwrap().len() > 0,
            "no empty file has the name of a library"
        );
        assert_eq!(Server::start(folder.path(), &[]).stop(), 0, "{name}");
        assert!(!folder.path().join("carrel.sqlite.new").exists());
    }
}
