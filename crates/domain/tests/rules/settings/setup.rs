use carrel_domain::settings::setup::SetupForm;
use carrel_domain::users::validation::Registration;

use super::text;

fn form() -> SetupForm {
    SetupForm {
        library_name: text(" Reading Room "),
        time_zone: text("Asia/Tokyo"),
        currency: text("JPY"),
        closed_weekdays: vec!["monday".to_owned()],
        administrator: Registration {
            name: text(" Ada Lovelace "),
            email: text(" ada@example.org "),
            password: text(" Secret1"),
            confirm_password: text(" Secret1"),
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
        assert_eq!(
            setup.closed_weekdays,
            [true, false, false, false, false, false, false]
        );
        assert_eq!(
            (setup.name.as_str(), setup.email.as_str(), setup.password.as_str()),
            ("Ada Lovelace", "ada@example.org", " Secret1")
        );
    }
}

#[test]
fn errors_of_the_library_and_of_the_administrator_are_reported_together() {
    let errors = SetupForm {
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
            "closedWeekdays",
            "name",
            "email",
            "password",
            "confirmPassword"
        ]
    );
}
