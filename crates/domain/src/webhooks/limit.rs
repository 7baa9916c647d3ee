//! The limits of the fields of a webhook's form.

use super::event::WebhookEvent;
use crate::limits::{Form, List, Text};

/// The address for deliveries.
pub const ADDRESS: Text = Text::of(10, 500, Form::WEBHOOK_ADDRESS);
/// The events that are delivered.
pub const EVENTS: List = List::filled(WebhookEvent::ALL.len()).unique();
