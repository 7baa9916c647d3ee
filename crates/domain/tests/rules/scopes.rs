//! Scopes of access tokens, and idempotency keys.

use carrel_domain::identity::is_idempotency_key;
use carrel_domain::users::access_token::is_access_token;
use carrel_domain::users::scope::{TokenRequirement, token_requirement};
use carrel_domain::users::{Act, Scope, Scopes};

#[test]
fn scopes_are_stored_by_name_and_unknown_names_allow_nothing() {
    for scope in Scope::ALL {
        assert_eq!(Scope::named(scope.as_str()), Some(scope));
        let one: Scopes = [scope, scope].into_iter().collect();
        assert_eq!(one.text(), scope.as_str());
        assert_eq!(Scopes::parse(&one.text()), one);
        for other in Scope::ALL {
            assert_eq!(one.contains(other), other == scope);
        }
    }
    // Each scope has a bit of its own: without it, the others remain.
    for left_out in Scope::ALL {
        let others: Scopes = Scope::ALL
            .into_iter()
            .filter(|scope| *scope != left_out)
            .collect();
        assert!(!others.contains(left_out), "{left_out:?}");
        assert_eq!(others.iter().count(), Scope::ALL.len() - 1, "{left_out:?}");
        assert_eq!(Scopes::parse(&others.text()), others);
    }
    let all: Scopes = Scope::ALL.into_iter().collect();
    assert_eq!(Scopes::parse(&all.text()), all);
    let stored = serde_json::to_value(all).unwrap();
    assert_eq!(stored, all.text());
    assert_eq!(serde_json::from_value::<Scopes>(stored).unwrap(), all);
    assert_eq!(all.iter().collect::<Vec<_>>(), Scope::ALL);
    assert!(Scopes::parse("everything  Catalogue:read catalogue").is_empty());
}

#[test]
fn each_act_requires_a_scope_or_is_for_sessions_only() {
    let mut required: Vec<Scope> = Vec::new();
    for act in Act::ALL {
        match token_requirement(act) {
            TokenRequirement::Scope(scope) => required.push(scope),
            TokenRequirement::Any => assert_eq!(act, Act::ReadOwnRecord),
            TokenRequirement::Session => assert!(matches!(
                act,
                Act::ManageOwnAccount
                    | Act::ConfirmIdentity
                    | Act::ReadOwnSecondFactors
                    | Act::ManageOwnSecondFactors
                    | Act::MakeAccessTokens
                    | Act::ExportOwnData
                    | Act::ManageStaff
                    | Act::EraseUsers
                    | Act::ReadAudit
                    | Act::ExportAudit
                    | Act::MakePasswordLinks
                    | Act::RemoveSecondFactors
                    | Act::ManageSettings
                    | Act::ManageMailServer
                    | Act::ManageWebhooks
                    | Act::ManageSecurity
                    | Act::ManageRoles
            )),
        }
    }
    for scope in Scope::ALL {
        assert!(required.contains(&scope), "no act requires {scope:?}");
    }
}

#[test]
fn an_access_token_is_recognised_by_its_prefix() {
    assert!(is_access_token("carrel_0") && !is_access_token("0carrel_") && !is_access_token("Carrel_0"));
}

#[test]
fn an_idempotency_key_is_printable_ascii() {
    let longest = "k".repeat(255);
    for key in [
        "a",
        "8e03978e-40d5-43dd-bc93-6894a57f9324",
        "\"quoted\"",
        "a b",
        longest.as_str(),
    ] {
        assert!(is_idempotency_key(key), "{key}");
    }
    let too_long = "k".repeat(256);
    for key in ["", " ", " a", "ü", "a\tb", "a\0", too_long.as_str()] {
        assert!(!is_idempotency_key(key), "{key}");
    }
}
