//! The setting that staff need a second factor: without one, a person keeps only what members may do.

use std::sync::Arc;

use carrel_domain::users::User;
use carrel_storage::second_factors;

use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// The person as they may act now: without the permissions of staff when these are withheld.
pub(crate) async fn present(library: &Library, user: User) -> Result<User> {
    if !is_withheld(library, &user).await? {
        return Ok(user);
    }
    Ok(User {
        role: user.role.withheld(),
        ..user
    })
}

/// The same for a shared account.
pub(crate) async fn present_shared(library: &Library, user: Arc<User>) -> Result<Arc<User>> {
    if !is_withheld(library, &user).await? {
        return Ok(user);
    }
    let mut user = (*user).clone();
    user.role = user.role.withheld();
    Ok(Arc::new(user))
}

async fn is_withheld(library: &Library, user: &User) -> Result<bool> {
    if !library.shown_settings().security.staff_need_second_factor || !user.role.is_staff() {
        return Ok(false);
    }
    let factors = library
        .database
        .read(&user.id, |connection, user_id| {
            Box::pin(second_factors::of_user(connection, *user_id))
        })
        .await
        .map_err(Error::Storage)?;
    Ok(!factors.any())
}
