//! The settings of privacy.

use carrel_domain::settings::privacy::{PrivacyForm, PrivacySettings, ReviewNames, message};

fn form() -> PrivacyForm {
    PrivacyForm {
        audit_days: Some(365),
        borrowing_days: None,
        review_names: Some("full".to_owned()),
        covers_from_other_sites: Some(false),
    }
}

fn errors(form: PrivacyForm) -> Vec<(&'static str, &'static str)> {
    let errors = form.validate().err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn by_default_borrowings_keep_their_person_and_audit_entries_last_three_years() {
    let expected = PrivacySettings {
        audit_days: 1095,
        borrowing_days: None,
        review_names: ReviewNames::Full,
        covers_from_other_sites: false,
    };
    assert_eq!(PrivacySettings::default(), expected);
    assert_eq!(serde_json::from_str::<PrivacySettings>("{}").unwrap(), expected);
}

#[test]
fn every_field_has_the_value_that_was_sent() {
    let sent = PrivacyForm {
        audit_days: Some(3650),
        borrowing_days: Some(30),
        review_names: Some("initials".to_owned()),
        covers_from_other_sites: Some(true),
    };
    let expected = PrivacySettings {
        audit_days: 3650,
        borrowing_days: Some(30),
        review_names: ReviewNames::Initials,
        covers_from_other_sites: true,
    };
    assert_eq!(sent.validate(), Ok(expected));
}

#[test]
fn fields_are_required_and_within_their_limits() {
    assert_eq!(
        errors(PrivacyForm::default()),
        [
            ("auditDays", message::AUDIT_DAYS_INVALID),
            ("reviewNames", message::REVIEW_NAMES_INVALID),
            ("coversFromOtherSites", message::COVERS_REQUIRED),
        ]
    );
    for (days, is_valid) in [(89, false), (90, true), (3650, true), (3651, false)] {
        let audit_days = Some(days);
        let valid = PrivacyForm { audit_days, ..form() }.validate();
        assert_eq!(valid.is_ok(), is_valid, "{days}");
    }
    for (days, is_valid) in [(0, false), (1, true), (3650, true), (3651, false)] {
        let borrowing_days = Some(days);
        let found = errors(PrivacyForm {
            borrowing_days,
            ..form()
        });
        let wrong = [("borrowingDays", message::BORROWING_DAYS_INVALID)];
        assert_eq!(found, if is_valid { &[][..] } else { &wrong }, "{days}");
    }
    for (names, is_valid) in [("full", true), ("hidden", true), ("Full", false), ("", false)] {
        let review_names = Some(names.to_owned());
        let valid = PrivacyForm {
            review_names,
            ..form()
        }
        .validate();
        assert_eq!(valid.is_ok(), is_valid, "{names:?}");
    }
}
