//! The addresses that the server may call: hosts on the operator's list, and no forbidden IP address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use url::{Host, Url};

use super::limit;

/// A host on the operator's list: a name or an IP address, with one port or for all ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    host: Host<String>,
    port: Option<u16>,
}

/// The text is not a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a host such as hooks.example.org or 127.0.0.1:9000")]
pub struct NoHost;

impl FromStr for AllowedHost {
    type Err = NoHost;

    fn from_str(text: &str) -> Result<AllowedHost, NoHost> {
        let text = text.trim();
        // A path, a user name or a scheme would be ignored silently.
        if text.contains(['/', '@', '?', '#', '\\']) {
            return Err(NoHost);
        }
        // A scheme without a default port, so that every written port is kept.
        let url = Url::parse(&format!("ws+carrel://{text}")).map_err(|_| NoHost)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(NoHost)?;
        let host = Host::parse(host).map_err(|_| NoHost)?;
        Ok(AllowedHost {
            host,
            port: url.port(),
        })
    }
}

impl AllowedHost {
    /// Whether this is that host, at that port.
    pub(crate) fn is(&self, host: &Host<String>, port: u16) -> bool {
        self.host == *host && self.port.is_none_or(|listed| listed == port)
    }
}

impl std::fmt::Display for AllowedHost {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.port {
            Some(port) => write!(out, "{}:{port}", self.host),
            None => write!(out, "{}", self.host),
        }
    }
}

/// Why the server does not call an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It is not a web address.
    NoAddress,
    /// The host is not on the operator's list.
    NotListed,
    /// Not https, and the host is not this machine.
    NotSecure,
}

impl AddressError {
    /// The message as shown.
    pub fn words(self) -> &'static str {
        match self {
            AddressError::NoAddress => "Please enter an address such as https://hooks.example.org/carrel",
            AddressError::NotListed => {
                "This host is not on the server's list of allowed hosts (webhook_hosts)"
            }
            AddressError::NotSecure => "The address must begin with https://",
        }
    }
}

/// Parses an address that the server may call.
pub fn destination(text: &str, allowed: &[AllowedHost]) -> Result<Url, AddressError> {
    let (url, host, port) = web_address(text)?;
    if !allowed.iter().any(|listed| listed.is(&host, port)) {
        return Err(AddressError::NotListed);
    }
    if url.scheme() == "http" && !is_loopback(&host) {
        return Err(AddressError::NotSecure);
    }
    Ok(url)
}

/// Parses an http or https address without a user name, a password and a fragment. Returns it with its host and port.
pub(crate) fn web_address(text: &str) -> Result<(Url, Host<String>, u16), AddressError> {
    let is_too_long = |text: &str| text.chars().count() > limit::ADDRESS.max;
    if is_too_long(text) {
        return Err(AddressError::NoAddress);
    }
    let url = Url::parse(text.trim()).map_err(|_| AddressError::NoAddress)?;
    // Letters that an address cannot have take up to nine characters in its written form.
    if is_too_long(url.as_str()) {
        return Err(AddressError::NoAddress);
    }
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let (Some(host), Some(port)) = (
        url.host().map(|host| host.to_owned()),
        url.port_or_known_default(),
    ) else {
        return Err(AddressError::NoAddress);
    };
    if !matches!(url.scheme(), "http" | "https") || !is_plain {
        return Err(AddressError::NoAddress);
    }
    Ok((url, host, port))
}

fn is_loopback(host: &Host<String>) -> bool {
    match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

/// Whether a listed name must not resolve to this address. The owner of the name could otherwise make the server call
/// itself, its neighbours on the link, or the metadata service of a cloud. An address that is itself listed is allowed.
pub fn is_forbidden(name: &str, address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            (v4.is_loopback() && name != "localhost")
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_broadcast()
                || v4.is_multicast()
                // A cloud's metadata service outside the link-local range.
                || v4 == Ipv4Addr::new(100, 100, 100, 200)
        }
        IpAddr::V6(v6) => {
            (v6.is_loopback() && name != "localhost")
                || v6.is_unicast_link_local()
                || v6.is_unspecified()
                || v6.is_multicast()
                || v6 == Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)
                // Translated IPv4 addresses could hide any of the above.
                || matches!(v6.segments(), [0x64, 0xff9b, ..] | [0x2002, ..])
        }
    }
}

/// Whether an address is not one of the internet: the server's own machine, its network, or reserved.
pub fn is_private(address: IpAddr) -> bool {
    // The name "localhost" may be loopback for webhooks that the operator has listed, so it is not named here.
    if is_forbidden("", address) {
        return true;
    }
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [first, second, ..] = v4.octets();
            v4.is_private()
                || first == 0
                || first >= 240
                // Addresses that a provider shares among its customers (RFC 6598).
                || (first == 100 && (64..128).contains(&second))
                || v4.is_documentation()
                || Ipv4Addr::from_bits(v4.to_bits() & 0xfffe_0000) == Ipv4Addr::new(198, 18, 0, 0)
        }
        IpAddr::V6(v6) => v6.is_unique_local() || matches!(v6.segments(), [0x2001, 0xdb8, ..]),
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressError, AllowedHost, destination, is_forbidden};

    fn hosts(names: &[&str]) -> Vec<AllowedHost> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn only_listed_hosts_are_called_and_only_by_https() {
        let allowed = hosts(&[
            "hooks.example.org",
            "127.0.0.1:9000",
            "[::1]",
            "internal.example:8443",
            "localhost",
        ]);
        for address in [
            "https://hooks.example.org/carrel?x=1",
            "https://HOOKS.example.org:444/",
            "http://127.0.0.1:9000/in",
            "http://[::1]:7/",
            "https://internal.example:8443/",
            "http://localhost:1/",
        ] {
            assert!(destination(address, &allowed).is_ok(), "{address}");
        }
        for (address, why) in [
            ("http://hooks.example.org/", AddressError::NotSecure),
            ("https://example.org/", AddressError::NotListed),
            ("https://hooks.example.org.evil.example/", AddressError::NotListed),
            ("http://127.0.0.1:9001/", AddressError::NotListed),
            ("http://0x7f000001:9001/", AddressError::NotListed),
            ("https://internal.example/", AddressError::NotListed),
            ("https://169.254.169.254/latest", AddressError::NotListed),
            ("https://hooks.example.org@evil.example/", AddressError::NoAddress),
            ("https://me:secret@hooks.example.org/", AddressError::NoAddress),
            ("ftp://hooks.example.org/", AddressError::NoAddress),
            ("file:///etc/passwd", AddressError::NoAddress),
            ("hooks.example.org", AddressError::NoAddress),
            ("", AddressError::NoAddress),
        ] {
            assert_eq!(destination(address, &allowed), Err(why), "{address}");
        }
        assert_eq!(
            destination("https://hooks.example.org/", &[]),
            Err(AddressError::NotListed)
        );
    }

    #[test]
    fn only_hosts_can_be_listed() {
        for text in [
            "hooks.example.org",
            "127.0.0.1:9000",
            "[::1]:80",
            "hooks.example.org:443",
        ] {
            assert_eq!(text.parse::<AllowedHost>().unwrap().to_string(), text);
        }
        for text in [
            "",
            " ",
            "https://hooks.example.org",
            "hooks.example.org/x",
            "a@b",
            "a b",
            ":80",
            "a:b",
        ] {
            assert!(text.parse::<AllowedHost>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_name_must_not_resolve_to_loopback_link_local_or_metadata_addresses() {
        for address in [
            "127.0.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "100.100.100.200",
            "::1",
            "fe80::1",
            "::",
            "ff02::1",
            "fd00:ec2::254",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
        ] {
            assert!(
                is_forbidden("hooks.example.org", address.parse().unwrap()),
                "{address}"
            );
        }
        for address in ["192.0.2.1", "10.1.2.3", "2001:db8::1"] {
            assert!(
                !is_forbidden("hooks.example.org", address.parse().unwrap()),
                "{address}"
            );
        }
        assert!(!is_forbidden("localhost", "127.0.0.1".parse().unwrap()));
        assert!(is_forbidden("localhost", "169.254.169.254".parse().unwrap()));
    }
}
