//! What staff enter at the desk.

use carrel_domain::circulation::desk::{
    CheckIn, CheckInForm, CheckOut, CheckOutForm, OverrideForm, validate_overrides,
};
use carrel_domain::circulation::overrides::Override;
use jiff::civil::date;

use crate::forms::{errors, expected, text};

fn an_override(code: &str, comment: &str) -> OverrideForm {
    OverrideForm {
        code: text(code),
        comment: text(comment),
    }
}

fn agreed(code: &str) -> Override {
    Override::new(code, "The head librarian agreed").expect("a valid override")
}

#[test]
fn a_check_out_has_a_person_and_a_barcode_and_may_have_overrides_and_a_due_day() {
    let form = CheckOutForm {
        user: text(" S2024-00042-0 "),
        barcode: text(" 30000000000012 "),
        ..CheckOutForm::default()
    };
    let check_out = CheckOut {
        user: "S2024-00042-0".to_owned(),
        barcode: "30000000000012".to_owned(),
        overrides: Vec::new(),
        due_on: None,
    };
    assert_eq!(form.clone().validate(), Ok(check_out.clone()));
    let form = CheckOutForm {
        overrides: vec![an_override("account_blocked", " The head librarian agreed ")],
        due_on: text("2026-12-24"),
        ..form
    };
    assert_eq!(
        form.validate(),
        Ok(CheckOut {
            overrides: vec![agreed("account_blocked")],
            due_on: Some(date(2026, 12, 24)),
            ..check_out
        })
    );
}

#[test]
fn every_invalid_field_of_a_check_out_is_reported() {
    let long = "é".repeat(101);
    let table = [
        (
            CheckOutForm::default(),
            expected([
                ("user", "Please scan or enter the person's card"),
                ("barcode", "Please scan or enter the barcode of the copy"),
            ]),
        ),
        (
            CheckOutForm {
                user: text(&long),
                barcode: text(&long),
                overrides: vec![an_override("account_blocked", " ")],
                due_on: text("24.12.2026"),
            },
            expected([
                ("user", "The card cannot exceed 100 characters"),
                ("barcode", "The barcode cannot exceed 100 characters"),
                ("overrides.0.comment", "Please give the reason"),
                ("dueOn", "A date looks like 2026-12-24"),
            ]),
        ),
        (
            CheckOutForm {
                user: text("a\nb"),
                barcode: text("a\0"),
                ..CheckOutForm::default()
            },
            expected([
                ("user", "This contains characters that are not allowed"),
                ("barcode", "This contains characters that are not allowed"),
            ]),
        ),
    ];
    for (form, expected) in table {
        assert_eq!(errors(form.validate()), expected);
    }
}

#[test]
fn a_check_in_has_a_barcode_and_may_have_the_instant_of_the_return() {
    let form = |returned_at| CheckInForm {
        barcode: text(" 30000000000012 "),
        returned_at,
    };
    let instant = "2026-12-24T16:30:00Z";
    for (sent, returned_at) in [(None, None), (text(instant), instant.parse().ok())] {
        let check_in = CheckIn {
            barcode: "30000000000012".to_owned(),
            returned_at,
        };
        assert_eq!(form(sent).validate(), Ok(check_in));
    }
    for sent in ["", "yesterday", "2026-12-24", "2026-12-24T16:30:00"] {
        assert_eq!(
            errors(form(text(sent)).validate()),
            expected([("returnedAt", "A time looks like 2026-12-24T16:30:00Z")]),
            "{sent}"
        );
    }
    assert_eq!(
        errors(CheckInForm::default().validate()),
        expected([("barcode", "Please scan or enter the barcode of the copy")])
    );
}

#[test]
fn an_override_names_a_refusal_and_gives_a_reason() {
    let comment = "The head librarian agreed";
    assert_eq!(
        validate_overrides(&[
            an_override("account_blocked", comment),
            an_override("copy_not_lendable", comment)
        ]),
        Ok(vec![agreed("account_blocked"), agreed("copy_not_lendable")])
    );
    let forms = [
        OverrideForm::default(),
        an_override("rainy_day", comment),
        an_override("account_blocked", comment),
        OverrideForm {
            comment: None,
            ..an_override("account_blocked", "")
        },
        an_override("account_blocked", &"é".repeat(501)),
        an_override("account_blocked", "a\0"),
    ];
    assert_eq!(
        errors(validate_overrides(&forms)),
        expected([
            ("overrides.0.code", "There is no such reason to refuse"),
            ("overrides.1.code", "There is no such reason to refuse"),
            ("overrides.3.comment", "Please give the reason"),
            ("overrides.4.comment", "The reason cannot exceed 500 characters"),
            (
                "overrides.5.comment",
                "This contains characters that are not allowed"
            ),
        ])
    );
}

#[test]
fn there_are_at_most_twenty_overrides() {
    let forms = vec![an_override("account_blocked", "Agreed"); 21];
    for count in [0, 1, 20] {
        let overrides = validate_overrides(&forms[..count]);
        assert_eq!(overrides.map(|overrides| overrides.len()), Ok(count));
    }
    assert_eq!(
        errors(validate_overrides(&forms)),
        expected([("overrides", "There cannot be more than 20 overrides")])
    );
}
