//! The limits of every request.

use std::time::Duration;

/// The largest body of a request, in bytes.
pub const LARGEST_BODY: usize = 1024 * 1024;
/// The longest time until a response. Clients of the specification time out after ten seconds.
pub const PATIENCE: Duration = Duration::from_secs(9);
