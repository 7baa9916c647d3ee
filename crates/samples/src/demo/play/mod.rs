//! Simulates the demo's year by the rules of the library: turns the occasions into events, in order.

mod consequences;

use std::collections::{BTreeMap, HashSet};

use carrel_domain::calendar::civil_date;
use carrel_domain::circulation::due::due_date;
use carrel_domain::circulation::eligibility::{BorrowFacts, PersonFacts, WantedCopy, refusals};
use carrel_domain::circulation::policy::{LoanLimits, Terms};
use carrel_domain::money::{Amount, Currency};
use jiff::Timestamp;
use jiff::civil::Date;

use super::days::Days;
use super::people::Person;
use super::shelf::DemoBook;
use super::year::{Fate, Occasion, Removal, Wish};
use crate::random::Random;

/// The maximum number of borrowings that a person keeps open, so that every person can borrow one more.
const KEPT: u32 = 3;
/// How many people are tried for an occasion.
const TRIES: usize = 40;

/// One borrowing of the demo's year.
pub(super) struct Borrowing {
    pub person: usize,
    pub book: usize,
    pub borrowed_at: Timestamp,
    pub due_on: Date,
}

/// Something that happened.
pub(super) struct Event {
    pub at: Timestamp,
    pub what: What,
}

/// The kinds of events; borrowings, books and removals are referred to by their index.
pub(super) enum What {
    Borrowed {
        borrowing: usize,
    },
    Returned {
        borrowing: usize,
    },
    Paid {
        borrowing: usize,
        amount: Amount,
    },
    Waived {
        borrowing: usize,
        amount: Amount,
        note: &'static str,
    },
    Removed {
        book: usize,
        removal: Removal,
    },
    Repaired {
        number: usize,
        book: usize,
    },
    Rated {
        borrowing: usize,
        stars: u8,
    },
}

/// The result of the simulation.
pub(super) struct Played {
    pub borrowings: Vec<Borrowing>,
    /// In the order of their instants.
    pub events: Vec<Event>,
}

/// Simulates the occasions. An occasion that the rules refuse has no effect.
pub(super) fn play(
    days: &Days,
    terms: &Terms,
    people: &[Person],
    books: &[DemoBook],
    occasions: Vec<Occasion>,
    random: &mut Random,
) -> Played {
    let mut library = Play {
        days,
        terms,
        people: people.iter().map(|person| Member::new(person, books)).collect(),
        books: books.iter().map(Shelved::new).collect(),
        random,
        ahead: BTreeMap::new(),
        scheduled: 0,
        removals: 0,
        played: Played {
            borrowings: Vec::new(),
            events: Vec::new(),
        },
    };
    for occasion in occasions {
        library.catch_up(occasion.at);
        match occasion.wish {
            Wish::Borrow {
                who,
                period,
                last_copy,
                fate,
            } => {
                let wanted = Wanted {
                    at: occasion.at,
                    period,
                    last_copy,
                    fate,
                };
                library.borrow(who, &wanted);
            }
            Wish::Remove(removal) => library.remove(occasion.at, removal),
        }
    }
    library.catch_up(days.now);
    library.played
}

/// The state of a person during the simulation.
struct Member<'a> {
    person: &'a Person,
    /// How attractive each book is for this person.
    taste: Vec<u64>,
    had: HashSet<usize>,
    open: u32,
    /// Open borrowings that stay open, and how many of them become overdue.
    kept: u32,
    overdue: u32,
    balance: Amount,
    owed_for_good: Amount,
}

impl<'a> Member<'a> {
    fn new(person: &'a Person, books: &[DemoBook]) -> Self {
        Member {
            person,
            taste: books.iter().map(|book| book.appeal_to(person)).collect(),
            had: HashSet::new(),
            open: 0,
            kept: 0,
            overdue: 0,
            balance: Amount::ZERO,
            owed_for_good: Amount::ZERO,
        }
    }

    /// Whether this person can be chosen at random for a borrowing with this fate.
    fn may_come(&self, at: Timestamp, fate: Fate) -> bool {
        let fits = match fate {
            Fate::Kept { overdue } => self.kept < KEPT && !(overdue && self.overdue > 0),
            Fate::Returned | Fate::Punctual | Fate::Late { .. } => true,
        };
        fits && self.person.joined_at < at && at < self.person.borrows_until
    }
}

/// The state of a book during the simulation.
struct Shelved<'a> {
    book: &'a DemoBook,
    total: u32,
    available: u32,
    /// Whether a copy stays out overdue: at most one such borrowing per book.
    overdue: bool,
}

impl<'a> Shelved<'a> {
    fn new(book: &'a DemoBook) -> Self {
        Shelved {
            book,
            total: book.copies(),
            available: book.copies(),
            overdue: false,
        }
    }
}

/// The fixed part of a borrowing that is to happen.
struct Wanted {
    at: Timestamp,
    period: Option<u16>,
    last_copy: bool,
    fate: Fate,
}

/// A scheduled event; it is dropped if the year ends before.
enum Ahead {
    Return {
        borrowing: usize,
        fate: Fate,
    },
    Settle {
        borrowing: usize,
        amount: Amount,
        waived: Option<&'static str>,
    },
    Repaired {
        number: usize,
        book: usize,
    },
    Rate {
        borrowing: usize,
        stars: u8,
    },
}

struct Play<'a> {
    days: &'a Days,
    terms: &'a Terms,
    people: Vec<Member<'a>>,
    books: Vec<Shelved<'a>>,
    random: &'a mut Random,
    /// By instant, then in the order of scheduling.
    ahead: BTreeMap<(Timestamp, usize), Ahead>,
    scheduled: usize,
    removals: usize,
    played: Played,
}

impl Play<'_> {
    fn schedule(&mut self, at: Timestamp, what: Ahead) {
        self.scheduled += 1;
        self.ahead.insert((at, self.scheduled), what);
    }

    fn record(&mut self, at: Timestamp, what: What) {
        self.played.events.push(Event { at, what });
    }

    /// Processes all scheduled events before an instant.
    fn catch_up(&mut self, until: Timestamp) {
        while let Some(next) = self.ahead.first_entry().filter(|next| next.key().0 < until) {
            let ((at, _), what) = next.remove_entry();
            match what {
                Ahead::Return { borrowing, fate } => self.give_back(at, borrowing, fate),
                Ahead::Settle {
                    borrowing,
                    amount,
                    waived,
                } => {
                    let person = self.played.borrowings[borrowing].person;
                    self.people[person].balance.0 -= amount.0;
                    let what = match waived {
                        Some(note) => What::Waived {
                            borrowing,
                            amount,
                            note,
                        },
                        None => What::Paid { borrowing, amount },
                    };
                    self.record(at, what);
                }
                Ahead::Repaired { number, book } => {
                    self.books[book].available += 1;
                    self.record(at, What::Repaired { number, book });
                }
                Ahead::Rate { borrowing, stars } => self.record(at, What::Rated { borrowing, stars }),
            }
        }
    }

    /// Lends a suitable book, to `who` or to a random person; does nothing when the rules allow none.
    fn borrow(&mut self, who: Option<usize>, wanted: &Wanted) {
        for attempt in 0..TRIES {
            let Some(person) = who.or_else(|| self.random_person(wanted)) else {
                return;
            };
            // After half of the attempts, a copy that is not the last one is accepted.
            let last_copy = wanted.last_copy && attempt < TRIES / 2;
            if let Some(book) = self.suitable_book(person, wanted, last_copy)
                && self.may_borrow(person, book, wanted.at)
                && self.lend(person, book, wanted)
            {
                return;
            }
        }
    }

    fn random_person(&mut self, wanted: &Wanted) -> Option<usize> {
        let activities: Vec<u64> = self
            .people
            .iter()
            .map(|member| {
                if member.may_come(wanted.at, wanted.fate) {
                    member.person.activity
                } else {
                    0
                }
            })
            .collect();
        self.random.weighted(&activities)
    }

    fn suitable_book(&mut self, person: usize, wanted: &Wanted, last_copy: bool) -> Option<usize> {
        let member = &self.people[person];
        let becomes_overdue = wanted.fate == Fate::Kept { overdue: true };
        let tastes: Vec<u64> = self
            .books
            .iter()
            .enumerate()
            .map(|(place, shelved)| {
                let suits = shelved.book.created_at < wanted.at
                    && wanted.period.is_none_or(|period| shelved.book.period == period)
                    && (shelved.available == 1 || shelved.available > 1 && !last_copy)
                    && !(becomes_overdue && shelved.overdue)
                    && !member.had.contains(&place);
                if suits { member.taste[place] } else { 0 }
            })
            .collect();
        self.random.weighted(&tastes)
    }

    /// The decision of the library's own rules.
    fn may_borrow(&self, person: usize, book: usize, at: Timestamp) -> bool {
        let member = &self.people[person];
        let is_active = member.person.deactivated_at.is_none_or(|left_at| at < left_at);
        let facts = BorrowFacts {
            person: PersonFacts {
                is_active: is_active && member.person.joined_at <= at,
                is_blocked: false,
                expires_on: None,
                balance: member.balance,
                // The default terms do not depend on it.
                overdue_borrowings: 0,
                open_borrowings: member.open,
            },
            is_archived: false,
            copy: WantedCopy::Any {
                some_may_leave: true,
                some_is_available: self.books[book].available > 0,
            },
            copies_wait_for_holds: false,
            same_book: None,
            terms: self.terms,
            limits: LoanLimits {
                total: self.terms.loans_allowed,
                of_type: None,
            },
            open_of_type: 0,
            today: civil_date(at, &self.days.zone),
            currency: Currency::DOLLAR,
            due_already: None,
        };
        refusals(&facts).is_empty()
    }

    /// Lends a book; false when its fate does not fit the due date.
    fn lend(&mut self, person: usize, book: usize, wanted: &Wanted) -> bool {
        let borrowed_on = civil_date(wanted.at, &self.days.zone);
        let period = self.books[book].book.book.record.loan_period();
        let due_on = due_date(borrowed_on, self.terms, period, &self.days.calendar).date;
        let returned_at = self.return_time(borrowed_on, due_on, wanted.fate);
        let kept = matches!(wanted.fate, Fate::Kept { .. });
        if returned_at.is_none() && !kept {
            return false;
        }
        let borrowing = self.played.borrowings.len();
        self.played.borrowings.push(Borrowing {
            person,
            book,
            borrowed_at: wanted.at,
            due_on,
        });
        self.record(wanted.at, What::Borrowed { borrowing });
        let becomes_overdue = wanted.fate == Fate::Kept { overdue: true };
        let member = &mut self.people[person];
        member.had.insert(book);
        member.open += 1;
        member.kept += u32::from(kept);
        member.overdue += u32::from(becomes_overdue);
        self.books[book].available -= 1;
        self.books[book].overdue |= becomes_overdue;
        if let Some(at) = returned_at {
            let fate = wanted.fate;
            self.schedule(at, Ahead::Return { borrowing, fate });
        }
        true
    }
}
