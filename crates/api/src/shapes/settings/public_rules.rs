//! The circulation rules that are public.

use carrel_domain::settings::weekday_names;
use carrel_operations::settings::PublicRules;
use serde::Serialize;
use utoipa::ToSchema;

use super::opening::ClosureShape;
use crate::shapes::words::{GraceRuleName, Weekday};

/// The standard circulation rules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LibraryRules)]
pub(crate) struct LibraryRulesShape {
    /// The default loan period of a book, in days.
    pub loan_days: u16,
    /// The maximum number of open borrowings of a person.
    pub loans_allowed: u16,
    /// How often a borrowing can be renewed.
    pub renewals_allowed: u16,
    /// The length of a renewal in days; null for the loan period.
    pub renewal_days: Option<u16>,
    /// The number of days before the due date from which a renewal is possible; null for no limit.
    pub no_renewal_before_days: Option<u16>,
    /// In the library's currency, for each period.
    pub fine_per_period: f64,
    /// The length of a period in days.
    pub fine_period_days: u16,
    /// The grace period, in days.
    pub grace_days: u16,
    /// Whether the days of grace are free once the grace period is over.
    #[schema(value_type = GraceRuleName)]
    pub grace_rule: &'static str,
    /// The maximum fine of one return; null for no limit.
    pub fine_cap: Option<f64>,
    /// The balance at which borrowing is blocked; null for no limit.
    pub block_at_balance: Option<f64>,
    /// Whether an overdue book blocks borrowing.
    pub block_on_overdue: bool,
    /// The latest possible due date.
    #[schema(format = Date)]
    pub latest_due_date: Option<String>,
    #[schema(value_type = Vec<Weekday>)]
    pub closed_weekdays: Vec<&'static str>,
    /// The next closed dates, today included; at most twelve.
    pub closures: Vec<ClosureShape>,
}

impl From<PublicRules> for LibraryRulesShape {
    fn from(rules: PublicRules) -> Self {
        let (terms, currency) = (rules.terms, rules.currency);
        LibraryRulesShape {
            loan_days: terms.loan_days,
            loans_allowed: terms.loans_allowed,
            renewals_allowed: terms.renewals_allowed,
            renewal_days: terms.renewal_days,
            no_renewal_before_days: terms.no_renewal_before_days,
            fine_per_period: currency.to_json(terms.fine_per_period),
            fine_period_days: terms.fine_period_days,
            grace_days: terms.grace_days,
            grace_rule: terms.grace_rule.as_str(),
            fine_cap: terms.fine_cap.map(|cap| currency.to_json(cap)),
            block_at_balance: terms.block_at_balance.map(|limit| currency.to_json(limit)),
            block_on_overdue: terms.block_on_overdue,
            latest_due_date: terms.latest_due_date.map(|day| day.to_string()),
            closed_weekdays: weekday_names(rules.closed_weekdays),
            closures: rules.closures.into_iter().map(ClosureShape::from).collect(),
        }
    }
}
