//! The demo library keeps every rule of the library, on both engines and whenever it is filled.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use carrel_domain::calendar::{Calendar, civil_date, end_of_day, parse_zone};
use carrel_domain::circulation::due::due_date;
use carrel_domain::circulation::fine::{Fine, LatePeriod, fine};
use carrel_domain::circulation::policy::{LoanLengthSource, Terms};
use carrel_domain::circulation::popularity;
use carrel_domain::money::Amount;
use carrel_domain::users::validation::LoginForm;
use carrel_operations::identity::sessions::{self, Origin};
use carrel_operations::upkeep::check;
use carrel_operations::{Context, Library, Limits, PasswordCost};
use carrel_samples::demo::{self, DemoBooks, DemoSummary};
use carrel_search::Index;
use carrel_storage::borrowings::{self, BorrowingRow, Filter, Order, State};
use carrel_testkit::{DAY, Engine, TestDatabase, on_both_engines};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

/// A Monday morning in term, there.
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

/// Three books, which are soon written down.
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
async fn all_borrowings(database: &TestDatabase, now: &str) -> Vec<BorrowingRow> {
    let mut rows = database
        .read(&at(now).as_millisecond(), |connection, now| {
            Box::pin(async move {
                let everybody = Filter::everybody(State::Any, *now);
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

fn instant(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).expect("an instant")
}

fn day(milliseconds: i64) -> Date {
    civil_date(instant(milliseconds), &zone())
}

on_both_engines!(the_demo_library_keeps_every_rule_and_is_good_to_look_at);
async fn the_demo_library_keeps_every_rule_and_is_good_to_look_at(database: TestDatabase) {
    let (library, summary) = filled(&database, MONDAY).await;
    assert_eq!(check::violations(&library).await.expect("the check runs"), []);
    the_summary_tells_what_is_there(&database, &summary).await;
    the_numbers_are_those_of_a_busy_library(&database).await;
    every_borrowing_was_allowed_when_it_began(&database).await;
    every_fine_is_what_the_rules_make_of_the_return(&database).await;
    two_people_may_not_borrow_for_what_they_owe(&database).await;
    what_is_popular_follows_from_the_borrowings(&database).await;
    the_students_record_is_one_to_look_at(&database, &library).await;
    only_the_published_passwords_open_an_account(&database, &library).await;

    let again = demo::fill(&library, at(MONDAY), books()).await;
    assert_eq!(again.expect("a filled library is no error"), None);
    the_summary_tells_what_is_there(&database, &summary).await;
}

async fn the_summary_tells_what_is_there(database: &TestDatabase, summary: &DemoSummary) {
    assert!(summary.books >= 400, "{summary:?}");
    assert!(summary.users >= 73, "{summary:?}");
    assert!(summary.borrowings >= 1600, "{summary:?}");
    assert!((80..=100).contains(&summary.open_borrowings), "{summary:?}");
    for (table, told) in [
        ("users", summary.users),
        ("books", summary.books),
        ("copies", summary.copies),
        ("borrowings", summary.borrowings),
        ("borrowings WHERE returned_at IS NULL", summary.open_borrowings),
    ] {
        let counted = database.integer(&format!("SELECT count(*) FROM {table}")).await;
        assert_eq!(counted.unsigned_abs(), told, "{table}");
    }
}

async fn the_numbers_are_those_of_a_busy_library(database: &TestDatabase) {
    let now = at(MONDAY).as_millisecond();
    let soon = end_of_day(day(now).saturating_add(Span::new().days(3)), &zone()).as_millisecond();
    for (what, at_least, at_most, sql) in [
        (
            "overdue",
            22,
            28,
            format!("FROM borrowings WHERE returned_at IS NULL AND due_at < {now}"),
        ),
        (
            "due soon",
            13,
            20,
            format!("FROM borrowings WHERE returned_at IS NULL AND due_at BETWEEN {now} AND {soon}"),
        ),
        ("ratings", 600, 900, "FROM ratings".to_owned()),
        ("reviews", 100, 250, "FROM reviews".to_owned()),
        ("favorites", 80, 400, "FROM favorites".to_owned()),
        (
            "favorites of the student",
            4,
            12,
            "FROM favorites f JOIN users u ON u.id = f.user_id WHERE u.email = 'student@library.example'"
                .to_owned(),
        ),
        (
            "ratings below three",
            1,
            120,
            "FROM ratings WHERE stars < 3".to_owned(),
        ),
        (
            "charges",
            100,
            300,
            "FROM ledger WHERE kind = 'charge'".to_owned(),
        ),
        (
            "payments",
            80,
            300,
            "FROM ledger WHERE kind = 'payment'".to_owned(),
        ),
        ("waivers", 5, 40, "FROM ledger WHERE kind = 'waiver'".to_owned()),
        (
            "all out",
            5,
            60,
            "FROM book_counts WHERE available_copies = 0 AND total_copies > 0".to_owned(),
        ),
        (
            "inactive",
            2,
            2,
            "FROM users WHERE deactivated_at IS NOT NULL".to_owned(),
        ),
        (
            "administrators",
            2,
            2,
            "FROM users WHERE role = 'admin'".to_owned(),
        ),
        (
            "trail",
            1,
            1,
            "FROM audit WHERE action = 'demo.filled'".to_owned(),
        ),
    ] {
        let count = database.integer(&format!("SELECT count(*) {sql}")).await;
        assert!((at_least..=at_most).contains(&count), "{what}: {count}");
    }
    for (what, at_least, sql) in [
        ("categories", 12, "SELECT count(DISTINCT category) FROM books"),
        ("languages", 5, "SELECT count(DISTINCT language) FROM books"),
        ("colleges", 6, "SELECT count(DISTINCT college_name) FROM users"),
        ("departments", 6, "SELECT count(DISTINCT department) FROM users"),
        (
            "semesters",
            5,
            "SELECT count(DISTINCT current_semester) FROM users",
        ),
        (
            "semester categories",
            10,
            "SELECT count(DISTINCT current_semester_category) FROM users",
        ),
    ] {
        let count = database.integer(sql).await;
        assert!(count >= at_least, "{what}: {count}");
    }
    let states: Vec<(String,)> = database
        .rows("SELECT DISTINCT state FROM copies ORDER BY state")
        .await;
    let states: Vec<&str> = states.iter().map(|(state,)| state.as_str()).collect();
    assert_eq!(states, ["available", "in_repair", "lost", "on_loan", "withdrawn"]);
}

on_both_engines!(of_two_fillings_at_once_one_happens);
async fn of_two_fillings_at_once_one_happens(database: TestDatabase) {
    let (one, other) = (open(&database).await, open(&database).await);
    let (first, second) = tokio::join!(
        demo::fill(&one, at(MONDAY), few_books()),
        demo::fill(&other, at(MONDAY), few_books())
    );
    let fillings = [first.expect("no error"), second.expect("no error")];
    assert_eq!(fillings.iter().flatten().count(), 1, "{fillings:?}");
    assert_eq!(check::violations(&one).await.expect("the check runs"), []);
}

on_both_engines!(a_library_with_a_user_stays_as_it_is);
async fn a_library_with_a_user_stays_as_it_is(database: TestDatabase) {
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
        "SELECT id, copy_id || to_state || at FROM copy_events",
        "SELECT id, user_id || copy_id || due_on || COALESCE(returned_at, 0) FROM borrowings",
        "SELECT id, user_id || kind || amount_minor || at FROM ledger",
        "SELECT book_id, user_id || stars || created_at FROM ratings",
        "SELECT id, book_id || user_id || body || created_at FROM reviews",
        "SELECT book_id, user_id || created_at FROM favorites",
        "SELECT id, action FROM audit",
    ] {
        let mut rows: Vec<(String, String)> = database.rows(sql).await;
        let mut others: Vec<(String, String)> = other.rows(sql).await;
        rows.sort_unstable();
        others.sort_unstable();
        assert!(!rows.is_empty(), "{sql}");
        assert!(rows == others, "{sql}");
    }
}

async fn every_borrowing_was_allowed_when_it_began(database: &TestDatabase) {
    let rows = all_borrowings(database, MONDAY).await;
    let left: Vec<(String, i64)> = database
        .rows("SELECT id, deactivated_at FROM users WHERE deactivated_at IS NOT NULL")
        .await;
    let joined: Vec<(String, i64)> = database.rows("SELECT id, created_at FROM users").await;
    let joined: BTreeMap<String, i64> = joined.into_iter().collect();
    let periods: Vec<(String, i64)> = database
        .rows("SELECT id, COALESCE(borrowing_period_days, 0) FROM books")
        .await;
    let periods: BTreeMap<String, i64> = periods.into_iter().collect();
    let ledger: Vec<(String, i64, i64)> = database
        .rows(
            "SELECT user_id, at, CASE WHEN kind = 'charge' THEN amount_minor ELSE -amount_minor END FROM ledger",
        )
        .await;
    let terms = Terms::default();
    for (place, row) in rows.iter().enumerate() {
        let began = row.borrowed_at;
        let out = |other: &&BorrowingRow| other.returned_at.is_none_or(|back| back >= began);
        let before: Vec<&BorrowingRow> = rows[..place].iter().filter(out).collect();
        let of_person = before.iter().filter(|other| other.user_id == row.user_id);
        assert!(of_person.clone().count() < 5, "{row:?}");
        assert!(
            of_person.clone().all(|other| other.book_id != row.book_id),
            "{row:?}"
        );
        assert!(before.iter().all(|other| other.copy_id != row.copy_id), "{row:?}");
        assert!(joined[&row.user_id] <= began, "{row:?}");
        assert!(
            left.iter().all(|(id, at)| *id != row.user_id || began < *at),
            "{row:?}"
        );
        let balance: i64 = ledger
            .iter()
            .filter(|(user_id, at, _)| *user_id == row.user_id && *at < began)
            .map(|(.., amount)| amount)
            .sum();
        assert!(balance < 1000, "{balance} cents were owed: {row:?}");

        let borrowed_on = day(began);
        assert!(!calendar().is_closed(borrowed_on), "{row:?}");
        let period = u16::try_from(periods[&row.book_id]).ok().filter(|days| *days > 0);
        let due = due_date(borrowed_on, &terms, period, &calendar()).date;
        assert_eq!(row.due_on, due.to_string(), "{row:?}");
        assert_eq!(instant(row.due_at), end_of_day(due, &zone()), "{row:?}");
        let mut lent_under = terms;
        if let Some(days) = period {
            lent_under.loan_length_source = LoanLengthSource::Book;
            lent_under.loan_days = days;
        }
        assert_eq!(
            serde_json::from_str::<Terms>(&row.terms).expect("terms"),
            lent_under,
            "{row:?}"
        );
        assert!(began < at(MONDAY).as_millisecond() && row.returned_at < Some(at(MONDAY).as_millisecond()));
    }
    let people: BTreeSet<&str> = rows.iter().map(|row| row.user_id.as_str()).collect();
    assert!(people.len() >= 70, "only {} people borrow", people.len());
}

async fn every_fine_is_what_the_rules_make_of_the_return(database: &TestDatabase) {
    let charges: Vec<(String, i64, String)> = database
        .rows("SELECT borrowing_id, amount_minor, explanation FROM ledger WHERE kind = 'charge'")
        .await;
    let mut charges: BTreeMap<String, (i64, String)> = charges
        .into_iter()
        .map(|(id, amount, explanation)| (id, (amount, explanation)))
        .collect();
    for row in all_borrowings(database, MONDAY).await {
        let Some(returned_at) = row.returned_at else {
            continue;
        };
        let due_on = row.due_on.parse().expect("a day");
        let terms = serde_json::from_str(&row.terms).expect("terms");
        let owed = fine(&LatePeriod {
            due_on,
            until: day(returned_at),
            terms: &terms,
            calendar: &calendar(),
            replacement_price: None,
            already_charged: Amount::ZERO,
        });
        match charges.remove(&row.id) {
            Some((amount, explanation)) => {
                assert_eq!(amount, owed.amount.0, "{row:?}");
                let told: Fine = serde_json::from_str(&explanation).expect("an explanation");
                assert_eq!(told, owed, "{row:?}");
            }
            None => assert_eq!(owed.amount.0, 0, "{row:?}"),
        }
    }
    assert!(charges.is_empty(), "charges of nothing: {charges:?}");
}

async fn two_people_may_not_borrow_for_what_they_owe(database: &TestDatabase) {
    let balances = "SELECT CAST(sum(CASE WHEN kind = 'charge' THEN amount_minor ELSE -amount_minor END) AS BIGINT) \
                    AS balance FROM ledger GROUP BY user_id";
    let above = format!("SELECT count(*) FROM ({balances}) b WHERE balance >= 1000");
    assert_eq!(database.integer(&above).await, 2);
    let some = format!("SELECT count(*) FROM ({balances}) b WHERE balance BETWEEN 1 AND 999");
    assert!(database.integer(&some).await >= 5);
}

async fn what_is_popular_follows_from_the_borrowings(database: &TestDatabase) {
    let mut expected: BTreeMap<String, i64> = BTreeMap::new();
    for row in all_borrowings(database, MONDAY).await {
        let current = expected.entry(row.book_id).or_insert(popularity::NEVER_BORROWED);
        *current = popularity::after_borrowing(*current, instant(row.borrowed_at));
    }
    let stored: Vec<(String, i64)> = database
        .rows("SELECT book_id, popularity FROM book_counts WHERE popularity <> 0")
        .await;
    assert_eq!(stored.into_iter().collect::<BTreeMap<_, _>>(), expected);

    let counts: Vec<(i64,)> = database
        .rows("SELECT borrow_count FROM book_counts ORDER BY borrow_count DESC")
        .await;
    let top: i64 = counts.iter().take(50).map(|(count,)| count).sum();
    let all: i64 = counts.iter().map(|(count,)| count).sum();
    assert!(
        top * 10 >= all * 3,
        "the 50 favourites have {top} of {all} borrowings"
    );
}

async fn the_students_record_is_one_to_look_at(database: &TestDatabase, library: &Library) {
    let now = at(MONDAY).as_millisecond();
    let all = all_borrowings(database, MONDAY).await;
    let mine: Vec<&BorrowingRow> = all
        .iter()
        .filter(|row| row.user_email == demo::STUDENT.0)
        .collect();
    let mut due_in: Vec<i64> = mine
        .iter()
        .filter(|row| row.returned_at.is_none())
        .map(|row| (row.due_at - now).div_euclid(DAY))
        .collect();
    due_in.sort_unstable();
    assert!(
        matches!(due_in[..], [-7..=-4, 1..=2, 10..=12]),
        "due in {due_in:?} days"
    );
    let returned: Vec<&BorrowingRow> = mine
        .iter()
        .copied()
        .filter(|row| row.returned_at.is_some())
        .collect();
    assert_eq!(returned.len(), 14);
    let fines = returned.iter().copied().filter(|row| row.charged_minor > 0);
    let (paid, unpaid): (Vec<&BorrowingRow>, Vec<&BorrowingRow>) =
        fines.partition(|row| row.settled_minor == row.charged_minor);
    assert_eq!((paid.len(), unpaid.len()), (1, 1));
    assert!(unpaid[0].charged_minor < 500, "{:?}", unpaid[0]);
    let titles: BTreeSet<&str> = mine.iter().map(|row| row.book_title.as_str()).collect();
    assert_eq!(titles.len(), mine.len(), "each book once");

    let details = database
        .integer(
            "SELECT count(*) FROM users WHERE email = 'student@library.example' AND role = 'student' \
             AND current_semester_category = 'Computer Science' AND student_id IS NOT NULL AND phone IS NOT NULL \
             AND address IS NOT NULL AND college_name IS NOT NULL AND department IS NOT NULL",
        )
        .await;
    assert_eq!(details, 1);
    assert!(library.shown_settings().demo);
    assert_eq!(library.shown_settings().zone_name, "America/New_York");
    assert_eq!(library.shown_settings().calendar, calendar());
}

async fn only_the_published_passwords_open_an_account(database: &TestDatabase, library: &Library) {
    for (email, password) in [demo::ADMIN, demo::STUDENT] {
        let form = LoginForm {
            email: Some(email.to_owned()),
            password: Some(password.to_owned()),
            ..LoginForm::default()
        };
        let context = Context {
            now: at(MONDAY),
            seed: [7; 32],
            actor: None,
            request_id: None,
            idempotent_call: None,
        };
        let signed_in = sessions::sign_in(library, context, form, Origin::default()).await;
        let signed_in = signed_in.unwrap_or_else(|error| panic!("{email}: {error}"));
        sessions::sign_out(library, &signed_in.token)
            .await
            .expect("the session ends");
    }
    let hashes: Vec<(String, i64)> = database
        .rows("SELECT password_hash, count(*) FROM users GROUP BY password_hash ORDER BY count(*)")
        .await;
    let counts: Vec<i64> = hashes.iter().map(|(_, count)| *count).collect();
    assert!(matches!(counts[..], [1, 1, nobody] if nobody > 70), "{counts:?}");
    // A hash of another form would be refused sooner, and the time would tell.
    let settings = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
    for (hash, _) in &hashes {
        assert_eq!(settings(hash), settings(&hashes[0].0));
        assert_eq!(hash.len(), hashes[0].0.len());
    }
}

/// Whenever somebody tries the product: changes of the clock, a leap day, the turn of the year, a Sunday, midnight.
#[test]
fn any_day_is_a_good_day() {
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
