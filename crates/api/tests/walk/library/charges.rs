//! Charges without a borrowing.

use carrel_testkit::Answer;
use serde_json::{Value, json};

use super::{PEOPLE, Settlement, Walk, major, text};
use crate::model::charges::Charge;

impl Walk<'_> {
    /// Staff add a charge to the account of a person.
    pub async fn add_charge(&mut self, person: usize, amount: i64) {
        self.step(&format!("person {person} is charged {amount}"));
        self.stay_signed_in(PEOPLE).await;
        let path = format!("/api/users/{}/charges", self.people[person].id);
        let form = json!({ "reason": "other", "amount": major(amount), "description": "walk" });
        let answer = self.server.post(&path).as_(&self.administrator).json(&form).await;
        self.expect_status(&answer, 201);
        self.model.charges.push(Charge {
            id: text(&answer.json["data"]["_id"]),
            person,
            amount,
            settled: 0,
            is_cancelled: false,
        });
        self.compare_charges(person).await;
    }

    /// A charge is paid or waived: an amount, or all of it.
    pub async fn settle_charge(&mut self, charge: usize, kind: Settlement, amount: Option<i64>) {
        self.step(&format!("{kind:?} of {amount:?} for charge {charge}"));
        self.stay_signed_in(PEOPLE).await;
        let kind = match kind {
            Settlement::Payment => "payment",
            Settlement::Waiver => "waiver",
        };
        let mut form = json!({ "note": "walk" });
        if let Some(amount) = amount {
            form["amount"] = json!(major(amount));
        }
        let path = format!("/api/charges/{}/{kind}", self.model.charges[charge].id);
        let answer = self.server.post(&path).as_(&self.administrator).json(&form).await;
        let expected = self.model.settle_charge(charge, amount);
        self.compare_charge(charge, &answer, expected).await;
    }

    /// A charge is cancelled as a mistake.
    pub async fn cancel_charge(&mut self, charge: usize) {
        self.step(&format!("charge {charge} is cancelled"));
        self.stay_signed_in(PEOPLE).await;
        let path = format!("/api/charges/{}/cancel", self.model.charges[charge].id);
        let answer = self.server.post(&path).as_(&self.administrator).await;
        let expected = self.model.cancel_charge(charge);
        self.compare_charge(charge, &answer, expected).await;
    }

    async fn compare_charge(&mut self, charge: usize, answer: &Answer, expected: Result<(), &str>) {
        match expected {
            Ok(()) => {
                self.expect_status(answer, 200);
                let owed = json!(major(self.model.charges[charge].owed()));
                self.expect_equal("outstanding", &&answer.json["data"]["outstanding"], &&owed);
            }
            Err(code) => {
                let (_, given, _) = answer.failure();
                self.expect_equal("code", &given, &code);
            }
        }
        self.compare_charges(self.model.charges[charge].person).await;
    }

    /// Compares what a person owes in all, and the number of charges that count.
    async fn compare_charges(&mut self, person: usize) {
        let id = self.people[person].id;
        let path = format!("/api/admin/users/{id}");
        let shown = self.server.get(&path).as_(&self.administrator).await;
        let owed = json!(major(self.model.balance(person)));
        self.expect_equal("balance", &&shown.expect(200)["balance"], &&owed);
        let path = format!("/api/users/{id}/charges");
        let listed = self.server.get(&path).as_(&self.administrator).await;
        let mine = self.model.charges.iter().filter(|charge| charge.person == person);
        let count = mine.filter(|charge| !charge.is_cancelled).count();
        let total: &Value = &listed.json["pagination"]["total"];
        self.expect_equal("charges", &total, &&json!(count));
    }
}
