//! The plan for each generated book: the number of its copies, and the days of their loans.

use carrel_domain::circulation::policy::Terms;

use super::Scale;
use crate::random::Random;

/// The length in days of the window in which all borrowings take place.
pub(super) const WINDOW_DAYS: i64 = 730;
/// The percentage of new books, which nobody has borrowed yet.
const ARRIVALS_PERCENT: u64 = 2;
/// The maximum number of borrowings of one copy: few enough that each of them, returned late, fits into its part of the
/// window.
const LOANS_PER_COPY: u64 = 20;
/// The maximum number of days that a copy is late.
const LATE_DAYS: i64 = 18;
/// The length in days of a book's own borrowing period, if it has one.
const SHORT_DAYS: u16 = 7;
/// The maximum percentage of borrowings that are still open.
const OPEN_PERCENT: u64 = 5;

/// The copies and loans of one book.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    pub copies: u64,
    pub loans: u64,
}

/// Distributes the borrowings over the books by popularity: the share of the book of rank `r` is proportional to
/// `1 / (r + q)` (the Zipf-Mandelbrot law), so that few books are borrowed often and most seldom.
pub(super) struct Shares {
    books: u64,
    /// The number of books that are not new.
    borrowed: u64,
    loans: u64,
    seed: u64,
    offset: u64,
    total: u128,
    so_far: u128,
}

impl Shares {
    pub(super) fn new(scale: &Scale) -> Self {
        let books = scale.books;
        let borrowed = (books - books * ARRIVALS_PERCENT / 100).max(books.min(1));
        let offset = borrowed / 200 + 5;
        let total = (0..borrowed).map(|rank| u128::from(weight(rank, offset))).sum();
        Shares {
            books,
            borrowed,
            loans: scale.loans,
            seed: scale.seed,
            offset,
            total,
            so_far: 0,
        }
    }

    /// Whether a book is new, so that nobody has borrowed it yet.
    pub(super) const fn is_arrival(&self, book: u64) -> bool {
        book >= self.borrowed
    }

    /// The share of the next book. Called once for each book, in order.
    pub(super) fn next(&mut self, book: u64) -> Share {
        let loans = if self.is_arrival(book) {
            0
        } else {
            // Multiplying by a large prime visits every rank once, so neighbours in the catalogue differ in popularity.
            let rank = (u128::from(book) * 2_654_435_761 + u128::from(self.seed)) % u128::from(self.borrowed);
            let rank = u64::try_from(rank).expect("a remainder of a u64");
            let before = self.so_far * u128::from(self.loans) / self.total;
            self.so_far += u128::from(weight(rank, self.offset));
            let after = self.so_far * u128::from(self.loans) / self.total;
            u64::try_from(after - before).expect("no more than all loans")
        };
        let drawn = *self
            .random(book, Part::Copies)
            .pick(&[1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5]);
        Share {
            copies: drawn.max(loans.div_ceil(LOANS_PER_COPY)),
            loans,
        }
    }

    /// The random generator for one part of a book. It does not depend on what was drawn before.
    pub(super) fn random(&self, book: u64, part: Part) -> Random {
        let mut mixed = Random::new(self.seed ^ book.wrapping_mul(4).wrapping_add(part as u64));
        Random::new(mixed.next())
    }

    /// Of 10,000 copies that were ever borrowed, how many are on loan now.
    pub(super) fn open_per_10_000(scale: &Scale) -> u64 {
        let mut shares = Shares::new(scale);
        let borrowed: u64 = (0..shares.books)
            .map(|book| shares.next(book))
            .map(|share| share.copies.min(share.loans))
            .sum();
        let wanted = (scale.loans * OPEN_PERCENT / 100).min(scale.users * 3 / 2);
        (wanted * 10_000 / borrowed.max(1)).min(10_000)
    }
}

/// The parts of a book with separate random generators.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    Copies,
    Words,
    Loans,
}

fn weight(rank: u64, offset: u64) -> u64 {
    (1 << 40) / (rank + offset)
}

/// A loan of a copy. Days count from the start of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlannedLoan {
    pub from_day: i64,
    /// The day of the return; `None` for an open loan.
    pub until_day: Option<i64>,
}

/// Plans this many loans of one copy, in order; the last one may be open.
pub(super) fn planned_loans(
    loans: u64,
    period_days: u16,
    open_per_10_000: u64,
    random: &mut Random,
) -> Vec<PlannedLoan> {
    let count = i64::try_from(loans).expect("a copy has few loans");
    let period = i64::from(period_days);
    let planned = |number: i64, random: &mut Random| {
        let (first, end) = (number * WINDOW_DAYS / count, (number + 1) * WINDOW_DAYS / count);
        if number + 1 == count && random.below(10_000) < open_per_10_000 {
            let out_for = if random.percent(20) {
                period + random.between(1, LATE_DAYS)
            } else {
                random.between(1, period)
            };
            return PlannedLoan {
                from_day: end - out_for,
                until_day: None,
            };
        }
        let held = if random.percent(12) {
            period + random.between(1, LATE_DAYS)
        } else {
            random.between(1, period)
        };
        let from_day = first + random.between(0, end - first - held - 1);
        PlannedLoan {
            from_day,
            until_day: Some(from_day + held),
        }
    };
    (0..count).map(|number| planned(number, random)).collect()
}

/// A book's own borrowing period in days, if it differs from the library's.
pub(super) fn own_period(random: &mut Random) -> Option<u16> {
    random.percent(10).then_some(SHORT_DAYS)
}

/// The length in days of a borrowing of a book.
pub(super) fn period(own: Option<u16>, terms: &Terms) -> u16 {
    own.unwrap_or(terms.loan_days)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    fn scale(books: u64, users: u64, loans: u64) -> Scale {
        Scale {
            books,
            users,
            loans,
            marc_percent: 0,
            seed: 7,
            now: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn the_most_popular_hundredth_of_the_books_is_borrowed_far_more_than_its_share() {
        let mut shares = Shares::new(&scale(10_000, 1000, 30_000));
        let mut loans: Vec<u64> = (0..10_000).map(|book| shares.next(book).loans).collect();
        assert_eq!(loans.iter().sum::<u64>(), 30_000);
        loans.sort_unstable_by(|one, other| other.cmp(one));
        let top: u64 = loans.iter().take(100).sum();
        assert!((3000..15_000).contains(&top), "{top} of 30,000");
        assert!(loans.iter().filter(|loans| **loans == 0).count() > 1000);
    }

    #[test]
    fn a_book_has_three_copies_on_average() {
        let mut shares = Shares::new(&scale(10_000, 1000, 30_000));
        let copies: u64 = (0..10_000).map(|book| shares.next(book).copies).sum();
        assert!((28_000..32_000).contains(&copies), "{copies}");
    }

    proptest! {
        #[test]
        fn every_loan_is_assigned_to_a_book(books in 1..400u64, loans in 0..5000u64) {
            let mut shares = Shares::new(&scale(books, 10, loans));
            let given: u64 = (0..books).map(|book| shares.next(book).loans).sum();
            prop_assert_eq!(given, loans);
        }

        #[test]
        fn a_copy_has_one_loan_at_a_time_and_none_in_the_future(loans in 1..=LOANS_PER_COPY, seed: u64, short: bool) {
            let period = if short { SHORT_DAYS } else { 14 };
            let planned_loans = planned_loans(loans, period, 5000, &mut Random::new(seed));
            prop_assert_eq!(planned_loans.len() as u64, loans);
            let mut free_from = 0;
            for (place, planned) in planned_loans.iter().enumerate() {
                prop_assert!(planned.from_day >= free_from, "{:?}", planned_loans);
                prop_assert!(planned.from_day < WINDOW_DAYS);
                prop_assert!(planned.until_day.is_some() || place + 1 == planned_loans.len());
                free_from = planned.until_day.map_or(WINDOW_DAYS, |day| day + 1);
                prop_assert!(free_from <= WINDOW_DAYS, "{:?}", planned_loans);
            }
        }
    }
}
