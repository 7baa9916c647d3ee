//! The table of policies: each policy is declared once, with its name, kind, range, default and description.

use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::value::{
    ClosedDayRule, GraceRule, PolicyShape, PolicyValue, PolicyValueError, RenewFrom, TypedValue,
};
use crate::money::Amount;

/// The definition of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyDef {
    /// The policy.
    pub name: PolicyName,
    /// The stored and sent name.
    pub key: &'static str,
    /// The group it belongs to.
    pub group: PolicyGroup,
    /// Which values it accepts.
    pub shape: PolicyShape,
    /// The value without a rule.
    pub default: PolicyValue,
    /// What it decides.
    pub docs: &'static str,
    /// Whether a feature applies it; the settings show and accept only these.
    pub in_force: bool,
}

/// A group of policies, by subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyGroup {
    /// Lending: how many and how long.
    Lending,
    /// Renewals.
    Renewals,
    /// Fines for late returns.
    Fines,
    /// Holds.
    Holds,
    /// Conditions that stop a person from borrowing and renewing.
    Blocks,
    /// Fees for lost copies.
    LostCopies,
}

impl PolicyGroup {
    /// Every group.
    pub const ALL: [PolicyGroup; 6] = [
        PolicyGroup::Lending,
        PolicyGroup::Renewals,
        PolicyGroup::Fines,
        PolicyGroup::Holds,
        PolicyGroup::Blocks,
        PolicyGroup::LostCopies,
    ];

    /// The name that is sent.
    pub fn as_str(self) -> &'static str {
        match self {
            PolicyGroup::Lending => "lending",
            PolicyGroup::Renewals => "renewals",
            PolicyGroup::Fines => "fines",
            PolicyGroup::Holds => "holds",
            PolicyGroup::Blocks => "blocks",
            PolicyGroup::LostCopies => "lost_copies",
        }
    }
}

/// The version of [`Terms`] that this program writes.
const TERMS_VERSION: u32 = 1;

/// Which rule gave the loan length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoanLengthSource {
    /// A rule for this patron category, item type or branch.
    Policy,
    /// The book's own borrowing period.
    Book,
    /// The library's default.
    Default,
}

macro_rules! policies {
    ($($(#[doc = $docs:literal])+ $name:ident $field:ident: $type:ty = $default:expr, $shape:expr, $group:ident, $in_force:ident;)+) => {
        /// What a policy decides.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum PolicyName {
            $($(#[doc = $docs])+ $name,)+
        }

        impl PolicyName {
            /// Every name.
            pub const ALL: [PolicyName; [$(stringify!($field)),+].len()] = [$(PolicyName::$name),+];
        }

        static TABLE: [PolicyDef; PolicyName::ALL.len()] = [$(PolicyDef {
            name: PolicyName::$name,
            key: stringify!($field),
            group: PolicyGroup::$group,
            shape: $shape,
            default: $default,
            docs: concat!($($docs),+).trim_ascii(),
            in_force: policies!(@$in_force),
        }),+];

        /// The value of every policy for one case: the terms of a borrowing, stored with it when it begins.
        ///
        /// [`Default`] gives the values without any rule. A stored record that lacks a field, because an older
        /// version wrote it, reads as the default of that field; `version` says which version wrote it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Terms {
            /// The version of the program's format that wrote the record, from 1.
            pub version: u32,
            /// Which rule gave `loan_days`.
            pub loan_length_source: LoanLengthSource,
            $($(#[doc = $docs])+ pub $field: $type,)+
        }

        impl Default for Terms {
            fn default() -> Terms {
                Terms {
                    version: TERMS_VERSION,
                    loan_length_source: LoanLengthSource::Default,
                    $($field: TypedValue::from_value($default).expect("the table gives a default of the type"),)+
                }
            }
        }

        impl Terms {
            /// The value of one policy.
            pub fn value(&self, name: PolicyName) -> PolicyValue {
                match name {
                    $(PolicyName::$name => self.$field.to_value(),)+
                }
            }

            /// Sets one policy. A value of another kind, which no parser of the table returns, changes nothing.
            pub(super) fn set(&mut self, name: PolicyName, value: PolicyValue) {
                match name {
                    $(PolicyName::$name => {
                        if let Some(value) = TypedValue::from_value(value) {
                            self.$field = value;
                        }
                    })+
                }
            }
        }
    };
    (@now) => { true };
    (@later) => { false };
}

use PolicyValue::{Choice, Flag, Money, None as NoValue, Number};

policies! {
    /// Loan length in days.
    LoanDays loan_days: u16 = Number(14), PolicyShape::number(1, 365), Lending, now;
    /// Open borrowings a person may have.
    LoansAllowed loans_allowed: u16 = Number(5), PolicyShape::number(0, 1000), Lending, now;
    /// Renewals of one borrowing.
    RenewalsAllowed renewals_allowed: u16 = Number(2), PolicyShape::number(0, 100), Renewals, now;
    /// Renewal length in days; none for the loan length again.
    RenewalDays renewal_days: Option<u16> = NoValue, PolicyShape::number(1, 365).or_none(), Renewals, now;
    /// The day from which a renewal counts.
    RenewFrom renew_from: RenewFrom = Choice("due_date"), PolicyShape::choice(&RenewFrom::TEXTS), Renewals, now;
    /// How many days before the due date renewal becomes possible; none for at any time.
    NoRenewalBeforeDays no_renewal_before_days: Option<u16> = NoValue, PolicyShape::number(0, 365).or_none(), Renewals, now;
    /// Fine for each period in minor units.
    FinePerPeriod fine_per_period: Amount = Money(Amount(25)), PolicyShape::money(0, 100_000), Fines, now;
    /// Length of a fine period in days.
    FinePeriodDays fine_period_days: u16 = Number(1), PolicyShape::number(1, 365), Fines, now;
    /// Days of grace after the due date.
    GraceDays grace_days: u16 = Number(1), PolicyShape::number(0, 365), Fines, now;
    /// Whether the days of grace are charged once they are over.
    GraceRule grace_rule: GraceRule = Choice("forgiven"), PolicyShape::choice(&GraceRule::TEXTS), Fines, now;
    /// The most that one borrowing's overdue fines can be, in minor units; none for no cap.
    FineCap fine_cap: Option<Amount> = Money(Amount(1000)), PolicyShape::money(0, 10_000_000).or_none(), Fines, now;
    /// Whether a fine never exceeds the replacement price.
    CapAtReplacementPrice cap_at_replacement_price: bool = Flag(false), PolicyShape::FLAG, Fines, later;
    /// Open holds a person may have.
    HoldsAllowed holds_allowed: u16 = Number(5), PolicyShape::number(0, 1000), Holds, later;
    /// Open days that a copy waits on the hold shelf.
    HoldShelfDays hold_shelf_days: u16 = Number(3), PolicyShape::number(1, 365), Holds, later;
    /// The balance in minor units at which a person may not borrow or renew; none for no limit.
    BlockAtBalance block_at_balance: Option<Amount> = Money(Amount(1000)), PolicyShape::money(1, 10_000_000).or_none(), Blocks, now;
    /// Whether an overdue borrowing keeps a person from borrowing and renewing.
    BlockOnOverdue block_on_overdue: bool = Flag(false), PolicyShape::FLAG, Blocks, now;
    /// Fee in minor units for replacing a lost copy without a price.
    ReplacementFee replacement_fee: Amount = Money(Amount::ZERO), PolicyShape::money(0, 10_000_000), LostCopies, later;
    /// Fee in minor units for processing a lost copy.
    ProcessingFee processing_fee: Amount = Money(Amount::ZERO), PolicyShape::money(0, 10_000_000), LostCopies, later;
    /// Where a due date on a closed day moves.
    ClosedDayRule closed_day_rule: ClosedDayRule = Choice("next_open"), PolicyShape::choice(&ClosedDayRule::TEXTS), Lending, now;
    /// The latest due date, such as the end of term; none for no limit.
    LatestDueDate latest_due_date: Option<Date> = NoValue, PolicyShape::DAY.or_none(), Lending, now;
    /// Whether closed days cost nothing.
    FineSkipsClosedDays fine_skips_closed_days: bool = Flag(false), PolicyShape::FLAG, Fines, now;
}

impl PolicyName {
    /// The policy's row in the table.
    pub fn def(self) -> &'static PolicyDef {
        &TABLE[self as usize]
    }

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        self.def().key
    }

    /// The policies that a feature applies, in the order of the table.
    pub fn in_force() -> impl Iterator<Item = PolicyName> {
        TABLE.iter().filter(|def| def.in_force).map(|def| def.name)
    }

    /// Parses the text of a value.
    ///
    /// # Errors
    /// The text is not a value of this policy.
    pub fn parse_value(self, text: &str) -> Result<PolicyValue, PolicyValueError> {
        self.def().shape.parse(text)
    }
}

/// The text is not the name of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_policy")]
pub struct UnknownPolicy;

impl FromStr for PolicyName {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<PolicyName, UnknownPolicy> {
        TABLE
            .iter()
            .find(|def| def.key == text)
            .map(|def| def.name)
            .ok_or(UnknownPolicy)
    }
}

impl Terms {
    /// The terms for a book with a borrowing period of its own, in days.
    ///
    /// The period replaces the library's default loan length, not a loan length from a more specific rule.
    #[must_use]
    pub fn for_book(mut self, borrowing_period_days: Option<u16>) -> Terms {
        if let Some(days) = borrowing_period_days
            && self.loan_length_source == LoanLengthSource::Default
        {
            self.loan_days = days;
            self.loan_length_source = LoanLengthSource::Book;
        }
        self
    }
}
