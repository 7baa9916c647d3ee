//! Migrations: one text makes the same schema on both engines, once, whoever comes first.

use std::collections::BTreeSet;

use carrel_storage::engine::{Options, sqlite};
use carrel_storage::{Database, Error, migrations};
use carrel_testkit::{Engine, Library, Place, TestDatabase, on_both_engines};

/// Every column as `table.column type null?`, in the words of no engine.
async fn columns(database: &TestDatabase) -> BTreeSet<String> {
    let sql = match database.engine() {
        Engine::Sqlite => {
            "SELECT m.name || '.' || c.name || ' ' || CASE c.type WHEN 'INTEGER' THEN 'integer' WHEN 'TEXT' THEN 'text' \
             ELSE c.type END || CASE WHEN c.\"notnull\" = 1 OR c.pk > 0 THEN '' ELSE ' or null' END \
             FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        }
        Engine::Postgres => {
            "SELECT table_name || '.' || column_name || ' ' || CASE data_type WHEN 'bigint' THEN 'integer' \
             WHEN 'text' THEN CASE collation_name WHEN 'C' THEN 'text' ELSE 'text in another order' END \
             ELSE data_type END || CASE is_nullable WHEN 'NO' THEN '' ELSE ' or null' END \
             FROM information_schema.columns WHERE table_schema = 'public'"
        }
    };
    let rows: Vec<(String,)> = database.rows(sql).await;
    rows.into_iter().map(|(column,)| column).collect()
}

/// Every index that a migration names, with its table.
async fn indexes(database: &TestDatabase) -> BTreeSet<(String, String)> {
    let sql = match database.engine() {
        Engine::Sqlite => "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
        Engine::Postgres => {
            "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'"
        }
    };
    database.rows(sql).await.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_engines_have_the_same_tables_columns_and_indexes() {
    let sqlite = TestDatabase::create(Engine::Sqlite).await;
    let postgres = TestDatabase::create(Engine::Postgres).await;
    let of_sqlite = columns(&sqlite).await;
    assert_eq!(of_sqlite, columns(&postgres).await);
    assert!(of_sqlite.contains("books.title text") && of_sqlite.contains("books.pages integer or null"));
    let of_sqlite = indexes(&sqlite).await;
    assert_eq!(of_sqlite, indexes(&postgres).await);
    assert!(of_sqlite.contains(&("users".to_owned(), "users_email_key".to_owned())));
}

async fn done(database: &TestDatabase) -> Vec<(i64, String)> {
    database
        .rows("SELECT number, name FROM migrations ORDER BY number")
        .await
}

fn all() -> Vec<(i64, String)> {
    migrations::ALL
        .iter()
        .map(|(number, name, _)| (*number, (*name).to_owned()))
        .collect()
}

#[test]
fn migrations_are_numbered_in_order() {
    assert_eq!(migrations::ALL[0].0, 1);
    for pair in migrations::ALL.windows(2) {
        assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].1, pair[1].1);
    }
    for (_, name, text) in migrations::ALL {
        assert!(!text.is_empty(), "{name}");
    }
}

on_both_engines!(opening_again_changes_nothing);
async fn opening_again_changes_nothing(database: TestDatabase) {
    assert_eq!(done(&database).await, all());
    let library = Library::new(database);
    let book = library.book().insert().await;
    let (before, id) = (columns(&library).await, &book.id);
    for _ in 0..3 {
        let again = library.open_again().await.unwrap();
        assert_eq!(
            read!(again, [id], |c| carrel_storage::books::find(c, id).await),
            Some(book.clone())
        );
    }
    assert_eq!(done(&library).await, all());
    assert_eq!(columns(&library).await, before);
}

on_both_engines!(a_newer_schema_is_refused_and_left_alone);
async fn a_newer_schema_is_refused_and_left_alone(database: TestDatabase) {
    database
        .sql("INSERT INTO migrations (number, name) VALUES (9999, 'from the future')")
        .await
        .unwrap();
    let refused = database.open_again().await.err();
    assert!(
        matches!(&refused, Some(Error::Other(why)) if why.contains("newer version")),
        "{refused:?}"
    );
    database
        .sql("DELETE FROM migrations WHERE number = 9999")
        .await
        .unwrap();
    database.open_again().await.unwrap();
    assert_eq!(done(&database).await, all());
}

/// Opens an empty place from several threads at once, each with a runtime of its own as a process would have.
fn open_at_once(engine: Engine) {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
    };
    for _ in 0..5 {
        let place = runtime().block_on(Place::empty(engine));
        let start = std::sync::Barrier::new(6);
        std::thread::scope(|threads| {
            for _ in 0..6 {
                threads.spawn(|| {
                    start.wait();
                    runtime().block_on(async {
                        let database = place.open().await.unwrap();
                        let settings = read!(database, [], |c| carrel_storage::settings::all(c).await);
                        assert_eq!(settings, []);
                    });
                });
            }
        });
    }
}

#[test]
fn several_processes_may_start_at_once_on_sqlite() {
    open_at_once(Engine::Sqlite);
}

#[test]
fn several_processes_may_start_at_once_on_postgres() {
    open_at_once(Engine::Postgres);
}

/// Runs statements where there is no schema yet.
async fn bare(place: &Place, sql: &str) {
    match place.options() {
        Options::Sqlite { path } => sqlite::open(&path).unwrap().batch(sql).await.unwrap(),
        Options::Postgres { url, .. } => {
            let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
                .await
                .unwrap();
            tokio::spawn(connection);
            client.batch_execute(sql).await.unwrap();
        }
    }
}

on_both_engines!(a_migration_that_fails_leaves_nothing);
async fn a_migration_that_fails_leaves_nothing(database: TestDatabase) {
    let place = Place::empty(database.engine()).await;
    bare(&place, "CREATE TABLE throttles (stranger TEXT)").await;
    for _ in 0..2 {
        assert!(place.open().await.is_err(), "a stranger's table is in the way");
    }
    // None of the tables that come before it is there, so that they can be made now.
    bare(&place, "DROP TABLE throttles").await;
    let database = place.open().await.unwrap();
    assert_eq!(
        read!(database, [], |c| carrel_storage::settings::all(c).await),
        []
    );
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carrel.db");
    let text = "Dear diary, this is not a database. ".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let refused = Database::open(&Options::Sqlite { path: path.clone() }).await;
    assert!(refused.is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
