//! The settings of the mail server, and the retries of a mail.

use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::users::is_email;
pub use crate::validation::FieldError;
use crate::validation::{Findings, is_single_line, length, optional_line, trimmed};

/// How the connection to a mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// Not protected: for a server on the same machine.
    None,
    /// STARTTLS: begins unencrypted and must switch to TLS before any data is sent.
    StartTls,
    /// TLS from the first byte.
    Tls,
}

impl Security {
    /// All values.
    pub const ALL: [Security; 3] = [Security::None, Security::StartTls, Security::Tls];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Security::None => "none",
            Security::StartTls => "starttls",
            Security::Tls => "tls",
        }
    }
}

/// The text is not a kind of protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSecurity;

impl FromStr for Security {
    type Err = UnknownSecurity;

    fn from_str(text: &str) -> Result<Security, UnknownSecurity> {
        Security::ALL
            .into_iter()
            .find(|security| security.as_str() == text)
            .ok_or(UnknownSecurity)
    }
}

/// The messages.
pub mod message {
    /// No host.
    pub const HOST_REQUIRED: &str = "Mail server is required";
    /// A host name that is too long or has characters that are not allowed.
    pub const HOST_INVALID: &str = "Mail server must be a host name or an IP address";
    /// A port out of range.
    pub const PORT_INVALID: &str = "Port must be a number from 1 to 65535";
    /// An unknown kind of protection.
    pub const SECURITY_INVALID: &str = "Security must be none, starttls or tls";
    /// User name over 200 characters.
    pub const USER_TOO_LONG: &str = "User name cannot exceed 200 characters";
    /// User name with a control character.
    pub const USER_NOT_ALLOWED: &str = "User name contains characters that are not allowed";
    /// Password over 500 characters.
    pub const PASSWORD_TOO_LONG: &str = "Password cannot exceed 500 characters";
    /// Password with a control character.
    pub const PASSWORD_NOT_ALLOWED: &str = "Password contains characters that are not allowed";
    /// The stored password must be entered again, because it would be sent to another server or for another user.
    pub const PASSWORD_AGAIN: &str =
        "Please enter the password again: the server or the user name has changed";
    /// The password would be sent without encryption.
    pub const PASSWORD_IN_THE_OPEN: &str = "A user name and password need STARTTLS or TLS";
    /// No sender.
    pub const FROM_REQUIRED: &str = "Sender address is required";
    /// A sender that is not an e-mail address.
    pub const FROM_INVALID: &str = "Invalid email address";
    /// Sender's name over 100 characters.
    pub const FROM_NAME_TOO_LONG: &str = "Sender name cannot exceed 100 characters";
    /// Sender's name with a control character.
    pub const FROM_NAME_NOT_ALLOWED: &str = "Sender name contains characters that are not allowed";
    /// No address of the site.
    pub const SITE_REQUIRED: &str = "Site address is required";
    /// An address of the site that no browser could open.
    pub const SITE_INVALID: &str = "Site address must begin with https:// or http:// and have no ? or #";
}

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, Text, Whole};

    /// Name or address of the mail server.
    pub const HOST: Text = Text::of(1, 253, Form::HOST);
    /// Its port.
    pub const PORT: Whole = Whole::of(1, 65_535);
    /// The user name on it.
    pub const USER: Text = Text::up_to(200, Form::LINE);
    /// The password of the user.
    pub const PASSWORD: Text = Text::up_to(500, Form::LINE);
    /// The sender's address.
    pub const FROM_ADDRESS: Text = crate::users::validation::limit::EMAIL;
    /// The sender's name.
    pub const FROM_NAME: Text = Text::up_to(100, Form::LINE);
    /// The public address of this site.
    pub const SITE_ADDRESS: Text = Text::of(8, 200, Form::SITE_ADDRESS);
}

/// The settings as they were sent.
#[derive(Clone, Default)]
pub struct MailForm {
    /// `host`
    pub host: Option<String>,
    /// `port`
    pub port: Option<i64>,
    /// `security`
    pub security: Option<String>,
    /// `user`
    pub user: Option<String>,
    /// `password`; absent keeps the stored one, empty removes it.
    pub password: Option<String>,
    /// `fromAddress`
    pub from_address: Option<String>,
    /// `fromName`
    pub from_name: Option<String>,
    /// `siteAddress`
    pub site_address: Option<String>,
}

/// Valid settings of the mail server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailSettings {
    /// Name or address of the mail server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// The user name, if the server needs one.
    pub user: Option<String>,
    /// The password of the user.
    pub password: Option<String>,
    /// The sender's address.
    pub from_address: String,
    /// The sender's name; the library's name when there is none.
    pub from_name: Option<String>,
    /// The public address of this site, without a slash at the end. Links in mails begin with it.
    pub site_address: String,
}

/// Omits the password.
impl std::fmt::Debug for MailSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("MailSettings")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("security", &self.security)
            .field("from_address", &self.from_address)
            .field("site_address", &self.site_address)
            .finish_non_exhaustive()
    }
}

impl MailForm {
    /// Validates the settings. A password that was not sent is taken from `stored`, if user, server and port are
    /// unchanged: otherwise an administrator could learn the password by entering their own server.
    pub fn validate(self, stored: Option<&MailSettings>) -> Result<MailSettings, Vec<FieldError>> {
        let mut findings = Findings::default();
        let host = findings.take("host", host(self.host.as_deref()));
        let port = self.port.and_then(|port| u16::try_from(port).ok());
        let port = port.filter(|port| *port > 0).ok_or(message::PORT_INVALID);
        let port = findings.take("port", port);
        let security = self.security.as_deref().and_then(|text| text.parse().ok());
        let security: Option<Security> = findings.take("security", security.ok_or(message::SECURITY_INVALID));
        let user = optional_line(
            self.user.as_deref(),
            limit::USER,
            message::USER_TOO_LONG,
            message::USER_NOT_ALLOWED,
        );
        let user = findings.take("user", user);
        let kept = stored.filter(|stored| {
            Some(&stored.host) == host.as_ref()
                && Some(stored.port) == port
                && Some(&stored.user) == user.as_ref()
        });
        let has_user = user.as_ref().is_some_and(Option::is_some);
        let password = self.password.map(password_text).transpose();
        let password = password.and_then(|password| match password {
            // Without a user name, the password is not used.
            _ if !has_user => Ok(None),
            Some(password) => Ok(password),
            None if kept.is_none() && stored.is_some_and(|stored| stored.password.is_some()) => {
                Err(message::PASSWORD_AGAIN)
            }
            None => Ok(kept.and_then(|stored| stored.password.clone())),
        });
        let password = password.and_then(|password| {
            let in_the_open = security == Some(Security::None)
                && password.is_some()
                && !host.as_deref().is_some_and(is_this_machine);
            if in_the_open {
                Err(message::PASSWORD_IN_THE_OPEN)
            } else {
                Ok(password)
            }
        });
        let password = findings.take("password", password);
        let from_address = findings.take("fromAddress", from_address(self.from_address.as_deref()));
        let from_name = optional_line(
            self.from_name.as_deref(),
            limit::FROM_NAME,
            message::FROM_NAME_TOO_LONG,
            message::FROM_NAME_NOT_ALLOWED,
        );
        let from_name = findings.take("fromName", from_name);
        let site_address = findings.take("siteAddress", site_address(self.site_address.as_deref()));
        match (
            host,
            port,
            security,
            user,
            password,
            from_address,
            from_name,
            site_address,
        ) {
            (
                Some(host),
                Some(port),
                Some(security),
                Some(user),
                Some(password),
                Some(from_address),
                Some(from_name),
                Some(site_address),
            ) => Ok(MailSettings {
                host,
                port,
                security,
                user,
                password,
                from_address,
                from_name,
                site_address,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

type Read<T> = Result<T, &'static str>;

fn host(text: Option<&str>) -> Read<String> {
    let host = trimmed(text).ok_or(message::HOST_REQUIRED)?;
    let is_name = length(host) <= limit::HOST.max
        && host.split('.').all(|label| {
            !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
        });
    if is_name || host.parse::<IpAddr>().is_ok() {
        Ok(host.to_owned())
    } else {
        Err(message::HOST_INVALID)
    }
}

/// Whether the host is this machine, so that a connection to it needs no encryption.
fn is_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn password_text(password: String) -> Read<Option<String>> {
    if length(&password) > limit::PASSWORD.max {
        Err(message::PASSWORD_TOO_LONG)
    } else if is_single_line(&password) {
        Ok(Some(password).filter(|password| !password.is_empty()))
    } else {
        Err(message::PASSWORD_NOT_ALLOWED)
    }
}

fn from_address(text: Option<&str>) -> Read<String> {
    let address = trimmed(text).ok_or(message::FROM_REQUIRED)?;
    if is_email(address) {
        Ok(address.to_owned())
    } else {
        Err(message::FROM_INVALID)
    }
}

/// The address at which browsers open the site, without a slash at the end.
pub(crate) fn site_address(text: Option<&str>) -> Read<String> {
    let address = trimmed(text).ok_or(message::SITE_REQUIRED)?;
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"))
        .unwrap_or_default();
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"?#@\\\"<>".contains(c);
    let is_site = length(address) <= limit::SITE_ADDRESS.max
        && rest.starts_with(|c: char| c.is_alphanumeric() || c == '[')
        && rest.chars().all(is_plain)
        && Url::parse(address).is_ok();
    if is_site {
        Ok(address.trim_end_matches('/').to_owned())
    } else {
        Err(message::SITE_INVALID)
    }
}

/// Seconds until the next attempt to send a mail after `failures` failed ones; `None` when the mail is given up.
pub fn next_try_after_seconds(failures: u32) -> Option<u32> {
    const WAITS: [u32; 6] = [60, 5 * 60, 15 * 60, 60 * 60, 3 * 60 * 60, 6 * 60 * 60];
    let place = usize::try_from(failures.checked_sub(1)?).ok()?;
    WAITS.get(place).copied()
}
