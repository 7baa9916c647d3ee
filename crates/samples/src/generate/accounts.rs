//! Who can sign in to a generated library.

use carrel_domain::users::PasswordRules;
use carrel_domain::users::validation::{DetailsChange, validate_new_password};
use carrel_domain::users::{Role, email_key};
use carrel_operations::core::keys::{name_key, person_terms};
use carrel_operations::core::passwords::{PasswordCost, Passwords, unusable};
use carrel_operations::{Error, Result};
use carrel_storage::users::UserFields;

use super::SignIn;
use crate::random::Random;

/// The administrator that the command asks for.
pub(super) fn administrator(sign_in: Option<&SignIn>) -> Result<Option<UserFields>> {
    let Some(SignIn {
        admin_email: Some(email),
        ..
    }) = sign_in
    else {
        return Ok(None);
    };
    let name = "Library Administrator".to_owned();
    let details = DetailsChange {
        email: Some(email.clone()),
        ..DetailsChange::default()
    };
    let email = details
        .validate()
        .map_err(Error::Invalid)?
        .email
        .unwrap_or_default();
    Ok(Some(UserFields {
        name_key: name_key(&name),
        email_key: email_key(&email),
        terms: person_terms(&name, &email, None, None),
        name,
        email,
        role: Role::ADMINISTRATOR.to_owned(),
        ..UserFields::default()
    }))
}

/// The hash of the password of all people; without one, nobody can sign in.
pub(super) fn password_hash(sign_in: Option<&SignIn>, random: &mut Random) -> Result<String> {
    let passwords = Passwords::new(PasswordCost::Standard)?;
    let salt = random.wide().to_be_bytes();
    match sign_in {
        Some(sign_in) => {
            let password = validate_new_password(sign_in.password.clone(), PasswordRules::default())
                .map_err(Error::Invalid)?;
            passwords.hash_inline(&password, salt)
        }
        None => unusable(&passwords.hash_inline("", salt)?),
    }
}
