//! The product in the random walk, driven through its API and compared with the model.

mod charges;
mod compare;
mod undo;

use std::collections::VecDeque;

use carrel_domain::settings::weekday_names;
use carrel_testkit::{HOUR, Identity, Server};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::model::calendar::Calendar;
use crate::model::terms::{ClosedDayRule, Kind, Rules, Setting};
use crate::model::{Book, Copy, Model, Person};

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
/// The codes of the patron categories.
pub const CATEGORIES: [&str; 2] = ["pupil", "teacher"];
/// The codes of the item types.
pub const ITEM_TYPES: [&str; 2] = ["dvd", "textbook"];
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
    "account_blocked",
    "balance_at_limit",
    "overdue_borrowings",
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
    /// Registers the people, and adds the books and the lists of patron categories and item types.
    pub async fn begin(server: &'a Server, seed: usize) -> Self {
        let administrator = server.administrator().await;
        let mut people = Vec::new();
        for _ in 0..PEOPLE {
            people.push(server.student().await);
        }
        let (mut ids, mut books) = (Vec::new(), Vec::new());
        for (number, (copies, own_days)) in BOOKS.into_iter().enumerate() {
            let mut form = json!({ "title": format!("Walk {number}"), "author": "Walker", "category": "Walks",
                "copies": copies });
            if let Some(days) = own_days {
                form["borrowingPeriod"] = json!(days);
            }
            let added = server.post("/api/books").as_(&administrator).json(&form).await;
            let id = text(&added.expect(201)["_id"]);
            let path = format!("/api/books/{id}/copies");
            let listed = server.get(&path).as_(&administrator).await;
            let copy = |copy: &Value| Copy {
                id: text(&copy["_id"]),
                barcode: text(&copy["barcode"]),
                item_type: None,
            };
            let mut copies: Vec<Copy> = listed.list().iter().map(copy).collect();
            copies.sort_by(|one, other| one.barcode.cmp(&other.barcode));
            ids.push(id);
            books.push(Book {
                copies,
                own_days,
                item_type: None,
            });
        }
        let person = Person {
            is_active: true,
            is_blocked: false,
            category: None,
        };
        let now = server.clock.now_ms();
        let mut walk = Walk {
            model: Model {
                zone: TimeZone::UTC,
                calendar: Calendar::default(),
                rules: Rules::default(),
                people: vec![person; PEOPLE],
                books,
                borrowings: Vec::new(),
                charges: Vec::new(),
            },
            server,
            seed,
            administrator,
            people,
            books: ids,
            signed_in: vec![now; PEOPLE + 1],
            steps: VecDeque::new(),
            taken: 0,
        };
        let list = |codes: [&str; 2]| codes.map(|code| json!({ "name": code }));
        let kinds = json!({ "patronCategories": list(CATEGORIES), "itemTypes": list(ITEM_TYPES) });
        walk.change_settings("kinds", kinds).await;
        walk
    }

    /// A person borrows a book.
    pub async fn borrow(&mut self, person: usize, book: usize) {
        self.step(&format!("person {person} borrows book {book}"));
        self.stay_signed_in(person).await;
        let path = format!("/api/borrowings/{}", self.books[book]);
        let answer = self.server.post(&path).as_(&self.people[person]).await;
        if self.model.people[person].is_active {
            let expected = self.model.borrow(person, book, self.now());
            self.compare_borrowed(person, book, &answer, expected);
        } else {
            // The session ended when the account was closed.
            self.expect_status(&answer, 401);
        }
        self.compare_around(person, book).await;
    }

    /// The desk lends a person a copy of a book.
    pub async fn check_out(&mut self, person: usize, book: usize, copy: usize) {
        self.step(&format!(
            "person {person} gets copy {copy} of book {book} at the desk"
        ));
        self.stay_signed_in(PEOPLE).await;
        let barcode = &self.model.books[book].copies[copy].barcode;
        let form = json!({ "user": self.people[person].id, "barcode": barcode });
        let answer = self.server.post("/api/desk/check-out").as_(&self.administrator);
        let answer = answer.json(&form).await;
        let expected = self.model.check_out(person, book, copy, self.now());
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
        if by == Renewer::Borrower && !self.model.people[person].is_active {
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
        let form = json!({ "barcode": self.model.barcode(borrowing) });
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

    /// New rules apply to new loans.
    pub async fn change_rules(&mut self, what: &str, rules: Rules) {
        self.step(what);
        let sent = rules.0.iter().map(|rule| {
            let (name, value) = sent(rule.setting);
            json!({ "name": name, "value": value, "patronCategory": rule.category.map(|kind| CATEGORIES[kind]),
                "itemType": rule.item_type.map(|kind| ITEM_TYPES[kind]) })
        });
        let form = json!({ "rules": sent.collect::<Vec<Value>>() });
        self.change_settings("rules", form).await;
        self.model.rules = rules;
    }

    /// The library opens and closes on other days.
    pub async fn change_calendar(&mut self, calendar: Calendar) {
        self.step(&format!("the closed days are {calendar:?}"));
        let weekdays = weekday_names(calendar.weekdays);
        let closures = calendar
            .closures
            .iter()
            .map(|date| json!({ "date": date, "name": "Walk" }));
        let form = json!({ "closedWeekdays": weekdays, "closures": closures.collect::<Vec<Value>>() });
        self.change_settings("opening-days", form).await;
        self.model.calendar = calendar;
    }

    /// A person gets a patron category, or none.
    pub async fn categorize(&mut self, person: usize, category: Option<Kind>) {
        self.step(&format!("person {person} has category {category:?}"));
        let path = format!("/api/admin/users/{}", self.people[person].id);
        let code = category.map(|kind| CATEGORIES[kind]);
        self.change(&path, json!({ "patronCategory": code })).await;
        self.model.people[person].category = category;
    }

    /// A book gets an item type, or none.
    pub async fn set_type_of_book(&mut self, book: usize, item_type: Option<Kind>) {
        self.step(&format!("book {book} has item type {item_type:?}"));
        let path = format!("/api/books/{}", self.books[book]);
        let code = item_type.map(|kind| ITEM_TYPES[kind]);
        self.change(&path, json!({ "itemType": code })).await;
        self.model.books[book].item_type = item_type;
    }

    /// A copy gets an item type of its own, or that of its book.
    pub async fn set_type_of_copy(&mut self, book: usize, copy: usize, item_type: Option<Kind>) {
        self.step(&format!("copy {copy} of book {book} has item type {item_type:?}"));
        let path = format!("/api/copies/{}", self.model.books[book].copies[copy].id);
        let code = item_type.map(|kind| ITEM_TYPES[kind]);
        self.change(&path, json!({ "itemType": code })).await;
        self.model.books[book].copies[copy].item_type = item_type;
    }

    /// Sends a change of the administrator, and returns the changed entity.
    async fn change(&mut self, path: &str, form: Value) -> Value {
        self.stay_signed_in(PEOPLE).await;
        let answer = self.server.put(path).as_(&self.administrator).json(&form).await;
        self.expect_status(&answer, 200);
        answer.json["data"].clone()
    }

    /// The library moves to another time zone.
    pub async fn move_to(&mut self, zone: &str) {
        self.step(&format!("the zone is {zone}"));
        let form = json!({ "name": "Walk", "timeZone": zone, "currency": "USD", "language": "en" });
        self.change_settings("library", form).await;
        self.model
            .move_to(TimeZone::get(zone).expect("a zone of the IANA database"));
    }

    /// A person's account is deactivated, or activated again.
    pub async fn toggle(&mut self, person: usize) {
        let is_active = !self.model.people[person].is_active;
        self.step(&format!("person {person} is active: {is_active}"));
        let path = format!("/api/admin/users/{}", self.people[person].id);
        self.change(&path, json!({ "isActive": is_active })).await;
        self.model.people[person].is_active = is_active;
        // A session that ended stays ended.
        self.signed_in[person] = i64::MIN;
    }

    /// A person is blocked from borrowing for a reason, or not any more. Sessions do not end.
    pub async fn block(&mut self, person: usize, reason: Option<&str>) {
        self.step(&format!("person {person} is blocked: {reason:?}"));
        let path = format!("/api/admin/users/{}", self.people[person].id);
        let changed = self.change(&path, json!({ "blockReason": reason })).await;
        let shown = (&changed["blockReason"], changed["blockedAt"].is_string());
        self.expect_equal("the block", &shown, &(&json!(reason), reason.is_some()));
        self.model.people[person].is_blocked = reason.is_some();
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
        self.change(&path, form).await;
    }

    /// Signs a person in again before the session can have ended.
    async fn stay_signed_in(&mut self, person: usize) {
        let now = self.server.clock.now_ms();
        if now.saturating_sub(self.signed_in[person]) < SESSION {
            return;
        }
        if person == PEOPLE {
            self.administrator = self.server.sign_in_again(&self.administrator).await;
        } else if self.model.people[person].is_active {
            self.people[person] = self.server.sign_in_again(&self.people[person]).await;
        } else {
            return;
        }
        self.signed_in[person] = now;
    }

    /// Today in the library's zone.
    pub fn today(&self) -> Date {
        self.model.today(self.now())
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

/// The name and the value of a policy in the API.
fn sent(setting: Setting) -> (&'static str, String) {
    let optional = |amount: Option<i64>| amount.map_or("none".to_owned(), |amount| amount.to_string());
    match setting {
        Setting::LoanDays(days) => ("loan_days", days.to_string()),
        Setting::LoansAllowed(count) => ("loans_allowed", count.to_string()),
        Setting::ClosedDayRule(rule) => {
            let rule = match rule {
                ClosedDayRule::Keep => "keep",
                ClosedDayRule::NextOpen => "next_open",
                ClosedDayRule::PreviousOpen => "previous_open",
            };
            ("closed_day_rule", rule.to_owned())
        }
        Setting::LatestDueDate(day) => {
            let day = day.map_or("none".to_owned(), |day| day.to_string());
            ("latest_due_date", day)
        }
        Setting::FinePerPeriod(amount) => ("fine_per_period", amount.to_string()),
        Setting::FinePeriodDays(days) => ("fine_period_days", days.to_string()),
        Setting::GraceDays(days) => ("grace_days", days.to_string()),
        Setting::GraceIsCharged(is_charged) => {
            let rule = if is_charged { "included" } else { "forgiven" };
            ("grace_rule", rule.to_owned())
        }
        Setting::FineCap(cap) => ("fine_cap", optional(cap)),
        Setting::FineSkipsClosedDays(skips) => ("fine_skips_closed_days", skips.to_string()),
        Setting::BlockAtBalance(limit) => ("block_at_balance", optional(limit)),
        Setting::BlockOnOverdue(blocks) => ("block_on_overdue", blocks.to_string()),
        Setting::RenewalsAllowed(count) => ("renewals_allowed", count.to_string()),
        Setting::RenewalDays(days) => ("renewal_days", optional(days)),
        Setting::RenewsFromToday(from_today) => {
            let from = if from_today { "today" } else { "due_date" };
            ("renew_from", from.to_owned())
        }
        Setting::NoRenewalBeforeDays(days) => ("no_renewal_before_days", optional(days)),
    }
}
