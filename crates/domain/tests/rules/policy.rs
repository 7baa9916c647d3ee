use carrel_domain::circulation::policy::{
    Case, ClosedDayRule, GraceRule, PolicyName, PolicyRule, PolicyValue, PolicyValueError, RenewFrom, Terms,
    resolve, validate_value,
};
use carrel_domain::money::Amount;
use jiff::civil::date;
use proptest::prelude::*;

/// A rule; an empty selector stands for any.
fn rule(name: PolicyName, branch: &str, patron_category: &str, item_type: &str, value: &str) -> PolicyRule {
    let selector = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    PolicyRule {
        id: format!("{branch}/{patron_category}/{item_type}"),
        name,
        patron_category: selector(patron_category),
        item_type: selector(item_type),
        branch: selector(branch),
        value: value.to_owned(),
    }
}

const CASE: Case<'static> = Case {
    patron_category: Some("staff"),
    item_type: Some("dvd"),
    branch: Some("north"),
};

#[test]
fn out_of_the_box() {
    let terms = Terms::resolve(&[], &CASE);
    assert_eq!(terms, Terms::default());
    assert_eq!((terms.loan_days, terms.loan_days_is_default), (14, true));
    assert_eq!(terms.loans_allowed, 5);
    assert_eq!((terms.renewals_allowed, terms.renewal_days), (2, None));
    assert_eq!((terms.fine_per_period, terms.fine_period_days), (Amount(25), 1));
    assert_eq!((terms.grace_days, terms.grace_rule), (1, GraceRule::Forgiven));
    assert_eq!(
        (terms.fine_cap, terms.block_at_balance),
        (Some(Amount(1000)), Some(Amount(1000)))
    );
    assert_eq!((terms.hold_shelf_days, terms.block_on_overdue), (3, false));
}

#[test]
fn the_most_specific_rule_wins_in_the_order_branch_patron_item() {
    // From the least to the most specific.
    let order = [
        ("", "", ""),
        ("", "", "dvd"),
        ("", "staff", ""),
        ("", "staff", "dvd"),
        ("north", "", ""),
        ("north", "", "dvd"),
        ("north", "staff", ""),
        ("north", "staff", "dvd"),
    ];
    let rules: Vec<PolicyRule> = (1_u16..)
        .zip(order)
        .map(|(days, (branch, patron, item))| {
            rule(PolicyName::LoanDays, branch, patron, item, &days.to_string())
        })
        .collect();
    for upto in 1..=rules.len() {
        let mut some = rules[..upto].to_vec();
        some.rotate_left(upto / 2);
        let resolved = resolve(&some, PolicyName::LoanDays, &CASE);
        assert_eq!(resolved.rule.as_ref(), Some(&rules[upto - 1]));
        assert_eq!(resolved.considered, upto);
    }
}

#[test]
fn rules_for_others_do_not_match() {
    let rules = [
        rule(PolicyName::LoanDays, "south", "", "", "1"),
        rule(PolicyName::LoanDays, "", "student", "", "2"),
        rule(PolicyName::LoanDays, "", "", "book", "3"),
        rule(PolicyName::GraceDays, "", "", "", "4"),
    ];
    let resolved = resolve(&rules, PolicyName::LoanDays, &CASE);
    assert_eq!(
        (resolved.value, resolved.rule, resolved.considered),
        (PolicyValue::Number(14), None, 0)
    );
    let unknown = resolve(&rules, PolicyName::LoanDays, &Case::default());
    assert_eq!(
        unknown.considered, 0,
        "a case without a branch matches no branch's rule"
    );
}

#[test]
fn each_name_resolves_on_its_own() {
    let rules = [
        rule(PolicyName::LoanDays, "north", "", "", "28"),
        rule(PolicyName::FinePerPeriod, "", "", "dvd", "100"),
        rule(PolicyName::FineCap, "", "", "", "none"),
        rule(PolicyName::RenewFrom, "", "", "", "today"),
        rule(PolicyName::LatestDueDate, "", "staff", "", "2024-06-30"),
        rule(PolicyName::ClosedDayRule, "", "", "", "keep"),
    ];
    let terms = Terms::resolve(&rules, &CASE);
    assert_eq!((terms.loan_days, terms.loan_days_is_default), (28, false));
    assert_eq!((terms.fine_per_period, terms.fine_cap), (Amount(100), None));
    assert_eq!(
        (terms.renew_from, terms.closed_day_rule),
        (RenewFrom::Today, ClosedDayRule::Keep)
    );
    assert_eq!(terms.latest_due_date, Some(date(2024, 6, 30)));
    assert!(Terms::resolve(&[rule(PolicyName::LoanDays, "", "", "", "21")], &CASE).loan_days_is_default);
}

#[test]
fn a_rule_with_a_bad_value_is_passed_over() {
    let rules = [
        rule(PolicyName::LoanDays, "", "", "", "21"),
        rule(PolicyName::LoanDays, "north", "", "", "a month"),
    ];
    let resolved = resolve(&rules, PolicyName::LoanDays, &CASE);
    assert_eq!(
        (resolved.value, resolved.considered),
        (PolicyValue::Number(21), 2)
    );
    let terms = Terms::resolve(&rules, &CASE);
    assert_eq!((terms.loan_days, terms.loan_days_is_default), (21, true));
}

#[test]
fn values_are_checked() {
    use PolicyName as Name;
    let range = |min, max| Err(PolicyValueError::OutOfRange { min, max });
    let choices = |choices: &[&'static str]| {
        Err(PolicyValueError::NotAChoice {
            choices: choices.to_vec(),
        })
    };
    let table = [
        (Name::LoanDays, " 14 ", Ok(PolicyValue::Number(14))),
        (Name::LoanDays, "0", range(1, 365)),
        (Name::LoanDays, "366", range(1, 365)),
        (Name::LoanDays, "70000", range(1, 365)),
        (Name::LoanDays, "none", Err(PolicyValueError::NotANumber)),
        (Name::LoanDays, "1.5", Err(PolicyValueError::NotANumber)),
        (Name::LoanDays, "", Err(PolicyValueError::NotANumber)),
        (Name::RenewalDays, "none", Ok(PolicyValue::None)),
        (Name::FineCap, "0", Ok(PolicyValue::Money(Amount(0)))),
        (Name::FineCap, "-1", range(0, 10_000_000)),
        (Name::BlockAtBalance, "0", range(1, 10_000_000)),
        (Name::BlockOnOverdue, "true", Ok(PolicyValue::Flag(true))),
        (Name::BlockOnOverdue, "yes", choices(&["true", "false"])),
        (Name::GraceRule, "included", Ok(PolicyValue::Choice("included"))),
        (Name::GraceRule, "Included", choices(&["included", "forgiven"])),
        (
            Name::ClosedDayRule,
            "skip",
            choices(&["keep", "next_open", "previous_open"]),
        ),
        (
            Name::LatestDueDate,
            "2024-06-30",
            Ok(PolicyValue::Day(date(2024, 6, 30))),
        ),
        (Name::LatestDueDate, "none", Ok(PolicyValue::None)),
        (Name::LatestDueDate, "2024-06-31", Err(PolicyValueError::NotADate)),
    ];
    for (name, text, expected) in table {
        assert_eq!(validate_value(name, text), expected, "{} {text:?}", name.as_str());
    }
}

#[test]
fn every_name_has_one_text_and_a_default_that_reads_back() {
    for name in PolicyName::ALL {
        assert_eq!(name.as_str().parse(), Ok(name));
        assert_eq!(serde_json::to_value(name).unwrap(), name.as_str());
        let default = Terms::default().value(name);
        assert_eq!(validate_value(name, &default.to_string()), Ok(default));
    }
    assert!("loan_weeks".parse::<PolicyName>().is_err());
}

#[test]
fn terms_are_stored_and_older_ones_are_read() {
    let terms = Terms {
        latest_due_date: Some(date(2024, 6, 30)),
        loans_allowed: 9,
        ..Terms::default()
    };
    let stored = serde_json::to_string(&terms).unwrap();
    assert_eq!(serde_json::from_str::<Terms>(&stored).unwrap(), terms);
    let older: Terms = serde_json::from_str(r#"{"loan_days": 7}"#).unwrap();
    assert_eq!(
        older,
        Terms {
            loan_days: 7,
            ..Terms::default()
        }
    );
}

proptest! {
    #[test]
    fn no_text_makes_validation_fail_badly(name in prop::sample::select(PolicyName::ALL.to_vec()), text: String) {
        if let Ok(value) = validate_value(name, &text) {
            prop_assert_eq!(validate_value(name, &value.to_string()), Ok(value));
        }
    }
}
