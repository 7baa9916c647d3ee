//! Every borrowing, fine and figure follows from the rules.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::calendar::end_of_day;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::circulation::borrowing::{BorrowingId, BorrowingRecord};
use carrel_domain::circulation::due::due_date;
use carrel_domain::circulation::fine::{Fine, LatePeriod, fine};
use carrel_domain::circulation::policy::{LoanLengthSource, Terms};
use carrel_domain::circulation::popularity;
use carrel_domain::money::Amount;
use carrel_domain::users::UserId;
use carrel_testkit::TestDatabase;
use jiff::Timestamp;

use crate::{MONDAY, all_borrowings, at, calendar, day, zone};

pub(crate) async fn every_borrowing_was_allowed_when_it_began(database: &TestDatabase) {
    let rows = all_borrowings(database, MONDAY).await;
    let left: Vec<(UserId, Timestamp)> = database
        .rows("SELECT id, deactivated_at FROM users WHERE deactivated_at IS NOT NULL")
        .await;
    let joined: Vec<(UserId, Timestamp)> = database.rows("SELECT id, created_at FROM users").await;
    let joined: BTreeMap<UserId, Timestamp> = joined.into_iter().collect();
    let periods: Vec<(BookId, i64)> = database
        .rows("SELECT id, COALESCE(borrowing_period_days, 0) FROM books")
        .await;
    let periods: BTreeMap<BookId, i64> = periods.into_iter().collect();
    let ledger: Vec<(UserId, Timestamp, i64)> = database
        .rows(
            "SELECT user_id, at, CASE WHEN kind = 'charge' THEN amount_minor ELSE -amount_minor END FROM ledger",
        )
        .await;
    let terms = Terms::default();
    for (place, row) in rows.iter().enumerate() {
        let began = row.borrowed_at;
        let out = |other: &&BorrowingRecord| other.returned_at.is_none_or(|back| back >= began);
        let before: Vec<&BorrowingRecord> = rows[..place].iter().filter(out).collect();
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
        assert_eq!(row.due_on, due, "{row:?}");
        assert_eq!(row.due_at, end_of_day(due, &zone()), "{row:?}");
        let mut lent_under = terms;
        if let Some(days) = period {
            lent_under.loan_length_source = LoanLengthSource::Book;
            lent_under.loan_days = days;
        }
        assert_eq!(row.terms, lent_under, "{row:?}");
        assert!(began < at(MONDAY) && row.returned_at < Some(at(MONDAY)));
    }
    let people: BTreeSet<UserId> = rows.iter().map(|row| row.user_id).collect();
    assert!(people.len() >= 70, "only {} people borrow", people.len());
}

pub(crate) async fn every_fine_follows_the_rules(database: &TestDatabase) {
    let charges: Vec<(BorrowingId, i64, String)> = database
        .rows("SELECT borrowing_id, amount_minor, explanation FROM ledger WHERE kind = 'charge'")
        .await;
    let mut charges: BTreeMap<BorrowingId, (i64, String)> = charges
        .into_iter()
        .map(|(id, amount, explanation)| (id, (amount, explanation)))
        .collect();
    for row in all_borrowings(database, MONDAY).await {
        let Some(returned_at) = row.returned_at else {
            continue;
        };
        let owed = fine(&LatePeriod {
            due_on: row.due_on,
            until: day(returned_at),
            terms: &row.terms,
            calendar: &calendar(),
            replacement_price: None,
            already_charged: Amount::ZERO,
        });
        match charges.remove(&row.id) {
            Some((amount, explanation)) => {
                assert_eq!(amount, owed.amount.0, "{row:?}");
                let stored: Fine = serde_json::from_str(&explanation).expect("an explanation");
                assert_eq!(stored, owed, "{row:?}");
            }
            None => assert_eq!(owed.amount.0, 0, "{row:?}"),
        }
    }
    assert!(charges.is_empty(), "charges of nothing: {charges:?}");
}

pub(crate) async fn two_people_are_blocked_by_their_balance(database: &TestDatabase) {
    let balances = "SELECT CAST(sum(CASE WHEN kind = 'charge' THEN amount_minor ELSE -amount_minor END) AS BIGINT) \
                    AS balance FROM ledger GROUP BY user_id";
    let above = format!("SELECT count(*) FROM ({balances}) b WHERE balance >= 1000");
    assert_eq!(database.integer(&above).await, 2);
    let some = format!("SELECT count(*) FROM ({balances}) b WHERE balance BETWEEN 1 AND 999");
    assert!(database.integer(&some).await >= 5);
}

pub(crate) async fn popularity_follows_from_the_borrowings(database: &TestDatabase) {
    let mut expected: BTreeMap<BookId, i64> = BTreeMap::new();
    for row in all_borrowings(database, MONDAY).await {
        let current = expected.entry(row.book_id).or_insert(popularity::NEVER_BORROWED);
        *current = popularity::after_borrowing(*current, row.borrowed_at);
    }
    let stored: Vec<(BookId, i64)> = database
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
