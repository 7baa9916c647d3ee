//! The compiled rules of a library: they resolve the value of each policy for a case.

use serde::{Deserialize, Serialize};

use super::table::{LoanLengthSource, PolicyName, Terms};
use super::value::{PolicyValue, PolicyValueError};
use crate::identity::{Entity, Id};

/// One row of the policy table: a value for the cases that it matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyRule {
    /// The rule's identifier.
    pub id: PolicyRuleId,
    /// The policy.
    pub name: PolicyName,
    /// The patron category that it is for; `None` for any.
    pub patron_category: Option<String>,
    /// The item type that it is for; `None` for any.
    pub item_type: Option<String>,
    /// The branch that it is for; `None` for any.
    pub branch: Option<String>,
    /// The value, as [`PolicyName::parse_value`] reads it.
    pub value: String,
}

/// The identifier of a rule.
pub type PolicyRuleId = Id<PolicyRule>;

impl Entity for PolicyRule {
    const NAME: &'static str = "policy_rule";
}

/// A case to resolve policies for. `None` matches only rules for any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Case<'a> {
    /// The borrower's patron category.
    pub patron_category: Option<&'a str>,
    /// The copy's item type.
    pub item_type: Option<&'a str>,
    /// The branch that lends.
    pub branch: Option<&'a str>,
}

/// A policy's value for a case, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resolved {
    /// The value in force.
    pub value: PolicyValue,
    /// The rule that gave it; `None` for the default.
    pub rule: Option<PolicyRule>,
    /// The other rules that match the case, most specific first; invalid ones included.
    pub beaten: Vec<PolicyRule>,
}

/// The maximum number of open borrowings of a person in a case.
///
/// `total` is the limit for the patron category at the branch, whatever the item type; it counts all open
/// borrowings of the person. `of_type` exists only when the most specific rule for the case names an item
/// type; it counts the person's open borrowings of that item type (as lent). Both limits apply. A rule for a
/// type can therefore allow fewer of that type, but never more than the total. `of_type` 0 means that
/// copies of this type do not leave the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoanLimits {
    /// The limit for all open borrowings.
    pub total: u16,
    /// The limit for open borrowings of the case's item type.
    pub of_type: Option<u16>,
}

/// A rule whose stored value is not valid. Resolution skips it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidRule {
    /// The rule's identifier.
    pub id: PolicyRuleId,
    /// Why its value is not valid.
    pub error: PolicyValueError,
}

/// A selector of a compiled rule: 0 for any, otherwise a number assigned in the order of first mention.
type Selector = u16;
const ANY: Selector = 0;
/// The selector of a value in a case that no rule mentions.
const UNMENTIONED: Selector = Selector::MAX;

#[derive(Clone, Copy, Debug)]
struct Compiled {
    /// Branch, patron category, item type: from the heaviest selector to the lightest.
    selectors: [Selector; 3],
    value: PolicyValue,
    /// The index of the rule.
    rule: usize,
}

impl Compiled {
    fn matches(&self, case: [Selector; 3]) -> bool {
        self.selectors
            .iter()
            .zip(case)
            .all(|(selector, found)| *selector == ANY || *selector == found)
    }
}

/// The rules of a library: validated, and indexed by policy and specificity. Immutable.
///
/// Of the rules of a policy that match a case, the most specific one wins, in the order branch, patron
/// category, item type; of equally specific rules the newest (greatest identifier). A rule with an invalid
/// stored value is skipped, so that one bad row cannot stop the desk.
/// Resolving terms neither parses, sorts nor allocates.
#[derive(Clone, Debug)]
pub struct Policies {
    rules: Vec<PolicyRule>,
    invalid: Vec<InvalidRule>,
    /// The mentioned branches, patron categories and item types; a selector is an index plus one.
    mentioned: [Vec<String>; 3],
    /// The rules for some cases, by policy, most specific first.
    special: Vec<(PolicyName, Vec<Compiled>)>,
    /// The terms of a case that matches none of these rules.
    general: Terms,
    /// The rules for any case that are in `general`, by index.
    general_rules: Vec<(PolicyName, usize)>,
}

impl Default for Policies {
    fn default() -> Policies {
        Policies::compile(Vec::new())
    }
}

impl Policies {
    /// Validates and indexes rules.
    pub fn compile(mut rules: Vec<PolicyRule>) -> Policies {
        rules.sort_by(|a, b| (a.name, b.specificity(), &b.id).cmp(&(b.name, a.specificity(), &a.id)));
        let mut policies = Policies {
            rules: Vec::new(),
            invalid: Vec::new(),
            mentioned: Default::default(),
            special: Vec::new(),
            general: Terms::default(),
            general_rules: Vec::new(),
        };
        for (index, rule) in rules.iter().enumerate() {
            match rule.name.parse_value(&rule.value) {
                Ok(value) => policies.add(index, rule, value),
                Err(error) => policies.invalid.push(InvalidRule { id: rule.id, error }),
            }
        }
        policies.rules = rules;
        policies
    }

    /// Adds a rule; the rules of a policy come together, most specific first.
    fn add(&mut self, index: usize, rule: &PolicyRule, value: PolicyValue) {
        if rule.is_default() {
            if self.general_rules.iter().all(|(name, _)| *name != rule.name) {
                self.general.set(rule.name, value);
                self.general_rules.push((rule.name, index));
            }
            return;
        }
        let texts = [&rule.branch, &rule.patron_category, &rule.item_type];
        let mut selectors = [ANY; 3];
        for ((selector, mentioned), text) in selectors.iter_mut().zip(&mut self.mentioned).zip(texts) {
            if let Some(text) = text {
                *selector = selector_of(mentioned, text);
            }
        }
        let compiled = Compiled {
            selectors,
            value,
            rule: index,
        };
        match self.special.last_mut() {
            Some((name, list)) if *name == rule.name => list.push(compiled),
            _ => self.special.push((rule.name, vec![compiled])),
        }
    }

    /// Every rule, by policy, most specific first; invalid ones included.
    pub fn rules(&self) -> &[PolicyRule] {
        &self.rules
    }

    /// The rules whose stored value is not valid.
    pub fn invalid(&self) -> &[InvalidRule] {
        &self.invalid
    }

    /// The terms for a case, before a book's own borrowing period (see [`Terms::for_book`]).
    pub fn terms(&self, case: &Case<'_>) -> Terms {
        let mut terms = self.general;
        let case = self.selectors(case);
        for (name, list) in &self.special {
            if let Some(winner) = list.iter().find(|rule| rule.matches(case)) {
                terms.set(*name, winner.value);
                if *name == PolicyName::LoanDays {
                    terms.loan_length_source = LoanLengthSource::Policy;
                }
            }
        }
        terms
    }

    /// The limits for a case.
    pub fn loan_limits(&self, case: &Case<'_>) -> LoanLimits {
        let of_any_type = Case {
            item_type: None,
            ..*case
        };
        let names_a_type = self
            .winner(PolicyName::LoansAllowed, case)
            .is_some_and(|winner| winner.selectors[2] != ANY);
        LoanLimits {
            total: self.terms(&of_any_type).loans_allowed,
            of_type: names_a_type.then(|| self.terms(case).loans_allowed),
        }
    }

    /// The value of one policy for a case, with the rules that match it.
    pub fn resolve(&self, name: PolicyName, case: &Case<'_>) -> Resolved {
        let winner = self.winner(name, case).map(|winner| winner.rule).or_else(|| {
            self.general_rules
                .iter()
                .find(|(general, _)| *general == name)
                .map(|(_, rule)| *rule)
        });
        let matching = |(index, rule): (usize, &PolicyRule)| {
            (rule.name == name && rule.matches(case) && Some(index) != winner).then(|| rule.clone())
        };
        Resolved {
            value: self.terms(case).value(name),
            rule: winner.map(|index| self.rules[index].clone()),
            beaten: self.rules.iter().enumerate().filter_map(matching).collect(),
        }
    }

    /// The rule for some that applies to a case.
    fn winner(&self, name: PolicyName, case: &Case<'_>) -> Option<&Compiled> {
        let case = self.selectors(case);
        let (_, list) = self.special.iter().find(|(special, _)| *special == name)?;
        list.iter().find(|rule| rule.matches(case))
    }

    fn selectors(&self, case: &Case<'_>) -> [Selector; 3] {
        let texts = [case.branch, case.patron_category, case.item_type];
        let mut selectors = [UNMENTIONED; 3];
        for ((selector, mentioned), text) in selectors.iter_mut().zip(&self.mentioned).zip(texts) {
            let place = text.and_then(|text| mentioned.iter().position(|known| known == text));
            if let Some(number) = place.and_then(|place| Selector::try_from(place + 1).ok()) {
                *selector = number;
            }
        }
        selectors
    }
}

/// The selector of a text; adds the text to `mentioned` if it is new.
fn selector_of(mentioned: &mut Vec<String>, text: &str) -> Selector {
    let place = mentioned
        .iter()
        .position(|known| known == text)
        .unwrap_or_else(|| {
            mentioned.push(text.to_owned());
            mentioned.len() - 1
        });
    Selector::try_from(place + 1).unwrap_or(UNMENTIONED - 1)
}

impl PolicyRule {
    /// Whether the rule applies to a case.
    pub fn matches(&self, case: &Case<'_>) -> bool {
        let fits = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| Some(wanted) == found)
        };
        fits(&self.patron_category, case.patron_category)
            && fits(&self.item_type, case.item_type)
            && fits(&self.branch, case.branch)
    }

    /// Whether the rule is for any person, item and branch.
    pub fn is_default(&self) -> bool {
        self.specificity() == (false, false, false)
    }

    /// Branch outweighs patron category, which outweighs item type.
    fn specificity(&self) -> (bool, bool, bool) {
        (
            self.branch.is_some(),
            self.patron_category.is_some(),
            self.item_type.is_some(),
        )
    }
}
