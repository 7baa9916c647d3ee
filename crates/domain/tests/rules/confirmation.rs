//! Recent confirmation: which acts need it, and how long it is valid.

use carrel_domain::users::Act;
use carrel_domain::users::confirmation::{
    CONFIRMED_FOR, Confirmation, ConfirmationForm, is_recent, needs_confirmation,
};
use carrel_domain::users::scope::{TokenRequirement, token_requirement};
use carrel_domain::users::second_factor::Proof;
use jiff::{SignedDuration, Timestamp};

#[test]
fn an_act_that_needs_a_confirmation_is_for_sessions_only() {
    for act in Act::ALL.into_iter().filter(|act| needs_confirmation(*act)) {
        // A token that may read all borrowings gains nothing by a file of them.
        if act != Act::ExportBorrowings {
            assert_eq!(token_requirement(act), TokenRequirement::Session, "{act:?}");
        }
    }
    for act in [Act::ExportOwnData, Act::ExportBorrowings, Act::ExportAudit] {
        assert!(needs_confirmation(act), "{act:?}");
    }
    // It would otherwise be needed to confirm.
    assert!(!needs_confirmation(Act::ConfirmIdentity));
}

#[test]
fn a_confirmation_is_valid_for_15_minutes() {
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    let moment = SignedDuration::from_millis(1);
    for (age, valid) in [
        (SignedDuration::ZERO, true),
        (CONFIRMED_FOR - moment, true),
        (CONFIRMED_FOR, false),
        // By a clock that was ahead.
        (moment - CONFIRMED_FOR, true),
        (-CONFIRMED_FOR, false),
    ] {
        assert_eq!(is_recent(now - age, now), valid, "{age:?}");
    }
    assert_eq!(CONFIRMED_FOR, SignedDuration::from_mins(15));
    assert!(!is_recent(Timestamp::MIN, now) && !is_recent(now, Timestamp::MIN));
}

#[test]
fn a_confirmation_needs_a_password() {
    let validate = |password: Option<String>| {
        let form = ConfirmationForm {
            password,
            ..ConfirmationForm::default()
        };
        form.validate()
    };
    let message = |password| match validate(password) {
        Ok(_) => "",
        Err(errors) => errors[0].message,
    };
    assert_eq!(message(None), "Password is required");
    assert_eq!(message(Some(String::new())), "Password is required");
    assert_eq!(
        message(Some("x".repeat(129))),
        "Password cannot exceed 128 characters"
    );
    // An old password may be shorter than a new one; letters have one form.
    let valid = validate(Some("e\u{301}".to_owned()));
    assert!(matches!(valid, Ok(Confirmation::Password(password)) if password == "é"));
}

#[test]
fn a_confirmation_by_code_needs_no_password() {
    let form = |code: &str| ConfirmationForm {
        code: Some(code.to_owned()),
        ..ConfirmationForm::default()
    };
    let valid = form("123 456").validate();
    assert!(matches!(valid, Ok(Confirmation::SecondFactor(Proof::Digits(digits), _)) if digits == "123456"));
    let refused = form("12345").validate().map(|_| ()).unwrap_err();
    assert_eq!(refused[0].field, "code");
}
