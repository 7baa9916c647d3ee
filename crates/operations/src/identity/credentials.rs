//! An e-mail address with its password.

use carrel_domain::users::User;
use carrel_storage::users;

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::passwords::Asker;

/// The account with this e-mail address, if the password is right. One that does not exist costs the same work.
pub(super) async fn checked(
    library: &Library,
    email_key: &String,
    password: &str,
    asker: Asker,
    address: &str,
) -> Result<User> {
    let user = library
        .database
        .read(email_key, |connection, key| {
            Box::pin(users::find_by_email(connection, key))
        })
        .await
        .map_err(Error::Storage)?;
    let stored = user.as_ref().map(|user| user.password_hash.as_str());
    let matches = library.passwords.verify(asker, password, stored).await?;
    if !matches {
        // An unknown e-mail address is not logged: it may be a password in the wrong field.
        let user = user.as_ref().map(|user| user.id.to_string());
        tracing::info!(user, address, "wrong password");
    }
    user.filter(|_| matches).ok_or(Error::WrongCredentials)
}
