//! The demo library follows every rule of the library, on both engines and on any day.

mod contents;
mod rules;

use std::fs;
use std::path::Path;

use carrel_domain::calendar::{Calendar, civil_date, parse_zone};
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::status::BorrowingState;
use carrel_operations::upkeep::check;
use carrel_operations::{Library, Limits, PasswordCost};
use carrel_samples::demo::{self, DemoBooks, DemoSummary};
use carrel_search::Index;
use carrel_storage::borrowings::{self, Filter, Order};
use carrel_testkit::{Engine, TestDatabase, on_both_engines};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// A Monday morning in term, in the zone of the demo library.
const MONDAY: &str = "2026-03-02T15:00:00Z";

/// The books that come with the program.
fn books() -> DemoBooks {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../carrel/demo/books");
    let files: Vec<(String, String)> = fs::read_dir(folder)
        .expect("the folder of the demo's books")
        .map(|entry| {
            let path = entry.expect("an entry of the folder").path();
            let text = fs::read_to_string(&path).expect("a readable file");
            (path.display().to_string(), text)
        })
        .collect();
    let files = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    DemoBooks::parse(files).expect("the demo's books are in order")
}

/// Three books, which are written quickly.
fn few_books() -> DemoBooks {
    let book = |title: &str| {
        format!(
            "[[book]]\ntitle = \"{title}\"\nauthor = \"A. Carpenter\"\nlanguage = \"English\"\ncopies = 2\n\
             description = \"Wood, and what stands on it.\"\n"
        )
    };
    let file = format!(
        "category = \"Furniture\"\n{}{}{}",
        book("Chairs"),
        book("Shelves"),
        book("Tables")
    );
    DemoBooks::parse([("furniture.toml", file.as_str())]).expect("three books")
}

async fn open(database: &TestDatabase) -> Library {
    let index = Index::in_memory().expect("an index");
    Library::open(
        (**database).clone(),
        index,
        Limits::default(),
        PasswordCost::Least,
    )
    .await
    .expect("the library opens")
}

fn at(now: &str) -> Timestamp {
    now.parse().expect("an instant")
}

async fn filled(database: &TestDatabase, now: &str) -> (Library, DemoSummary) {
    let library = open(database).await;
    let summary = demo::fill(&library, at(now), books())
        .await
        .expect("the demo is filled")
        .expect("the library was empty");
    (library, summary)
}

/// Every borrowing, in the order in which they were borrowed.
async fn all_borrowings(database: &TestDatabase, now: &str) -> Vec<BorrowingRecord> {
    let mut rows = database
        .read(&at(now).as_millisecond(), |connection, now| {
            Box::pin(async move {
                let everybody = Filter::everybody(BorrowingState::Any, *now);
                borrowings::list(connection, &everybody, Order::Newest, 1_000_000, 0).await
            })
        })
        .await
        .expect("the borrowings are read");
    rows.reverse();
    rows
}

fn zone() -> TimeZone {
    parse_zone("America/New_York").expect("a zone")
}

fn calendar() -> Calendar {
    let mut calendar = Calendar::default();
    calendar.closed_weekdays[6] = true;
    calendar
}

fn day(instant: Timestamp) -> Date {
    civil_date(instant, &zone())
}

on_both_engines!(the_demo_library_follows_every_rule_and_has_varied_contents);
async fn the_demo_library_follows_every_rule_and_has_varied_contents(database: TestDatabase) {
    let (library, summary) = filled(&database, MONDAY).await;
    assert_eq!(check::violations(&library).await.expect("the check runs"), []);
    contents::the_summary_matches_the_database(&database, &summary).await;
    contents::the_numbers_are_those_of_a_busy_library(&database).await;
    rules::every_borrowing_was_allowed_when_it_began(&database).await;
    rules::every_fine_follows_the_rules(&database).await;
    rules::two_people_are_blocked_by_their_balance(&database).await;
    rules::popularity_follows_from_the_borrowings(&database).await;
    contents::the_demo_student_has_varied_borrowings(&database, &library).await;
    contents::only_published_passwords_can_sign_in(&database, &library).await;

    let again = demo::fill(&library, at(MONDAY), books()).await;
    assert_eq!(again.expect("a filled library is no error"), None);
    contents::the_summary_matches_the_database(&database, &summary).await;
}

on_both_engines!(of_two_concurrent_fillings_one_succeeds);
async fn of_two_concurrent_fillings_one_succeeds(database: TestDatabase) {
    let (one, other) = (open(&database).await, open(&database).await);
    let (first, second) = tokio::join!(
        demo::fill(&one, at(MONDAY), few_books()),
        demo::fill(&other, at(MONDAY), few_books())
    );
    let fillings = [first.expect("no error"), second.expect("no error")];
    assert_eq!(fillings.iter().flatten().count(), 1, "{fillings:?}");
    assert_eq!(check::violations(&one).await.expect("the check runs"), []);
}

on_both_engines!(a_library_with_a_user_is_not_changed);
async fn a_library_with_a_user_is_not_changed(database: TestDatabase) {
    let library = carrel_testkit::Library::new(database);
    library.user().insert().await;
    let opened = open(&library).await;
    let filled = demo::fill(&opened, at(MONDAY), books()).await;
    assert_eq!(filled.expect("no error"), None);
    assert_eq!(library.integer("SELECT count(*) FROM books").await, 0);
    assert_eq!(library.integer("SELECT count(*) FROM settings").await, 0);
}

#[test]
fn libraries_filled_at_one_instant_are_the_same_on_both_engines() {
    carrel_testkit::run(Engine::Sqlite, |database| async move {
        filled(&database, MONDAY).await;
        let other = TestDatabase::create(Engine::Postgres).await;
        filled(&other, MONDAY).await;
        assert_same(&database, &other).await;
    });
}

/// Asserts that two databases have the same rows with the same ids.
async fn assert_same(database: &TestDatabase, other: &TestDatabase) {
    for sql in [
        "SELECT id, name || email || COALESCE(student_id, '') || password_hash FROM users",
        "SELECT b.id, b.title || k.total_copies || '/' || k.available_copies || ' ' || k.popularity FROM books b JOIN book_counts k ON k.book_id = b.id",
        "SELECT id, barcode || state FROM copies",
        "SELECT copy_id, number || to_state || at FROM copy_events",
        "SELECT id, user_id || ' ' || copy_id || due_on || COALESCE(returned_at, 0) FROM borrowings",
        "SELECT id, user_id || kind || amount_minor || at FROM ledger",
        "SELECT book_id, user_id || ' ' || stars || ' ' || created_at FROM ratings",
        "SELECT id, book_id || ' ' || user_id || body || created_at FROM reviews",
        "SELECT book_id, user_id || ' ' || created_at FROM favorites",
        "SELECT id, action FROM audit",
    ] {
        let mut rows: Vec<(i64, String)> = database.rows(sql).await;
        let mut others: Vec<(i64, String)> = other.rows(sql).await;
        rows.sort_unstable();
        others.sort_unstable();
        assert!(!rows.is_empty(), "{sql}");
        assert!(rows == others, "{sql}");
    }
}

/// Special days: changes of the clocks, a leap day, the turn of the year, a Sunday, midnight.
#[test]
fn the_demo_can_be_created_on_any_day() {
    for now in [
        "2026-03-08T06:59:59Z",
        "2026-03-08T07:00:01Z",
        "2026-11-01T05:30:00Z",
        "2028-02-29T17:00:00Z",
        "2029-03-01T04:30:00Z",
        "2026-01-01T05:00:00Z",
        "2026-12-31T23:59:59Z",
        "2026-07-12T16:00:00Z",
        "2026-08-03T13:15:00Z",
        "2027-12-25T20:00:00.999Z",
    ] {
        carrel_testkit::run(Engine::Sqlite, |database| async move {
            let (library, summary) = filled(&database, now).await;
            let violations = check::violations(&library).await.expect("the check runs");
            assert_eq!(violations, [], "{now}");
            assert!(summary.borrowings >= 1600, "{now}: {summary:?}");
            assert!(
                (75..=100).contains(&summary.open_borrowings),
                "{now}: {summary:?}"
            );
            let ms = at(now).as_millisecond();
            let later = database
                .integer(&format!(
                    "SELECT count(*) FROM borrowings WHERE borrowed_at >= {ms} OR returned_at >= {ms}"
                ))
                .await;
            assert_eq!(later, 0, "{now}");
            let overdue = database
                .integer(&format!(
                    "SELECT count(*) FROM borrowings WHERE returned_at IS NULL AND due_at < {ms}"
                ))
                .await;
            assert!((20..=28).contains(&overdue), "{now}: {overdue} overdue");
            let of_student = database
                .integer(
                    "SELECT count(*) FROM borrowings o JOIN users u ON u.id = o.user_id \
                     WHERE o.returned_at IS NULL AND u.email = 'student@library.example'",
                )
                .await;
            assert_eq!(of_student, 3, "{now}");
            let blocked = database
                .integer(
                    "SELECT count(*) FROM (SELECT user_id FROM ledger GROUP BY user_id HAVING \
                     sum(CASE WHEN kind = 'charge' THEN amount_minor ELSE -amount_minor END) >= 1000) b",
                )
                .await;
            assert_eq!(blocked, 2, "{now}");
        });
    }
}
