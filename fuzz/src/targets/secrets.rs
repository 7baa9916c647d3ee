//! Tokens of sessions, links and programs, scopes, identifiers and idempotency keys: what callers name things by.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::identity::{fingerprint, is_idempotency_key, token_hash};
use carrel_domain::users::PasswordRules;
use carrel_domain::users::access_token::{AccessTokenDraft, is_access_token};
use carrel_domain::users::validation::PasswordReset;
use carrel_domain::users::{Scopes, UserId, email_key, is_email};

use super::text;

pub(crate) fn run(input: &[u8]) {
    let sent = text(input);
    assert_eq!(token_hash(&sent).len(), 64);
    assert_eq!(fingerprint(&sent).len(), 16);
    if is_idempotency_key(&sent) {
        assert!((1..=255).contains(&sent.len()) && sent.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
    if let Ok(id) = sent.parse::<BookId>() {
        assert_eq!(id.to_string(), sent, "an id has one text");
        assert!(sent.parse::<UserId>().is_err(), "an id belongs to one type");
    }
    let scopes = Scopes::parse(&sent);
    assert_eq!(Scopes::parse(&scopes.text()), scopes);
    if is_email(&sent) {
        let key = email_key(&sent);
        assert_eq!(email_key(&key), key, "a key is its own key");
        assert!(!sent.contains(['\n', '\r', '\0']), "an address is one line");
    }
    let names = sent.split(' ').map(str::to_owned).collect();
    let draft = AccessTokenDraft {
        name: Some(sent.clone()),
        scopes: Some(names),
        expires_in_days: i64::try_from(sent.len()).ok(),
    };
    if let Ok(token) = draft.validate() {
        assert!(!token.scopes.is_empty());
    }
    let reset = PasswordReset {
        token: Some(sent.clone()),
        password: Some("Reading1".to_owned()),
        confirm_password: Some("Reading1".to_owned()),
    };
    assert_eq!(
        reset
            .validate(PasswordRules::default())
            .map(|reset| reset.token)
            .ok(),
        Some(sent.clone())
    );
    let _ = is_access_token(&sent);
}
