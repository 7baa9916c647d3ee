//! Second factors: a person proves at sign-in that they also have a thing, not only that they know the password.

mod forms;
pub mod limit;
mod recovery;
mod totp;

pub use forms::{Proof, SecondStepForm, ValidSecondStep, message, parse_code, parse_digits};
pub use recovery::{RECOVERY_CODES, recovery_code};
pub use totp::{TotpSecret, matching_step};

use jiff::SignedDuration;

/// How long a device is trusted after a second step with "Remember this device".
pub const TRUSTED_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// How long a sign-in waits for its second step.
pub const SECOND_STEP_WITHIN: SignedDuration = SignedDuration::from_mins(10);
