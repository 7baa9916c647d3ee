//! Charges without a borrowing.

use super::Model;

/// A charge that staff added to the account of a person.
#[derive(Debug, Clone)]
pub struct Charge {
    pub id: String,
    pub person: usize,
    pub amount: i64,
    pub settled: i64,
    pub is_cancelled: bool,
}

impl Charge {
    /// What is owed for it.
    pub fn owed(&self) -> i64 {
        if self.is_cancelled {
            0
        } else {
            self.amount - self.settled
        }
    }
}

impl Model {
    /// What a person owes for charges without a borrowing.
    pub(super) fn owed_for_charges(&self, person: usize) -> i64 {
        let mine = self.charges.iter().filter(|charge| charge.person == person);
        mine.map(Charge::owed).sum()
    }

    /// A payment or a waiver of a charge: the code of the refusal, if it is refused.
    pub fn settle_charge(&mut self, charge: usize, amount: Option<i64>) -> Result<(), &'static str> {
        let charge = &mut self.charges[charge];
        let owed = charge.owed();
        let amount = amount.unwrap_or(owed);
        if owed == 0 {
            return Err("nothing_owed");
        }
        if amount <= 0 || amount > owed {
            return Err("validation");
        }
        charge.settled += amount;
        Ok(())
    }

    /// A charge is cancelled: the code of the refusal, if it is refused.
    pub fn cancel_charge(&mut self, charge: usize) -> Result<(), &'static str> {
        let charge = &mut self.charges[charge];
        if charge.is_cancelled {
            return Err("charge_cancelled");
        }
        if charge.settled > 0 {
            return Err("charge_settled");
        }
        charge.is_cancelled = true;
        Ok(())
    }
}
