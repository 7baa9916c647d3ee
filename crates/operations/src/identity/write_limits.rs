//! Limits on the writes of one caller, so that nobody fills the disk: so many in a window of time, and a reserve of disk
//! space for staff and for signing out.

use carrel_domain::users::User;
use carrel_domain::users::throttle::Limit;
use carrel_storage::idempotency_keys;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::write_shares::SHARE;
use crate::identity::throttling;

/// The maximum number of stored responses of one member, and of one person with a staff role.
const MOST_RESPONSES: (i64, i64) = (1000, 10_000);

/// Counts a write of a signed-in caller before it is made.
///
/// # Errors
/// [`Error::Throttled`] when the caller has made too many, and the storage's error of a full disk when a person who is
/// not staff would use the reserve.
pub async fn count(library: &Library, user: &User, now: Timestamp) -> Result<()> {
    leave_disk_reserve(library, user.role.is_staff())?;
    if library.write_shares.take(user.id, now.as_millisecond()) {
        return Ok(());
    }
    let limits = &library.limits.writes;
    // Staff work at a desk, for many people: a role that allows more than members may do has the limits of administrators.
    let (limit, most_responses) = if user.role.is_staff() {
        (limits.of_administrator, MOST_RESPONSES.1)
    } else {
        (limits.of_student, MOST_RESPONSES.0)
    };
    let shares = Limit {
        max: limit.max.div_ceil(SHARE),
        ..limit
    };
    throttling::take(library, &[(format!("writes:account:{}", user.id), shares)], now).await?;
    library
        .database
        .write((user.id, most_responses), |transaction, (user_id, most)| {
            Box::pin(idempotency_keys::remove_oldest_of(transaction, *user_id, *most))
        })
        .await
        .map_err(Error::Storage)?;
    library.write_shares.add(user.id, now.as_millisecond());
    Ok(())
}

/// Refuses a write of a person who is not staff when it would use the disk space reserved for staff.
pub(crate) fn leave_disk_reserve(library: &Library, is_staff: bool) -> Result<()> {
    let reserve = library.limits.writes.disk_reserve;
    let is_reached = || {
        let space = library.database.disk_space();
        space.is_some_and(|space| reserve.is_reached(space))
    };
    if !is_staff && is_reached() {
        return Err(Error::Storage(carrel_storage::Error::DiskFull));
    }
    Ok(())
}
