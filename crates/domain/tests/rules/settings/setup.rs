use carrel_domain::language::Language;
use carrel_domain::settings::setup::SetupForm;
use carrel_domain::settings::{Figures, SecuritySettings, Voices};
use carrel_domain::users::validation::{Registration, message};

use super::text;

fn form() -> SetupForm {
    SetupForm {
        library_name: text(" Reading Room "),
        time_zone: text("Asia/Tokyo"),
        currency: text("JPY"),
        language: None,
        closed_weekdays: vec!["monday".to_owned()],
        home_figures: None,
        least_password_length: None,
        passphrases: None,
        administrator: Registration {
            name: text(" Ada Lovelace "),
            email: text(" ada@example.org "),
            password: text(" Herons1"),
            confirm_password: text(" Herons1"),
            ..Registration::default()
        },
    }
}

#[test]
fn the_first_administrator_agrees_to_no_terms() {
    let mut refusing = form();
    refusing.administrator.agree_terms = Some(false);
    for form in [form(), refusing] {
        let Ok(setup) = form.validate() else {
            panic!("the terms are not asked for")
        };
        assert_eq!(
            (setup.library_name.as_str(), setup.time_zone.as_str()),
            ("Reading Room", "Asia/Tokyo")
        );
        assert_eq!(setup.currency.code(), "JPY");
        assert_eq!(setup.language, Language::English, "the default");
        assert_eq!(
            setup.closed_weekdays,
            [true, false, false, false, false, false, false]
        );
        assert_eq!(
            (setup.name.as_str(), setup.email.as_str(), setup.password.as_str()),
            ("Ada Lovelace", "ada@example.org", " Herons1")
        );
    }
}

#[test]
fn a_home_page_without_sample_figures_has_no_sample_testimonials() {
    for (sent, figures, voices) in [
        (None, Figures::Samples, Voices::Samples),
        (text("samples"), Figures::Samples, Voices::Samples),
        (text("live"), Figures::Live, Voices::None),
        (text("none"), Figures::None, Voices::None),
    ] {
        let form = SetupForm {
            home_figures: sent,
            ..form()
        };
        let home = form.validate().map(|setup| setup.home).expect("a valid form");
        assert_eq!((home.figures, home.voices), (figures, voices));
    }
    let form = SetupForm {
        home_figures: text("many"),
        ..form()
    };
    let errors = form.validate().err().unwrap_or_default();
    let message = "The figures must be one of: samples, live, none";
    assert_eq!(
        errors
            .iter()
            .map(|error| (error.field, error.message))
            .collect::<Vec<_>>(),
        [("homeFigures", message)]
    );
}

#[test]
fn errors_of_the_library_and_of_the_administrator_are_reported_together() {
    let errors = SetupForm {
        language: text("Klingon"),
        closed_weekdays: vec!["never".to_owned()],
        ..SetupForm::default()
    }
    .validate()
    .err()
    .unwrap_or_default();
    let fields: Vec<&str> = errors.iter().map(|error| error.field).collect();
    assert_eq!(
        fields,
        [
            "libraryName",
            "timeZone",
            "currency",
            "language",
            "closedWeekdays",
            "name",
            "email",
            "password",
            "confirmPassword"
        ]
    );
}

#[test]
fn the_password_of_the_administrator_follows_the_chosen_rules() {
    let with = |length: Option<i64>, passphrases: Option<bool>, password: &str| {
        let mut form = form();
        form.least_password_length = length;
        form.passphrases = passphrases;
        form.administrator.password = text(password);
        form.administrator.confirm_password = text(password);
        form.validate()
    };
    let Ok(setup) = with(None, None, "Herons1") else {
        panic!("the specification's rule")
    };
    assert_eq!(setup.security, SecuritySettings::default());
    let Ok(setup) = with(Some(8), Some(true), "correct horse battery") else {
        panic!("a passphrase")
    };
    assert_eq!(
        (setup.security.least_password_length, setup.security.passphrases),
        (8, true)
    );
    for (length, passphrases, password, field, message) in [
        (
            Some(8),
            None,
            "Herons1",
            "password",
            "Password must be at least 8 characters",
        ),
        (
            Some(8),
            Some(false),
            "correct horse battery",
            "password",
            message::PASSWORD_TOO_SIMPLE,
        ),
        (None, None, "Lovelace1", "password", message::PASSWORD_OWN_WORDS),
        (
            None,
            None,
            "Reading-Room-1",
            "password",
            message::PASSWORD_OWN_WORDS,
        ),
        (
            Some(5),
            None,
            "Herons1",
            "leastPasswordLength",
            "The minimum length must be a whole number from 6 to 64",
        ),
    ] {
        let errors = with(length, passphrases, password).err().unwrap_or_default();
        let errors: Vec<_> = errors.iter().map(|error| (error.field, error.message)).collect();
        assert_eq!(errors, [(field, message)], "{password}");
    }
}
