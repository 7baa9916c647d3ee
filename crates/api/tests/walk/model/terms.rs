//! The terms of a loan, and the rules that give them.

use std::mem::discriminant;

use jiff::civil::Date;

/// A patron category or an item type: its place in the library's list.
pub type Kind = usize;

/// Where a due date on a closed day moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedDayRule {
    Keep,
    NextOpen,
    PreviousOpen,
}

/// The terms of a loan.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a policy of its own")]
pub struct Terms {
    pub loan_days: i64,
    /// Whether a rule for a patron category or an item type gave the loan length.
    pub is_special_length: bool,
    pub loans_allowed: usize,
    pub closed_day_rule: ClosedDayRule,
    pub latest_due_date: Option<Date>,
    pub fine_per_period: i64,
    pub fine_period_days: i64,
    pub grace_days: i64,
    /// Whether the days of grace are charged once they are over.
    pub grace_is_charged: bool,
    pub fine_cap: Option<i64>,
    pub fine_skips_closed_days: bool,
    pub block_at_balance: Option<i64>,
    pub block_on_overdue: bool,
    pub renewals_allowed: i64,
    /// The renewal length; `None` for the loan length.
    pub renewal_days: Option<i64>,
    /// Whether a renewal counts from the day on which it is made, and not from the due day.
    pub renews_from_today: bool,
    /// How many days before the due day renewal becomes possible.
    pub no_renewal_before_days: Option<i64>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            loan_days: 14,
            is_special_length: false,
            loans_allowed: 5,
            closed_day_rule: ClosedDayRule::NextOpen,
            latest_due_date: None,
            fine_per_period: 25,
            fine_period_days: 1,
            grace_days: 1,
            grace_is_charged: false,
            fine_cap: Some(1000),
            fine_skips_closed_days: false,
            block_at_balance: Some(1000),
            block_on_overdue: false,
            renewals_allowed: 2,
            renewal_days: None,
            renews_from_today: false,
            no_renewal_before_days: None,
        }
    }
}

impl Terms {
    /// The fine for a number of late days that count, without the part that was charged already.
    pub fn fine(&self, late: i64, already: i64) -> i64 {
        let charged = match late - self.grace_days {
            beyond if beyond <= 0 => 0,
            _ if self.grace_is_charged => late,
            beyond => beyond,
        };
        let fine = charged / self.fine_period_days * self.fine_per_period;
        self.fine_cap.map_or(fine, |cap| fine.min((cap - already).max(0)))
    }
}

/// The value of one policy.
#[derive(Debug, Clone, Copy)]
pub enum Setting {
    LoanDays(i64),
    LoansAllowed(usize),
    ClosedDayRule(ClosedDayRule),
    LatestDueDate(Option<Date>),
    FinePerPeriod(i64),
    FinePeriodDays(i64),
    GraceDays(i64),
    GraceIsCharged(bool),
    FineCap(Option<i64>),
    FineSkipsClosedDays(bool),
    BlockAtBalance(Option<i64>),
    BlockOnOverdue(bool),
    RenewalsAllowed(i64),
    RenewalDays(Option<i64>),
    RenewsFromToday(bool),
    NoRenewalBeforeDays(Option<i64>),
}

impl Setting {
    fn apply(self, terms: &mut Terms) {
        match self {
            Setting::LoanDays(days) => terms.loan_days = days,
            Setting::LoansAllowed(count) => terms.loans_allowed = count,
            Setting::ClosedDayRule(rule) => terms.closed_day_rule = rule,
            Setting::LatestDueDate(day) => terms.latest_due_date = day,
            Setting::FinePerPeriod(amount) => terms.fine_per_period = amount,
            Setting::FinePeriodDays(days) => terms.fine_period_days = days,
            Setting::GraceDays(days) => terms.grace_days = days,
            Setting::GraceIsCharged(is_charged) => terms.grace_is_charged = is_charged,
            Setting::FineCap(cap) => terms.fine_cap = cap,
            Setting::FineSkipsClosedDays(skips) => terms.fine_skips_closed_days = skips,
            Setting::BlockAtBalance(limit) => terms.block_at_balance = limit,
            Setting::BlockOnOverdue(blocks) => terms.block_on_overdue = blocks,
            Setting::RenewalsAllowed(count) => terms.renewals_allowed = count,
            Setting::RenewalDays(days) => terms.renewal_days = days,
            Setting::RenewsFromToday(from_today) => terms.renews_from_today = from_today,
            Setting::NoRenewalBeforeDays(days) => terms.no_renewal_before_days = days,
        }
    }
}

/// The value of one policy for a patron category, or all, and an item type, or all.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub category: Option<Kind>,
    pub item_type: Option<Kind>,
    pub setting: Setting,
}

impl Rule {
    fn applies_to(&self, category: Option<Kind>, item_type: Option<Kind>) -> bool {
        (self.category.is_none() || self.category == category)
            && (self.item_type.is_none() || self.item_type == item_type)
    }

    /// Greater for a more specific rule: the patron category weighs more than the item type.
    fn weight(&self) -> (bool, bool) {
        (self.category.is_some(), self.item_type.is_some())
    }

    /// Whether both give a value of the same policy for the same people and items.
    fn replaces(&self, other: &Rule) -> bool {
        discriminant(&self.setting) == discriminant(&other.setting)
            && (self.category, self.item_type) == (other.category, other.item_type)
    }
}

/// All rules of the library.
#[derive(Debug, Clone, Default)]
pub struct Rules(pub Vec<Rule>);

impl Rules {
    /// Adds a rule, or replaces the one for the same policy, people and items.
    pub fn set(&mut self, rule: Rule) {
        self.remove(&rule);
        self.0.push(rule);
    }

    /// Removes the rule for the same policy, people and items.
    pub fn remove(&mut self, rule: &Rule) {
        self.0.retain(|other| !rule.replaces(other));
    }

    /// The rules that match a case, the most specific last.
    fn matching(&self, category: Option<Kind>, item_type: Option<Kind>) -> Vec<&Rule> {
        let mut matching: Vec<&Rule> = self
            .0
            .iter()
            .filter(|rule| rule.applies_to(category, item_type))
            .collect();
        matching.sort_by_key(|rule| rule.weight());
        matching
    }

    /// The terms for a person of a category and an item of a type: each value from the most specific rule.
    pub fn terms(&self, category: Option<Kind>, item_type: Option<Kind>) -> Terms {
        let mut terms = Terms::default();
        for rule in self.matching(category, item_type) {
            rule.setting.apply(&mut terms);
            if let Setting::LoanDays(_) = rule.setting {
                terms.is_special_length = rule.weight() != (false, false);
            }
        }
        terms
    }

    /// How many items of a type a person may have, if the most specific rule about the number of loans names the type.
    pub fn limit_of_type(&self, category: Option<Kind>, item_type: Option<Kind>) -> Option<usize> {
        let matching = self.matching(category, item_type);
        let limits = matching.iter().rev().filter_map(|rule| match rule.setting {
            Setting::LoansAllowed(count) => Some((rule.item_type, count)),
            _ => None,
        });
        let most_specific = limits.into_iter().next();
        most_specific.and_then(|(of_type, count)| of_type.map(|_| count))
    }
}
