//! The search index of a server contains every book of its database, whatever happened to the index, the database and
//! the change log while the server was down.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::User;
use carrel_operations::catalogue::{BookQuery, Found, list, search_feed};
use carrel_operations::upkeep::health;
use carrel_operations::{Actor, Context, Library, Limits, PasswordCost};
use carrel_search::{Filters, Index, Query, Sort};
use carrel_storage::{Error, changes};
use carrel_testkit::{DAY, Engine, TestDatabase, eventually, gate, on_both_engines, on_postgres};
use jiff::Timestamp;

/// A server's library over a database, with its index in a folder.
async fn serve(database: &TestDatabase, folder: &Path) -> Library {
    Library::open(
        (**database).clone(),
        Index::open(folder).expect("an index"),
        Limits::default(),
        PasswordCost::Least,
    )
    .await
    .expect("the library opens")
}

async fn add(made: &carrel_testkit::Library, title: &str) {
    made.book().title(title).copies(1).insert().await;
}

async fn is_ready(library: &Library) -> bool {
    let health = health::look(library, 10).await.expect("the database answers");
    health.index_is_built
}

async fn catch_up(library: &Library) {
    search_feed::catch_up(library)
        .await
        .expect("the index catches up");
}

/// How many books the index in a folder finds.
fn found(folder: &Path, text: &str) -> usize {
    let query = Query {
        text,
        filters: Filters::default(),
        facets: &[],
        sort: Sort::Relevance,
        offset: 0,
        limit: 10,
    };
    let index = Index::open(folder).expect("an index");
    index.search(&query).expect("the index answers").total
}

on_both_engines!(an_index_that_was_never_built_is_built_before_the_server_is_ready);
async fn an_index_that_was_never_built_is_built_before_the_server_is_ready(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    add(&made, "Orlando").await;
    add(&made, "Flush").await;
    // The log in a dump whose last change was long ago, restored into another cluster.
    for log in ["kept", "empty"] {
        if log == "empty" {
            made.sql("DELETE FROM changes").await.expect("the log is emptied");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let library = serve(&made, folder.path()).await;
        assert!(!is_ready(&library).await, "{log}");
        catch_up(&library).await;
        assert!(is_ready(&library).await, "{log}");
        assert_eq!(found(folder.path(), "orlando"), 1, "{log}");
        assert_eq!(found(folder.path(), ""), 2, "{log}");
    }
}

on_both_engines!(a_search_before_the_index_is_built_is_refused_if_the_library_has_books);
async fn a_search_before_the_index_is_built_is_refused_if_the_library_has_books(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    let reader = made.user().insert().await;
    let folder = tempfile::tempdir().expect("a folder");
    let library = serve(&made, folder.path()).await;
    let search = || search(&library, &reader, Timestamp::UNIX_EPOCH);
    assert_eq!(search().await.expect("the library is empty").books.total, 0);
    add(&made, "Orlando").await;
    let refused = search().await.expect_err("the index is not built");
    assert!(
        matches!(refused, carrel_operations::Error::IndexNotBuilt),
        "{refused:?}"
    );
    catch_up(&library).await;
    assert_eq!(search().await.expect("the index is built").books.total, 1);
}

on_both_engines!(an_empty_library_is_ready_once_its_index_is_built_and_finds_its_first_book);
async fn an_empty_library_is_ready_once_its_index_is_built_and_finds_its_first_book(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    let folder = tempfile::tempdir().expect("a folder");
    let library = serve(&made, folder.path()).await;
    assert!(!is_ready(&library).await);
    catch_up(&library).await;
    assert!(is_ready(&library).await);
    add(&made, "Orlando").await;
    catch_up(&library).await;
    assert!(is_ready(&library).await);
    assert_eq!(found(folder.path(), "orlando"), 1);
}

on_both_engines!(a_server_that_missed_trimmed_changes_rebuilds_its_index);
async fn a_server_that_missed_trimmed_changes_rebuilds_its_index(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    // One index was built before the first book, the other one has read a change.
    let (early, late) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    catch_up(&serve(&made, early.path()).await).await;
    add(&made, "Orlando").await;
    catch_up(&serve(&made, late.path()).await).await;
    for title in ["Flush", "The Waves", "Jacob's Room"] {
        add(&made, title).await;
    }
    let running = tempfile::tempdir().expect("a folder");
    let library = serve(&made, running.path()).await;
    catch_up(&library).await;
    let week_later = made.clock.now_ms() + 7 * DAY + 1;
    let now = Timestamp::from_millisecond(week_later).expect("an instant");
    assert_eq!(
        search_feed::trim(&library, now)
            .await
            .expect("the log is trimmed"),
        3
    );
    // The index that has read everything continues.
    assert!(is_ready(&library).await);
    for folder in [early, late] {
        let library = serve(&made, folder.path()).await;
        assert!(!is_ready(&library).await);
        catch_up(&library).await;
        assert!(is_ready(&library).await);
        assert_eq!((found(folder.path(), ""), found(folder.path(), "flush")), (4, 1));
    }
}

on_both_engines!(the_index_of_another_database_is_rebuilt);
async fn the_index_of_another_database_is_rebuilt(database: TestDatabase) {
    let other = carrel_testkit::Library::new(TestDatabase::create(database.engine()).await);
    let made = carrel_testkit::Library::new(database);
    let folder = tempfile::tempdir().expect("a folder");
    add(&other, "Orlando").await;
    catch_up(&serve(&other, folder.path()).await).await;
    // The same number of changes as in the other database, then more, then fewer.
    made.clock.advance(1);
    add(&made, "Flush").await;
    catch_up(&serve(&made, folder.path()).await).await;
    assert_eq!(
        (found(folder.path(), "orlando"), found(folder.path(), "flush")),
        (0, 1)
    );
    add(&made, "The Waves").await;
    catch_up(&serve(&made, folder.path()).await).await;
    assert_eq!(found(folder.path(), ""), 2);
    let library = serve(&other, folder.path()).await;
    assert!(!is_ready(&library).await);
    catch_up(&library).await;
    assert_eq!(
        (found(folder.path(), "orlando"), found(folder.path(), "flush")),
        (1, 0)
    );
}

/// The result of a search in a running library.
async fn search(library: &Library, reader: &User, now: Timestamp) -> carrel_operations::Result<Found> {
    let context = Context {
        actor: Some(Actor::inside(Arc::new(reader.clone()))),
        ..Context::without_actor(now, [0; 32])
    };
    let query = BookQuery {
        search: "orlando".to_owned(),
        ..BookQuery::default()
    };
    list(library, &context, query).await
}

/// The books that a search of the running library finds, the most popular first: their matches are equally good. Its index is
/// not opened a second time, because its writer may merge files at any time.
async fn most_popular(library: &Library, reader: &User, now: Timestamp) -> Vec<BookId> {
    let found = search(library, reader, now).await.expect("the search answers");
    found.books.entries.iter().map(|book| book.id).collect()
}

on_both_engines!(a_change_of_one_book_writes_only_this_book_to_the_index);
async fn a_change_of_one_book_writes_only_this_book_to_the_index(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    add(&made, "Orlando").await;
    add(&made, "Flush").await;
    let folder = tempfile::tempdir().expect("a folder");
    let library = serve(&made, folder.path()).await;
    for (title, expected) in [(None, 2), (None, 0), (Some("The Waves"), 1)] {
        if let Some(title) = title {
            add(&made, title).await;
        }
        let written = search_feed::catch_up(&library).await;
        assert_eq!(written.expect("the index catches up"), expected, "{title:?}");
    }
    assert_eq!(found(folder.path(), "waves"), 1);
}

on_both_engines!(an_update_of_the_index_ends_though_changes_go_on);
async fn an_update_of_the_index_ends_though_changes_go_on(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    let folder = tempfile::tempdir().expect("a folder");
    let library = serve(&made, folder.path()).await;
    catch_up(&library).await;
    add(&made, "Orlando").await;
    let changes = async {
        loop {
            add(&made, "The Waves").await;
        }
    };
    let update = tokio::time::timeout(Duration::from_secs(30), catch_up(&library));
    tokio::select! {
        ended = update => ended.expect("the update ends"),
        () = changes => {}
    }
    assert_eq!(found(folder.path(), "orlando"), 1);
}

on_both_engines!(loans_that_append_no_change_reach_the_order_by_popularity);
async fn loans_that_append_no_change_reach_the_order_by_popularity(database: TestDatabase) {
    let made = carrel_testkit::Library::new(database);
    let mut books = Vec::new();
    for _ in 0..2 {
        books.push(made.book().title("Orlando").copies(9).insert().await);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let library = serve(&made, folder.path()).await;
    catch_up(&library).await;
    let reader = made.user().insert().await;
    for (favorite, other, popularity) in [(0, 1, 10), (1, 0, 20), (0, 1, 30)] {
        made.clock.advance(DAY);
        for more in 0..3_i64 {
            let (user, book) = (made.user().insert().await, &books[favorite]);
            made.borrowing(&user, book).insert().await;
            let raised = (popularity + more) * 1_000_000;
            let sql = format!(
                "UPDATE book_counts SET popularity = {raised} WHERE book_id = {}",
                book.id.number()
            );
            made.sql(&sql).await.expect("the popularity is raised");
        }
        let written = search_feed::refresh_popularity(&library).await;
        // The last minute before the previous refresh is read again.
        assert!((1..=2).contains(&written.expect("the index is written")));
        assert_eq!(
            most_popular(&library, &reader, made.clock.now()).await,
            [books[favorite].id, books[other].id]
        );
        let again = search_feed::refresh_popularity(&library).await;
        assert_eq!(again.expect("nothing is left"), 0);
    }
    assert!(is_ready(&library).await);
}

on_postgres!(an_open_transaction_of_another_database_delays_no_search);
async fn an_open_transaction_of_another_database_delays_no_search(database: TestDatabase) {
    let foreign = TestDatabase::create(Engine::Postgres).await;
    let made = carrel_testkit::Library::new(database);
    let folder = tempfile::tempdir().expect("a folder");
    let library = serve(&made, folder.path()).await;
    let (open, keeper) = gate();
    let held = foreign.write(open, |transaction, gate| {
        Box::pin(async move {
            changes::append(transaction, BookId::new(1), 1).await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    });
    let meanwhile = async {
        eventually("the other transaction has written", async || keeper.is_reached()).await;
        add(&made, "Orlando").await;
        catch_up(&library).await;
        let found = found(folder.path(), "orlando");
        keeper.open();
        found
    };
    let (held, found) = tokio::join!(held, meanwhile);
    held.expect("the other transaction is committed");
    assert_eq!(found, 1);
}
