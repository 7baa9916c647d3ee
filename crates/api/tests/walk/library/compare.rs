//! Compares the responses of the product with those of the model.

use carrel_testkit::Answer;
use serde_json::Value;

use super::{PEOPLE, Walk, text};
use crate::model::{Due, Offer, Shown};

impl Walk<'_> {
    /// Compares the response to a borrowing with the model's expectation, and records the borrowing.
    pub(super) fn compare_borrowed(
        &mut self,
        person: usize,
        book: usize,
        answer: &Answer,
        expected: Result<Offer, Vec<&str>>,
    ) {
        match expected {
            Ok(offer) => {
                self.expect_status(answer, 201);
                let borrowing = &answer.json["data"];
                self.model.borrowed(text(&borrowing["_id"]), person, book, offer);
                let place = self.model.borrowings.len() - 1;
                self.compare(place, borrowing);
                let barcode = text(&borrowing["copy"]["barcode"]);
                self.expect_equal("copy", &barcode.as_str(), &self.model.barcode(place));
            }
            Err(reasons) => self.compare_reasons(answer, &reasons),
        }
    }

    pub(super) fn compare_reasons(&self, answer: &Answer, expected: &[&str]) {
        self.expect_status(answer, 409);
        let given: Vec<&str> = answer.errors().into_iter().map(|(code, _)| code).collect();
        self.expect_equal("reasons", &given.as_slice(), &expected);
    }

    /// Compares the response about a borrowing with the model's expectation, then related data.
    pub(super) async fn compare_outcome(
        &mut self,
        borrowing: usize,
        answer: &Answer,
        expected: Result<(), &str>,
    ) {
        match expected {
            Ok(()) => {
                self.expect_status(answer, 200);
                self.compare(borrowing, &answer.json["data"]);
            }
            Err(code) => {
                let (_, given, _) = answer.failure();
                self.expect_equal("code", &given, &code);
            }
        }
        let (person, book) = self.parties(borrowing);
        self.compare_around(person, book).await;
    }

    /// Compares the open borrowings of a person and the free copies of a book.
    pub(super) async fn compare_around(&mut self, person: usize, book: usize) {
        self.stay_signed_in(PEOPLE).await;
        let path = format!(
            "/api/admin/borrowings/user/{}?status=open&limit=100",
            self.people[person].id
        );
        let listed = self.server.get(&path).as_(&self.administrator).await;
        let open: Vec<usize> = self.model.open_of(person).collect();
        self.expect_equal("open borrowings", &listed.list().len(), &open.len());
        for place in open {
            let id = &self.model.borrowings[place].id;
            let found = listed.list().iter().find(|entry| entry["_id"] == id.as_str());
            let found = found.unwrap_or_else(|| self.fail(&format!("borrowing {id} is not listed")));
            self.compare(place, found);
        }
        let path = format!("/api/books/{}", self.books[book]);
        let shown = self.server.get(&path).as_(&self.administrator).await;
        let available = shown.expect(200)["availableCopies"].as_u64();
        self.expect_equal(
            "free copies",
            &available,
            &Some(self.model.available(book) as u64),
        );
    }

    /// Compares all people, all books, and the figures of the library.
    pub async fn compare_everything(&mut self) {
        for person in 0..PEOPLE {
            self.compare_around(person, person % self.books.len()).await;
        }
        let stats = self.server.get("/api/admin/stats").as_(&self.administrator).await;
        let stats = stats.expect(200);
        let count = |field: &str| stats[field].as_u64();
        let overdue = self.model.overdue(self.now()) as u64;
        self.expect_equal("overdue", &count("overdueBooks"), &Some(overdue));
        let all = self.model.borrowings.len() as u64;
        self.expect_equal("borrowings", &count("totalBorrowings"), &Some(all));
    }

    pub(super) fn compare(&self, borrowing: usize, answer: &Value) {
        let instant = |field: &str| {
            answer[field]
                .as_str()
                .map(|text| text.parse().expect("an instant"))
        };
        let given = Shown {
            status: match answer["status"].as_str() {
                Some("active") => "active",
                Some("overdue") => "overdue",
                Some("returned") => "returned",
                _ => "unknown",
            },
            due: Due {
                on: text(&answer["dueOn"]).parse().expect("a day"),
                at: instant("dueDate").expect("a due date"),
            },
            returned_at: instant("returnedDate"),
            fine: minor(&answer["fineAmount"]),
            is_paid: answer["finePaid"] == true,
            outstanding: minor(&answer["fineOutstanding"]),
            days_overdue: answer["daysOverdue"].as_i64().unwrap_or(-1),
            renewals: answer["renewals"].as_i64().unwrap_or(-1),
            renewals_left: answer["renewalsLeft"].as_i64().unwrap_or(-1),
        };
        let expected = self.model.shown(borrowing, self.now());
        self.expect_equal(&format!("borrowing {borrowing}"), &given, &expected);
        let (person, book) = self.parties(borrowing);
        let parties = (text(&answer["user"]["_id"]), text(&answer["book"]["_id"]));
        let expected = (self.people[person].id.to_string(), self.books[book].clone());
        self.expect_equal("parties", &parties, &expected);
    }

    pub(super) fn expect_status(&self, answer: &Answer, status: u16) {
        if answer.status != status {
            self.fail(&format!(
                "{} instead of {status}: {}",
                answer.status,
                answer.text()
            ));
        }
    }

    pub(super) fn expect_equal<T: PartialEq + std::fmt::Debug>(&self, what: &str, given: &T, expected: &T) {
        if given != expected {
            self.fail(&format!("{what}\n  product: {given:?}\n  model:   {expected:?}"));
        }
    }

    pub(super) fn fail(&self, what: &str) -> ! {
        let steps: Vec<&str> = self.steps.iter().map(String::as_str).collect();
        panic!(
            "{what}\nCARREL_WALK_SEED={}, the latest steps:\n{}",
            self.seed,
            steps.join("\n")
        );
    }
}

/// An amount in JSON as minor units.
#[expect(clippy::cast_possible_truncation, reason = "amounts of the walk are small")]
fn minor(value: &Value) -> i64 {
    let dollars = value.as_f64();
    let dollars = dollars.unwrap_or_else(|| panic!("no amount: {value}"));
    (dollars * 100.0).round() as i64
}
