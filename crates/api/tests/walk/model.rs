//! A model of circulation in memory: the expected behaviour of the product, by its published rules alone.
//!
//! It shares no code with the product. Amounts are whole minor units of the currency.

pub mod calendar;
pub mod charges;
pub mod terms;

use std::cmp::Reverse;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Unit};

use calendar::{Calendar, plus};
use charges::Charge;
use terms::{Kind, Rules, Terms};

/// A person, with a patron category or without.
#[derive(Debug, Clone)]
pub struct Person {
    pub is_active: bool,
    /// Whether staff have blocked the person from borrowing.
    pub is_blocked: bool,
    pub category: Option<Kind>,
}

/// A copy of a book. Its own item type wins over that of the book.
#[derive(Debug, Clone)]
pub struct Copy {
    pub id: String,
    pub barcode: String,
    pub item_type: Option<Kind>,
}

/// A book with copies, ordered by their barcodes.
#[derive(Debug, Clone)]
pub struct Book {
    pub copies: Vec<Copy>,
    /// The book's own loan length in days, which wins over the general one.
    pub own_days: Option<i64>,
    pub item_type: Option<Kind>,
}

/// A loan, open or returned. People and books are identified by their indexes in the walk.
#[derive(Debug, Clone)]
pub struct Borrowing {
    pub id: String,
    pub person: usize,
    pub book: usize,
    /// The place of the copy among those of the book.
    pub copy: usize,
    pub due: Due,
    pub returned_at: Option<Timestamp>,
    pub charged: i64,
    pub settled: i64,
    pub renewals: i64,
    /// The item type at the time of the loan.
    item_type: Option<Kind>,
    /// The terms at the time of the loan.
    terms: Terms,
}

/// The conditions under which a person gets a copy.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The place of the copy among those of the book.
    pub copy: usize,
    pub due: Due,
    item_type: Option<Kind>,
    terms: Terms,
    /// How many items of the type the person may have, and has.
    limit_of_type: Option<usize>,
    open_of_type: usize,
    /// How many reasons against the loan the terms give.
    reasons: usize,
}

impl Offer {
    /// Whether the copy leaves the library at all.
    fn may_leave(&self) -> bool {
        self.limit_of_type != Some(0)
    }

    fn is_below_limit(&self) -> bool {
        self.limit_of_type.is_none_or(|limit| self.open_of_type < limit)
    }
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
    pub calendar: Calendar,
    pub rules: Rules,
    pub people: Vec<Person>,
    pub books: Vec<Book>,
    pub borrowings: Vec<Borrowing>,
    pub charges: Vec<Charge>,
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

    /// Whether a copy is on the shelf.
    pub fn is_free(&self, book: usize, copy: usize) -> bool {
        self.open()
            .all(|borrowing| (borrowing.book, borrowing.copy) != (book, copy))
    }

    pub fn available(&self, book: usize) -> usize {
        let copies = 0..self.books[book].copies.len();
        copies.filter(|copy| self.is_free(book, *copy)).count()
    }

    /// Open borrowings past their due instant.
    pub fn overdue(&self, now: Timestamp) -> usize {
        self.open().filter(|borrowing| borrowing.due.at < now).count()
    }

    /// What a person owes in all.
    pub fn balance(&self, person: usize) -> i64 {
        let mine = self
            .borrowings
            .iter()
            .filter(|borrowing| borrowing.person == person);
        let fines: i64 = mine.map(|borrowing| borrowing.charged - borrowing.settled).sum();
        fines + self.owed_for_charges(person)
    }

    /// The conditions for a copy that is borrowed now.
    fn offer(&self, person: usize, book: usize, copy: usize, now: Timestamp) -> Offer {
        let category = self.people[person].category;
        let item_type = self.books[book].copies[copy]
            .item_type
            .or(self.books[book].item_type);
        let mut terms = self.rules.terms(category, item_type);
        if let Some(days) = self.books[book].own_days
            && !terms.is_special_length
        {
            terms.loan_days = days;
        }
        let on = self.calendar.due_after(
            self.today(now),
            terms.loan_days,
            terms.closed_day_rule,
            terms.latest_due_date,
        );
        let reasons = self.against(person, &terms, now).len();
        let is_of_type = |place: &usize| self.borrowings[*place].item_type == item_type;
        Offer {
            copy,
            due: self.due(on),
            item_type,
            terms,
            limit_of_type: self.rules.limit_of_type(category, item_type),
            open_of_type: self.open_of(person).filter(is_of_type).count(),
            reasons,
        }
    }

    /// The best offer: of a copy that may leave the library, with the fewest reasons against the loan, with the latest due
    /// date.
    fn best(offers: &[Offer]) -> Option<&Offer> {
        offers.iter().min_by_key(|offer| {
            let at_limit = offer.may_leave() && !offer.is_below_limit();
            let reasons = offer.reasons + usize::from(at_limit);
            (!offer.may_leave(), reasons, Reverse(offer.due.on), offer.copy)
        })
    }

    /// The loan of any copy of a book, or every reason to refuse it, in the order of the rules.
    pub fn borrow(&self, person: usize, book: usize, now: Timestamp) -> Result<Offer, Vec<&'static str>> {
        let copies = 0..self.books[book].copies.len();
        let all: Vec<Offer> = copies.map(|copy| self.offer(person, book, copy, now)).collect();
        let mut free = all.clone();
        free.retain(|offer| self.is_free(book, offer.copy));
        let of_copy = if all.iter().all(|offer| !offer.may_leave()) {
            Some("book_not_lendable")
        } else if free.iter().all(|offer| !offer.may_leave()) {
            Some("no_copy_available")
        } else {
            None
        };
        let may_leave = |best: &&Offer| best.may_leave();
        // Without a free copy that may leave, the reasons are those of the best copy that may, if there is one.
        let best = Model::best(&free)
            .filter(may_leave)
            .or(Model::best(&all).filter(may_leave))
            .or(Model::best(&free));
        let best = best.or(Model::best(&all)).expect("every book has copies");
        self.unless_refused(person, book, best, of_copy, now)
    }

    /// The loan of a copy at the desk, or every reason to refuse it.
    pub fn check_out(
        &self,
        person: usize,
        book: usize,
        copy: usize,
        now: Timestamp,
    ) -> Result<Offer, Vec<&'static str>> {
        let offer = self.offer(person, book, copy, now);
        let of_copy = [
            (!offer.may_leave()).then_some("copy_not_lendable"),
            (!self.is_free(book, copy)).then_some("copy_not_available"),
        ];
        self.unless_refused(person, book, &offer, of_copy.into_iter().flatten(), now)
    }

    fn unless_refused(
        &self,
        person: usize,
        book: usize,
        offer: &Offer,
        of_copy: impl IntoIterator<Item = &'static str>,
        now: Timestamp,
    ) -> Result<Offer, Vec<&'static str>> {
        let mut reasons = Vec::new();
        if !self.people[person].is_active {
            reasons.push("account_inactive");
        }
        reasons.extend(self.against(person, &offer.terms, now));
        let mine: Vec<usize> = self.open_of(person).collect();
        // The total does not depend on the item type.
        let in_total = self.rules.terms(self.people[person].category, None);
        if mine.len() >= in_total.loans_allowed {
            reasons.push("borrowing_limit_reached");
        }
        if offer.may_leave() && !offer.is_below_limit() {
            reasons.push("item_type_limit_reached");
        }
        if mine.iter().any(|place| self.borrowings[*place].book == book) {
            reasons.push("already_borrowed");
        }
        reasons.extend(of_copy);
        if offer.due.at <= now {
            reasons.push("due_already");
        }
        if reasons.is_empty() {
            Ok(offer.clone())
        } else {
            Err(reasons)
        }
    }

    /// Every reason to refuse a person any borrowing or renewal under these terms.
    fn against(&self, person: usize, terms: &Terms, now: Timestamp) -> Vec<&'static str> {
        let mut reasons = Vec::new();
        if self.people[person].is_blocked {
            reasons.push("account_blocked");
        }
        let balance = self.balance(person);
        if terms.block_at_balance.is_some_and(|limit| balance >= limit) {
            reasons.push("balance_at_limit");
        }
        let is_overdue = |place: usize| self.borrowings[place].due.at < now;
        if terms.block_on_overdue && self.open_of(person).any(is_overdue) {
            reasons.push("overdue_borrowings");
        }
        reasons
    }

    /// The new due date of a renewed borrowing, with the reasons to refuse the renewal. Blocks and the latest due date are
    /// those of now, everything else is as at the time of the loan.
    fn renewed(&self, borrowing: usize, now: Timestamp) -> (Date, Vec<&'static str>) {
        let Borrowing {
            due,
            terms,
            renewals,
            person,
            item_type,
            ..
        } = &self.borrowings[borrowing];
        let current = self.rules.terms(self.people[*person].category, *item_type);
        let today = self.today(now);
        let from = if terms.renews_from_today {
            today
        } else {
            due.on.max(today)
        };
        let days = terms.renewal_days.unwrap_or(terms.loan_days);
        let in_two_years = plus(today, 730);
        let latest = current.latest_due_date.filter(|latest| *latest >= from);
        let latest = latest.map_or(in_two_years, |latest| latest.min(in_two_years));
        let on = self
            .calendar
            .due_after(from, days, terms.closed_day_rule, Some(latest));
        let mut reasons = Vec::new();
        if *renewals >= terms.renewals_allowed {
            reasons.push("no_renewals_left");
        }
        let opens = terms.no_renewal_before_days.map(|days| plus(due.on, -days));
        if opens.is_some_and(|opens| today < opens) {
            reasons.push("too_early");
        }
        if !self.people[*person].is_active {
            reasons.push("borrower_inactive");
        }
        reasons.extend(self.against(*person, &current, now));
        if on <= due.on {
            reasons.push("due_date_not_later");
        }
        (on.max(due.on), reasons)
    }

    /// Renews a borrowing, or returns every reason to refuse it. Staff may override all of them, except that the
    /// borrowing is closed, and that the due day would be no later.
    pub fn renew(
        &mut self,
        borrowing: usize,
        is_forced: bool,
        now: Timestamp,
    ) -> Result<(), Vec<&'static str>> {
        if !self.is_open(borrowing) {
            return Err(vec!["borrowing_not_open"]);
        }
        let (on, mut reasons) = self.renewed(borrowing, now);
        if is_forced {
            reasons.retain(|reason| *reason == "due_date_not_later");
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let (due, fine) = (self.due(on), self.fine(borrowing, now));
        let borrowing = &mut self.borrowings[borrowing];
        borrowing.charged += fine;
        borrowing.due = due;
        borrowing.renewals += 1;
        Ok(())
    }

    /// The fine for the days since a borrowing was due, without the part that was charged already.
    fn fine(&self, borrowing: usize, now: Timestamp) -> i64 {
        let Borrowing {
            due, terms, charged, ..
        } = &self.borrowings[borrowing];
        let late = self
            .calendar
            .days_late(due.on, self.today(now), terms.fine_skips_closed_days);
        terms.fine(late, *charged)
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
    pub fn borrowed(&mut self, id: String, person: usize, book: usize, offer: Offer) {
        self.borrowings.push(Borrowing {
            id,
            person,
            book,
            copy: offer.copy,
            due: offer.due,
            returned_at: None,
            charged: 0,
            settled: 0,
            renewals: 0,
            item_type: offer.item_type,
            terms: offer.terms,
        });
    }

    /// The barcode of the borrowed copy.
    pub fn barcode(&self, borrowing: usize) -> &str {
        let Borrowing { book, copy, .. } = &self.borrowings[borrowing];
        &self.books[*book].copies[*copy].barcode
    }

    /// Returns a copy, or gives the reason to refuse it.
    pub fn give_back(&mut self, borrowing: usize, now: Timestamp) -> Result<(), &'static str> {
        if !self.is_open(borrowing) {
            return Err("already_returned");
        }
        let fine = self.fine(borrowing, now);
        let borrowing = &mut self.borrowings[borrowing];
        borrowing.returned_at = Some(now);
        borrowing.charged += fine;
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
        let fine = self.fine(borrowing, now);
        let borrowing = &self.borrowings[borrowing];
        let is_overdue = borrowing.returned_at.is_none() && borrowing.due.at < now;
        let running = if is_overdue { fine } else { 0 };
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
                days_between(borrowing.due.on, self.today(now)).max(0)
            } else {
                0
            },
        }
    }

    pub fn today(&self, now: Timestamp) -> Date {
        now.to_zoned(self.zone.clone()).date()
    }
}

fn days_between(from: Date, to: Date) -> i64 {
    let span = from.until((Unit::Day, to)).expect("days fit into a span");
    i64::from(span.get_days())
}
