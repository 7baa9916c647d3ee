//! Where the server may call: hosts that the operator lists, and no address that a name must not lead to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use url::{Host, Url};

use super::draft::limit;

/// A host that the operator lists: a name or an address, with a port or for all ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    host: Host<String>,
    port: Option<u16>,
}

/// Why a text is no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a host such as hooks.example.org or 127.0.0.1:9000")]
pub struct NoHost;

impl FromStr for AllowedHost {
    type Err = NoHost;

    fn from_str(text: &str) -> Result<AllowedHost, NoHost> {
        let text = text.trim();
        // A path, a user or a scheme of its own would be left aside in silence.
        if text.contains(['/', '@', '?', '#', '\\']) {
            return Err(NoHost);
        }
        // A scheme without a port of its own, so that every port that is written is kept.
        let url = Url::parse(&format!("ws+carrel://{text}")).map_err(|_| NoHost)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(NoHost)?;
        let host = Host::parse(host).map_err(|_| NoHost)?;
        Ok(AllowedHost {
            host,
            port: url.port(),
        })
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
pub enum Misplaced {
    /// It is no address of the web.
    NoAddress,
    /// The host is not on the operator's list.
    NotListed,
    /// Not https, and the host is not this machine.
    NotSecure,
}

impl Misplaced {
    /// What a person reads.
    pub fn words(self) -> &'static str {
        match self {
            Misplaced::NoAddress => "Please enter an address such as https://hooks.example.org/carrel",
            Misplaced::NotListed => "This host is not on the server's list of allowed hosts (webhook_hosts)",
            Misplaced::NotSecure => "The address must begin with https://",
        }
    }
}

/// The address that a text names, if the server may call it.
pub fn destination(text: &str, allowed: &[AllowedHost]) -> Result<Url, Misplaced> {
    if text.chars().count() > limit::ADDRESS.max {
        return Err(Misplaced::NoAddress);
    }
    let text = text.trim();
    let url = Url::parse(text).map_err(|_| Misplaced::NoAddress)?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let (Some(host), Some(port)) = (
        url.host().map(|host| host.to_owned()),
        url.port_or_known_default(),
    ) else {
        return Err(Misplaced::NoAddress);
    };
    if !matches!(url.scheme(), "http" | "https") || !is_plain {
        return Err(Misplaced::NoAddress);
    }
    let is_listed = |one: &AllowedHost| one.host == host && one.port.is_none_or(|listed| listed == port);
    if !allowed.iter().any(is_listed) {
        return Err(Misplaced::NotListed);
    }
    if url.scheme() == "http" && !is_loopback(&host) {
        return Err(Misplaced::NotSecure);
    }
    Ok(url)
}

fn is_loopback(host: &Host<String>) -> bool {
    match host {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

/// Whether a listed name must not lead to this address, because whoever keeps the name could make the server talk to
/// itself, its neighbours on the link, or the cloud's metadata. An address that is itself listed may be called.
pub fn is_forbidden(name: &str, address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            (v4.is_loopback() && name != "localhost")
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_broadcast()
                || v4.is_multicast()
                // Metadata of a cloud outside the link-local range.
                || v4 == Ipv4Addr::new(100, 100, 100, 200)
        }
        IpAddr::V6(v6) => {
            (v6.is_loopback() && name != "localhost")
                || v6.is_unicast_link_local()
                || v6.is_unspecified()
                || v6.is_multicast()
                || v6 == Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)
                // IPv4 in IPv6 by translation could hide any of the above.
                || matches!(v6.segments(), [0x64, 0xff9b, ..] | [0x2002, ..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AllowedHost, Misplaced, destination, is_forbidden};

    fn hosts(names: &[&str]) -> Vec<AllowedHost> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn only_listed_hosts_are_called_and_only_safely() {
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
            ("http://hooks.example.org/", Misplaced::NotSecure),
            ("https://example.org/", Misplaced::NotListed),
            ("https://hooks.example.org.evil.example/", Misplaced::NotListed),
            ("http://127.0.0.1:9001/", Misplaced::NotListed),
            ("http://0x7f000001:9001/", Misplaced::NotListed),
            ("https://internal.example/", Misplaced::NotListed),
            ("https://169.254.169.254/latest", Misplaced::NotListed),
            ("https://hooks.example.org@evil.example/", Misplaced::NoAddress),
            ("https://me:secret@hooks.example.org/", Misplaced::NoAddress),
            ("ftp://hooks.example.org/", Misplaced::NoAddress),
            ("file:///etc/passwd", Misplaced::NoAddress),
            ("hooks.example.org", Misplaced::NoAddress),
            ("", Misplaced::NoAddress),
        ] {
            assert_eq!(destination(address, &allowed), Err(why), "{address}");
        }
        assert_eq!(
            destination("https://hooks.example.org/", &[]),
            Err(Misplaced::NotListed)
        );
    }

    #[test]
    fn a_list_holds_hosts_and_nothing_else() {
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
    fn a_name_does_not_lead_to_the_server_itself_the_link_or_metadata() {
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
