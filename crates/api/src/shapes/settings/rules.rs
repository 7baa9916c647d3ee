//! The circulation rules.

use carrel_domain::circulation::policy::{PolicyDef, PolicyKind, PolicyName, PolicyRule};
use carrel_domain::money::Currency;
use carrel_domain::settings::{RuleForm, RulesForm, ValidRule};
use carrel_operations::settings::{Explanation, Rules, Versioned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shapes::words::{PolicyGroupName, PolicyKindName, RuleName};

/// A rule of circulation, for some people and items or for all.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Rule)]
pub(crate) struct RuleShape {
    /// The policy that it sets.
    #[schema(value_type = RuleName)]
    pub name: &'static str,
    /// The code of a patron category; null for all people.
    pub patron_category: Option<String>,
    /// The code of an item type; null for all items.
    pub item_type: Option<String>,
    /// Money is in minor units of the currency, such as cents.
    pub value: String,
}

impl From<ValidRule> for RuleShape {
    fn from(rule: ValidRule) -> Self {
        RuleShape {
            name: rule.name.as_str(),
            patron_category: rule.patron_category,
            item_type: rule.item_type,
            value: rule.value,
        }
    }
}

impl From<PolicyRule> for RuleShape {
    fn from(rule: PolicyRule) -> Self {
        RuleShape {
            name: rule.name.as_str(),
            patron_category: rule.patron_category,
            item_type: rule.item_type,
            value: rule.value,
        }
    }
}

/// A policy, with its possible values and its default.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Policy)]
pub(crate) struct PolicyDescription {
    #[schema(value_type = RuleName)]
    pub name: &'static str,
    /// The group it belongs to.
    #[schema(value_type = PolicyGroupName)]
    pub group: &'static str,
    #[schema(value_type = PolicyKindName)]
    pub kind: &'static str,
    /// The decimal places of the currency for money, 0 otherwise; with 2, a value of 25 means 0.25.
    pub decimals: u8,
    /// Whether the value may be `none`.
    pub optional: bool,
    /// The minimum, in minor units for money.
    pub min: Option<i64>,
    /// The maximum, in minor units for money.
    pub max: Option<i64>,
    /// The allowed words of a choice.
    pub choices: Vec<&'static str>,
    /// The default value.
    pub standard: String,
}

impl PolicyDescription {
    fn of(name: PolicyName, currency: Currency) -> Self {
        let PolicyDef {
            group,
            shape,
            default,
            ..
        } = name.def();
        let decimals = match shape.kind {
            PolicyKind::Money => currency.exponent(),
            _ => 0,
        };
        PolicyDescription {
            name: name.as_str(),
            group: group.as_str(),
            kind: match shape.kind {
                PolicyKind::Number => "number",
                PolicyKind::Money => "money",
                PolicyKind::Flag => "flag",
                PolicyKind::Choice => "choice",
                PolicyKind::Day => "day",
            },
            decimals,
            optional: shape.optional,
            min: shape.range.map(|(min, _)| min),
            max: shape.range.map(|(_, max)| max),
            choices: shape.choices.to_vec(),
            standard: default.to_string(),
        }
    }
}

/// The rules of circulation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Rules)]
pub(crate) struct RulesSection {
    /// The rules that differ from the defaults.
    pub rules: Vec<RuleShape>,
    /// All policies.
    pub policies: Vec<PolicyDescription>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl RulesSection {
    /// The rules of a library with this currency.
    pub(crate) fn of(shown: Versioned<Rules>, currency: Currency) -> Self {
        let Rules(rules) = shown.section;
        RulesSection {
            rules: rules.into_iter().map(RuleShape::from).collect(),
            policies: PolicyName::in_force()
                .map(|name| PolicyDescription::of(name, currency))
                .collect(),
            version: shown.version,
        }
    }
}

/// A rule of circulation to store.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleForm)]
pub(crate) struct RuleBody {
    #[schema(required, nullable = false, value_type = RuleName)]
    name: Option<String>,
    patron_category: Option<String>,
    item_type: Option<String>,
    #[schema(required, nullable = false)]
    value: Option<String>,
}

/// All rules of circulation that differ from the defaults.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RulesForm)]
pub(crate) struct RulesBody {
    rules: Vec<RuleBody>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<RulesBody> for RulesForm {
    fn from(body: RulesBody) -> Self {
        let rules = body.rules.into_iter();
        RulesForm {
            rules: rules
                .map(|rule| RuleForm {
                    name: rule.name,
                    patron_category: rule.patron_category,
                    item_type: rule.item_type,
                    value: rule.value,
                })
                .collect(),
        }
    }
}

/// The value of a policy that applies, and its rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Explanation)]
pub(crate) struct ExplanationShape {
    /// The policy.
    #[schema(value_type = RuleName)]
    pub name: &'static str,
    /// The value that applies; money is in minor units of the currency.
    pub value: String,
    /// The rule that sets it; null for the default.
    pub rule: Option<RuleShape>,
    /// Other matching rules, which are less specific.
    pub beaten: Vec<RuleShape>,
}

impl From<Explanation> for ExplanationShape {
    fn from(explanation: Explanation) -> Self {
        let Explanation { name, resolved } = explanation;
        ExplanationShape {
            name: name.as_str(),
            value: resolved.value.to_string(),
            rule: resolved.rule.map(RuleShape::from),
            beaten: resolved.beaten.into_iter().map(RuleShape::from).collect(),
        }
    }
}
