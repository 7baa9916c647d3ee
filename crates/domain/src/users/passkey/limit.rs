//! The limits of the fields.

use crate::limits::{Form, Text};

/// The name of a passkey.
pub const NAME: Text = Text::of(1, 60, Form::FILLED_LINE);
/// Bytes in base64url: far more than any authenticator sends.
pub const BYTES: Text = Text::of(1, 8192, Form::ANY);
