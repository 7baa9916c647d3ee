//! The limits of the fields.

use crate::limits::{Form, Text};

/// A code of an authenticator app, or a recovery code with its separators.
pub const CODE: Text = Text::of(1, 60, Form::ANY);
