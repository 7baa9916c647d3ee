use carrel_domain::circulation::policy::{
    Case, ClosedDayRule, GraceRule, LoanLengthSource, LoanLimits, Policies, PolicyGroup, PolicyKind,
    PolicyName, PolicyRule, PolicyRuleId, PolicyValue, PolicyValueError, RenewFrom, Terms,
};
use carrel_domain::money::Amount;
use jiff::civil::date;
use proptest::prelude::*;

/// A rule; an empty selector stands for any.
fn rule(name: PolicyName, branch: &str, patron_category: &str, item_type: &str, value: &str) -> PolicyRule {
    let selector = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    PolicyRule {
        id: PolicyRuleId::new(1),
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
fn the_defaults_of_policies() {
    let terms = Policies::default().terms(&CASE);
    assert_eq!(terms, Terms::default());
    assert_eq!(
        (terms.loan_days, terms.loan_length_source),
        (14, LoanLengthSource::Default)
    );
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
        let policies = Policies::compile(some);
        let resolved = policies.resolve(PolicyName::LoanDays, &CASE);
        assert_eq!(resolved.rule.as_ref(), Some(&rules[upto - 1]));
        let beaten: Vec<&PolicyRule> = resolved.beaten.iter().rev().collect();
        assert_eq!(beaten, rules[..upto - 1].iter().collect::<Vec<_>>());
        assert_eq!(resolved.value, policies.terms(&CASE).value(PolicyName::LoanDays));
        assert_eq!(resolved.value, PolicyValue::Number(u16::try_from(upto).unwrap()));
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
    let policies = Policies::compile(rules.to_vec());
    // A case without a branch matches no branch's rule.
    for case in [CASE, Case::default()] {
        let resolved = policies.resolve(PolicyName::LoanDays, &case);
        assert_eq!(
            (resolved.value, resolved.rule, resolved.beaten),
            (PolicyValue::Number(14), None, Vec::new())
        );
    }
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
    let terms = Policies::compile(rules.to_vec()).terms(&CASE);
    assert_eq!(
        (terms.loan_days, terms.loan_length_source),
        (28, LoanLengthSource::Policy)
    );
    assert_eq!((terms.fine_per_period, terms.fine_cap), (Amount(100), None));
    assert_eq!(
        (terms.renew_from, terms.closed_day_rule),
        (RenewFrom::Today, ClosedDayRule::Keep)
    );
    assert_eq!(terms.latest_due_date, Some(date(2024, 6, 30)));
    let general = Policies::compile(vec![rule(PolicyName::LoanDays, "", "", "", "21")]).terms(&CASE);
    assert_eq!(
        (general.loan_days, general.loan_length_source),
        (21, LoanLengthSource::Default)
    );
}

#[test]
fn a_rule_with_an_invalid_value_is_skipped() {
    let rules = [
        rule(PolicyName::LoanDays, "", "", "", "21"),
        PolicyRule {
            id: PolicyRuleId::new(2),
            ..rule(PolicyName::LoanDays, "north", "", "", "a month")
        },
    ];
    let policies = Policies::compile(rules.to_vec());
    let resolved = policies.resolve(PolicyName::LoanDays, &CASE);
    assert_eq!(
        (resolved.value, resolved.beaten),
        (PolicyValue::Number(21), vec![rules[1].clone()])
    );
    let invalid: Vec<_> = policies
        .invalid()
        .iter()
        .map(|rule| (rule.id.number(), rule.error))
        .collect();
    assert_eq!(invalid, [(2, PolicyValueError::NotANumber)]);
    assert_eq!(policies.rules().len(), 2);
    let terms = policies.terms(&CASE);
    assert_eq!(
        (terms.loan_days, terms.loan_length_source),
        (21, LoanLengthSource::Default)
    );
}

#[test]
fn values_are_checked() {
    use PolicyName as Name;
    let range = |min, max| Err(PolicyValueError::OutOfRange { min, max });
    let choices = |choices: &'static [&'static str]| Err(PolicyValueError::NotAChoice { choices });
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
        assert_eq!(name.parse_value(text), expected, "{} {text:?}", name.as_str());
    }
}

#[test]
fn every_name_has_one_text_and_a_default_that_reads_back() {
    for name in PolicyName::ALL {
        assert_eq!(name.as_str().parse(), Ok(name));
        assert_eq!(serde_json::to_value(name).unwrap(), name.as_str());
        let default = Terms::default().value(name);
        assert_eq!(name.def().default, default);
        assert_eq!(name.parse_value(&default.to_string()), Ok(default));
        assert_eq!((name.def().name, name.def().key), (name, name.as_str()));
        assert!(name.def().docs.ends_with('.'), "{}", name.def().docs);
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
    assert_eq!(serde_json::to_value(terms).unwrap()["version"], 1);
    let older: Terms = serde_json::from_str(r#"{"loan_days": 7}"#).unwrap();
    assert_eq!(
        older,
        Terms {
            loan_days: 7,
            ..Terms::default()
        }
    );
}

#[test]
fn the_newest_of_equal_rules_wins() {
    let same = |id: i64, name, selector: &str, value: &str| PolicyRule {
        id: PolicyRuleId::new(id),
        ..rule(name, "", "", selector, value)
    };
    let policies = Policies::compile(vec![
        same(1, PolicyName::LoanDays, "dvd", "1"),
        same(2, PolicyName::LoanDays, "dvd", "2"),
        same(3, PolicyName::GraceDays, "", "3"),
        same(4, PolicyName::GraceDays, "", "4"),
        same(5, PolicyName::GraceDays, "", "many"),
    ]);
    let terms = policies.terms(&CASE);
    assert_eq!((terms.loan_days, terms.grace_days), (2, 4));
    let resolved = policies.resolve(PolicyName::GraceDays, &CASE);
    assert_eq!(resolved.rule.map(|rule| rule.id), Some(PolicyRuleId::new(4)));
    let beaten: Vec<i64> = resolved.beaten.into_iter().map(|rule| rule.id.number()).collect();
    assert_eq!(beaten, [5, 3]);
}

#[test]
fn a_limit_for_an_item_type_applies_besides_the_total_limit() {
    let limits = |rules: &[PolicyRule], case: Case<'_>| Policies::compile(rules.to_vec()).loan_limits(&case);
    let dvd = rule(PolicyName::LoansAllowed, "", "", "dvd", "1");
    let staff = rule(PolicyName::LoansAllowed, "", "staff", "", "20");
    let staff_dvd = rule(PolicyName::LoansAllowed, "", "staff", "dvd", "3");
    let table = [
        (vec![], 5, None),
        (vec![rule(PolicyName::LoansAllowed, "", "", "", "7")], 7, None),
        (vec![dvd.clone()], 5, Some(1)),
        // The patron category outweighs the item type.
        (vec![dvd.clone(), staff.clone()], 20, None),
        (vec![dvd.clone(), staff.clone(), staff_dvd], 20, Some(3)),
        (
            vec![rule(PolicyName::LoansAllowed, "north", "", "dvd", "2")],
            5,
            Some(2),
        ),
    ];
    for (rules, total, of_type) in table {
        assert_eq!(limits(&rules, CASE), LoanLimits { total, of_type }, "{rules:?}");
    }
    let book = Case {
        item_type: Some("book"),
        ..Case::default()
    };
    assert_eq!(
        limits(&[dvd, staff], book),
        LoanLimits {
            total: 5,
            of_type: None
        }
    );
}

#[test]
fn a_books_own_period_replaces_the_default_length_only() {
    let general = Terms::default();
    let special = Terms {
        loan_days: 28,
        loan_length_source: LoanLengthSource::Policy,
        ..general
    };
    let length = |terms: Terms| (terms.loan_days, terms.loan_length_source);
    assert_eq!(length(general.for_book(None)), (14, LoanLengthSource::Default));
    assert_eq!(length(general.for_book(Some(7))), (7, LoanLengthSource::Book));
    assert_eq!(
        length(general.for_book(Some(7)).for_book(Some(3))),
        (7, LoanLengthSource::Book)
    );
    assert_eq!(length(special.for_book(Some(7))), (28, LoanLengthSource::Policy));
}

#[test]
fn the_settings_offer_only_policies_in_force() {
    let offered: Vec<PolicyName> = PolicyName::in_force().collect();
    for name in PolicyName::ALL {
        let is_applied = match name.def().group {
            PolicyGroup::Holds | PolicyGroup::LostCopies => false,
            // No copy has a price yet.
            _ => name != PolicyName::CapAtReplacementPrice,
        };
        assert_eq!(offered.contains(&name), is_applied, "{name:?}");
    }
    let def = PolicyName::RenewalDays.def();
    assert_eq!(
        (def.shape.kind, def.shape.optional, def.shape.range),
        (PolicyKind::Number, true, Some((1, 365)))
    );
    assert_eq!(
        def.docs,
        "Renewal length in days; none for the loan length again."
    );
}

#[test]
fn groups_of_policies_have_names() {
    assert_eq!(
        PolicyGroup::ALL.map(PolicyGroup::as_str),
        ["lending", "renewals", "fines", "holds", "blocks", "lost_copies"]
    );
}

#[test]
fn choices_have_one_text() {
    for rule in GraceRule::ALL {
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
    }
    for rule in RenewFrom::ALL {
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
    }
    for rule in ClosedDayRule::ALL {
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
    }
}

proptest! {
    #[test]
    fn any_text_is_a_value_or_an_error(name in prop::sample::select(PolicyName::ALL.to_vec()), text: String) {
        if let Ok(value) = name.parse_value(&text) {
            prop_assert_eq!(name.parse_value(&value.to_string()), Ok(value));
        }
    }
}
