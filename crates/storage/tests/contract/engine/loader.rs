//! Bulk loads: applied as a whole or not at all, with every index and reference in place afterwards.

use std::time::Duration;

use carrel_domain::catalogue::book::Book;
use carrel_storage::engine::{LoadError, Loader, Options, Value};
use carrel_storage::migrations;
use carrel_testkit::{Engine, Place, TestDatabase};

/// Every index, reference and trigger, as the engine reports it.
async fn objects(database: &TestDatabase) -> Vec<(String,)> {
    let sql = match database.engine() {
        Engine::Sqlite => {
            "SELECT COALESCE(sql, name) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1"
        }
        Engine::Postgres => {
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
             UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint \
             WHERE connamespace = CAST('public' AS regnamespace) \
             UNION ALL SELECT tgname || ' ' || CAST(tgenabled AS TEXT) || ' ' || pg_get_triggerdef(oid) FROM pg_trigger \
             WHERE NOT tgisinternal ORDER BY 1"
        }
    };
    database.rows(sql).await
}

const BOOK: i64 = 7;
const SOMEBODY: i64 = 1_000;

/// Begins a load with a rating of a book by a user; `stars` and the existence of both decide whether it is valid.
async fn begin(
    options: &Options,
    stars: i64,
    with_book: bool,
    keep_as: Option<&str>,
) -> Result<Loader, LoadError> {
    let mut loader = Loader::begin(options, migrations::newest(), keep_as).await?;
    let ratings = loader.rows("ratings", &["book_id", "user_id", "stars", "created_at"]);
    let users = loader.rows(
        "users",
        &[
            "id",
            "name",
            "name_key",
            "email",
            "email_key",
            "password_hash",
            "role",
            "created_at",
            "updated_at",
        ],
    );
    let books = loader.rows(
        "books",
        &[
            "id",
            "title",
            "title_key",
            "author",
            "author_key",
            "category",
            "description",
            "language",
            "year_key",
            "created_at",
            "updated_at",
            "shared_at",
        ],
    );
    let roles = loader.rows("roles", &["code", "name", "acts", "position"]);
    let text = Value::Text;
    let role = [text("student"), text("Student"), text(""), Value::Integer(0)];
    loader.add(roles, &role).await?;
    // A row comes before the rows that it refers to: the order does not matter.
    let rating = [
        Value::Integer(BOOK),
        Value::Integer(SOMEBODY),
        Value::Integer(stars),
        Value::Integer(5),
    ];
    loader.add(ratings, &rating).await?;
    let user = [
        Value::Integer(SOMEBODY),
        text("Ünï"),
        text("uni"),
        text("a@b.c"),
        text("a@b.c"),
        text("#"),
        text("student"),
        Value::Integer(1),
        Value::Integer(1),
    ];
    loader.add(users, &user).await?;
    if with_book {
        let book = [
            Value::Integer(BOOK),
            text("T"),
            text("t"),
            text("A"),
            text("a"),
            text("C"),
            text(""),
            text("English"),
            Value::Integer(i64::MIN),
            Value::Integer(1),
            Value::Integer(1),
            Value::Integer(1),
        ];
        loader.add(books, &book).await?;
    }
    Ok(loader)
}

async fn filled(place: &Place, keep_as: Option<&str>) -> Result<Option<String>, LoadError> {
    let mut loader = begin(&place.options(), 3, true, keep_as).await?;
    loader.finish_schema().await?;
    let kept = loader.kept().map(str::to_owned);
    loader.finish().await?;
    Ok(kept)
}

/// Numbers that follow from the loaded rows.
async fn next_numbers(database: &TestDatabase) -> (i64, i64) {
    let id = change!(database, [], |t| t.fresh_id::<Book>().await).unwrap();
    database
        .sql("INSERT INTO audit (at, action, entity) VALUES (2, 'settings.changed', 'settings.mail')")
        .await
        .unwrap();
    let entry = database.integer("SELECT max(id) FROM audit WHERE at = 2").await;
    (id.number(), entry)
}

#[tokio::test(flavor = "multi_thread")]
async fn numbering_continues_after_the_loaded_rows() {
    both(async |place| {
        let mut loader = begin(&place.options(), 3, true, None).await.unwrap();
        let audit = loader.rows("audit", &["id", "at", "action", "entity", "entity_id"]);
        let text = Value::Text;
        let entry = [
            Value::Integer(12),
            Value::Integer(1),
            text("book.deleted"),
            text("book"),
            Value::Integer(BOOK),
        ];
        loader.add(audit, &entry).await.unwrap();
        // Equal terms have the same digest everywhere: it is not assigned.
        let terms = loader.rows("loan_terms", &["digest", "body"]);
        loader
            .add(terms, &[Value::Integer(1 << 52), text("{}")])
            .await
            .unwrap();
        loader.finish_schema().await.unwrap();
        loader.finish().await.unwrap();
        let database = TestDatabase::open(place).await.unwrap();
        let (id, entry) = next_numbers(&database).await;
        assert!((SOMEBODY + 1..SOMEBODY + 100).contains(&id), "{id}");
        assert_eq!(entry, 13);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ids_of_erased_books_are_not_assigned_to_others() {
    both(async |place| {
        let mut loader = begin(&place.options(), 3, true, None).await.unwrap();
        let tombstones = loader.rows("tombstones", &["entity", "entity_id", "deleted_at"]);
        let erased = [
            Value::Text("book"),
            Value::Integer(SOMEBODY + 500),
            Value::Integer(1),
        ];
        loader.add(tombstones, &erased).await.unwrap();
        loader.finish_schema().await.unwrap();
        loader.finish().await.unwrap();
        let database = TestDatabase::open(place).await.unwrap();
        let (id, entry) = next_numbers(&database).await;
        assert!((SOMEBODY + 501..SOMEBODY + 600).contains(&id), "{id}");
        assert_eq!(entry, 1);
    })
    .await;
}

async fn both(test: impl AsyncFn(Place)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        test(Place::empty(engine).await).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loaded_database_has_the_schema_of_a_migrated_one() {
    both(async |place| {
        let migrated = TestDatabase::create(place.engine()).await;
        filled(&place, None).await.unwrap();
        let filled = TestDatabase::open(place).await.unwrap();
        assert_eq!(objects(&filled).await, objects(&migrated).await);
        let names: Vec<(String, i64)> = filled
            .rows("SELECT u.name, r.stars FROM users u, ratings r")
            .await;
        assert_eq!(names, [("Ünï".to_owned(), 3)]);
        assert_eq!(filled.integer("SELECT year_key FROM books").await, i64::MIN);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_is_replaced_only_if_the_old_one_gets_another_name() {
    both(async |place| {
        filled(&place, None).await.unwrap();
        assert!(matches!(filled(&place, None).await, Err(LoadError::Occupied)));
        // A PostgreSQL server may still be ending the sessions of the calls before.
        let replaced = async {
            loop {
                match filled(&place, Some("before_1")).await {
                    Err(LoadError::InUse) => tokio::task::yield_now().await,
                    outcome => break outcome.unwrap().unwrap(),
                }
            }
        };
        let kept = tokio::time::timeout(Duration::from_secs(30), replaced)
            .await
            .expect("the sessions end soon");
        assert!(kept.ends_with("before_1"), "{kept}");
        match place.options() {
            Options::Sqlite { path } => {
                let old = path.with_file_name("carrel.db.before_1");
                assert!(old.exists() && kept == old.display().to_string());
            }
            Options::Postgres { .. } => {
                let database = TestDatabase::open(place).await.unwrap();
                assert_eq!(database.integer("SELECT count(*) FROM before_1.users").await, 1);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_in_use_is_refused() {
    both(async |place| {
        filled(&place, None).await.unwrap();
        let open = place.open().await.unwrap();
        assert!(matches!(
            filled(&place, Some("before_2")).await,
            Err(LoadError::InUse)
        ));
        drop(open);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_load_leaves_nothing_behind() {
    both(async |place| {
        drop(begin(&place.options(), 3, true, None).await.unwrap());
        if let Place::Folder(folder) = &place {
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
        // A load with recreated indexes has passed all checks, and is dropped all the same.
        let mut loader = begin(&place.options(), 3, true, None).await.unwrap();
        loader.finish_schema().await.unwrap();
        drop(loader);
        let database = TestDatabase::open(place).await.unwrap();
        assert_eq!(database.integer("SELECT count(*) FROM users").await, 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn constraints_are_checked_for_loaded_rows() {
    both(async |place| {
        let options = place.options();
        let six_stars = async {
            let mut loader = begin(&options, 6, true, None).await?;
            Ok::<_, LoadError>(loader.finish_schema().await?)
        };
        assert!(six_stars.await.is_err());
        let of_no_book = async {
            let mut loader = begin(&options, 3, false, None).await?;
            Ok::<_, LoadError>(loader.finish_schema().await?)
        };
        assert!(of_no_book.await.is_err(), "{:?}", place.engine());
    })
    .await;
}
