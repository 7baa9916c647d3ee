//! `/.well-known/security.txt` (RFC 9116): where to report a vulnerability of this installation.

use std::str::FromStr;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrel_api::Clock;
use jiff::Timestamp;

/// How long the file is valid. It is made for each request, so it never expires while the contact is configured.
const VALID: Duration = Duration::from_hours(30 * 24);

/// Where vulnerabilities are reported: an address of a page, a mailbox or a telephone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecurityContact(String);

/// The text is not such an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address such as mailto:security@library.example or https://library.example/security")]
pub struct NoContact;

impl FromStr for SecurityContact {
    type Err = NoContact;

    fn from_str(text: &str) -> Result<Self, NoContact> {
        let text = text.trim();
        let rest = ["https://", "mailto:", "tel:"]
            .into_iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        // A line end would begin another field of the file.
        let is_address =
            rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic()));
        is_address
            .then(|| SecurityContact(text.to_owned()))
            .ok_or(NoContact)
    }
}

impl SecurityContact {
    /// The file.
    fn file(&self, now: Timestamp) -> String {
        let expires = now.checked_add(VALID).unwrap_or(Timestamp::MAX);
        format!(
            "Contact: {}\nExpires: {expires:.0}\nPreferred-Languages: en\n",
            self.0
        )
    }
}

/// The route; without a contact the file does not exist.
pub fn route(contact: Option<SecurityContact>) -> Router {
    let answer = async move || -> Response {
        let Some(contact) = &contact else {
            return (StatusCode::NOT_FOUND, "There is no such file").into_response();
        };
        let headers = [
            (CONTENT_TYPE, "text/plain; charset=utf-8"),
            (CACHE_CONTROL, "no-cache"),
        ];
        (headers, contact.file(Clock::System.now())).into_response()
    };
    Router::new().route("/.well-known/security.txt", get(answer))
}

#[cfg(test)]
mod tests {
    use super::SecurityContact;

    #[test]
    fn a_contact_is_an_address() {
        for text in [
            "mailto:security@library.example",
            "https://library.example/security",
            "tel:+44-20-7946-0958",
        ] {
            let contact: SecurityContact = text.parse().unwrap();
            let file = contact.file("2026-11-24T07:00:00.5Z".parse().unwrap());
            let expected =
                format!("Contact: {text}\nExpires: 2026-12-24T07:00:00Z\nPreferred-Languages: en\n");
            assert_eq!(file, expected);
        }
        for text in [
            "",
            "mailto:",
            "security@library.example",
            "http://library.example/",
            "https://library.example/a b",
            "mailto:a@b.example\nContact: mailto:c@d.example",
        ] {
            assert!(text.parse::<SecurityContact>().is_err(), "{text:?}");
        }
    }
}
