use carrel_domain::users::validation::{
    DetailsChange, Edit, FieldError, LoginForm, PasswordChange, PasswordRequest, PasswordReset, Registration,
    ValidDetailsChange, message, validate_new_password, validate_student_id,
};
use carrel_domain::users::{Act, Role, email_key, may};
use proptest::prelude::*;

/// A field that was sent.
#[expect(clippy::unnecessary_wraps, reason = "fields that were not sent are None")]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn registration() -> Registration {
    Registration {
        name: text("Ada Lovelace"),
        email: text("ada@example.org"),
        phone: None,
        address: None,
        password: text("Secret1"),
        confirm_password: text("Secret1"),
        agree_terms: Some(true),
    }
}

fn with_password(password: &str) -> Registration {
    Registration {
        password: text(password),
        confirm_password: text(password),
        ..registration()
    }
}

fn errors<T>(result: Result<T, Vec<FieldError>>) -> Vec<(&'static str, &'static str)> {
    result
        .err()
        .into_iter()
        .flatten()
        .map(|error| (error.field, error.message))
        .collect()
}

/// The specification's section 5, each row a case.
#[test]
fn the_specifications_messages_of_registration() {
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
                confirm_password: text("Secret2"),
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
        assert_eq!(errors(form.validate()), [(field, message)]);
    }
    let empty = errors(Registration::default().validate());
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
fn the_specifications_messages_of_sign_in() {
    let form = |email: Option<&str>, password: Option<&str>| LoginForm {
        email: email.map(str::to_owned),
        password: password.map(str::to_owned),
        remember_me: None,
    };
    let table = [
        (
            form(None, None),
            vec![
                ("email", "Email is required"),
                ("password", "Password is required"),
            ],
        ),
        (
            form(Some(" "), Some("")),
            vec![
                ("email", "Email is required"),
                ("password", "Password is required"),
            ],
        ),
        (
            form(Some("ada"), Some("secret")),
            vec![("email", "Invalid email address")],
        ),
        (
            form(Some("ada@example.org"), Some("12345")),
            vec![("password", "Password must be at least 6 characters")],
        ),
        (form(Some(" ada@example.org "), Some("secret")), vec![]),
    ];
    for (form, expected) in table {
        assert_eq!(errors(form.validate()), expected);
    }
    let valid = form(Some(" ada@example.org "), Some(" secret "))
        .validate()
        .expect("a valid form");
    assert_eq!(
        (valid.email.as_str(), valid.password.as_str()),
        ("ada@example.org", " secret ")
    );
    assert!(!valid.remember_me, "a session is not remembered by default");
    for asked in [true, false] {
        let form = LoginForm {
            remember_me: Some(asked),
            ..form(Some("ada@example.org"), Some("secret"))
        };
        assert_eq!(form.validate().map(|valid| valid.remember_me).ok(), Some(asked));
    }
}

#[test]
fn a_password_reset_follows_the_rules_of_the_registration() {
    let form = |password: &str, confirmation: &str| PasswordReset {
        token: None,
        password: text(password),
        confirm_password: text(confirmation),
    };
    let too_simple =
        "Password must contain at least one uppercase letter, one lowercase letter, and one number";
    for (password, confirmation, expected) in [
        (
            "",
            "",
            vec![
                ("password", "Password is required"),
                ("confirmPassword", "Please confirm your password"),
            ],
        ),
        (
            "Ab1",
            "Ab1",
            vec![("password", "Password must be at least 6 characters")],
        ),
        ("secret1", "secret1", vec![("password", too_simple)]),
        (
            "Secret1",
            "Secret2",
            vec![("confirmPassword", "Passwords do not match")],
        ),
        ("Secret1", "Secret1", vec![]),
    ] {
        assert_eq!(
            errors(form(password, confirmation).validate()),
            expected,
            "{password}"
        );
    }
    for (email, expected) in [
        (None, vec![("email", "Email is required")]),
        (Some("ada@"), vec![("email", "Invalid email address")]),
        (Some(" ada@example.org "), vec![]),
    ] {
        let request = PasswordRequest {
            email: email.map(str::to_owned),
        };
        assert_eq!(errors(request.validate()), expected);
    }
}

#[test]
fn optional_fields_may_be_empty() {
    let form = Registration {
        name: text("  Ada Lovelace "),
        phone: text(" "),
        address: text(" 12 St James's Square\nLondon "),
        ..registration()
    };
    let valid = form.validate().expect("a valid form");
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
            .validate()
            .is_ok(),
            "{name}"
        );
    }
    // Six characters of eleven bytes, and 128 of 254.
    for password in ["Äöüß1x".to_owned(), format!("{}A1", "ü".repeat(126))] {
        assert!(with_password(&password).validate().is_ok(), "{password}");
    }
    assert_eq!(
        errors(with_password(&format!("{}A1", "ü".repeat(127))).validate()),
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
    let with_length = |characters: usize| with_password(&format!("{}A1", "a".repeat(characters - 2)));
    for (form, expected) in [
        (named(1), Some(("name", message::NAME_TOO_SHORT))),
        (named(2), None),
        (named(50), None),
        (named(51), Some(("name", message::NAME_TOO_LONG))),
        (living_at(200), None),
        (living_at(201), Some(("address", message::ADDRESS_TOO_LONG))),
        (with_length(5), Some(("password", message::PASSWORD_TOO_SHORT))),
        (with_length(6), None),
    ] {
        assert_eq!(errors(form.validate()), Vec::from_iter(expected));
    }
}

#[test]
fn passwords_need_three_kinds_of_characters() {
    for accepted in ["Abcde1", "1aBcdef", "Ärger1ö", "pass WORD 1", " Abcd1"] {
        assert!(with_password(accepted).validate().is_ok(), "{accepted}");
    }
    for refused in ["abcdef1", "ABCDEF1", "Abcdefg", "1234567", "Abcdef٣"] {
        assert_eq!(
            errors(with_password(refused).validate()),
            [("password", message::PASSWORD_TOO_SIMPLE)],
            "{refused}"
        );
    }
    assert_eq!(
        errors(with_password("Abcde1\0").validate()),
        [("password", message::PASSWORD_NOT_ALLOWED)]
    );
}

#[test]
fn control_characters_are_refused() {
    let name = Registration {
        name: text("Ada\0Lovelace"),
        ..registration()
    };
    assert_eq!(errors(name.validate()), [("name", message::NAME_NOT_ALLOWED)]);
    let address = Registration {
        address: text("12\u{1b}[31m"),
        ..registration()
    };
    assert_eq!(
        errors(address.validate()),
        [("address", message::ADDRESS_NOT_ALLOWED)]
    );
    let email = Registration {
        email: text("a\0da@example.org"),
        ..registration()
    };
    assert_eq!(errors(email.validate()), [("email", message::EMAIL_INVALID)]);
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
            .validate()
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
                .validate()
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
            .validate()
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
                .validate()
            ),
            [("phone", message::PHONE_INVALID)],
            "{phone}"
        );
    }
}

#[test]
fn details_are_kept_cleared_or_changed() {
    assert_eq!(
        DetailsChange::default().validate(),
        Ok(ValidDetailsChange::default())
    );
    let change = DetailsChange {
        name: text(" Ada "),
        phone: text(""),
        college_name: text(" Trinity "),
        ..DetailsChange::default()
    };
    let expected = ValidDetailsChange {
        name: text("Ada"),
        phone: Edit::Clear,
        college_name: Edit::Set("Trinity".to_owned()),
        ..ValidDetailsChange::default()
    };
    assert_eq!(change.validate(), Ok(expected));
    let current = || text("before");
    assert_eq!(Edit::Keep.apply(current()), current());
    assert_eq!(Edit::Clear.apply(current()), None);
    assert_eq!(Edit::Set("after".to_owned()).apply(current()), text("after"));
}

#[test]
fn details_are_checked_like_a_registration() {
    let long = |characters| Some("x".repeat(characters));
    let change = DetailsChange {
        name: text(""),
        email: text(""),
        phone: text("x"),
        address: long(201),
        college_name: long(101),
        department: text("a\nb"),
        current_semester: long(51),
        current_semester_category: long(81),
    };
    assert_eq!(
        errors(change.validate()),
        [
            ("name", "Full name is required"),
            ("email", "Email is required"),
            ("phone", "Invalid phone number"),
            ("address", "Address cannot exceed 200 characters"),
            ("collegeName", message::COLLEGE_TOO_LONG),
            ("department", message::DEPARTMENT_NOT_ALLOWED),
            ("currentSemester", message::SEMESTER_TOO_LONG),
            ("currentSemesterCategory", message::SEMESTER_CATEGORY_TOO_LONG),
        ]
    );
}

#[test]
fn a_password_change_needs_both_passwords() {
    let change = |current: &str, new: &str| PasswordChange {
        current_password: text(current),
        new_password: text(new),
    };
    let table = [
        (
            PasswordChange::default(),
            vec![
                ("currentPassword", "Current password is required"),
                ("newPassword", "New password is required"),
            ],
        ),
        // An old password may be weaker than today's rules.
        (change("old", "Secret1"), vec![]),
        (
            change("old", "secret1"),
            vec![("newPassword", message::PASSWORD_TOO_SIMPLE)],
        ),
        (
            change(&"x".repeat(129), "Secret1"),
            vec![("currentPassword", message::PASSWORD_TOO_LONG)],
        ),
    ];
    for (change, expected) in table {
        assert_eq!(errors(change.validate()), expected);
    }
}

#[test]
fn values_from_administrators_are_validated() {
    assert_eq!(
        validate_new_password("Secret1".to_owned()),
        Ok("Secret1".to_owned())
    );
    assert_eq!(
        errors(validate_new_password(String::new())),
        [("password", "Password is required")]
    );
    assert_eq!(validate_student_id(None), Ok(Edit::Keep));
    assert_eq!(validate_student_id(text(" ")), Ok(Edit::Clear));
    assert_eq!(validate_student_id(text(" S1 ")), Ok(Edit::Set("S1".to_owned())));
    assert_eq!(
        errors(validate_student_id(Some("x".repeat(41)))),
        [("studentId", message::STUDENT_ID_TOO_LONG)]
    );
    assert_eq!(
        errors(validate_student_id(text("a\0"))),
        [("studentId", message::STUDENT_ID_NOT_ALLOWED)]
    );
}

#[test]
fn addresses_are_compared_without_case() {
    for (one, other) in [
        ("Ada@Example.ORG", "ada@example.org"),
        (" ada@example.org\n", "ada@example.org"),
        ("ＡＤＡ@example.org", "ada@example.org"),
        ("JÖRG@example.org", "jo\u{308}rg@example.org"),
    ] {
        assert_eq!(email_key(one), email_key(other), "{one}");
    }
    assert_ne!(email_key("ada@example.org"), email_key("a.da@example.org"));
}

#[test]
fn roles_and_the_acts_they_allow() {
    let table = [
        ("admin", Role::Administrator),
        ("student", Role::Student),
        ("librarian", Role::Student),
        ("", Role::Student),
    ];
    for (text, role) in table {
        assert_eq!(text.parse(), Ok(role));
        assert_eq!(serde_json::from_value::<Role>(text.into()).unwrap(), role);
    }
    assert_eq!(serde_json::to_value(Role::Administrator).unwrap(), "admin");
    for act in Act::ALL {
        assert!(may(Role::Administrator, act), "{act:?}");
        let of_students = matches!(
            act,
            Act::ReadCatalogue
                | Act::Borrow
                | Act::ReadOwnRecord
                | Act::ReadOwnBorrowings
                | Act::ManageOwnAccount
                | Act::KeepFavorites
                | Act::RateBooks
        );
        assert_eq!(may(Role::Student, act), of_students, "{act:?}");
    }
}

proptest! {
    #[test]
    fn any_form_is_valid_or_has_errors(name: Option<String>, email: Option<String>, phone: Option<String>, password: String) {
        let form = Registration { name, email, phone, ..with_password(&password) };
        let result = form.validate();
        prop_assert_eq!(result.is_err(), !errors(result).is_empty());
    }

    #[test]
    fn keys_are_stable(email: String) {
        let key = email_key(&email);
        prop_assert_eq!(email_key(&key), key);
    }
}
