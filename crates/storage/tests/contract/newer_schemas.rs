//! Backups and loads follow the schema, whatever migrations of either kind made of it.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::Book;
use carrel_storage::engine::{FromRow, Loader, Row, Value};
use carrel_storage::migrations::{self, Migration, Step};
use carrel_storage::{Connection, Database, Error, Result, favorites};
use carrel_testkit::{Engine, Library, Place, TestDatabase, on_both_engines};

use crate::migrations::{and, indexes, newer, open_with};

/// A value of a row, for itself.
#[derive(Debug, Clone, PartialEq)]
enum Cell {
    Integer(i64),
    Text(String),
    Null,
}

impl Cell {
    fn of(value: &Value<'_>) -> Self {
        match value {
            Value::Integer(integer) => Cell::Integer(*integer),
            Value::Text(text) => Cell::Text((*text).to_owned()),
            Value::Null => Cell::Null,
            other => panic!("{other:?} in this library"),
        }
    }

    fn value(&self) -> Value<'_> {
        match self {
            Cell::Integer(integer) => Value::Integer(*integer),
            Cell::Text(text) => Value::Text(text),
            Cell::Null => Value::Null,
        }
    }
}

/// The rows of each table, with its columns.
type Tables = BTreeMap<String, (Vec<String>, Vec<Vec<Cell>>)>;

/// Everything in a library, as a backup reads it.
async fn everything(connection: &mut Connection) -> Result<Tables> {
    let mut tables = Tables::new();
    for table in connection.tables().await? {
        let columns = connection.columns(&table).await?;
        let mut rows = Vec::new();
        let select = format!("SELECT {} FROM {table} ORDER BY 1", columns.join(", "));
        let each = connection.each(&select, |values| {
            rows.push(values.iter().map(Cell::of).collect());
            Ok::<_, Error>(())
        });
        each.await?;
        tables.insert(table, (columns, rows));
    }
    Ok(tables)
}

/// Fills an empty database with what [`everything`] has read.
async fn restore(place: &Place, migrations: &[Migration], tables: &Tables) -> Database {
    let schema = migrations.last().unwrap().number;
    let loader = Loader::begin_with(&place.options(), migrations, schema, None).await;
    let mut loader = loader.unwrap();
    for (table, (columns, rows)) in tables {
        assert!(loader.has_table(table), "{table}");
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let into = loader.rows(table, &columns);
        for row in rows {
            let values: Vec<Value<'_>> = row.iter().map(Cell::value).collect();
            loader.add(into, &values).await.unwrap();
        }
    }
    loader.finish_schema().await.unwrap();
    loader.finish().await.unwrap();
    open_with(place, migrations).await.unwrap()
}

/// Makes a table in Rust, of rows with identifiers.
const ROOMS: Step = Step::Rust {
    version: "1",
    run: |connection| {
        Box::pin(connection.batch("CREATE TABLE rooms (id BIGINT PRIMARY KEY, name TEXT NOT NULL)"))
    },
};

/// The same on SQLite, which keeps the type that a column was declared with.
const ROOMS_ON_SQLITE: Step = Step::Rust {
    version: "1",
    run: |connection| {
        Box::pin(connection.batch("CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"))
    },
};

const NUMBER: i64 = 700_000;

on_both_engines!(what_migrations_drop_rebuild_and_create_is_backed_up_and_restored);
async fn what_migrations_drop_rebuild_and_create_is_backed_up_and_restored(database: TestDatabase) {
    let engine = database.engine();
    let library = Library::new(database);
    let user = library.user().insert().await;
    library
        .borrowing(&user, &library.book().insert().await)
        .insert()
        .await;
    let rooms = match engine {
        Engine::Sqlite => ROOMS_ON_SQLITE,
        Engine::Postgres => ROOMS,
    };
    let migrations = and(&[
        newer(1, Step::Sql("DROP TABLE reviews; DROP TABLE renewals;"), 1),
        newer(
            2,
            Step::Sql(
                "CREATE TABLE texts_rebuilt (name {text} PRIMARY KEY, body {text} NOT NULL) {rows}; \
                 INSERT INTO texts_rebuilt (name, body) SELECT name, body FROM texts; DROP TABLE texts; \
                 ALTER TABLE texts_rebuilt RENAME TO texts;",
            ),
            2,
        ),
        newer(3, rooms, 2),
    ]);
    let open = Database::open_with(&library.options(), &migrations)
        .await
        .unwrap();
    change!(open, [], |t| t
        .batch(&format!(
            "INSERT INTO texts (name, body) VALUES ('rules', 'Be quiet.'); \
             INSERT INTO rooms (id, name) VALUES ({NUMBER}, 'The attic')"
        ))
        .await)
    .unwrap();
    let before = read!(open, [], |c| everything(c).await);
    assert!(!before.contains_key("reviews") && !before.contains_key("migrations"));
    assert_eq!(before["texts"].0, ["name", "body"]);

    let place = Place::empty(engine).await;
    let restored = restore(&place, &migrations, &before).await;
    let mut after = read!(restored, [], |c| everything(c).await);
    assert_eq!(after["rooms"], before["rooms"]);
    // Numbering goes on after the greatest identifier, and is the only difference.
    let counters = after.remove("counters").unwrap();
    let mut expected = before.clone();
    let unlike = expected.remove("counters").unwrap();
    assert_eq!(counters.0, unlike.0);
    for table in ["changes", "data_versions"] {
        after.remove(table);
        expected.remove(table);
    }
    assert_eq!(after, expected);
    let id = change!(restored, [], |t| t.fresh_id::<Book>().await).unwrap();
    assert!(id.number() > NUMBER, "{id:?}");
}

/// Adds a column to `books`: PostgreSQL in place, SQLite by rebuilding the table.
const SHELF_MARK: Step = Step::Rust {
    version: "1",
    run: |connection| {
        Box::pin(async move {
            if connection.is_sqlite() {
                let define =
                    |present: &str| present.replacen("archived_at", "shelf_mark TEXT, archived_at", 1);
                migrations::rebuild(connection, "books", define).await
            } else {
                connection
                    .batch("ALTER TABLE books ADD COLUMN shelf_mark TEXT COLLATE \"C\"")
                    .await
            }
        })
    },
};

/// The name and the text of each index and trigger.
struct Object(String);

impl FromRow for Object {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Object(format!(
            "{}: {}",
            String::from_row(row)?,
            String::from_row(row)?
        )))
    }
}

async fn objects(database: &TestDatabase) -> Vec<String> {
    let sql = match database.engine() {
        Engine::Sqlite => {
            "SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY name"
        }
        Engine::Postgres => {
            "SELECT CAST(indexname AS TEXT), indexdef FROM pg_indexes WHERE schemaname = 'public' \
             UNION ALL SELECT CAST(tgname AS TEXT), pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1"
        }
    };
    let objects: Vec<Object> = database.rows(sql).await;
    objects.into_iter().map(|Object(object)| object).collect()
}

on_both_engines!(a_table_that_others_refer_to_can_be_rebuilt);
async fn a_table_that_others_refer_to_can_be_rebuilt(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let (user_id, book_id) = (user.id, book.id);
    change!(library, [user_id, book_id], |t| favorites::add(
        t, *user_id, *book_id, 1
    )
    .await)
    .unwrap();
    let (before, indexed) = (objects(&library).await, indexes(&library).await);
    assert!(indexed.iter().filter(|(table, _)| table == "books").count() >= 12);
    let migrations = and(&[newer(1, SHELF_MARK, 0)]);
    let open = Database::open_with(&library.options(), &migrations)
        .await
        .unwrap();
    assert_eq!(objects(&library).await, before);
    assert_eq!(indexes(&library).await, indexed);
    assert!(read!(open, [user_id, book_id], |c| favorites::has(
        c, *user_id, *book_id
    )
    .await));
    let columns = read!(open, [], |c| c.columns("books").await);
    assert!(columns.iter().any(|column| column == "shelf_mark"), "{columns:?}");
    // References are enforced again.
    let dangling = open
        .write((), |transaction, ()| {
            Box::pin(
                transaction.batch("INSERT INTO favorites (user_id, book_id, created_at) VALUES (0, 0, 1)"),
            )
        })
        .await;
    assert!(matches!(dangling, Err(Error::Constraint { .. })), "{dangling:?}");

    let tables = read!(open, [], |c| everything(c).await);
    let place = Place::empty(library.engine()).await;
    let restored = restore(&place, &migrations, &tables).await;
    assert!(read!(restored, [user_id, book_id], |c| favorites::has(
        c, *user_id, *book_id
    )
    .await));
}
