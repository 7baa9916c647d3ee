//! The circulation rules that administrators set: defaults of the library, and rules for some people or items.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::circulation::policy::{PolicyKind, PolicyName, PolicyValueError};
use crate::money::{Amount, Currency};
use crate::validation::{EntryError, FormErrors, optional_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// The rules that differ from the standard.
    pub const RULES: List = List::up_to(500);
    /// The code of a patron category or an item type.
    pub const CODE: Text = Text::up_to(80, Form::LINE);
    /// The value of a rule, whose form depends on its policy.
    pub const VALUE: Text = Text::of(1, 40, Form::ANY);
}

const TOO_MANY: &str = "There cannot be more than 500 rules";
const NAME_UNKNOWN: &str = "There is no such rule";
const NOT_IN_FORCE: &str = "This rule has no effect yet";
const TWICE: &str = "There is already a rule of this kind for the same people and items";
const CATEGORY_TOO_LONG: &str = "A category cannot exceed 80 characters";
const CATEGORY_NOT_ALLOWED: &str = "The category contains characters that are not allowed";
const VALUE_TOO_LONG: &str = "The value cannot exceed 40 characters";
const NOT_A_NUMBER: &str = "A whole number is needed here";
const NOT_A_DATE: &str = "A date looks like 2026-12-24";

/// A rule as it was sent.
#[derive(Clone, Debug, Default)]
pub struct RuleForm {
    /// `name`
    pub name: Option<String>,
    /// `patronCategory`
    pub patron_category: Option<String>,
    /// `itemType`
    pub item_type: Option<String>,
    /// `value`
    pub value: Option<String>,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct RulesForm {
    /// `rules`
    pub rules: Vec<RuleForm>,
}

/// A valid rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ValidRule {
    pub name: PolicyName,
    /// The patron category that it applies to; `None` for all people.
    pub patron_category: Option<String>,
    /// The item type that it applies to; `None` for all items.
    pub item_type: Option<String>,
    /// The value as `PolicyName::parse_value` reads it.
    pub value: String,
}

impl RulesForm {
    /// Validates every rule; they are returned by name, general rules before special ones.
    pub fn validate(self, currency: Currency) -> Result<Vec<ValidRule>, FormErrors> {
        let mut errors = FormErrors::default();
        if self.rules.len() > limit::RULES.max {
            errors.field("rules", TOO_MANY);
            return Err(errors);
        }
        let mut cases = BTreeSet::new();
        let mut rules = Vec::new();
        for (index, form) in self.rules.iter().enumerate() {
            match valid(form, currency) {
                Ok(rule) => {
                    let case = (rule.name, rule.patron_category.clone(), rule.item_type.clone());
                    if cases.insert(case) {
                        rules.push(rule);
                    } else {
                        errors.entry(EntryError::new("rules", index, "name", TWICE));
                    }
                }
                Err((part, message)) => errors.entry(EntryError::new("rules", index, part, &message)),
            }
        }
        rules.sort();
        if errors.is_empty() { Ok(rules) } else { Err(errors) }
    }
}

fn valid(form: &RuleForm, currency: Currency) -> Result<ValidRule, (&'static str, String)> {
    let at = |part| move |message: &'static str| (part, message.to_owned());
    let category =
        |text: Option<&str>| optional_line(text, limit::CODE, CATEGORY_TOO_LONG, CATEGORY_NOT_ALLOWED);
    let name: PolicyName = form
        .name
        .as_deref()
        .and_then(|name| name.parse().ok())
        .ok_or_else(|| at("name")(NAME_UNKNOWN))?;
    if !name.def().in_force {
        return Err(at("name")(NOT_IN_FORCE));
    }
    let patron_category = category(form.patron_category.as_deref()).map_err(at("patronCategory"))?;
    let item_type = category(form.item_type.as_deref()).map_err(at("itemType"))?;
    let value = form.value.as_deref().unwrap_or_default();
    if value.chars().count() > limit::VALUE.max {
        return Err(at("value")(VALUE_TOO_LONG));
    }
    let value = name
        .parse_value(value)
        .map_err(|error| ("value", words(name, &error, currency)))?;
    Ok(ValidRule {
        name,
        patron_category,
        item_type,
        value: value.to_string(),
    })
}

fn words(name: PolicyName, error: &PolicyValueError, currency: Currency) -> String {
    match error {
        PolicyValueError::NotANumber => NOT_A_NUMBER.to_owned(),
        PolicyValueError::OutOfRange { min, max } if name.def().shape.kind == PolicyKind::Money => {
            let [min, max] = [*min, *max].map(|minor| currency.decimal(Amount(minor)));
            format!("The amount must be from {min} to {max}")
        }
        PolicyValueError::OutOfRange { min, max } => format!("The number must be from {min} to {max}"),
        PolicyValueError::NotAChoice { choices } => {
            format!("The value must be one of: {}", choices.join(", "))
        }
        PolicyValueError::NotADate => NOT_A_DATE.to_owned(),
    }
}
