use carrel_domain::users::PasswordRules;
use carrel_domain::users::validation::{Registration, message};
use proptest::prelude::*;

use super::{errors, text};

fn registration() -> Registration {
    Registration {
        name: text("Ada Lovelace"),
        email: text("ada@example.org"),
        phone: None,
        address: None,
        password: text("Herons1"),
        confirm_password: text("Herons1"),
        agree_terms: Some(true),
        language: None,
        shared_computer: None,
        device_token: None,
    }
}

fn with_password(password: &str) -> Registration {
    Registration {
        password: text(password),
        confirm_password: text(password),
        ..registration()
    }
}

/// The specification's section 5, each row a case.
#[test]
fn registration_has_the_specified_messages() {
    let table = [
        (
            Registration {
                name: None,
                ..registration()
            },
            "name",
            "Full name is required",
        ),
        (
            Registration {
                name: text("  "),
                ..registration()
            },
            "name",
            "Full name is required",
        ),
        (
            Registration {
                name: text(" A "),
                ..registration()
            },
            "name",
            "Name must be at least 2 characters",
        ),
        (
            Registration {
                name: Some("é".repeat(51)),
                ..registration()
            },
            "name",
            "Name cannot exceed 50 characters",
        ),
        (
            Registration {
                email: None,
                ..registration()
            },
            "email",
            "Email is required",
        ),
        (
            Registration {
                email: text("ada"),
                ..registration()
            },
            "email",
            "Invalid email address",
        ),
        (
            Registration {
                phone: text("0123456"),
                ..registration()
            },
            "phone",
            "Invalid phone number",
        ),
        (
            Registration {
                address: Some("x".repeat(201)),
                ..registration()
            },
            "address",
            "Address cannot exceed 200 characters",
        ),
        (
            with_password("Abc12"),
            "password",
            "Password must be at least 6 characters",
        ),
        (
            with_password("secret1"),
            "password",
            "Password must contain at least one uppercase letter, one lowercase letter, and one number",
        ),
        (
            Registration {
                confirm_password: None,
                ..registration()
            },
            "confirmPassword",
            "Please confirm your password",
        ),
        (
            Registration {
                confirm_password: text("Herons2"),
                ..registration()
            },
            "confirmPassword",
            "Passwords do not match",
        ),
        (
            Registration {
                agree_terms: None,
                ..registration()
            },
            "agreeTerms",
            "You must agree to the terms and conditions",
        ),
        (
            Registration {
                agree_terms: Some(false),
                ..registration()
            },
            "agreeTerms",
            "You must agree to the terms and conditions",
        ),
    ];
    for (form, field, message) in table {
        assert_eq!(
            errors(form.validate(PasswordRules::default())),
            [(field, message)]
        );
    }
    let empty = errors(Registration::default().validate(PasswordRules::default()));
    assert_eq!(
        empty,
        [
            ("name", "Full name is required"),
            ("email", "Email is required"),
            ("password", "Password is required"),
            ("confirmPassword", "Please confirm your password"),
            ("agreeTerms", "You must agree to the terms and conditions"),
        ]
    );
}

#[test]
fn optional_fields_may_be_empty() {
    let form = Registration {
        name: text("  Ada Lovelace "),
        phone: text(" "),
        address: text(" 12 St James's Square\nLondon "),
        ..registration()
    };
    let valid = form.validate(PasswordRules::default()).expect("a valid form");
    assert_eq!(valid.name, "Ada Lovelace");
    assert_eq!(
        (valid.phone, valid.address),
        (None, text("12 St James's Square\nLondon"))
    );
}

#[test]
fn lengths_count_characters() {
    for name in ["李明", &"é".repeat(50)] {
        assert!(
            Registration {
                name: text(name),
                ..registration()
            }
            .validate(PasswordRules::default())
            .is_ok(),
            "{name}"
        );
    }
    // Six characters of eleven bytes, and 128 of 254.
    for password in ["Äöüß1x".to_owned(), format!("{}A1", "ü".repeat(126))] {
        assert!(
            with_password(&password)
                .validate(PasswordRules::default())
                .is_ok(),
            "{password}"
        );
    }
    assert_eq!(
        errors(with_password(&format!("{}A1", "ü".repeat(127))).validate(PasswordRules::default())),
        [("password", message::PASSWORD_TOO_LONG)]
    );
}

#[test]
fn lengths_have_their_limits() {
    let named = |characters: usize| Registration {
        name: text(&"a".repeat(characters)),
        ..registration()
    };
    let living_at = |characters: usize| Registration {
        address: text(&"a".repeat(characters)),
        ..registration()
    };
    // The remaining characters are of the other kinds that a password needs.
    let with_length = |characters: usize| with_password(&format!("{}A1", "ü".repeat(characters - 2)));
    for (form, expected) in [
        (named(1), Some(("name", message::NAME_TOO_SHORT))),
        (named(2), None),
        (named(50), None),
        (named(51), Some(("name", message::NAME_TOO_LONG))),
        (living_at(200), None),
        (living_at(201), Some(("address", message::ADDRESS_TOO_LONG))),
        (with_length(5), Some(("password", message::PASSWORD_TOO_SHORT))),
        (with_length(6), None),
        (with_length(64), None),
        (with_length(128), None),
        (with_length(129), Some(("password", message::PASSWORD_TOO_LONG))),
    ] {
        assert_eq!(
            errors(form.validate(PasswordRules::default())),
            Vec::from_iter(expected)
        );
    }
}

#[test]
fn passwords_need_three_kinds_of_characters() {
    for accepted in ["Xbcde1", "1xBcdef", "Ärger1ö", "pass WORD 1", " Xbcd1"] {
        assert!(
            with_password(accepted).validate(PasswordRules::default()).is_ok(),
            "{accepted}"
        );
    }
    for refused in ["abcdef1", "ABCDEF1", "Abcdefg", "1234567", "Abcdef٣"] {
        assert_eq!(
            errors(with_password(refused).validate(PasswordRules::default())),
            [("password", message::PASSWORD_TOO_SIMPLE)],
            "{refused}"
        );
    }
    assert_eq!(
        errors(with_password("Xbcde1\0").validate(PasswordRules::default())),
        [("password", message::PASSWORD_NOT_ALLOWED)]
    );
}

#[test]
fn control_characters_are_refused() {
    let name = Registration {
        name: text("Ada\0Lovelace"),
        ..registration()
    };
    assert_eq!(
        errors(name.validate(PasswordRules::default())),
        [("name", message::NAME_NOT_ALLOWED)]
    );
    let address = Registration {
        address: text("12\u{1b}[31m"),
        ..registration()
    };
    assert_eq!(
        errors(address.validate(PasswordRules::default())),
        [("address", message::ADDRESS_NOT_ALLOWED)]
    );
    let email = Registration {
        email: text("a\0da@example.org"),
        ..registration()
    };
    assert_eq!(
        errors(email.validate(PasswordRules::default())),
        [("email", message::EMAIL_INVALID)]
    );
}

#[test]
fn email_addresses_are_validated() {
    let longest = format!(
        "{}@{}.org",
        "a".repeat(64),
        ["b".repeat(63), "c".repeat(63), "d".repeat(57)].join(".")
    );
    assert_eq!(longest.len(), 254);
    let accepted = [
        "a@b.co",
        "first.last+tag@sub.example.org",
        "o'hara@example.org",
        "x_y-z@example.museum",
        "jörg@müller.de",
        "用户@例子.公司",
        "a@xn--mller-kva.example",
        "1@2.io",
        &longest,
    ];
    for email in accepted {
        assert!(
            Registration {
                email: text(email),
                ..registration()
            }
            .validate(PasswordRules::default())
            .is_ok(),
            "{email}"
        );
    }
    let too_long = format!("{}@{longest}", "a");
    let long_host = format!("a@{}.org", "b".repeat(64));
    let refused = [
        "a",
        "@b.co",
        "a@",
        "a@b",
        "a@b.c",
        "a@@b.co",
        "a@b@c.co",
        ".a@b.co",
        "a.@b.co",
        "a..a@b.co",
        "a b@c.co",
        "a@b c.co",
        "a@-b.co",
        "a@b-.co",
        "a@b..co",
        "a@.co",
        "a@b.co.",
        "a@1.22",
        "a@b.co,c@d.co",
        "<a@b.co>",
        "a＠b@c.co",
        "a@b_c.co",
        "\"a\"@b.co",
        &too_long,
        &long_host,
    ];
    for email in refused {
        assert_eq!(
            errors(
                Registration {
                    email: text(email),
                    ..registration()
                }
                .validate(PasswordRules::default())
            ),
            [("email", message::EMAIL_INVALID)],
            "{email}"
        );
    }
}

#[test]
fn phones_have_at_most_sixteen_digits() {
    for phone in [
        "1",
        "+1",
        "+4930123456",
        "1234567890123456",
        "+1234567890123456",
        " 5551234 ",
    ] {
        assert!(
            Registration {
                phone: text(phone),
                ..registration()
            }
            .validate(PasswordRules::default())
            .is_ok(),
            "{phone}"
        );
    }
    for phone in [
        "+",
        "0",
        "+0301234",
        "12345678901234567",
        "555-1234",
        "555 1234",
        "++1",
        "1+",
        "１２３",
        "abc",
    ] {
        assert_eq!(
            errors(
                Registration {
                    phone: text(phone),
                    ..registration()
                }
                .validate(PasswordRules::default())
            ),
            [("phone", message::PHONE_INVALID)],
            "{phone}"
        );
    }
}

proptest! {
    #[test]
    fn any_form_is_valid_or_has_errors(name: Option<String>, email: Option<String>, phone: Option<String>, password: String) {
        let form = Registration { name, email, phone, ..with_password(&password) };
        let result = form.validate(PasswordRules::default());
        prop_assert_eq!(result.is_err(), !errors(result).is_empty());
    }
}
