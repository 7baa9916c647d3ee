//! Policies: circulation rules that give a value for a patron category, an item type and a branch.
//!
//! Each policy resolves on its own: the loan length may come from one rule and the fine from another.
//! [`table`] declares every policy once; [`rules`] resolves the rules of a library for a case.

pub mod rules;
pub mod table;
pub mod value;

pub use rules::{Case, InvalidRule, LoanLimits, Policies, PolicyRule, PolicyRuleId, Resolved};
pub use table::{LoanLengthSource, PolicyDef, PolicyGroup, PolicyName, Terms, UnknownPolicy};
pub use value::{
    ClosedDayRule, GraceRule, PolicyKind, PolicyShape, PolicyValue, PolicyValueError, RenewFrom,
};
