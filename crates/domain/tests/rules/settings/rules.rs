use carrel_domain::circulation::policy::PolicyName;
use carrel_domain::money::Currency;
use carrel_domain::settings::{RuleForm, RulesForm, ValidRule};

use super::{errors, expected, text};

fn rule(name: &str, value: &str) -> RuleForm {
    RuleForm {
        name: text(name),
        value: text(value),
        ..RuleForm::default()
    }
}

fn for_case(category: &str, item_type: &str, rule: RuleForm) -> RuleForm {
    RuleForm {
        patron_category: text(category),
        item_type: text(item_type),
        ..rule
    }
}

fn validate(rules: Vec<RuleForm>) -> Result<Vec<ValidRule>, carrel_domain::validation::FormErrors> {
    RulesForm { rules }.validate(Currency::DOLLAR)
}

fn valid(name: PolicyName, category: Option<&str>, item_type: Option<&str>, value: &str) -> ValidRule {
    ValidRule {
        name,
        patron_category: category.map(str::to_owned),
        item_type: item_type.map(str::to_owned),
        value: value.to_owned(),
    }
}

#[test]
fn rules_are_returned_by_name_with_general_rules_first() {
    let rules = vec![
        for_case("staff", "dvd", rule("grace_days", &format!("{:>40}", 3))),
        for_case(" staff ", " ", rule("loan_days", "28")),
        rule("loan_days", "21"),
        for_case("", "dvd", rule("loan_days", "7")),
    ];
    assert_eq!(
        validate(rules),
        Ok(vec![
            valid(PolicyName::LoanDays, None, None, "21"),
            valid(PolicyName::LoanDays, None, Some("dvd"), "7"),
            valid(PolicyName::LoanDays, Some("staff"), None, "28"),
            valid(PolicyName::GraceDays, Some("staff"), Some("dvd"), "3"),
        ])
    );
    assert_eq!(validate(Vec::new()), Ok(Vec::new()));
}

#[test]
fn an_invalid_rule_is_reported_with_its_index_and_part() {
    let long = "é".repeat(81);
    let table = [
        (RuleForm::default(), "name", "There is no such rule"),
        (rule("loan_weeks", "2"), "name", "There is no such rule"),
        (rule("holds_allowed", "2"), "name", "This rule has no effect yet"),
        (
            for_case(&long, "", rule("loan_days", "7")),
            "patronCategory",
            "A category cannot exceed 80 characters",
        ),
        (
            for_case("", "a\nb", rule("loan_days", "7")),
            "itemType",
            "The category contains characters that are not allowed",
        ),
        (
            RuleForm {
                value: None,
                ..rule("loan_days", "")
            },
            "value",
            "A whole number is needed here",
        ),
        (
            rule("loan_days", &format!("{:>41}", 7)),
            "value",
            "The value cannot exceed 40 characters",
        ),
        (
            rule("loan_days", "366"),
            "value",
            "The number must be from 1 to 365",
        ),
        (
            rule("grace_rule", "never"),
            "value",
            "The value must be one of: included, forgiven",
        ),
        (
            rule("latest_due_date", "soon"),
            "value",
            "A date looks like 2026-12-24",
        ),
    ];
    for (form, part, message) in table {
        let field = format!("rules.1.{part}");
        assert_eq!(
            errors(validate(vec![rule("grace_days", "2"), form.clone()])),
            expected([(field.as_str(), message)]),
            "{form:?}"
        );
    }
}

#[test]
fn the_range_of_an_amount_is_written_in_the_currency() {
    for (currency, range) in [
        ("USD", "0.00 to 1000.00"),
        ("JPY", "0 to 100000"),
        ("KWD", "0.000 to 100.000"),
    ] {
        let form = RulesForm {
            rules: vec![rule("fine_per_period", "-1")],
        };
        let message = format!("The amount must be from {range}");
        assert_eq!(
            errors(form.validate(currency.parse().expect("a currency"))),
            expected([("rules.0.value", message.as_str())])
        );
    }
}

#[test]
fn each_case_has_at_most_one_rule_of_a_name() {
    let twice = "There is already a rule of this kind for the same people and items";
    let rules = vec![
        for_case("staff", "", rule("loan_days", "7")),
        for_case("", "staff", rule("loan_days", "7")),
        for_case("staff", "", rule("grace_days", "7")),
        for_case(" staff", " ", rule("loan_days", "14")),
    ];
    assert_eq!(errors(validate(rules)), expected([("rules.3.name", twice)]));
}

#[test]
fn a_library_has_at_most_five_hundred_rules() {
    let rules = |count: usize| {
        (0..count)
            .map(|number| for_case(&number.to_string(), "", rule("loan_days", "7")))
            .collect()
    };
    assert_eq!(validate(rules(500)).map(|rules| rules.len()), Ok(500));
    assert_eq!(
        errors(validate(rules(501))),
        expected([("rules", "There cannot be more than 500 rules")])
    );
}
