//! The mail servers that the server may connect to.
//!
//! An administrator enters the mail server, and may be another person than the operator of the machine. Without limits, the
//! error of a test mail would tell which machines and ports exist in the operator's network, which nobody outside can see.
//! So private addresses need the operator's consent, and public ones are limited to the ports of mail.

use std::net::IpAddr;

use url::Host;

use crate::mail::{MailSettings, Security};
use crate::validation::FieldError;
use crate::webhooks::{AllowedHost, is_forbidden, is_private};

/// The ports at which mail servers accept mail.
const MAIL_PORTS: [u16; 4] = [25, 465, 587, 2525];

const LOCALHOST: &str = "localhost";

/// The mail servers that the server may connect to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MailHosts {
    /// Any server on the internet, at a port of mail.
    #[default]
    Public,
    /// The servers on the operator's list, also in the operator's own network.
    Listed(Vec<AllowedHost>),
}

/// The messages.
pub mod message {
    /// A host that is not on the operator's list.
    pub const NOT_LISTED: &str = "This mail server is not on the server's list of allowed hosts (mail_hosts)";
    /// A port at which no mail server listens.
    pub const PORT_NOT_ALLOWED: &str = "Port must be 25, 465, 587 or 2525, unless the operator of this server allows another one (mail_hosts)";
    /// Mail without encryption to a server that is not on the operator's list.
    pub const UNENCRYPTED: &str =
        "Mail over the internet needs STARTTLS or TLS, because it contains links to accounts";
    /// A host in a private network that is not on the operator's list.
    pub const PRIVATE: &str = "This mail server is in a private network, and the operator of this server has to allow it (mail_hosts)";
}

impl MailHosts {
    /// Checks the mail server of settings, as far as that is possible without a look at its addresses.
    pub fn check(&self, settings: &MailSettings) -> Result<(), FieldError> {
        let refusal = |field, message| Err(FieldError { field, message });
        let host = host(&settings.host);
        match self {
            MailHosts::Listed(listed) => {
                let is_listed = |host: &Host<String>| listed.iter().any(|one| one.is(host, settings.port));
                if host.as_ref().is_some_and(is_listed) {
                    Ok(())
                } else {
                    refusal("host", message::NOT_LISTED)
                }
            }
            MailHosts::Public if !MAIL_PORTS.contains(&settings.port) => {
                refusal("port", message::PORT_NOT_ALLOWED)
            }
            MailHosts::Public => {
                let is_private = match host {
                    Some(Host::Domain(name)) => name == LOCALHOST,
                    Some(Host::Ipv4(address)) => is_private(address.into()),
                    Some(Host::Ipv6(address)) => is_private(address.into()),
                    None => false,
                };
                if is_private {
                    refusal("host", message::PRIVATE)
                } else if settings.security == Security::None {
                    refusal("security", message::UNENCRYPTED)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Whether the name of a mail server must not lead to this address.
    pub fn forbids(&self, host: &str, address: IpAddr) -> bool {
        let is_address = host.parse::<IpAddr>().is_ok();
        match self {
            MailHosts::Public => is_private(address),
            MailHosts::Listed(_) => !is_address && is_forbidden(&host.to_lowercase(), address),
        }
    }
}

/// A host as it was entered; an IPv6 address has no brackets.
fn host(text: &str) -> Option<Host<String>> {
    match text.parse() {
        Ok(IpAddr::V4(address)) => Some(Host::Ipv4(address)),
        Ok(IpAddr::V6(address)) => Some(Host::Ipv6(address)),
        Err(_) => Host::parse(text).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MailHosts, message};
    use crate::mail::{MailSettings, Security};

    fn settings(host: &str, port: u16, security: Security) -> MailSettings {
        MailSettings {
            host: host.to_owned(),
            port,
            security,
            user: None,
            password: None,
            from_address: "library@library.example".to_owned(),
            from_name: None,
            site_address: "https://library.example".to_owned(),
        }
    }

    fn refusal(hosts: &MailHosts, host: &str, port: u16) -> Option<(&'static str, &'static str)> {
        let checked = hosts.check(&settings(host, port, Security::StartTls));
        checked.err().map(|error| (error.field, error.message))
    }

    #[test]
    fn without_a_list_only_ports_of_mail_on_the_internet_are_allowed() {
        let hosts = MailHosts::Public;
        for (host, port) in [("smtp.example.org", 587), ("9.9.9.9", 25), ("2620:fe::fe", 465)] {
            assert_eq!(refusal(&hosts, host, port), None, "{host}");
        }
        let open = hosts.check(&settings("smtp.example.org", 25, Security::None));
        let open = open.expect_err("mail would be sent in plain text");
        assert_eq!((open.field, open.message), ("security", message::UNENCRYPTED));
        let port = Some(("port", message::PORT_NOT_ALLOWED));
        assert_eq!(refusal(&hosts, "smtp.example.org", 5432), port);
        for host in [
            "localhost",
            "LOCALHOST",
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.1",
            "100.64.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert_eq!(
                refusal(&hosts, host, 25),
                Some(("host", message::PRIVATE)),
                "{host}"
            );
        }
        assert!(hosts.forbids("mail.example.org", "10.0.0.1".parse().unwrap()));
        assert!(!hosts.forbids("mail.example.org", "9.9.9.9".parse().unwrap()));
    }

    #[test]
    fn a_list_allows_hosts_of_the_own_network_and_no_others() {
        let listed = ["mail.school.example", "10.0.0.5:2500", "localhost:25"];
        let hosts = MailHosts::Listed(listed.iter().map(|host| host.parse().unwrap()).collect());
        for (host, port) in [("Mail.School.example", 25), ("10.0.0.5", 2500), ("localhost", 25)] {
            assert_eq!(refusal(&hosts, host, port), None, "{host}");
        }
        for (host, port) in [("smtp.example.org", 25), ("10.0.0.5", 25), ("localhost", 26)] {
            let refused = Some(("host", message::NOT_LISTED));
            assert_eq!(refusal(&hosts, host, port), refused, "{host}");
        }
        for (host, address, is_forbidden) in [
            ("mail.school.example", "10.0.0.5", false),
            ("mail.school.example", "127.0.0.1", true),
            ("mail.school.example", "169.254.169.254", true),
            ("localhost", "127.0.0.1", false),
            ("10.0.0.5", "10.0.0.5", false),
        ] {
            assert_eq!(
                hosts.forbids(host, address.parse().unwrap()),
                is_forbidden,
                "{address}"
            );
        }
    }
}
