//! The form of a webhook.

use super::address::{AddressError, AllowedHost, destination};
use super::event::Events;
use crate::validation::{FieldError, Findings};

/// The form as it was sent; an absent field stays as it is.
#[derive(Clone, Debug, Default)]
pub struct WebhookDraft {
    pub address: Option<String>,
    pub events: Option<Vec<String>>,
    pub is_active: Option<bool>,
}

/// A valid form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidWebhook {
    pub address: Option<String>,
    pub events: Option<Events>,
    pub is_active: Option<bool>,
}

impl WebhookDraft {
    /// Validates a new webhook: only `is_active` may be absent.
    pub fn validate_new(mut self, allowed: &[AllowedHost]) -> Result<ValidWebhook, Vec<FieldError>> {
        self.address.get_or_insert_default();
        self.events.get_or_insert_default();
        self.validate(allowed)
    }

    /// Validates the fields that are present.
    pub fn validate(self, allowed: &[AllowedHost]) -> Result<ValidWebhook, Vec<FieldError>> {
        let mut findings = Findings::default();
        let address = self.address.and_then(|address| {
            let destination = destination(&address, allowed).map_err(AddressError::words);
            findings.take("address", destination).map(String::from)
        });
        let events = self.events.and_then(|names| {
            let events = Events::named(names.iter().map(String::as_str));
            let events = events.ok_or("Please choose at least one event");
            let is_unique = |events: &Events| events.iter().count() == names.len();
            findings.take(
                "events",
                events.and_then(|events| {
                    is_unique(&events)
                        .then_some(events)
                        .ok_or("Each event can be chosen once")
                }),
            )
        });
        let errors = findings.into_errors();
        if errors.is_empty() {
            Ok(ValidWebhook {
                address,
                events,
                is_active: self.is_active,
            })
        } else {
            Err(errors)
        }
    }
}
