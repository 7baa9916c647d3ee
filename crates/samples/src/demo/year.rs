//! The plan of the demo's year, before the rules apply: who comes when, and how the borrowing ends. The book, and the
//! person where the plan leaves it open, are chosen in the simulation.

use jiff::Timestamp;
use jiff::civil::Date;

use super::days::{Days, after};
use super::people::{DEBTORS, STUDENT};
use crate::random::Random;

/// Returned borrowings by random people.
const RETURNED: usize = 1700;
/// Open overdue borrowings, without the demo student's.
const OVERDUE: usize = 24;
/// Open borrowings that are due within three days, without the demo student's.
const DUE_SOON: usize = 14;
/// Open borrowings that are due later, without the demo student's.
const DUE_LATER: usize = 49;
/// One of this many open borrowings takes the last copy of a book.
const LAST_COPY_EVERY: usize = 4;

/// The year, in days.
const YEAR: i64 = 365;
/// When the demo's student borrowed the books that were returned in time, in days before today.
const STUDENT_BORROWED: [i64; 12] = [352, 331, 310, 287, 262, 241, 190, 163, 141, 118, 92, 37];

/// A planned event.
pub(super) struct Occasion {
    pub at: Timestamp,
    pub wish: Wish,
}

/// The kinds of planned events.
#[derive(Clone, Copy)]
pub(super) enum Wish {
    /// A person borrows a book.
    Borrow {
        /// The index of the person; a random person otherwise.
        who: Option<usize>,
        /// The borrowing period the book must have, in days.
        period: Option<u16>,
        /// Whether it must be the last copy on the shelf.
        last_copy: bool,
        fate: Fate,
    },
    /// A copy leaves the shelf.
    Remove(Removal),
}

/// How a borrowing ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays open, overdue or not.
    Kept { overdue: bool },
    /// It is returned at a random time.
    Returned,
    /// It is returned in time.
    Punctual,
    /// It is returned this many days late, and the fine is paid or not.
    Late { days: i64, paid: bool },
}

/// Why a copy leaves the shelf.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Removal {
    Withdrawn,
    Lost,
    /// It is repaired, and returns after this many days if that is in the past.
    Repair {
        days: i64,
    },
}

/// All planned events, in order. `periods` are the borrowing periods of the books, one for each book.
pub(super) fn occasions(days: &Days, periods: &[u16], random: &mut Random) -> Vec<Occasion> {
    let mut year = Year {
        days,
        periods,
        random,
        occasions: Vec::new(),
    };
    year.returned();
    year.overdue();
    year.due_soon();
    year.due_later();
    year.demo_student();
    year.debtors();
    year.removals();
    let mut occasions = year.occasions;
    occasions.sort_by_key(|occasion| occasion.at);
    occasions
}

struct Year<'a> {
    days: &'a Days,
    periods: &'a [u16],
    random: &'a mut Random,
    occasions: Vec<Occasion>,
}

impl Year<'_> {
    /// Adds an occasion on a day; false when the library is closed then, or has not opened yet.
    fn add(&mut self, day: Date, wish: Wish) -> bool {
        let at = self.days.visit(day, self.random);
        self.occasions.extend(at.map(|at| Occasion { at, wish }));
        at.is_some()
    }

    /// Adds an occasion on a day, or on the open day before.
    fn add_by(&mut self, days_ago: i64, wish: Wish) {
        self.add(self.days.open_on_or_before(self.days.ago(days_ago)), wish);
    }

    fn returned(&mut self) {
        let busyness: Vec<u64> = (1..=YEAR)
            .map(|days_ago| {
                // Few of the borrowings of the last days have been returned already.
                let back = u64::try_from(days_ago.min(20)).unwrap_or(0);
                self.days.busyness(self.days.ago(days_ago)) * back
            })
            .collect();
        for _ in 0..RETURNED {
            let Some(place) = self.random.weighted(&busyness) else {
                return;
            };
            let days_ago = i64::try_from(place).unwrap_or(YEAR) + 1;
            self.add(self.days.ago(days_ago), borrow(Fate::Returned));
        }
    }

    fn overdue(&mut self) {
        self.kept(OVERDUE, Fate::Kept { overdue: true }, |random, _| {
            // Most are a few days late, some more than a month.
            -(1 + random.below(40).min(random.below(40)).cast_signed())
        });
    }

    fn due_soon(&mut self) {
        self.kept(DUE_SOON, Fate::Kept { overdue: false }, |random, _| {
            random.between(0, 3)
        });
    }

    fn due_later(&mut self) {
        self.kept(DUE_LATER, Fate::Kept { overdue: false }, |random, period| {
            random.between(4.min(period), period)
        });
    }

    /// Adds open borrowings, due the number of days from today that `days_left` returns for a period.
    fn kept(&mut self, count: usize, fate: Fate, days_left: fn(&mut Random, i64) -> i64) {
        let mut added = 0;
        // Days on which the library is closed, or not open yet this morning, are drawn again.
        for _ in 0..count * 50 {
            if added == count || self.periods.is_empty() {
                return;
            }
            let period = *self.random.pick(self.periods);
            let due_on = after(self.days.today, days_left(self.random, i64::from(period)));
            let wish = Wish::Borrow {
                who: None,
                period: Some(period),
                last_copy: added % LAST_COPY_EVERY == 0,
                fate,
            };
            if self.days.is_open(due_on) && self.add(after(due_on, -i64::from(period)), wish) {
                added += 1;
            }
        }
    }

    fn demo_student(&mut self) {
        for days_ago in STUDENT_BORROWED {
            self.add_by(days_ago, of(STUDENT, Fate::Punctual));
        }
        self.add_by(214, of(STUDENT, Fate::Late { days: 9, paid: true }));
        self.add_by(66, of(STUDENT, Fate::Late { days: 7, paid: false }));
        // Overdue, due soon, due later: on the first of these days on which the library could lend it.
        for (overdue, due_in) in [(true, [-5, -6]), (false, [2, 1]), (false, [12, 11])] {
            let period = 14;
            let wish = Wish::Borrow {
                who: Some(STUDENT),
                period: Some(period),
                last_copy: false,
                fate: Fate::Kept { overdue },
            };
            for due_in in due_in {
                if self.add(after(self.days.today, due_in - i64::from(period)), wish) {
                    break;
                }
            }
        }
    }

    fn debtors(&mut self) {
        for debtor in DEBTORS {
            self.add_by(
                95,
                of(
                    debtor,
                    Fate::Late {
                        days: 40,
                        paid: false,
                    },
                ),
            );
            self.add_by(
                93,
                of(
                    debtor,
                    Fate::Late {
                        days: 26,
                        paid: false,
                    },
                ),
            );
        }
    }

    fn removals(&mut self) {
        for days_ago in [341, 290, 228, 170, 104, 45] {
            self.add_by(days_ago, Wish::Remove(Removal::Withdrawn));
        }
        for days_ago in [255, 134, 71, 19] {
            self.add_by(days_ago, Wish::Remove(Removal::Lost));
        }
        for days_ago in [300, 211, 97, 60, 12, 6, 3] {
            self.add_by(days_ago, Wish::Remove(Removal::Repair { days: 18 }));
        }
    }
}

/// A random person borrows any book.
fn borrow(fate: Fate) -> Wish {
    Wish::Borrow {
        who: None,
        period: None,
        last_copy: false,
        fate,
    }
}

/// A given person borrows any book.
fn of(person: usize, fate: Fate) -> Wish {
    Wish::Borrow {
        who: Some(person),
        period: None,
        last_copy: false,
        fate,
    }
}
