//! The limits of every request.

use std::time::Duration;

/// The maximum size of a request body, in bytes.
pub const LARGEST_BODY: usize = 1024 * 1024;
/// The maximum size of the body of a call that needs no session, in bytes: strangers with many slow connections must not
/// hold much memory. The largest form, with a passkey, has 33 KiB.
pub const LARGEST_PUBLIC_BODY: usize = 64 * 1024;
/// The maximum time until a response. The specification's clients time out after ten seconds.
pub const REQUEST_DEADLINE: Duration = Duration::from_secs(9);
/// The maximum time until the response to a file of up to 2 GiB. A sender who pauses is refused sooner.
pub const FILE_DEADLINE: Duration = Duration::from_hours(2);
