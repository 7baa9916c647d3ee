//! The terms of one borrowing: every policy resolved and typed.

use std::ops::RangeInclusive;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::{
    Case, ClosedDayRule, GraceRule, PolicyName, PolicyRule, PolicyValue, PolicyValueError, RenewFrom, resolve,
};
use crate::money::Amount;

/// The word for "no limit" or "no value of its own".
const NONE: &str = "none";

/// Every policy's value for one case, as it is stored beside a borrowing when it begins.
///
/// The default is what holds out of the box (`domain.md`, "Policies"); a field that an older record
/// lacks is read as its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a policy of its own, none is a state"
)]
pub struct Terms {
    /// Loan length in days.
    pub loan_days: u16,
    /// Whether the loan length is the default one, so that a book's own period wins over it.
    pub loan_days_is_default: bool,
    /// Open borrowings a person may have.
    pub loans_allowed: u16,
    /// Renewals of one borrowing.
    pub renewals_allowed: u16,
    /// Renewal length in days; nothing for the loan length again.
    pub renewal_days: Option<u16>,
    /// What a renewal counts from.
    pub renew_from: RenewFrom,
    /// Renewal opens this many days before the due date; nothing for at any time.
    pub no_renewal_before_days: Option<u16>,
    /// Fine for each period.
    pub fine_per_period: Amount,
    /// Length of a fine period in days.
    pub fine_period_days: u16,
    /// Days of grace after the due date.
    pub grace_days: u16,
    /// Whether the days of grace are charged once they are over.
    pub grace_rule: GraceRule,
    /// The most one borrowing's overdue fine can be.
    pub fine_cap: Option<Amount>,
    /// Whether a fine never exceeds the replacement price.
    pub cap_at_replacement_price: bool,
    /// Open holds a person may have.
    pub holds_allowed: u16,
    /// Open days a book waits on the hold shelf.
    pub hold_shelf_days: u16,
    /// Whether an overdue borrowing keeps a person from borrowing.
    pub block_on_overdue: bool,
    /// The balance at which a person may not borrow.
    pub block_at_balance: Option<Amount>,
    /// Fee for replacing a lost copy that has no price of its own.
    pub replacement_fee: Amount,
    /// Fee for the work that a lost copy makes.
    pub processing_fee: Amount,
    /// Where a due date on a closed day goes.
    pub closed_day_rule: ClosedDayRule,
    /// No due date is later than this day.
    pub latest_due_date: Option<Date>,
    /// Whether closed days cost nothing.
    pub fine_skips_closed_days: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            loan_days: 14,
            loan_days_is_default: true,
            loans_allowed: 5,
            renewals_allowed: 2,
            renewal_days: None,
            renew_from: RenewFrom::DueDate,
            no_renewal_before_days: None,
            fine_per_period: Amount(25),
            fine_period_days: 1,
            grace_days: 1,
            grace_rule: GraceRule::Forgiven,
            fine_cap: Some(Amount(1000)),
            cap_at_replacement_price: false,
            holds_allowed: 5,
            hold_shelf_days: 3,
            block_on_overdue: false,
            block_at_balance: Some(Amount(1000)),
            replacement_fee: Amount::ZERO,
            processing_fee: Amount::ZERO,
            closed_day_rule: ClosedDayRule::NextOpen,
            latest_due_date: None,
            fine_skips_closed_days: false,
        }
    }
}

impl Terms {
    /// Resolves every policy for a case, each on its own.
    pub fn resolve(rules: &[PolicyRule], case: &Case<'_>) -> Terms {
        let mut terms = Terms::default();
        for name in PolicyName::ALL {
            let Some(rule) = resolve(rules, name, case).rule else {
                continue;
            };
            if terms.set(name, rule.value.trim()).is_ok() && name == PolicyName::LoanDays {
                terms.loan_days_is_default = rule.is_default();
            }
        }
        terms
    }

    /// The value of one policy.
    pub fn value(&self, name: PolicyName) -> PolicyValue {
        use PolicyValue::{Choice, Day, Flag, Money, None, Number};
        match name {
            PolicyName::LoanDays => Number(self.loan_days),
            PolicyName::LoansAllowed => Number(self.loans_allowed),
            PolicyName::RenewalsAllowed => Number(self.renewals_allowed),
            PolicyName::RenewalDays => self.renewal_days.map_or(None, Number),
            PolicyName::RenewFrom => Choice(self.renew_from.as_str()),
            PolicyName::NoRenewalBeforeDays => self.no_renewal_before_days.map_or(None, Number),
            PolicyName::FinePerPeriod => Money(self.fine_per_period),
            PolicyName::FinePeriodDays => Number(self.fine_period_days),
            PolicyName::GraceDays => Number(self.grace_days),
            PolicyName::GraceRule => Choice(self.grace_rule.as_str()),
            PolicyName::FineCap => self.fine_cap.map_or(None, Money),
            PolicyName::CapAtReplacementPrice => Flag(self.cap_at_replacement_price),
            PolicyName::HoldsAllowed => Number(self.holds_allowed),
            PolicyName::HoldShelfDays => Number(self.hold_shelf_days),
            PolicyName::BlockOnOverdue => Flag(self.block_on_overdue),
            PolicyName::BlockAtBalance => self.block_at_balance.map_or(None, Money),
            PolicyName::ReplacementFee => Money(self.replacement_fee),
            PolicyName::ProcessingFee => Money(self.processing_fee),
            PolicyName::ClosedDayRule => Choice(self.closed_day_rule.as_str()),
            PolicyName::LatestDueDate => self.latest_due_date.map_or(None, Day),
            PolicyName::FineSkipsClosedDays => Flag(self.fine_skips_closed_days),
        }
    }

    /// Sets one policy from the text that stores its value.
    pub(super) fn set(&mut self, name: PolicyName, text: &str) -> Result<(), PolicyValueError> {
        match name {
            PolicyName::LoanDays => self.loan_days = number(text, 1..=365)?,
            PolicyName::LoansAllowed => self.loans_allowed = number(text, 0..=1000)?,
            PolicyName::RenewalsAllowed => self.renewals_allowed = number(text, 0..=100)?,
            PolicyName::RenewalDays => self.renewal_days = optional(text, |text| number(text, 1..=365))?,
            PolicyName::RenewFrom => self.renew_from = choice(text, RenewFrom::ALL, RenewFrom::as_str)?,
            PolicyName::NoRenewalBeforeDays => {
                self.no_renewal_before_days = optional(text, |text| number(text, 0..=365))?;
            }
            PolicyName::FinePerPeriod => self.fine_per_period = money(text, 0..=100_000)?,
            PolicyName::FinePeriodDays => self.fine_period_days = number(text, 1..=365)?,
            PolicyName::GraceDays => self.grace_days = number(text, 0..=365)?,
            PolicyName::GraceRule => self.grace_rule = choice(text, GraceRule::ALL, GraceRule::as_str)?,
            PolicyName::FineCap => {
                self.fine_cap = optional(text, |text| money(text, 0..=10_000_000))?;
            }
            PolicyName::CapAtReplacementPrice => self.cap_at_replacement_price = flag(text)?,
            PolicyName::HoldsAllowed => self.holds_allowed = number(text, 0..=1000)?,
            PolicyName::HoldShelfDays => self.hold_shelf_days = number(text, 1..=365)?,
            PolicyName::BlockOnOverdue => self.block_on_overdue = flag(text)?,
            PolicyName::BlockAtBalance => {
                self.block_at_balance = optional(text, |text| money(text, 1..=10_000_000))?;
            }
            PolicyName::ReplacementFee => self.replacement_fee = money(text, 0..=10_000_000)?,
            PolicyName::ProcessingFee => self.processing_fee = money(text, 0..=10_000_000)?,
            PolicyName::ClosedDayRule => {
                self.closed_day_rule = choice(text, ClosedDayRule::ALL, ClosedDayRule::as_str)?;
            }
            PolicyName::LatestDueDate => self.latest_due_date = optional(text, day)?,
            PolicyName::FineSkipsClosedDays => self.fine_skips_closed_days = flag(text)?,
        }
        Ok(())
    }
}

fn whole(text: &str, min: i64, max: i64) -> Result<i64, PolicyValueError> {
    let value: i64 = text.parse().map_err(|_| PolicyValueError::NotANumber)?;
    if (min..=max).contains(&value) {
        Ok(value)
    } else {
        Err(PolicyValueError::OutOfRange { min, max })
    }
}

fn number(text: &str, range: RangeInclusive<u16>) -> Result<u16, PolicyValueError> {
    let value = whole(text, i64::from(*range.start()), i64::from(*range.end()))?;
    Ok(u16::try_from(value).expect("the range lies within 16 bits"))
}

fn money(text: &str, range: RangeInclusive<i64>) -> Result<Amount, PolicyValueError> {
    whole(text, *range.start(), *range.end()).map(Amount)
}

fn flag(text: &str) -> Result<bool, PolicyValueError> {
    choice(text, [true, false], |flag| if flag { "true" } else { "false" })
}

fn day(text: &str) -> Result<Date, PolicyValueError> {
    text.parse().map_err(|_| PolicyValueError::NotADate)
}

fn choice<T: Copy, const N: usize>(
    text: &str,
    all: [T; N],
    as_str: impl Fn(T) -> &'static str,
) -> Result<T, PolicyValueError> {
    all.into_iter()
        .find(|value| as_str(*value) == text)
        .ok_or_else(|| PolicyValueError::NotAChoice {
            choices: all.into_iter().map(as_str).collect(),
        })
}

fn optional<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, PolicyValueError>,
) -> Result<Option<T>, PolicyValueError> {
    if text == NONE {
        Ok(None)
    } else {
        read(text).map(Some)
    }
}
