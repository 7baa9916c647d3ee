//! The product in the random walk, driven through its API and compared with the model.

mod compare;

use std::collections::VecDeque;

use carrel_testkit::{HOUR, Identity, Server};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::model::{Book, Model, Terms};

const PEOPLE: usize = 8;
/// Copies of each book, and its own loan length.
const BOOKS: [(usize, Option<i64>); 8] = [
    (1, None),
    (1, Some(3)),
    (2, None),
    (2, Some(21)),
    (3, None),
    (1, None),
    (1, Some(7)),
    (4, None),
];
/// The maximum age of a session before the walk signs in again, in milliseconds.
const SESSION: i64 = 6 * HOUR;
/// The number of latest steps that a failure reports.
const REMEMBERED: usize = 25;

/// How a fine is settled.
#[derive(Debug, Clone, Copy)]
pub enum Settlement {
    Payment,
    Waiver,
}

/// Who renews a borrowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewer {
    Borrower,
    Staff,
    StaffWithOverrides,
}

/// The refusals of renewals that staff may override.
const OVERRIDABLE: [&str; 6] = [
    "no_renewals_left",
    "too_early",
    "borrower_inactive",
    "balance_at_limit",
    "overdue_borrowings",
    "due_date_not_later",
];

/// A running walk.
pub struct Walk<'a> {
    pub model: Model,
    server: &'a Server,
    seed: usize,
    administrator: Identity,
    people: Vec<Identity>,
    /// The ids of the books.
    books: Vec<String>,
    /// When each person signed in, the administrator last.
    signed_in: Vec<i64>,
    /// The latest steps.
    steps: VecDeque<String>,
    taken: usize,
}

impl<'a> Walk<'a> {
    /// Registers the people and adds the books.
    pub async fn begin(server: &'a Server, seed: usize) -> Self {
        let administrator = server.administrator().await;
        let mut people = Vec::new();
        for _ in 0..PEOPLE {
            people.push(server.student().await);
        }
        let mut books = Vec::new();
        for (number, (copies, own_days)) in BOOKS.iter().enumerate() {
            let mut form = json!({ "title": format!("Walk {number}"), "author": "Walker", "category": "Walks",
                "copies": copies });
            if let Some(days) = own_days {
                form["borrowingPeriod"] = json!(days);
            }
            let added = server.post("/api/books").as_(&administrator).json(&form).await;
            books.push(text(&added.expect(201)["_id"]));
        }
        let now = server.clock.now_ms();
        Walk {
            model: Model {
                zone: TimeZone::UTC,
                terms: Terms::default(),
                people: vec![true; PEOPLE],
                books: BOOKS.map(|(copies, own_days)| Book { copies, own_days }).to_vec(),
                borrowings: Vec::new(),
            },
            server,
            seed,
            administrator,
            people,
            books,
            signed_in: vec![now; PEOPLE + 1],
            steps: VecDeque::new(),
            taken: 0,
        }
    }

    /// A person borrows a book.
    pub async fn borrow(&mut self, person: usize, book: usize) {
        self.step(&format!("person {person} borrows book {book}"));
        self.stay_signed_in(person).await;
        let path = format!("/api/borrowings/{}", self.books[book]);
        let answer = self.server.post(&path).as_(&self.people[person]).await;
        if self.model.people[person] {
            let expected = self.model.borrow(person, book, self.now());
            self.compare_borrowed(person, book, &answer, expected);
        } else {
            // The session ended when the account was closed.
            self.expect_status(&answer, 401);
        }
        self.compare_around(person, book).await;
    }

    /// The desk lends a person a copy of a book: one on the shelf, if there is one.
    pub async fn check_out(&mut self, person: usize, book: usize) {
        self.step(&format!("person {person} gets a copy of book {book} at the desk"));
        self.stay_signed_in(PEOPLE).await;
        let path = format!("/api/books/{}/copies", self.books[book]);
        let copies = self.server.get(&path).as_(&self.administrator).await;
        let on_shelf = copies.list().iter().find(|copy| copy["state"] == "available");
        let copy = on_shelf.unwrap_or(&copies.list()[0]);
        let form = json!({ "user": self.people[person].id, "barcode": copy["barcode"] });
        let answer = self.server.post("/api/desk/check-out").as_(&self.administrator);
        let answer = answer.json(&form).await;
        let mut expected = self.model.borrow(person, book, self.now());
        if !self.model.people[person] {
            let mut reasons = expected.err().unwrap_or_default();
            reasons.insert(0, "account_inactive");
            expected = Err(reasons);
        }
        let expected = expected.map_err(|reasons| {
            // The desk has exactly one copy.
            let of_copy = |reason| match reason {
                "no_copy_available" => "copy_not_available",
                other => other,
            };
            reasons.into_iter().map(of_copy).collect()
        });
        self.compare_borrowed(person, book, &answer, expected);
        self.compare_around(person, book).await;
    }

    /// A borrowing is renewed by the borrower, by staff, or by staff who override every refusal.
    pub async fn renew(&mut self, borrowing: usize, by: Renewer) {
        let id = self.model.borrowings[borrowing].id.clone();
        self.step(&format!("borrowing {borrowing} ({id}) is renewed by {by:?}"));
        let (person, book) = self.parties(borrowing);
        let path = format!("/api/borrowings/{id}/renew");
        let renewer = if by == Renewer::Borrower { person } else { PEOPLE };
        self.stay_signed_in(renewer).await;
        let identity = self.people.get(renewer).unwrap_or(&self.administrator);
        let overrides: Vec<Value> = match by {
            Renewer::StaffWithOverrides => OVERRIDABLE
                .iter()
                .map(|code| json!({ "code": code, "comment": "walk" }))
                .collect(),
            _ => Vec::new(),
        };
        let form = json!({ "overrides": overrides });
        let answer = self.server.post(&path).as_(identity).json(&form).await;
        if by == Renewer::Borrower && !self.model.people[person] {
            // The session ended when the account was closed.
            self.expect_status(&answer, 401);
        } else {
            let is_forced = by == Renewer::StaffWithOverrides;
            match self.model.renew(borrowing, is_forced, self.now()) {
                Ok(()) => {
                    self.expect_status(&answer, 200);
                    self.compare(borrowing, &answer.json["data"]);
                }
                Err(reasons) => self.compare_reasons(&answer, &reasons),
            }
        }
        self.compare_around(person, book).await;
    }

    /// A copy is returned.
    pub async fn give_back(&mut self, borrowing: usize) {
        let id = self.model.borrowings[borrowing].id.clone();
        self.step(&format!("borrowing {borrowing} ({id}) comes back"));
        let path = format!("/api/admin/borrowings/{id}/return");
        self.stay_signed_in(PEOPLE).await;
        let answer = self.server.put(&path).as_(&self.administrator).await;
        let expected = self.model.give_back(borrowing, self.now());
        self.compare_outcome(borrowing, &answer, expected).await;
    }

    /// The desk takes back the copy of an open borrowing.
    pub async fn check_in(&mut self, borrowing: usize) {
        self.step(&format!("the copy of borrowing {borrowing} is checked in"));
        self.stay_signed_in(PEOPLE).await;
        let form = json!({ "barcode": self.model.borrowings[borrowing].barcode });
        let answer = self.server.post("/api/desk/check-in").as_(&self.administrator);
        let answer = answer.json(&form).await;
        self.expect_status(&answer, 200);
        self.expect_equal("outcome", &answer.json["data"]["outcome"], &json!("returned"));
        let returned = self.model.give_back(borrowing, self.now());
        self.expect_equal("the return", &returned, &Ok(()));
        self.compare(borrowing, &answer.json["data"]["borrowing"]);
        let (person, book) = self.parties(borrowing);
        self.compare_around(person, book).await;
    }

    fn parties(&self, borrowing: usize) -> (usize, usize) {
        let borrowing = &self.model.borrowings[borrowing];
        (borrowing.person, borrowing.book)
    }

    /// A fine is paid or waived: an amount, or all of it.
    pub async fn settle(&mut self, borrowing: usize, kind: Settlement, amount: Option<i64>) {
        let id = self.model.borrowings[borrowing].id.clone();
        self.step(&format!(
            "{kind:?} of {amount:?} for borrowing {borrowing} ({id})"
        ));
        let kind = match kind {
            Settlement::Payment => "payments",
            Settlement::Waiver => "waivers",
        };
        let mut form = json!({ "note": "walk" });
        if let Some(amount) = amount {
            form["amount"] = json!(major(amount));
        }
        self.stay_signed_in(PEOPLE).await;
        let path = format!("/api/admin/borrowings/{id}/{kind}");
        let answer = self.server.post(&path).as_(&self.administrator).json(&form).await;
        let expected = self.model.settle(borrowing, amount);
        self.compare_outcome(borrowing, &answer, expected).await;
    }

    /// What is owed for a borrowing, in minor units.
    pub fn owed(&self, borrowing: usize) -> i64 {
        let borrowing = &self.model.borrowings[borrowing];
        borrowing.charged - borrowing.settled
    }

    /// New terms apply to new loans.
    pub async fn rule(&mut self, terms: Terms) {
        self.step(&format!("the terms are {terms:?}"));
        let optional = |amount: Option<i64>| amount.map_or("none".to_owned(), |amount| amount.to_string());
        let rules = [
            ("loan_days", terms.loan_days.to_string()),
            ("loans_allowed", terms.loans_allowed.to_string()),
            ("fine_per_period", terms.fine_per_period.to_string()),
            ("fine_period_days", terms.fine_period_days.to_string()),
            ("grace_days", terms.grace_days.to_string()),
            (
                "grace_rule",
                if terms.grace_is_charged {
                    "included"
                } else {
                    "forgiven"
                }
                .to_owned(),
            ),
            ("fine_cap", optional(terms.fine_cap)),
            ("block_at_balance", optional(terms.block_at_balance)),
            ("block_on_overdue", terms.block_on_overdue.to_string()),
            ("renewals_allowed", terms.renewals_allowed.to_string()),
            ("renewal_days", optional(terms.renewal_days)),
            (
                "renew_from",
                if terms.renews_from_today {
                    "today"
                } else {
                    "due_date"
                }
                .to_owned(),
            ),
            ("no_renewal_before_days", optional(terms.no_renewal_before_days)),
        ];
        let rules: Vec<Value> = rules
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        self.change_settings("rules", json!({ "rules": rules })).await;
        self.model.terms = terms;
    }

    /// The library moves to another time zone.
    pub async fn move_to(&mut self, zone: &str) {
        self.step(&format!("the zone is {zone}"));
        let form = json!({ "name": "Walk", "timeZone": zone, "currency": "USD" });
        self.change_settings("library", form).await;
        self.model
            .move_to(TimeZone::get(zone).expect("a zone of the IANA database"));
    }

    /// A person's account is deactivated, or activated again.
    pub async fn toggle(&mut self, person: usize) {
        let is_active = !self.model.people[person];
        self.step(&format!("person {person} is active: {is_active}"));
        self.stay_signed_in(PEOPLE).await;
        let path = format!("/api/admin/users/{}", self.people[person].id);
        let form = json!({ "isActive": is_active });
        let answer = self.server.put(&path).as_(&self.administrator).json(&form).await;
        self.expect_status(&answer, 200);
        self.model.people[person] = is_active;
        // A session that ended stays ended.
        self.signed_in[person] = i64::MIN;
    }

    /// Time passes, in milliseconds.
    pub async fn wait(&mut self, milliseconds: i64) {
        self.step(&format!("{milliseconds} ms pass"));
        self.server.clock.advance(milliseconds);
        self.compare_around(0, 0).await;
    }

    async fn change_settings(&mut self, section: &str, mut form: Value) {
        self.stay_signed_in(PEOPLE).await;
        let path = format!("/api/admin/settings/{section}");
        let shown = self.server.get(&path).as_(&self.administrator).await;
        form["version"] = shown.expect(200)["version"].clone();
        let answer = self.server.put(&path).as_(&self.administrator).json(&form).await;
        self.expect_status(&answer, 200);
    }

    /// Signs a person in again before the session can have ended.
    async fn stay_signed_in(&mut self, person: usize) {
        let now = self.server.clock.now_ms();
        if now.saturating_sub(self.signed_in[person]) < SESSION {
            return;
        }
        if person == PEOPLE {
            self.administrator = self.server.sign_in_again(&self.administrator).await;
        } else if self.model.people[person] {
            self.people[person] = self.server.sign_in_again(&self.people[person]).await;
        } else {
            return;
        }
        self.signed_in[person] = now;
    }

    fn now(&self) -> Timestamp {
        self.server.clock.now()
    }

    fn step(&mut self, what: &str) {
        self.taken += 1;
        if self.steps.len() == REMEMBERED {
            self.steps.pop_front();
        }
        self.steps
            .push_back(format!("{} {}: {what}", self.taken, self.now()));
    }
}

fn text(value: &Value) -> String {
    let text = value.as_str();
    text.unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// An amount in JSON, which is in dollars, from minor units.
#[expect(clippy::cast_precision_loss, reason = "amounts of the walk are small")]
fn major(minor: i64) -> f64 {
    minor as f64 / 100.0
}
