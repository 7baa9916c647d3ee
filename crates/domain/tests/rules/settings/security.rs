use carrel_domain::settings::{SecurityForm, SecuritySettings};
use carrel_domain::users::SessionKind;

fn form() -> SecurityForm {
    SecurityForm {
        confirm_addresses_first: Some(true),
        least_password_length: Some(8),
        passphrases: Some(true),
        staff_need_second_factor: Some(true),
        idle_minutes: Some(5),
        idle_minutes_of_staff: Some(1440),
        idle_minutes_of_shared_computers: Some(5),
    }
}

fn errors(form: SecurityForm) -> Vec<(&'static str, &'static str)> {
    let errors = form.validate().err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn valid_settings_of_security_are_accepted() {
    let wanted = SecuritySettings {
        confirm_addresses_first: true,
        least_password_length: 8,
        passphrases: true,
        staff_need_second_factor: true,
        idle_minutes: 5,
        idle_minutes_of_staff: 1440,
        idle_minutes_of_shared_computers: 5,
    };
    assert_eq!(form().validate(), Ok(wanted));
    for length in [6, 64] {
        let form = SecurityForm {
            least_password_length: Some(length),
            ..form()
        };
        assert!(form.validate().is_ok(), "{length}");
    }
}

#[test]
fn invalid_settings_of_security_are_refused() {
    const IDLE: &str = "The time must be a whole number of minutes from 5 to 1440";
    const LENGTH: (&str, &str) = (
        "leastPasswordLength",
        "The minimum length must be a whole number from 6 to 64",
    );
    assert_eq!(
        errors(SecurityForm::default()),
        [
            (
                "confirmAddressesFirst",
                "Please say whether email addresses are confirmed first"
            ),
            LENGTH,
            ("passphrases", "Please say whether passphrases are allowed"),
            (
                "staffNeedSecondFactor",
                "Please say whether staff need a second sign-in step"
            ),
            ("idleMinutes", IDLE),
            ("idleMinutesOfStaff", IDLE),
            ("idleMinutesOfSharedComputers", IDLE),
        ]
    );
    for minutes in [4, 1441, -1, i64::MAX] {
        let form = SecurityForm {
            idle_minutes: Some(minutes),
            ..form()
        };
        assert_eq!(errors(form), [("idleMinutes", IDLE)], "{minutes}");
    }
    for length in [5, 65, -8, i64::MAX, i64::MIN] {
        let form = SecurityForm {
            least_password_length: Some(length),
            ..form()
        };
        assert_eq!(errors(form), [LENGTH], "{length}");
    }
}

#[test]
fn a_field_that_is_not_stored_has_the_value_of_the_specification() {
    let stored: SecuritySettings = serde_json::from_str("{}").expect("settings");
    assert_eq!(stored, SecuritySettings::default());
    assert!(!stored.confirm_addresses_first && !stored.passphrases && !stored.staff_need_second_factor);
    assert_eq!(stored.least_password_length, 6);
    for (kind, of_members, of_staff) in [
        (SessionKind::Ordinary, Some(60), Some(30)),
        (SessionKind::Remembered, None, None),
        (SessionKind::SharedComputer, Some(10), Some(10)),
    ] {
        assert_eq!(stored.idle_minutes(kind, false), of_members, "{kind:?}");
        assert_eq!(stored.idle_minutes(kind, true), of_staff, "{kind:?}");
    }
    let shorter: SecuritySettings = serde_json::from_str(r#"{"idleMinutes":5}"#).expect("settings");
    assert_eq!(
        shorter.idle_ms(SessionKind::SharedComputer, false),
        Some(5 * 60_000),
        "a shared computer is never given longer than others"
    );
    let stored: SecuritySettings = serde_json::from_str(r#"{"leastPasswordLength":9}"#).expect("settings");
    assert_eq!(stored.least_password_length, 9);
}
