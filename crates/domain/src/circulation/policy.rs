//! Policies: rules that give a value for a kind of person, item and branch.
//!
//! Each name resolves on its own, so the loan length may come from one rule and the fine from another.

use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

pub use super::terms::Terms;
use crate::money::Amount;

/// What a policy decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PolicyName {
    /// Loan length in days, 1 to 365.
    LoanDays,
    /// Open borrowings a person may have, 0 to 1000.
    LoansAllowed,
    /// Renewals of one borrowing, 0 to 100.
    RenewalsAllowed,
    /// Renewal length in days, 1 to 365, or `none` for the loan length again.
    RenewalDays,
    /// What a renewal counts from: `due_date` or `today`.
    RenewFrom,
    /// Renewal opens this many days before the due date, 0 to 365, or `none` for at any time.
    NoRenewalBeforeDays,
    /// Fine for each period in minor units, 0 to 100,000.
    FinePerPeriod,
    /// Length of a fine period in days, 1 to 365.
    FinePeriodDays,
    /// Days of grace after the due date, 0 to 365.
    GraceDays,
    /// Whether the days of grace are charged once they are over: `included` or `forgiven`.
    GraceRule,
    /// The most one borrowing's overdue fine can be, in minor units, or `none`.
    FineCap,
    /// Whether a fine never exceeds the replacement price: `true` or `false`.
    CapAtReplacementPrice,
    /// Open holds a person may have, 0 to 1000.
    HoldsAllowed,
    /// Open days a book waits on the hold shelf, 1 to 365.
    HoldShelfDays,
    /// Whether an overdue borrowing keeps a person from borrowing: `true` or `false`.
    BlockOnOverdue,
    /// The balance in minor units at which a person may not borrow, from 1, or `none`.
    BlockAtBalance,
    /// Fee in minor units for replacing a lost copy that has no price of its own.
    ReplacementFee,
    /// Fee in minor units for the work that a lost copy makes.
    ProcessingFee,
    /// Where a due date on a closed day goes: `keep`, `next_open` or `previous_open`.
    ClosedDayRule,
    /// No due date is later than this day (end of term), written `2024-06-30`, or `none`.
    LatestDueDate,
    /// Whether closed days cost nothing: `true` or `false`.
    FineSkipsClosedDays,
}

impl PolicyName {
    /// Every name.
    pub const ALL: [PolicyName; 21] = [
        PolicyName::LoanDays,
        PolicyName::LoansAllowed,
        PolicyName::RenewalsAllowed,
        PolicyName::RenewalDays,
        PolicyName::RenewFrom,
        PolicyName::NoRenewalBeforeDays,
        PolicyName::FinePerPeriod,
        PolicyName::FinePeriodDays,
        PolicyName::GraceDays,
        PolicyName::GraceRule,
        PolicyName::FineCap,
        PolicyName::CapAtReplacementPrice,
        PolicyName::HoldsAllowed,
        PolicyName::HoldShelfDays,
        PolicyName::BlockOnOverdue,
        PolicyName::BlockAtBalance,
        PolicyName::ReplacementFee,
        PolicyName::ProcessingFee,
        PolicyName::ClosedDayRule,
        PolicyName::LatestDueDate,
        PolicyName::FineSkipsClosedDays,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            PolicyName::LoanDays => "loan_days",
            PolicyName::LoansAllowed => "loans_allowed",
            PolicyName::RenewalsAllowed => "renewals_allowed",
            PolicyName::RenewalDays => "renewal_days",
            PolicyName::RenewFrom => "renew_from",
            PolicyName::NoRenewalBeforeDays => "no_renewal_before_days",
            PolicyName::FinePerPeriod => "fine_per_period",
            PolicyName::FinePeriodDays => "fine_period_days",
            PolicyName::GraceDays => "grace_days",
            PolicyName::GraceRule => "grace_rule",
            PolicyName::FineCap => "fine_cap",
            PolicyName::CapAtReplacementPrice => "cap_at_replacement_price",
            PolicyName::HoldsAllowed => "holds_allowed",
            PolicyName::HoldShelfDays => "hold_shelf_days",
            PolicyName::BlockOnOverdue => "block_on_overdue",
            PolicyName::BlockAtBalance => "block_at_balance",
            PolicyName::ReplacementFee => "replacement_fee",
            PolicyName::ProcessingFee => "processing_fee",
            PolicyName::ClosedDayRule => "closed_day_rule",
            PolicyName::LatestDueDate => "latest_due_date",
            PolicyName::FineSkipsClosedDays => "fine_skips_closed_days",
        }
    }

    /// Whether the value is an amount in minor units.
    pub fn is_money(self) -> bool {
        matches!(
            self,
            PolicyName::FinePerPeriod
                | PolicyName::FineCap
                | PolicyName::BlockAtBalance
                | PolicyName::ReplacementFee
                | PolicyName::ProcessingFee
        )
    }

    /// The policies that lending, taking back and fines ask for.
    pub const OF_LENDING: [PolicyName; 12] = [
        PolicyName::LoanDays,
        PolicyName::LoansAllowed,
        PolicyName::ClosedDayRule,
        PolicyName::LatestDueDate,
        PolicyName::FinePerPeriod,
        PolicyName::FinePeriodDays,
        PolicyName::GraceDays,
        PolicyName::GraceRule,
        PolicyName::FineCap,
        PolicyName::FineSkipsClosedDays,
        PolicyName::BlockAtBalance,
        PolicyName::BlockOnOverdue,
    ];
}

/// A text that names no policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_policy")]
pub struct UnknownPolicy;

impl FromStr for PolicyName {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<PolicyName, UnknownPolicy> {
        PolicyName::ALL
            .into_iter()
            .find(|name| name.as_str() == text)
            .ok_or(UnknownPolicy)
    }
}

/// Whether the days of grace are charged once they are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraceRule {
    /// Grace only delays the fine: once it is over, every late day counts.
    Included,
    /// Grace is a gift: the days of grace never count.
    Forgiven,
}

/// What a renewal counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RenewFrom {
    /// The due date so far.
    DueDate,
    /// The day of the renewal.
    Today,
}

/// Where a due date on a closed day goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosedDayRule {
    /// It stays.
    Keep,
    /// To the next open day.
    NextOpen,
    /// To the open day before.
    PreviousOpen,
}

impl GraceRule {
    /// Every choice.
    pub const ALL: [GraceRule; 2] = [GraceRule::Included, GraceRule::Forgiven];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            GraceRule::Included => "included",
            GraceRule::Forgiven => "forgiven",
        }
    }
}

impl RenewFrom {
    /// Every choice.
    pub const ALL: [RenewFrom; 2] = [RenewFrom::DueDate, RenewFrom::Today];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            RenewFrom::DueDate => "due_date",
            RenewFrom::Today => "today",
        }
    }
}

impl ClosedDayRule {
    /// Every choice.
    pub const ALL: [ClosedDayRule; 3] = [
        ClosedDayRule::Keep,
        ClosedDayRule::NextOpen,
        ClosedDayRule::PreviousOpen,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            ClosedDayRule::Keep => "keep",
            ClosedDayRule::NextOpen => "next_open",
            ClosedDayRule::PreviousOpen => "previous_open",
        }
    }
}

/// The value of a policy, ready to be shown: a number, an amount in minor units, a choice, a day or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PolicyValue {
    /// A count or a number of days.
    Number(u16),
    /// An amount in whole minor units.
    Money(Amount),
    /// Yes or no.
    Flag(bool),
    /// One of a few words.
    Choice(&'static str),
    /// A civil day.
    Day(Date),
    /// No limit, or no value of its own.
    None,
}

/// The text that stores the value, which [`validate_value`] reads back.
impl std::fmt::Display for PolicyValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PolicyValue::Number(number) => write!(formatter, "{number}"),
            PolicyValue::Money(Amount(minor)) => write!(formatter, "{minor}"),
            PolicyValue::Flag(flag) => write!(formatter, "{flag}"),
            PolicyValue::Choice(choice) => formatter.write_str(choice),
            PolicyValue::Day(date) => write!(formatter, "{date}"),
            PolicyValue::None => formatter.write_str("none"),
        }
    }
}

/// Why a text is no value of a policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum PolicyValueError {
    /// A whole number is wanted.
    #[error("not_a_number")]
    NotANumber,
    /// The number is too small or too great.
    #[error("out_of_range")]
    OutOfRange {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of these words is wanted.
    #[error("not_a_choice")]
    NotAChoice {
        /// The words.
        choices: Vec<&'static str>,
    },
    /// A day such as `2024-06-30` is wanted.
    #[error("not_a_date")]
    NotADate,
}

/// One row of the policy table: a value for the cases it matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyRule {
    /// The rule's identifier.
    pub id: String,
    /// What it decides.
    pub name: PolicyName,
    /// The patron category it is for; nothing for any.
    pub patron_category: Option<String>,
    /// The item type it is for; nothing for any.
    pub item_type: Option<String>,
    /// The branch it is for; nothing for any.
    pub branch: Option<String>,
    /// The value as [`validate_value`] reads it.
    pub value: String,
}

/// Who borrows what and where; nothing matches only the rules for any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Case<'a> {
    /// The borrower's patron category.
    pub patron_category: Option<&'a str>,
    /// The item's type.
    pub item_type: Option<&'a str>,
    /// The branch that lends.
    pub branch: Option<&'a str>,
}

/// A policy's value for a case, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resolved {
    /// The value that holds.
    pub value: PolicyValue,
    /// The rule that gave it; nothing when it is the built-in default.
    pub rule: Option<PolicyRule>,
    /// How many rules of this name matched the case.
    pub considered: usize,
}

impl PolicyRule {
    /// Whether the rule speaks about a case.
    pub fn matches(&self, case: &Case<'_>) -> bool {
        let fits = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| Some(wanted) == found)
        };
        fits(&self.patron_category, case.patron_category)
            && fits(&self.item_type, case.item_type)
            && fits(&self.branch, case.branch)
    }

    /// Whether the rule is the default row, for any person, item and branch.
    pub fn is_default(&self) -> bool {
        self.specificity() == (false, false, false)
    }

    /// Branch outweighs patron category, which outweighs item type (`domain.md`, "Policies").
    fn specificity(&self) -> (bool, bool, bool) {
        (
            self.branch.is_some(),
            self.patron_category.is_some(),
            self.item_type.is_some(),
        )
    }
}

/// The value of one policy for a case: of the rules that match, the most specific one wins, in the order
/// branch, patron category, item type; among equals the newest (greatest identifier).
///
/// A rule whose stored value is not valid is passed over, so that one bad row cannot stop the desk.
pub fn resolve(rules: &[PolicyRule], name: PolicyName, case: &Case<'_>) -> Resolved {
    let mut matching: Vec<&PolicyRule> = rules
        .iter()
        .filter(|rule| rule.name == name && rule.matches(case))
        .collect();
    matching.sort_by(|a, b| (b.specificity(), &b.id).cmp(&(a.specificity(), &a.id)));
    let winner = matching
        .iter()
        .find_map(|rule| Some((*rule, validate_value(name, &rule.value).ok()?)));
    Resolved {
        value: winner.map_or_else(|| Terms::default().value(name), |(_, value)| value),
        rule: winner.map(|(rule, _)| rule.clone()),
        considered: matching.len(),
    }
}

/// Reads the text of a policy's value; see [`PolicyName`] for what each takes.
pub fn validate_value(name: PolicyName, text: &str) -> Result<PolicyValue, PolicyValueError> {
    let mut terms = Terms::default();
    terms.set(name, text.trim())?;
    Ok(terms.value(name))
}

/// What kind of value a policy takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyKind {
    /// A count or a number of days.
    Number,
    /// An amount in minor units.
    Money,
    /// `true` or `false`.
    Flag,
    /// One of a few words.
    Choice,
    /// A civil day.
    Day,
}

/// What values a policy takes, as a form needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyShape {
    /// The kind of value.
    pub kind: PolicyKind,
    /// Whether the value may be `none`.
    pub optional: bool,
    /// The least and the greatest number.
    pub range: Option<(i64, i64)>,
    /// The words of a choice.
    pub choices: Vec<&'static str>,
}

impl PolicyShape {
    /// The values of a policy, learnt from how [`validate_value`] refuses others: there is no second table to keep.
    pub fn of(name: PolicyName) -> PolicyShape {
        let mut shape = PolicyShape {
            kind: PolicyKind::Number,
            optional: validate_value(name, "none").is_ok(),
            range: None,
            choices: Vec::new(),
        };
        match validate_value(name, "?") {
            Err(PolicyValueError::NotADate) => shape.kind = PolicyKind::Day,
            Err(PolicyValueError::NotAChoice { choices }) if choices.contains(&"true") => {
                shape.kind = PolicyKind::Flag;
            }
            Err(PolicyValueError::NotAChoice { choices }) => {
                shape.kind = PolicyKind::Choice;
                shape.choices = choices;
            }
            Err(PolicyValueError::NotANumber | PolicyValueError::OutOfRange { .. }) | Ok(_) => {
                if name.is_money() {
                    shape.kind = PolicyKind::Money;
                }
                if let Err(PolicyValueError::OutOfRange { min, max }) =
                    validate_value(name, &i64::MAX.to_string())
                {
                    shape.range = Some((min, max));
                }
            }
        }
        shape
    }
}
