//! A model of circulation in memory: the expected behaviour of the product, by its published rules alone.
//!
//! It shares no code with the product. Amounts are whole minor units of the currency.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Unit};

/// The terms of a loan, for all people and books.
#[derive(Debug, Clone)]
pub struct Terms {
    pub loan_days: i64,
    pub loans_allowed: usize,
    pub fine_per_period: i64,
    pub fine_period_days: i64,
    pub grace_days: i64,
    /// Whether the days of grace are charged once they are over.
    pub grace_is_charged: bool,
    pub fine_cap: Option<i64>,
    pub block_at_balance: Option<i64>,
    pub block_on_overdue: bool,
    pub renewals_allowed: i64,
    /// The renewal length; `None` for the loan length.
    pub renewal_days: Option<i64>,
    /// Whether a renewal counts from the day on which it is made, and not from the due day.
    pub renews_from_today: bool,
    /// How many days before the due day renewal becomes possible.
    pub no_renewal_before_days: Option<i64>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            loan_days: 14,
            loans_allowed: 5,
            fine_per_period: 25,
            fine_period_days: 1,
            grace_days: 1,
            grace_is_charged: false,
            fine_cap: Some(1000),
            block_at_balance: Some(1000),
            block_on_overdue: false,
            renewals_allowed: 2,
            renewal_days: None,
            renews_from_today: false,
            no_renewal_before_days: None,
        }
    }
}

impl Terms {
    /// The fine for a loan that was due on one day and was returned or renewed on another, without the part that was
    /// charged already.
    fn fine(&self, due_on: Date, until: Date, already: i64) -> i64 {
        let late = days_between(due_on, until).max(0);
        let charged = match late - self.grace_days {
            beyond if beyond <= 0 => 0,
            _ if self.grace_is_charged => late,
            beyond => beyond,
        };
        let fine = charged / self.fine_period_days * self.fine_per_period;
        self.fine_cap.map_or(fine, |cap| fine.min((cap - already).max(0)))
    }
}

/// A book with interchangeable copies.
#[derive(Debug, Clone)]
pub struct Book {
    pub copies: usize,
    /// The book's own loan length in days, which wins over the general one.
    pub own_days: Option<i64>,
}

/// A loan, open or returned. People and books are identified by their indexes in the walk.
#[derive(Debug, Clone)]
pub struct Borrowing {
    pub id: String,
    pub person: usize,
    pub book: usize,
    pub due: Due,
    pub returned_at: Option<Timestamp>,
    pub charged: i64,
    pub settled: i64,
    pub renewals: i64,
    pub barcode: String,
    /// The loan length in days.
    days: i64,
    /// The terms at the time of the loan.
    terms: Terms,
}

/// The day at whose end a loan is due, and that instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub on: Date,
    pub at: Timestamp,
}

/// The expected fields of a borrowing in a response.
#[derive(Debug, PartialEq, Eq)]
pub struct Shown {
    pub status: &'static str,
    pub due: Due,
    pub returned_at: Option<Timestamp>,
    pub fine: i64,
    pub is_paid: bool,
    pub outstanding: i64,
    pub days_overdue: i64,
    pub renewals: i64,
    pub renewals_left: i64,
}

/// The whole library.
#[derive(Debug)]
pub struct Model {
    pub zone: TimeZone,
    pub terms: Terms,
    /// Whether each person is active.
    pub people: Vec<bool>,
    pub books: Vec<Book>,
    pub borrowings: Vec<Borrowing>,
}

/// The last second of a day in a zone.
fn end_of_day(day: Date, zone: &TimeZone) -> Timestamp {
    let end = day.at(23, 59, 59, 0).to_zoned(zone.clone());
    end.expect("the day is within the range of time").timestamp()
}

impl Model {
    pub fn is_open(&self, borrowing: usize) -> bool {
        self.borrowings[borrowing].returned_at.is_none()
    }

    fn open(&self) -> impl Iterator<Item = &Borrowing> {
        self.borrowings
            .iter()
            .filter(|borrowing| borrowing.returned_at.is_none())
    }

    /// The open borrowings of a person.
    pub fn open_of(&self, person: usize) -> impl Iterator<Item = usize> {
        (0..self.borrowings.len())
            .filter(move |place| self.is_open(*place) && self.borrowings[*place].person == person)
    }

    pub fn available(&self, book: usize) -> usize {
        self.books[book].copies - self.open().filter(|borrowing| borrowing.book == book).count()
    }

    /// Open borrowings past their due instant.
    pub fn overdue(&self, now: Timestamp) -> usize {
        self.open().filter(|borrowing| borrowing.due.at < now).count()
    }

    fn balance(&self, person: usize) -> i64 {
        let mine = self
            .borrowings
            .iter()
            .filter(|borrowing| borrowing.person == person);
        mine.map(|borrowing| borrowing.charged - borrowing.settled).sum()
    }

    /// The due date of a book that is borrowed now, or every reason to refuse it, in the order of the rules.
    pub fn borrow(&self, person: usize, book: usize, now: Timestamp) -> Result<Due, Vec<&'static str>> {
        let mine: Vec<usize> = self.open_of(person).collect();
        let mut reasons = self.against(person, now);
        if mine.len() >= self.terms.loans_allowed {
            reasons.push("borrowing_limit_reached");
        }
        if mine.iter().any(|place| self.borrowings[*place].book == book) {
            reasons.push("already_borrowed");
        }
        if self.available(book) == 0 {
            reasons.push("no_copy_available");
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let on = self
            .today(now)
            .saturating_add(Span::new().days(self.loan_days(book)));
        Ok(self.due(on))
    }

    /// Every reason to refuse a person any borrowing or renewal.
    fn against(&self, person: usize, now: Timestamp) -> Vec<&'static str> {
        let mut reasons = Vec::new();
        let balance = self.balance(person);
        if self.terms.block_at_balance.is_some_and(|limit| balance >= limit) {
            reasons.push("balance_at_limit");
        }
        let is_overdue = |place: usize| self.borrowings[place].due.at < now;
        if self.terms.block_on_overdue && self.open_of(person).any(is_overdue) {
            reasons.push("overdue_borrowings");
        }
        reasons
    }

    /// The new due date of a renewed borrowing, with the reasons to refuse the renewal.
    fn renewed(&self, borrowing: usize, now: Timestamp) -> (Date, Vec<&'static str>) {
        let Borrowing {
            due,
            terms,
            renewals,
            person,
            days,
            ..
        } = &self.borrowings[borrowing];
        let today = self.today(now);
        let from = if terms.renews_from_today {
            today
        } else {
            due.on.max(today)
        };
        let on = from.saturating_add(Span::new().days(terms.renewal_days.unwrap_or(*days)));
        let mut reasons = Vec::new();
        if *renewals >= terms.renewals_allowed {
            reasons.push("no_renewals_left");
        }
        let opens = terms
            .no_renewal_before_days
            .map(|days| due.on.saturating_sub(Span::new().days(days)));
        if opens.is_some_and(|opens| today < opens) {
            reasons.push("too_early");
        }
        if !self.people[*person] {
            reasons.push("borrower_inactive");
        }
        reasons.extend(self.against(*person, now));
        if on <= due.on {
            reasons.push("due_date_not_later");
        }
        (on.max(due.on), reasons)
    }

    /// Renews a borrowing, or returns every reason to refuse it. Staff may override all of them, except that the
    /// borrowing is closed.
    pub fn renew(
        &mut self,
        borrowing: usize,
        is_forced: bool,
        now: Timestamp,
    ) -> Result<(), Vec<&'static str>> {
        if !self.is_open(borrowing) {
            return Err(vec!["borrowing_not_open"]);
        }
        let (on, reasons) = self.renewed(borrowing, now);
        if !is_forced && !reasons.is_empty() {
            return Err(reasons);
        }
        let (due, today) = (self.due(on), self.today(now));
        let borrowing = &mut self.borrowings[borrowing];
        let fine = borrowing.terms.fine(borrowing.due.on, today, borrowing.charged);
        borrowing.charged += fine;
        borrowing.due = due;
        borrowing.renewals += 1;
        Ok(())
    }

    fn loan_days(&self, book: usize) -> i64 {
        self.books[book].own_days.unwrap_or(self.terms.loan_days)
    }

    fn due(&self, on: Date) -> Due {
        Due {
            on,
            at: end_of_day(on, &self.zone),
        }
    }

    /// Moves the library to another time zone: due days stay, and end at the end of the day there.
    pub fn move_to(&mut self, zone: TimeZone) {
        for borrowing in &mut self.borrowings {
            borrowing.due.at = end_of_day(borrowing.due.on, &zone);
        }
        self.zone = zone;
    }

    /// Records a new borrowing.
    pub fn borrowed(&mut self, id: String, barcode: String, person: usize, book: usize, due: Due) {
        self.borrowings.push(Borrowing {
            days: self.loan_days(book),
            id,
            barcode,
            person,
            book,
            due,
            returned_at: None,
            charged: 0,
            settled: 0,
            renewals: 0,
            terms: self.terms.clone(),
        });
    }

    /// Returns a copy, or gives the reason to refuse it.
    pub fn give_back(&mut self, borrowing: usize, now: Timestamp) -> Result<(), &'static str> {
        if !self.is_open(borrowing) {
            return Err("already_returned");
        }
        let today = self.today(now);
        let borrowing = &mut self.borrowings[borrowing];
        borrowing.returned_at = Some(now);
        borrowing.charged += borrowing.terms.fine(borrowing.due.on, today, borrowing.charged);
        Ok(())
    }

    /// Records a payment or a waiver: `amount`, or the outstanding sum.
    pub fn settle(&mut self, borrowing: usize, amount: Option<i64>) -> Result<(), &'static str> {
        let borrowing = &mut self.borrowings[borrowing];
        let owed = borrowing.charged - borrowing.settled;
        let amount = amount.unwrap_or(owed);
        if owed == 0 {
            return Err("nothing_owed");
        }
        if amount <= 0 || amount > owed {
            return Err("validation");
        }
        borrowing.settled += amount;
        Ok(())
    }

    /// The expected fields of a borrowing at an instant.
    pub fn shown(&self, borrowing: usize, now: Timestamp) -> Shown {
        let borrowing = &self.borrowings[borrowing];
        let is_overdue = borrowing.returned_at.is_none() && borrowing.due.at < now;
        let today = self.today(now);
        let running = if is_overdue {
            borrowing.terms.fine(borrowing.due.on, today, borrowing.charged)
        } else {
            0
        };
        let outstanding = borrowing.charged - borrowing.settled;
        Shown {
            status: match borrowing.returned_at {
                Some(_) => "returned",
                None if is_overdue => "overdue",
                None => "active",
            },
            due: borrowing.due,
            returned_at: borrowing.returned_at,
            fine: borrowing.charged + running,
            is_paid: borrowing.charged > 0 && outstanding == 0 && running == 0,
            outstanding,
            renewals: borrowing.renewals,
            renewals_left: match borrowing.returned_at {
                Some(_) => 0,
                None => (borrowing.terms.renewals_allowed - borrowing.renewals).max(0),
            },
            days_overdue: if is_overdue {
                days_between(borrowing.due.on, today).max(0)
            } else {
                0
            },
        }
    }

    fn today(&self, now: Timestamp) -> Date {
        now.to_zoned(self.zone.clone()).date()
    }
}

fn days_between(from: Date, to: Date) -> i64 {
    let span = from.until((Unit::Day, to)).expect("days fit into a span");
    i64::from(span.get_days())
}
