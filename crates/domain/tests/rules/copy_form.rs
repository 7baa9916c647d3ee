use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy_form::{
    CopiesForm, CopyChange, CopyDraft, CopyToAdd, NewCopies, NewCopyForm,
};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::money::Amount;
use carrel_domain::patch::Patch;
use carrel_domain::validation::FormErrors;

fn errors(errors: FormErrors) -> Vec<(String, String)> {
    let errors = errors.into_errors().into_iter();
    errors.map(|error| (error.field, error.message)).collect()
}

fn new_copy(barcode: &str, condition: &str) -> NewCopyForm {
    NewCopyForm {
        barcode: Some(barcode.to_owned()),
        condition: Some(condition.to_owned()),
    }
}

#[test]
fn copies_have_their_own_barcodes_and_conditions() {
    let form = CopiesForm {
        copies: Some(vec![
            new_copy(" A-1 ", "good"),
            new_copy("", ""),
            new_copy("a-2", "poor"),
        ]),
        location: Some("Room 1".to_owned()),
        call_number: Some(" QA 76 ".to_owned()),
        ..CopiesForm::default()
    };
    let copy = |barcode: Option<&str>, condition| CopyToAdd {
        barcode: barcode.map(str::to_owned),
        condition,
    };
    let expected = NewCopies {
        copies: vec![
            copy(Some("A-1"), Some(Condition::Good)),
            copy(None, None),
            copy(Some("a-2"), Some(Condition::Poor)),
        ],
        location: Some("Room 1".to_owned()),
        call_number: Some("QA 76".to_owned()),
        item_type: None,
        is_lendable: true,
        price: None,
    };
    assert_eq!(form.validate(), Ok(expected));
    assert_eq!(CopiesForm::default().validate(), Ok(NewCopies::generated(1)));
}

#[test]
fn each_wrong_copy_is_named() {
    let form = CopiesForm {
        copies: Some(vec![
            new_copy("A-1", "torn"),
            new_copy("a-1", ""),
            new_copy(&"9".repeat(101), ""),
        ]),
        location: Some("x".repeat(81)),
        call_number: Some("a\nb".to_owned()),
        ..CopiesForm::default()
    };
    let fields: Vec<String> = errors(form.validate().unwrap_err())
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        [
            "copies.0.condition",
            "copies.1.barcode",
            "copies.2.barcode",
            "location",
            "callNumber"
        ]
    );
    for (count, copies, field) in [
        // One wrong copy among others is enough.
        (
            None,
            Some(vec![new_copy("A-1", "good"), new_copy("A-2", "torn")]),
            "copies.1.condition",
        ),
        (Some(0), None, "count"),
        (Some(1001), None, "count"),
        (Some(1), Some(vec![]), "count"),
        (None, Some(vec![]), "copies"),
        (None, Some(vec![NewCopyForm::default(); 1001]), "copies"),
    ] {
        let form = CopiesForm {
            count,
            copies,
            ..CopiesForm::default()
        };
        assert_eq!(errors(form.validate().unwrap_err())[0].0, field);
    }
}

#[test]
fn up_to_a_thousand_copies_are_added_at_once() {
    let counted = CopiesForm {
        count: Some(1000),
        location: Some("  ".to_owned()),
        call_number: Some("\u{200b}".to_owned()),
        item_type: Some(" reference ".to_owned()),
        is_lendable: Some(false),
        price: Some(Amount(2500)),
        ..CopiesForm::default()
    };
    let expected = NewCopies {
        item_type: Some("reference".to_owned()),
        is_lendable: false,
        price: Some(Amount(2500)),
        ..NewCopies::generated(1000)
    };
    assert_eq!(counted.validate(), Ok(expected));
    let listed = CopiesForm {
        copies: Some(vec![NewCopyForm::default(); 1000]),
        ..CopiesForm::default()
    };
    assert_eq!(listed.validate(), Ok(NewCopies::generated(1000)));
}

#[test]
fn a_barcode_has_at_least_one_sign_that_can_be_seen() {
    for barcode in ["", " ", "\u{200b}", " \u{2060} \u{feff}"] {
        let draft = CopyDraft {
            barcode: Patch::Set(barcode.to_owned()),
            ..CopyDraft::default()
        };
        let expected = [("barcode".to_owned(), "Please enter a barcode".to_owned())];
        assert_eq!(errors(draft.validate().unwrap_err()), expected, "{barcode:?}");
    }
}

#[test]
fn a_change_keeps_what_is_absent_and_clears_what_is_null() {
    let draft = CopyDraft {
        barcode: Patch::Set(" B-7 ".to_owned()),
        location: Patch::Clear,
        condition: Patch::Set("fair".to_owned()),
        item_type: Patch::Set(" ".to_owned()),
        is_lendable: Patch::Set(false),
        price: Patch::Clear,
        state: Patch::Set("lost".to_owned()),
        state_reason: Patch::Set(" Not on its shelf ".to_owned()),
        ..CopyDraft::default()
    };
    let expected = CopyChange {
        barcode: Some("B-7".to_owned()),
        location: Patch::Clear,
        call_number: Patch::Keep,
        condition: Patch::Set(Condition::Fair),
        item_type: Patch::Clear,
        is_lendable: Some(false),
        price: Patch::Clear,
        state: Some(CopyState::Lost),
        state_reason: Patch::Set("Not on its shelf".to_owned()),
    };
    assert_eq!(draft.validate(), Ok(expected));
    assert_eq!(CopyDraft::default().validate(), Ok(CopyChange::default()));
}

#[test]
fn a_price_is_more_than_zero_and_at_most_a_million() {
    for (minor, expected) in [
        (0, Some("The price must be more than zero")),
        (-1, Some("The price must be more than zero")),
        (1, None),
        (100_000_000, None),
        (100_000_001, Some("The price is too large")),
    ] {
        let new = CopiesForm {
            price: Some(Amount(minor)),
            ..CopiesForm::default()
        };
        let change = CopyDraft {
            price: Patch::Set(Amount(minor)),
            ..CopyDraft::default()
        };
        let expected: Vec<(String, String)> = expected
            .map(|message| ("price".to_owned(), message.to_owned()))
            .into_iter()
            .collect();
        assert_eq!(
            new.validate().map_or_else(errors, |_| Vec::new()),
            expected,
            "{minor}"
        );
        assert_eq!(
            change.validate().map_or_else(errors, |_| Vec::new()),
            expected,
            "{minor}"
        );
    }
}

#[test]
fn whether_a_copy_is_for_loan_cannot_be_cleared() {
    let draft = CopyDraft {
        is_lendable: Patch::Clear,
        ..CopyDraft::default()
    };
    let expected = (
        "isLendable".to_owned(),
        "Please say whether the copy is for loan".to_owned(),
    );
    assert_eq!(errors(draft.validate().unwrap_err()), [expected]);
}

#[test]
fn conditions_have_texts() {
    for (condition, text) in [
        (Condition::New, "new"),
        (Condition::Good, "good"),
        (Condition::Fair, "fair"),
        (Condition::Poor, "poor"),
    ] {
        assert_eq!(condition.as_str(), text);
        assert_eq!(Condition::named(text), Some(condition));
        assert_eq!(serde_json::to_value(condition).unwrap(), text);
    }
}

#[test]
fn a_copy_keeps_a_barcode_and_gets_no_state_of_a_loan() {
    for state in ["on_loan", "withdrawn", "hold_shelf", ""] {
        let draft = CopyDraft {
            barcode: Patch::Clear,
            state: Patch::Set(state.to_owned()),
            ..CopyDraft::default()
        };
        let fields: Vec<String> = errors(draft.validate().unwrap_err())
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        assert_eq!(fields, ["barcode", "state"], "{state}");
    }
}

#[test]
fn the_reason_of_a_state_is_one_line_of_up_to_200_characters() {
    for (reason, expected) in [
        ("é".repeat(200), Ok(Patch::Set("é".repeat(200)))),
        (" ".to_owned(), Ok(Patch::Clear)),
        ("x".repeat(201), Err("The reason cannot exceed 200 characters")),
        (
            "two\nlines".to_owned(),
            Err("This contains characters that are not allowed"),
        ),
    ] {
        let draft = CopyDraft {
            state_reason: Patch::Set(reason),
            ..CopyDraft::default()
        };
        let read = draft.validate().map(|change| change.state_reason).map_err(errors);
        let expected = expected.map_err(|message| vec![("stateReason".to_owned(), message.to_owned())]);
        assert_eq!(read, expected);
    }
}
