//! The contents of the demo: its numbers, the borrowings of the student, the two accounts.

use std::collections::BTreeSet;

use carrel_domain::calendar::end_of_day;
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::money::Amount;
use carrel_domain::users::validation::LoginForm;
use carrel_operations::identity::origin::Origin;
use carrel_operations::identity::sessions;
use carrel_operations::{Context, Library};
use carrel_samples::demo::{self, DemoSummary};
use carrel_testkit::{DAY, TestDatabase};
use jiff::Span;

use crate::{MONDAY, all_borrowings, at, calendar, day, zone};

pub(crate) async fn the_summary_matches_the_database(database: &TestDatabase, summary: &DemoSummary) {
    assert!(summary.books >= 400, "{summary:?}");
    assert!(summary.users >= 73, "{summary:?}");
    assert!(summary.borrowings >= 1600, "{summary:?}");
    assert!((80..=100).contains(&summary.open_borrowings), "{summary:?}");
    for (table, reported) in [
        ("users", summary.users),
        ("books", summary.books),
        ("copies", summary.copies),
        ("borrowings", summary.borrowings),
        ("borrowings WHERE returned_at IS NULL", summary.open_borrowings),
    ] {
        let counted = database.integer(&format!("SELECT count(*) FROM {table}")).await;
        assert_eq!(counted.unsigned_abs(), reported, "{table}");
    }
}

pub(crate) async fn the_numbers_are_those_of_a_busy_library(database: &TestDatabase) {
    let now = at(MONDAY).as_millisecond();
    let soon = end_of_day(day(at(MONDAY)).saturating_add(Span::new().days(3)), &zone()).as_millisecond();
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

pub(crate) async fn the_demo_student_has_varied_borrowings(database: &TestDatabase, library: &Library) {
    let now = at(MONDAY).as_millisecond();
    let all = all_borrowings(database, MONDAY).await;
    let mine: Vec<&BorrowingRecord> = all
        .iter()
        .filter(|row| row.user_email == demo::STUDENT.0)
        .collect();
    let mut due_in: Vec<i64> = mine
        .iter()
        .filter(|row| row.returned_at.is_none())
        .map(|row| (row.due_at.as_millisecond() - now).div_euclid(DAY))
        .collect();
    due_in.sort_unstable();
    assert!(
        matches!(due_in[..], [-7..=-4, 1..=2, 10..=12]),
        "due in {due_in:?} days"
    );
    let returned: Vec<&BorrowingRecord> = mine
        .iter()
        .copied()
        .filter(|row| row.returned_at.is_some())
        .collect();
    assert_eq!(returned.len(), 14);
    let fines = returned.iter().copied().filter(|row| row.charged.is_positive());
    let (paid, unpaid): (Vec<&BorrowingRecord>, Vec<&BorrowingRecord>) =
        fines.partition(|row| row.settled == row.charged);
    assert_eq!((paid.len(), unpaid.len()), (1, 1));
    assert!(unpaid[0].charged < Amount(500), "{:?}", unpaid[0]);
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

pub(crate) async fn only_published_passwords_can_sign_in(database: &TestDatabase, library: &Library) {
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
            visitor: None,
            request_id: None,
            idempotent_call: None,
        };
        let signed_in = sessions::sign_in(library, context.clone(), form, Origin::default()).await;
        let signed_in = signed_in.unwrap_or_else(|error| panic!("{email}: {error}"));
        sessions::sign_out(library, context, &signed_in.token, Origin::default())
            .await
            .expect("the session ends");
    }
    let hashes: Vec<(String, i64)> = database
        .rows("SELECT password_hash, count(*) FROM users GROUP BY password_hash ORDER BY count(*)")
        .await;
    let counts: Vec<i64> = hashes.iter().map(|(_, count)| *count).collect();
    assert!(matches!(counts[..], [1, 1, nobody] if nobody > 70), "{counts:?}");
    // A hash of another form would be refused sooner, and the response time would reveal it.
    let settings = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
    for (hash, _) in &hashes {
        assert_eq!(settings(hash), settings(&hashes[0].0));
        assert_eq!(hash.len(), hashes[0].0.len());
    }
}
