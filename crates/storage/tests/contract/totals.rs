//! Totals: reads return the same figures however many days are totalled, and however a book's category changes.

use carrel_domain::catalogue::book::Book;
use carrel_domain::money::LedgerKind;
use carrel_storage::counters::{self, Counter};
use carrel_storage::totals::{self, DAY_MS, MoneyRow, QUARTER_MS};
use carrel_storage::{books, check, users};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

/// All figures that the totals report for a period.
#[derive(Debug, PartialEq, Eq)]
struct Sums {
    borrowed: Vec<(i64, i64)>,
    money: Vec<MoneyRow>,
    categories: Vec<(String, i64)>,
    ever: i64,
}

async fn sums(library: &Library, from: i64, until: i64) -> Sums {
    let mut borrowed = read!(library, [from, until], |c| totals::borrowed_by_quarter(
        c, *from, *until
    )
    .await);
    borrowed.sort_unstable();
    let mut money = read!(library, [from, until], |c| totals::money_by_quarter(
        c, *from, *until
    )
    .await);
    // A quarter with borrowings and without money has a row only once it is totalled.
    money.retain(|row| row.charged_minor != 0 || row.collected_minor != 0 || row.waived_minor != 0);
    money.sort_unstable_by_key(|row| row.quarter);
    let categories = read!(library, [from, until], |c| totals::borrowed_by_category(
        c, *from, *until
    )
    .await);
    borrowed.retain(|(_, count)| *count > 0);
    Sums {
        borrowed,
        money,
        categories: categories.into_iter().collect(),
        ever: read!(library, [], |c| totals::borrowed_ever(c).await),
    }
}

/// Two months with a borrowing every few days, fines, payments, waivers and a refund.
async fn two_months(database: TestDatabase) -> (Library, Vec<Book>) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    let mut shelf = Vec::new();
    for category in ["Fiction", "History", "Mathematics"] {
        shelf.push(library.book().category(category).copies(30).insert().await);
    }
    for days in 0..60 {
        let book = &shelf[usize::try_from(days).unwrap() % 3];
        // Each time at a different time of day.
        library.clock.advance(DAY_MS + 20 * 60 * 1000);
        if days % 4 == 1 {
            continue;
        }
        let borrowing = library.borrowing(&user, book).returned().insert().await;
        if days % 5 == 0 {
            library
                .entry(&borrowing, LedgerKind::Charge, 100 + days)
                .await
                .unwrap();
        }
        if days % 10 == 0 {
            library.entry(&borrowing, LedgerKind::Payment, 60).await.unwrap();
            library.entry(&borrowing, LedgerKind::Waiver, 30).await.unwrap();
        }
        if days == 20 {
            library.entry(&borrowing, LedgerKind::Refund, 10).await.unwrap();
            library.entry(&borrowing, LedgerKind::Reversal, 10).await.unwrap();
        }
    }
    (library, shelf)
}

async fn advance(library: &Library, until_day: i64) {
    while change!(library, [until_day], |t| totals::advance(t, *until_day).await).unwrap() {}
}

on_both_engines!(figures_do_not_depend_on_how_much_is_totalled);
async fn figures_do_not_depend_on_how_much_is_totalled(database: TestDatabase) {
    let (library, _) = two_months(database).await;
    let today = library.clock.now_ms() / DAY_MS;
    // Whole days, and periods that begin and end in the middle of a day of UTC.
    let spans = [
        (0, (today + 2) * DAY_MS),
        (
            (today - 40) * DAY_MS + 5 * QUARTER_MS,
            (today - 3) * DAY_MS + 70 * QUARTER_MS,
        ),
        (
            (today - 10) * DAY_MS + QUARTER_MS,
            (today - 10) * DAY_MS + 90 * QUARTER_MS,
        ),
    ];
    let mut counted = Vec::new();
    for (from, until) in spans {
        counted.push(sums(&library, from, until).await);
    }
    assert_eq!(counted[0].ever, 45);
    assert_eq!(counted[0].categories.len(), 3);
    let money = &counted[0].money;
    assert_eq!(
        money.iter().map(|row| row.collected_minor).sum::<i64>(),
        6 * 60 - 10,
        "payments less the refund"
    );
    assert_eq!(
        money.iter().map(|row| row.charged_minor).sum::<i64>(),
        900 + 255 - 10,
        "charges less the reversal"
    );
    for until_day in [today - 50, today - 20, today - 1, today + 1] {
        advance(&library, until_day).await;
        for ((from, until), counted) in spans.into_iter().zip(&counted) {
            assert_eq!(&sums(&library, from, until).await, counted, "up to {until_day}");
        }
        assert!(read!(library, [], |c| totals::are_whole(c).await));
        assert_eq!(read!(library, [], |c| check::violations(c).await), []);
    }
    let totalled = read!(library, [], |c| counters::read(c, Counter::TotalledDays).await);
    assert_eq!(totalled, today + 1);
    let again = change!(library, [today], |t| totals::advance(t, *today).await);
    assert!(!again.unwrap(), "nothing is totalled twice");
}

on_both_engines!(a_book_that_changes_its_category_moves_its_borrowings);
async fn a_book_that_changes_its_category_moves_its_borrowings(database: TestDatabase) {
    let (library, shelf) = two_months(database).await;
    let today = library.clock.now_ms() / DAY_MS;
    advance(&library, today - 20).await;
    let span = (0, (today + 2) * DAY_MS);
    let before = sums(&library, span.0, span.1).await.categories;
    let mut fields = library.book().category("Poetry").fields();
    fields.record.isbn = None;
    let (book, now) = (shelf[1].clone(), library.clock.now_ms());
    change!(library, [book, fields, now], |t| books::update(
        t, book, fields, *now
    )
    .await)
    .unwrap();
    let after = sums(&library, span.0, span.1).await.categories;
    assert_eq!(after.len(), 3);
    assert_eq!((&before[1].0[..], &after[2].0[..]), ("History", "Poetry"));
    assert_eq!(before[1].1, after[2].1);
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
}

on_both_engines!(a_book_with_many_borrowings_changes_its_category_in_few_statements);
async fn a_book_with_many_borrowings_changes_its_category_in_few_statements(database: TestDatabase) {
    const DAYS: i64 = 120;
    let library = Library::new(database);
    let (reader, book) = (library.user().insert().await, library.book().insert().await);
    for day in 1..=DAYS {
        let past = library.borrowing(&reader, &book).days_ago(3 * day).returned();
        past.insert().await;
    }
    let today = library.clock.now_ms() / DAY_MS;
    advance(&library, today).await;
    let mut fields = library.book().category("Poetry").fields();
    fields.record.isbn = None;
    let (changed, now) = (book.clone(), library.clock.now_ms());
    let statements = change!(library, [changed, fields, now], |t| {
        t.record_plans();
        books::update(t, changed, fields, *now).await?;
        Ok::<_, carrel_storage::Error>(t.take_plans().len())
    });
    let statements = statements.unwrap();
    assert!(statements < 20, "{statements} statements");
    let moved = sums(&library, 0, (today + 1) * DAY_MS).await.categories;
    assert_eq!(moved, [("Poetry".to_owned(), DAYS)]);
}

on_both_engines!(activity_on_a_totalled_day_is_detected_and_totalled_again);
async fn activity_on_a_totalled_day_is_detected_and_totalled_again(database: TestDatabase) {
    let (library, _) = two_months(database).await;
    let today = library.clock.now_ms() / DAY_MS;
    advance(&library, today - 1).await;
    // The clock goes back by a month.
    let (other, book) = (library.user().insert().await, library.book().insert().await);
    let late = library
        .borrowing(&other, &book)
        .days_ago(30)
        .returned()
        .insert()
        .await;
    assert!(!read!(library, [], |c| totals::are_whole(c).await));
    assert!(!read!(library, [], |c| check::violations(c).await).is_empty());
    change!(library, [], |t| totals::forget(t).await).unwrap();
    assert!(read!(library, [], |c| totals::are_whole(c).await));
    advance(&library, today - 1).await;
    assert_eq!(read!(library, [], |c| check::violations(c).await), []);
    let at = late.borrowed_at.as_millisecond();
    let (from, until) = (at / QUARTER_MS * QUARTER_MS, (at / QUARTER_MS + 1) * QUARTER_MS);
    assert_eq!(sums(&library, from, until).await.borrowed, [(at / QUARTER_MS, 1)]);
}

on_both_engines!(an_empty_library_has_empty_totals);
async fn an_empty_library_has_empty_totals(database: TestDatabase) {
    let library = Library::new(database);
    let today = library.clock.now_ms() / DAY_MS;
    assert!(read!(library, [], |c| totals::are_whole(c).await));
    advance(&library, today).await;
    let empty = Sums {
        borrowed: Vec::new(),
        money: Vec::new(),
        categories: Vec::new(),
        ever: 0,
    };
    assert_eq!(sums(&library, 0, (today + 1) * DAY_MS).await, empty);
    assert_eq!(
        read!(library, [], |c| users::count(c, &users::Filter::default()).await),
        0
    );
}
