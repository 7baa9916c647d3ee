use carrel_domain::circulation::popularity::{
    HALF_LIFE_MILLISECONDS, NEVER_BORROWED, after_borrowing, combined, without_borrowing,
};
use jiff::Timestamp;
use proptest::prelude::*;

/// 2024-01-01T00:00:00Z.
const START_MILLISECONDS: i64 = 1_704_067_200_000;

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).expect("an instant")
}

/// The popularity of a book borrowed at these times after the start.
fn popularity(times: &[i64]) -> i64 {
    times.iter().fold(NEVER_BORROWED, |popularity, time| {
        after_borrowing(popularity, at(START_MILLISECONDS + time))
    })
}

/// The definition: the sum of the weights of the borrowings at the start of the next year.
#[expect(
    clippy::cast_precision_loss,
    reason = "a year of milliseconds is exact in 53 bits"
)]
fn worth(times: &[i64]) -> f64 {
    let now = 366 * 24 * 60 * 60 * 1000_i64;
    times
        .iter()
        .map(|time| (-((now - time) as f64) / HALF_LIFE_MILLISECONDS as f64).exp2())
        .sum()
}

#[test]
fn two_borrowings_now_are_worth_one_a_half_life_later() {
    let doubled = popularity(&[0, 0]);
    let later = popularity(&[HALF_LIFE_MILLISECONDS]);
    assert_eq!(doubled, later);
    assert_eq!(doubled - popularity(&[0]), 1_000_000);
}

#[test]
fn a_borrowed_book_is_above_one_that_never_was() {
    assert!(after_borrowing(NEVER_BORROWED, at(0)) > NEVER_BORROWED);
    assert!(after_borrowing(NEVER_BORROWED, at(i64::from(i32::MAX) * 1000)) > NEVER_BORROWED);
}

#[test]
fn a_borrowing_that_is_undone_leaves_the_popularity_of_before() {
    let day = 24 * 60 * 60 * 1000;
    for times in [
        &[0][..],
        &[0, day, day],
        &[0, 0, 0, 0, 0, 0, 30 * day],
        &[90 * day, 0],
    ] {
        let before = popularity(times);
        for again in [0, day, 40 * day] {
            let borrowed = at(START_MILLISECONDS + again);
            let undone = without_borrowing(after_borrowing(before, borrowed), borrowed, true);
            assert!(
                (undone - before).abs() <= 20,
                "{times:?} {again}: {before} {undone}"
            );
        }
    }
    let borrowed = at(START_MILLISECONDS);
    let once = after_borrowing(NEVER_BORROWED, borrowed);
    assert_eq!(without_borrowing(once, borrowed, false), NEVER_BORROWED);
    // What is left is below the precision: still above a book that was never borrowed.
    assert_eq!(without_borrowing(once, borrowed, true), NEVER_BORROWED + 1);
    // Here the logarithm of what is left is far below zero.
    assert_eq!(without_borrowing(1, at(0), true), NEVER_BORROWED + 1);
}

#[test]
fn a_book_that_was_never_borrowed_adds_nothing_to_another() {
    for popularity in [NEVER_BORROWED, 1, 1_000_000, popularity(&[0, 0])] {
        assert_eq!(combined(NEVER_BORROWED, popularity), popularity);
        assert_eq!(combined(popularity, NEVER_BORROWED), popularity);
    }
}

#[test]
fn popularity_counts_half_lives_since_the_start_of_2020() {
    let days = |days: i64| at(1_577_836_800_000 + days * 24 * 60 * 60 * 1000);
    for (borrowed, expected) in [
        (days(30), 1_000_000),
        (days(60), 2_000_000),
        (days(45), 1_500_000),
        // Above a book that was never borrowed, even at the start or before it.
        (days(0), 1),
        (days(-400), 1),
    ] {
        assert_eq!(after_borrowing(NEVER_BORROWED, borrowed), expected, "{borrowed}");
    }
    assert_eq!(HALF_LIFE_MILLISECONDS, 2_592_000_000);
}

proptest! {
    #[test]
    fn the_borrowings_of_two_books_are_worth_as_much_as_those_of_one(
        times in prop::collection::vec(0..31_622_400_000_i64, 0..20), first in 0_usize..20
    ) {
        let (one, other) = times.split_at(first.min(times.len()));
        let both = combined(popularity(one), popularity(other));
        prop_assert!((both - popularity(&times)).abs() <= 20, "{both} {}", popularity(&times));
        prop_assert_eq!(both, combined(popularity(other), popularity(one)));
    }

    #[test]
    fn the_order_is_that_of_the_decayed_sums(
        one in prop::collection::vec(0_i64..366 * 24 * 60 * 60 * 1000, 0..40),
        other in prop::collection::vec(0_i64..366 * 24 * 60 * 60 * 1000, 0..40),
    ) {
        let (stored, direct) = ((popularity(&one), popularity(&other)), (worth(&one), worth(&other)));
        // Each borrowing rounds by half a millionth of a doubling; closer sums may go either way.
        let tolerance = 40.0 * 1e-6 * direct.0.max(direct.1);
        if (direct.0 - direct.1).abs() > tolerance {
            prop_assert_eq!(stored.0 > stored.1, direct.0 > direct.1);
        }
    }

    #[test]
    fn a_borrowing_never_lowers_popularity(times in prop::collection::vec(0_i64..i64::from(u32::MAX), 1..20)) {
        let before = popularity(&times[1..]);
        prop_assert!(popularity(&times) >= before);
        prop_assert!(after_borrowing(before, at(START_MILLISECONDS + times[0])) >= before);
    }
}
