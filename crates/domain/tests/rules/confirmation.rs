//! Recent confirmation: which acts need it, and how long it is valid.

use carrel_domain::users::Act;
use carrel_domain::users::confirmation::{CONFIRMED_FOR, ConfirmationForm, is_recent, needs_confirmation};
use carrel_domain::users::scope::{TokenRequirement, token_requirement};
use jiff::{SignedDuration, Timestamp};

#[test]
fn an_act_that_needs_a_confirmation_is_for_sessions_only() {
    for act in Act::ALL.into_iter().filter(|act| needs_confirmation(*act)) {
        assert_eq!(token_requirement(act), TokenRequirement::Session, "{act:?}");
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
    let validate = |password: Option<String>| ConfirmationForm { password }.validate();
    let message = |password| validate(password).unwrap_err()[0].message;
    assert_eq!(message(None), "Password is required");
    assert_eq!(message(Some(String::new())), "Password is required");
    assert_eq!(
        message(Some("x".repeat(129))),
        "Password cannot exceed 128 characters"
    );
    // An old password may be shorter than a new one; letters have one form.
    assert_eq!(validate(Some("e\u{301}".to_owned())).unwrap(), "é");
}
