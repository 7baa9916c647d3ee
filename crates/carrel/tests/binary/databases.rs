//! Commands on databases that have no library, or one of another version.

use std::path::Path;

use carrel_storage::Database;
use carrel_storage::engine::Options;
use carrel_testkit::{Engine, Place, TestDatabase};

use crate::support::{Server, command, private_folder, run, text};
use crate::url_of;

/// The exit code of a command and everything that it prints.
fn outcome(folder: &Path, verb: &str, url: &str, more: &[&str]) -> (Option<i32>, String) {
    let mut command = command(folder, verb);
    command.args(["--database-url", url]).args(more);
    let done = run(&mut command, "");
    (done.status.code(), text(&done.stdout) + &text(&done.stderr))
}

fn create_library(folder: &Path, url: &str) {
    let admin = ["--admin", "--name", "Ada Example", "--email", "ada@example.org"];
    let (code, said) = outcome(folder, "user create", url, &admin);
    assert_eq!(code, Some(0), "{said}");
}

/// What a connection of its own reads from a database that may have no library.
async fn number_of_tables(place: Place) -> i64 {
    let database = TestDatabase::attach(place).await;
    database
        .integer("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_creates_no_tables_in_a_database_without_a_library() {
    let folder = private_folder();
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    let reset = ["--email", "ada@library.example"];
    for (verb, more) in [
        ("check", &[][..]),
        ("reindex", &[]),
        ("user reset-password", &reset),
    ] {
        let (code, said) = outcome(folder.path(), verb, &url, more);
        assert!(
            code == Some(1) && said.contains("there is no library in the database"),
            "{verb}: {said}"
        );
    }
    assert_eq!(number_of_tables(place).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_program_is_refused() {
    let folder = private_folder();
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    let database = TestDatabase::attach(place).await;
    let made = database.read(&(), |connection, ()| {
        Box::pin(connection.batch("CREATE TABLE orders (id BIGINT)"))
    });
    made.await.unwrap();
    let listen = ["--listen", "127.0.0.1:0"];
    for (verb, more) in [("serve", &listen[..]), ("check", &[]), ("doctor", &listen)] {
        let (code, said) = outcome(folder.path(), verb, &url, more);
        assert!(
            code == Some(1) && said.contains("has no library: it has a table orders"),
            "{verb}: {said}"
        );
    }
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(database.integer(tables).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_other_tables_than_those_of_a_library_is_refused() {
    let folder = private_folder();
    assert_eq!(Server::start(folder.path(), &[]).stop(), 0);
    let path = folder.path().join("carrel.sqlite");
    let database = Database::attach(&Options::Sqlite { path }).await.unwrap();
    let dropped = database.write((), |transaction, ()| {
        Box::pin(transaction.batch("DROP TABLE migrations"))
    });
    dropped.await.unwrap();
    drop(database);
    for verb in ["serve", "check", "doctor"] {
        let mut command = command(folder.path(), verb);
        if verb != "check" {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let done = run(&mut command, "");
        let said = text(&done.stdout) + &text(&done.stderr);
        assert!(
            done.status.code() == Some(1) && said.contains("has no library"),
            "{verb}: {said}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_library_is_checked_and_the_doctor_says_that_it_is_read_only() {
    let folder = private_folder();
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    create_library(folder.path(), &url);
    let database = TestDatabase::attach(place).await;
    database.set_read_only(true).await;
    let (code, said) = outcome(folder.path(), "check", &url, &[]);
    assert!(code == Some(0) && said.contains("invariants hold"), "{said}");
    let (code, said) = outcome(folder.path(), "doctor", &url, &["--listen", "127.0.0.1:0"]);
    assert!(code == Some(1) && said.contains("read-only"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_version_backs_up_a_library_with_which_it_can_work() {
    let folder = private_folder();
    let place = Place::empty(Engine::Postgres).await;
    let url = url_of(&place);
    create_library(folder.path(), &url);
    let database = TestDatabase::attach(place).await;
    let newer = "INSERT INTO migrations (number, name, checksum, least_compatible, applied_at) \
                 VALUES (9999, 'later', 'x', 1, 0)";
    database.sql(newer).await.unwrap();
    let file = folder.path().join("one.backup");
    let (code, said) = outcome(folder.path(), "backup", &url, &[file.to_str().unwrap()]);
    assert!(code == Some(0) && said.contains("schema 9999"), "{said}");
    let (_, said) = outcome(folder.path(), "doctor", &url, &["--listen", "127.0.0.1:0"]);
    assert!(said.contains("newer version (9999"), "{said}");

    let changed = "UPDATE migrations SET checksum = 'x' WHERE number = 1";
    database.sql(changed).await.unwrap();
    for verb in ["check", "doctor"] {
        let (code, said) = outcome(folder.path(), verb, &url, &[]);
        assert!(
            code == Some(1) && said.contains("migration 1 (baseline) has changed"),
            "{verb}: {said}"
        );
    }
}
