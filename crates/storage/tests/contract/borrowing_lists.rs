//! Lists and searches of borrowings.

use std::cmp::Reverse;
use std::collections::HashSet;

use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::status::BorrowingState;
use carrel_domain::money::LedgerKind;
use carrel_domain::users::UserId;
use carrel_storage::Error;
use carrel_storage::borrowings::{self, Filter, Order, Search};
use carrel_testkit::{DAY, Library, TestDatabase, on_both_engines};

use crate::length;

/// Three people and five books, with open, overdue and returned borrowings, fines in each state and ties in every order.
async fn lend_many(library: &Library) -> Vec<BorrowingRecord> {
    let mut users = Vec::new();
    let mut books = Vec::new();
    for _ in 0..3 {
        users.push(library.user().insert().await);
    }
    for _ in 0..5 {
        books.push(library.book().copies(6).insert().await);
    }
    for (person, user) in users.iter().enumerate() {
        for (place, book) in books.iter().enumerate() {
            let days = [40, 3, 40, 16, 3][(person + place) % 5];
            let borrowing = library.borrowing(user, book).days_ago(days);
            if (person + 2 * place) % 3 == 0 {
                borrowing.returned().insert().await;
                if place == 1 {
                    library.borrowing(user, book).insert().await;
                }
            } else {
                borrowing.insert().await;
            }
        }
    }
    let now = library.clock.now_ms();
    let filter = Filter::everybody(BorrowingState::Any, now);
    let lent = read!(library, [filter], |c| borrowings::list(
        c,
        filter,
        Order::Newest,
        100,
        0
    )
    .await);
    for (place, borrowing) in lent.iter().enumerate() {
        let (charge, payment, waiver) = [(0, 0, 0), (200, 0, 0), (200, 150, 0), (200, 150, 50)][place % 4];
        let entries = [
            (LedgerKind::Charge, charge),
            (LedgerKind::Payment, payment),
            (LedgerKind::Waiver, waiver),
        ];
        for (kind, amount_minor) in entries.into_iter().filter(|(_, amount)| *amount > 0) {
            let booked = library.entry(borrowing, kind, amount_minor).await;
            booked.expect("the entry is booked");
        }
    }
    read!(library, [filter], |c| borrowings::list(
        c,
        filter,
        Order::Newest,
        100,
        0
    )
    .await)
}

fn matches_filter(row: &BorrowingRecord, filter: &Filter<'_>) -> bool {
    let open = row.returned_at.is_none();
    (match filter.state {
        BorrowingState::Any => true,
        BorrowingState::Open => open,
        BorrowingState::Active => open && row.due_at.as_millisecond() >= filter.now,
        BorrowingState::Overdue => open && row.due_at.as_millisecond() < filter.now,
        BorrowingState::Returned => !open,
        BorrowingState::Unpaid => !open && row.charged > row.settled,
    }) && filter.user_id.is_none_or(|user| row.user_id == user)
        && filter
            .borrowed_between
            .is_none_or(|(from, until)| (from..until).contains(&row.borrowed_at.as_millisecond()))
        && filter.search.is_none()
}

on_both_engines!(borrowings_are_filtered_ordered_and_paged);
async fn borrowings_are_filtered_ordered_and_paged(database: TestDatabase) {
    let library = Library::new(database);
    let all = lend_many(&library).await;
    let now = library.clock.now_ms();
    let user_id = all[3].user_id;
    let start = now - 40 * DAY;
    let mut filters = Vec::new();
    for state in [
        BorrowingState::Any,
        BorrowingState::Open,
        BorrowingState::Active,
        BorrowingState::Overdue,
        BorrowingState::Returned,
        BorrowingState::Unpaid,
    ] {
        let everybody = Filter::everybody(state, now);
        filters.extend([
            everybody,
            Filter::of_user(user_id, state, now),
            Filter::of_user(UserId::UNASSIGNED, state, now),
            Filter {
                borrowed_between: Some((start, now - 16 * DAY)),
                ..everybody
            },
            Filter {
                borrowed_between: Some((start + 1, now)),
                user_id: Some(user_id),
                ..everybody
            },
        ]);
    }
    let mut found_in_all = 0;
    let mut unpaid = 0;
    for filter in filters {
        let mut expected: Vec<BorrowingRecord> = all
            .iter()
            .filter(|row| matches_filter(row, &filter))
            .cloned()
            .collect();
        found_in_all += expected.len();
        if filter.state == BorrowingState::Unpaid {
            unpaid += expected.len();
        }
        let count = read!(library, [filter], |c| borrowings::count(c, filter).await);
        assert_eq!(count, length(&expected), "{filter:?}");
        for order in [Order::Newest, Order::Due] {
            let newest = |row: &BorrowingRecord| Reverse((row.borrowed_at, row.id));
            match order {
                Order::Newest => expected.sort_by_key(newest),
                Order::Due => expected.sort_by_key(|row| (row.due_at, row.id)),
            }
            let mut listed = Vec::new();
            loop {
                let offset = length(&listed);
                let page = read!(library, [filter, order, offset], |c| borrowings::list(
                    c, filter, *order, 3, *offset
                )
                .await);
                if page.is_empty() {
                    break;
                }
                listed.extend(page);
            }
            assert_eq!(listed, expected, "{filter:?} {order:?}");
        }
    }
    assert!(unpaid > 3, "fines of returned books are unpaid: {unpaid}");
    assert!(found_in_all > 50, "the filters match: {found_in_all}");
}

on_both_engines!(a_search_finds_every_person_and_every_book);
async fn a_search_finds_every_person_and_every_book(database: TestDatabase) {
    const PEOPLE: i64 = 60;
    let library = Library::new(database);
    let popular = library.book().title("The Popular One").copies(70).insert().await;
    for _ in 0..PEOPLE {
        let user = library.user().name("Ada Lovelace").insert().await;
        library.borrowing(&user, &popular).insert().await;
    }
    let reader = library.user().name("Charles Babbage").insert().await;
    for number in 0..PEOPLE {
        let title = format!("Volume {number}");
        let book = library.book().title(&title).author("Series").insert().await;
        library.borrowing(&reader, &book).insert().await;
    }
    let archived = library.book().title("Withdrawn").insert().await;
    library.borrowing(&reader, &archived).returned().insert().await;
    let now = library.clock.now_ms();
    change!(library, [archived, now], |t| carrel_storage::books::archive(
        t, archived, *now
    )
    .await)
    .unwrap();
    for (term, words, state, found) in [
        ("ada", &["ada"][..], BorrowingState::Any, PEOPLE),
        ("lovelace", &["lovelace"], BorrowingState::Open, PEOPLE),
        ("series", &["series"], BorrowingState::Any, PEOPLE),
        ("olume ser", &["olume", "ser"], BorrowingState::Open, PEOPLE),
        ("volume 7", &["volume", "7"], BorrowingState::Any, 6),
        ("withdrawn", &["withdrawn"], BorrowingState::Any, 1),
        ("withdrawn", &["withdrawn"], BorrowingState::Open, 0),
        ("charles", &["charles"], BorrowingState::Any, PEOPLE + 1),
        ("nobody", &["nobody"], BorrowingState::Any, 0),
        ("nobody", &[], BorrowingState::Any, 0),
    ] {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let search = Search::new(term, &words);
        let filter = Filter {
            search: Some(&search),
            ..Filter::everybody(state, now)
        };
        let count = read!(library, [filter], |c| borrowings::count(c, filter).await);
        assert_eq!(count, found, "{term}");
        let listed = read!(library, [filter], |c| borrowings::list(
            c,
            filter,
            Order::Newest,
            100,
            0
        )
        .await);
        assert_eq!(length(&listed), found, "{term}");
    }
}

on_both_engines!(a_search_is_one_statement_for_all_words);
async fn a_search_is_one_statement_for_all_words(database: TestDatabase) {
    let library = Library::new(database);
    let words: Vec<String> = (0..9).map(|number| format!("word{number}")).collect();
    let statements = change!(library, [words], |t| {
        t.record_plans();
        for number in 0..words.len() {
            let search = Search::new("word", &words[..number]);
            let filter = Filter {
                search: Some(&search),
                ..Filter::everybody(BorrowingState::Any, 0)
            };
            borrowings::list(t, &filter, Order::Newest, 20, 0).await?;
        }
        let texts: HashSet<String> = t.take_plans().into_iter().map(|(sql, _)| sql).collect();
        Ok::<_, Error>(texts.len())
    });
    assert_eq!(statements.unwrap(), 1);
}

on_both_engines!(open_borrowings_come_before_returned_ones);
async fn open_borrowings_come_before_returned_ones(database: TestDatabase) {
    let library = Library::new(database);
    let all = lend_many(&library).await;
    let (user, now) = (all[0].user_id, library.clock.now_ms());
    let mut expected: Vec<BorrowingRecord> = all.iter().filter(|row| row.user_id == user).cloned().collect();
    let newest = |row: &BorrowingRecord| Reverse((row.borrowed_at, row.id));
    expected.sort_by_key(|row| match row.returned_at {
        None => (Some((row.due_at, row.id)), None),
        Some(_) => (None, Some(newest(row))),
    });
    // `None` sorts before `Some`, so open borrowings come first.
    let returned = expected.iter().filter(|row| row.returned_at.is_some()).count();
    expected.rotate_left(returned);
    let open = expected.iter().filter(|row| row.returned_at.is_none()).count();
    assert!(open > 1 && open < expected.len(), "{open} of {}", expected.len());
    for limit in [1, 2, 3, 100] {
        let mut listed = Vec::new();
        loop {
            let offset = length(&listed);
            let page = read!(library, [user, now, limit, offset], |c| {
                borrowings::list_open_first(c, *user, *now, *limit, *offset).await
            });
            if page.is_empty() {
                break;
            }
            listed.extend(page);
        }
        assert_eq!(listed, expected, "{limit} at once");
    }
}

on_both_engines!(a_borrowing_is_overdue_after_its_due_instant);
async fn a_borrowing_is_overdue_after_its_due_instant(database: TestDatabase) {
    let library = Library::new(database);
    let (user, book) = (library.user().insert().await, library.book().insert().await);
    let due_at = library
        .borrowing(&user, &book)
        .insert()
        .await
        .due_at
        .as_millisecond();
    let user_id = user.id;
    for (now, overdue) in [(due_at - 1, 0), (due_at, 0), (due_at + 1, 1)] {
        let filter = Filter::everybody(BorrowingState::Overdue, now);
        assert_eq!(
            read!(library, [filter], |c| borrowings::count(c, filter).await),
            overdue
        );
        let filter = Filter::everybody(BorrowingState::Active, now);
        assert_eq!(
            read!(library, [filter], |c| borrowings::count(c, filter).await),
            1 - overdue
        );
        assert_eq!(
            read!(library, [user_id, now], |c| borrowings::load_of_user(
                c, *user_id, *now
            )
            .await),
            (1, overdue)
        );
    }
}
