//! Migrations: one text produces the same schema on both engines, and runs once, even when several processes start
//! together.

use std::collections::BTreeSet;

use carrel_storage::engine::{Options, sqlite};
use carrel_storage::migrations::{Migration, Step};
use carrel_storage::{Database, Error, migrations};
use carrel_testkit::{Engine, Library, Place, TestDatabase, on_both_engines};

/// Every column as `table.column type null?`, independent of the engine.
async fn columns(database: &TestDatabase) -> BTreeSet<String> {
    let sql = match database.engine() {
        Engine::Sqlite => {
            "SELECT m.name || '.' || c.name || ' ' || CASE c.type WHEN 'INTEGER' THEN 'integer' WHEN 'TEXT' THEN 'text' WHEN 'BLOB' THEN 'bytea' \
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
pub async fn indexes(database: &TestDatabase) -> BTreeSet<(String, String)> {
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
        .map(|migration| (migration.number, migration.name.to_owned()))
        .collect()
}

#[test]
fn migrations_are_numbered_in_order() {
    assert_eq!(migrations::ALL[0].number, 1);
    for pair in migrations::ALL.windows(2) {
        assert!(pair[0].number < pair[1].number, "{pair:?}");
    }
    for migration in migrations::ALL {
        assert!(migration.least_compatible <= migration.number, "{migration:?}");
    }
}

on_both_engines!(opening_again_changes_nothing);
async fn opening_again_changes_nothing(database: TestDatabase) {
    assert_eq!(done(&database).await, all());
    let library = Library::new(database);
    let book = library.book().insert().await;
    let (before, id) = (columns(&library).await, book.id);
    for _ in 0..3 {
        let again = library.open_again().await.unwrap();
        assert_eq!(
            read!(again, [id], |c| carrel_storage::books::find(c, *id).await),
            Some(book.clone())
        );
    }
    assert_eq!(done(&library).await, all());
    assert_eq!(columns(&library).await, before);
}

on_both_engines!(a_newer_schema_is_refused_and_not_changed);
async fn a_newer_schema_is_refused_and_not_changed(database: TestDatabase) {
    database
        .sql(
            "INSERT INTO migrations (number, name, checksum, applied_at, least_compatible) \
             VALUES (9999, 'from the future', '', 1, 9999)",
        )
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

/// The migrations of this version and additional ones.
pub fn and(more: &[Migration]) -> Vec<Migration> {
    [migrations::ALL, more].concat()
}

pub fn newer(number: i64, step: Step, least_compatible: i64) -> Migration {
    Migration {
        number: migrations::newest() + number,
        name: "newer",
        step,
        least_compatible: migrations::newest() + least_compatible,
    }
}

pub async fn open_with(place: &Place, migrations: &[Migration]) -> carrel_storage::Result<Database> {
    Database::open_with(&place.options(), migrations).await
}

fn refused_with(outcome: carrel_storage::Result<Database>, words: &str) {
    let refused = outcome.err();
    assert!(
        matches!(&refused, Some(Error::Other(why)) if why.contains(words)),
        "{refused:?}"
    );
}

on_both_engines!(a_changed_migration_is_refused);
async fn a_changed_migration_is_refused(database: TestDatabase) {
    let place = Place::empty(database.engine()).await;
    let text = newer(
        1,
        Step::Sql("CREATE TABLE shelves (id {text} PRIMARY KEY) {table};"),
        0,
    );
    let step = |version| Step::Rust {
        version,
        run: |connection| Box::pin(connection.batch("CREATE TABLE rooms (id TEXT PRIMARY KEY)")),
    };
    drop(
        open_with(&place, &and(&[text, newer(2, step("1"), 0)]))
            .await
            .unwrap(),
    );
    drop(
        open_with(&place, &and(&[text, newer(2, step("1"), 0)]))
            .await
            .unwrap(),
    );
    let changed = newer(
        1,
        Step::Sql("CREATE TABLE shelves (id {int} PRIMARY KEY) {table};"),
        0,
    );
    refused_with(
        open_with(&place, &and(&[changed, newer(2, step("1"), 0)])).await,
        "has changed since",
    );
    refused_with(
        open_with(&place, &and(&[text, newer(2, step("2"), 0)])).await,
        "has changed since",
    );
    // A migration with a smaller number than an applied one cannot be missing.
    refused_with(
        open_with(&place, &and(&[newer(2, step("1"), 0)])).await,
        "newer version",
    );
}

#[test]
fn a_checksum_is_of_the_statements_that_an_engine_runs() {
    let words = newer(1, Step::Sql("CREATE TABLE shelves (id {int}) {rows};"), 0);
    let [sqlite, postgres] = [
        "CREATE TABLE shelves (id INTEGER) STRICT;",
        "CREATE TABLE shelves (id BIGINT) ;",
    ]
    .map(|text| newer(1, Step::Sql(text), 0));
    assert_eq!(words.checksum(true), sqlite.checksum(true));
    assert_eq!(words.checksum(false), postgres.checksum(false));
    assert_ne!(words.checksum(true), words.checksum(false));
}

#[test]
fn identifiers_are_the_columns_named_id() {
    for migration in migrations::ALL {
        let Step::Sql(text) = migration.step else { continue };
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with("--")) {
            let is_key = line.contains(" {id}") && !line.contains(" REFERENCES ");
            let is_id = line.starts_with("id ");
            assert_eq!(is_key || line.contains(" {row_number}"), is_id, "{line}");
        }
    }
}

on_both_engines!(a_migration_that_leaves_dangling_references_is_refused);
async fn a_migration_that_leaves_dangling_references_is_refused(database: TestDatabase) {
    let library = Library::new(database);
    let book = library.book().insert().await;
    let careless = newer(1, Step::Sql("DELETE FROM books;"), 0);
    let refused = Database::open_with(&library.options(), &and(&[careless]))
        .await
        .err();
    assert!(matches!(refused, Some(Error::Constraint { .. })), "{refused:?}");
    assert_eq!(done(&library).await, all());
    let id = book.id;
    assert_eq!(
        read!(library, [id], |c| carrel_storage::books::find(c, *id).await),
        Some(book)
    );
}

on_both_engines!(an_older_server_works_beside_an_expanded_schema);
async fn an_older_server_works_beside_an_expanded_schema(database: TestDatabase) {
    let library = Library::new(database);
    let expand = newer(1, Step::Sql("ALTER TABLE users ADD COLUMN nickname {text};"), 0);
    let contract = newer(2, Step::Sql("ALTER TABLE users DROP COLUMN nickname;"), 1);
    let place = library.options();
    drop(Database::open_with(&place, &and(&[expand])).await.unwrap());
    // The older server works on, and can be restarted.
    library.user().insert().await;
    drop(Database::open(&place).await.unwrap());
    // After the contraction it is refused; a server that knows the expansion is not.
    drop(
        Database::open_with(&place, &and(&[expand, contract]))
            .await
            .unwrap(),
    );
    refused_with(Database::open(&place).await, "newer version");
    drop(Database::open_with(&place, &and(&[expand])).await.unwrap());
}

/// Opens an empty database from several threads at once, each with its own runtime, as separate processes would.
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

/// Runs statements on a database without a schema.
async fn bare(place: &Place, sql: &str) {
    match place.options() {
        Options::Sqlite { path } => {
            if !path.exists() {
                std::fs::File::create(&path).unwrap();
            }
            sqlite::open(&path).unwrap().batch(sql).await.unwrap();
        }
        Options::Postgres { url, .. } => {
            let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
                .await
                .unwrap();
            tokio::spawn(connection);
            client.batch_execute(sql).await.unwrap();
        }
    }
}

on_both_engines!(a_failed_migration_leaves_no_changes);
async fn a_failed_migration_leaves_no_changes(database: TestDatabase) {
    let place = Place::empty(database.engine()).await;
    bare(&place, "CREATE TABLE throttles (stranger TEXT)").await;
    for _ in 0..2 {
        assert!(place.open().await.is_err(), "a stranger's table is in the way");
    }
    // None of the tables that come before it exists, so the migrations can run now.
    bare(&place, "DROP TABLE throttles").await;
    let database = place.open().await.unwrap();
    assert_eq!(
        read!(database, [], |c| carrel_storage::settings::all(c).await),
        []
    );
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_and_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carrel.db");
    let text = "Dear diary, this is not a database. ".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let refused = Database::open(&Options::Sqlite { path: path.clone() }).await;
    assert!(refused.is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
