//! The consequences of a borrowing: its return, the fine, payments and waivers. Also copies that leave the shelf.

use carrel_domain::calendar::{civil_date, days_between};
use carrel_domain::circulation::fine::{LatePeriod, fine};
use carrel_domain::money::Amount;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::{Ahead, Play, What};
use crate::demo::days::after;
use crate::demo::year::{Fate, Removal};
use crate::random::Random;

/// The largest balance that a person leaves unpaid, except for the debtors: less than the balance that blocks.
const OWED_FOR_GOOD: Amount = Amount(800);
/// Fines older than this are paid or waived.
const SETTLED_AFTER: SignedDuration = SignedDuration::from_hours(120 * 24);

impl Play<'_> {
    /// When a borrowing is returned; `None` when it stays open.
    pub(super) fn return_time(&mut self, borrowed_on: Date, due_on: Date, fate: Fate) -> Option<Timestamp> {
        let period = days_between(borrowed_on, due_on);
        let early =
            |random: &mut Random| after(borrowed_on, random.between(2.min(period), (period - 3).max(1)));
        let in_time = |random: &mut Random| after(due_on, -random.between(0, 2.min(period - 1)));
        let day = match fate {
            Fate::Kept { .. } => return None,
            Fate::Late { days, .. } => after(due_on, days),
            Fate::Punctual => early(self.random),
            Fate::Returned => match self.random.below(100) {
                0..50 => early(self.random),
                50..85 => in_time(self.random),
                85..92 => after(due_on, self.random.between(1, 3)),
                _ => {
                    let late = self.random.between(2, 24).min(self.random.between(2, 24));
                    after(due_on, late)
                }
            },
        };
        if let Some(at) = self.days.visit_from(day, self.random) {
            return Some(at);
        }
        // That is in the future: it is returned on an earlier random day instead.
        let past_days = days_between(borrowed_on, self.days.today);
        let day = after(borrowed_on, self.random.between(1, past_days.max(1)));
        self.days
            .visit(self.days.open_on_or_before(day), self.random)
            .filter(|at| civil_date(*at, &self.days.zone) > borrowed_on)
    }

    pub(super) fn give_back(&mut self, at: Timestamp, number: usize, fate: Fate) {
        let borrowing = &self.played.borrowings[number];
        let (person, book) = (borrowing.person, borrowing.book);
        let returned_on = civil_date(at, &self.days.zone);
        let fine = fine(&LatePeriod {
            due_on: borrowing.due_on,
            until: returned_on,
            terms: self.terms,
            calendar: &self.days.calendar,
            replacement_price: None,
            already_charged: Amount::ZERO,
        });
        self.people[person].open -= 1;
        self.books[book].available += 1;
        self.record(at, What::Returned { borrowing: number });
        if fine.amount.is_positive() {
            self.people[person].balance.0 += fine.amount.0;
            self.settle(at, number, fine.amount, fate);
        }
        if self.random.percent(48) {
            let stars = self.books[book].book.stars(self.random);
            let rated_at = at + SignedDuration::from_mins(self.random.between(3, 3000));
            self.schedule(
                rated_at,
                Ahead::Rate {
                    borrowing: number,
                    stars,
                },
            );
        }
    }

    /// Decides whether a new fine is paid, waived or stays open.
    fn settle(&mut self, charged_at: Timestamp, borrowing: usize, amount: Amount, fate: Fate) {
        const WAIVERS: [&str; 3] = [
            "Ill at the time, certificate seen",
            "The library had closed early that day",
            "First late return",
        ];
        let person = self.played.borrowings[borrowing].person;
        let is_old = self.days.now.duration_since(charged_at) > SETTLED_AFTER;
        let (settled, waived) = match (fate, self.random.below(100)) {
            (Fate::Late { paid, .. }, _) => (if paid { amount } else { Amount::ZERO }, None),
            (_, 0..10) => (amount, Some(*self.random.pick(&WAIVERS))),
            (_, 10..18) if !is_old => (half(amount), None),
            (_, 18..45) if !is_old => (Amount::ZERO, None),
            _ => (amount, None),
        };
        let is_arranged = matches!(fate, Fate::Late { .. });
        let owed = Amount(self.people[person].owed_for_good.0 + amount.0 - settled.0);
        let (settled, waived) = if is_arranged || owed <= OWED_FOR_GOOD {
            self.people[person].owed_for_good = owed;
            (settled, waived)
        } else {
            (amount, None)
        };
        if settled.is_positive() {
            let day = after(civil_date(charged_at, &self.days.zone), self.random.between(0, 9));
            let later = self
                .days
                .visit_from(day, self.random)
                .filter(|at| *at > charged_at);
            let at = later.unwrap_or(charged_at + SignedDuration::from_mins(2));
            self.schedule(
                at,
                Ahead::Settle {
                    borrowing,
                    amount: settled,
                    waived,
                },
            );
        }
    }

    /// Takes a copy of a book with several copies off the shelf.
    pub(super) fn remove(&mut self, at: Timestamp, removal: Removal) {
        let candidates: Vec<u64> = self
            .books
            .iter()
            .map(|shelved| {
                let suits = shelved.book.created_at < at && shelved.total >= 3 && shelved.available >= 2;
                u64::from(suits)
            })
            .collect();
        let Some(book) = self.random.weighted(&candidates) else {
            return;
        };
        self.books[book].available -= 1;
        self.books[book].total -= u32::from(removal == Removal::Withdrawn);
        let number = self.removals;
        self.removals += 1;
        self.record(at, What::Removed { book, removal });
        if let Removal::Repair { days } = removal {
            let day = after(civil_date(at, &self.days.zone), days);
            if let Some(back_at) = self.days.visit_from(day, self.random) {
                self.schedule(back_at, Ahead::Repaired { number, book });
            }
        }
    }
}

/// Half of an amount, rounded to quarters of a dollar.
fn half(amount: Amount) -> Amount {
    Amount(amount.0 / 50 * 25)
}
