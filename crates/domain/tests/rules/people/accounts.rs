use carrel_domain::language::Language;
use carrel_domain::patch::Patch;
use carrel_domain::users::validation::{
    DetailsChange, LoginForm, PasswordChange, PasswordRequest, PasswordReset, ValidDetailsChange, message,
    validate_block_reason, validate_current_password, validate_new_password, validate_student_id,
};
use carrel_domain::users::{PasswordRules, SessionKind};

use super::{errors, text};

#[test]
fn sign_in_has_the_specified_messages() {
    let form = |email: Option<&str>, password: Option<&str>| LoginForm {
        email: email.map(str::to_owned),
        password: password.map(str::to_owned),
        remember_me: None,
        shared_computer: None,
        device_token: None,
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
    for (remember_me, shared_computer, expected) in [
        (None, None, SessionKind::Ordinary),
        (Some(false), Some(false), SessionKind::Ordinary),
        (Some(true), None, SessionKind::Remembered),
        (None, Some(true), SessionKind::SharedComputer),
        (Some(true), Some(true), SessionKind::SharedComputer),
    ] {
        let form = LoginForm {
            remember_me,
            shared_computer,
            ..form(Some("ada@example.org"), Some("secret"))
        };
        assert_eq!(
            form.validate().map(|valid| valid.session_kind).ok(),
            Some(expected)
        );
    }
}

#[test]
fn kinds_of_sessions_have_texts() {
    for (kind, text) in [
        (SessionKind::Ordinary, "ordinary"),
        (SessionKind::Remembered, "remembered"),
        (SessionKind::SharedComputer, "shared_computer"),
    ] {
        assert_eq!(kind.as_str(), text);
        assert_eq!(text.parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), text);
    }
    assert_eq!("shared".parse::<SessionKind>(), Err(()));
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
            "Herons1",
            "Herons2",
            vec![("confirmPassword", "Passwords do not match")],
        ),
        ("Herons1", "Herons1", vec![]),
    ] {
        assert_eq!(
            errors(form(password, confirmation).validate(PasswordRules::default())),
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
    let request = PasswordRequest {
        email: text(" ada@example.org "),
    };
    assert_eq!(request.validate(), Ok("ada@example.org".to_owned()));
}

#[test]
fn a_password_reset_without_a_token_has_an_empty_one() {
    for (token, expected) in [(None, ""), (text("0a1b"), "0a1b")] {
        let form = PasswordReset {
            token,
            password: text(" Herons1"),
            confirm_password: text(" Herons1"),
        };
        let valid = form
            .validate(PasswordRules::default())
            .map(|valid| (valid.token, valid.password));
        assert_eq!(valid, Ok((expected.to_owned(), " Herons1".to_owned())));
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
        class: text(" 7b "),
        homeroom: text(" "),
        language: text(" DE "),
        ..DetailsChange::default()
    };
    let expected = ValidDetailsChange {
        name: text("Ada"),
        phone: Patch::Clear,
        college_name: Patch::Set("Trinity".to_owned()),
        class: Patch::Set("7b".to_owned()),
        homeroom: Patch::Clear,
        language: Patch::Set(Language::German),
        ..ValidDetailsChange::default()
    };
    assert_eq!(change.validate(), Ok(expected));
    let no_choice = DetailsChange {
        language: text(" "),
        ..DetailsChange::default()
    };
    assert_eq!(
        no_choice.validate().map(|change| change.language),
        Ok(Patch::Clear)
    );
    let current = || text("before");
    assert_eq!(Patch::Keep.apply(current()), current());
    assert_eq!(Patch::Clear.apply(current()), None);
    assert_eq!(Patch::Set("after".to_owned()).apply(current()), text("after"));
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
        class: long(51),
        homeroom: text("a\nb"),
        language: text("de-AT"),
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
            ("class", "Class cannot exceed 50 characters"),
            ("homeroom", "Homeroom contains characters that are not allowed"),
            ("language", "This language is not supported"),
        ]
    );
}

#[test]
fn a_block_needs_a_reason() {
    let longest = "ä".repeat(500);
    let (line, lines) = ("Three lost books", "Three lost books\nand a lost map");
    let required = "Reason for the block is required";
    let not_allowed = "Reason for the block contains characters that are not allowed";
    for (reason, expected) in [
        (line, Ok(line)),
        (" \tThree lost books\n", Ok(line)),
        (lines, Ok(lines)),
        (&longest, Ok(longest.as_str())),
        ("", Err(required)),
        (" \n\t ", Err(required)),
        (
            &format!("{longest}!"),
            Err("Reason for the block cannot exceed 500 characters"),
        ),
        ("lost\0", Err(not_allowed)),
        ("lost\u{7}books", Err(not_allowed)),
    ] {
        let valid = validate_block_reason(Patch::Set(reason.to_owned()));
        let expected = match expected {
            Ok(reason) => (Some(Patch::Set(reason.to_owned())), vec![]),
            Err(message) => (None, vec![("blockReason", message)]),
        };
        assert_eq!((valid.clone().ok(), errors(valid)), expected, "{reason:?}");
    }
    for unchanged in [Patch::Keep, Patch::Clear] {
        assert_eq!(validate_block_reason(unchanged.clone()), Ok(unchanged));
    }
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
        (change("old", "Herons1"), vec![]),
        (
            change("old", "secret1"),
            vec![("newPassword", message::PASSWORD_TOO_SIMPLE)],
        ),
        (
            change(&"x".repeat(129), "Herons1"),
            vec![("currentPassword", message::PASSWORD_TOO_LONG)],
        ),
    ];
    for (change, expected) in table {
        assert_eq!(errors(change.validate(PasswordRules::default())), expected);
    }
    let valid = change("old", "Herons1")
        .validate(PasswordRules::default())
        .unwrap();
    assert_eq!(valid.current_password, "old");
    assert_eq!(valid.new_password, "Herons1");
}

#[test]
fn the_current_password_is_only_as_long_as_a_password() {
    // It may be weaker than today's rules.
    for (password, expected) in [
        (text(" old "), Ok(" old ")),
        (Some("x".repeat(128)), Ok(&*"x".repeat(128))),
        (None, Err("Current password is required")),
        (text(""), Err("Current password is required")),
        (Some("x".repeat(129)), Err(message::PASSWORD_TOO_LONG)),
    ] {
        let found = validate_current_password(password);
        let expected = match expected {
            Ok(password) => (text(password), vec![]),
            Err(message) => (None, vec![("currentPassword", message)]),
        };
        assert_eq!((found.clone().ok(), errors(found)), expected);
    }
}

#[test]
fn values_from_administrators_are_validated() {
    assert_eq!(
        validate_new_password("Herons1".to_owned(), PasswordRules::default()),
        Ok("Herons1".to_owned())
    );
    assert_eq!(
        errors(validate_new_password(String::new(), PasswordRules::default())),
        [("password", "Password is required")]
    );
    assert_eq!(validate_student_id(None), Ok(Patch::Keep));
    assert_eq!(validate_student_id(text(" ")), Ok(Patch::Clear));
    assert_eq!(validate_student_id(text(" S1 ")), Ok(Patch::Set("S1".to_owned())));
    assert_eq!(
        errors(validate_student_id(Some("x".repeat(41)))),
        [("studentId", message::STUDENT_ID_TOO_LONG)]
    );
    assert_eq!(
        errors(validate_student_id(text("a\0"))),
        [("studentId", message::STUDENT_ID_NOT_ALLOWED)]
    );
    for id in ["user_12", " USER_12 ", "ＵＳＥＲ_12", "u\u{301}ser_12"] {
        assert_eq!(
            errors(validate_student_id(text(id))),
            [("studentId", message::STUDENT_ID_IS_AN_ID)]
        );
    }
    for other in ["user_012", "user_", "user-12", "book_12"] {
        assert_eq!(validate_student_id(text(other)), Ok(Patch::Set(other.to_owned())));
    }
}
