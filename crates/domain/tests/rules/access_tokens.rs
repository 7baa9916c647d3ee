//! The form for a new access token.

use carrel_domain::users::Scope;
use carrel_domain::users::access_token::AccessTokenDraft;

fn draft(scopes: &[&str]) -> AccessTokenDraft {
    AccessTokenDraft {
        name: Some(" Reading list ".to_owned()),
        scopes: Some(scopes.iter().map(|name| (*name).to_owned()).collect()),
        expires_in_days: Some(30),
    }
}

fn errors(draft: AccessTokenDraft) -> Vec<(&'static str, &'static str)> {
    let errors = draft.validate().err().unwrap_or_default();
    errors.iter().map(|error| (error.field, error.message)).collect()
}

#[test]
fn a_new_token_has_a_name_scopes_and_a_lifetime() {
    let valid = draft(&["reports:read", "catalogue:read"])
        .validate()
        .expect("a valid form");
    assert_eq!(valid.name, "Reading list");
    assert_eq!(
        valid.scopes.iter().collect::<Vec<_>>(),
        [Scope::CatalogueRead, Scope::ReportsRead]
    );
    assert_eq!(valid.expires_in_days, 30);
    assert_eq!(
        errors(AccessTokenDraft::default()),
        [
            ("name", "Name is required"),
            ("scopes", "Please choose at least one scope"),
            ("expiresInDays", "An access token lasts between 1 and 365 days"),
        ]
    );
}

#[test]
fn each_scope_of_a_token_is_known_and_chosen_once() {
    let all: Vec<&str> = Scope::ALL.into_iter().map(Scope::as_str).collect();
    assert!(draft(&all).validate().is_ok());
    let table = [
        (vec![], "Please choose at least one scope"),
        (vec!["catalogue:read", "everything"], "There is no such scope"),
        (
            vec!["catalogue:read", "reports:read", "catalogue:read"],
            "Each scope can be chosen once",
        ),
    ];
    for (names, message) in table {
        assert_eq!(errors(draft(&names)), [("scopes", message)], "{names:?}");
    }
}

#[test]
fn a_token_lasts_between_a_day_and_a_year() {
    for (days, is_valid) in [
        (0, false),
        (1, true),
        (365, true),
        (366, false),
        (i64::MIN, false),
    ] {
        let form = AccessTokenDraft {
            expires_in_days: Some(days),
            ..draft(&["catalogue:read"])
        };
        assert_eq!(form.validate().is_ok(), is_valid, "{days}");
    }
}
