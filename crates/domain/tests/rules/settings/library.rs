use carrel_domain::language::Language;
use carrel_domain::money::Currency;
use carrel_domain::settings::{Contact, CurrencyUse, LibraryForm, LibrarySettings, change_currency};

use super::text;

fn currency(code: &str) -> Currency {
    code.parse().expect("a currency")
}

fn form() -> LibraryForm {
    LibraryForm {
        name: text(" Reading Room "),
        time_zone: text("europe/berlin"),
        currency: text(" EUR "),
        language: text("de"),
        contact_email: text(" desk@library.example "),
        contact_phone: text("+4930123456"),
        contact_address: text("Main Street 1\nBerlin"),
    }
}

fn errors(form: LibraryForm) -> Vec<(&'static str, &'static str)> {
    let errors = form.validate().err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn the_details_of_the_library_are_normalized() {
    let wanted = LibrarySettings {
        name: "Reading Room".to_owned(),
        time_zone: "Europe/Berlin".to_owned(),
        currency: currency("EUR"),
        language: Language::German,
        contact: Contact {
            email: text("desk@library.example"),
            phone: text("+4930123456"),
            address: text("Main Street 1\nBerlin"),
        },
    };
    assert_eq!(form().validate(), Ok(wanted.clone()));
    let without_contact = LibraryForm {
        contact_email: text(" "),
        contact_phone: None,
        contact_address: text(""),
        ..form()
    };
    assert_eq!(
        without_contact.validate(),
        Ok(LibrarySettings {
            contact: Contact::default(),
            ..wanted
        })
    );
}

#[test]
fn invalid_details_of_the_library_are_refused() {
    assert_eq!(
        errors(LibraryForm::default()),
        [
            ("name", "The library needs a name"),
            ("timeZone", "Please choose a time zone"),
            ("currency", "Please choose a currency"),
            ("language", "Please choose a language"),
        ]
    );
    let invalid = LibraryForm {
        name: Some("é".repeat(61)),
        time_zone: text("Europe/Carrel"),
        currency: text("eur"),
        language: text("Deutsch"),
        contact_email: text("desk"),
        contact_phone: text("0301"),
        contact_address: Some("x".repeat(201)),
    };
    assert_eq!(
        errors(invalid),
        [
            ("name", "The name cannot exceed 60 characters"),
            ("timeZone", "This time zone is not known"),
            ("currency", "This currency is not known"),
            ("language", "This language is not supported"),
            ("contactEmail", "Invalid email address"),
            ("contactPhone", "Invalid phone number"),
            ("contactAddress", "Address cannot exceed 200 characters"),
        ]
    );
    let two_lines = LibraryForm {
        name: text("Reading\nRoom"),
        ..form()
    };
    assert_eq!(
        errors(two_lines),
        [("name", "The name contains characters that are not allowed")]
    );
}

#[test]
fn a_change_of_the_currency_gives_no_amount_another_meaning() {
    let all = [false, true];
    for is_booked in all {
        for is_in_rules in all {
            for is_in_loans in all {
                let uses = CurrencyUse {
                    is_booked,
                    is_in_rules,
                    is_in_loans,
                };
                let changed = |to| change_currency(currency("USD"), currency(to), uses).is_ok();
                assert!(changed("USD"), "{uses:?}");
                assert_eq!(changed("EUR"), !is_booked, "{uses:?}");
                for other_decimals in ["JPY", "BHD"] {
                    let expected = !is_booked && !is_in_rules && !is_in_loans;
                    assert_eq!(changed(other_decimals), expected, "{other_decimals}: {uses:?}");
                }
            }
        }
    }
}
