//! Codes of authenticator apps, and recovery codes.

use std::collections::BTreeSet;

use carrel_domain::users::passkey::PresentationForm;
use carrel_domain::users::second_factor::{
    Proof, SecondStepForm, TotpSecret, matching_step, parse_code, parse_digits, recovery_code,
};
use jiff::Timestamp;
use proptest::prelude::*;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).expect("an instant")
}

/// RFC 6238, appendix B: the last six digits of its codes for SHA-1.
#[test]
fn codes_are_those_of_the_rfc() {
    let secret = TotpSecret::new(*b"12345678901234567890");
    assert_eq!(secret.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    for (seconds, code, step) in [
        (59, "287082", 1),
        (1_111_111_109, "081804", 37_037_036),
        (1_111_111_111, "050471", 37_037_037),
        (1_234_567_890, "005924", 41_152_263),
        (2_000_000_000, "279037", 66_666_666),
        (20_000_000_000, "353130", 666_666_666),
    ] {
        assert_eq!(
            matching_step(&secret, code, at(seconds), 0),
            Some(step),
            "{seconds}"
        );
        // One step before and after, and no more.
        for (distance, is_right) in [(-60, false), (-30, true), (30, true), (60, false)] {
            let found = matching_step(&secret, code, at(seconds + distance), 0);
            assert_eq!(found, is_right.then_some(step), "{seconds} {distance}");
        }
        // Each code is accepted once.
        assert_eq!(matching_step(&secret, code, at(seconds), step), None);
        assert_eq!(matching_step(&secret, code, at(seconds), step - 1), Some(step));
    }
    assert_eq!(matching_step(&secret, "287082", at(-59), 0), None);
    assert_eq!(matching_step(&secret, "28708", at(59), 0), None);
}

#[test]
fn a_secret_is_read_back_and_never_shown_by_debug() {
    let secret = TotpSecret::new([7; 20]);
    let stored = secret.text();
    assert_eq!(TotpSecret::parse(&stored).unwrap().text(), stored);
    for damaged in ["", "GEZDG", "not base32!", &stored[1..]] {
        assert!(TotpSecret::parse(damaged).is_none(), "{damaged}");
    }
    assert_eq!(format!("{secret:?}"), "TotpSecret { .. }");
}

#[test]
fn the_address_names_the_library_and_the_account() {
    let secret = TotpSecret::new(*b"12345678901234567890");
    assert_eq!(
        secret.address("St. Mary: Books & More", "ada+x@library.example"),
        "otpauth://totp/St%2E%20Mary%20%20Books%20%26%20More:ada%2Bx%40library%2Eexample\
         ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=St%2E%20Mary%20%20Books%20%26%20More\
         &algorithm=SHA1&digits=6&period=30"
    );
}

#[test]
fn a_typed_code_is_six_digits_or_a_recovery_code() {
    let recovery = recovery_code([0xab; 16]);
    assert_eq!(recovery.len(), 29);
    for typed in ["123456", " 123 456 ", "12\u{a0}3456"] {
        assert!(
            parse_code(Some(typed)) == Ok(Proof::Digits("123456".to_owned())),
            "{typed}"
        );
    }
    for typed in [
        recovery.clone(),
        recovery.to_uppercase(),
        recovery.replace('-', ""),
        format!(" {} ", recovery.replace('-', " ")),
        recovery.replace('1', "l").replace('0', "O"),
    ] {
        assert!(
            parse_code(Some(&typed)) == Ok(Proof::RecoveryCode(recovery.clone())),
            "{typed}"
        );
    }
    let as_long_as_allowed = format!("1234{}56", " ".repeat(54));
    assert!(parse_code(Some(&as_long_as_allowed)) == Ok(Proof::Digits("123456".to_owned())));
    let long = format!("1234{}56", " ".repeat(55));
    for (typed, message) in [
        (None, "Code is required"),
        (Some("  "), "Code is required"),
        (
            Some("12345"),
            "Enter the 6 digits of your authenticator app, or a recovery code",
        ),
        (
            Some("１２３４５６"),
            "Enter the 6 digits of your authenticator app, or a recovery code",
        ),
        (
            Some(&recovery[1..]),
            "Enter the 6 digits of your authenticator app, or a recovery code",
        ),
        (
            Some(&long),
            "Enter the 6 digits of your authenticator app, or a recovery code",
        ),
    ] {
        assert_eq!(parse_code(typed).map(|_| ()), Err(message), "{typed:?}");
    }
    let refused = parse_digits(Some(&recovery)).unwrap_err();
    assert_eq!(
        (refused[0].field, refused[0].message),
        ("code", "Enter the 6 digits of your authenticator app")
    );
}

#[test]
fn a_second_step_needs_a_code() {
    let errors = SecondStepForm::default().validate().map(|_| ()).unwrap_err();
    assert_eq!((errors[0].field, errors[0].message), ("code", "Code is required"));
    let form = SecondStepForm {
        code: Some("123456".to_owned()),
        ..SecondStepForm::default()
    };
    let valid = form.validate().unwrap_or_else(|_| panic!("valid"));
    assert!(!valid.remember_device && valid.challenge.is_empty());
}

#[test]
fn a_passkey_is_preferred_to_a_code() {
    let sent = |text: &str| Some(text.to_owned());
    let form = |passkey| SecondStepForm {
        challenge: sent("c"),
        code: sent("123456"),
        passkey: Some(passkey),
        remember_device: Some(true),
        device_token: sent("d"),
    };
    let passkey = PresentationForm {
        credential_id: sent("AAAA"),
        client_data: sent("e30"),
        authenticator_data: sent("AAAA"),
        signature: sent("AQ"),
    };
    let valid = form(passkey).validate().unwrap_or_else(|_| panic!("valid"));
    assert!(matches!(valid.proof, Proof::Passkey(_)) && valid.remember_device);
    assert_eq!(
        (valid.challenge.as_str(), valid.device_token.as_deref()),
        ("c", Some("d"))
    );
    let errors = form(PresentationForm::default())
        .validate()
        .map(|_| ())
        .unwrap_err();
    assert_eq!(errors[0].field, "passkey");
    let names = [
        valid.proof,
        Proof::Digits(String::new()),
        Proof::RecoveryCode(String::new()),
    ];
    assert_eq!(
        names.each_ref().map(Proof::name),
        ["passkey", "authenticator", "recovery_code"]
    );
}

#[test]
fn recovery_codes_differ_in_every_bit_that_they_show() {
    let codes: BTreeSet<String> = (0..125_u32)
        .map(|bit| recovery_code((1_u128 << bit).to_be_bytes()))
        .collect();
    assert_eq!(codes.len(), 125);
    let groups: Vec<usize> = recovery_code([0; 16]).split('-').map(str::len).collect();
    assert_eq!(groups, [5; 5]);
}

proptest! {
    #[test]
    fn a_recovery_code_is_its_own_normal_form(bytes: [u8; 16]) {
        let code = recovery_code(bytes);
        prop_assert!(parse_code(Some(&code)) == Ok(Proof::RecoveryCode(code.clone())));
    }

    #[test]
    fn any_text_is_parsed_without_a_panic(text: String) {
        let _ = parse_code(Some(&text));
        let _ = TotpSecret::parse(&text);
    }
}
