//! The site to which passkeys are bound.

use std::net::IpAddr;

use url::Url;

/// The longest host name (RFC 1035, section 2.3.4).
const LONGEST: usize = 253;

/// The host name of a site, which is the relying party ID of its passkeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site(String);

impl Site {
    /// The site that a `Host` header names, with or without a port. `None` for an IP address, to which browsers bind no
    /// passkeys, and for what is no host name.
    pub fn of_host(host: &str) -> Option<Site> {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.to_ascii_lowercase();
        let is_label = |label: &str| {
            !label.is_empty()
                && !label.starts_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let is_name =
            name.len() <= LONGEST && name.split('.').all(is_label) && name.parse::<IpAddr>().is_err();
        // A name whose last label is a number would be an IPv4 address for a browser.
        let ends_in_number = name
            .rsplit('.')
            .next()
            .is_some_and(|label| label.bytes().all(|byte| byte.is_ascii_digit()));
        (is_name && !ends_in_number).then_some(Site(name))
    }

    /// The host name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Whether a page of this origin belongs to the site: over https, or on this machine. Browsers write origins in one form
    /// only (HTML, "serialization of an origin"); no other form is one.
    pub fn has_origin(&self, origin: &str) -> bool {
        let Ok(url) = Url::parse(origin) else {
            return false;
        };
        let is_secure = url.scheme() == "https" || (url.scheme() == "http" && self.0 == "localhost");
        is_secure && url.host_str() == Some(self.0.as_str()) && url.origin().ascii_serialization() == origin
    }
}
